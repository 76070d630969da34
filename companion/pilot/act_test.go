package pilot

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func byTestID(id string) tool.TargetInput { return tool.TargetInput{TestID: id} }

func TestActionIsRecordedWithTheLookBeforeIt(t *testing.T) {
	r := launched(t)
	r.input.then = func() { // the click leads elsewhere
		for id := range r.browser.tabs {
			o := home()
			o.State.CurrentURL, o.State.CurrentScreen = "http://127.0.0.1:1/#/send", "send"
			o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e9", Role: "heading", Name: "Send ETH"})
			r.browser.tabs[id] = o
		}
	}
	result, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send"), ActInput: tool.ActInput{KBSource: "kb-1"}})
	if err != nil {
		t.Fatal(err)
	}
	if result.After.CurrentScreen != "send" || !slices.Equal(result.After.Appeared, []string{`heading "Send ETH"`}) || result.Tab.Screen != "send" {
		t.Errorf("after is %+v in %+v", result.After, result.Tab)
	}
	step := r.memory.steps[0]
	if step.Observation.State.CurrentScreen != "home" || step.After.CurrentScreen != "send" {
		t.Errorf("step says %s then %s, want home then send", step.Observation.State.CurrentScreen, step.After.CurrentScreen)
	}
	want := &types.Target{TestID: "send", Role: "button", Name: "Send", Tag: "button"}
	if !reflect.DeepEqual(step.Tool.Target, want) {
		t.Errorf("target is %+v, want its fingerprint %+v", step.Tool.Target, want)
	}
	if step.Tool.Name != "mm_click" || step.Actor != types.ActorAgent || step.KBSource != "kb-1" || !step.Outcome.OK || step.SessionID != r.SessionID() || step.StepID != result.StepID {
		t.Errorf("step is %+v", step)
	}
}

func TestActionSaysThatItsPageStayed(t *testing.T) {
	r := launched(t)
	lead := func(url string) {
		for id := range r.browser.tabs {
			o := home()
			o.State.CurrentURL, o.State.CurrentScreen = url, "send"
			r.browser.tabs[id] = o
		}
	}
	click := func() bool {
		t.Helper()
		result, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
		if err != nil {
			t.Fatal(err)
		}
		return result.Stayed
	}
	if !click() {
		t.Error("the page is the one that mm_launch named, and the answer names it again")
	}
	r.input.then = func() { lead("http://127.0.0.1:1/#/send/1") }
	if click() {
		t.Error("the action led elsewhere, and the answer does not say so")
	}
	r.input.then = nil
	if !click() {
		t.Error("the page is the one that the last answer named")
	}
	lead("http://127.0.0.1:1/#/send/2") // by itself, on the same screen
	if click() {
		t.Error("the page went elsewhere by itself, and the answer does not say so")
	}
}

func TestRefIsStoredAsTheElementItNamed(t *testing.T) {
	r := launched(t)
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: "e1"}}); err != nil {
		t.Fatal(err)
	}
	step := r.memory.steps[0]
	if step.Tool.Target.A11yRef != "" || step.Tool.Target.TestID != "send" || step.Tool.Target.Name != "Send" {
		t.Errorf("target is %+v", step.Tool.Target)
	}
	if _, does := step.Tool.Input["does"]; len(step.Tool.Input) != 1 || !does { // a risk is kept
		t.Errorf("input keeps %v: a ref means nothing later", step.Tool.Input)
	}
}

func TestRolesAndNamesCanBeFollowed(t *testing.T) {
	r := launched(t)
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{Role: "button", Name: "Send"}}); err != nil {
		t.Fatal(err)
	}
}

func TestBracketSurroundsInput(t *testing.T) {
	r := launched(t)
	r.browser.calls = nil
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")}); err != nil {
		t.Fatal(err)
	}
	want := []wire.Kind{wire.KindObserve, wire.KindLocate, wire.KindBracket, wire.KindSettle, wire.KindTabList, wire.KindBracket}
	if got := r.browser.kinds(); !slices.Equal(got, want) {
		t.Errorf("calls are %v, want %v", got, want)
	}
	if !r.browser.calls[2].Bracket.Open || r.browser.calls[5].Bracket.Open {
		t.Error("the bracket does not open first and close last")
	}
	if r.browser.calls[1].Locate.For != "click" || r.browser.calls[1].Locate.TimeoutMs <= 0 {
		t.Errorf("locate is %+v", r.browser.calls[1].Locate)
	}
}

func TestTargetsAreNamedInExactlyOneWay(t *testing.T) {
	r := launched(t)
	for name, target := range map[string]tool.TargetInput{
		"nothing":             {},
		"two ways":            {TestID: "send", Selector: "#send"},
		"role alone":          {Role: "button"},
		"name alone":          {Name: "Send"},
		"role, name and more": {Role: "button", Name: "Send", TestID: "send"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: target})
			wantCode(t, err, types.CodeInvalidInput)
		})
	}
	if len(r.memory.steps) != 0 {
		t.Errorf("%d steps recorded of what was never tried", len(r.memory.steps))
	}
}

// A page's requests as something comes into view are reported, so the wait includes them.
func TestWaitingSettlesWhereItScrolled(t *testing.T) {
	for _, scrolled := range []bool{false, true} {
		r := launched(t)
		r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
			return &wire.Reply{Located: &wire.Located{Target: types.Target{TestID: "send"}, Matches: 1, Scrolled: scrolled}}, nil
		}
		if _, err := r.WaitFor(t.Context(), tool.WaitInput{TargetInput: byTestID("send")}); err != nil {
			t.Fatal(err)
		}
		if settled := slices.Contains(r.browser.kinds(), wire.KindSettle); settled != scrolled {
			t.Errorf("scrolled %v, settled %v", scrolled, settled)
		}
	}
}

