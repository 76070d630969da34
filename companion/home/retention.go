package home

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"cairn/companion/memory"
	"cairn/shared/types"
)

// LimitsFile holds the limits of the stored data: see Retention.
func (h Dir) LimitsFile() string { return h.Path("retention.json") }

func (h Dir) droppedFile() string { return h.Path("dropped.log") }

// Retention returns the limits of the stored data: the user's from retention.json,
// else the defaults.
func (h Dir) Retention() (memory.Limits, error) {
	text, err := os.ReadFile(h.LimitsFile())
	if errors.Is(err, os.ErrNotExist) {
		return memory.DefaultLimits, nil
	}
	var l memory.Limits
	if err == nil {
		l, err = parseLimits(text)
	}
	if err != nil {
		return memory.Limits{}, types.Invalid(fmt.Sprintf("%s is not understood, so nothing is dropped: %v", h.LimitsFile(), err),
			`write, for example, {"days": 90, "bytes": 268435456}; 0 days is for ever, and 1 GiB is the most`)
	}
	return l, nil
}

// parseLimits parses retention.json. A missing value gets its default; an invalid
// value is an error, because it cannot be the intended limit.
func parseLimits(text []byte) (memory.Limits, error) {
	l := memory.DefaultLimits
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&l)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) && wrong.Field != "" {
		return l, fmt.Errorf("%s is a %s, not a whole number", wrong.Field, wrong.Value)
	}
	if err != nil {
		return l, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return l, errors.New("something follows the limits")
	}
	return l, l.Check()
}

// NoteDropped adds a line to the list of removals.
func (h Dir) NoteDropped(line string) error {
	f, err := os.OpenFile(h.droppedFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("note what was dropped: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s: %s\n", time.Now().UTC().Format(time.DateOnly), line)
	return errors.Join(err, f.Close())
}

// LastDropped describes the last removal; empty if there was none.
func (h Dir) LastDropped() string {
	text, err := os.ReadFile(h.droppedFile())
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
