package types

// SchemaVersion is the version of stored Session and Step records.
const SchemaVersion = 1

// Session is one goal-directed run (spec 000 section 4.1, `session.json`).
type Session struct {
	SchemaVersion int      `json:"schemaVersion"`
	SessionID     string   `json:"sessionId"`
	CreatedAt     Time     `json:"createdAt"`
	Goal          string   `json:"goal,omitempty"`
	FlowTags      []string `json:"flowTags"`
	Tags          []string `json:"tags"`
	Git           *Git     `json:"git,omitempty"`
	Launch        *Launch  `json:"launch,omitempty"`
	Build         *Build   `json:"build,omitempty"`

	// Ambient marks browsing that nobody launched. Cairn's own.
	Ambient bool `json:"ambient,omitempty"`
	// EndedAt is set by mm_cleanup or by 30 idle minutes. Cairn's own.
	EndedAt Time `json:"endedAt,omitempty"`
	// EditedAt is when a person last changed the goal or the tags: what
	// recorders say of these afterwards does not count. Cairn's own.
	EditedAt Time `json:"editedAt,omitempty"`
	// Client is the MCP client's own name, as it introduced itself. Cairn's own.
	Client string `json:"client,omitempty"`
	// Foreign is set where no session.json came with the steps (an import):
	// no metadata filter may let such a session pass.
	Foreign bool `json:"foreign,omitempty"`
}

// Git is the working tree that a session ran against.
type Git struct {
	Branch string `json:"branch,omitempty"`
	Commit string `json:"commit,omitempty"`
	Dirty  bool   `json:"dirty,omitempty"`
}

// Launch says how a session was started. The specs' own example has more
// fields than any browser but one knows; those that came by import are kept.
type Launch struct {
	URL           string         `json:"url,omitempty"`
	StateMode     string         `json:"stateMode,omitempty"`
	FixturePreset *string        `json:"fixturePreset,omitempty"`
	ExtensionPath string         `json:"extensionPath,omitempty"`
	Ports         map[string]int `json:"ports,omitempty"`
}

// Build is spec 000's build information.
type Build struct {
	BuildType string `json:"buildType,omitempty"`
}
