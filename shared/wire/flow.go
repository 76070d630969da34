package wire

import (
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// FlowOrder requests that the companion runs a flow in a tab of the person's own browser,
// or with Stop, that it stops the run with that ID before its next step. It is sent once:
// progress and result come as [FlowSaid].
type FlowOrder struct {
	ID     string            `json:"id"` // of this run, chosen by the extension
	Flow   string            `json:"flow,omitempty"`
	Params map[string]string `json:"params,omitempty"`
	TabID  int               `json:"tabId,omitempty"`
	// AllowRisky permits the steps that cannot easily be undone.
	AllowRisky bool `json:"allowRisky,omitempty"`
	Stop       bool `json:"stop,omitempty"`
	// Continue is the id of a stopped run to continue; Past reports that the person did
	// the step at which it stopped.
	Continue string `json:"continue,omitempty"`
	Past     bool   `json:"past,omitempty"`
	// From is the number of the step to continue with; earlier ones are skipped.
	From int `json:"from,omitempty"`
}

// FlowSaid reports the progress of a run, or its end (Result or Error). The reply to it
// is empty.
type FlowSaid struct {
	ID       string             `json:"id"`
	Progress *tool.FlowProgress `json:"progress,omitempty"`
	Result   *tool.FlowResult   `json:"result,omitempty"`
	Error    *types.Error       `json:"error,omitempty"`
}

// FlowState is the latest run of a flow in this browser, as panels show it. It has no
// parameter values, because those are never stored.
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
