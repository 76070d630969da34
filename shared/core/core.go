// Package core is everything that Cairn remembers, in memory, behind one door:
// what the companion asks natively and the extension asks through WebAssembly.
//
// A [Core] composes the engines (search, prior, recall, learn) and the capture
// rules. Records go in by [Core.PutSession], [Core.PutStep], [Core.PutCard] and
// [Core.PutEdit], in any order and as often as one likes; a raw step is made fit
// for them by [Core.Capture]. Questions are [Core.Search], [Core.Last],
// [Core.Sessions], [Core.Recipe], [Core.Prior], [Core.Recall] and those on the
// knowledge base (kb.go). Requests are checked here, so
// that both builds refuse the same things with the same words.
//
// The core keeps nothing: durability is its caller's. It has no clock either:
// every question brings its "now".
package core

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/learn"
	"cairn/shared/recall"
	"cairn/shared/search"
	"cairn/shared/types"
)

// Version names the build's answers: it changes when the same store may answer
// the same question differently.
const Version = "1"

// Core is the whole memory. It is not safe for concurrent use: callers lock.
// Records that are put belong to it; answers may share them and must not be
// changed.
type Core struct {
	rules  *capture.Rules
	search *search.Engine
	prior  suggestions
	recall *recall.Book
	kb     *learn.Base
	// kbUnread are the sessions that came in segments and were not read for kb.
	kbUnread map[string]bool
	segments segments
	nameKey  []byte
	rewriter *Rewriter // of BeginRewriting
	hider    *capture.Hider
	flows    flows
	// names are those of sites: siteOf is consulted wherever evidence is keyed by origin.
	names *recall.Names
}

// New returns an empty memory with the default screen rules.
func New() *Core {
	c := &Core{rules: capture.DefaultRules(), hider: capture.NewHider(nil)}
	c.Reset()
	return c
}

// Reset forgets every record. Screen rules stay.
func (c *Core) Reset() {
	c.search = search.NewWith(placesOf)
	c.search.SetNameKey(c.nameKey)
	c.names = &recall.Names{}
	c.prior = newSuggestions(c.siteOf, c.hider)
	c.recall = recall.Over(sites{c}, c.names)
	c.kb, c.kbUnread = learn.For(c.siteOf), map[string]bool{}
	c.flows = newFlows(nil)
	c.rewriter = nil
	c.segments = newSegments(cmp.Or(c.segments.full, fullSegment))
}

// SetScreenRules replaces the per-site screen rules; on error the old ones
// stay.
func (c *Core) SetScreenRules(data []byte) error {
	rules, err := capture.ParseRules(data)
	if err != nil {
		return fmt.Errorf("screen rules: %w", err)
	}
	c.rules = rules
	return nil
}

// Capture makes a raw step fit to be remembered: screens, labels, redaction,
// caps, and the names that keep lets stay in clear. The step is not put.
func (c *Core) Capture(now types.Time, raw *types.Step, keep types.Keep) (*types.Step, error) {
	step, err := c.Capturer()(now, raw)
	if err == nil && keep == types.KeepNeeded {
		c.HideNames(step)
	}
	return step, err
}

// Capturer is [Core.Capture] with all names in clear, under the screen rules of now, as a function that
// may be called at any time, without the caller's lock: capturing is the larger
// part of taking a step in.
func (c *Core) Capturer() func(now types.Time, raw *types.Step) (*types.Step, error) {
	rules := c.rules
	return func(now types.Time, raw *types.Step) (*types.Step, error) {
		if raw == nil {
			return nil, invalid("there is no step to capture", "Send the step in the field \"capture\".")
		}
		return capture.Step(now, raw, rules)
	}
}

// CaptureObservation names the screen of a bare look and redacts it, in place.
func (c *Core) CaptureObservation(o *types.Observation) { capture.Observation(o, c.rules) }

// NameScreens names the screens of a look that is masked, and changes nothing else.
func (c *Core) NameScreens(o *types.Observation) { capture.Name(o, c.rules) }

