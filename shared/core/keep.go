package core

import (
	"bytes"
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/prior"
	"cairn/shared/types"
)

// SetNameKey sets the key of name hashes (DESIGN 5.3); each data directory has one.
// Names hidden under another key are no longer found.
func (c *Core) SetNameKey(key []byte) error {
	if len(key) != capture.NameKeyBytes {
		return types.Invalid(fmt.Sprintf("the key of names has %d bytes", len(key)), fmt.Sprintf("It has %d.", capture.NameKeyBytes))
	}
	if bytes.Equal(key, c.nameKey) {
		return nil
	}
	c.nameKey, c.hider = bytes.Clone(key), capture.NewHider(key)
	c.prior = newSuggestions(c.siteOf, c.hider) // it used names hashed with the old key; it reads sessions again on request
	c.search.SetNameKey(key)
	return nil
}

// learnToKeep bounds the earlier steps of a site that are read before names are
// hidden: texts that are not read yet are not familiar.
const learnToKeep = 256

// Hide replaces names of a captured step by hashes: in the mode full only content that may hand over a secret.
func (c *Core) Hide(step *types.Step, keep types.Keep) {
	if keep == types.KeepNeeded {
		c.HideNames(step)
	} else {
		capture.Content(step, c.hider.Hide)
	}
}

// HideNames changes a captured step into the form with only the necessary names in
// clear.
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

// familiarKey identifies a text that was acted on: the name of a target, or the title
// or a segment of the address of the page.
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

// acted maps a text to the session that acted on it, or severalSessions.
type acted map[familiarKey]string

const severalSessions = "*" // not a valid session id

// before reports whether another session acted on a text.
func (a acted) before(key familiarKey, session string) bool {
	by := a[key]
	return key.id != "" && by != "" && by != session
}

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

// forgetActed makes the texts of a deleted step unfamiliar.
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
		note(capture.KindName, t.Column)
		note(capture.KindName, t.Hint)
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
