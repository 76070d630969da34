package exchange

import (
	"bytes"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// neededFlow returns a session with steps of the form [types.KeepNeeded], and one in full.
func neededFlow() []*types.Step {
	h := capture.NewHider(bytes.Repeat([]byte{5}, capture.NameKeyBytes))
	here := "http://127.0.0.1:4000/" + h.Segment("janneke")
	needed := func(n int, tool string, target *types.Target, change func(*types.Step)) *types.Step {
		return step(n, tool, target, func(s *types.Step) {
			s.Keep = types.KeepNeeded
			s.Observation.State.CurrentURL, s.Observation.State.CurrentScreen = here, h.Segment("janneke")
			if change != nil {
				change(s)
			}
		})
	}
	hidden := h.Hide("Janneke de Wit")
	return []*types.Step{
		needed(0, "mm_click", &types.Target{Role: "link", Name: hidden}, nil),
		needed(1, "mm_click", &types.Target{Role: "link", Name: h.Hide("Account"), TestID: "account"}, nil),
		needed(2, "mm_click", &types.Target{Role: "link", Name: hidden, Selector: "nav > a.me"}, nil),
		needed(3, "mm_click", &types.Target{Role: "link", Name: hidden, Selector: "nav > a:nth-child(3)"}, nil),
		needed(4, "mm_click", &types.Target{Role: "button", Name: "Delete", TestID: "delete-##", Twins: 4, RowRole: "row", Row: hidden}, nil),
		needed(5, "mm_click", &types.Target{Role: "button", Name: "Save"}, nil),
		needed(6, "mm_type", &types.Target{Role: "textbox", Name: "Amount", TestID: "amount-#"}, func(s *types.Step) { s.Tool.TextRedacted = true }),
		needed(7, "mm_navigate", nil, func(s *types.Step) { s.Tool.Input = map[string]any{"url": here} }),
		needed(8, "mm_drag", &types.Target{TestID: "card"}, func(s *types.Step) {
			s.Tool.Input = map[string]any{"to": map[string]any{"role": "listitem", "name": hidden}}
		}),
		needed(9, "mm_click", &types.Target{Role: "row\n  evil()", Name: hidden}, func(s *types.Step) { s.Outcome = types.Outcome{Error: types.Fault(types.CodeTargetNotFound, "no", "")} }),
		needed(10, "mm_click", &types.Target{Role: "row\n  evil()", Name: hidden}, nil),
		step(11, "mm_click", &types.Target{Role: "link", Name: "Orders"}, nil),
		needed(12, "mm_wait_for", &types.Target{TestID: "done"}, func(s *types.Step) {
			s.After = &types.After{CurrentURL: here, CurrentScreen: h.Segment("janneke"), Title: hidden, Load: "new"}
		}),
	}
}

func neededSession() *types.Session {
	s := session()
	s.Launch = nil
	return s
}

func TestNoLocatorIsWrittenOfANameThatIsNotKept(t *testing.T) {
	got := text(t, Playwright, neededSession(), neededFlow())
	want := strings.ReplaceAll(playwrightHead+`
// What was typed here was not kept. Set: CAIRN_AMOUNT

test("Send 0.1 ETH to Alice!", async ({ page }) => {
  // The first page was http://127.0.0.1:4000/…: the whole address is not kept.
  // Left out: click on an element of the role link: its name is not kept, and no test id or selector finds it.
  await byTestId(page, "account").first().click();
  await page.locator("nav > a.me").first().click();
  // Left out: click on an element of the role link: its name is not kept, and no test id or selector finds it.
  // Left out: click on an element of the role button: its name is not kept, and no test id or selector finds it.
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await page.getByRole("textbox", { name: "Amount", exact: true }).first().fill(process.env.CAIRN_AMOUNT ?? "");
  // Left out: opening http://127.0.0.1:4000/…: the whole address is not kept.
  // Left out: drag onto an element of the role listitem: its name is not kept, and no test id or selector finds it.
  // Left out: click on an element of the role row evil(): its name is not kept, and no test id or selector finds it.
  await page.getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect(byTestId(page, "done").first()).toBeVisible();
});
`, "nav > a", `nav \u003e a`)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestARecordingSaysHowManyStepsItLacks(t *testing.T) {
	got := text(t, Recorder, neededSession(), neededFlow())
	if faults := recorderFaults([]byte(got)); len(faults) > 0 || strings.Contains(got, "~") || strings.Contains(got, "hidden") || strings.Contains(got, "not kept)[") {
		t.Errorf("faults %q in\n%s", faults, got)
	}
	_, steps, skipped, err := ReadRecorder([]byte(got), now)
	if err != nil || len(skipped) > 0 {
		t.Fatal(err, skipped)
	}
	var read []string
	for _, s := range steps {
		if target := s.Tool.Target; target != nil {
			read = append(read, strings.TrimSpace(s.Tool.Name+" "+target.TestID+" "+target.Role+" "+target.Name+target.Selector))
		} else {
			read = append(read, s.Tool.Name)
		}
	}
	want := "mm_click account | mm_click   nav > a.me | mm_click  button Save | mm_type  textbox Amount | mm_click  link Orders | mm_wait_for done"
	if strings.Join(read, " | ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(read, " | "), want)
	}
	if title := "Send 0.1 ETH to Alice! (6 of 12 steps are missing: what they name is not kept)"; !strings.Contains(got, title) {
		t.Errorf("the title does not say %q:\n%.200s", title, got)
	}
}

func TestASkillSaysWhatIsNotKept(t *testing.T) {
	got := text(t, Skill, neededSession(), neededFlow())
	if strings.Contains(got, "hidden") || strings.Contains(got, "~") {
		t.Errorf("a hash is shown:\n%s", got)
	}
	for _, line := range []string{
		"Start at `http://127.0.0.1:4000/…`.",
		"1. Click the link (name not kept), on the screen `…`.",
		"2. Click the link (name not kept) (test id `account`), on the screen `…`.",
		"5. Click the button \"Delete\" (a test id like `delete-##`), on the screen `…`.",
		"6. Click the button \"Save\", on the screen `…`.",
		"8. Open `http://127.0.0.1:4000/…`.",
		"9. Drag test id `card` onto the listitem (name not kept), on the screen `…`.",
		"11. Click the link \"Orders\", on the screen `home`.",
	} {
		if !strings.Contains(got, "\n"+line+"\n") {
			t.Errorf("it lacks %q:\n%s", line, got)
		}
	}
	if strings.Contains(got, "It is done when") {
		t.Errorf("it ends at a screen whose name is not kept:\n%s", got)
	}
}
