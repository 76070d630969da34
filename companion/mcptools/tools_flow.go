package mcptools

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

var flowTools = []*definition{{
	name:        "mm_run_flow",
	description: "Do a known task in one call. It launches if need be, stops before an uncertain step, and shows the page and how to go on.",
	destructive: true, openWorld: true, own: true,
	run: typed(runFlow),
}}

// Confidences of offered flows. Below leastKnown a flow is only similar and has to be seen
// before it runs, and below leastOffered there is no offer.
const (
	leastKnown   = 0.5
	leastOffered = 0.25
)

// Bounds of parameters: fields take no more, and a flow asks for few.
const (
	maxParams   = 50
	maxParam    = 20_000 // characters of a value
	maxParamKey = 64
)

// flowInput is tool.FlowInput with unparsed params, so that errors name the wrong
// one.
type flowInput struct {
	tool.FlowInput
	Params map[string]json.RawMessage `json:"params"`
}

func runFlow(ctx context.Context, c *call, given flowInput) (answer, error) {
	in, err := given.checked()
	if err != nil {
		return answer{}, err
	}
	checks := c.client.mustCheck(in.Flow)
	in.DryRun = in.DryRun || checks
	before := c.client.currentSession()
	r, err := c.client.hands().RunFlow(ctx, in, progressOf(ctx))
	if err != nil {
		return answer{}, err
	}
	if r.SessionID != "" && r.SessionID != before {
		c.launched(ctx, c.client, r.SessionID)
	}
	if in.DryRun {
		c.client.saw(in.Flow)
	} else {
		c.client.ranFlow(r.SessionID)
	}
	a := flowAnswer(c, r)
	if checks {
		a.head = Check + "\n" + a.head
	}
	return a, nil
}

func (given flowInput) checked() (tool.FlowInput, error) {
	return CheckFlow(given.FlowInput, given.Params)
}

// CheckFlow returns the input of a run with its parameters, if it is one that can be.
func CheckFlow(in tool.FlowInput, params map[string]json.RawMessage) (_ tool.FlowInput, err error) {
	if in.Params, err = paramsOf(params); err != nil {
		return in, err
	}
	switch {
	case in.Continue && (in.Flow != "" || in.Goal != "" || in.URL != "" || in.Context != "" || in.DryRun):
		return in, types.Invalid("continue goes on with the run that stopped, and takes neither flow, goal, url, context nor dryRun",
			`mm_run_flow {"continue":true}, with params or allowRisky where the stop asked for them`)
	case in.From != 0 && !in.Continue:
		return in, types.Invalid("from is for a run that stopped", `mm_run_flow {"continue":true,"from":3}`)
	case in.Flow != "" && in.Goal != "":
		return in, types.Invalid("both flow and goal are given", "name the flow by its id, or have it found by a goal")
	case !in.Continue && in.Flow == "" && in.Goal == "":
		return in, types.Invalid("neither flow nor goal is given", `mm_run_flow {"flow":"…","params":{…}}, or {"goal":"…"}; kb_search finds flows`)
	}
	return in, nil
}

// paramsOf reads the values of parameters. Numbers become texts as written.
func paramsOf(given map[string]json.RawMessage) (map[string]string, error) {
	if len(given) > maxParams {
		return nil, types.Invalid(fmt.Sprintf("params has %d values", len(given)), fmt.Sprintf("at most %d", maxParams))
	}
	params := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		var value string
		raw := given[name]
		switch {
		case json.Unmarshal(raw, &value) == nil && string(raw) != "null":
		case len(raw) > 0 && (raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9'):
			value = string(raw)
		default:
			return nil, types.Invalid(fmt.Sprintf("params.%.60s is not a text", name), `values are texts: {"name":"value"}`)
		}
		if n := len([]rune(value)); n > maxParam || len(name) > maxParamKey {
			return nil, types.Invalid(fmt.Sprintf("params.%.60s is too long", name), fmt.Sprintf("a value has at most %d characters, a name %d", maxParam, maxParamKey))
		}
		params[name] = value
	}
	if len(params) == 0 {
		return nil, nil
	}
	return params, nil
}

// flowFor returns the best flow for a goal, nil for none.
func (c *call) flowFor(url, goal string) *types.FlowCall {
	if goal == "" {
		return nil
	}
	for _, f := range c.backend.Memory.FlowFor(url, goal, 1) {
		return &f
	}
	return nil
}

// offered returns the flow to show for a goal, from memory or from the client's
// repository if it fits better. It is nil if none is confident enough or the client
// cannot run flows.
func (c *call) offered(found *types.FlowCall, dir, url, goal string) *types.FlowCall {
	if slices.Contains(c.withheld, "mm_run_flow") {
		return nil
	}
	if c.backend.Repository != nil {
		for _, other := range c.backend.Repository(cmp.Or(dir, c.client.dir), url, goal) {
			if found == nil || other.Confidence > found.Confidence {
				found = &other
			}
		}
	}
	if found == nil || found.Confidence < leastOffered || ordersIn(found) {
		return nil
	}
	c.client.offers(found, goal)
	return found
}

// doubt is a flow that a client was offered as similar to a goal. It runs once the client has
// seen its steps, in a dry run: agents follow a ready-made call, and the flow may do another
// thing than the goal says.
type doubt struct {
	goal string
	seen bool
}

// Check is the answer to the first run of such a flow, before its steps.
const Check = "nothing was done, because this flow is only similar to the goal: see whether its steps are the task. If so, call it without dryRun; if not, do the task step by step"

func (c *session) offers(f *types.FlowCall, goal string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.doubts == nil {
		c.doubts = map[string]doubt{}
	}
	if was, is := c.doubts[f.Flow]; Known(f) {
		delete(c.doubts, f.Flow)
	} else if !is || was.goal != goal {
		c.doubts[f.Flow] = doubt{goal: goal}
	}
}

// mustCheck reports whether a flow was offered as similar, and its steps were not seen since.
func (c *session) mustCheck(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, is := c.doubts[id]
	return is && !d.seen
}

// saw notes that a client has seen the steps of a flow.
func (c *session) saw(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, is := c.doubts[id]; is {
		d.seen = true
		c.doubts[id] = d
	}
}

// repeats reports whether a flow is the similar one that the current session was shown last. An agent
// that goes on without it has decided, and would read its line with each description.
func (c *session) repeats(f *types.FlowCall) bool {
	if f == nil || Known(f) {
		return false
	}
	shown := c.currentSession() + " " + f.Flow
	c.mu.Lock()
	defer c.mu.Unlock()
	again := c.similar == shown
	c.similar = shown
	return again
}

// ranFlow notes that a session ran a flow: it gets no further offers.
func (c *session) ranFlow(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flowRan = session
}

// hasRunFlow reports whether the current session ran a flow.
func (c *session) hasRunFlow() bool {
	session := c.currentSession()
	c.mu.Lock()
	defer c.mu.Unlock()
	return session != "" && c.flowRan == session
}
