package share

import (
	"slices"

	"cairn/shared/types"
)

// Line is a text that would leave with a session.
type Line struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"`
	// Once is set for a name that a single session of this memory has: it is most
	// likely data, so it stays here unless a person chooses otherwise.
	Once bool `json:"once,omitempty"`
}

// Session is a session that may be shared: its steps on one origin, in their order.
type Session struct {
	Meta  *types.Session
	Steps []*types.Step
	Goals bool // the team's policy shares goals
	// Before reports whether another session of this memory acted on an element of that name.
	Before func(name string) bool
}

// Texts lists the texts that would leave with a session, each once, as records are read.
func Texts(s Session) []Line {
	var lines []Line
	seen := map[Line]bool{}
	f := NewForm(s.Steps, s.Goals, func(kind Kind, text string) bool {
		if line := (Line{Kind: kind, Text: text}); !seen[line] {
			seen[line] = true
			line.Once = kind == KindName && !s.Before(text)
			lines = append(lines, line)
		}
		return true
	})
	f.Session(s.Meta, 0)
	for _, step := range s.Steps {
		f.Step(step, 0)
	}
	return lines
}

// Once returns the names among lines that start as removed.
func Once(lines []Line) []string {
	var out []string
	for _, line := range lines {
		if line.Once && !slices.Contains(out, line.Text) {
			out = append(out, line.Text)
		}
	}
	return out
}
