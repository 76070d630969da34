package runner

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// baseOf returns the origin that a flow is run on.
func baseOf(f *types.Flow, o Options) (string, error) {
	for _, address := range append([]string{o.URL, f.Site}, o.Origins...) {
		if origin := originOf(address); origin != "" {
			return origin, nil
		}
		if address != "" && address == o.URL {
			return "", types.Fault(types.CodeInvalidInput, fmt.Sprintf("url %.200q is not a whole URL", o.URL), "Begin it with http:// or https://.")
		}
	}
	return "", types.Fault(types.CodeInvalidInput, fmt.Sprintf("the address of the site %.80q is not known here", f.Site), "Give url: an address of the site.")
}

// originOf returns the origin of an address, empty where it has none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme == "" {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// fromStart runs a flow from its start.
func (r *run) fromStart(ctx context.Context) (*tool.FlowResult, error) {
	r.session = r.driver.SessionID()
	switch h := r.lacks(false); {
	case h != nil && r.o.DryRun: // not to be continued as a run
		r.result.Status = tool.FlowDry
		result := r.answer(ctx)
		result.Remaining, result.Stop = r.remaining(), r.stopOf(h)
		return result, nil
	case h != nil:
		return r.ended(ctx, h)
	}
	start, lost := flow.FillAddress(r.flow.Start, r.values)
	address := r.base + start
	if r.driver.SessionID() == "" {
		if lost != nil {
			if !r.standsReady(ctx) && !r.onStart() {
				return nil, types.Fault(types.CodeInvalidInput, messageOf(lost), "Open the flow's first page, "+r.flow.Start+", and call again; or give it in params.")
			}
			address = "" // the session begins on the present page
		}
		in := tool.LaunchInput{URL: address, Goal: r.o.Goal, Context: r.o.Context, Dir: r.o.Dir}
		if in.Goal == "" {
			in.Goal = r.title()
		}
		if _, err := r.driver.Launch(ctx, in); err != nil {
			return nil, err
		}
		r.own = true
	}
	r.session = r.driver.SessionID()
	if r.o.DryRun {
		return r.dry(ctx)
	}
	if h := r.doneBefore(ctx); h != nil {
		return r.ended(ctx, h)
	}
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	r.patient(ctx)
	if !r.own && !r.standsReady(ctx) {
		if lost != nil && !r.onStart() {
			return r.ended(ctx, r.stop(types.FlowNeedsParam, messageOf(lost), hintFor(types.FlowNeedsParam)))
		}
		if lost == nil {
			if _, err := r.driver.Navigate(ctx, tool.NavigateInput{URL: address, ActInput: tool.ActInput{TimeoutMs: ms(navigateTime)}}); err != nil {
				return r.ended(ctx, r.stop(reasonOf(ctx, types.FlowFailed), "the start of the flow could not be opened: "+messageOf(err), hintOf(err)))
			}
		}
	}
	return r.onwards(ctx)
}

// standsReady reports whether the first step can be done on the present page, with its
// element proved.
func (r *run) standsReady(ctx context.Context) bool {
	s, err := r.look(ctx, false)
	if err != nil || s.Dialog != nil || originOf(s.Page.State.CurrentURL) != r.base || len(r.flow.Steps[0].Targets) == 0 {
		return false
	}
	first := r.flow.Steps[0].Screen
	if first.Path == "" && first.Screen == "" {
		start, err := url.Parse(r.flow.Start)
		if err != nil || start.Path == "" {
			return false
		}
		first.Path = start.Path
	}
	f, _ := r.find(ctx, 0)
	return f != nil && fitsScreen(first, &s.Page.State, r.values)
}

// onStart reports whether the page of the first step is open, which may not be drawn yet.
func (r *run) onStart() bool {
	first := r.flow.Steps[0].Screen
	return r.sight != nil && (first.Path != "" || first.Screen != "") && originOf(r.sight.Page.State.CurrentURL) == r.base && fitsScreen(first, &r.sight.Page.State, r.values)
}

// opensPage opens the page of the next step where the way into the application, a login or a first click, led to another of
// its pages, as one that returns to the page that was used last. Nothing was done that could get lost. A page that
// asks for something, or an address that has data, is left alone.
func (r *run) opensPage(ctx context.Context, s *tool.Sight) bool {
	way, want := 1, r.flow.Steps[r.at].Screen.Path
	if from, to := flow.FirstLogin(r.flow); from == 0 && to > 0 {
		way = to
	}
	moved := r.moved && r.before != nil && routeOf(r.before.State.CurrentURL) != routeOf(s.Page.State.CurrentURL)
	if r.ledIn || r.at != way || !moved || r.flow.Steps[0].Risk != "" || want == "" || strings.ContainsAny(want, "*{") || namesLogin(s.Page) || s.Dialog != nil || originOf(s.Page.State.CurrentURL) != r.base {
		return false
	}
	r.ledIn = true
	if _, err := r.driver.Navigate(ctx, tool.NavigateInput{URL: r.base + want, ActInput: tool.ActInput{TimeoutMs: ms(navigateTime)}}); err != nil {
		return false
	}
	r.patient(ctx)
	return true
}

