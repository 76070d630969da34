package capture

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cairn/shared/types"
)

// Rules name the screens of sites whose routes are not sufficient. The file format
// (screens.json beside this file is the built-in one):
//
//	{"version": 1, "sites": [{
//	  "site": "app.example.com",         host, host:port, "*.example.com" or "*"
//	  "plainFragments": true,            "#inbox" is a route here, not an anchor
//	  "params": ["folder"],              query parameters that distinguish screens
//	  "screens": [{
//	    "name": "invoice",               the screen's name; all conditions below must hold
//	    "path": "/i/*",                  * within one segment, ** across
//	    "fragment": "edit/**",           the part after # (and after #/ or #!/)
//	    "query": {"mode": "edit"},       parameters, with * as above
//	    "title": "Invoice *",
//	    "heading": "Invoice*",           the accessible name of some heading
//	    "testId": "invoice-form"         some visible element's test id
//	  }]
//	}]}
//
// The first screen that fits names the page. Without one, the route names it, with
// plainFragments and params applied. A person's file precedes the built-in one, site
// by site.
type Rules struct {
	sites []siteRules
}

type rulesFile struct {
	Version int         `json:"version"`
	Sites   []siteRules `json:"sites"`
}

type siteRules struct {
	Site           string       `json:"site"`
	PlainFragments bool         `json:"plainFragments,omitempty"`
	Params         []string     `json:"params,omitempty"`
	Screens        []screenRule `json:"screens,omitempty"`
}

type screenRule struct {
	Name     string            `json:"name"`
	Path     string            `json:"path,omitempty"`
	Fragment string            `json:"fragment,omitempty"`
	Query    map[string]string `json:"query,omitempty"`
	Title    string            `json:"title,omitempty"`
	Heading  string            `json:"heading,omitempty"`
	TestID   string            `json:"testId,omitempty"`
}

// Limits of a rules file, far above those that people write.
const (
	maxRulesFile = 1 << 20
	maxSites     = 1000
	maxScreens   = 1000 // of one site
	rulesVersion = 1
)

//go:embed screens.json
var builtIn []byte

var defaultRules = sync.OnceValue(func() *Rules {
	file, err := readRules(builtIn)
	if err != nil {
		panic("capture: screens.json: " + err.Error())
	}
	return &Rules{sites: file.Sites}
})

// DefaultRules returns Cairn's built-in rules.
func DefaultRules() *Rules { return defaultRules() }

// ParseRules parses a screen rules file and puts it before the built-in rules. For an
// invalid part it returns a [*types.Error] that names the place.
func ParseRules(data []byte) (*Rules, error) {
	file, err := readRules(data)
	if err != nil {
		return nil, types.Invalid("the screen rules cannot be read: "+err.Error(),
			`A rules file reads {"version":1,"sites":[{"site":"app.example.com","screens":[{"name":"invoice","path":"/i/*"}]}]}.`)
	}
	return &Rules{sites: append(file.Sites, DefaultRules().sites...)}, nil
}

func readRules(data []byte) (*rulesFile, error) {
	if len(data) > maxRulesFile {
		return nil, fmt.Errorf("the file is larger than %d bytes", maxRulesFile)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var file rulesFile
	if err := dec.Decode(&file); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, fmt.Errorf("something follows the closing brace")
	}
	if file.Version != rulesVersion {
		return nil, fmt.Errorf("version is %d, and %d is what this build reads", file.Version, rulesVersion)
	}
	if len(file.Sites) > maxSites {
		return nil, fmt.Errorf("more than %d sites", maxSites)
	}
	for i := range file.Sites {
		if err := file.Sites[i].check(); err != nil {
			return nil, fmt.Errorf("sites[%d]: %w", i, err)
		}
	}
	return &file, nil
}

func (s *siteRules) check() error {
	s.Site = strings.ToLower(s.Site)
	if s.Site == "" || strings.ContainsAny(s.Site, "/@ ") || strings.Contains(strings.TrimPrefix(s.Site, "*"), "*") {
		return fmt.Errorf("site %q is neither a host, host:port, *.host nor *", s.Site)
	}
	if len(s.Screens) > maxScreens {
		return fmt.Errorf("more than %d screens", maxScreens)
	}
	for i, r := range s.Screens {
		if r.Name == "" || Clean(r.Name, maxScreenName) != r.Name || r.Name == types.UnknownScreen {
			return fmt.Errorf("screens[%d]: name %q is empty, too long, not plain text or %q", i, r.Name, types.UnknownScreen)
		}
		if r.Path == "" && r.Fragment == "" && len(r.Query) == 0 && r.Title == "" && r.Heading == "" && r.TestID == "" {
			return fmt.Errorf("screens[%d]: %q says nothing about when it holds", i, r.Name)
		}
	}
	return nil
}

// covers reports whether the rules apply to a host, given with and without port.
func (s *siteRules) covers(host, hostPort string) bool {
	switch {
	case s.Site == "*" || s.Site == host || s.Site == hostPort:
		return true
	case strings.HasPrefix(s.Site, "*."):
		return strings.HasSuffix(host, s.Site[1:])
	}
	return false
}

// matches reports whether all conditions of the rule are true.
func (r *screenRule) matches(u route, title string, obs *types.Observation) bool {
	if r.Path != "" && !glob(r.Path, u.path) || r.Fragment != "" && !glob(r.Fragment, u.fragmentPath()) || r.Title != "" && !glob(r.Title, title) {
		return false
	}
	for name, want := range r.Query {
		if got, ok := u.param(name); !ok || !glob(want, got) {
			return false
		}
	}
	return (r.Heading == "" || hasHeading(obs, r.Heading)) && (r.TestID == "" || hasTestID(obs, r.TestID))
}

func hasHeading(obs *types.Observation, pattern string) bool {
	if obs == nil {
		return false
	}
	return slices.ContainsFunc(obs.A11y.Nodes, func(n types.A11yNode) bool { return n.Role == "heading" && glob(pattern, n.Name) })
}

func hasTestID(obs *types.Observation, pattern string) bool {
	if obs == nil {
		return false
	}
	return slices.ContainsFunc(obs.TestIDs, func(t types.TestID) bool { return t.Visible && glob(pattern, t.TestID) })
}

// glob matches s against a pattern in which * matches anything but a slash and **
// anything. It takes at most len(pattern)*len(s) steps.
func glob(pattern, s string) bool {
	reach := make([]bool, len(s)+1) // the ends in s that the pattern so far can match
	reach[0] = true
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '*' {
			for j := len(s); j > 0; j-- {
				reach[j] = reach[j-1] && s[j-1] == pattern[i]
			}
			reach[0] = false
			continue
		}
		across := i+1 < len(pattern) && pattern[i+1] == '*'
		if across {
			i++
		}
		for j := 1; j <= len(s); j++ {
			reach[j] = reach[j] || reach[j-1] && (across || s[j-1] != '/')
		}
	}
	return reach[len(s)]
}
