// Package core holds all of Cairn's memory and answers all questions about it,
// natively for the companion and through WebAssembly for the extension.
//
// A [Core] composes the engines (search, prior, recall, learn) and the capture rules.
// [Core.PutSession], [Core.PutStep] and [Core.PutEdit] add records,
// in any order and repeatedly; [Core.Capture] turns a raw step into a record. Queries
// are [Core.Search], [Core.Last], [Core.Sessions], [Core.Recipe], [Core.Prior],
// [Core.Recall] and those on the knowledge base (kb.go). The core checks requests, so
// that both builds reject the same ones with the same messages.
//
// The core writes nothing to disk: that is the caller's task. It reads no clock
// either: every query passes the current time.
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

// Version identifies the build's answers. It changes when the same store may answer
// the same query differently.
const Version = "1"

// Core is the complete memory. It is not safe for concurrent use: callers lock. It
// owns the records that are put; answers may share them, and callers must not change
// them.
type Core struct {
	rules  *capture.Rules
	search *search.Engine
	prior  suggestions
	recall *recall.Book
	kb     *learn.Base
	// kbUnread holds the sessions from segments that kb has not read yet.
	kbUnread map[string]bool
	segments segments
	nameKey  []byte
	rewriter *Rewriter // set by BeginRewriting
	hider    *capture.Hider
	flows    flows
	// names holds the names of sites. siteOf uses it wherever evidence is keyed by
	// origin.
	names *recall.Names
}

// New returns an empty memory with the default screen rules.
func New() *Core {
	c := &Core{rules: capture.DefaultRules(), hider: capture.NewHider(nil)}
	c.Reset()
	return c
}

// Reset removes every record. Screen rules stay.
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

// SetScreenRules replaces the per-site screen rules. After an error the old ones
// stay.
func (c *Core) SetScreenRules(data []byte) error {
	rules, err := capture.ParseRules(data)
	if err != nil {
		return fmt.Errorf("screen rules: %w", err)
	}
	c.rules = rules
	return nil
}

// Capture turns a raw step into one that can be stored: screens, labels, redaction,
// caps, and the names that keep leaves in clear. It does not put the step.
func (c *Core) Capture(now types.Time, raw *types.Step, keep types.Keep) (*types.Step, error) {
	step, err := c.Capturer()(now, raw)
	if err == nil {
		c.Hide(step, keep)
	}
	return step, err
}

// Capturer returns [Core.Capture] with all names in clear, under the present screen rules, as a
// function that needs no lock of the caller: capturing is the larger part of storing a step.
func (c *Core) Capturer() func(now types.Time, raw *types.Step) (*types.Step, error) {
	rules := c.rules
	return func(now types.Time, raw *types.Step) (*types.Step, error) {
		if raw == nil {
			return nil, types.Invalid("there is no step to capture", "Send the step in the field \"capture\".")
		}
		return capture.Step(now, raw, rules)
	}
}

// CaptureObservation names the screen of an observation and redacts it, in place.
func (c *Core) CaptureObservation(o *types.Observation) { capture.Observation(o, c.rules) }

// NameScreens names the screens of a masked observation, and changes nothing else.
func (c *Core) NameScreens(o *types.Observation) { capture.Name(o, c.rules) }

// PutSession inserts a session or replaces its metadata.
func (c *Core) PutSession(s *types.Session) error {
	if s == nil {
		return types.Invalid("there is no session to put", "Send the session's metadata.")
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
	c.flowsChanged(was, s)
	if s.From == nil && !c.kbUnread[s.SessionID] {
		c.kb.PutSession(s)
	}
	return nil
}

// Merged returns a session's record completed with earlier data that is still valid: the last goal and tags from a
// person, the stated outcome, the retrieved KB items, its runs of flows, its author, and its end with the counts at that time. A
// running session's recorder, and every late step from an extension, still send the session's initial data.
// PutSession stores the result.
func (c *Core) Merged(s *types.Session) *types.Session {
	was := c.search.Session(s.SessionID)
	if was == nil {
		return s
	}
	fetched := len(was.RetrievedKB) > 0 && !slices.Equal(was.RetrievedKB, s.RetrievedKB)
	edited, stated, ended := was.EditedAt > s.EditedAt, was.Statement.Over(s.Statement), was.EndedAt != 0 && s.EndedAt == 0
	foreign := was.From != nil && s.From == nil
	runs := mergedRuns(was.FlowRuns, s.FlowRuns)
	if ran := !slices.EqualFunc(runs, s.FlowRuns, sameRun); !edited && !stated && !ended && !fetched && !ran && !foreign {
		return s
	}
	kept := *s
	kept.FlowRuns = runs
	if foreign {
		kept.From = was.From
	}
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
		kept.EndedAt, kept.Cost = was.EndedAt, was.Cost
	}
	return &kept
}

