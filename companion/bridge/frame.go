package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	strictjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	maxDepth = 64        // nesting of a message (B21); ours need about ten
	maxSeq   = 1<<53 - 1 // the largest number that JavaScript counts exactly
)

// errNotJSON is returned for text that is no message.
var errNotJSON = errors.New("not a JSON object")

// decode parses one message. A *types.Error is to be sent to the peer and comes with
// the kind and id of the message; errNotJSON ends the link.
//
// A newer peer's message may have fields that are not known here: they are ignored.
func decode(text []byte, newer bool) (*wire.Envelope, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return nil, errNotJSON
	}
	if wire.Depth(text) > maxDepth {
		return nil, invalid(fmt.Sprintf("message is nested deeper than %d", maxDepth))
	}
	msg := new(wire.Envelope)
	if err := strictjson.Unmarshal(text, msg, exactNames, strictjson.RejectUnknownMembers(!newer)); err != nil {
		return explain(text, err)
	}
	return msg, nil
}

// exactNames decodes as encoding/json does, and refuses a key that comes twice. It takes a key in another
// letter case for an unknown one (B23). encoding/json takes the last of equal keys and ignores case, so
// that two readers could understand one message differently.
var exactNames = strictjson.JoinOptions(jsonv1.DefaultOptionsV1(), strictjson.MatchCaseInsensitiveNames(false), jsontext.AllowDuplicateNames(false))

// explain returns the error for a message that does not decode.
func explain(text []byte, err error) (*wire.Envelope, error) {
	if !json.Valid(text) {
		return nil, errNotJSON
	}
	// A newer peer's message may have additional fields: its kind decides.
	var head struct {
		Kind wire.Kind
		ID   int64
	}
	if json.Unmarshal(text, &head) == nil && directions[head.Kind] == directionUnknown {
		return &wire.Envelope{Kind: head.Kind, ID: head.ID}, unknownKind()
	}
	return &wire.Envelope{Kind: head.Kind, ID: head.ID}, invalid(fmt.Sprintf("message of kind %.40q: %.200s", head.Kind, err))
}

func unknownKind() *types.Error {
	return types.Fault(types.CodeUnknownType, "message of an unknown kind", "It was ignored; perhaps the companion is older than the extension.")
}

// direction is the side that may send a kind of message once the link is open.
type direction int

const (
	directionUnknown direction = iota
	fromExtension              // extension to companion
	fromCompanion              // companion to extension, or the opening
)

var directions = map[wire.Kind]direction{
	wire.KindBeat: fromExtension, wire.KindBatch: fromExtension, wire.KindReplicaAck: fromExtension, wire.KindReply: fromExtension, wire.KindError: fromExtension,
	wire.KindCDPEvent: fromExtension, wire.KindTabGone: fromExtension, wire.KindNavigated: fromExtension, wire.KindWaiting: fromExtension, wire.KindKeeping: fromExtension, wire.KindFlowOrder: fromExtension, wire.KindTeamOrder: fromExtension,

	wire.KindHello: fromCompanion, wire.KindWelcome: fromCompanion, wire.KindProve: fromCompanion, wire.KindReady: fromCompanion, wire.KindAck: fromCompanion, wire.KindReplica: fromCompanion,
	wire.KindTabOpen: fromCompanion, wire.KindTabClose: fromCompanion, wire.KindTabList: fromCompanion, wire.KindBind: fromCompanion, wire.KindObserve: fromCompanion, wire.KindLocate: fromCompanion, wire.KindFill: fromCompanion,
	wire.KindSettle: fromCompanion, wire.KindBracket: fromCompanion, wire.KindUnblock: fromCompanion, wire.KindMask: fromCompanion, wire.KindFlowSaid: fromCompanion, wire.KindTeamSaid: fromCompanion, wire.KindConsole: fromCompanion, wire.KindLoad: fromCompanion, wire.KindTarget: fromCompanion, wire.KindAttach: fromCompanion, wire.KindDetach: fromCompanion, wire.KindCommand: fromCompanion,
}

// hasBody reports whether the field that belongs to a message's kind is set.
func hasBody(m *wire.Envelope) bool {
	switch m.Kind {
	case wire.KindHello:
		return m.Hello != nil
	case wire.KindProve:
		return m.Prove != nil
	case wire.KindBatch:
		return m.Batch != nil
	case wire.KindReplicaAck:
		return m.ReplicaAck != nil
	case wire.KindReply:
		return m.Reply != nil && m.Re > 0
	case wire.KindError:
		return m.Error != nil
	case wire.KindCDPEvent:
		return m.CDPEvent != nil
	case wire.KindTabGone:
		return m.TabGone != nil
	case wire.KindNavigated:
		return m.Navigated != nil
	case wire.KindWaiting:
		return m.Waiting != nil
	case wire.KindKeeping:
		return m.Keeping != nil
	case wire.KindFlowOrder:
		return m.FlowOrder != nil && m.FlowOrder.ID != ""
	case wire.KindTeamOrder:
		return m.TeamOrder != nil && m.TeamOrder.ID != ""
	case wire.KindBeat:
		return true
	}
	return false
}

// checkBatch refuses batches that no extension of ours sends (B29, B33).
func checkBatch(b *wire.Batch) error {
	if len(b.Records) > wire.MaxBatchRecords {
		return invalid(fmt.Sprintf("batch of %d records; %d are allowed", len(b.Records), wire.MaxBatchRecords))
	}
	if len(b.Records) > 0 && (b.First < 1 || b.First > maxSeq-int64(len(b.Records))) {
		return invalid(fmt.Sprintf("batch begins with number %d", b.First))
	}
	for i, r := range b.Records {
		if want := b.First + int64(i); r.Seq != want {
			return invalid(fmt.Sprintf("record %d of the batch is numbered %d instead of %d", i+1, r.Seq, want))
		}
		if r.Step == nil && r.Session == nil && r.Edit == nil && r.Forget == nil && r.Gap == nil {
			return invalid(fmt.Sprintf("record %d holds nothing", r.Seq))
		}
	}
	return nil
}

func invalid(message string) *types.Error {
	return types.Invalid(message, "See shared/wire for what may be said on the link.")
}
