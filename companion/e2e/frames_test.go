package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"

	"github.com/chromedp/chromedp"
)

// widget is the content of the frame, and a decoy of it on the page around.
const widget = `<button data-testid="pay" onclick="this.after(' Paid in %s')">Pay now</button>`

// framedSites serves a shop on one port and the widget that it embeds on another.
func framedSites(t *testing.T) (shop, provider string) {
	provider = serve(t, htmlPage(func(*http.Request) string {
		return `<title>Provider</title><h2>Card</h2>` + fmt.Sprintf(widget, "the frame")
	}))
	shop = serve(t, htmlPage(func(r *http.Request) string {
		body := `<title>Shop</title><h1>Basket</h1><button data-testid="coupon">Apply coupon</button>`
		if r.URL.Query().Has("decoy") {
			body += fmt.Sprintf(widget, "the shop")
		}
		if r.URL.Query().Has("framed") {
			body += `<iframe src="` + provider + `/" style="display:block;width:300px;height:150px;border:0"></iframe>`
		}
		return body
	}))
	return shop, provider
}

func htmlPage(body func(*http.Request) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><body style='margin:0'>"+body(r))
	})
}

// widgetSuggested are the suggestions that name the widget's button, by the frame that
// they are labelled with.
func widgetSuggested(d described) (origins []string) {
	if d.PriorKnowledge == nil {
		return nil
	}
	for _, s := range d.PriorKnowledge.SuggestedNextActions {
		if s.Names(&types.Target{TestID: "pay", Role: "button", Name: "Pay now", Origin: s.Origin}) {
			origins = append(origins, s.Origin)
		}
	}
	return origins
}

func TestAFrameOfAnotherOriginTeachesNothingOfItsPage(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	shop, provider := framedSites(t)
	goal := "pay for the basket"
	look := func(name, at string) (*agent, described) {
		a := w.stdioAgent(name)
		a.launch(map[string]any{"url": at, "goal": goal})
		a.do("mm_wait_for", map[string]any{"testId": "pay"})
		return a, a.describe()
	}

	// The agent's own click, and one of a person.
	a, d := look("first", shop+"/?framed")
	if text := a.do("mm_describe_screen", nil).Text; !strings.Contains(text, "in frame "+provider+":\n") {
		t.Errorf("the look does not say whose the frame is:\n%s", text)
	}
	for _, n := range d.A11y.Nodes {
		want := ""
		if n.Name == "Pay now" || n.Name == "Card" {
			want = provider
		}
		if n.Origin != want {
			t.Errorf("%q is of %q, want %q", n.Name, n.Origin, want)
		}
	}
	if text := a.do("mm_click", map[string]any{"testId": "pay"}).Text; !strings.Contains(text, "in frame "+provider) {
		t.Errorf("the answer does not say where was clicked: %s", text)
	}
	a.do("mm_click", map[string]any{"testId": "coupon"})
	p := w.person(shop + "/?framed")
	p.do(chromedp.Poll[chromedp.Void](`document.readyState === 'complete'`))
	at := evaluate[[]float64](p, `(() => { const r = document.querySelector('iframe').getBoundingClientRect(); return [r.x + 30, r.y]; })()`)
	observed := func(s *types.Step) bool {
		return s.Actor == types.ActorObserved && s.Tool.Target != nil && s.Tool.Target.TestID == "pay"
	}
	for y := 60.0; y < 110; y += 10 { // wherever the fonts put the button
		p.do(chromedp.MouseClickXY(at[0], at[1]+y))
	}
	w.eventually("the person's click in the frame is recorded", func() bool {
		for _, s := range w.exported(t) {
			if observed(s) {
				return true
			}
		}
		return false
	})
	inFrame := 0
	for _, s := range w.exported(t) {
		if s.Tool.Target == nil {
			continue
		}
		o, framed := s.Observation, s.Tool.Target.TestID == "pay"
		if framed {
			inFrame++
		}
		if framed && (s.Tool.Target.Origin != provider || o.State.Origin != provider || o.State.Embedder != shop || !strings.HasPrefix(o.State.CurrentURL, provider)) {
			t.Errorf("the %s step in the frame is stored with target %+v and state %+v", s.Actor, s.Tool.Target, o.State)
		}
		if !framed && (s.Tool.Target.Origin != "" || o.State.Origin != shop || o.State.Embedder != "") {
			t.Errorf("the step on the page is stored with target %+v and state %+v", s.Tool.Target, o.State)
		}
		for _, n := range o.A11y.Nodes {
			if ofFrame := n.Name == "Pay now" || n.Name == "Card"; ofFrame != framed || n.Origin != "" {
				t.Errorf("a step on %s holds %q of %q", o.State.Origin, n.Name, n.Origin)
			}
		}
	}
	if inFrame < 3 { // waited for, clicked, clicked by hand
		t.Errorf("%d steps in the frame", inFrame)
	}

	// A decoy on the page is not the element used in the frame.
	a = w.stdioAgent("decoyed")
	a.launch(map[string]any{"url": shop + "/?decoy", "goal": goal})
	if d = a.describe(); len(widgetSuggested(d)) != 0 {
		t.Errorf("on the page alone, what the frame taught is suggested: %s", asJSON(t, d.PriorKnowledge))
	}
	// With both, the suggestion is the frame's, says so, and leads there.
	a, d = look2(w, "both", shop+"/?decoy&framed", goal)
	if got := widgetSuggested(d); len(got) != 1 || got[0] != provider {
		t.Fatalf("with the frame there, suggested are %q: %s", got, asJSON(t, d.PriorKnowledge))
	}
	if text := a.do("mm_describe_screen", nil).Text; !strings.Contains(text, fmt.Sprintf(`"frame":%q`, provider)) {
		t.Errorf("the suggestion does not say its frame:\n%s", text)
	}
	a.fails(types.CodeTargetAmbiguous, "mm_click", map[string]any{"testId": "pay"})
	if target := clicked(t, a, map[string]any{"testId": "pay", "frame": provider}); target.Origin != provider {
		t.Errorf("clicked %+v", target)
	}
	if target := clicked(t, a, map[string]any{"testId": "pay", "frame": shop}); target.Origin != "" {
		t.Errorf("clicked %+v", target)
	}
	// Now the page's own button has taught the page; where it is gone, the frame's
	// button of the same name is not it.
	a, d = look2(w, "gone", shop+"/?framed", goal)
	a.fails(types.CodeTargetAmbiguous, "mm_click", map[string]any{"testId": "pay"})
	if len(widgetSuggested(d)) > 1 || len(widgetSuggested(d)) == 1 && widgetSuggested(d)[0] != provider {
		t.Errorf("with the page's button gone, suggested are %q", widgetSuggested(d))
	}
	a = w.stdioAgent("alone")
	a.launch(map[string]any{"url": provider, "goal": goal})
	if got := widgetSuggested(a.describe()); len(got) > 0 && got[0] != "" {
		t.Errorf("on the provider's own page, suggested are of %q", got)
	}
}

