package search

import (
	"bytes"
	"encoding/binary"
	"encoding/json"

	"cairn/shared/pack"
	"cairn/shared/types"
)

// Flags of a session in a segment.
const (
	sessionForeign = 1 << iota
	sessionAmbient
	sessionGit
	sessionDirty
	sessionRest // other metadata follows as JSON
)

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
	rest, err := restOf(m)
	if err != nil {
		return nil, err
	}
	set(m.Foreign, sessionForeign)
	set(m.Ambient, sessionAmbient)
	set(m.Git != nil, sessionGit)
	set(m.Git != nil && m.Git.Dirty, sessionDirty)
	set(rest != nil, sessionRest)
	dst = binary.AppendUvarint(dst, uint64(flags))
	if rest != nil {
		dst = pack.AppendBytes(dst, rest)
	}
	dst = pack.AppendBytes(dst, m.SessionID)
	dst = pack.AppendSigned(dst, int64(m.SchemaVersion))
	dst = pack.AppendSigned(dst, int64(m.CreatedAt))
	dst = pack.AppendSigned(dst, int64(m.EndedAt))
	dst = pack.AppendBytes(dst, m.Goal)
	dst = pack.AppendBytes(dst, m.Client)
	dst = appendTexts(dst, m.FlowTags)
	dst = appendTexts(dst, m.Tags)
	if m.Git != nil {
		dst = pack.AppendBytes(dst, m.Git.Branch)
		dst = pack.AppendBytes(dst, m.Git.Commit)
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.steps)))
	dst = binary.AppendUvarint(dst, uint64(s.length))
	return appendTexts(dst, s.places), nil
}

// plain is a session with only the fields that every session has.
var plain, _ = json.Marshal(&types.Session{})

// restOf returns the metadata that appendSession does not write itself, as JSON. It
// is nil for most sessions: such metadata is rare and has many shapes.
func restOf(m *types.Session) ([]byte, error) {
	rest := *m
	rest.SessionID, rest.SchemaVersion, rest.CreatedAt, rest.EndedAt = "", 0, 0, 0
	rest.Goal, rest.Client, rest.FlowTags, rest.Tags = "", "", nil, nil
	rest.Git, rest.Foreign, rest.Ambient = nil, false, false
	out, err := json.Marshal(&rest)
	if err != nil || bytes.Equal(out, plain) {
		return nil, err
	}
	return out, nil
}

// readSession reads the output of appendSession, with the number of steps.
func readSession(c *cursor) (s *session, steps int) {
	flags := c.Number()
	m := &types.Session{}
	if flags&sessionRest != 0 && json.Unmarshal(c.Bytes(), m) != nil {
		c.Fail()
	}
	m.SessionID, m.SchemaVersion, m.CreatedAt, m.EndedAt = c.Text(), int(c.Signed()), types.Time(c.Signed()), types.Time(c.Signed())
	m.Goal, m.Client, m.FlowTags, m.Tags = c.Text(), c.Text(), c.texts(), c.texts()
	m.Foreign, m.Ambient = flags&sessionForeign != 0, flags&sessionAmbient != 0
	if flags&sessionGit != 0 {
		m.Git = &types.Git{Branch: c.Text(), Commit: c.Text(), Dirty: flags&sessionDirty != 0}
	}
	steps = int(min(c.Number(), maxSegmentSteps+1))
	length := int(min(c.Number(), maxSegmentSteps))
	return &session{meta: m, length: length, places: c.texts()}, steps
}

// appendTexts writes a list of texts. Like JSON, it distinguishes nil from an empty
// list.
func appendTexts(dst []byte, list []string) []byte {
	if list == nil {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(len(list))+1)
	for _, s := range list {
		dst = pack.AppendBytes(dst, s)
	}
	return dst
}

func (c *cursor) texts() []string {
	n := c.Number()
	if n == 0 {
		return nil
	}
	if n-1 > uint64(len(c.Data)) {
		c.Fail()
		return nil
	}
	out := make([]string, n-1)
	for i := range out {
		out[i] = c.Text()
	}
	return out
}
