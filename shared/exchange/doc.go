// Package exchange writes sessions in the formats of other tools, and reads
// recordings of Chrome's DevTools Recorder.
//
//	files, err := exchange.Write(exchange.Playwright, session, steps)
//	session, steps, skipped, err := exchange.ReadRecorder(text, now)
//
// The output contains page text, so every text is quoted by the rules of its format
// and cannot break out. Texts that are not stored (a typed password) are not written;
// a Playwright test reads them from the environment.
package exchange

import (
	"fmt"

	"cairn/shared/types"
)

// Format is an output format for sessions.
type Format string

// The formats.
const (
	Recorder   Format = "recorder"   // JSON of Chrome's DevTools Recorder (Puppeteer Replay)
	Playwright Format = "playwright" // a test for @playwright/test
	Skill      Format = "skill"      // SKILL.md for agents
	Layout     Format = "layout"     // the specs' directory: session.json and steps/*.json
)

// File is one written file; Name may contain slashes.
type File struct {
	Name, Text string
}

// Write returns a session in a format. steps are complete, oldest first.
func Write(format Format, session *types.Session, steps []*types.Step) ([]File, error) {
	if session == nil || len(steps) == 0 && format != Layout {
		return nil, types.Fault(types.CodeNotFound, "no step of this session is remembered", "List the sessions (cairn sessions), and name one that has steps.")
	}
	switch format {
	case Recorder:
		return writeRecorder(session, steps)
	case Playwright:
		return []File{{fileName(session) + ".spec.ts", playwright(session, steps)}}, nil
	case Skill:
		return []File{{fileName(session) + "/SKILL.md", skill(session, steps)}}, nil
	case Layout:
		return layout(session, steps)
	}
	return nil, types.Invalid(fmt.Sprintf("there is no format %.40q", format), "Use recorder, playwright, skill or layout.")
}
