package search

import (
	"encoding/binary"
	"encoding/json"

	"cairn/shared/types"
)

// Flags of a session in a segment.
const (
	sessionForeign = 1 << iota
	sessionAmbient
	sessionGit
	sessionDirty
	sessionRest // launch and build follow as JSON
)

// sessionRestFields are what is rare and has many shapes.
type sessionRestFields struct {
	Launch *types.Launch `json:"launch,omitempty"`
	Build  *types.Build  `json:"build,omitempty"`
}

// appendSession writes a session: its metadata, the number of its steps, the
// length of its goal and its places.
func appendSession(dst []byte, s *session) ([]byte, error) {
	m := s.meta
	flags := 0
	set := func(is bool, flag int) {
		if is {
			flags |= flag
		}
	}
	set(m.Foreign, sessionForeign)
	set(m.Ambient, sessionAmbient)
	set(m.Git != nil, sessionGit)
	set(m.Git != nil && m.Git.Dirty, sessionDirty)
	set(m.Launch != nil || m.Build != nil, sessionRest)
	dst = binary.AppendUvarint(dst, uint64(flags))
	dst = appendBytes(dst, m.SessionID)
	dst = appendSigned(dst, int64(m.SchemaVersion))
	dst = appendSigned(dst, int64(m.CreatedAt))
	dst = appendSigned(dst, int64(m.EndedAt))
	dst = appendBytes(dst, m.Goal)
	dst = appendBytes(dst, m.Client)
	dst = appendTexts(dst, m.FlowTags)
	dst = appendTexts(dst, m.Tags)
	if m.Git != nil {
		dst = appendBytes(dst, m.Git.Branch)
		dst = appendBytes(dst, m.Git.Commit)
	}
	if flags&sessionRest != 0 {
		rest, err := json.Marshal(sessionRestFields{m.Launch, m.Build})
		if err != nil {
			return nil, err
		}
		dst = appendBytes(dst, rest)
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.steps)))
	dst = binary.AppendUvarint(dst, uint64(s.length))
	return appendTexts(dst, s.places), nil
}

// readSession reads what appendSession wrote, and how many steps it has.
func readSession(c *cursor) (s *session, steps int) {
	flags := c.number()
	m := &types.Session{SessionID: c.text(), SchemaVersion: int(c.signed()), CreatedAt: types.Time(c.signed()), EndedAt: types.Time(c.signed()),
		Goal: c.text(), Client: c.text(), FlowTags: c.texts(), Tags: c.texts(),
		Foreign: flags&sessionForeign != 0, Ambient: flags&sessionAmbient != 0}
	if flags&sessionGit != 0 {
		m.Git = &types.Git{Branch: c.text(), Commit: c.text(), Dirty: flags&sessionDirty != 0}
	}
	if flags&sessionRest != 0 {
		var rest sessionRestFields
		if json.Unmarshal(c.bytes(), &rest) != nil {
			c.fail()
		}
		m.Launch, m.Build = rest.Launch, rest.Build
	}
	steps = int(min(c.number(), maxSegmentSteps+1))
	length := int(min(c.number(), maxSegmentSteps))
	return &session{meta: m, length: length, places: c.texts()}, steps
}

// appendTexts writes a list of texts; nil and empty are told apart, as JSON does.
func appendTexts(dst []byte, list []string) []byte {
	if list == nil {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(len(list))+1)
	for _, s := range list {
		dst = appendBytes(dst, s)
	}
	return dst
}

func (c *cursor) texts() []string {
	n := c.number()
	if n == 0 {
		return nil
	}
	if n-1 > uint64(len(c.data)) {
		c.fail()
		return nil
	}
	out := make([]string, n-1)
	for i := range out {
		out[i] = c.text()
	}
	return out
}
