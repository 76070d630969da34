// Package dispatch answers calls into the core as JSON: the input is a
// wire.CoreRequest, the output a wire.CoreReply. [Query] answers the queries of the
// command line by the same table of operations. The WebAssembly build is this
// package behind a few exports (package main beside it), so everything that a call
// can do is tested natively, and both builds return the same bytes.
//
// Both directions go through encoding/json. Own code for the most frequent requests
// and replies took 902 lines and saved, in Node with 10,000 steps, .04 ms of a search
// for ten steps (.20 ms), .7 of one for fifty (10.6) and .7 of prior knowledge
// (2.1), which the extension prepares while no caller waits.
//
// The usual path: [New] once, [Dispatcher.Call] for each request. A call always
// answers. A bad request gets an error in the reply, with a hint, and changes nothing
// in the memory.
package dispatch

import (
	"encoding/json"
	"fmt"

	"cairn/shared/core"
	"cairn/shared/exact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Dispatcher holds one core. Like the core it is not safe for concurrent use.
type Dispatcher struct {
	core    *core.Core
	typed   typed
	seen    seen
	segment []byte // of the last call
}

// New returns a Dispatcher over an empty memory.
func New() *Dispatcher {
	return &Dispatcher{core: core.New(), typed: typed{known: exact.New(nil)}} // the texts of pages are known before anything is typed
}

// Call answers one request. After a panic in the core it returns CodeInternal and
// Suspect: the process lives, but the core's memory may be damaged, so the caller
// should put the records into a new one.
func (d *Dispatcher) Call(request []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = Panicked(p)
		}
	}()
	answer, err := d.answer(request)
	if err != nil {
		return encode(&wire.CoreReply{Error: types.AsError(err)})
	}
	return encode(answer)
}

// Panicked returns the reply to a call that panicked with p.
func Panicked(p any) []byte {
	return encode(&wire.CoreReply{Suspect: true, Error: types.Fault(types.CodeInternal, fmt.Sprintf("the core failed: %v", p),
		"This is a fault in Cairn. Restart the core and put the records again; nothing that was stored is lost.")})
}

func (d *Dispatcher) answer(text []byte) (*wire.CoreReply, error) {
	req, err := decode(text)
	if err != nil {
		return nil, err
	}
	req.typed, req.seen = &d.typed, &d.seen
	reply, err := req.run(d.core, ops[req.Op])
	d.segment = req.segment
	return reply, err
}

// Query answers a request of the companion's commands, which may only be a query that
// changes nothing.
func Query(c *core.Core, asked wire.CoreRequest) (*wire.CoreReply, error) {
	op := ops[asked.Op]
	if !op.query {
		op = operation{}
	}
	return (&request{CoreRequest: asked}).run(c, op)
}

func (r *request) run(c *core.Core, op operation) (*wire.CoreReply, error) {
	if op.run == nil {
		return nil, types.Fault(types.CodeUnknownType, fmt.Sprintf("op %q is not known to the core", r.Op),
			"Use one of the operations of wire.CoreOp.")
	}
	if !op.has(r) {
		return nil, types.Invalid(fmt.Sprintf("op %q came without its field %q", r.Op, op.field),
			"Send the arguments in the field that belongs to the operation.")
	}
	if op.timed && r.Now <= 0 {
		return nil, types.Invalid(fmt.Sprintf("op %q came without now", r.Op),
			"Send the caller's clock in now, as ISO 8601: the core has none.")
	}
	return op.run(c, r)
}

// Attach loads a segment under its keeper's number. The reply is that of OpStatus, or
// an error: then the segment is unusable. After a panic it answers as
// [Dispatcher.Call] does.
func (d *Dispatcher) Attach(number int, data []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = Panicked(p)
		}
	}()
	if err := d.core.Attach(number, data); err != nil {
		return encode(&wire.CoreReply{Error: types.AsError(err)})
	}
	held := d.core.Status()
	return encode(&wire.CoreReply{Status: &held})
}

// Segment returns the bytes that belong to the last call's Packed, once; nil when
// there are none.
func (d *Dispatcher) Segment() []byte {
	out := d.segment
	d.segment = nil
	return out
}

// encode never fails: a value that JSON cannot express (a NaN, say) becomes an error
// that it can.
func encode(reply *wire.CoreReply) []byte {
	out, err := json.Marshal(reply)
	if err == nil {
		return out
	}
	out, _ = json.Marshal(wire.CoreReply{Error: types.Fault(types.CodeInternal,
		fmt.Sprintf("encode reply: %v", err), "This is a fault in Cairn.")})
	return out
}