// PutSession inserts a session or replaces its metadata.
func (c *Core) PutSession(s *types.Session) error {
	if s == nil {
		return invalid("there is no session to put", "Send the session's metadata.")
	}
	if err := capture.SessionID(s.SessionID); err != nil {
		return err
	}
	was := c.search.Session(s.SessionID)
	s = c.Merged(s)
	c.search.PutSession(s)
	if c.prior.sessions[s.SessionID] {
		c.prior.engine.PutSession(s)
	}
	if was != nil && (was.Goal != s.Goal || was.Ambient != s.Ambient || was.Statement != s.Statement) {
		c.recall.Changed(c.sitesOf(s.SessionID)...)
	}
	if !c.kbUnread[s.SessionID] {
		c.kb.PutSession(s)
	}
	c.flowsChanged(was, s)
	return nil
}

// Merged is a session's record with what was said of it before and still holds:
// the goal and the tags that a person gave it last, the statement of its outcome,
// the KB items that were retrieved for it, its runs of flows, and its end with what was counted then. A running session's recorder, and every step that an extension
// sends late, still say what the session began with. It is what PutSession keeps.
func (c *Core) Merged(s *types.Session) *types.Session {
	was := c.search.Session(s.SessionID)
	if was == nil {
		return s
	}
	fetched := len(was.RetrievedKB) > 0 && !slices.Equal(was.RetrievedKB, s.RetrievedKB)
	edited, stated, ended := was.EditedAt > s.EditedAt, was.Statement.Over(s.Statement), was.EndedAt != 0 && s.EndedAt == 0
	runs := mergedRuns(was.FlowRuns, s.FlowRuns)
	if ran := !slices.EqualFunc(runs, s.FlowRuns, sameRun); !edited && !stated && !ended && !fetched && !ran {
		return s
	}
	kept := *s
	kept.FlowRuns = runs
	if edited {
		kept.Goal, kept.FlowTags, kept.Tags, kept.EditedAt = was.Goal, was.FlowTags, was.Tags, was.EditedAt
	}
	if stated {
		kept.Statement = was.Statement
	}
	if fetched {
		kept.RetrievedKB = types.Retrieved(was.RetrievedKB, s.RetrievedKB)
	}
	if ended {
		kept.EndedAt, kept.Looks = was.EndedAt, was.Looks
	}
	return &kept
}

// Amend is a session as a person wants it, fit to be put; nothing is changed
// yet.
func (c *Core) Amend(now types.Time, sessionID, goal string, flowTags, tags []string) (*types.Session, error) {
	out, err := c.own(sessionID)
	if err != nil {
		return nil, err
	}
	out.Goal, out.FlowTags, out.Tags = goal, append([]string{}, flowTags...), append([]string{}, tags...)
	out.EditedAt = max(now, out.EditedAt+1)
	capture.Session(out)
	return out, nil
}

// outcomes are what a person may say, by the word that says it. "unknown" takes
// back what was stated.
var outcomes = map[string]types.SessionOutcome{
	string(types.SessionDone): types.SessionDone, string(types.SessionFailed): types.SessionFailed,
	string(types.SessionAbandoned): types.SessionAbandoned, "unknown": "",
}

// State is a session with a person's word on its outcome, fit to be put; nothing
// is changed yet. outcome is done, failed, abandoned or unknown.
func (c *Core) State(now types.Time, sessionID, outcome, evidence string) (*types.Session, error) {
	stated, known := outcomes[outcome]
	if !known {
		return nil, invalid(fmt.Sprintf("there is no outcome %.40q", outcome), "Give done, failed, abandoned or unknown.")
	}
	out, err := c.own(sessionID)
	if err != nil {
		return nil, err
	}
	out.Statement = types.Statement{Outcome: stated, OutcomeBy: types.StatedByPerson, OutcomeAt: max(now, out.OutcomeAt+1), Evidence: evidence}
	capture.Session(out)
	return out, nil
}

// own is a copy of a session for a person to change. One whose record never came
// has a record from now on.
func (c *Core) own(sessionID string) (*types.Session, error) {
	known := c.search.Session(sessionID)
	if known == nil {
		return nil, notFound(fmt.Sprintf("there is no session %.40q", sessionID), "It may have been forgotten. List the sessions again.")
	}
	out := *known
	out.Foreign = false
	return &out, nil
}

