package types

// KnowledgeCard is the knowledge of one site (spec 004).
type KnowledgeCard struct {
	Domain        string    `json:"domain"`
	Version       int       `json:"version"`
	SiteType      string    `json:"siteType,omitempty"` // "spa", "ssr" or empty
	RequiresLogin bool      `json:"requiresLogin,omitempty"`
	Patterns      []Pattern `json:"patterns"`
	CreatedAt     Time      `json:"createdAt"`
	UpdatedAt     Time      `json:"updatedAt"`
}

// Pattern is one thing known of a site.
type Pattern struct {
	Type        PatternType `json:"type"`
	Value       string      `json:"value"`
	Description string      `json:"description"`
	URLPattern  string      `json:"urlPattern,omitempty"`
	Confidence  float64     `json:"confidence"` // 0 to 1, before decay
	UseCount    int         `json:"useCount"`
	LastUsedAt  Time        `json:"lastUsedAt"`
	CreatedAt   Time        `json:"createdAt"`
	Source      string      `json:"source"` // agent_auto, human_recording, manual
	// Pinned is set where a person wants it kept whatever happens. Cairn's own.
	Pinned bool `json:"pinned,omitempty"`
}

// PatternType is the kind of a Pattern.
type PatternType string

// The pattern types of spec 004.
const (
	PatternSelector       PatternType = "selector"
	PatternNavigationPath PatternType = "navigation_path"
	PatternLoginRequired  PatternType = "login_required"
	PatternSPAHint        PatternType = "spa_hint"
	PatternPageStructure  PatternType = "page_structure"
	PatternTaskIntent     PatternType = "task_intent"
)

// RecallRequest is the input of recall_site_memory. Domain or URL must be
// given; TaskHint orders task_intent patterns.
type RecallRequest struct {
	Domain   string `json:"domain,omitempty"`
	URL      string `json:"url,omitempty"`
	TaskHint string `json:"task_hint,omitempty"`
	// Language is "en", "zh" or empty for "en unless the hint is Chinese".
	Language string `json:"language,omitempty"`
}

// RecallResult is the answer of recall_site_memory: the fields after Domain
// are present when Found, AIHints when not.
type RecallResult struct {
	Found         bool                `json:"found"`
	Domain        string              `json:"domain"`
	SiteType      string              `json:"siteType,omitempty"`
	RequiresLogin *bool               `json:"requiresLogin,omitempty"`
	PatternCount  int                 `json:"patternCount,omitempty"`
	PatternTypes  map[PatternType]int `json:"patternTypes,omitempty"`
	Context       string              `json:"context,omitempty"`
	AISummary     string              `json:"aiSummary"`
	AIHints       []string            `json:"aiHints,omitempty"`
	// Flow is the flow of the site that fits the task, ready to be run. Cairn's own.
	Flow *FlowCall `json:"flow,omitempty"`
	// Team describes the sessions of a team's other members there, which are no part of Context.
	// Cairn's own.
	Team string `json:"team,omitempty"`
}

// SiteBrief is a card in short, for an agent that comes to a site.
type SiteBrief struct {
	Domain        string   `json:"domain"`
	SiteType      string   `json:"siteType,omitempty"`
	RequiresLogin bool     `json:"requiresLogin,omitempty"`
	PatternCount  int      `json:"patternCount"`
	Tasks         []string `json:"tasks,omitempty"` // done there, the likest to the task at hand first
	Ways          []string `json:"ways,omitempty"`  // from one screen to another
}
