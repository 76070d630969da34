package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"cairn/shared/types"
)

// Limits and times of the link (research: reliability sections 3.2 and 4.1).
const (
	Proto            = 3                // newest version of the protocol; raised with every new field or kind
	OldestProto      = 2                // oldest one that is understood; raised when an old peer must not be trusted as before, else two below Proto at most
	TeamProto        = 3                // oldest one that an extension must speak where records of a team are stored: earlier ones take them for the person's own
	MaxFrame         = 1 << 20          // bytes of one WebSocket message; B17
	MaxBatchRecords  = 64               // B33
	MaxBatchBytes    = 512 << 10        // leaves room for JSON around the records
	Window           = 4                // batches under way; bounds what a crash sends again
	BeatEvery        = 20 * time.Second // a service worker dies after 30 silent seconds
	DeadAfter        = 40 * time.Second // two beats (B59)
	HandshakeTimeout = 2 * time.Second  // B4
	DefaultPort      = 17837            // unassigned by IANA; four more are tried after it
	PortTries        = 5
)

// Close codes of the WebSocket (B1 to B35).
const (
	CloseBadMessage   = 4400 // something before hello, or not understood at all
	CloseUnauthorized = 4401 // a proof was wrong
	CloseSlow         = 4408 // no proof in time
	CloseReplaced     = 4409 // the same installId connected again
	CloseBusy         = 4429 // pushed out by newcomers before it had proved itself
	CloseVersion      = 4426 // proto not understood
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

	// Records up and down.
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

	// Reply answers a call; Error answers what could not be understood.
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
	Proto     int    `json:"proto"`            // the oldest that the extension speaks
	Newest    int    `json:"newest,omitempty"` // the newest, if that is another
	Version   string `json:"version"`          // of the extension
	InstallID string `json:"installId"`        // random, one per browser profile
	Epoch     string `json:"epoch"`            // random, new whenever the outbox is
	Next      int64  `json:"next"`             // the number that the next new record will get
	Cursor    int64  `json:"cursor"`           // the replica has everything up to here
	Nonce     string `json:"nonce"`            // 32 hex digits
	Browser   string `json:"browser,omitempty"`
	Own       bool   `json:"own,omitempty"` // the companion started this browser, which ends with it
	// Context names the browser context that it was started for, empty for none.
	Context string `json:"context,omitempty"`
	// Encrypted says that the extension's database is encrypted.
	Encrypted bool `json:"encrypted,omitempty"`
}

// Welcome is the companion's proof.
type Welcome struct {
	Proto   int    `json:"proto"` // the newest that both speak
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
	HWM    int64 `json:"hwm"` // every record up to here is durable
	Window int   `json:"window"`
	// StoreBytes is what the companion's store takes on disk, for people to see.
	StoreBytes int64 `json:"storeBytes,omitempty"`
	// Encrypted says whether the companion's store is encrypted, for the
	// extension to do the same; nil from one that does not say.
	Encrypted *bool `json:"encrypted,omitempty"`
	// ScreenRules are the companion's per-site screen rules, as in its file.
	ScreenRules json.RawMessage `json:"screenRules,omitempty"`
	// NameKey is the companion's key of name hashes, in base64: both sides hide names
	// alike, also where no pairing.json brought the key.
	NameKey string `json:"nameKey,omitempty"`
	// Rewritings is how often the companion hid names in what was recorded before:
	// replicas do the same with theirs.
	Rewritings int `json:"rewritings,omitempty"`
}

// Record is the unit of what is remembered. It is self-contained: the session
// goes with every step, so that no record needs another.
type Record struct {
	// Seq numbers the record within (installId, epoch), from 1. In a replica
	// it is the companion's cursor.
	Seq     int64          `json:"seq"`
	Session *types.Session `json:"session,omitempty"`
	Step    *types.Step    `json:"step,omitempty"`
	// Card is a site's card; it flows down only.
	Card *types.KnowledgeCard `json:"card,omitempty"`
	// Edit is a person's or an agent's word about a card or a KB item. It flows
	// both ways: a person may say it in the extension, with or without a
	// companion.
	Edit *types.Edit `json:"edit,omitempty"`
	// Forget removes. It flows both ways: a person may say it in the extension,
	// with or without a companion.
	Forget *types.Forget `json:"forget,omitempty"`
	// Gap says that records were lost, how many and why: loss is never silent.
	Gap *Gap `json:"gap,omitempty"`
	// Shared is an entry of the companion's sharing log. It never crosses the link.
	Shared *types.Shared `json:"-"`
}

// Encoded is a Record in JSON. Several peers are sent the same one: none may
// change it.
type Encoded struct {
	Seq  int64  `json:"-"` // it is no message: Text is
	Text []byte `json:"-"`
}

// Encode puts a record into words.
func Encode(r Record) (Encoded, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return Encoded{}, fmt.Errorf("encode record %d: %w", r.Seq, err)
	}
	return Encoded{r.Seq, text}, nil
}

// Record reads what Encode wrote.
func (e Encoded) Record() (r Record, err error) {
	if err := json.Unmarshal(e.Text, &r); err != nil {
		return Record{}, fmt.Errorf("decode record %d: %w", e.Seq, err)
	}
	return r, nil
}

// Gap stands for records that could not be kept, and says from when to when they
// were made where there was more than one.
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

// Ack says that every record up to HWM is durable. Window 0 pauses the sender.
type Ack struct {
	HWM    int64 `json:"hwm"`
	Window int   `json:"window"`
	// Conflict is set when a number came again with other content: the sender
	// must start a new epoch.
	Conflict bool `json:"conflict,omitempty"`
	// StoreBytes is as in Ready, by now.
	StoreBytes int64 `json:"storeBytes,omitempty"`
	// Driven lists the batch's steps that the companion stores as a wrapped driver's: the
	// extension removes its own copies.
	Driven []string `json:"driven,omitempty"`
}

// Replica carries records of others; Cursor is the place after the last one.
type Replica struct {
	Cursor  int64    `json:"cursor"`
	Records []Record `json:"records"`
}

// ReplicaAck says that the replica is stored up to Cursor.
type ReplicaAck struct {
	Cursor int64 `json:"cursor"`
}
