package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"cairn/shared/types"
)

// Limits and times of the link (research: reliability sections 3.2 and 4.1).
const (
	Proto            = 5                // newest version of the protocol; raised with every new field or kind
	OldestProto      = 3                // oldest supported version; raised when old peers must be refused, otherwise at most two below Proto
	MaxFrame         = 1 << 20          // bytes of one WebSocket message; B17
	MaxBatchRecords  = 64               // B33
	MaxBatchBytes    = 512 << 10        // leaves room for JSON around the records
	Window           = 4                // batches in flight; bounds the records that are sent again after a crash
	BeatEvery        = 20 * time.Second // a service worker dies after 30 silent seconds
	DeadAfter        = 40 * time.Second // two beats (B59)
	HandshakeTimeout = 2 * time.Second  // B4
	DefaultPort      = 17837            // unassigned by IANA; four more are tried after it
	PortTries        = 5
)

// Close codes of the WebSocket (B1 to B35).
const (
	CloseBadMessage   = 4400 // a message before hello, or one that cannot be decoded
	CloseUnauthorized = 4401 // a proof was wrong
	CloseSlow         = 4408 // no proof in time
	CloseReplaced     = 4409 // the same installId connected again
	CloseBusy         = 4429 // displaced by newer connections before its proof
	CloseVersion      = 4426 // unsupported proto
)

// Kind names a message.
type Kind string

// The kinds of Envelope.
const (
	KindHello      Kind = "hello"
	KindWelcome    Kind = "welcome"
	KindProve      Kind = "prove"
	KindReady      Kind = "ready"
	KindBeat       Kind = "beat"
	KindBatch      Kind = "batch"
	KindAck        Kind = "ack"
	KindReplica    Kind = "replica"
	KindReplicaAck Kind = "replicaAck"
	KindReply      Kind = "reply"
	KindError      Kind = "error"

	KindTabOpen  Kind = "tabOpen"
	KindTabClose Kind = "tabClose"
	KindTabList  Kind = "tabList"
	KindBind     Kind = "bind"
	KindObserve  Kind = "observe"
	KindLocate   Kind = "locate"
	KindFill     Kind = "fill"
	KindSettle   Kind = "settle"
	KindBracket  Kind = "bracket"
	KindUnblock  Kind = "unblock"
	KindMask     Kind = "mask"
	KindApprove  Kind = "approve"
	KindFlowSaid Kind = "flowSaid"
	KindTeamSaid Kind = "teamSaid"
	KindConsole  Kind = "console"
	KindLoad     Kind = "load"
	KindTarget   Kind = "target"
	KindAttach   Kind = "attach"
	KindDetach   Kind = "detach"
	KindCommand  Kind = "command"

	KindCDPEvent  Kind = "cdpEvent"
	KindTabGone   Kind = "tabGone"
	KindNavigated Kind = "navigated"
	KindWaiting   Kind = "waiting"
	KindKeeping   Kind = "keeping"
	KindFlowOrder Kind = "flowOrder"
	KindTeamOrder Kind = "teamOrder"
)

// Envelope is one message on the link.
type Envelope struct {
	Kind Kind `json:"kind"`
	// ID is set on calls; a reply carries it in Re.
	ID int64 `json:"id,omitempty"`
	Re int64 `json:"re,omitempty"`

	// Opening.
	Hello   *Hello   `json:"hello,omitempty"`
	Welcome *Welcome `json:"welcome,omitempty"`
	Prove   *Prove   `json:"prove,omitempty"`
	Ready   *Ready   `json:"ready,omitempty"`

	// Records, up and down.
	Batch      *Batch      `json:"batch,omitempty"`
	Ack        *Ack        `json:"ack,omitempty"`
	Replica    *Replica    `json:"replica,omitempty"`
	ReplicaAck *ReplicaAck `json:"replicaAck,omitempty"`

	// Calls, companion to extension.
	TabOpen  *TabOpen  `json:"tabOpen,omitempty"`
	TabClose *TabRef   `json:"tabClose,omitempty"`
	TabList  *TabList  `json:"tabList,omitempty"`
	Bind     *Bind     `json:"bind,omitempty"`
	Observe  *Observe  `json:"observe,omitempty"`
	Locate   *Locate   `json:"locate,omitempty"`
	Fill     *Fill     `json:"fill,omitempty"`
	Settle   *Settle   `json:"settle,omitempty"`
	Bracket  *Bracket  `json:"bracket,omitempty"`
	Unblock  *TabRef   `json:"unblock,omitempty"` // cancel a dialog whose opening was missed
	Mask     *Mask     `json:"mask,omitempty"`
	Approve  *Approve  `json:"approve,omitempty"`
	FlowSaid *FlowSaid `json:"flowSaid,omitempty"`
	TeamSaid *TeamSaid `json:"teamSaid,omitempty"`
	Console  *Console  `json:"console,omitempty"`
	Load     *Load     `json:"load,omitempty"`
	Target   *TabRef   `json:"target,omitempty"`
	Attach   *TabRef   `json:"attach,omitempty"`
	Detach   *TabRef   `json:"detach,omitempty"`
	Command  *Command  `json:"command,omitempty"`

	// Reply answers a call; Error answers a message that cannot be decoded.
	Reply *Reply       `json:"reply,omitempty"`
	Error *types.Error `json:"error,omitempty"`

	// Events, extension to companion.
	CDPEvent  *CDPEvent  `json:"cdpEvent,omitempty"`
	TabGone   *TabRef    `json:"tabGone,omitempty"`
	Navigated *Navigated `json:"navigated,omitempty"`
	Waiting   *Waiting   `json:"waiting,omitempty"`
	Keeping   *Keeping   `json:"keeping,omitempty"` // right after ready, and when it changes
	FlowOrder *FlowOrder `json:"flowOrder,omitempty"`
	TeamOrder *TeamOrder `json:"teamOrder,omitempty"`
}

