package mcptools

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func TestRunSteps(t *testing.T) {
	click := `{"tool":"mm_click","args":{"testId":"send"}}`
	absent := `{"tool":"click","args":{"testId":"absent"}}`
	for name, c := range map[string]struct {
		args string
		did  []string // by the agent
		want string   // statuses, or the code of a refusal
		says string
	}{
		"one after another":         {`{"steps":[` + click + `,{"tool":"type","args":{"testId":"amount","text":"0.1"}}]}`, []string{"click send ", "type 0.1"}, "ok ok", "all 2 steps done"},
		"stops at a fault":          {`{"steps":[` + click + `,` + absent + `,` + click + `]}`, []string{"click send "}, "ok failed skipped", "1 of 3 steps done, 1 failed, 1 skipped"},
		"goes on after one":         {`{"steps":[` + absent + `,` + click + `],"stopOnError":false}`, []string{"click send "}, "failed ok", "hint: nearest: send"},
		"stops at what is risky":    {`{"steps":[{"tool":"click","args":{"testId":"risky"}},` + click + `],"stopOnError":false}`, nil, "failed skipped", "with confirm abcdefghij"},
		"stops there for good":      {`{"steps":[{"tool":"click","args":{"testId":"risky"}},` + click + `,` + click + `],"stopOnError":false}`, nil, "failed skipped skipped", ""},
		"stops at a fault, as told": {`{"steps":[` + absent + `,` + click + `],"stopOnError":true}`, nil, "failed skipped", ""},
		"a description":             {`{"steps":[{"tool":"describe_screen","args":{}}]}`, nil, "MM_INVALID_INPUT", "cannot be run as a step"},
		"confirmed":                 {`{"steps":[{"tool":"click","args":{"testId":"risky","confirm":"abcdefghij"}},` + click + `]}`, []string{"click risky ", "click send "}, "ok ok", "all 2 steps done"},
		"targets by name":           {`{"steps":[{"tool":"click","args":{"target":"go"}}],"targets":{"go":{"testId":"send"}}}`, []string{"click send "}, "ok", ""},
		"within by name":            {`{"steps":[{"tool":"click","args":{"testId":"send","within":"row"}}],"targets":{"row":{"role":"row","name":"Ann"}}}`, []string{"click send "}, "ok", ""},
		"one source for all":        {`{"steps":[` + click + `,{"tool":"click","args":{"testId":"send","kb_source":"own"}}],"kb_source":"kb-7"}`, []string{"click send kb-7", "click send own"}, "ok ok", ""},
		"tabs and news":             {`{"steps":[{"tool":"wait_for_notification"},{"tool":"tabs","args":{"action":"list"}}],"kb_source":"kb-7"}`, []string{"wait for notification ", "tabs list"}, "ok ok", "2 tabs belong to others"},
		"no steps":                  {`{"steps":[]}`, nil, "MM_INVALID_INPUT", "there are no steps"},
		"no such tool":              {`{"steps":[` + click + `,{"tool":"mm_fly"}]}`, nil, "MM_INVALID_INPUT", "steps[1]"},
		"not a step":                {`{"steps":[{"tool":"mm_run_steps","args":{"steps":[]}}]}`, nil, "MM_INVALID_INPUT", "cannot be run as a step"},
		"bad arguments":             {`{"steps":[` + click + `,{"tool":"mm_click","args":{"testid":"send"}}]}`, nil, "MM_INVALID_INPUT", "did you mean testId"},
		"arguments of a wrong type": {`{"steps":[{"tool":"mm_click","args":{"testId":7}}]}`, nil, "MM_INVALID_INPUT", "steps[0].args.testId is not a string"},
		"an unknown target":         {`{"steps":[{"tool":"click","args":{"target":"go"}}],"targets":{"stop":{"testId":"send"}}}`, nil, "MM_INVALID_INPUT", "there are: stop"},
		"a target named twice":      {`{"steps":[{"tool":"click","args":{"target":"go","testId":"x"}}],"targets":{"go":{"testId":"send"}}}`, nil, "MM_INVALID_INPUT", "in one way"},
		"a bad target":              {`{"steps":[{"tool":"click","args":{"target":"go"}}],"targets":{"go":{"testid":"send"}}}`, nil, "MM_INVALID_INPUT", "did you mean testId"},
		"a target that is none":     {`{"steps":[{"tool":"click","args":{"target":"go"}}],"targets":{"go":"send"}}`, nil, "MM_INVALID_INPUT", "do not decode"},
		"too many":                  {`{"steps":[` + strings.Repeat(click+",", 50) + click + `]}`, nil, "MM_INVALID_INPUT", "has 51 entries"},
	} {
		t.Run(name, func(t *testing.T) {
			r := overHTTP(t, Options{})
			client := r.connect(t)
			client.call(t, "mm_launch", `{}`)
			got := client.call(t, "mm_run_steps", c.args)
			status := ""
			if got.Result.Structured.Error != nil {
				status = string(got.Result.Structured.Error.Code)
			} else {
				var run tool.RunResult
				if err := json.Unmarshal(got.Result.Structured.Result, &run); err != nil {
					t.Fatal(err)
				}
				var all []string
				for _, s := range run.Steps {
					all = append(all, s.Status)
				}
				status = strings.Join(all, " ")
			}
			if status != c.want || !strings.Contains(got.text(), c.says) {
				t.Errorf("it is %q, want %q and %q:\n%s", status, c.want, c.says, got.text())
			}
			if did := r.agents[0].did; fmt.Sprint(did) != fmt.Sprint(c.did) {
				t.Errorf("the agent did %q, want %q", did, c.did)
			}
		})
	}
}

