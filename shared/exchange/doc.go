// Package exchange writes sessions in the forms that other tools read, and
// reads recordings of Chrome's DevTools Recorder.
//
//	files, err := exchange.Write(exchange.Playwright, session, steps)
//	session, steps, skipped, err := exchange.ReadRecorder(text, now)
//
// What is written is made of what pages said, so every text is quoted as its
// form wants it: none can leave its place. What was not kept (a typed password)
// is not written either; a Playwright test asks the environment for it.
package exchange

import (
	"fmt"

	"cairn/shared/types"
)

// Format is a form that a session can be written in.
type Format string

// The formats.
const (
	Recorder   Format = "recorder"   // JSON of Chrome's DevTools Recorder (Puppeteer Replay)
	Playwright Format = "playwright" // a test for @playwright/test
	Skill      Format = "skill"      // SKILL.md for agents
	Layout     Format = "layout"     // the specs' directory: session.json and steps/*.json
)

// File is one written file; Name may hold slashes.
type File struct {
	Name, Text string
}

// Write tells a session in a format. steps are oldest first, whole.
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
	return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("there is no format %.40q", format), "Use recorder, playwright, skill or layout.")
}
