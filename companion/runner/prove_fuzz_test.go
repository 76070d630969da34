package runner

import (
	"strings"
	"testing"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// FuzzProve looks for any target on any page. A found element has the role that was
// asked for or one that is pressed alike, and its name or its test id; there is never
// an element and a doubt, nor neither.
func FuzzProve(f *testing.F) {
	f.Add("button", "Save", "save", "", 0, "button Save save\nlink Help \nbutton Save ")
	f.Add("button", "Remove", "", "ann", 1, "button Remove r1\nbutton Remove r2\nrow ann")
	f.Add("", "", "x", "", -1, "img  x\nimg  x")
	f.Add("link", "Inbox (3)", "", "", 0, "link Inbox (4)")
	f.Fuzz(func(t *testing.T, role, name, id, row string, twins int, page string) {
		o := &types.Observation{}
		outline := &types.Outline{}
		for i, line := range strings.Split(page, "\n") {
			parts := strings.SplitN(line+"  ", " ", 3)
			n := types.A11yNode{Ref: "e" + strings.Repeat("1", i+1), Role: parts[0], Name: parts[1], TestID: strings.TrimSpace(parts[2])}
			o.A11y.Nodes = append(o.A11y.Nodes, n)
			outline.Items = append(outline.Items, types.OutlineItem{Ref: n.Ref, Row: i % 3}, types.OutlineItem{Text: parts[2], Row: i % 3})
			if i == 50 {
				break
			}
		}
		target := &types.FlowTarget{Role: role, Name: name, TestID: id, Row: row, Twins: twins, Near: []string{`link "Help"`}}
		found, doubt := prove(target, false, sceneOf(o, outline, ""))
		if (found == nil) == (doubt == nil) {
			t.Fatalf("found %v, doubt %v", found, doubt)
		}
		if found == nil {
			return
		}
		n := found.node
		if role != "" && !flow.UsedAlike(role, n.Role) {
			t.Errorf("%+v is found for the role %q", n, role)
		}
		if row == "" && (id == "" || n.TestID != id) && n.Name != name && plain(n.Name) != plain(name) {
			t.Errorf("%+v is found for %q, %q", n, name, id)
		}
	})
}
