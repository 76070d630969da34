package pilot

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// mailbox is a page of texts and rows with equal buttons.
func mailbox(dates ...string) (*types.Observation, *types.Outline) {
	o := &types.Observation{State: types.State{CurrentURL: "http://127.0.0.1:1/mail", CurrentScreen: "mail", Origin: "http://127.0.0.1:1"}}
	lines := &types.Outline{}
	text := func(row int, said string) {
		lines.Items = append(lines.Items, types.OutlineItem{Text: said, Row: row})
	}
	element := func(row int, n types.A11yNode) {
		o.A11y.Nodes = append(o.A11y.Nodes, n)
		lines.Items = append(lines.Items, types.OutlineItem{Ref: n.Ref, Row: row})
	}
	text(0, "12 messages")
	element(0, types.A11yNode{Ref: "e1", Role: "button", Name: "Compose", Path: []string{"main"}})
	for i, who := range []string{"Sarah Chen", "Tom Wu", "Sarah Hill"} {
		text(i+1, who)
		if i < len(dates) {
			text(i+1, dates[i])
		}
		element(i+1, types.A11yNode{Ref: "e1" + who[:1] + who[len(who)-1:], Role: "button", Name: "Star", Path: []string{"main", `region "Mail"`}})
	}
	text(0, "That is all")
	element(0, types.A11yNode{Ref: "e9", Role: "link", Name: "Imprint", Path: []string{"contentinfo"}})
	return o, lines
}

// onMailbox is an agent before that page.
func onMailbox(t *testing.T, dates ...string) *rig {
	r := launched(t)
	r.showMailbox(dates...)
	return r
}

func (r *rig) showMailbox(dates ...string) {
	o, lines := mailbox(dates...)
	r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
		page := &wire.Page{TabID: 8, Observation: *o}
		if e.Observe.Outline {
			page.Outline = lines
		}
		return &wire.Reply{Page: page}, nil
	}
}

// said is the lines of a description's outline, elements by their refs.
func said(d *tool.DescribeResult) string {
	var out []string
	for _, l := range textLines(d.Outline) {
		var parts []string
		for _, it := range l {
			parts = append(parts, it.Text+it.Ref)
		}
		out = append(out, strings.Join(parts, " "))
	}
	return strings.Join(out, " / ")
}

func TestPartsHaveTheirLines(t *testing.T) {
	for name, c := range map[string]struct {
		in     tool.DescribeInput
		lines  string
		beside int
	}{
		"a row by its text":       {tool.DescribeInput{Find: "tom wu"}, "Tom Wu e1Tu", 1},
		"rows by a word":          {tool.DescribeInput{Find: "sarah"}, "Sarah Chen e1Sn / Sarah Hill e1Sl", 2},
		"whole words before part": {tool.DescribeInput{Find: "all"}, "That is all", 0},
		"a text alone":            {tool.DescribeInput{Find: "messages"}, "12 messages", 0},
		"elements by their names": {tool.DescribeInput{Find: "star"}, "Sarah Chen e1Sn / Tom Wu e1Tu / Sarah Hill e1Sl", 0},
		"words of text and name":  {tool.DescribeInput{Find: "chen star"}, "Sarah Chen e1Sn", 1},
		"nothing":                 {tool.DescribeInput{Find: "zebra"}, "", 0},
		"a region with its texts": {tool.DescribeInput{Expand: "Mail"}, "Sarah Chen e1Sn / Tom Wu e1Tu / Sarah Hill e1Sl / That is all", 0},
		"from a ref on":           {tool.DescribeInput{Expand: "e1Sl"}, "Sarah Hill e1Sl / That is all / e9", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := onMailbox(t).Describe(t.Context(), c.in)
			if err != nil {
				t.Fatal(err)
			}
			if said(got) != c.lines || len(got.Beside) != c.beside {
				t.Errorf("lines %q with %d elements beside, want %q with %d", said(got), len(got.Beside), c.lines, c.beside)
			}
		})
	}
}

