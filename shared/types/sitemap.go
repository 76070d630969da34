package types

// SiteMapRequest asks for the map of a site: by its domain or name, or by the address
// of any of its pages.
type SiteMapRequest struct {
	Domain string `json:"domain,omitempty"`
	URL    string `json:"url,omitempty"`
	// Here is the screen to mark as the current one, as State.CurrentScreen names it.
	Here string `json:"here,omitempty"`
	// Screens bounds the screens: the most used ones are kept; 1 to 500, 100 when 0.
	Screens int `json:"screens,omitempty"`
	// Ready leaves out the flows while some of them are still to be built: that takes longer
	// than the rest of a large map.
	Ready bool `json:"ready,omitempty"`
}

// SiteMap is a site as a graph, derived from the recorded steps: screens, the actions
// that lead from one to the other, and the flows as paths through it.
type SiteMap struct {
	Site string `json:"site"`
	// Here is the ID of the current screen, empty when it is not on the map.
	Here     string       `json:"here,omitempty"`
	Screens  []MapScreen  `json:"screens"`
	Links    []MapLink    `json:"links"`
	Flows    []MapFlow    `json:"flows"`
	Broken   []MapFailure `json:"broken"` // actions that worked before and failed last, the newest first
	Sessions int          `json:"sessions"`
	FirstAt  Time         `json:"firstAt,omitempty"`
	LastAt   Time         `json:"lastAt,omitempty"`
	Left     MapLeft      `json:"left,omitzero"`
}

// MapLeft counts a map's omissions.
type MapLeft struct {
	Screens int `json:"screens,omitempty"`
	Links   int `json:"links,omitempty"`
	Flows   int `json:"flows,omitempty"`
	// Unread means that all flows are left out, as SiteMapRequest.Ready asks.
	Unread bool `json:"unread,omitempty"`
}

// MapScreen is one screen of the site. Addresses that differ by ids are one screen.
type MapScreen struct {
	// ID is State.CurrentScreen, with "…" for segments that are not kept in clear.
	ID   string `json:"id"`
	Name string `json:"name"` // for people
	// Elsewhere marks another site that actions led to; ID and Name are that site's name.
	Elsewhere bool `json:"elsewhere,omitempty"`
	// Merged counts the screens that are drawn as this one, because the segments by which
	// they differ are not kept in clear. It is 0 for a single one.
	Merged int  `json:"merged,omitempty"`
	Visits int  `json:"visits"`
	Starts int  `json:"starts,omitempty"` // visits with which a session began, or which an address opened
	LastAt Time `json:"lastAt"`
	// Failed counts the actions on the screen that failed.
	Failed int `json:"failed,omitempty"`
	// Controls counts the controls of the newest page of the screen, and Sketch lists them in
	// reading order, equal neighbours together. Both are empty if no page was recorded.
	Controls int          `json:"controls,omitempty"`
	Sketch   []MapControl `json:"sketch,omitempty"`
	// InFlow says that a flow passes the screen.
	InFlow bool `json:"inFlow,omitempty"`
}

// MapControl is one kind of control, and how many of it follow one another.
type MapControl struct {
	Kind  MapKind `json:"kind"`
	Count int     `json:"count"`
}

// MapKind is a kind of control in a sketch.
type MapKind string

// The kinds.
const (
	MapHeading MapKind = "heading"
	MapField   MapKind = "field"
	MapChoice  MapKind = "choice" // one of several: a list, a combination box
	MapToggle  MapKind = "toggle" // a check box, a radio button, a switch
	MapButton  MapKind = "button"
	MapTab     MapKind = "tab"
	MapLinkTo  MapKind = "link"
	MapRow     MapKind = "row"
	MapImage   MapKind = "image"
)

// MapLink holds the actions that led from one screen to another, or that stay on one.
type MapLink struct {
	From string `json:"from"`
	To   string `json:"to"`
	MapTally
	Actions []MapAction `json:"actions"`        // the most used first
	Left    int         `json:"left,omitempty"` // actions that are left out
}

// MapAction is the use of one element, of an address or of a key.
type MapAction struct {
	Tool string `json:"tool"` // without its prefix
	Role string `json:"role,omitempty"`
	Name string `json:"name,omitempty"` // of the element, for people
	Key  string `json:"key,omitempty"`
	MapTally
	// Broken says that it worked before, and failed when it was tried last.
	Broken bool `json:"broken,omitempty"`
}

// MapTally counts how actions went, and who did them.
type MapTally struct {
	OK           int  `json:"ok"`
	Failed       int  `json:"failed,omitempty"`
	Agent        int  `json:"agent,omitempty"`
	Person       int  `json:"person,omitempty"` // a person, or another tool
	LastAt       Time `json:"lastAt"`
	LastFailedAt Time `json:"lastFailedAt,omitempty"`
	Code         Code `json:"code,omitempty"` // of the last failure
}

// MapFlow is a flow as the screens that it passes.
type MapFlow struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Path  []string `json:"path"` // IDs of screens that are on the map
	Steps int      `json:"steps"`
	Runs  FlowRuns `json:"runs"`
}

// MapFailure is an action that worked before and failed last.
type MapFailure struct {
	From   string    `json:"from"`
	To     string    `json:"to"`
	Action MapAction `json:"action"`
}
