package core

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// account is a click beside a link to somebody's account, as a person's profile
// reports it.
func account(id, testID, name string) *types.Step {
	s := visit("mm-one", id, "Orders")
	s.Tool.Target.TestID = "orders"
	s.Observation.A11y.Nodes = []types.A11yNode{{Ref: "e1", Role: "link", Name: "Orders", TestID: "orders"}, {Ref: "e2", Role: "link", Name: name, TestID: testID},
		{Ref: "e3", Role: "button", Name: "Inside", Path: []string{`group "` + name + `"`}}}
	s.Observation.TestIDs = []types.TestID{{TestID: "orders", Role: "link", Name: "Orders"}, {TestID: testID, Role: "link", Name: name}}
	s.After = &types.After{CurrentURL: s.Observation.State.CurrentURL, Appeared: []string{`link "` + name + `"`, `link "Done"`}}
	s.Tool.Target.Twins, s.Tool.Target.RowRole, s.Tool.Target.Row = 1, "row", name+capture.RowJoin+"Open"
	return s
}

// onAccount is a click on that link itself.
func onAccount(id, testID, name string) *types.Step {
	s := account(id, testID, name)
	s.Tool.Target = &types.Target{Role: "link", Name: name, TestID: testID}
	return s
}

// kept puts steps into a core as a profile keeps them.
func kept(t *testing.T, c *Core, keep types.Keep, steps ...*types.Step) (out []*types.Step) {
	t.Helper()
	for _, raw := range steps {
		step, err := c.Capture(noon, raw, keep)
		if err != nil {
			t.Fatal(err)
		}
		put(t, c, step)
		out = append(out, step)
	}
	return out
}

