package pilot

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

func byTestID(id string) types.TargetInput { return types.TargetInput{TestID: id} }

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
	result, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send"), ActInput: types.ActInput{KBSource: "kb-1"}})
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

func TestRefIsStoredAsTheElementItNamed(t *testing.T) {
	r := launched(t)
	if _, err := r.Click(t.Context(), types.ClickInput{TargetInput: types.TargetInput{A11yRef: "e1"}}); err != nil {
		t.Fatal(err)
	}
	step := r.memory.steps[0]
	if step.Tool.Target.A11yRef != "" || step.Tool.Target.TestID != "send" || step.Tool.Target.Name != "Send" {
		t.Errorf("target is %+v", step.Tool.Target)
	}
	if len(step.Tool.Input) != 0 {
		t.Errorf("input keeps %v: a ref means nothing later", step.Tool.Input)
	}
}

func TestRolesAndNamesCanBeFollowed(t *testing.T) {
	r := launched(t)
	if _, err := r.Click(t.Context(), types.ClickInput{TargetInput: types.TargetInput{Role: "button", Name: "Send"}}); err != nil {
		t.Fatal(err)
	}
}

func TestBracketSurroundsInput(t *testing.T) {
	r := launched(t)
	r.browser.calls = nil
	if _, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")}); err != nil {
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
	for name, target := range map[string]types.TargetInput{
		"nothing":             {},
		"two ways":            {TestID: "send", Selector: "#send"},
		"role alone":          {Role: "button"},
		"name alone":          {Name: "Send"},
		"role, name and more": {Role: "button", Name: "Send", TestID: "send"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Click(t.Context(), types.ClickInput{TargetInput: target})
			wantCode(t, err, types.CodeInvalidInput)
		})
	}
	if len(r.memory.steps) != 0 {
		t.Errorf("%d steps recorded of what was never tried", len(r.memory.steps))
	}
}

func TestTyping(t *testing.T) {
	amount, select_ := types.TargetInput{Role: "textbox", Name: "Amount"}, types.TargetInput{Role: "combobox", Name: "Network"}
	for name, c := range map[string]struct {
		in   types.TypeInput
		want []string
	}{
		"replaces":            {types.TypeInput{TargetInput: amount, Text: "0.1"}, []string{"click", "select all", "insert 0.1"}},
		"appends":             {types.TypeInput{TargetInput: amount, Text: "0.1", Append: true}, []string{"click", "caret to end", "insert 0.1"}},
		"empties":             {types.TypeInput{TargetInput: amount}, []string{"click", "select all", "press Delete"}},
		"submits":             {types.TypeInput{TargetInput: amount, Text: "1", Submit: true}, []string{"click", "select all", "insert 1", "press Enter"}},
		"chooses an option":   {types.TypeInput{TargetInput: select_, Text: "Mainnet"}, []string{"fill e4 Mainnet"}},
		"chooses and submits": {types.TypeInput{TargetInput: select_, Text: "Mainnet", Submit: true}, []string{"fill e4 Mainnet", "press Enter"}},
		"appends nothing":     {types.TypeInput{TargetInput: amount, Append: true}, []string{"click", "caret to end"}},
		"submits as it is":    {types.TypeInput{TargetInput: amount, Append: true, Submit: true}, []string{"click", "caret to end", "press Enter"}},
		"text stays literal":  {types.TypeInput{TargetInput: amount, Text: "a\nb"}, []string{"click", "select all", "insert a\nb"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			if _, err := r.Type(t.Context(), c.in); err != nil {
				t.Fatal(err)
			}
			if did := slices.Concat(r.browser.filled, r.input.did); !slices.Equal(did, c.want) {
				t.Errorf("did %q, want %q", did, c.want)
			}
			if got := r.memory.steps[0].Tool.Input["text"]; got != c.in.Text {
				t.Errorf("the step keeps %q", got)
			}
		})
	}
}

