package control

import (
	"cmp"
	"encoding/json"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// FlowReply is one line of a run's answer on the control socket: there is one before
// each step, and one at the end.
type FlowReply struct {
	Reply
	Progress *tool.FlowProgress `json:"progress,omitempty"`
	Result   *tool.FlowResult   `json:"result,omitempty"`
}

// FlowResult reads the lines of a run's answer, and passes each step to progress.
func FlowResult(lines *json.Decoder, progress func(tool.FlowProgress)) (*tool.FlowResult, error) {
	for {
		var r FlowReply
		if err := lines.Decode(&r); err != nil {
			return nil, types.Fault(types.CodeInterrupted, "the Cairn daemon ended while the flow was running: the last step may or may not have been done", "look at the site before you run it again; cairn doctor says why it ended")
		}
		switch {
		case r.Progress != nil:
			progress(*r.Progress)
		case r.Error != nil:
			return nil, r.Error
		case r.Result != nil:
			return r.Result, nil
		default:
			return nil, types.Fault(types.CodeInternal, cmp.Or(r.Done, "the daemon gave no result"), "end a daemon of another version with: cairn stop")
		}
	}
}
