package wire

import (
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// FlowOrder asks the companion to run a flow in a tab of the person's own browser, or,
// with Stop, to stop the run of that ID before its next step. It is said once: what
// has become of it comes as [FlowSaid].
type FlowOrder struct {
	ID     string            `json:"id"` // of this run, made up by the extension
	Flow   string            `json:"flow,omitempty"`
	Params map[string]string `json:"params,omitempty"`
	TabID  int               `json:"tabId,omitempty"`
	// AllowRisky says that the person permits what the flow does that cannot simply be
	// taken back.
	AllowRisky bool `json:"allowRisky,omitempty"`
	Stop       bool `json:"stop,omitempty"`
	// Continue goes on with the run of that id, which stopped; Past says that the person
	// did the step at which it stopped.
	Continue string `json:"continue,omitempty"`
	Past     bool   `json:"past,omitempty"`
	// From is the number of the step to go on with: those before it are not needed now.
	From int `json:"from,omitempty"`
}

// FlowSaid is what the companion says of a run: a step that is being done, or how it
// ended (Result or Error). It is answered by an empty reply.
type FlowSaid struct {
	ID       string             `json:"id"`
	Progress *tool.FlowProgress `json:"progress,omitempty"`
	Result   *tool.FlowResult   `json:"result,omitempty"`
	Error    *types.Error       `json:"error,omitempty"`
}

// FlowState is the newest run of a flow in this browser, as panels show it. It holds no
// values: those of a run are kept nowhere.
type FlowState struct {
	ID       string             `json:"id"`
	Flow     string             `json:"flow"`
	TabID    int                `json:"tabId"`
	Stopping bool               `json:"stopping,omitempty"`
	Progress *tool.FlowProgress `json:"progress,omitempty"`
	Result   *tool.FlowResult   `json:"result,omitempty"`
	Error    *types.Error       `json:"error,omitempty"`
}

// FlowsRequest lists the flows of the site of an address, or of all sites.
type FlowsRequest struct {
	URL string `json:"url,omitempty"`
}
