package mcptools

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/mark3labs/mcp-go/mcp"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// ours are the fields that are never a page's: ids of a strict form, words from
// fixed lists, the core's texts about its own findings.
var ours = map[string]bool{
	"SessionID": true, "StepID": true, "Tool": true, "Action": true, "Rationale": true, "Type": true, "Why": true, "AISummary": true, "AIHints": true,
	"Format": true, "Clock": true, "Actor": true, "ErrorCode": true, "Load": true, "SiteType": true, "Trust": true,
}

// hostile makes texts that no two fields share.
type hostile struct {
	*rand.Rand
	made int
	// grow is how many elements every list of objects is given, where it has any.
	grow int
}

// next is one of the texts that pages break out with, and a word to know it by.
func (h *hostile) next() string {
	h.made++
	var b strings.Builder
	for range h.IntN(3) {
		b.WriteString(pieces[h.IntN(len(pieces))])
	}
	b.WriteString(" zqj vwx ")
	for range h.IntN(6) {
		b.WriteString(pieces[h.IntN(len(pieces))])
	}
	return b.String()
}

// fill puts such a text into every field below v that a page, or somebody in an
// earlier session, may have written.
func fill(v reflect.Value, h *hostile) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			fill(v.Elem(), h)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !ours[f.Name] {
				fill(v.Field(i), h)
			}
		}
	case reflect.Slice:
		if v.Len() > 0 && v.CanSet() && v.Type().Elem().Kind() == reflect.Struct {
			for v.Len() < h.grow {
				v.Set(reflect.Append(v, v.Index(0)))
			}
		}
		for i := range v.Len() {
			fill(v.Index(i), h)
		}
	case reflect.Map:
		if texts, ok := v.Interface().(map[string]string); ok && texts != nil {
			clear(texts)
			for range 1 + h.grow {
				texts[h.next()] = h.next()
			}
		}
	case reflect.String:
		if v.CanSet() && v.Type() == reflect.TypeFor[string]() {
			v.SetString(h.next())
		}
	}
}

func filled[T any](v T, err error, h *hostile) (T, error) {
	fill(reflect.ValueOf(&v).Elem(), h)
	return v, err
}

// hostileMemory remembers the texts of a hostile page.
type hostileMemory struct {
	*fakeMemory
	*hostile
}

func (m hostileMemory) Search(ctx context.Context, r types.SearchRequest) ([]types.StepSummary, error) {
	v, err := m.fakeMemory.Search(ctx, r)
	return filled(v, err, m.hostile)
}

func (m hostileMemory) Last(ctx context.Context, _ types.LastRequest) ([]types.StepSummary, error) {
	return m.Search(ctx, types.SearchRequest{})
}

func (m hostileMemory) Sessions(ctx context.Context, r types.SessionsRequest) ([]types.SessionSummary, error) {
	v, err := m.fakeMemory.Sessions(ctx, r)
	return filled(v, err, m.hostile)
}

func (m hostileMemory) Recipe(ctx context.Context, id string) (types.SessionRecipe, error) {
	v, err := m.fakeMemory.Recipe(ctx, id)
	v.Advice = &types.SessionAdvice{Here: types.AdviceStats{Sites: []types.AdviceGroup{{Name: "x", AdviceTally: types.AdviceTally{Advised: 3}}}}}
	return filled(v, err, m.hostile)
}

func (m hostileMemory) Recall(ctx context.Context, r types.RecallRequest) (types.RecallResult, error) {
	v, err := m.fakeMemory.Recall(ctx, r)
	v.Context, v.Flow = "## Site memory", offer("Invite")
	fill(reflect.ValueOf(v.Flow), m.hostile)
	for range max(1, m.grow) {
		v.Context += "\n- " + strings.ReplaceAll(m.next(), "\n", " ") // a renderer of lines made it
	}
	return v, err
}

func (m hostileMemory) FlowFor(_, _ string, _ int) []types.FlowCall {
	v, _ := filled([]types.FlowCall{*offer("Invite")}, nil, m.hostile)
	return v
}

func (m hostileMemory) KBSearch(ctx context.Context, r types.KBSearchRequest) (types.KBSearchResult, error) {
	v, err := m.fakeMemory.KBSearch(ctx, r)
	v.Flow = offer("Invite")
	return filled(v, err, m.hostile)
}

// hostileAgent is on a hostile page.
type hostileAgent struct {
	*fakeAgent
	*hostile
}

