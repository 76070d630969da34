package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"cairn/companion/bridge"
	"cairn/shared/types"
)

// keepFlag registers --keep, which says which names of pages steps hold in clear.
// Without it the flag is empty.
func keepFlag(flags *flag.FlagSet) *types.Keep {
	keep := new(types.Keep)
	flags.Func("keep", "which names of pages are kept in clear: needed (of what was used; the rest as hashes) or full (all)", func(text string) error {
		switch mode := types.Keep(text); mode {
		case types.KeepNeeded, types.KeepFull:
			*keep = mode
			return nil
		}
		return errors.New("give needed or full")
	})
	return keep
}

// orUsual is a mode, or where none was chosen that of such a browser: all names
// where a program works, those that are needed where a person lives.
func orUsual(keep types.Keep, managed bool) types.Keep {
	switch {
	case keep != "":
		return keep
	case managed:
		return types.KeepFull
	}
	return types.KeepNeeded
}

// nameKeysFile lists the keys of name hashes that the data directory had, each with
// the time of its first use: so that a lost key is noticed. It holds no key, but
// the beginning of its hash.
const nameKeysFile = "name.keys"

// usedKey is one line of the list.
type usedKey struct{ mark, since string }

func (h home) usedNameKeys() (used []usedKey, err error) {
	text, err := os.ReadFile(h.path(nameKeysFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		mark, since, _ := strings.Cut(strings.TrimSpace(line), " ")
		used = append(used, usedKey{mark, since})
	}
	return used, err
}

// noteNameKey notes the key that is used from now on, and reports whether there was
// another one before.
func (h home) noteNameKey(key []byte, now time.Time) (changed bool, err error) {
	used, err := h.usedNameKeys()
	if err != nil {
		return false, fmt.Errorf("read %s: %w", nameKeysFile, err)
	}
	sum := sha256.Sum256(key)
	mark := hex.EncodeToString(sum[:8])
	if len(used) > 0 && used[len(used)-1].mark == mark {
		return false, nil
	}
	var text strings.Builder
	for _, k := range append(used, usedKey{mark, now.UTC().Format(time.RFC3339)}) {
		fmt.Fprintln(&text, k.mark, k.since)
	}
	if err := replaceFile(h.path(nameKeysFile), []byte(text.String())); err != nil {
		return false, fmt.Errorf("note the key of names: %w", err)
	}
	return len(used) > 0, nil
}

// checkNames looks at the key of name hashes, and says which names are kept.
func (d *doctor) checkNames() {
	const check = "names"
	key, fault := d.keyState(nameKeyFile)
	used, err := d.home.usedNameKeys()
	switch {
	case fault != "":
		d.wrong(check, "rm "+quoteArg(d.home.path(nameKeyFile)), "%s; without it a new one is made: %s", fault, lossOf[nameKeyFile])
	case err != nil:
		d.wrong(check, setAside(d.home.path(nameKeysFile)), "%s cannot be read: %v", d.home.path(nameKeysFile), err)
	case key == nil && len(used) > 0:
		d.warn(check, "put "+quoteArg(d.home.path(nameKeyFile))+" back from a backup", "the key of hidden names is gone; the next start makes a new one, and names hidden so far are then found no more")
	case key == nil:
		d.ok(check, "no key is there yet; the first use makes it")
	case len(used) > 1:
		d.ok(check, "the key is in order; names hidden before %s, under another one, are found no more", used[len(used)-1].since)
	default:
		d.ok(check, "the key is in order")
	}
	if d.health == nil {
		return
	}
	d.ok(check, "%d of %s hold names that were only seen as hashes", d.health.Hidden, counted(d.health.Core.Steps, "step", "steps"))
	for _, l := range d.health.Links {
		d.ok(check, "%s keeps %s", l.Browser, keptWords(l))
	}
}

// keptWords says which names a browser's steps hold in clear.
func keptWords(l bridge.Info) string {
	words := map[types.Keep]string{types.KeepNeeded: "names that were used", types.KeepFull: "all names"}
	if l.Keeping == nil {
		return words[types.KeepNeeded] + " (it has said nothing of that)"
	}
	said := words[l.Keeping.Of()]
	if n := len(l.Keeping.Sites); n > 0 {
		said += ", other than that on " + counted(n, "site", "sites")
	}
	return said
}
