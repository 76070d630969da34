package pilot

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// careful is a rig whose agent's risky actions are to be confirmed. Its page has
// the button Send. verdicts gives the person's answers.
func careful(t *testing.T, mode string) (r *rig, asked chan wire.Approve, verdicts chan string) {
	l, err := limits.Parse(limits.Given{Confirm: mode})
	if err != nil {
		t.Fatal(err)
	}
	r = newRig(t, func(c *Config) { c.Limits = l })
	asked, verdicts = make(chan wire.Approve, 20), make(chan string)
	r.browser.approve = func(e wire.Envelope) (*wire.Reply, error) {
		asked <- *e.Approve
		if e.Approve.Over {
			return &wire.Reply{}, nil
		}
		return &wire.Reply{Verdict: <-verdicts}, nil
	}
	if _, err := r.Launch(t.Context(), tool.LaunchInput{URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { close(verdicts) })
	return r, asked, verdicts
}

var tokenForm = regexp.MustCompile(`with confirm ([a-z2-7]{10})`)

// token is the one in the hint of an error.
func token(t *testing.T, err error) string {
	t.Helper()
	if wantCode(t, err, types.CodeConfirmation); t.Failed() {
		t.FailNow()
	}
	found := tokenForm.FindStringSubmatch(types.AsError(err).Hint)
	if found == nil {
		t.Fatalf("no token in %q", types.AsError(err).Hint)
	}
	return found[1]
}

func clickSend(confirm string) tool.ClickInput {
	return tool.ClickInput{TargetInput: tool.TargetInput{TestID: "send"}, ActInput: tool.ActInput{Confirm: confirm}}
}

func TestATokenCountsOnceForTheSameAction(t *testing.T) {
	r, _, _ := careful(t, limits.ConfirmRisky)
	_, err := r.Click(t.Context(), clickSend(""))
	first := token(t, err)
	if got := types.AsError(err).Message; got != `it was not done, for it sends something: button "Send"` {
		t.Errorf("it says %q", got)
	}
	if len(r.input.did) != 0 || len(r.memory.steps) != 0 {
		t.Errorf("it did %v and recorded %d steps", r.input.did, len(r.memory.steps))
	}
	if _, err := r.Click(t.Context(), clickSend("")); token(t, err) != first {
		t.Error("the same question has another token")
	}
	if _, err := r.Click(t.Context(), clickSend(first)); err != nil {
		t.Fatal(err)
	}
	if strings.Join(r.input.did, ",") != "click" || len(r.memory.steps) != 1 || r.memory.steps[0].Tool.Input["confirm"] != nil {
		t.Errorf("it did %v and recorded %+v", r.input.did, r.memory.steps)
	}
	_, err = r.Click(t.Context(), clickSend(first))
	if token(t, err) == first || !strings.Contains(err.Error(), "was used") {
		t.Errorf("a used token is answered %v", err)
	}
}

// TestATokenIsBoundToAllThatWasAsked tries it with something else each time.
func TestATokenIsBoundToAllThatWasAsked(t *testing.T) {
	for name, do := range map[string]func(r *rig, token string) error{
		"another element": func(r *rig, token string) error {
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "pay"}, ActInput: tool.ActInput{Confirm: token}})
			return err
		},
		"another tool": func(r *rig, token string) error {
			_, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Message"}, Text: "x", Submit: true, ActInput: tool.ActInput{Confirm: token}})
			return err
		},
		"other texts on the page": func(r *rig, token string) error {
			r.browser.tabs[r.tab.id].A11y.Nodes[1].Name = "Amount: 1000"
			_, err := r.Click(t.Context(), clickSend(token))
			return err
		},
		"other texts around it": func(r *rig, token string) error {
			r.browser.around = &wire.Around{Dialog: "Send 1000 to Bob?"}
			_, err := r.Click(t.Context(), clickSend(token))
			return err
		},
		"another document": func(r *rig, token string) error {
			r.browser.documents = []wire.Document{{FrameID: 0, DocumentID: "other"}}
			_, err := r.Click(t.Context(), clickSend(token))
			return err
		},
		"another session": func(r *rig, token string) error {
			if _, err := r.Launch(t.Context(), tool.LaunchInput{URL: "http://127.0.0.1:1/"}); err != nil {
				return err
			}
			_, err := r.Click(t.Context(), clickSend(token))
			return err
		},
		"too late": func(r *rig, token string) error {
			now := r.Agent.cfg.Now()
			r.Agent.cfg.Now = func() types.Time { return now.Add(confirmTime + time.Second) }
			_, err := r.Click(t.Context(), clickSend(token))
			return err
		},
		"made up": func(r *rig, token string) error {
			_, err := r.Click(t.Context(), clickSend("aaaaaaaaaa"))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, _, _ := careful(t, limits.ConfirmRisky)
			page := r.browser.tabs[r.tab.id]
			page.A11y.Nodes = append(page.A11y.Nodes, types.A11yNode{Ref: "e8", Role: "button", Name: "Pay", TestID: "pay"}, types.A11yNode{Ref: "e9", Role: "textbox", Name: "Message"})
			page.TestIDs = append(page.TestIDs, types.TestID{TestID: "pay", Tag: "button", Visible: true})
			_, err := r.Click(t.Context(), clickSend(""))
			given := token(t, err)
			err = do(r, given)
			if again := token(t, err); again == given && name != "made up" || !strings.Contains(err.Error(), "the token that was given is of another action") {
				t.Errorf("it is answered %v", err)
			}
			if len(r.input.did) != 0 {
				t.Errorf("it did %v", r.input.did)
			}
		})
	}
}

