package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
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
	o := h.StoreOptions("cairn encrypt")
	switch what[0] {
	case "status":
		o, err := store.Inspect(h.Store())
		if err != nil {
			return err
		}
		return printEncryption(c.out, h, o.Key)
	case "on":
		o = h.Encrypting(o, *inFile)
	case "off":
		o.Decrypt = true
	default:
		return usageError{"encrypt"}
	}
	if control.Running(h) {
		return types.Fault(types.CodeStoreLocked, "a cairn daemon is running, and it has the store open", "end it first: cairn stop")
	}
	o.Progress = console.Progress(os.Stderr, "rewriting the store", time.Now)
	s, err := store.Open(h.Store(), o)
	if err != nil {
		return err
	}
	key := s.Stats().Key
	if err := s.Close(); err != nil {
		return err
	}
	return printEncryption(c.out, h, key)
}

// printEncryption says whether the store is encrypted under a key, and what is
// not.
func printEncryption(out io.Writer, h home.Dir, key string) error {
	if key == "" {
		fmt.Fprintln(out, "not encrypted: the store and its backups are plain files that only you may open\nTo encrypt them: cairn encrypt on")
		if _, err := os.Stat(h.Path(home.StoreKeyFile)); err == nil {
			fmt.Fprintf(out, "The key in %s is kept, for copies of the store that you may have.\n", h.Path(home.StoreKeyFile))
		}
		return nil
	}
	_, place, err := h.FindStoreKey(key)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "encrypted: the store and its backups, AES-256-GCM\nkey        %s, in %s\n", key, place)
	if place == h.Path(home.StoreKeyFile) {
		fmt.Fprintln(out, "           That protects copies of the store without this file, and nothing from\n           somebody who has the whole directory. Keep a copy of it elsewhere.")
	}
	if n := h.Screenshots(); n > 0 {
		fmt.Fprintf(out, "plain      %s in %s: agents asked for them as files to be opened\n", console.Counted(n, "picture", "pictures"), h.Path("screenshots"))
	}
	_, err = fmt.Fprintln(out, "plain      what cairn export writes, and what the browser itself keeps in its profile")
	return err
}
