package runner

import (
	"fmt"
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestOneClaimIsNoProof changes one of the claims about a button: its test id, role, name or place.
func TestOneClaimIsNoProof(t *testing.T) {
	near := []string{`button "Back"`, `link "Help"`}
	named := func(role, name, id string, twins int) types.FlowTarget {
		return types.FlowTarget{Role: role, Name: name, TestID: id, Near: near, Twins: twins}
	}
	save, counter := named("button", "Save", "save", 0), types.FlowTarget{Role: "link", Name: "Inbox (3)"}
	const far = "img 1;img 2;img 3;img 4;img 5;img 6;img 7;"
	for name, x := range map[string]struct {
		target types.FlowTarget
		data   bool
		page   string
		want   string
	}{
		"all of them":                            {save, false, "button Back;button Save#save;link Help", "e2"},
		"another role":                           {save, false, "button Back;textbox Save#save;link Help", "changed"},
		"a role alike":                           {save, false, "button Back;link Save#save;link Help", "e2"},
		"a box that became a switch":             {types.FlowTarget{Role: "checkbox", Name: "Digest"}, false, "switch Digest", "e1"},
		"a field that became a list":             {types.FlowTarget{Role: "textbox", Name: "Country"}, false, "combobox Country", "e1"},
		"another unit":                           {named("textbox", "Price (EUR)", "price", 0), false, "button Back;textbox Price (JPY)#price;link Help", "changed"},
		"a part of another name":                 {named("textbox", "First name", "name", 0), false, "button Back;textbox Last name#name;link Help", "changed"},
		"a label with a word more":               {named("textbox", "Price", "price", 0), false, "button Back;textbox Price (EUR)#price;link Help", "e2"},
		"another name that means the same":       {save, false, "button Back;button Store#save;link Help", "e2"},
		"the contrary name":                      {named("button", "Open", "toggle", 0), false, "button Back;button Close#toggle;link Help", "changed"},
		"another name, and a number in the id":   {named("button", "Save", "row-7", 0), false, "button Back;button Store#row-7;link Help", "changed"},
		"another name of data":                   {save, true, "button Back;button Store#save;link Help", "changed"},
		"another name of an object":              {named("option", "Save", "save", 0), false, "button Back;option Store#save;link Help", "changed"},
		"the id twice":                           {save, false, "button Save#x;button Save#save;button Delete#save", "e2"},
		"the id went elsewhere":                  {save, false, "button Delete#save;" + far + "button Back;button Save;link Help", "e10"},
		"an equal that is pressed alike":         {types.FlowTarget{Role: "button", Name: "Save"}, false, "link Save;button Save", "e2"},
		"an object in its place":                 {named("option", "Save", "", 0), false, "button Back;option Store;link Help", "missing"},
		"an equal in its place":                  {named("button", "Save", "", 1), false, "button Back;button Store;link Help", "missing"},
		"another role in its place":              {named("button", "Save", "", 0), false, "button Back;link Store;link Help", "missing"},
		"its neighbour in its place":             {types.FlowTarget{Role: "button", Name: "Save", Near: []string{`button "Store"`, `link "Help"`, `link "Home"`}}, false, "link Home;button Store;link Help", "missing"},
		"most neighbours, and more than another": {types.FlowTarget{Role: "button", Name: "Add", Twins: 1, Near: []string{`textbox "B"`, `textbox "A"`, `link "Z"`}}, false, "button Add;" + far + "textbox A;textbox B;button Add", "e11"},
		"a link and its copy":                    {types.FlowTarget{Role: "link", Name: "Edit"}, false, "link Edit;heading Lamp;=link Edit", "e1"},
		"another count":                          {counter, false, "link Inbox (4)", "e1"},
		"another count of data":                  {counter, true, "link Inbox (4)", "missing"},
		"only a count":                           {types.FlowTarget{Role: "link", Name: "(3)"}, false, "link (4)", "missing"},
		"another object's number":                {types.FlowTarget{Role: "link", Name: "Order 17"}, false, "link Order 18", "missing"},
		"a number to pay":                        {types.FlowTarget{Role: "button", Name: "Pay 100"}, false, "button Pay 900", "missing"},
		"a thing of that name that says more":    {types.FlowTarget{Role: "link", Name: "Boats"}, true, "link Boats Rope;heading Boats;link Boats;heading Boats", "ambiguous"},
		"a thing whose name begins so":           {types.FlowTarget{Role: "link", Name: "Boats"}, true, "link Boats Club;heading Boats Club;link Boats;heading Boats", "e3"},
		"a part of the page that says more":      {types.FlowTarget{Role: "link", Name: "Boats"}, false, "link Boats Rope;heading Boats;link Boats;heading Boats", "e3"},
		"another copy":                           {types.FlowTarget{Role: "option", Name: "Report (2)"}, false, "option Report (3)", "missing"},
		"the roles around it, in other words":    {named("button", "Save", "", 0), false, "button Retour;button Save;link Aide", "e2"},
		"its own role is none of them":           {types.FlowTarget{Role: "button", Name: "Save", Near: []string{`button "A"`, `button "B"`}}, false, "button C;button Save;img D", "changed"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := provedOn(&x.target, x.data, x.page); got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

// TestWhereAnElementStands wants the neighbours that are left to be beside an element or in its part, and a link of
// a navigation to have one of them near.
func TestWhereAnElementStands(t *testing.T) {
	form, list, nav := "in=form", "in=list", "in=navigation"
	far := slices.Repeat([]types.A11yNode{node("img", "x")}, 7)
	page := func(parts ...[]types.A11yNode) []types.A11yNode { return slices.Concat(parts...) }
	one := func(nodes ...types.A11yNode) []types.A11yNode { return nodes }
	for name, x := range map[string]struct {
		role  string
		near  []string
		nodes []types.A11yNode
		want  bool
	}{
		"the others are elsewhere":    {"button", []string{`link "A"`, `link "B"`, `link "C"`}, page(one(node("link", "A", list), node("button", "Save", form)), far, one(node("link", "B", list), node("link", "C", list))), false},
		"the others are in its part":  {"button", []string{`link "A"`, `link "B"`, `link "C"`}, page(one(node("link", "A", form), node("button", "Save", form)), far, one(node("link", "B", form), node("link", "C", form))), true},
		"a link of a navigation":      {"link", []string{`link "A"`, `link "B"`, `link "C"`}, page(one(node("link", "A", nav), node("link", "1", nav), node("link", "2", nav), node("link", "Save", nav)), far, one(node("link", "B", list), node("link", "C", list))), true},
		"a link outside of one":       {"link", []string{`link "A"`, `link "B"`, `link "C"`}, page(one(node("link", "A", list), node("link", "1", list), node("link", "2", list), node("link", "Save", form)), far, one(node("link", "B", list), node("link", "C", list))), false},
		"a link of another one":       {"link", []string{`link "A"`, `link "B"`, `link "C"`}, page(one(node("link", "Save", nav)), far, one(node("link", "A", list), node("link", "B", list), node("link", "C", list))), false},
		"a counter of the navigation": {"link", nil, one(node("link", "Save 4", nav)), true},
	} {
		t.Run(name, func(t *testing.T) {
			target := &types.FlowTarget{Role: x.role, Name: "Save", Near: x.near}
			if x.near == nil {
				target.Name = "Save 3"
			}
			if f, _ := prove(target, false, &scene{nodes: x.nodes}); (f != nil) != x.want {
				t.Errorf("it is %+v", f)
			}
		})
	}
}

// TestValuesThatAreWatched wants a value of one letter to be no evidence, and few values to be watched.
func TestValuesThatAreWatched(t *testing.T) {
	r := &run{flow: &types.Flow{}, values: map[string]string{}}
	for i := range maxStates + 5 {
		name := fmt.Sprint("p", i)
		r.flow.Params = append(r.flow.Params, types.FlowParam{Name: name, Kind: types.FlowText})
		r.values[name] = fmt.Sprint("value ", i)
	}
	r.values["p0"] = "x"
	for range 2 * maxStates {
		r.watch(&tool.Sight{Page: &types.Observation{}, Outline: &types.Outline{Items: []types.OutlineItem{{Text: "x"}}}})
	}
	if _, has := r.states["x"]; has || len(r.states) != maxStates {
		t.Errorf("it watches %d values, one letter: %t", len(r.states), has)
	}
}
