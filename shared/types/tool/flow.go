package tool

import "cairn/shared/types"

// FlowInput runs a flow (mm_run_flow), named by its id or found by a goal.
type FlowInput struct {
	Flow   string            `json:"flow,omitempty"`
	Goal   string            `json:"goal,omitempty"`
	Params map[string]string `json:"params,omitempty"`
	// DryRun checks parameters and the first step's proof, and does nothing.
	DryRun     bool `json:"dryRun,omitempty"`
	AllowRisky bool `json:"allowRisky,omitempty"`
	// Until ends the run before the step of that number, from 1.
	Until int `json:"until,omitempty"`
	// Continue goes on with the run that stopped in this session, behind the step
	// that the agent did itself.
	Continue bool `json:"continue,omitempty"`
	// From is the number of the step at which Continue goes on: those before it are not
	// needed now. 0 goes on at the step that stopped.
	From      int    `json:"from,omitempty"`
	URL       string `json:"url,omitempty"` // an address of the site to run on, instead of the recorded one
	Dir       string `json:"cwd,omitempty"` // instead of Client.Dir
	Context   string `json:"context,omitempty"`
	TimeoutMs int    `json:"timeoutMs,omitempty"`
}

// FlowStatus is how a run ended.
type FlowStatus string

// The statuses of a run.
const (
	FlowDone    FlowStatus = "done"    // all steps were done
	FlowStopped FlowStatus = "stopped" // see FlowStop
	FlowPaused  FlowStatus = "paused"  // before the step of FlowInput.Until
	FlowDry     FlowStatus = "dry_run"
)

// FlowProof is the evidence that a run which did all steps came to its end.
type FlowProof string

// The evidence of a run, empty where the page at the end is not the one that ended it before.
const (
	ProofShown   FlowProof = "shown"   // something appeared, changed or went that shows the effect
	ProofAddress FlowProof = "address" // the last step led to the recorded page, and nothing else shows its effect
	ProofNone    FlowProof = "none"    // the page is the recorded one, as it was before the last step
)

// Words says which evidence a completed run has.
func (p FlowProof) Words() string {
	switch p {
	case ProofShown:
		return "verified by what the page shows"
	case ProofAddress:
		return "verified by the page's address alone"
	case ProofNone:
		return "NOT verified: nothing on the page shows that the last step worked. Look whether the goal is reached"
	}
	return "NOT verified: the page at the end is not the one that it ended on before. Look whether the goal is reached"
}

// FlowResult is the answer of mm_run_flow.
type FlowResult struct {
	Flow   string     `json:"flow"`
	Title  string     `json:"title"`
	Status FlowStatus `json:"status"`
	// Params are the values in use; those of secrets are not shown.
	Params map[string]string `json:"params,omitempty"`
	Done   int               `json:"done"` // steps done, those left out as optional included
	Total  int               `json:"total"`
	// Skipped are the numbers of optional steps that were left out.
	Skipped []int     `json:"skipped,omitempty"`
	Stop    *FlowStop `json:"stop,omitempty"`
	// Verified says that Proof is shown or address.
	Verified   bool      `json:"verified"`
	Proof      FlowProof `json:"proof,omitempty"`
	Appeared   []string  `json:"appeared,omitempty"`
	DurationMs int64     `json:"durationMs"`
	SessionID  string    `json:"sessionId,omitempty"`
	Tab        TabInfo   `json:"tab"`
	// Remaining are the steps that were not done, in words.
	Remaining []string `json:"remaining,omitempty"`
	// Look is the page where a run stopped, for the answer's text alone.
	Look *DescribeResult `json:"-"`
}

// FlowStop says at which step a run stopped, and why.
type FlowStop struct {
	Step    int              `json:"step"` // from 1
	Reason  types.FlowReason `json:"reason"`
	Message string           `json:"message"`
	Hint    string           `json:"hint,omitempty"`
	// Later is the number of the first later step whose element is on the page, 0 for none.
	// A run may go on there if the steps between are not needed, as where one is signed in.
	Later int `json:"later,omitempty"`
	// Candidates are refs of elements that could be meant.
	Candidates []string `json:"candidates,omitempty"`
	// Params are the parameters without a value.
	Params []string `json:"params,omitempty"`
	// Does is the effect of a risky step, Confirm the token that stands for approval of
	// this one step.
	Does    string `json:"does,omitempty"`
	Confirm string `json:"confirm,omitempty"`
}

// FlowProgress is one moment of a run, for who watches it.
type FlowProgress struct {
	Step  int    `json:"step"` // that is being done, from 1
	Total int    `json:"total"`
	Does  string `json:"does"` // the step in words
}
