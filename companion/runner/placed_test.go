package runner

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAFieldWithoutANameIsProvedByItsPlace compares the surroundings of fields that
// nothing names.
func TestAFieldWithoutANameIsProvedByItsPlace(t *testing.T) {
	near := []string{`button "Confirm"`, `textbox "Tag"`, `button "Discard"`, `button "List"`}
	for name, x := range map[string]struct {
		page string
		near []string
		want string
	}{
		"as it was":               {"textbox ;heading Away;link A;link B;link C;link D;link E;button Discard;button Confirm;textbox ;textbox Tag;button List", near, "e10"},
		"one neighbour gone":      {"button Discard;button Confirm;textbox ;textbox Tag", near, "e3"},
		"two neighbours gone":     {"button Discard;button Confirm;textbox ", near, "changed"},
		"another of the kind":     {"button Discard;button Confirm;textbox ;textbox ;textbox Tag;button List", near, "ambiguous"},
		"no such field":           {"button Discard;button Confirm;textbox Title;textbox Tag;button List", near, "missing"},
		"with nothing around it":  {"textbox ", nil, "missing"},
		"with one neighbour only": {"button Confirm;textbox ", near[:1], "missing"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := provedOn(&types.FlowTarget{Role: "textbox", Near: x.near}, false, x.page); got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

// TestAFieldIsNotTakenForItsEqual has two fields without a name. The target is the second, which stays or goes.
func TestAFieldIsNotTakenForItsEqual(t *testing.T) {
	target := &types.FlowTarget{Role: "textbox", Twins: 1, Near: []string{`button "Confirm"`, `button "List"`, `button "Discard"`}}
	for page, want := range map[string]string{
		"textbox ;button Discard;button Confirm;textbox ;button List": "e4",
		"button Discard;button Confirm;textbox ;button List":          "e3",
		"textbox ;button Discard;button Confirm;button List":          "changed",
	} {
		if got := provedOn(target, false, page); got != want {
			t.Errorf("%s: got %s, want %s", page, got, want)
		}
	}
	limits := &types.FlowTarget{Role: "spinbutton", Twins: 1, Near: []string{`checkbox "Down"`, `button "Close"`, `checkbox "Up"`, `button "Help"`}}
	for page, want := range map[string]string{
		"checkbox Up;spinbutton ;checkbox Down;spinbutton ;button Close;button Help":             "e4",
		"checkbox Down;spinbutton ;checkbox Up;spinbutton ;button Close;button Help":             "ambiguous",
		"checkbox Up;spinbutton ;checkbox Down;spinbutton ;spinbutton ;button Close;button Help": "ambiguous",
	} {
		if got := provedOn(limits, false, page); got != want {
			t.Errorf("beside its equal, %s: got %s, want %s", page, got, want)
		}
	}
	target.Near = slices.Delete(target.Near, 1, 2) // some sessions had no List
	if got := provedOn(target, false, "button Discard;button Confirm;textbox ;button List"); got != "e3" {
		t.Errorf("beside a control of some sessions: got %s", got)
	}
}

// TestAnEqualCloseByIsNotTaken has two windows one above the other, each with a button Add.
func TestAnEqualCloseByIsNotTaken(t *testing.T) {
	near := []string{`textbox "Cookies"`, `textbox "Url"`}
	const below = "button File;button Cancel;button Add;"
	for name, x := range map[string]struct {
		page  string
		twins int
		want  string
	}{
		"as it was":                           {below + "textbox Url;textbox Cookies;button Add", 1, "e6"},
		"it went, and its equal is left":      {below + "textbox Url;textbox Cookies", 1, "changed"},
		"its equal went":                      {"button File;button Cancel;textbox Url;textbox Cookies;button Add", 1, "e5"},
		"it went, and another came elsewhere": {below + "textbox Url;textbox Cookies;link A;link B;link C;link D;link E;link F;button Add", 1, "ambiguous"},
		"its fields are swapped":              {below + "textbox Cookies;textbox Url;button Add", 1, "ambiguous"},
		"another one came":                    {below + "textbox Url;textbox Cookies;button Add;generic x;button Add", 1, "ambiguous"},
		"the same window twice":               {"textbox Url;textbox Cookies;button Add;" + strings.Repeat("generic x;", 7) + "textbox Url;textbox Cookies;button Add", 1, "ambiguous"},
		"one stands in its place":             {below + "textbox Url;textbox Cookies;button Add", 2, "ambiguous"},
		"another field before it":             {below + "textbox Url;textbox Cookies;textbox Name;button Add", 1, "ambiguous"},
		"a field that is not said":            {below + "textbox Url;textbox Cookies;textbox ;button Add", 1, "e7"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := provedOn(&types.FlowTarget{Role: "button", Name: "Add", Twins: x.twins, Near: near}, false, x.page); got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

// provedOn is the ref of the element that is proved to be a target on a page of elements,
// each as role, name and test id, or why none is.
func provedOn(target *types.FlowTarget, data bool, page string) string {
	o, filled := &types.Observation{}, []string(nil)
	for i, e := range strings.Split(page, ";") {
		role, name, _ := strings.Cut(e, " ")
		name, id, _ := strings.Cut(name, "#")
		role, copied := strings.CutPrefix(role, "=")
		role, isFilled := strings.CutPrefix(role, "!")
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprint("e", i+1), Role: role, Name: name, TestID: id, Copy: copied})
		if isFilled {
			filled = append(filled, fmt.Sprint("e", i+1))
		}
	}
	s := sceneOf(o, nil, "")
	s.filled = filled
	found, doubt := prove(target, data, s)
	if found == nil {
		return string(doubt.reason)
	}
	return found.node.Ref
}
