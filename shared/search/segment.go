package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"cairn/shared/types"
)

// A segment is some sessions of an engine, with their steps and their part of
// the index, as bytes that another engine takes in without reading a text:
// [Engine.Pack] writes one, [Engine.Attach] reads it.
//
// # The format
//
//	magic      8 bytes, "cairnseg"
//	version    4 bytes, little endian: of this format
//	rules      8 bytes: what the words of a sample are (see rulesOf), so that an
//	           index made by other rules is never taken
//	checksum   8 bytes: of all that follows
//	body       four parts, each with its length before it as a varint:
//	             the steps as package pack keeps them, session by session, each
//	             session's in the order of time
//	             the sessions (segment_session.go)
//	             the words with their postings (segment_posts.go)
//	             what filters on steps ask for, with theirs
//
// Numbers are varints. Blocks are not written: the n-th step of a session is
// bit n%64 of its n/64-th block, and blocks are numbered through all sessions.
// An engine that takes a segment in adds its own numbers of blocks and sessions
// on top, which are higher than all that it had: its lists stay in order.
//
// A session is in a segment whole or not at all. Steps that come for it later
// are added as any others are; the next segment that has the session has them
// too.
const (
	segmentMagic   = "cairnseg"
	segmentVersion = 1
	segmentHead    = len(segmentMagic) + 4 + 8 + 8
)

// ErrSegment is what every fault of a segment's bytes is: they were damaged, cut
// off or written by other rules. What they held must come from elsewhere.
var ErrSegment = errors.New("this is no segment that can be used")

// ErrChanged says that a session that was being packed has changed meanwhile.
var ErrChanged = errors.New("a session changed while it was packed")

// sealSegment fills in the head before a body.
func sealSegment(segment []byte) {
	head := append(segment[:0], segmentMagic...)
	head = binary.LittleEndian.AppendUint32(head, segmentVersion)
	head = binary.LittleEndian.AppendUint64(head, rulesOf())
	binary.LittleEndian.AppendUint64(head, checksum(segment[segmentHead:]))
}

// openSegment checks the head and returns the body.
func openSegment(data []byte) ([]byte, error) {
	if len(data) < segmentHead || string(data[:len(segmentMagic)]) != segmentMagic {
		return nil, fmt.Errorf("%w: it does not begin like one", ErrSegment)
	}
	head, body := data[len(segmentMagic):segmentHead], data[segmentHead:]
	if v := binary.LittleEndian.Uint32(head); v != segmentVersion {
		return nil, fmt.Errorf("%w: it has format %d, not %d", ErrSegment, v, segmentVersion)
	}
	if binary.LittleEndian.Uint64(head[4:]) != rulesOf() {
		return nil, fmt.Errorf("%w: its index follows other rules", ErrSegment)
	}
	if binary.LittleEndian.Uint64(head[12:]) != checksum(body) {
		return nil, fmt.Errorf("%w: its checksum does not fit", ErrSegment)
	}
	return body, nil
}

// checksum is FNV-1a over words of eight bytes, which no change of a single
// word leaves as it is; it is some times faster than CRC in WebAssembly.
func checksum(data []byte) uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037) ^ uint64(len(data))
	for len(data) >= 8 {
		h = (h ^ binary.LittleEndian.Uint64(data)) * prime
		h ^= h >> 32
		data = data[8:]
	}
	for _, b := range data {
		h = (h ^ uint64(b)) * prime
	}
	return h ^ h>>29
}

// rulesOf tells by what rules this build makes an index: it is a checksum of the
// words, fields and stems of a sample that has every field and all kinds of text.
var rulesOf = sync.OnceValue(func() uint64 {
	sample := "Send 0.5 ETH to account-2, sendButton_ok accountsPage 送金テスト café ÜBER l'été running transactions"
	step := &types.Step{
		Labels: []string{sample},
		Tool: types.Tool{Name: "mm_" + sample, Input: map[string]any{"text": sample, "url": "https://a.example/p?q=1#/r"},
			Target: &types.Target{TestID: sample, Role: "button", Name: sample, Selector: "#a > .bC[data-x]"}},
		Outcome: types.Outcome{Error: &types.Error{Code: types.CodeClickFailed, Message: sample}},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: "https://a.example/p?q=1#/r", CurrentScreen: sample, Title: sample},
			TestIDs: []types.TestID{{TestID: sample}}, A11y: types.A11y{Nodes: []types.A11yNode{{Role: "link", Name: sample}}}},
	}
	meta := &types.Session{Goal: sample, FlowTags: []string{sample}, Tags: []string{sample}, Git: &types.Git{Branch: "feature/" + sample}}
	var text []byte
	add := func(f field, how splitting, s string) {
		for _, w := range split(how, s) {
			text = append(append(text, byte(f)), w...)
		}
	}
	eachText(step, add)
	eachMetaText(meta, add)
	return checksum(append(text, byte(fieldCount), byte(ofBlocks)))
})