// look2 looks at a page with two buttons of a name, which waiting for one refuses.
func look2(w *world, name, at, goal string) (*agent, described) {
	a := w.stdioAgent(name)
	a.launch(map[string]any{"url": at, "goal": goal})
	a.do("mm_wait_for", map[string]any{"role": "heading", "name": "Card"})
	return a, a.describe()
}

// clicked is the element that a click went to.
func clicked(t *testing.T, a *agent, args map[string]any) types.Target {
	t.Helper()
	var r tool.ActResult
	a.do("mm_click", args).into(t, &r)
	return *r.Target
}

func TestWhoseAFrameIsTheBrowserSays(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	button := func(name string) string { return "<button>" + name + "</button>" }
	site := serve(t, htmlPage(func(r *http.Request) string {
		if name := r.URL.Query().Get("inner"); name != "" {
			return button(name)
		}
		return `<title>Frames</title>
			<iframe src="/?inner=Plain"></iframe>
			<iframe srcdoc="` + button("Inherited") + `"></iframe>
			<iframe id="blank"></iframe>
			<iframe sandbox="allow-scripts" src="/?inner=Sandboxed"></iframe>
			<iframe sandbox="allow-scripts" srcdoc="` + button("Boxed") + `"></iframe>
			<iframe sandbox="allow-scripts allow-same-origin" src="/?inner=Shared"></iframe>
			<iframe src="data:text/html,` + url.PathEscape(button("Data")) + `"></iframe>
			<script>document.getElementById('blank').contentDocument.body.innerHTML = '` + button("Written") + `'</script>`
	}))
	want := map[string]string{"Plain": site, "Inherited": site, "Written": site, "Shared": site,
		"Sandboxed": types.OpaqueOrigin, "Boxed": types.OpaqueOrigin, "Data": types.OpaqueOrigin}
	a := w.stdioAgent("framer")
	a.launch(map[string]any{"url": site, "goal": "press every button"})
	for _, name := range slices.Sorted(maps.Keys(want)) {
		a.do("mm_click", map[string]any{"role": "button", "name": name})
	}
	seen := map[string]string{}
	for _, s := range w.exported(t) {
		if s.Tool.Target != nil {
			seen[s.Tool.Target.Name] = s.Observation.State.Origin
			for _, n := range s.Observation.A11y.Nodes {
				if want[n.Name] != s.Observation.State.Origin {
					t.Errorf("the step on %q, of %s, holds %q", s.Tool.Target.Name, s.Observation.State.Origin, n.Name)
				}
			}
		}
	}
	for name, origin := range want {
		if seen[name] != origin {
			t.Errorf("%q is stored under %q, want %q", name, seen[name], origin)
		}
	}
	again := w.stdioAgent("again")
	again.launch(map[string]any{"url": site, "goal": "press every button"})
	for name := range want {
		again.do("mm_wait_for", map[string]any{"role": "button", "name": name})
	}
	d := again.describe()
	if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 {
		t.Fatal("nothing is suggested")
	}
	for _, s := range d.PriorKnowledge.SuggestedNextActions {
		if hint := s.PreferredTarget.Hint; hint != nil && want[hint.Name] != site {
			t.Errorf("%q, which was used in an opaque frame, is suggested", hint.Name)
		}
	}
}