func TestDifferencesOfTexts(t *testing.T) {
	r := onMailbox(t, "Mar 4", "Mar 5")
	look := func() *tool.DescribeResult {
		t.Helper()
		d, err := r.Describe(t.Context(), tool.DescribeInput{Diff: true})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	look()
	if d := look(); d.Changes == nil || said(d) != "" || len(d.Changes.GoneTexts) != 0 {
		t.Errorf("a page that stayed differs by %q and %q", said(d), d.Changes.GoneTexts)
	}
	r.showMailbox("Mar 4", "Mar 6")
	d := look()
	if said(d) != "Tom Wu Mar 6 e1Tu" || !slices.Equal(d.Changes.GoneTexts, []string{"Tom Wu · Mar 5"}) || len(d.Changes.Added)+len(d.Changes.Changed) != 0 || len(d.Beside) != 1 {
		t.Errorf("the difference is %q and %q, beside %d", said(d), d.Changes.GoneTexts, len(d.Beside))
	}
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		in    tool.ReadInput
		lines []string
		code  types.Code
	}{
		"everything":     {tool.ReadInput{}, []string{"12 messages", "Compose", "Sarah Chen · Star", "Tom Wu · Star", "Sarah Hill · Star", "That is all", "Imprint"}, ""},
		"with words":     {tool.ReadInput{Find: "sarah"}, []string{"Sarah Chen · Star", "Sarah Hill · Star"}, ""},
		"a region":       {tool.ReadInput{Within: &tool.TargetInput{Role: "region", Name: "Mail"}, Find: "tom"}, []string{"Tom Wu · Star"}, ""},
		"no such words":  {tool.ReadInput{Find: "zebra"}, []string{}, ""},
		"two ways":       {tool.ReadInput{Within: &tool.TargetInput{Role: "region", TestID: "x"}}, nil, types.CodeInvalidInput},
		"no such target": {tool.ReadInput{Within: &tool.TargetInput{TestID: "gone"}}, nil, types.CodeTargetNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := onMailbox(t).Read(t.Context(), c.in)
			if c.code != "" {
				if !types.HasCode(err, c.code) {
					t.Errorf("got %v, want %s", err, c.code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Lines, c.lines) {
				t.Errorf("lines %q, want %q", got.Lines, c.lines)
			}
		})
	}
	// The browser decides which elements are within another.
	r := onMailbox(t)
	o, lines := mailbox()
	r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
		page := &wire.Page{TabID: 8, Observation: *o, Outline: lines}
		if e.Observe.Seek != nil {
			page.Outline = &types.Outline{Items: []types.OutlineItem{{Text: "within " + e.Observe.Seek.Within}}}
		}
		return &wire.Reply{Page: page}, nil
	}
	if got, err := r.Read(t.Context(), tool.ReadInput{Within: &tool.TargetInput{A11yRef: "e1Tu"}}); err != nil || !slices.Equal(got.Lines, []string{"within e1Tu"}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWaitForText(t *testing.T) {
	for name, c := range map[string]struct {
		text, line string
	}{
		"a text":              {"12 messages", "12 messages"},
		"in any case":         {"TOM wu", "Tom Wu · Star"},
		"the name of control": {"Compose", "Compose"},
		"part of a word":      {"compos", ""},
		"another number":      {"2 messages", ""},
		"nothing like it":     {"Payment sent", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := onMailbox(t)
			got, err := r.WaitFor(t.Context(), tool.WaitInput{TargetInput: tool.TargetInput{Text: c.text}, ActInput: tool.ActInput{TimeoutMs: 400}})
			if c.line != "" {
				if err != nil || got.Text != c.line {
					t.Errorf("got %+v, %v", got, err)
				}
				return
			}
			fault := types.AsError(err)
			if err == nil || fault.Code != types.CodeWaitTimeout || !strings.Contains(fault.Hint, `instead it says: "`) {
				t.Errorf("got %+v, %v", got, fault)
			}
		})
	}
	r := onMailbox(t)
	if _, err := r.WaitFor(t.Context(), tool.WaitInput{TargetInput: tool.TargetInput{Text: "x", TestID: "send"}}); !types.HasCode(err, types.CodeInvalidInput) {
		t.Errorf("two ways to name a target answered %v", err)
	}
}