func TestStepsGoByTheClientsOwnNames(t *testing.T) {
	r := overHTTP(t, Options{Prefix: "cairn_"})
	c := r.connect(t)
	c.call(t, "cairn_launch", `{}`)
	got := c.call(t, "cairn_run_steps", `{"steps":[{"tool":"cairn_click","args":{"testId":"send"}},{"tool":"fly"}]}`)
	if !strings.Contains(got.text(), "steps[1]") || !strings.Contains(got.text(), "cairn_click") {
		t.Errorf("it says %s", got.text())
	}
}

// TestPublishedSchemasLeaveOutBoundsAlone checks that bounds that are not published are enforced
// all the same.
func TestPublishedSchemasLeaveOutBoundsAlone(t *testing.T) {
	c := overHTTP(t, Options{}).connect(t)
	for name, x := range map[string]struct{ tool, args, says string }{
		"length":            {"mm_click", `{"testId":"` + strings.Repeat("x", 501) + `"}`, "at most 500 characters"},
		"range":             {"mm_click", `{"testId":"x","timeoutMs":60001}`, "1 to 60000"},
		"unknown field":     {"mm_tabs", `{"action":"list","tab":1}`, "allowed: action, tabId"},
		"unknown in within": {"mm_click", `{"testId":"x","within":{"css":"tr"}}`, "allowed in within"},
		"enum":              {"mm_tabs", `{"action":"open"}`, "one of list, switch, close"},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.call(t, x.tool, x.args)
			if got.Result.Structured.Error == nil || got.Result.Structured.Error.Code != types.CodeInvalidInput || !strings.Contains(got.text(), x.says) {
				t.Errorf("it says %s", got.text())
			}
		})
	}
}

// Bounds of tools/list in tokens, for each set of tools.
const (
	listBudget   = 3200
	coreBudget   = 2700
	memoryBudget = 990
)

func TestTheListOfToolsIsShort(t *testing.T) {
	for set, budget := range map[string]int{AllTools: listBudget, CoreTools: coreBudget, MemoryTools: memoryBudget} {
		for _, confirm := range []string{limits.ConfirmNever, limits.ConfirmRisky} {
			raw, _ := listTools(t, Options{Tools: set, Limits: limits.Given{Confirm: confirm}})
			total, asks := 0, false
			for _, tool := range raw {
				total += len(tool)
				asks = asks || strings.Contains(string(tool), `"confirm"`)
			}
			if n := tokens(total); n > budget {
				t.Errorf("the %s tools take about %d tokens, want at most %d (confirm %s)", set, n, budget, confirm)
			}
			if asks != (confirm == limits.ConfirmRisky && set != MemoryTools) {
				t.Errorf("with confirm %s the %s tools take a token: %v", confirm, set, asks)
			}
		}
	}
}

