package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
)

// runEncrypt turns the encryption of the store on and off.
func runEncrypt(_ context.Context, c *call) error {
	inFile := c.flags.Bool("key-file", false, "with on: keep the key in a file of the data directory, not in the keychain")
	what, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	o := h.storeOptions("cairn encrypt")
	switch what[0] {
	case "status":
		o, err := store.Inspect(h.store())
		if err != nil {
			return err
		}
		return h.printEncryption(c.out, o.Key)
	case "on":
		o = h.encrypting(o, *inFile)
	case "off":
		o.Decrypt = true
	default:
		return usageError{"encrypt"}
	}
	if daemonAnswers(h) {
		return types.Fault(types.CodeStoreLocked, "a cairn daemon is running, and it has the store open", "end it first: cairn stop")
	}
	o.Progress = progress(os.Stderr, "rewriting the store", time.Now)
	s, err := store.Open(h.store(), o)
	if err != nil {
		return err
	}
	key := s.Stats().Key
	if err := s.Close(); err != nil {
		return err
	}
	return h.printEncryption(c.out, key)
}

// printEncryption says whether the store is encrypted under a key, and what is
// not.
func (h home) printEncryption(out io.Writer, key string) error {
	if key == "" {
		fmt.Fprintln(out, "not encrypted: the store and its backups are plain files that only you may open\nTo encrypt them: cairn encrypt on")
		if _, err := os.Stat(h.path(storeKeyFile)); err == nil {
			fmt.Fprintf(out, "The key in %s is kept, for copies of the store that you may have.\n", h.path(storeKeyFile))
		}
		return nil
	}
	_, place, err := h.findStoreKey(key)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "encrypted: the store and its backups, AES-256-GCM\nkey        %s, in %s\n", key, place)
	if place == h.path(storeKeyFile) {
		fmt.Fprintln(out, "           That protects copies of the store without this file, and nothing from\n           somebody who has the whole directory. Keep a copy of it elsewhere.")
	}
	if n := h.screenshots(); n > 0 {
		fmt.Fprintf(out, "plain      %s in %s: agents asked for them as files to be opened\n", counted(n, "picture", "pictures"), h.path("screenshots"))
	}
	_, err = fmt.Fprintln(out, "plain      what cairn export writes, and what the browser itself keeps in its profile")
	return err
}

// screenshots counts the pictures that agents asked for.
func (h home) screenshots() (n int) {
	_ = filepath.WalkDir(h.path("screenshots"), func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			n++
		}
		return nil // none are there, or one that cannot be looked at
	})
	return n
}
