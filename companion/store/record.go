package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// entry is a record to store, and its origin.
type entry struct {
	record wire.Record
	from   *sender // nil for the companion's own records
}

// sender is the number that an extension gave to a record.
type sender struct {
	install, epoch string
	seq            int64
	digest         uint64 // 0 when unknown
}

// erasure is a deletion request with the ids that it removes, so that it removes
// the same at each load, whatever was recorded since.
type erasure struct {
	Forget   types.Forget `json:"forget"`
	Sessions []string     `json:"sessions,omitempty"`
	Steps    []string     `json:"steps,omitempty"`
	// Edits are in Forget, because replicas need them too.
}

// prepared is a change that is ready to be written, with the blobs it needs.
type prepared struct {
	change
	blobs []blob
}

// prepare encodes e and packs its payload. It runs on the caller's goroutine and
// not on the writer's, because this is the larger part of the work.
func prepare(e entry) (*prepared, error) {
	p := &prepared{}
	rec := e.record
	var err error
	switch {
	case rec.Step != nil:
		err = p.setStep(rec.Step, rec.Session)
	case rec.Session != nil:
		p.kind, p.at = kindSession, rec.Session.CreatedAt
		err = p.setSession(rec.Session)
	case rec.Edit != nil:
		if rec.Edit.EditID == "" {
			return nil, types.Invalid("the edit has no id", "")
		}
		p.kind, p.at, p.id = kindEdit, rec.Edit.At, rec.Edit.EditID
		err = p.setPayload(rec.Edit)
	case rec.Shared != nil:
		if rec.Shared.ID == "" {
			return nil, types.Invalid("the entry of the sharing log has no id", "")
		}
		p.kind, p.at, p.id = kindShared, rec.Shared.At, rec.Shared.ID
		err = p.setPayload(rec.Shared)
	case rec.Gap != nil:
		p.kind = kindGap
		err = p.setPayload(rec.Gap)
	default:
		err = types.Invalid("the record holds neither step, session, edit nor gap", "")
	}
	if err != nil {
		return nil, err
	}
	if f := e.from; f != nil {
		if f.seq <= 0 || f.seq > maxSeq {
			return nil, types.Invalid(fmt.Sprintf("there is no record number %d", f.seq), "Numbers start at 1.")
		}
		p.source, p.seq, p.digest = sourceRef(f.install, f.epoch), f.seq, f.digest
	}
	return p, nil
}

func (p *prepared) setStep(step *types.Step, session *types.Session) error {
	if step.StepID == "" || step.SessionID == "" {
		return types.Invalid("the step has no id or names no session", "")
	}
	p.kind, p.at, p.id, p.sessionID = kindStep, step.Timestamp, step.StepID, step.SessionID
	if session != nil {
		if session.SessionID != step.SessionID {
			return types.Invalid("the step and the session beside it are not of one session", "")
		}
		if err := p.setSession(session); err != nil {
			return err
		}
	}
	if step.Observation != nil {
		plain, err := encodeObservation(step.Observation)
		if err != nil {
			return err
		}
		b := newBlob(plain)
		p.observation, p.blobs = b.ref, append(p.blobs, b)
	}
	bare := *step
	bare.StepID, bare.SessionID, bare.Observation = "", "", nil
	return p.setPayload(&bare)
}

func (p *prepared) setSession(s *types.Session) error {
	if s.SessionID == "" {
		return types.Invalid("the session has no id", "")
	}
	plain, err := encodeJSON(s)
	if err != nil {
		return err
	}
	b := newBlob(plain)
	p.sessionID, p.session, p.blobs = s.SessionID, b.ref, append(p.blobs, b)
	return nil
}

func (p *prepared) setPayload(v any) error {
	plain, err := encodeJSON(v)
	if err != nil {
		return err
	}
	p.payload = pack(nil, plain)
	return nil
}

// nodeLists pools the copies of nodes that encodeObservation makes.
var nodeLists = sync.Pool{New: func() any { return new([]types.A11yNode) }}

// encodeObservation leaves out the refs of nodes: they are valid only in their own
// document, and with them no two observations of a screen would be equal.
func encodeObservation(o *types.Observation) ([]byte, error) {
	nodes := nodeLists.Get().(*[]types.A11yNode)
	defer func() {
		clear(*nodes)
		nodeLists.Put(nodes)
	}()
	*nodes = append((*nodes)[:0], o.A11y.Nodes...)
	for i := range *nodes {
		(*nodes)[i].Ref = ""
	}
	bare := *o
	bare.A11y.Nodes = nil // written as null, as in older files
	if len(o.A11y.Nodes) > 0 {
		bare.A11y.Nodes = *nodes
	}
	return encodeJSON(&bare)
}

// decodeObservation numbers the nodes in document order: e1, e2 …
func decodeObservation(plain []byte) (*types.Observation, error) {
	var o types.Observation
	if err := json.Unmarshal(plain, &o); err != nil {
		return nil, fmt.Errorf("decode observation: %w", err)
	}
	for i := range o.A11y.Nodes {
		o.A11y.Nodes[i].Ref = "e" + strconv.Itoa(i+1)
	}
	return &o, nil
}

// encodeJSON is json.Marshal without the escapes for HTML, which take space and
// are not needed here.
func encodeJSON(v any) ([]byte, error) {
	buf := scratch.Get().(*bytes.Buffer)
	defer releaseBuffer(buf)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return bytes.Clone(bytes.TrimSuffix(buf.Bytes(), []byte("\n"))), nil
}

func decodePayload(c *change, v any) error {
	plain, err := unpack(c.payload)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(plain, v); err != nil {
		return fmt.Errorf("decode %T: %w", v, err)
	}
	return nil
}

// gapCount returns the number of records that a gap stands for.
func gapCount(c *change) int {
	var g wire.Gap
	if decodePayload(c, &g) != nil || g.Count < 0 {
		return 0
	}
	return g.Count
}
