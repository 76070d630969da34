package mcptools

import (
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// briefDescribe returns the JSON of a description with the content of its text:
// state, prior knowledge, counts, and the lines of the screen for clients that pass
// only the JSON to the model.
type briefDescribe struct {
	State          types.State           `json:"state"`
	Tab            tool.TabInfo          `json:"tab"`
	Counts         briefCounts           `json:"counts"`
	Truncated      bool                  `json:"truncated,omitempty"`
	Loading        bool                  `json:"loading,omitempty"`
	Flow           *types.FlowCall       `json:"flow,omitempty"`
	PriorKnowledge *types.PriorKnowledge `json:"priorKnowledge,omitempty"`
	Screenshot     *tool.Screenshot      `json:"screenshot,omitempty"`
	Screen         []string              `json:"screen"`
}

// briefCounts counts the items of the complete JSON.
type briefCounts struct {
	Nodes   int           `json:"nodes"`
	TestIDs int           `json:"testIds"`
	Total   int           `json:"total,omitempty"`
	Changes *briefChanges `json:"changes,omitempty"`
}

type briefChanges struct {
	Added     int `json:"added"`
	Changed   int `json:"changed"`
	Gone      int `json:"gone"`
	Unchanged int `json:"unchanged"`
}

// briefScreen bounds the lines of a screen in the JSON, in tokens.
const briefScreen = describeBudget

func briefDescription(in tool.DescribeInput, r *tool.DescribeResult) briefDescribe {
	b := briefDescribe{
		State: r.State, Flow: r.Flow, Tab: tool.TabInfo{TabID: r.Tab.TabID}, Truncated: r.Truncated, Loading: r.Loading, Screenshot: r.Screenshot,
		Counts: briefCounts{Nodes: len(r.A11y.Nodes), TestIDs: len(r.TestIDs.Items), Total: r.Total},
		Screen: strings.Split(bodyText(in, r, briefScreen), "\n"),
	}
	if c := r.Changes; c != nil {
		b.Counts.Changes = &briefChanges{len(c.Added), len(c.Changed), len(c.Gone), c.Unchanged}
	}
	if p := r.PriorKnowledge; p != nil {
		prior := *p
		prior.SimilarSteps = []types.SimilarStep{}
		prior.RelatedSessions = p.RelatedSessions[:min(1, len(p.RelatedSessions))]
		prior.SuggestedNextActions = p.SuggestedNextActions[:min(maxSuggestions, len(p.SuggestedNextActions))]
		prior.Avoid = p.Avoid[:min(maxSuggestions, len(p.Avoid))]
		b.PriorKnowledge = &prior
	}
	return b
}
