package dispatch

import (
	"bytes"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// quick reads the most frequent requests: prior knowledge each time a page has
// settled, and a search, letter by letter. It uses no reflection and shares the
// request's text, which in WebAssembly takes a third of the time. It accepts exactly
// the extension's output. For anything else (an unknown field, a null, a field twice)
// it returns false, and encoding/json reads the request instead. A fuzz test checks
// that both read the same values.
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

// The first bytes of the extension's requests.
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
		case "detail":
			s.Detail = r.bool()
		default:
			r.fail()
		}
	})
}

// scope reads a scope by its name; other forms are rare.
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
		case "frames":
			o.Frames = []types.State{}
			r.list(func() {
				o.Frames = append(o.Frames, types.State{})
				r.state(&o.Frames[len(o.Frames)-1])
			})
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
		case "embedder":
			s.Embedder = r.str()
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
		case "origin":
			t.Origin = r.str()
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
		case "unseen":
			n.Unseen = r.str()
		case "origin":
			n.Origin = r.str()
		default:
			r.fail()
		}
	})
}

// listCap is the initial capacity of a list of elements.
const listCap = 64
