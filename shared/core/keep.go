package core

import (
	"bytes"
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/prior"
	"cairn/shared/types"
)

// SetNameKey gives the core the key of name hashes (DESIGN 5.3), which each data
// directory has one of. Names that were hidden under another key are found no more.
func (c *Core) SetNameKey(key []byte) error {
	if len(key) != capture.NameKeyBytes {
		return invalid(fmt.Sprintf("the key of names has %d bytes", len(key)), fmt.Sprintf("It has %d.", capture.NameKeyBytes))
	}
	if bytes.Equal(key, c.nameKey) {
		return nil
	}
	c.nameKey, c.hider = bytes.Clone(key), capture.NewHider(key)
	c.prior = newSuggestions(c.siteOf, c.hider) // which hashed names by the key before; it reads sessions again when it is asked
	c.search.SetNameKey(key)
	return nil
}

// learnToKeep bounds how many earlier steps of a site are read before names are
// hidden: what is not read yet is not familiar.
const learnToKeep = 256

// HideNames puts a captured step into the form that keeps only names which are needed.
func (c *Core) HideNames(step *types.Step) {
	site := ""
	if step.Observation != nil {
		origin := prior.Origin(&step.Observation.State)
		c.learn(origin, learnToKeep)
		site = c.siteOf(origin)
	}
	needed := capture.Needed{Names: c.hider, Familiar: func(kind capture.Kind, text string) bool {
		return c.prior.acted.before(c.familiar(site, kind, text), step.SessionID)
	}}
	needed.Apply(step)
}

// familiarKey is a text that was acted on: the name of a target, or the title or
// a segment of the address of the page.
type familiarKey struct {
	site string
	kind capture.Kind
	id   string // the text's hash
}

func (c *Core) familiar(site string, kind capture.Kind, text string) familiarKey {
	id := ""
	if kind == capture.KindSegment {
		id = strings.Trim(c.hider.Segment(text), "~")
	} else {
		id = c.hider.ID(text)
	}
	return familiarKey{site, kind, id}
}

// acted holds who acted on a text: a session, or severalSessions.
type acted map[familiarKey]string

const severalSessions = "*" // no session's id

// before reports whether another session acted on a text.
func (a acted) before(key familiarKey, session string) bool {
	by := a[key]
	return key.id != "" && by != "" && by != session
}

// noteActed notes what a step acted on.
func (c *Core) noteActed(step *types.Step) {
	if !c.hider.Keyed() || step.Observation == nil {
		return
	}
	site := c.siteOf(prior.Origin(&step.Observation.State))
	eachFamiliar(step, func(kind capture.Kind, text string) {
		key := c.familiar(site, kind, text)
		switch by := c.prior.acted[key]; {
		case key.id == "" || by == step.SessionID:
		case by == "":
			c.prior.acted[key] = step.SessionID
		default:
			c.prior.acted[key] = severalSessions
		}
	})
}

// forgetActed makes what a forgotten step acted on unfamiliar.
func (c *Core) forgetActed(step *types.Step) {
	if step.Observation == nil {
		return
	}
	site := c.siteOf(prior.Origin(&step.Observation.State))
	eachFamiliar(step, func(kind capture.Kind, text string) {
		delete(c.prior.acted, c.familiar(site, kind, text))
	})
}

// eachFamiliar calls note with the texts of a step that another session's step may make familiar.
func eachFamiliar(step *types.Step, note func(kind capture.Kind, text string)) {
	if t := step.Tool.Target; t != nil {
		note(capture.KindName, t.Name)
		for _, cell := range capture.RowCells(t.Row) {
			note(capture.KindName, cell)
		}
	}
	state := &step.Observation.State
	note(capture.KindTitle, state.Title)
	for _, seg := range capture.Segments(state.CurrentURL) {
		note(capture.KindSegment, seg)
	}
}
