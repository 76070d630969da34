package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
)

func encryptGroup(c *call) *cobra.Command {
	var inFile bool
	on := c.verb("on", "Encrypt the store and its backups with AES-256-GCM", func(_ context.Context, h home.Dir, _ []string) error {
		return rewriteStore(c, h, h.Encrypting(h.StoreOptions("cairn encrypt"), inFile))
	})
	on.Flags().BoolVar(&inFile, "key-file", false, "keep the key in a file of the data directory, not in the keychain")
	g := group("encrypt", "Turn encryption of the store on or off", on,
		c.verb("off", "Decrypt the store and its backups", func(_ context.Context, h home.Dir, _ []string) error {
			o := h.StoreOptions("cairn encrypt")
			o.Decrypt = true
			return rewriteStore(c, h, o)
		}),
		c.reads(c.verb("status", "Show whether the store is encrypted, and where its key is stored", func(_ context.Context, h home.Dir, _ []string) error {
			o, err := store.Inspect(h.Store())
			if err != nil {
				return err
			}
			return printEncryption(c, h, o.Key)
		})))
	g.Long = `Stop the daemon first. The key is stored in the system's keychain or, without one or
with --key-file, in encryption.key in the data directory. Without the key the store
cannot be read. Screenshots, exports and the browser's profile are not encrypted.`
	return g
}

// rewriteStore opens the store with options that change its format.
func rewriteStore(c *call, h home.Dir, o store.Options) error {
	if control.Running(h) {
		return types.Fault(types.CodeStoreLocked, "a cairn daemon is running, and it has the store open", "end it first: cairn stop")
	}
	o.Progress = c.status.Measure("rewriting the store", console.Bytes)
	s, err := store.Open(h.Store(), o)
	if err != nil {
		return err
	}
	key := s.Stats().Key
	if err := s.Close(); err != nil {
		return err
	}
	return printEncryption(c, h, key)
}

// printEncryption prints whether the store is encrypted under a key, and which parts
// are not.
func printEncryption(c *call, h home.Dir, key string) error {
	out := c.out
	if c.json {
		e := encryption{Encrypted: key != "", Key: key}
		if key != "" {
			var err error
			if _, e.Place, err = h.FindStoreKey(key); err != nil {
				return err
			}
		}
		return console.PrintJSON(out, e)
	}
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

// encryption is the JSON output of cairn encrypt status.
type encryption struct {
	Encrypted bool   `json:"encrypted"`
	Key       string `json:"key,omitempty"`   // its id
	Place     string `json:"place,omitempty"` // where it is stored
}
