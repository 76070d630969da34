package dispatch

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// quick reads the requests that come again and again: what worked on a screen
// like this, whenever a page has settled, and a search, letter by letter. It
// does without reflection and shares the request's text, which in WebAssembly
// takes a third of the time. It knows exactly what the extension writes; at
// anything else (an unknown field, a null, a field twice) it says no, and
// encoding/json reads the request instead. What it does read, it reads alike: a
// fuzz test holds it to that.
func quick(text []byte) (*wire.CoreRequest, bool) {
	if !bytes.HasPrefix(text, priorStart) && !bytes.HasPrefix(text, searchStart) {
		return nil, false
	}
	r := reader{text: string(text)}
	req := &wire.CoreRequest{}
	r.object(func(key string) {
		switch key {
		case "op":
			req.Op = wire.CoreOp(r.str())
		case "now":
			req.Now = r.time()
		case "prior":
			req.Prior = new(types.PriorRequest)
			r.prior(req.Prior)
		case "search":
			req.Search = new(types.SearchRequest)
			r.search(req.Search)
		default:
			r.fail()
		}
	})
	r.space()
	return req, !r.failed && r.at == len(r.text)
}

// How the extension's requests begin.
var (
	priorStart  = []byte(`{"op":"prior",`)
	searchStart = []byte(`{"op":"search",`)
)

func (r *reader) search(s *types.SearchRequest) {
	r.object(func(key string) {
		switch key {
		case "query":
			s.Query = r.str()
		case "limit":
			s.Limit = r.number()
		case "scope":
			r.scope(&s.Scope)
		case "filters":
			r.filters(&s.Filters)
		case "currentSessionId":
			s.CurrentSessionID = r.str()
		case "ranker":
			s.Ranker = r.str()
		case "explain":
			s.Explain = r.bool()
		default:
			r.fail()
		}
	})
}

// scope reads a scope by its name; what else it may be is rare.
func (r *reader) scope(s *types.Scope) {
	switch s.Kind = r.str(); s.Kind {
	case "", types.ScopeCurrent, types.ScopeAll:
	default:
		r.fail()
	}
}

func (r *reader) filters(f *types.Filters) {
	r.object(func(key string) {
		switch key {
		case "flowTag":
			f.FlowTag = r.str()
		case "tag":
			f.Tag = r.str()
		case "screen":
			f.Screen = r.str()
		case "sinceHours":
			f.SinceHours = r.number()
		case "gitBranch":
			f.GitBranch = r.str()
		case "site":
			f.Site = r.str()
		case "outcome":
			f.Outcome = r.str()
		default:
			r.fail()
		}
	})
}

func (r *reader) prior(p *types.PriorRequest) {
	r.object(func(key string) {
		switch key {
		case "observation":
			r.observation(&p.Observation)
		case "sessionId":
			p.SessionID = r.str()
		case "goal":
			p.Goal = r.str()
		case "flowTags":
			p.FlowTags = r.strs()
		case "gitBranch":
			p.GitBranch = r.str()
		default:
			r.fail()
		}
	})
}

func (r *reader) observation(o *types.Observation) {
	r.object(func(key string) {
		switch key {
		case "state":
			r.state(&o.State)
		case "testIds":
			o.TestIDs = make([]types.TestID, 0, listCap)
			r.list(func() {
				o.TestIDs = append(o.TestIDs, types.TestID{})
				r.testID(&o.TestIDs[len(o.TestIDs)-1])
			})
		case "a11y":
			r.a11y(&o.A11y)
		case "truncated":
			o.Truncated = r.bool()
		case "sanitized":
			o.Sanitized = r.bool()
		default:
			r.fail()
		}
	})
}

func (r *reader) state(s *types.State) {
	r.object(func(key string) {
		switch key {
		case "currentUrl":
			s.CurrentURL = r.str()
		case "currentScreen":
			s.CurrentScreen = r.str()
		case "title":
			s.Title = r.str()
		case "origin":
			s.Origin = r.str()
		default:
			r.fail()
		}
	})
}

func (r *reader) testID(t *types.TestID) {
	r.object(func(key string) {
		switch key {
		case "testId":
			t.TestID = r.str()
		case "tag":
			t.Tag = r.str()
		case "visible":
			t.Visible = r.bool()
		case "role":
			t.Role = r.str()
		case "name":
			t.Name = r.str()
		default:
			r.fail()
		}
	})
}