// What a page loads as something comes into view is told, so it is waited for.
func TestWaitingSettlesWhereItScrolled(t *testing.T) {
	for _, scrolled := range []bool{false, true} {
		r := launched(t)
		r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
			return &wire.Reply{Located: &wire.Located{Target: types.Target{TestID: "send"}, Matches: 1, Scrolled: scrolled}}, nil
		}
		if _, err := r.WaitFor(t.Context(), types.WaitInput{TargetInput: byTestID("send")}); err != nil {
			t.Fatal(err)
		}
		if settled := slices.Contains(r.browser.kinds(), wire.KindSettle); settled != scrolled {
			t.Errorf("scrolled %v, settled %v", scrolled, settled)
		}
	}
}

// A page that takes no text at once may take it key by key. One that takes it
// in neither way was not typed into.
func TestTextThatThePageRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		refused int // how often
		text    string
		did     []string
		ok      bool
	}{
		"at first": {1, "12", []string{"click", "select all", "insert 12", "click", "select all", "keys 12"}, true},
		"always":   {2, "12", []string{"click", "select all", "insert 12", "click", "select all", "keys 12"}, false},
		"too long": {1, strings.Repeat("x", maxKeys+1), []string{"click", "select all", "insert " + strings.Repeat("x", maxKeys+1)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			settles := 0
			r.browser.answer[wire.KindSettle] = func(wire.Envelope) (*wire.Reply, error) {
				settles++
				return &wire.Reply{Page: &wire.Page{Hit: true, Unwritten: settles <= c.refused, Observation: *home()}}, nil
			}
			_, err := r.Type(t.Context(), types.TypeInput{TargetInput: types.TargetInput{Role: "textbox", Name: "Amount"}, Text: c.text})
			if !c.ok {
				wantCode(t, err, types.CodeTypeFailed)
			}
			if c.ok != (err == nil) || !slices.Equal(r.input.did, c.did) || len(r.memory.steps) != 1 || r.memory.steps[0].Outcome.OK != c.ok {
				t.Errorf("did %q, %d steps, %v", r.input.did, len(r.memory.steps), err)
			}
		})
	}
}

func TestSensitiveFieldsAreMarkedForRedaction(t *testing.T) {
	r := launched(t)
	password := types.TargetInput{Role: "textbox", Name: "Password"}
	if _, err := r.Type(t.Context(), types.TypeInput{TargetInput: password, Text: "hunter2"}); err != nil {
		t.Fatal(err)
	}
	if !r.memory.steps[0].Tool.Target.Sensitive {
		t.Error("the target is not marked")
	}
}

func TestTextForAFieldThatNobodySawIsNotKept(t *testing.T) {
	r := launched(t)
	_, err := r.Type(t.Context(), types.TypeInput{TargetInput: byTestID("pin-entry"), Text: "hunter2"})
	wantCode(t, err, types.CodeTargetNotFound)
	tool := r.memory.steps[0].Tool
	if _, kept := tool.Input["text"]; kept || !tool.TextRedacted {
		t.Errorf("tool is %+v", tool)
	}
}

