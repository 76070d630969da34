package pilot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/vectors"
)

// nodesOf makes elements of "ref role name" each.
func nodesOf(all ...string) (nodes []types.A11yNode) {
	for _, one := range all {
		w := strings.SplitN(one, " ", 3)
		nodes = append(nodes, types.A11yNode{Ref: w[0], Role: w[1], Name: w[2]})
	}
	return nodes
}

func TestLooksAreComparedByWhatElementsAre(t *testing.T) {
	rows := func(first int, names ...string) (all []string) {
		for i, n := range names {
			all = append(all, fmt.Sprintf("e%d link %s", first+2*i, n), fmt.Sprintf("e%d button Delete", first+2*i+1))
		}
		return all
	}
	for name, c := range map[string]struct {
		was, is []string
		want    string // added, changed, gone, unchanged
		redrawn string
	}{
		"redrawn":                 {rows(1, "Ann", "Bob"), rows(50, "Ann", "Bob"), "[] [] [] 4", "map[e1:e50 e3:e52]"},
		"a row more, redrawn":     {rows(1, "Ann", "Bob", "Cid"), rows(50, "Ann", "Bob", "Cid", "Dan"), "[e56 e57] [] [] 6", "map[e1:e50 e3:e52 e5:e54]"},
		"a row above, in place":   {rows(1, "Ann", "Bob", "Cid"), append(rows(50, "Zoe"), rows(1, "Ann", "Bob", "Cid")...), "[e50 e51] [] [] 6", "map[]"},
		"a second of one name":    {[]string{"e1 heading Order", "e2 button Void"}, []string{"e1 heading Order", "e2 button Void", "e3 button Void"}, "[e3] [] [] 2", "map[]"},
		"renamed in place":        {[]string{"e1 heading Order", "e2 button Save"}, []string{"e1 heading Order", "e2 button Saved"}, "[] [e2] [] 1", "map[]"},
		"renamed, another beside": {[]string{"e1 heading Order", "e2 button Save"}, []string{"e1 heading Order", "e2 button Undo", "e3 button Save"}, "", "map[]"},
		"gone":                    {[]string{"e1 heading Order", "e2 button Save"}, []string{"e1 heading Order"}, "[] [] [e2] 1", "map[]"},
	} {
		t.Run(name, func(t *testing.T) {
			was, is := nodesOf(c.was...), nodesOf(c.is...)
			pairs := paired(was, is)
			got := ""
			if changes, _ := compare(was, is, pairs); changes != nil {
				got = fmt.Sprintf("%v %v [%s] %d", changes.Added, changes.Changed, refsOf(changes.Gone), changes.Unchanged)
			}
			known := redrawn{}
			known.note(look{nodes: was}, look{nodes: is})
			if got != c.want || fmt.Sprint(map[string]string(known)) != c.redrawn {
				t.Errorf("it is %s and %v, want %s and %s", got, known, c.want, c.redrawn)
			}
		})
	}
}

// TestARefFollowsNoOtherRecord: the old ref of a button that is drawn again leads to it only if its line
// and the heading above it say the same.
func TestARefFollowsNoOtherRecord(t *testing.T) {
	page := func(first int, heading, row string) look {
		h, d := fmt.Sprintf("e%d", first), fmt.Sprintf("e%d", first+1)
		return look{nodesOf(h+" heading "+heading, d+" button Delete"), &types.Outline{Items: []types.OutlineItem{{Ref: h}, {Text: row, Row: 1}, {Ref: d, Row: 1}}}}
	}
	for name, c := range map[string]struct {
		is   look
		want string
	}{
		"the same row":    {page(10, "Orders", "Ann"), "map[e1:e10 e2:e11]"},
		"another row":     {page(10, "Orders", "Bob"), "map[e1:e10]"},
		"another heading": {page(10, "Drafts", "Ann"), "map[]"},
	} {
		t.Run(name, func(t *testing.T) {
			was, known := page(1, "Orders", "Ann"), redrawn{}
			known.note(was, c.is)
			if got := fmt.Sprint(map[string]string(known)); got != c.want {
				t.Errorf("the refs are %s, want %s", got, c.want)
			}
		})
	}
}

// TestARefFollowsItsLine redraws tables: a button of each row is known by the text of its row, and equals in one row by their number.
func TestARefFollowsItsLine(t *testing.T) {
	table := func(first int, rows ...string) look {
		var nodes []string
		outline := &types.Outline{}
		for i, row := range rows {
			outline.Items = append(outline.Items, types.OutlineItem{Text: row, Row: i + 1})
			for range 2 {
				ref := fmt.Sprintf("e%d", first+len(nodes))
				nodes = append(nodes, ref+" button Open")
				outline.Items = append(outline.Items, types.OutlineItem{Ref: ref, Row: i + 1})
			}
		}
		return look{nodesOf(nodes...), outline}
	}
	for name, c := range map[string]struct {
		was, is []string
		want    string
	}{
		"one row more":       {[]string{"Ann", "Bob"}, []string{"Zoe", "Ann", "Bob"}, "map[e1:e52 e2:e53 e3:e54 e4:e55]"},
		"one row less":       {[]string{"Ann", "Bob"}, []string{"Bob"}, "map[e3:e50 e4:e51]"},
		"two of one text":    {[]string{"Ann", "Ann"}, []string{"Ann"}, "map[]"},
		"a second one comes": {[]string{"Ann"}, []string{"Ann", "Ann"}, "map[]"},
	} {
		known := redrawn{}
		known.note(table(1, c.was...), table(50, c.is...))
		if got := fmt.Sprint(map[string]string(known)); got != c.want {
			t.Errorf("%s: the refs are %s, want %s", name, got, c.want)
		}
	}
}

// TestChangeVectors: the cases without an earlier observation run in companion/mcptools.
func TestChangeVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Name          string
		Current, Previous []types.A11yNode
		Expected          struct {
			Diff struct {
				Added, Removed []string
				Unchanged      int
			}
		}
	}](t, "observation_compaction.json") {
		if c.Previous == nil {
			continue
		}
		want := c.Expected.Diff
		changes, _ := compare(c.Previous, c.Current, paired(c.Previous, c.Current))
		if 2*want.Unchanged < len(c.Current) { // a full description is shorter here
			if changes != nil {
				t.Errorf("%s, %s: %+v, want a full description", c.ID, c.Name, changes)
			}
			continue
		}
		if changes == nil || !slices.Equal(changes.Added, want.Added) || len(changes.Gone) != len(want.Removed) || changes.Unchanged != want.Unchanged {
			t.Errorf("%s, %s: %+v, want %+v", c.ID, c.Name, changes, want)
		}
	}
}

func TestOneMoreOfANameHasAppeared(t *testing.T) {
	before := &types.Observation{A11y: types.A11y{Nodes: nodesOf("e1 button Void", "e2 button Edit", "e3 button Edit")}}
	after := &types.Observation{A11y: types.A11y{Nodes: nodesOf("e1 button Void", "e4 dialog Void invoice?", "e5 button Void", "e6 button Void", "e7 button Edit", "e8 button Edit")}}
	if got := strings.Join(afterOf(before, after).Appeared, ", "); got != `dialog "Void invoice?", button "Void"` {
		t.Errorf("appeared: %s", got)
	}
}