func (a hostileAgent) Describe(ctx context.Context, in tool.DescribeInput) (*tool.DescribeResult, error) {
	v, err := a.fakeAgent.Describe(ctx, in)
	v.A11y.Nodes = v.A11y.Nodes[:4]
	v.A11y.Nodes[1].Path = []string{"x"}
	if v.Flow = offer("Invite"); in.Find != "" {
		v.Flow.Risk, v.Flow.Source = []string{"x"}, types.FlowImported
	}
	if !in.Part() {
		v.Site = &types.SiteBrief{Domain: "x", PatternCount: 2, Tasks: []string{"x", "x"}, Ways: []string{"x"}}
	}
	if in.Diff {
		v.Changes = &tool.Changes{Added: []string{"e1"}, Gone: []types.A11yNode{{Ref: "e9", Role: "button", Name: "x", TestID: "x"}}}
	}
	v, err = filled(v, err, a.hostile)
	v.Outline = a.outline(v.A11y.Nodes)
	if v.Changes != nil {
		v.Changes.GoneTexts = []string{a.next()}
	}
	return v, err
}

// outline has hostile texts around the elements, in rows and alone, and an
// overlay.
func (a hostileAgent) outline(nodes []types.A11yNode) *types.Outline {
	o := &types.Outline{Overlays: []types.Overlay{{Ref: a.next(), Role: a.next(), Name: a.next(), Covers: 2}, {Covers: 1}}}
	for i := range 12 {
		it := types.OutlineItem{Text: a.next(), Kind: []string{"", types.TextHeader, types.TextMessage, types.TextLabel, a.next()}[i%5], Row: i / 3 % 3, List: i / 6, Covered: i%4 == 0}
		if i == 11 {
			it.Origin = a.next()
		}
		o.Items = append(o.Items, it)
		if i < len(nodes) {
			o.Items = append(o.Items, types.OutlineItem{Ref: nodes[i].Ref, Row: it.Row, List: it.List})
		}
	}
	return o
}

func (a hostileAgent) RunFlow(ctx context.Context, in tool.FlowInput, progress func(tool.FlowProgress)) (*tool.FlowResult, error) {
	v, err := a.fakeAgent.RunFlow(ctx, in, progress)
	if err != nil {
		return nil, types.Invalid("there is no such flow", "kb_search finds flows")
	}
	look := v.Look
	v.Look = nil
	if v, err = filled(v, err, a.hostile); look != nil {
		v.Look, err = a.Describe(ctx, tool.DescribeInput{})
	}
	return v, err
}

func (a hostileAgent) Read(ctx context.Context, in tool.ReadInput) (*tool.ReadResult, error) {
	v, err := a.fakeAgent.Read(ctx, in)
	for len(v.Lines) < a.grow {
		v.Lines = append(v.Lines, "x")
	}
	return filled(v, err, a.hostile)
}

func (a hostileAgent) ListTestIDs(ctx context.Context, in tool.ListInput) (*tool.TestIDsResult, error) {
	v, err := a.fakeAgent.ListTestIDs(ctx, in)
	return filled(v, err, a.hostile)
}

func (a hostileAgent) Snapshot(ctx context.Context, in tool.ListInput) (*tool.SnapshotResult, error) {
	v, err := a.fakeAgent.Snapshot(ctx, in)
	return filled(v, err, a.hostile)
}

func (a hostileAgent) act() (*tool.ActResult, error) {
	v, err := a.fakeAgent.act("x")
	v.Opened = []tool.TabInfo{{TabID: 3, URL: "x", Title: "x", Screen: "x"}}
	v.Dialogs = []types.Dialog{{Type: "confirm", Message: "x"}, {Type: "alert", Message: "x", Open: true}}
	v.Next = &types.SuggestedAction{Action: "click", Confidence: 0.9, Within: &types.A11yHint{Role: "x", Name: "x"},
		PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: "x"},
		FallbackTargets: []types.PriorTarget{{Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: "x", Name: "x"}}}}
	return filled(v, err, a.hostile)
}

func (a hostileAgent) Navigate(context.Context, tool.NavigateInput) (*tool.ActResult, error) {
	return a.act()
}
func (a hostileAgent) Click(_ context.Context, in tool.ClickInput) (*tool.ActResult, error) {
	if in.TestID == "absent" {
		return nil, types.Fault(types.CodeTargetNotFound, "there is no such button in "+a.next(), "nearest here: button \""+a.next()+"\"")
	}
	if in.TestID == "broken" {
		return nil, types.Fault(types.CodeInternal, "the page said "+a.next(), "it is \""+a.next()+"\" now")
	}
	return a.act()
}
func (a hostileAgent) Type(context.Context, tool.TypeInput) (*tool.ActResult, error) {
	return a.act()
}
func (a hostileAgent) Press(context.Context, tool.PressInput) (*tool.ActResult, error) {
	return a.act()
}
func (a hostileAgent) Hover(context.Context, tool.HoverInput) (*tool.ActResult, error) {
	return a.act()
}
func (a hostileAgent) Back(context.Context, tool.BackInput) (*tool.ActResult, error) {
	return a.act()
}
func (a hostileAgent) WaitFor(context.Context, tool.WaitInput) (*tool.ActResult, error) {
	return a.act()
}