// Amend returns a session with a person's changes, ready to be put. It changes
// nothing itself.
func (c *Core) Amend(now types.Time, sessionID, goal string, flowTags, tags []string) (*types.Session, error) {
	out, err := c.sessionForEdit(sessionID)
	if err != nil {
		return nil, err
	}
	out.Goal, out.FlowTags, out.Tags = goal, append([]string{}, flowTags...), append([]string{}, tags...)
	out.EditedAt = max(now, out.EditedAt+1)
	capture.Session(out)
	return out, nil
}

// outcomes maps the words of a person to outcomes. "unknown" removes the statement.
var outcomes = map[string]types.SessionOutcome{
	string(types.SessionDone): types.SessionDone, string(types.SessionFailed): types.SessionFailed,
	string(types.SessionAbandoned): types.SessionAbandoned, "unknown": "",
}

// State returns a session with a person's statement of its outcome, ready to be put.
// It changes nothing itself. outcome is done, failed, abandoned or unknown.
func (c *Core) State(now types.Time, sessionID, outcome, evidence string) (*types.Session, error) {
	stated, known := outcomes[outcome]
	if !known {
		return nil, types.Invalid(fmt.Sprintf("there is no outcome %.40q", outcome), "Give done, failed, abandoned or unknown.")
	}
	out, err := c.sessionForEdit(sessionID)
	if err != nil {
		return nil, err
	}
	out.Statement = types.Statement{Outcome: stated, OutcomeBy: types.StatedByPerson, OutcomeAt: max(now, out.OutcomeAt+1), Evidence: evidence}
	capture.Session(out)
	return out, nil
}

// sessionForEdit returns a copy of a session for a person's changes. A session whose record
// never came gets a record.
func (c *Core) sessionForEdit(sessionID string) (*types.Session, error) {
	known := c.search.Session(sessionID)
	if known == nil {
		return nil, notFound(fmt.Sprintf("there is no session %.40q", sessionID), "It may have been forgotten. List the sessions again.")
	}
	out := *known
	out.Foreign = false
	return &out, nil
}

// PutStep adds a step and ignores one with a known id. For a step of an unknown
// session it adds a Foreign session, which passes no metadata filter until its record
// arrives.
func (c *Core) PutStep(s *types.Step) error {
	step, err := checkStep(s)
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
	if meta.From != nil {
		return nil
	}
	c.recall.Learn(step)
	if !c.kbUnread[step.SessionID] {
		c.kb.Learn(meta, step)
	}
	return nil
}

// Session returns a session's metadata, or nil when it is unknown.
func (c *Core) Session(id string) *types.Session { return c.search.Session(id) }

// Steps returns a session's steps, oldest first.
func (c *Core) Steps(sessionID string) []*types.Step { return c.search.Steps(sessionID) }

// Outlines returns a session's steps without the contents of their pages, oldest
// first.
func (c *Core) Outlines(sessionID string) []*types.Step { return c.search.Outlines(sessionID) }

// Step returns a step by its id, or nil when it is unknown.
func (c *Core) Step(id string) *types.Step { return c.search.Step(id) }

// Card returns the card of a site, or nil when there is none.
func (c *Core) Card(domain string) *types.KnowledgeCard { return c.recall.Card(domain) }

// Sites returns the known sites, by name.
func (c *Core) Sites() []string { return c.recall.Names() }

// Cards returns all cards by domain.
func (c *Core) Cards() []*types.KnowledgeCard { return c.recall.Cards() }

// Status counts the stored records.
func (c *Core) Status() types.Status {
	sessions, steps := c.search.Size()
	return types.Status{Sessions: sessions, Steps: steps, Cards: c.recall.Len(), Version: Version}
}

// checkStep checks a step and completes fields that older records lack: the tool's prefix
// and the step's id. It copies before it changes.
func checkStep(s *types.Step) (*types.Step, error) {
	if s == nil {
		return nil, types.Invalid("there is no step to put", "Send the step.")
	}
	if err := capture.SessionID(s.SessionID); err != nil {
		return nil, err
	}
	name := capture.NormalizeTool(s.Tool.Name)
	if name == "" {
		return nil, types.Invalid("the step names no tool", "A step needs tool.name.")
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

// StepID derives an id from the unchanged contents of a step that has none. The same
// file, read twice by the panel or by the command line, then gives the same step.
func StepID(raw *types.Step) (string, error) {
	text, err := json.Marshal(raw)
	if err != nil {
		return "", fmt.Errorf("name step: %w", err)
	}
	sum := sha256.Sum256(text)
	return "i-" + hex.EncodeToString(sum[:16]), nil
}

// foreign returns the placeholder for a session whose record has not arrived.
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
