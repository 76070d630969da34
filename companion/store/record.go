package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Change is something to remember: a record with a step, a session, a card or
// a gap in it (a step may bring its session along), and where it came from.
type Change struct {
	// Record's Seq is ignored: the store numbers changes itself.
	Record wire.Record
	// Source is nil for what the companion recorded itself.
	Source *Source
}

// Source is the number that an extension gave to a record.
type Source struct {
	Install, Epoch string
	Seq            int64
	// Digest tells two records with the same number apart; 0 does not.
	Digest uint64
}

// Forgotten is a forgetting with what it removes spelt out, so that it removes
// the same at each load, whatever was learned since.
type Forgotten struct {
	Forget   types.Forget `json:"forget"`
	Sessions []string     `json:"sessions,omitempty"`
	Steps    []string     `json:"steps,omitempty"`
	Cards    []string     `json:"cards,omitempty"`
}

// prepared is a change that is ready to be written, with the blobs it needs.
type prepared struct {
	change
	blobs []blob
}

// prepare packs ch. It runs on the caller's goroutine, because packing is the
// larger part of the work.
func prepare(ch Change) (*prepared, error) {
	p := &prepared{}
	rec := ch.Record
	var err error
	switch {
	case rec.Step != nil:
		err = p.setStep(rec.Step, rec.Session)
	case rec.Session != nil:
		p.kind, p.at = kindSession, rec.Session.CreatedAt
		err = p.setSession(rec.Session)
	case rec.Card != nil:
		p.kind, p.at, p.id = kindCard, rec.Card.UpdatedAt, rec.Card.Domain
		err = p.setPayload(rec.Card)
	case rec.Gap != nil:
		p.kind = kindGap
		err = p.setPayload(rec.Gap)
	default:
		err = types.Fault(types.CodeInvalidInput, "the record holds neither step, session, card nor gap", "")
	}
	if err != nil {
		return nil, err
	}
	if s := ch.Source; s != nil {
		if s.Seq <= 0 || s.Seq > maxSeq {
			return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("there is no record number %d", s.Seq), "Numbers start at 1.")
		}
		p.source, p.seq, p.digest = sourceRef(s.Install, s.Epoch), s.Seq, s.Digest
	}
	return p, nil
}

func (p *prepared) setStep(step *types.Step, session *types.Session) error {
	if step.StepID == "" || step.SessionID == "" {
		return types.Fault(types.CodeInvalidInput, "the step has no id or names no session", "")
	}
	p.kind, p.at, p.id, p.sessionID = kindStep, step.Timestamp, step.StepID, step.SessionID
	if session != nil {
		if session.SessionID != step.SessionID {
			return types.Fault(types.CodeInvalidInput, "the step and the session beside it are not of one session", "")
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
		p.seen, p.blobs = b.ref, append(p.blobs, b)
	}
	bare := *step
	bare.StepID, bare.SessionID, bare.Observation = "", "", nil
	return p.setPayload(&bare)
}

func (p *prepared) setSession(s *types.Session) error {
	if s.SessionID == "" {
		return types.Fault(types.CodeInvalidInput, "the session has no id", "")
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

// encodeObservation leaves out the refs of nodes: they are valid in their own
// document alone, and with them no two looks at a screen would be the same.
func encodeObservation(o *types.Observation) ([]byte, error) {
	bare := *o
	bare.A11y.Nodes = append([]types.A11yNode(nil), o.A11y.Nodes...)
	for i := range bare.A11y.Nodes {
		bare.A11y.Nodes[i].Ref = ""
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

// encodeJSON is json.Marshal without the escapes for HTML, which nothing here
// needs and which take room.
func encodeJSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// decodePayload reads the payload of c into v.
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

// gapCount is how many records a gap stands for.
func gapCount(c *change) int {
	var g wire.Gap
	if decodePayload(c, &g) != nil || g.Count < 0 {
		return 0
	}
	return g.Count
}