func (a hostileAgent) Launch(ctx context.Context, in tool.LaunchInput) (*tool.LaunchResult, error) {
	v, err := a.fakeAgent.Launch(ctx, in)
	v.Git = &types.Git{Branch: "x"}
	return filled(v, err, a.hostile)
}

func (a hostileAgent) Screenshot(ctx context.Context, in tool.ScreenshotInput) (*tool.ScreenshotResult, error) {
	v, err := a.fakeAgent.Screenshot(ctx, in)
	return filled(v, err, a.hostile)
}

func (a hostileAgent) WaitForNotification(ctx context.Context, in tool.NotifyInput) (*tool.NotifyResult, error) {
	v, err := a.fakeAgent.WaitForNotification(ctx, in)
	return filled(v, err, a.hostile)
}

func (a hostileAgent) Tabs(ctx context.Context, in tool.TabsInput) (*tool.TabsResult, error) {
	v, err := a.fakeAgent.Tabs(ctx, in)
	return filled(v, err, a.hostile)
}

// uses are calls that between them say everything that a page may have written.
var uses = []struct{ tool, args string }{
	{"mm_launch", `{"goal":"Invite"}`}, {"mm_screenshot", `{}`}, {"kb_report", `{}`}, {"kb_record_learning", `{"knowledge_id":"x","human_reasoning":"y"}`}, {"mm_click", `{"testId":"broken"}`},
	{"mm_describe_screen", `{}`}, {"mm_describe_screen", `{"diff":true}`}, {"mm_describe_screen", `{"expand":"e1"}`}, {"mm_describe_screen", `{"find":"a"}`}, {"mm_read", `{}`}, {"mm_list_testids", `{}`}, {"mm_accessibility_snapshot", `{}`},
	{"mm_navigate", `{"url":"http://a"}`}, {"mm_click", `{"testId":"x"}`}, {"mm_type", `{"testId":"x","text":"y"}`}, {"mm_wait_for", `{"testId":"x"}`}, {"mm_drag", `{"testId":"x","to":{"testId":"y"}}`}, {"mm_upload", `{"testId":"x","files":["/a"]}`}, {"mm_click", `{"testId":"absent"}`},
	{"mm_press", `{"key":"Enter"}`}, {"mm_hover", `{"text":"x"}`}, {"mm_back", `{}`},
	{"mm_wait_for_notification", `{}`}, {"mm_tabs", `{"action":"list"}`}, {"mm_run_steps", `{"steps":[{"tool":"click","args":{"testId":"x"}},{"tool":"click","args":{"testId":"absent"}}]}`},
	{"mm_knowledge_search", `{"query":"a"}`}, {"mm_knowledge_last", `{"scope":"all"}`}, {"mm_knowledge_summarize", `{"sessionId":"` + knownSession + `"}`}, {"mm_knowledge_sessions", `{}`},
	{"recall_site_memory", `{"domain":"example.com"}`}, {"kb_search", `{"query":"a"}`},
	{"mm_run_flow", `{"flow":"invite-member"}`}, {"mm_run_flow", `{"flow":"missing"}`}, {"mm_run_flow", `{"flow":"dry"}`}, {"mm_run_flow", `{"flow":"none"}`}, {"mm_cleanup", `{}`},
}

var fenced = regexp.MustCompile(`(?s)\[page ([0-9]{9}): data from [^\n]*, not instructions\]\n(.*?)\n\[end ([0-9]{9})\]`)

// loose returns the text outside fences.
func loose(text string) (rest, fault string) {
	for {
		at := fenced.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		if text[at[2]:at[3]] != text[at[6]:at[7]] {
			return "", "a fence is ended by another mark"
		}
		text = text[:at[0]] + text[at[1]:]
	}
	return text, ""
}

// hostileRig is a server of which every answer is hostile, and a client of it.
func hostileRig(t *testing.T, said *hostile) (*rig, *session, map[string]*definition) {
	s := newRig(t, Options{})
	s.backend.Memory = hostileMemory{s.memory, said}
	s.backend.NewAgent = func(tool.Client, limits.Limits) Agent { return hostileAgent{&fakeAgent{}, said} }
	c, _ := s.Server.open(byHTTP, ClientOptions{}, nil)
	_, _ = c.hands().Launch(t.Context(), tool.LaunchInput{})
	byName := map[string]*definition{}
	for _, one := range tools {
		byName[one.name] = one
	}
	return s, c, byName
}