func TestThePersonDecides(t *testing.T) {
	for _, x := range []struct {
		name, mode, verdict string
		withToken           bool
		code                types.Code // of the call after the verdict
	}{
		{"approved", limits.ConfirmRisky, wire.VerdictApproved, false, ""},
		{"denied", limits.ConfirmRisky, wire.VerdictDenied, true, types.CodeActionDenied},
		{"approved by the person alone", limits.ConfirmPerson, wire.VerdictApproved, true, ""},
		{"denied by the person alone", limits.ConfirmPerson, wire.VerdictDenied, false, types.CodeActionDenied},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, asked, verdicts := careful(t, x.mode)
			_, err := r.Click(t.Context(), clickSend(""))
			given := token(t, err)
			question := <-asked
			if question.Does != "sends" || question.Role != "button" || question.Name != "Send" || question.Client != "tester" || question.Tool != "mm_click" || question.Origin != "http://127.0.0.1:1" {
				t.Errorf("the person is asked %+v", question)
			}
			if x.mode == limits.ConfirmPerson {
				_, err := r.Click(t.Context(), clickSend(given))
				if token(t, err) != given || !strings.Contains(types.AsError(err).Hint, "the person must approve it") {
					t.Errorf("before the person decides it is answered %v", err)
				}
			}
			verdicts <- x.verdict
			again := clickSend("")
			if x.withToken {
				again = clickSend(given)
			}
			var last error
			for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
				p := r.waiting[given]
				if p != nil && p.is(x.verdict) {
					break
				}
			}
			_, last = r.Click(t.Context(), again)
			if x.code == "" {
				if last != nil || strings.Join(r.input.did, ",") != "click" {
					t.Errorf("it is answered %v and did %v", last, r.input.did)
				}
				_, err = r.Click(t.Context(), clickSend(given))
				token(t, err) // it counted once
				return
			}
			wantCode(t, last, x.code)
			_, last = r.Click(t.Context(), again)
			wantCode(t, last, x.code) // nor does it nag
			if len(r.input.did)+len(r.memory.steps) != 0 || len(asked) != 0 {
				t.Errorf("it did %v, recorded %d steps, asked %d times more", r.input.did, len(r.memory.steps), len(asked))
			}
		})
	}
}

// TestDeniedQuestionsStay asks once more for an action whose page has changed, beside as many denied ones as may wait.
func TestDeniedQuestionsStay(t *testing.T) {
	r, _, _ := careful(t, limits.ConfirmRisky)
	withdraw := func() {}
	r.waiting = map[string]*pending{}
	for i := range maxPending {
		p := &pending{token: string(rune('a' + i)), withdraw: withdraw, until: r.cfg.Now().Add(confirmTime)}
		p.verdict.Store(wire.VerdictDenied)
		r.waiting[p.token] = p
	}
	_, err := r.Click(t.Context(), clickSend(""))
	first := token(t, err)
	if _, err = r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "send"}, ActInput: tool.ActInput{TimeoutMs: 5000}}); token(t, err) != first {
		t.Error("with other patience the question is another one")
	}
	r.browser.tabs[r.tab.id].A11y.Nodes[1].Name = "Amount: 1000"
	_, err = r.Click(t.Context(), clickSend(""))
	if again := token(t, err); again == first || r.waiting[first] != nil || len(r.waiting) != maxPending+1 {
		t.Errorf("%d wait, the first one still: %v", len(r.waiting), r.waiting[first] != nil)
	}
}

func TestQuestionsAreWithdrawn(t *testing.T) {
	r, asked, _ := careful(t, limits.ConfirmRisky)
	_, err := r.Click(t.Context(), clickSend(""))
	given := token(t, err)
	first := <-asked
	if _, err := r.Cleanup(t.Context(), tool.CleanupInput{}); err != nil {
		t.Fatal(err)
	}
	if over := <-asked; !over.Over || over.ID != first.ID || len(r.waiting) != 0 {
		t.Errorf("at the session's end the browser hears %+v; %d wait", over, len(r.waiting))
	}
	_ = given
}

// TestWhatIsNotRiskyGoesOn has actions that are not risky, or only look so, under --confirm risky.
func TestWhatIsNotRiskyGoesOn(t *testing.T) {
	r, asked, _ := careful(t, limits.ConfirmPerson)
	for name, do := range map[string]func() error{
		"typing": func() error {
			_, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Amount"}, Text: "delete"})
			return err
		},
		"waiting": func() error {
			_, err := r.WaitFor(t.Context(), tool.WaitInput{TargetInput: tool.TargetInput{TestID: "send"}})
			return err
		},
		"going": func() error {
			_, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "http://127.0.0.1:1/delete"})
			return err
		},
	} {
		if err := do(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(asked) != 0 {
		t.Errorf("the person is asked %+v", <-asked)
	}
	free := launched(t)
	if _, err := free.Click(t.Context(), clickSend("")); err != nil {
		t.Errorf("without --confirm: %v", err)
	}
}

func TestAQuestionOfThePageIsConfirmed(t *testing.T) {
	for name, x := range map[string]struct {
		message, button string
		code            types.Code
	}{
		"delete":    {"Delete all files?", boxOK, types.CodeConfirmation},
		"cancel":    {"Delete all files?", boxCancel, ""},
		"something": {"Are you still there?", boxOK, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, _, _ := careful(t, limits.ConfirmRisky)
			r.input.box = &types.Dialog{Type: "confirm", Message: x.message, Open: true}
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{Role: "button", Name: x.button}})
			if x.code == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantCode(t, err, x.code)
			if r.input.box == nil {
				t.Error("it was answered")
			}
		})
	}
}
