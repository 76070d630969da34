package pilot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestPartsOfADescription(t *testing.T) {
	long := func(o *types.Observation) {
		for _, name := range []string{"Ann", "Bob", "Eve"} {
			o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e-" + name, Role: "link", Name: name, Path: []string{`navigation "People"`}})
		}
	}
	for name, c := range map[string]struct {
		in   tool.DescribeInput
		refs string
		code types.Code
	}{
		"find":                 {tool.DescribeInput{Find: "people bob"}, "e-Bob", ""},
		"find by test id":      {tool.DescribeInput{Find: "SEND"}, "e1", ""},
		"find nothing":         {tool.DescribeInput{Find: "zoe"}, "", ""},
		"expand a region":      {tool.DescribeInput{Expand: "people"}, "e-Ann e-Bob e-Eve", ""},
		"expand from a ref on": {tool.DescribeInput{Expand: "e-Bob"}, "e-Bob e-Eve", ""},
		"find in a region":     {tool.DescribeInput{Expand: "navigation", Find: "eve"}, "e-Eve", ""},
		"no such region":       {tool.DescribeInput{Expand: "aside"}, "", types.CodeNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			for _, page := range r.browser.tabs {
				long(page)
			}
			r.memory.prior = &types.PriorKnowledge{}
			got, err := r.Describe(t.Context(), c.in)
			if c.code != "" {
				wantCode(t, err, c.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			refs := refsOf(got.A11y.Nodes)
			if refs != c.refs || got.Total != 7 || got.PriorKnowledge != nil {
				t.Errorf("got %s of %d, want %s", refs, got.Total, c.refs)
			}
		})
	}
}

// refsOf joins the refs of a description's elements.
func refsOf(nodes []types.A11yNode) string {
	var refs []string
	for _, n := range nodes {
		refs = append(refs, n.Ref)
	}
	return strings.Join(refs, " ")
}

// TestPartsBeyondALook asks for the parts that a look at a large page leaves out.
func TestPartsBeyondALook(t *testing.T) {
	row := types.A11yNode{Ref: "e900", Role: "row", Name: "Zoe Edit"}
	edit := types.A11yNode{Ref: "e901", Role: "button", Name: "Edit", TestID: "edit-zoe", Path: []string{`row "Zoe Edit"`}}
	for name, c := range map[string]struct {
		in      tool.DescribeInput
		partial bool // more fits than was found
		seek    wire.Seek
		refs    string
		code    types.Code
	}{
		"a row by its text":              {in: tool.DescribeInput{Find: "zoe"}, seek: wire.Seek{Find: "zoe", Reveal: true}, refs: "e900 e901"},
		"all that fits, and more":        {in: tool.DescribeInput{Find: "e"}, partial: true, seek: wire.Seek{Find: "e", Reveal: true}, refs: "e900 e901 e1 e2 e3 e4"},
		"what follows a ref of the look": {in: tool.DescribeInput{Expand: "e1"}, seek: wire.Seek{From: "e1"}, refs: "e900 e901"},
		"what follows a ref beyond it":   {in: tool.DescribeInput{Expand: "e900"}, seek: wire.Seek{From: "e900"}, refs: "e900 e901"},
		"what follows it with a word":    {in: tool.DescribeInput{Expand: "e900", Find: "button"}, seek: wire.Seek{Find: "button", From: "e900", Reveal: true}, refs: "e901"},
		"a region is not sought":         {in: tool.DescribeInput{Expand: "main"}, code: types.CodeNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			var sought wire.Seek
			r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
				look := *home()
				look.Truncated = true
				if e.Observe.Seek != nil {
					sought = *e.Observe.Seek
					look.Truncated, look.A11y.Nodes = c.partial, []types.A11yNode{row, edit}
					look.TestIDs = []types.TestID{{TestID: "edit-zoe", Role: "button", Visible: true}}
				}
				return &wire.Reply{Page: &wire.Page{Observation: look}}, nil
			}
			got, err := r.Describe(t.Context(), c.in)
			if sought != c.seek {
				t.Errorf("sought %+v, want %+v", sought, c.seek)
			}
			if c.code != "" {
				wantCode(t, err, c.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			refs := refsOf(got.A11y.Nodes)
			if refs != c.refs || got.Truncated != c.partial || len(got.TestIDs.Items) != 1 {
				t.Errorf("got %s, test ids %v, truncated %v, want %s", refs, got.TestIDs.Items, got.Truncated, c.refs)
			}
		})
	}
}

func TestDifferencesOfDescriptions(t *testing.T) {
	r := launched(t)
	look := func() *tool.DescribeResult {
		t.Helper()
		got, err := r.Describe(t.Context(), tool.DescribeInput{Diff: true})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := look(); got.Changes != nil || len(got.A11y.Nodes) != 4 {
		t.Errorf("the first look is %+v", got)
	}
	if got := look(); got.Changes == nil || got.Changes.Unchanged != 4 || len(got.A11y.Nodes) != 0 {
		t.Errorf("nothing changed, but it is %+v", got)
	}
	for _, page := range r.browser.tabs {
		nodes := append([]types.A11yNode{}, page.A11y.Nodes[1:]...)
		nodes[0].Filled = true
		page.A11y.Nodes = append(nodes, types.A11yNode{Ref: "e9", Role: "status", Name: "Saved"})
	}
	got := look()
	if c := got.Changes; c == nil || strings.Join(c.Added, " ") != "e9" || strings.Join(c.Changed, " ") != "e2" || len(c.Gone) != 1 || c.Gone[0].Ref != "e1" || c.Unchanged != 2 {
		t.Errorf("changes are %+v", got.Changes)
	}
	// redrawn, nothing has changed but the refs, and the old ones still do.
	for _, page := range r.browser.tabs {
		nodes := append([]types.A11yNode{}, page.A11y.Nodes...)
		for i := range nodes {
			nodes[i].Ref = fmt.Sprintf("e%d", 100+i)
		}
		page.A11y.Nodes = nodes
	}
	if got := look(); got.Changes == nil || got.Changes.Unchanged != 4 || len(got.A11y.Nodes) != 0 {
		t.Errorf("redrawn, it is %+v", got.Changes)
	}
	if got := r.redrawn.target(tool.TargetInput{A11yRef: "e9"}).A11yRef; got != "e103" {
		t.Errorf("e9 is now %s", got)
	}
	if _, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatal(err)
	}
	if got := look(); got.Changes != nil {
		t.Errorf("after a navigation changes are %+v", got.Changes)
	}
}

func TestAWholeWordIsMeantBeforeAPartOfOne(t *testing.T) {
	var nodes []types.A11yNode
	for _, name := range []string{"Item 7", "Item 17", "Item 27", "Void 💳", "Settings"} {
		nodes = append(nodes, types.A11yNode{Role: "button", Name: name})
	}
	for find, want := range map[string][]string{
		"Item 7": {"Item 7"}, "item 27": {"Item 27"}, "em 7": {"Item 7", "Item 17", "Item 27"}, "setting": {"Settings"}, "void 💳": {"Void 💳"}, "Item 9": nil,
	} {
		var names, listed []string
		for _, n := range withWords(nodes, find) {
			names = append(names, n.Name)
		}
		some, total := pick(nodes, tool.ListInput{Find: find}, func(n types.A11yNode) []string { return []string{n.Name} })
		for _, n := range some {
			listed = append(listed, n.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("find %q: %q, want %q", find, names, want)
		}
		if find != "em 7" && (!slices.Equal(listed, want) || total != len(want)) {
			t.Errorf("list %q: %q of %d, want %q", find, listed, total, want)
		}
	}
}

func TestARoleAloneIsANameWithinSomething(t *testing.T) {
	within := &tool.TargetInput{Role: "dialog"}
	for name, tt := range map[string]struct {
		target tool.TargetInput
		says   string
	}{
		"with a within":      {tool.TargetInput{Role: "button", Within: within}, ""},
		"without one":        {tool.TargetInput{Role: "button"}, "the target is named by its role alone"},
		"a name alone":       {tool.TargetInput{Name: "Send", Within: within}, "the target is named by its name alone"},
		"a name alone in it": {tool.TargetInput{TestID: "send", Within: &tool.TargetInput{Name: "Pay"}}, "the within is named by its name alone"},
		"two names":          {tool.TargetInput{Role: "button", TestID: "send", Within: within}, "the target is named by testId and role"},
	} {
		err := checkTarget(tt.target)
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: %v, want %q", name, err, tt.says)
		}
	}
}