func (r *reader) a11y(a *types.A11y) {
	r.object(func(key string) {
		if key != "nodes" {
			r.fail()
			return
		}
		a.Nodes = make([]types.A11yNode, 0, listCap)
		r.list(func() {
			a.Nodes = append(a.Nodes, types.A11yNode{})
			r.node(&a.Nodes[len(a.Nodes)-1])
		})
	})
}

func (r *reader) node(n *types.A11yNode) {
	r.object(func(key string) {
		switch key {
		case "ref":
			n.Ref = r.str()
		case "role":
			n.Role = r.str()
		case "name":
			n.Name = r.str()
		case "path":
			n.Path = r.strs()
		case "testId":
			n.TestID = r.str()
		case "disabled":
			n.Disabled = r.bool()
		case "checked":
			n.Checked = r.str()
		case "expanded":
			n.Expanded = r.str()
		case "level":
			n.Level = r.number()
		case "filled":
			n.Filled = r.bool()
		case "sensitive":
			n.Sensitive = r.bool()
		case "offscreen":
			n.Offscreen = r.bool()
		default:
			r.fail()
		}
	})
}

// listCap is how many elements a list is made for at first.
const listCap = 64

// reader goes through a text once. After a failure it is at the end.
type reader struct {
	text   string
	at     int
	failed bool
}

func (r *reader) fail() {
	r.failed = true
	r.at = len(r.text)
}

func (r *reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		default:
			return
		}
	}
}

// next skips space and c, and reports whether c was there.
func (r *reader) next(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) need(c byte) {
	if !r.next(c) {
		r.fail()
	}
}

// maxFields is how many fields an object can have and be told apart by a mask.
const maxFields = 16

// object reads an object; field reads the value of each of its fields. A field
// that comes twice is a failure: encoding/json would mix the two.
func (r *reader) object(field func(key string)) {
	r.need('{')
	if r.next('}') || r.failed {
		return
	}
	var seen [maxFields]string
	for n := 0; !r.failed; n++ {
		key := r.str()
		for _, s := range seen[:min(n, maxFields)] {
			if s == key {
				r.fail()
			}
		}
		if n == maxFields {
			r.fail()
			return
		}
		seen[n] = key
		r.need(':')
		if !r.failed {
			field(key)
		}
		if r.next('}') {
			return
		}
		r.need(',')
	}
}

// list reads an array; item reads each of its values.
func (r *reader) list(item func()) {
	r.need('[')
	if r.next(']') {
		return
	}
	for !r.failed {
		item()
		if r.next(']') {
			return
		}
		r.need(',')
	}
}

func (r *reader) strs() []string {
	list := []string{}
	r.list(func() { list = append(list, r.str()) })
	return list
}

// str reads a string; one with escapes is left to encoding/json.
func (r *reader) str() string {
	r.need('"')
	start := r.at
	plain := true
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			s := r.text[start:r.at]
			r.at++
			if !plain && !utf8.ValidString(s) {
				r.fail()
			}
			return s
		case c == '\\':
			return r.escaped(start - 1)
		case c < ' ':
			r.fail()
			return ""
		case c >= utf8.RuneSelf:
			plain = false
		}
	}
	r.fail()
	return ""
}

// escaped reads the string that begins with the quote at start.
func (r *reader) escaped(start int) (s string) {
	for ; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	if r.at >= len(r.text) || json.Unmarshal([]byte(r.text[start:r.at+1]), &s) != nil {
		r.fail()
		return ""
	}
	r.at++
	return s
}

func (r *reader) bool() bool {
	r.space()
	for _, word := range [...]string{"false", "true"} {
		if strings.HasPrefix(r.text[r.at:], word) {
			r.at += len(word)
			return word == "true"
		}
	}
	r.fail()
	return false
}

// maxDigits is how many digits of a number fit into an int everywhere.
const maxDigits = 9

// number reads a whole number that is not negative.
func (r *reader) number() (n int) {
	r.space()
	start := r.at
	for ; r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9'; r.at++ {
		n = 10*n + int(r.text[r.at]-'0')
		if r.at-start == maxDigits {
			r.fail()
			return 0
		}
	}
	// What follows ends it: a fraction or an exponent is encoding/json's.
	if r.at == start || r.text[start] == '0' && r.at > start+1 || r.at < len(r.text) && r.text[r.at] != ',' && r.text[r.at] != '}' {
		r.fail()
	}
	return n
}

// time reads a time as the extension writes it.
func (r *reader) time() types.Time {
	t, err := types.ParseTime(r.str())
	if err != nil {
		r.fail()
	}
	return t
}