// Hello opens the link.
type Hello struct {
	Proto     int    `json:"proto"`            // oldest version that the extension speaks
	Newest    int    `json:"newest,omitempty"` // newest version, if it differs
	Version   string `json:"version"`          // of the extension
	InstallID string `json:"installId"`        // random, one per browser profile
	Epoch     string `json:"epoch"`            // random, new with each new outbox
	Next      int64  `json:"next"`             // number of the next new record
	Cursor    int64  `json:"cursor"`           // the replica is complete up to here
	Nonce     string `json:"nonce"`            // 32 hex digits
	Browser   string `json:"browser,omitempty"`
	Own       bool   `json:"own,omitempty"` // the companion started this browser and ends it
	// Context is the browser context for which the browser was started, empty for none.
	Context string `json:"context,omitempty"`
	// Encrypted says that the extension's database is encrypted.
	Encrypted bool `json:"encrypted,omitempty"`
}

// Welcome is the companion's proof.
type Welcome struct {
	Proto   int    `json:"proto"` // newest version that both speak
	Version string `json:"version"`
	Nonce   string `json:"nonce"`
	Proof   string `json:"proof"`
}

// Prove is the extension's proof.
type Prove struct {
	Proof string `json:"proof"`
}

// Ready ends the opening.
type Ready struct {
	HWM    int64 `json:"hwm"` // all records up to here are durable
	Window int   `json:"window"`
	// StoreBytes is the size of the companion's store on disk, for display.
	StoreBytes int64 `json:"storeBytes,omitempty"`
	// Encrypted reports whether the companion's store is encrypted. The extension
	// follows it; nil means that the companion does not report it.
	Encrypted *bool `json:"encrypted,omitempty"`
	// ScreenRules are the companion's per-site screen rules, as in its file.
	ScreenRules json.RawMessage `json:"screenRules,omitempty"`
	// NameKey is the companion's key for name hashes, in base64: both sides compute
	// equal hashes, even without a pairing.json with the key.
	NameKey string `json:"nameKey,omitempty"`
	// Rewritings counts how often the companion hid names in earlier records.
	// Replicas follow.
	Rewritings int `json:"rewritings,omitempty"`
}

// Record is the unit of storage and exchange. It is self-contained: every step comes
// with its session, so that no record needs another.
type Record struct {
	// Seq numbers the record within (installId, epoch), from 1. In a replica
	// it is the companion's cursor.
	Seq     int64          `json:"seq"`
	Session *types.Session `json:"session,omitempty"`
	Step    *types.Step    `json:"step,omitempty"`
	// Edit is a person's or an agent's edit of a card or a KB item. It flows both ways,
	// because people also edit in the extension, with or without a companion.
	Edit *types.Edit `json:"edit,omitempty"`
	// Forget is a deletion request. It flows both ways, like Edit.
	Forget *types.Forget `json:"forget,omitempty"`
	// Gap reports lost records with their number and the reason: loss is never silent.
	Gap *Gap `json:"gap,omitempty"`
	// Shared is an entry of the companion's sharing log. It never crosses the link.
	Shared *types.Shared `json:"-"`
}

// Encoded is a Record in JSON. It is immutable, because several peers share it.
type Encoded struct {
	Seq  int64  `json:"-"` // not part of the message, which is Text
	Text []byte `json:"-"`
}

// Encode encodes a record as JSON.
func Encode(r Record) (Encoded, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return Encoded{}, fmt.Errorf("encode record %d: %w", r.Seq, err)
	}
	return Encoded{r.Seq, text}, nil
}

// Record decodes the record.
func (e Encoded) Record() (r Record, err error) {
	if err := json.Unmarshal(e.Text, &r); err != nil {
		return Record{}, fmt.Errorf("decode record %d: %w", e.Seq, err)
	}
	return r, nil
}

// Gap stands for records that could not be stored. From and To are the times of the
// first and last one, if there are several.
type Gap struct {
	Count  int        `json:"count"`
	Reason string     `json:"reason"`
	From   types.Time `json:"from,omitempty"`
	To     types.Time `json:"to,omitempty"`
}

// Batch carries records First, First+1, …
type Batch struct {
	First   int64    `json:"first"`
	Records []Record `json:"records"`
}

// Ack reports that all records up to HWM are durable. A Window of 0 pauses the sender.
type Ack struct {
	HWM    int64 `json:"hwm"`
	Window int   `json:"window"`
	// Conflict reports that a number came again with different content: the sender
	// must start a new epoch.
	Conflict bool `json:"conflict,omitempty"`
	// StoreBytes is the current value of the one in Ready.
	StoreBytes int64 `json:"storeBytes,omitempty"`
	// Driven lists the batch's steps that the companion stores as steps of a wrapped
	// driver: the extension removes its own copies.
	Driven []string `json:"driven,omitempty"`
}

// Replica carries records from elsewhere; Cursor is the position after the last one.
type Replica struct {
	Cursor  int64    `json:"cursor"`
	Records []Record `json:"records"`
}

// ReplicaAck reports that the replica is stored up to Cursor.
type ReplicaAck struct {
	Cursor int64 `json:"cursor"`
}
