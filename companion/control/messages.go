package control

import (
	"encoding/json"
	"io"
	"time"

	"cairn/companion/memory"
	"cairn/companion/team"
	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// MaxControlLine bounds a request line: the largest names the texts of a session.
const MaxControlLine = 1 << 20

// Request is the first line of a connection.
type Request struct {
	Want string `json:"want"`

	// With WantMCP: the tools, their prefix, and the client's working directory, whose
	// git branch tags the sessions.
	Tools    string `json:"tools,omitempty"`
	Prefix   string `json:"prefix,omitempty"`
	Language string `json:"language,omitempty"` // of site memory
	Dir      string `json:"dir,omitempty"`
	// Uploads lists the directories whose files it may upload to pages, joined as in
	// PATH.
	Uploads string `json:"uploads,omitempty"`
	// Limits are those of this client. They are sent with WantLimitedMCP, which a
	// daemon without limits refuses.
	Limits limits.Given `json:"limits,omitzero"`
	// Announce requests a line before each request is begun, so that after a lost
	// connection the client knows the requests of uncertain progress.
	Announce bool `json:"announce,omitempty"`

	// With WantCore.
	Core *wire.CoreRequest `json:"core,omitempty"`
	// With WantEdit.
	Edit *types.Edit `json:"edit,omitempty"`
	// With WantOutcome.
	Outcome *wire.OutcomeRequest `json:"outcome,omitempty"`
	// With WantForget.
	Forget *types.Forget `json:"forget,omitempty"`
	// With WantFlowRun.
	Flow *tool.FlowInput `json:"flow,omitempty"`
	// With WantFlowImport: flows of the same names are replaced.
	Replace bool `json:"replace,omitempty"`
	// With WantExport and WantImport: an absolute directory; with those of cards
	// and KB items an absolute file.
	Path string `json:"path,omitempty"`
	// With WantCardExport and WantRewrite: one site, or empty for all.
	Domain string `json:"domain,omitempty"`
	// With WantTeam.
	Team *wire.TeamOrder `json:"team,omitempty"`
	// With WantContextRemove.
	Context string `json:"context,omitempty"`
}

// The kinds of Requests.
const (
	WantMCP = "mcp"
	// WantLimitedMCP is WantMCP with limits.
	WantLimitedMCP = "limitedMcp"

	WantStatus = "status"
	WantHealth = "health"
	WantStats  = "stats"
	WantCore   = "core"
	WantForget = "forget"
	WantExport = "export"
	WantImport = "import"
	WantBackup = "backup"
	WantEdit   = "edit"

	WantOutcome = "outcome"

	WantCardExport = "cardExport"
	WantCardImport = "cardImport"
	WantKBExport   = "kbExport"
	WantKBImport   = "kbImport"

	WantRewrite      = "rewrite"
	WantRenewPairing = "renewPairing"

	WantContexts      = "contexts"
	WantContextRemove = "contextRemove"

	WantFlows = "flows"
	// WantFlowRun gets several lines as its answer (FlowReply).
	WantFlowRun    = "flowRun"
	WantFlowImport = "flowImport"

	// WantMemory serves the memory to a gateway (package gateway), request by request.
	WantMemory = "memory"

	WantTeam = "team"

	WantBrowser = "browser"
	WantStop    = "stop"
)

// Reply answers a Request.
type Reply struct {
	Error   *types.Error         `json:"error,omitempty"`
	Status  *Status              `json:"status,omitempty"`
	Health  *Health              `json:"health,omitempty"`
	Core    *wire.CoreReply      `json:"core,omitempty"`
	Receipt *types.ForgetReceipt `json:"receipt,omitempty"`
	Stats   *types.AdviceStats   `json:"stats,omitempty"`
	Done    string               `json:"done,omitempty"`    // the result in words
	Warning string               `json:"warning,omitempty"` // what the answer may lack

	Contexts []Context     `json:"contexts,omitempty"`
	Team     *TeamReply    `json:"team,omitempty"`
	Flows    []*types.Flow `json:"flows,omitempty"`
}

// WriteLine sends one message.
func WriteLine(w io.Writer, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		data = []byte(`{"error":{"code":"MM_INTERNAL","message":"reply cannot be written"}}`)
	}
	_, _ = w.Write(append(data, '\n')) // if the client is gone, no one needs the answer
}

// StopGrace bounds the wait for open requests when the daemon stops.
const StopGrace = 3 * time.Second

// TeamReply answers a wire.TeamOrder.
type TeamReply struct {
	// Status is nil if no team is joined.
	Status *team.Status `json:"status,omitempty"`
	// Sites are the shared sites with their modes.
	Sites   map[string]string      `json:"sites,omitempty"`
	Reviews []memory.SharedSession `json:"reviews,omitempty"`
}

// ErrNoTeam is the answer where a team is needed.
var ErrNoTeam = types.Fault(types.CodeNoTeam, "no team is joined", "To join one: cairn team join CODE. To make one: cairn team create NAME.")