// leadsIn returns the element of the first step where the application opened another page at its start: the one that was used
// last, or one that a session did not wait for. The page must be the one that the step leads to, whose menu chooses another
// thing, or the step must lead to a page without data.
func (r *run) leadsIn(ctx context.Context, s *tool.Sight) *found {
	step := &r.flow.Steps[r.at]
	if r.at != 0 || r.moved || len(r.flow.Steps) == 1 || step.Tool != "click" || step.Risk != "" || s.Loading || r.calm() < doubtTime || !r.onSite(s) {
		return nil
	}
	next := r.flow.Steps[1].Screen
	if fixed := next.Path != "" && next.Path != step.Screen.Path && !strings.ContainsAny(next.Path, "*{"); !fixed && !fitsScreen(next, &s.Page.State, r.values) {
		return nil
	}
	if f, d := r.find(ctx, 0); d == nil && !f.weak && f.healed == "" {
		return f
	}
	return nil
}

// dry checks a run without any action except opening its start, if there was no
// session.
func (r *run) dry(ctx context.Context) (*tool.FlowResult, error) {
	r.result.Status = tool.FlowDry
	r.patient(ctx)
	var halt *halt
	switch {
	case r.own:
		_, halt = r.await(ctx)
	case !r.standsReady(ctx):
		r.result.Remaining = r.remaining()
		return r.answer(ctx), nil // the page is another one, and a dry run goes nowhere
	}
	if halt == nil {
		halt = r.lacks(true)
	}
	result := r.answer(ctx)
	result.Remaining = r.remaining()
	if halt != nil {
		result.Stop = r.stopOf(halt)
		r.describe(ctx)
		result.Look = r.result.Look
	}
	if r.own {
		side, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
		defer cancel()
		_, _ = r.driver.Cleanup(side, tool.CleanupInput{}) // nothing was done in it
		result.SessionID = ""
	}
	return result, nil
}

// lacks returns the halt of a run without values that it needs. Values of a login are needed once the page asks for one.
func (r *run) lacks(login bool) *halt {
	names, step := r.missing(login)
	if len(names) == 0 {
		return nil
	}
	message := fmt.Sprintf("parameter %s has no value", names[0])
	if len(names) > 1 {
		message = fmt.Sprintf("parameters %s have no values", strings.Join(names, ", "))
	}
	return &halt{reason: types.FlowNeedsParam, step: step + 1, params: names, message: message, hint: "Give it, and ask for it where the task does not say it."}
}

// missing returns the parameters without a value that a step needs, and the first such step. login includes the steps of
// the login.
func (r *run) missing(login bool) (names []string, step int) {
	from, to := flow.FirstLogin(r.flow)
	needs := func(i int, name string) bool {
		return uses(&r.flow.Steps[i], name) && !r.flow.Steps[i].Optional && (login || i < from || i >= to)
	}
	step = len(r.flow.Steps)
	for _, p := range r.flow.Params {
		if _, given := r.values[p.Name]; given || p.Optional {
			continue
		}
		at := r.at
		for at < len(r.flow.Steps) && !needs(at, p.Name) {
			at++
		}
		if r.at == 0 && strings.Contains(r.flow.Start, "{"+p.Name+"}") {
			at = 0
		}
		if at < len(r.flow.Steps) {
			names, step = append(names, p.Name), min(step, at)
		}
	}
	return names, step
}

// uses reports whether a step contains a parameter.
func uses(s *types.FlowStep, name string) bool {
	texts := []string{s.Value}
	add := func(t *types.FlowTarget) { texts = append(texts, t.TestID, t.Name, t.Row) }
	for i := range s.Targets {
		add(&s.Targets[i])
	}
	if s.To != nil && s.To.Target != nil {
		add(s.To.Target)
	}
	for _, text := range texts {
		if strings.Contains(text, "{"+name+"}") {
			return true
		}
	}
	return false
}

// title returns the flow's title with the values that are no secrets.
func (r *run) title() string {
	title := r.flow.Title
	for name, value := range r.shown() {
		title = strings.ReplaceAll(title, "{"+name+"}", value)
	}
	return strings.NewReplacer("{{", "{", "}}", "}").Replace(title)
}

func ms(d time.Duration) int { return int(d.Milliseconds()) }