func TestDialogsAreReported(t *testing.T) {
	r := launched(t)
	r.input.dialogs = []types.Dialog{{Type: "alert", Message: "of before"}}
	r.input.then = func() { r.input.dialogs = []types.Dialog{{Type: "confirm", Message: "Sure?"}} }
	result, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	if err != nil || len(result.Dialogs) != 1 || result.Dialogs[0].Type != "confirm" {
		t.Errorf("answer %+v, %v", result, err)
	}
}

func TestNavigationLeavesPagesThatCannotBeLookedAt(t *testing.T) {
	r := launched(t)
	r.browser.on(wire.KindObserve, func() error { return types.Fault(types.CodePageDenied, "a browser page", "") })
	if _, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "https://example.com/"}); err != nil {
		t.Fatal(err)
	}
	if s := r.memory.steps[0].Observation.State; s.CurrentScreen != types.UnknownScreen {
		t.Errorf("the step's screen is %q", s.CurrentScreen)
	}
}

func TestWhereAgentsMayNotGo(t *testing.T) {
	r := launched(t)
	for url, code := range map[string]types.Code{
		"file:///etc/passwd":           types.CodeActionDenied,
		"chrome://settings":            types.CodeActionDenied,
		"javascript:alert(1)":          types.CodeActionDenied,
		"data:text/html,x":             types.CodeActionDenied,
		"http://127.0.0.1:17837/mcp":   types.CodeActionDenied,
		"http://LOCALHOST:17837/":      types.CodeActionDenied,
		"http://localhost.:17837/":     types.CodeActionDenied,
		"http://a.localhost:17837/":    types.CodeActionDenied,
		"http://127.1:17837/":          types.CodeActionDenied,
		"http://2130706433:17837/":     types.CodeActionDenied,
		"http://0x7f.1:017837/":        types.CodeActionDenied,
		"http://[::1]:17837/":          types.CodeActionDenied,
		"http://[::ffff:7f00:1]:17837": types.CodeActionDenied,
		"http://①②⑦.0.0.1:17837/":      types.CodeActionDenied,
		"example.com":                  types.CodeInvalidInput,
		"http://":                      types.CodeInvalidInput,
		"http://a b/":                  types.CodeInvalidInput,
		"view-source:http://127.0.0.1": types.CodeActionDenied,
	} {
		t.Run(url, func(t *testing.T) {
			_, err := r.Navigate(t.Context(), tool.NavigateInput{URL: url})
			wantCode(t, err, code)
			_, err = r.Launch(t.Context(), tool.LaunchInput{URL: url})
			wantCode(t, err, code)
		})
	}
	if len(r.memory.steps) != 0 || r.SessionID() == "" {
		t.Error("a refused URL left a trace")
	}
}

// A press that came to nothing, or would have gone elsewhere, is repeated: the
// extension kept it from the page. After three the agent gets an error. One of which nothing is
// known is not repeated.
func TestAPressThatGoesAstrayIsRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		astray []wire.Page // the first settles' pages about the press
		clicks int
		says   string // of the error
		turns  string // a button that the press disables
	}{
		"at once":                     {nil, 1, "", ""},
		"the browser dropped it":      {[]wire.Page{{Lost: true}}, 1, "no click arrived", ""},
		"the page acts on the press":  {[]wire.Page{{Lost: true}}, 1, "", "Network"},
		"the target itself is turned": {[]wire.Page{{Lost: true}}, 1, "no click arrived", "Send"},
		"covered for once":            {[]wire.Page{{Astray: `dialog "Cookies"`}}, 2, "", ""},
		"a frame reloads":             {[]wire.Page{{Unfelt: true}, {Unfelt: true}}, 3, "", ""},
		"a frame never stands still":  {[]wire.Page{{Unfelt: true}, {Unfelt: true}, {Unfelt: true}}, 3, "a frame that was being replaced; nothing was done", ""},
		"covered for good":            {[]wire.Page{{Astray: "x"}, {Astray: "y"}, {Astray: `dialog "Cookies"`}}, 3, `would have gone to dialog "Cookies"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			settles := 0
			r.browser.answer[wire.KindSettle] = func(wire.Envelope) (*wire.Reply, error) {
				page := wire.Page{Hit: true}
				if settles < len(c.astray) {
					page = c.astray[settles]
				}
				settles++
				page.Observation = *home()
				for i := range page.Observation.A11y.Nodes {
					n := &page.Observation.A11y.Nodes[i]
					n.Disabled = n.Name == c.turns
				}
				return &wire.Reply{Page: &page}, nil
			}
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
			if c.says == "" && err != nil {
				t.Fatal(err)
			}
			if c.says != "" {
				wantCode(t, err, map[bool]types.Code{true: types.CodeClickLost, false: types.CodeTargetNotActable}[c.clicks == 1])
				if !strings.Contains(err.Error(), c.says) {
					t.Errorf("it says %v, want %s", err, c.says)
				}
			}
			if n := len(r.input.did); n != c.clicks || len(r.memory.steps) != 1 {
				t.Errorf("clicked %d times, %d steps; want %d and 1", n, len(r.memory.steps), c.clicks)
			}
		})
	}
}
