package mcptools

import (
	"strings"

	"cairn/shared/types"
)

// briefDescribe is a description cut to what its text shows: the state, what
// worked here, the counts, and the screen line by line for clients that give
// the model nothing else.
type briefDescribe struct {
	State          types.State           `json:"state"`
	Tab            types.TabInfo         `json:"tab"`
	Counts         briefCounts           `json:"counts"`
	Truncated      bool                  `json:"truncated,omitempty"`
	Loading        bool                  `json:"loading,omitempty"`
	Flow           *types.FlowCall       `json:"flow,omitempty"`
	PriorKnowledge *types.PriorKnowledge `json:"priorKnowledge,omitempty"`
	Screenshot     *types.Screenshot     `json:"screenshot,omitempty"`
	Screen         []string              `json:"screen"`
}

// briefCounts says how much the complete JSON holds.
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

// briefScreen is what the lines of a screen may take in the JSON, in tokens.
const briefScreen = describeBudget

func briefDescription(in types.DescribeInput, r *types.DescribeResult) briefDescribe {
	b := briefDescribe{
		State: r.State, Flow: r.Flow, Tab: types.TabInfo{TabID: r.Tab.TabID}, Truncated: r.Truncated, Loading: r.Loading, Screenshot: r.Screenshot,
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