func TestFailuresAreStepsToo(t *testing.T) {
	for name, c := range map[string]struct {
		arrange func(r *rig)
		act     func(ctx context.Context, r *rig) error
		code    types.Code
	}{
		"no such element": {
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, types.ClickInput{TargetInput: byTestID("absent")})
				return err
			}, code: types.CodeTargetNotFound,
		},
		"never appears": {
			act: func(ctx context.Context, r *rig) error {
				_, err := r.WaitFor(ctx, types.WaitInput{TargetInput: byTestID("absent")})
				return err
			}, code: types.CodeWaitTimeout,
		},
		"click takes too long": {
			arrange: func(r *rig) { r.input.fail = context.DeadlineExceeded },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, types.ClickInput{TargetInput: byTestID("send")})
				return err
			}, code: types.CodeClickTimeout,
		},
		"typing breaks": {
			arrange: func(r *rig) { r.input.fail = errors.New("no focus") },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Type(ctx, types.TypeInput{TargetInput: byTestID("send"), Text: "x"})
				return err
			}, code: types.CodeTypeFailed,
		},
		"server is down": {
			arrange: func(r *rig) { r.input.fail = types.Fault(types.CodeNavigationFailed, "refused", "") },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Navigate(ctx, types.NavigateInput{URL: "http://127.0.0.1:2/"})
				return err
			}, code: types.CodeNavigationFailed,
		},
		"covered": {
			arrange: func(r *rig) {
				r.browser.on(wire.KindLocate, func() error { return types.Fault(types.CodeTargetNotActable, "covered", "close the dialog") })
			},
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, types.ClickInput{TargetInput: byTestID("send")})
				return err
			}, code: types.CodeTargetNotActable,
		},
		"old ref": {
			arrange: func(r *rig) {
				r.browser.on(wire.KindLocate, func() error { return types.Fault(types.CodeStaleRef, "e77 is of another page", "") })
			},
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, types.ClickInput{TargetInput: types.TargetInput{A11yRef: "e77"}})
				return err
			}, code: types.CodeStaleRef,
		},
		"bracket refused": {
			arrange: func(r *rig) { r.browser.on(wire.KindBracket, func() error { return errors.New("no") }) },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, types.ClickInput{TargetInput: byTestID("send")})
				if len(r.input.did) != 0 {
					return errors.New("it clicked all the same")
				}
				return err
			}, code: types.CodeClickFailed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			if c.arrange != nil {
				c.arrange(r)
			}
			wantCode(t, c.act(t.Context(), r), c.code)
			if len(r.memory.steps) != 1 {
				t.Fatalf("%d steps recorded, want 1", len(r.memory.steps))
			}
			if out := r.memory.steps[0].Outcome; out.OK || out.Error.Code != c.code {
				t.Errorf("outcome is %+v", out)
			}
			if r.memory.steps[0].Observation == nil {
				t.Error("the step lost what the page showed")
			}
		})
	}
}

func TestPageVanishesBeforeTheAction(t *testing.T) {
	r := launched(t)
	r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
		clear(r.browser.tabs)
		return nil, errGone()
	}
	_, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	wantCode(t, err, types.CodePageGone)
	if len(r.memory.steps) != 1 || r.memory.steps[0].Outcome.OK {
		t.Fatal("the failed step is not recorded")
	}
	if got := r.memory.steps[0].Tool.Target; got == nil || got.Name != "Send" {
		t.Errorf("target is %+v, want what the look before said of it", got)
	}
	_, err = r.Describe(t.Context(), types.DescribeInput{})
	wantCode(t, err, types.CodePageGone)

	r.browser.answer = map[wire.Kind]func(wire.Envelope) (*wire.Reply, error){}
	if _, err := r.Navigate(t.Context(), types.NavigateInput{URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatalf("the session cannot go on in a new tab: %v", err)
	}
}

func TestClickThatClosesTheTabSucceeded(t *testing.T) {
	r := launched(t)
	r.input.then = func() { clear(r.browser.tabs) }
	result, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	if err != nil || !result.TabClosed || !r.memory.steps[0].Outcome.OK {
		t.Errorf("answer %+v, %v", result, err)
	}
}

func TestDocumentThatChangesUnderTheLookIsNoFailure(t *testing.T) {
	r := launched(t)
	r.browser.on(wire.KindSettle, errGone)
	result, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	if err != nil || result.TabClosed || result.After.CurrentURL != "http://127.0.0.1:1/listed" {
		t.Errorf("answer %+v, %v", result, err)
	}
}

func TestDeadlineCoversWaitAndAction(t *testing.T) {
	r := launched(t)
	var budget int
	r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
		budget = e.Locate.TimeoutMs
		return nil, types.Fault(types.CodeTargetNotFound, "no", "")
	}
	_, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send"), ActInput: types.ActInput{TimeoutMs: 5000}})
	wantCode(t, err, types.CodeTargetNotFound)
	if budget <= 0 || budget >= 5000 {
		t.Errorf("the wait may take %d of 5000 ms, want something left for the action", budget)
	}
}