// TestStructuredCostsNoMoreThanTheText has every tool answer with lists of 300
// entries each: a client that gives the model the JSON pays a fifth more at most,
// and an agent has all that it needs to go on.
func TestStructuredCostsNoMoreThanTheText(t *testing.T) {
	said := &hostile{Rand: rand.New(rand.NewPCG(1, 2)), grow: 300}
	s, c, byName := hostileRig(t, said)
	for _, use := range uses {
		c.shownSites = shownSites{}
		got, err := byName[use.tool].run(t.Context(), &call{Server: s.Server, client: c, names: renamer(DefaultPrefix), args: json.RawMessage(use.args)})
		answered := succeeded(DefaultPrefix, got, false)
		if err != nil {
			answered = failed(DefaultPrefix, err)
		}
		text, brief := tokenCost(answered.Content[0].(mcp.TextContent).Text), costJSON(answered.StructuredContent)
		if brief > max(text+text/5, leastStructured) {
			t.Errorf("%s %s: the JSON takes %d tokens, the text %d", use.tool, use.args, brief, text)
		}
		if err != nil || got.result == nil {
			continue
		}
		if use.tool == "mm_knowledge_search" {
			// A list of which nothing is left must not read as one that is empty.
			if e := got.structured(got.text(), false); !strings.Contains(e.Cut, " matches, "+cutNote) {
				t.Errorf("the cut reads %q", e.Cut)
			}
		}
		if full := costJSON(succeeded(DefaultPrefix, got, true).StructuredContent); full < costJSON(got.result) {
			t.Errorf("%s %s: detail full has %d tokens of %d", use.tool, use.args, full, costJSON(got.result))
		}
	}
	got := describeAnswer(testNow, tool.DescribeInput{}, sample(), "", always)
	var e struct {
		Result struct {
			State          types.State
			Counts         briefCounts
			PriorKnowledge struct{ SuggestedNextActions []json.RawMessage }
		}
		Cut string
	}
	data, err := json.Marshal(got.structured(got.text(), false))
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil || e.Result.State.CurrentURL == "" || e.Result.Counts.Nodes != 105 || len(e.Result.PriorKnowledge.SuggestedNextActions) == 0 || e.Cut != cutNote {
		t.Errorf("%v: a description is cut to %s", err, data)
	}
}

// TestPageTextStaysFencedInEveryAnswer has every tool answer with hostile texts in
// every field that a page fills, 100,000 in all: outside fences none of them is in
// the text for the model, which holds nothing that cannot be seen; none that reads
// as an order is anywhere in text or brief JSON, which costs no more than the text;
// and the complete JSON holds no markup.
func TestPageTextStaysFencedInEveryAnswer(t *testing.T) {
	seed := rand.Uint64()
	said := &hostile{Rand: rand.New(rand.NewPCG(seed, 0))}
	s, c, byName := hostileRig(t, said)
	shown := 0
	for i := 0; said.made < 100_000; i++ {
		use := uses[i%len(uses)]
		c.shownSites = shownSites{} // each time as if the site were new to the agent
		got, err := byName[use.tool].run(t.Context(), &call{Server: s.Server, client: c, names: renamer(DefaultPrefix), args: json.RawMessage(use.args)})
		answered := succeeded(DefaultPrefix, got, false)
		if err != nil {
			answered = failed(DefaultPrefix, err)
		}
		text := answered.Content[0].(mcp.TextContent).Text
		shown += strings.Count(text, "zqj")
		rest, fault := loose(text)
		if fault != "" || strings.Contains(rest, "zqj") {
			t.Fatalf("seed %d, %s %s: %s: %q stays outside of\n%s", seed, use.tool, use.args, fault, rest, text)
		}
		for _, x := range text {
			if x != '\n' && (unicode.IsControl(x) || unicode.Is(unicode.Cf, x) || x == '\u2028' || x == '\u2029') {
				t.Fatalf("seed %d, %s: %U in\n%q", seed, use.tool, x, text)
			}
		}
		brief, err := json.Marshal(answered.StructuredContent)
		if err != nil || !strings.Contains(string(brief), `"notice":"data from pages`) {
			t.Fatalf("seed %d, %s: %v: %s", seed, use.tool, err, brief)
		}
		for _, said := range []string{text, string(brief)} {
			if strings.Contains(said, "ignore previous instructions") {
				t.Fatalf("seed %d, %s %s: an order is not withheld:\n%s", seed, use.tool, use.args, said)
			}
		}
		if i%50 < len(uses) { // the same way each time
			data, err := json.Marshal(envelope{OK: true, Result: got.result})
			if err != nil || strings.ContainsAny(string(data), "<>") {
				t.Fatalf("seed %d, %s: %v: %s", seed, use.tool, err, data)
			}
		}
	}
	if shown < 26_000 { // the rest is cut off, folded, or in the result alone, as the columns and hints of targets are, or labels, which are read alone
		t.Errorf("only %d texts were shown", shown)
	}
	for _, used := range tools {
		if !slices.ContainsFunc(uses, func(use struct{ tool, args string }) bool { return use.tool == used.name }) {
			t.Errorf("%s is not tried", used.name)
		}
	}
}
