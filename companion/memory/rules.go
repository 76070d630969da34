package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"cairn/shared/core"
)

// rulesEvery is the interval of checks for changes of the screen rules: short enough
// for a person who edits and tries them, long enough to cost nothing.
const rulesEvery = 2 * time.Second

// rulesFile is the user's file of per-site screen rules as it was last read.
type rulesFile struct {
	path    string
	checked time.Time
	size    int64
	changed time.Time // of the file
	text    json.RawMessage
	fault   error // error in the present file, which is not used then
	reads   int   // number of reads
}

// refresh reads the file again if it has changed. Invalid rules leave the previous
// ones in force.
func (r *rulesFile) refresh(c *core.Core, now time.Time) {
	if r.path == "" || now.Sub(r.checked).Abs() < rulesEvery {
		return
	}
	r.checked = now
	info, err := os.Stat(r.path)
	if err != nil {
		info = nil
	}
	if r.isUnchanged(info) {
		return
	}
	r.fault = r.read(c)
}

// isUnchanged reports whether the file is the one that was read.
func (r *rulesFile) isUnchanged(info fs.FileInfo) bool {
	if info == nil {
		return r.changed.IsZero()
	}
	return info.Size() == r.size && info.ModTime().Equal(r.changed)
}

// emptyRules is a file without rules, which leaves only the built-in ones.
const emptyRules = `{"version":1,"sites":[]}`

// read applies the file's rules, the built-in ones if there is none.
func (r *rulesFile) read(c *core.Core) error {
	r.size, r.changed = 0, time.Time{}
	r.reads++
	if r.path == "" {
		return nil
	}
	info, err := os.Stat(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		r.text = nil
		return c.SetScreenRules([]byte(emptyRules))
	}
	if err != nil {
		return fmt.Errorf("read screen rules: %w", err)
	}
	r.size, r.changed = info.Size(), info.ModTime()
	text, err := os.ReadFile(r.path)
	if err != nil {
		return fmt.Errorf("read screen rules: %w", err)
	}
	if err := c.SetScreenRules(text); err != nil {
		return fmt.Errorf("%s: %w", r.path, err)
	}
	r.text = text
	return nil
}

// ScreenRules returns the rules for extensions, nil for the built-in ones.
func (m *Memory) ScreenRules() json.RawMessage {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	return m.rules.text
}

// Naming counts the changes of the screen rules: an observation named under another
// count must be named again.
func (m *Memory) Naming() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	return m.rules.reads
}
