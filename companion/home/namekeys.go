package home

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"cairn/companion/atomicfile"
)

// NameKeysFile lists the keys of name hashes that the data directory has used, each
// with the time of its first use, so that Cairn notices a lost key. It holds no keys,
// but prefixes of their hashes.
const NameKeysFile = "name.keys"

// UsedKey is one line of the list.
type UsedKey struct {
	hashPrefix string // the prefix of its hash
	Since      string
}

// UsedNameKeys reads that list, the oldest first.
func (h Dir) UsedNameKeys() (used []UsedKey, err error) {
	text, err := os.ReadFile(h.Path(NameKeysFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		mark, since, _ := strings.Cut(strings.TrimSpace(line), " ")
		used = append(used, UsedKey{mark, since})
	}
	return used, err
}

// NoteNameKey records the key in use from now on, and reports whether a different one
// was in use before.
func (h Dir) NoteNameKey(key []byte, now time.Time) (changed bool, err error) {
	used, err := h.UsedNameKeys()
	if err != nil {
		return false, fmt.Errorf("read %s: %w", NameKeysFile, err)
	}
	sum := sha256.Sum256(key)
	mark := hex.EncodeToString(sum[:8])
	if len(used) > 0 && used[len(used)-1].hashPrefix == mark {
		return false, nil
	}
	var text strings.Builder
	for _, k := range append(used, UsedKey{mark, now.UTC().Format(time.RFC3339)}) {
		fmt.Fprintln(&text, k.hashPrefix, k.Since)
	}
	if err := atomicfile.Replace(h.Path(NameKeysFile), []byte(text.String())); err != nil {
		return false, fmt.Errorf("note the key of names: %w", err)
	}
	return len(used) > 0, nil
}