// PutStep adds a step. A step that is already there (by its id) changes
// nothing. A step of an unknown session brings a Foreign session with it, which
// no metadata filter lets pass until its own record comes.
func (c *Core) PutStep(s *types.Step) error {
	step, err := fit(s)
	if err != nil {
		return err
	}
	meta := c.search.Session(step.SessionID)
	if meta == nil || meta.Foreign && step.Timestamp < meta.CreatedAt {
		meta = foreign(step)
		if err := c.PutSession(meta); err != nil {
			return err
		}
	}
	if !c.search.PutStep(step) {
		return nil
	}
	c.learnStep(step)
	if meta.Done() {
		c.flowsChanged(meta, meta)
	}
	c.recall.Learn(meta, step)
	if !c.kbUnread[step.SessionID] {
		c.kb.Learn(meta, step)
	}
	return nil
}

// PutCard keeps a card that a person wrote or that came by import.
func (c *Core) PutCard(card *types.KnowledgeCard) error {
	if card == nil {
		return invalid("there is no card to put", "Send the card.")
	}
	return c.recall.Put(card)
}

// Session returns a session's metadata, nil when it is unknown.
func (c *Core) Session(id string) *types.Session { return c.search.Session(id) }

// Steps returns a session's steps, oldest first.
func (c *Core) Steps(sessionID string) []*types.Step { return c.search.Steps(sessionID) }

// Outlines returns a session's steps without what their pages showed, oldest first.
func (c *Core) Outlines(sessionID string) []*types.Step { return c.search.Outlines(sessionID) }

// Step returns a step by its id, nil when it is unknown.
func (c *Core) Step(id string) *types.Step { return c.search.Step(id) }

// Card returns the card of a site, nil when there is none.
func (c *Core) Card(domain string) *types.KnowledgeCard { return c.recall.Card(domain) }

// Sites are those that something is known of, by name.
func (c *Core) Sites() []string { return c.recall.Names() }

// Cards returns all cards by domain.
func (c *Core) Cards() []*types.KnowledgeCard { return c.recall.Cards() }

// Status counts what is held.
func (c *Core) Status() types.Status {
	sessions, steps := c.search.Size()
	return types.Status{Sessions: sessions, Steps: steps, Cards: c.recall.Len(), Version: Version}
}

// fit checks a step and completes what older records lack: the tool's prefix
// and the step's id. It copies where it has to change.
func fit(s *types.Step) (*types.Step, error) {
	if s == nil {
		return nil, invalid("there is no step to put", "Send the step.")
	}
	if err := capture.SessionID(s.SessionID); err != nil {
		return nil, err
	}
	name := capture.NormalizeTool(s.Tool.Name)
	if name == "" {
		return nil, invalid("the step names no tool", "A step needs tool.name.")
	}
	if name == s.Tool.Name && s.StepID != "" {
		return s, nil
	}
	step := *s
	step.Tool.Name = name
	if step.StepID == "" {
		id, err := StepID(s)
		if err != nil {
			return nil, err
		}
		step.StepID = id
	}
	return &step, nil
}

// StepID names a step that came without an id by what it says, as it came: so that
// the same file read twice, by the panel or by the command line, is one step.
func StepID(raw *types.Step) (string, error) {
	text, err := json.Marshal(raw)
	if err != nil {
		return "", fmt.Errorf("name step: %w", err)
	}
	sum := sha256.Sum256(text)
	return "i-" + hex.EncodeToString(sum[:16]), nil
}

// foreign is the stand-in for a session whose record has not come.
func foreign(first *types.Step) *types.Session {
	return &types.Session{
		SchemaVersion: types.SchemaVersion,
		SessionID:     first.SessionID,
		CreatedAt:     first.Timestamp,
		FlowTags:      []string{},
		Tags:          []string{},
		Foreign:       true,
	}
}

func invalid(message, hint string) *types.Error {
	return types.Fault(types.CodeInvalidInput, message, hint)
}