func keyed(t *testing.T) *Core {
	t.Helper()
	c := New()
	if err := c.SetNameKey(nameKey); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestForgettingFindsHiddenNames: an element is found in steps that hold a hash of
// its name, whichever form of it the order has, and no other element is.
func TestForgettingFindsHiddenNames(t *testing.T) {
	hider := capture.NewHider(nameKey)
	element := func(testID, name string) types.Element {
		return types.Element{Origin: "https://shop.example", TestID: testID, Role: "link", Name: name}
	}
	one := types.ForgetReceipt{Steps: 1, Cleaned: 1}
	for name, tt := range map[string]struct {
		element      types.Element
		needed, full types.ForgetReceipt
	}{
		"by name":                 {element("", "Jan Bakker"), one, one},
		"by test id":              {element("account-4711", ""), one, one},
		"by both":                 {element("account-4711", "Jan Bakker"), one, one},
		"by hidden name":          {element("", hider.Hide("Jan Bakker")), one, one},
		"by masked test id":       {element("account-####", ""), one, one},
		"as steps hold it":        {element("account-####", hider.Hide("Jan Bakker")), one, one},
		"by another test id":      {element("account-4712", ""), one, types.ForgetReceipt{}}, // its digits are not kept
		"by another name":         {element("", "Jan Bakkers"), types.ForgetReceipt{}, types.ForgetReceipt{}},
		"by another hidden name":  {element("", hider.Hide("Jan Bakkers")), types.ForgetReceipt{}, types.ForgetReceipt{}},
		"by a name without hash":  {element("", capture.HiddenMark), types.ForgetReceipt{}, types.ForgetReceipt{}},
		"by another role":         {types.Element{Origin: "https://shop.example", Role: "button", Name: "Jan Bakker"}, types.ForgetReceipt{Cleaned: 2}, types.ForgetReceipt{Cleaned: 2}}, // the texts that quote the name alone
		"elsewhere":               {types.Element{Origin: "https://mail.example", Role: "link", Name: "Jan Bakker"}, types.ForgetReceipt{}, types.ForgetReceipt{}},
		"under another key's":     {element("", capture.NewHider(make([]byte, capture.NameKeyBytes)).Hide("Jan Bakker")), types.ForgetReceipt{}, types.ForgetReceipt{}},
		"the one that stays":      {element("orders", ""), one, one},
		"no more than a test id#": {element("#", ""), types.ForgetReceipt{}, types.ForgetReceipt{}},
	} {
		for keep, want := range map[types.Keep]types.ForgetReceipt{types.KeepNeeded: tt.needed, types.KeepFull: tt.full} {
			for _, seal := range []bool{false, true} {
				c := keyed(t)
				kept(t, c, keep, account("s-001", "account-4711", "Jan Bakker"), onAccount("s-002", "account-4711", "Jan Bakker"))
				order := types.Forget{Element: tt.element, At: noon}
				if seal {
					order.Sealed = &types.Sealed{Key: "00112233445566778899aabbccddeeff"}
					order = c.Seal(order)
					if text, _ := json.Marshal(order); !order.Sealed.OfElement() || strings.Contains(string(text), "akker") || strings.Contains(string(text), "hidden:") || strings.Contains(string(text), "account") {
						t.Errorf("%s: sealed as %s", name, text)
					}
				}
				if got := c.Forget(order); got != want {
					t.Errorf("%s, %s, sealed %v: receipt %+v, want %+v", name, keep, seal, got, want)
				}
				left, _ := json.Marshal(c.Steps("mm-one"))
				gone := []string{}
				if want == one && tt.element.Name != "" {
					gone = append(gone, "akker", capture.HiddenID(hider.Hide("Jan Bakker")))
				}
				if want == one && tt.element.TestID != "" && tt.element.TestID != "orders" {
					gone = append(gone, "account-")
				}
				for _, text := range gone {
					if strings.Contains(string(left), text) {
						t.Errorf("%s, %s, sealed %v: left %q in %s", name, keep, seal, text, left)
					}
				}
			}
		}
	}
}

// TestLateHiddenStepsAreHeldToOrders: orders that are kept as digests know hidden names.
func TestLateHiddenStepsAreHeldToOrders(t *testing.T) {
	c := keyed(t)
	hidden := capture.NewHider(nameKey).Hide("Jan Bakker")
	for name, e := range map[string]types.Element{
		"by name": {Role: "link", Name: "Jan Bakker"}, "by test id": {TestID: "account-4711"}, "by hidden name": {Role: "link", Name: hidden}, "by masked test id": {TestID: "account-####"},
	} {
		e.Origin = "https://shop.example"
		order := c.Seal(types.Forget{Element: e, At: noon.Add(time.Hour), Sealed: &types.Sealed{Key: "00112233445566778899aabbccddeeff"}})
		for _, keep := range []types.Keep{types.KeepNeeded, types.KeepFull} {
			for want, raw := range map[string]*types.Step{"gone": onAccount("s-001", "account-4711", "Jan Bakker"), "clean": account("s-002", "account-4711", "Jan Bakker"), "whole": account("s-003", "account-x", "Piet Smit")} {
				step, err := c.Capture(noon, raw, keep)
				if err != nil {
					t.Fatal(err)
				}
				got := "clean"
				switch left := c.ApplyDeletions([]types.Forget{order}, step); left {
				case nil:
					got = "gone"
				case step:
					got = "whole"
				}
				if got != want {
					t.Errorf("%s, %s: a step that is to be %s is %s", name, keep, want, got)
				}
			}
		}
	}
}

// TestForgettingASiteTakesItsHiddenSteps: where a step was is in clear.
func TestForgettingASiteTakesItsHiddenSteps(t *testing.T) {
	for _, origin := range []string{"https://shop.example", "shop.example"} {
		c := keyed(t)
		kept(t, c, types.KeepNeeded, account("s-001", "account-4711", "Jan Bakker"))
		kept(t, c, types.KeepFull, account("s-002", "account-4711", "Jan Bakker"))
		if got := c.Forget(types.Forget{Origin: origin}); got.Sessions != 1 || got.Steps != 2 || len(c.Steps("mm-one")) != 0 {
			t.Errorf("%s: receipt %+v", origin, got)
		}
	}
}