// Samples of the words that pages are made of, with the counts of a tokenizer
// (o200k_base).
func TestTokensAreNotUnderestimated(t *testing.T) {
	for name, x := range map[string]struct {
		text   string
		tokens int
	}{
		"english": {strings.Repeat("Press the send button to continue working with the document that you opened ", 10), 131},
		"german":  {strings.Repeat("Drücken Sie die Schaltfläche Senden um mit dem Dokument weiterzuarbeiten ", 10), 161},
		"russian": {strings.Repeat("Нажмите кнопку отправить чтобы продолжить работу с документом ", 10), 131},
		"thai":    {strings.Repeat("กดปุ่มส่งเพื่อดำเนินการต่อกับเอกสารของคุณ", 10), 170},
		"chinese": {strings.Repeat("龘靐齉爩鱻麤厵灪籱爨癵饢驫鸞虌讟钃鸜麷鞻", 5), 210},
		"digits":  {strings.Repeat("123456789", 30), 90},
	} {
		if got := tokenCost(x.text); got < x.tokens*95/100 || got > x.tokens*35/10 {
			t.Errorf("%s: %d tokens estimated, %d are true", name, got, x.tokens)
		}
	}
}

// TestDescriptionsStayWithinTheBudget checks that a description stays within the budget, whatever
// its page is made of.
func TestDescriptionsStayWithinTheBudget(t *testing.T) {
	mix := rand.New(rand.NewPCG(3, 4))
	alphabets := map[string][]rune{
		"words": []rune("etaoin shrdlu "), "letters": []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
		"hex": []rune("0123456789abcdef"), "punctuation": []rune(`!@#$%^&*()_+-=[]{}|;:,./<>?~"\`), "emoji": []rune("😀🚀🧭🦄🥑🪨"), "cuneiform": []rune("𒀀𒀁𒀂𒁀"), "han": []rune("龘靐齉爩鱻麤厵"),
	}
	for name, alphabet := range alphabets {
		word := func(n int) string {
			var b strings.Builder
			for range n {
				b.WriteRune(alphabet[mix.IntN(len(alphabet))])
			}
			return b.String()
		}
		t.Run(name, func(t *testing.T) {
			r := &tool.DescribeResult{State: types.State{CurrentURL: "http://x/" + word(300), CurrentScreen: word(100), Title: word(200), Origin: "http://x"}, Total: 400}
			for i := range 400 {
				role := []string{"button", "link", "textbox", "heading", "dialog", "status"}[mix.IntN(6)]
				r.A11y.Nodes = append(r.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i), Role: role, Name: word(100), TestID: word(100), Path: []string{`region "` + word(40) + `"`}})
				r.TestIDs.Items = append(r.TestIDs.Items, types.TestID{TestID: word(100), Visible: true})
			}
			r.Outline = &types.Outline{}
			for i := range 1000 {
				it := types.OutlineItem{Text: word(300), Row: i / 7, List: i / 70, Offscreen: i > 90}
				if i%5 == 0 {
					it.Ref = fmt.Sprintf("e%d", i/5)
				}
				r.Outline.Items = append(r.Outline.Items, it)
			}
			r.PriorKnowledge = &types.PriorKnowledge{RelatedSessions: []types.SessionSummary{{SessionID: knownSession, Goal: word(200)}}}
			for i := range 5 {
				target := types.PriorTarget{Type: types.TargetTestID, Text: word(300)}
				r.PriorKnowledge.SuggestedNextActions = append(r.PriorKnowledge.SuggestedNextActions, types.SuggestedAction{Rank: i + 1, Action: "click", Rationale: word(200), PreferredTarget: target, FallbackTargets: []types.PriorTarget{target}})
			}
			for form, in := range map[string]tool.DescribeInput{"whole": {}, "find": {Find: "e"}, "expand": {Expand: "e1"}, "diff": {Diff: true}} {
				part := *r
				if in.Part() {
					part.PriorKnowledge = nil
				}
				if in.Diff {
					part.Changes = &tool.Changes{Gone: r.A11y.Nodes}
				}
				text := describeAnswer(testNow, in, &part, "", always).text()
				if n := tokenCost(text); n > describeBudget+100 {
					t.Errorf("%s takes %d tokens:\n%s", form, n, text)
				}
				if !strings.Contains(text, "\n[end ") || len(strings.Split(text, "\n")) < 5 {
					t.Errorf("%s says nothing:\n%s", form, text)
				}
			}
		})
	}
}

// TestWhatARelayMayRepeat lets requests be sent twice to a daemon only if they change nothing.
func TestWhatARelayMayRepeat(t *testing.T) {
	for _, tool := range tools {
		for prefix, name := range map[string]string{DefaultPrefix: tool.name, "cairn_": "cairn_" + strings.TrimPrefix(tool.name, DefaultPrefix)} {
			if got := Repeatable("tools/call", renamer(prefix).tool(tool.name), prefix); got != tool.readOnly {
				t.Errorf("%s may be repeated: %v", name, got)
			}
		}
	}
	for name, want := range map[string]bool{"mm_click": false, "mm_launch": false, "mm_run_flow": false, "mm_run_steps": false, "mm_describe_screen": true, "mm_fly": true} {
		if got := Repeatable("tools/call", name, DefaultPrefix); got != want {
			t.Errorf("%s may be repeated: %v", name, got)
		}
	}
	if !Repeatable("tools/list", "mm_click", DefaultPrefix) {
		t.Error("a list may not be repeated")
	}
}

// TestAnActionSaysWhatDidNotWork: what was not remembered, what a field holds instead, and the state of dialogs are said.
func TestAnActionSaysWhatDidNotWork(t *testing.T) {
	held := "0"
	a := acted("typed", &tool.ActResult{Holds: &held, NotRecorded: types.Fault(types.CodeInternal, "the disk is full", ""),
		Evidence: &tool.Evidence{Line: "500 /api/save"}, Dialogs: []types.Dialog{{Type: "confirm", Message: "Sure?", Open: true}, {Type: "alert", Message: "Saved", Accepted: true}, {Type: "confirm", Message: "Leave?"}}})
	said := string(a.head) + "\n" + a.page
	for _, want := range []string{"the field did not take just the text that was typed", `it holds "0"`, "not remembered: MM_INTERNAL", `not remembered: "the disk is full"`, "meanwhile: 500 /api/save"} {
		if !strings.Contains(said, want) {
			t.Errorf("without %q: %s", want, said)
		}
	}
	for want, d := range map[string]types.Dialog{"a confirm dialog, which waits; answer it by mm_click": {Type: "confirm", Open: true}, "a prompt dialog, which waits; answer it by mm_type": {Type: "prompt", Open: true}, "a prompt dialog, which was accepted": {Type: "prompt", Accepted: true}, "an alert dialog, which was dismissed": {Type: "alert"}} {
		if got := dialogState(d); !strings.Contains(string(got), want) {
			t.Errorf("the dialog %v is described by %q", d, got)
		}
	}
}

// TestNobodyEntersWithoutAToken refuses clients of a server that has no token, and requests of no connection.
func TestNobodyEntersWithoutAToken(t *testing.T) {
	for token, header := range map[string]string{"": "Bearer ", "a": "Bearer ", "b": "b"} {
		if s := (&Server{token: token}); s.admits(header) {
			t.Errorf("%q enters a server of the token %q", header, token)
		}
	}
	if ownHost(httptest.NewRequest("POST", "http://127.0.0.1:1/mcp", nil)) {
		t.Error("a request of no connection is this host's")
	}
}
