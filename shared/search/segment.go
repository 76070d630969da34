package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"cairn/shared/types"
)

// A segment contains some sessions of an engine, with their steps and their part of
// the index, as bytes. Another engine can add it without reading the texts:
// [Engine.Pack] writes a segment, [Engine.Attach] reads it.
//
// # Format
//
//	magic      8 bytes, "cairnseg"
//	version    4 bytes, little endian: of this format
//	rules      8 bytes: a checksum of the words of a sample (see rulesOf), so that
//	           an index made by other rules is rejected
//	checksum   8 bytes: of all that follows
//	body       four parts, each after its length as a varint:
//	             the steps in the form of package pack, session by session, each
//	             session's in chronological order
//	             the sessions (segment_session.go)
//	             the words with their postings (segment_posts.go)
//	             the values for filters on steps, with their postings
//
// Numbers are varints. Blocks are not written: the n-th step of a session is bit n%64
// of its n/64-th block, and blocks are numbered through all sessions. An engine that
// adds a segment numbers its blocks and sessions above all that it had, so that its
// lists stay in order.
//
// A segment contains a session completely or not at all. Later steps of it are added
// in the usual way; the next segment with the session contains them too.
const (
	segmentMagic   = "cairnseg"
	segmentVersion = 1
	segmentHead    = len(segmentMagic) + 4 + 8 + 8
)

// ErrSegment is returned for all bad bytes of a segment: damaged, truncated or
// written by other rules. The contents must be restored from elsewhere.
var ErrSegment = errors.New("this is no segment that can be used")

// ErrChanged reports a session that changed while it was packed.
var ErrChanged = errors.New("a session changed while it was packed")

// sealSegment fills in the header of a body.
func sealSegment(segment []byte) {
	head := append(segment[:0], segmentMagic...)
	head = binary.LittleEndian.AppendUint32(head, segmentVersion)
	head = binary.LittleEndian.AppendUint64(head, rulesOf())
	binary.LittleEndian.AppendUint64(head, checksum(segment[segmentHead:]))
}

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

// checksum computes FNV-1a over words of eight bytes. Every change of a single word
// changes it, and it is several times faster than CRC in WebAssembly.
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

// rulesOf identifies the rules by which this build makes an index: it is a checksum
// of the words, fields and stems of a sample that has every field and all kinds of
// text.
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