func TestCancelledCallLeavesAStep(t *testing.T) {
	r := launched(t)
	ctx, cancel := context.WithCancel(t.Context())
	r.input.then = nil
	r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
		cancel()
		return nil, ctx.Err()
	}
	_, err := r.Click(ctx, types.ClickInput{TargetInput: byTestID("send")})
	wantCode(t, err, types.CodeClickFailed)
	if len(r.memory.steps) != 1 {
		t.Error("no step recorded")
	}
}

func TestActionThatCannotBeRememberedSaysSo(t *testing.T) {
	r := launched(t)
	r.memory.fail = types.Fault(types.CodeStoreFull, "disk full", "free some room")
	result, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	if err != nil || result.NotRecorded == nil || result.NotRecorded.Code != types.CodeStoreFull || result.StepID != "" {
		t.Errorf("answer %+v, %v", result, err)
	}
	_, err = r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("absent")})
	wantCode(t, err, types.CodeTargetNotFound)
	if !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v hides that nothing was recorded", err)
	}
}

func TestDialogsAreReported(t *testing.T) {
	r := launched(t)
	r.input.dialogs = []types.Dialog{{Type: "alert", Message: "of before"}}
	r.input.then = func() { r.input.dialogs = []types.Dialog{{Type: "confirm", Message: "Sure?"}} }
	result, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	if err != nil || len(result.Dialogs) != 1 || result.Dialogs[0].Type != "confirm" {
		t.Errorf("answer %+v, %v", result, err)
	}
}

func TestNavigationLeavesPagesThatCannotBeLookedAt(t *testing.T) {
	r := launched(t)
	r.browser.on(wire.KindObserve, func() error { return types.Fault(types.CodePageDenied, "a browser page", "") })
	if _, err := r.Navigate(t.Context(), types.NavigateInput{URL: "https://example.com/"}); err != nil {
		t.Fatal(err)
	}
	if s := r.memory.steps[0].Observation.State; s.CurrentScreen != types.UnknownScreen {
		t.Errorf("the step's screen is %q", s.CurrentScreen)
	}
}

func TestWhereAgentsMayNotGo(t *testing.T) {
	r := launched(t)
	for url, code := range map[string]types.Code{
		"file:///etc/passwd":           types.CodePageDenied,
		"chrome://settings":            types.CodePageDenied,
		"javascript:alert(1)":          types.CodePageDenied,
		"data:text/html,x":             types.CodePageDenied,
		"http://127.0.0.1:17837/mcp":   types.CodePageDenied,
		"example.com":                  types.CodeInvalidInput,
		"http://":                      types.CodeInvalidInput,
		"http://a b/":                  types.CodeInvalidInput,
		"view-source:http://127.0.0.1": types.CodePageDenied,
	} {
		t.Run(url, func(t *testing.T) {
			_, err := r.Navigate(t.Context(), types.NavigateInput{URL: url})
			wantCode(t, err, code)
			_, err = r.Launch(t.Context(), types.LaunchInput{URL: url})
			wantCode(t, err, code)
		})
	}
	if len(r.memory.steps) != 0 || r.SessionID() == "" {
		t.Error("a refused URL left a trace")
	}
}

// A press that came to nothing, or would have gone elsewhere, is repeated: the
// extension kept it from the page. After three the agent is told.
func TestAPressThatGoesAstrayIsRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		astray []wire.Page // what the first settles say of the press
		clicks int
		says   string // of the error
	}{
		"at once":                    {nil, 1, ""},
		"covered for once":           {[]wire.Page{{Astray: `dialog "Cookies"`}}, 2, ""},
		"a frame reloads":            {[]wire.Page{{Unfelt: true}, {Unfelt: true}}, 3, ""},
		"a frame never stands still": {[]wire.Page{{Unfelt: true}, {Unfelt: true}, {Unfelt: true}}, 3, "a frame that was being replaced; nothing was done"},
		"covered for good":           {[]wire.Page{{Astray: "x"}, {Astray: "y"}, {Astray: `dialog "Cookies"`}}, 3, `would have gone to dialog "Cookies"`},
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
				return &wire.Reply{Page: &page}, nil
			}
			_, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
			if c.says == "" && err != nil {
				t.Fatal(err)
			}
			if c.says != "" {
				wantCode(t, err, types.CodeTargetNotActable)
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
