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

// rulesEvery is how often the file of screen rules is looked at: soon enough
// for somebody who edits it and tries, rare enough to cost nothing.
const rulesEvery = 2 * time.Second

// rulesFile is a person's file of per-site screen rules as it was last read.
type rulesFile struct {
	path    string
	checked time.Time
	size    int64
	changed time.Time // of the file
	text    json.RawMessage
	wrong   error // why the file as it is now is not used
	reads   int   // how many times it was read
}

// refresh reads the file again when it has changed. Rules that are wrong leave
// the ones before in force.
func (r *rulesFile) refresh(c *core.Core, now time.Time) {
	if r.path == "" || now.Sub(r.checked).Abs() < rulesEvery {
		return
	}
	r.checked = now
	info, err := os.Stat(r.path)
	if err != nil {
		info = nil
	}
	if r.same(info) {
		return
	}
	r.wrong = r.read(c)
}

// same reports whether the file is the one that was read.
func (r *rulesFile) same(info fs.FileInfo) bool {
	if info == nil {
		return r.changed.IsZero()
	}
	return info.Size() == r.size && info.ModTime().Equal(r.changed)
}

// noRules is a file that says nothing: the built-in rules alone hold.
const noRules = `{"version":1,"sites":[]}`

// read puts the file's rules in force, the built-in ones when there is none.
func (r *rulesFile) read(c *core.Core) error {
	r.size, r.changed = 0, time.Time{}
	r.reads++
	if r.path == "" {
		return nil
	}
	info, err := os.Stat(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		r.text = nil
		return c.SetScreenRules([]byte(noRules))
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

// ScreenRules are the rules that extensions are to use, nil for the built-in
// ones.
func (m *Memory) ScreenRules() json.RawMessage {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	return m.rules.text
}

// Naming counts how often the rules by which screens are named have changed: a
// look that was named under another count is to be named anew.
func (m *Memory) Naming() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	return m.rules.reads
}

// RulesFault is why the file of screen rules, as it is now, is not in force;
// nil when it is, or when there is none.
func (m *Memory) RulesFault() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rules.wrong
}
