package prior

import (
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

const ledger = "https://ledger.example"

// ledgerLook is a page with these elements, as `role name`.
func ledgerLook(elements ...string) types.Observation {
	o := types.Observation{State: types.State{CurrentURL: ledger + "/invoices", CurrentScreen: "invoices", Origin: ledger}, TestIDs: []types.TestID{}}
	for i, e := range elements {
		role, name, _ := strings.Cut(e, " ")
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprint("e", i+1), Role: role, Name: name})
	}
	return o
}

// TestAPlaceIsNotAName teaches one click, a few times, and asks on a page that
// has changed since.
func TestAPlaceIsNotAName(t *testing.T) {
	row := func(text string) types.Target {
		return types.Target{Role: "button", Name: "Delete", Selector: "tr:nth-of-type(2) > td > button", RowRole: "row", Row: text, Twins: 2}
	}
	invoice := types.Target{Role: "link", Name: "INV-0058", Selector: "tr:nth-of-type(2) > td > a", RowRole: "row", Row: "INV-0058 · Acme Ltd · 120.00 · Open"}
	archive := types.Target{Role: "button", Name: "Archive", Selector: "div > button:nth-of-type(2)"}
	for name, c := range map[string]struct {
		did        types.Target
		goal, asks string
		was, is    []string
		want       string // a part of the first suggestion; empty for none
	}{
		"the invoice, a row above":              {invoice, "open invoice INV-0058", "open invoice INV-0058", []string{"link INV-0058", "link INV-0061"}, []string{"link INV-0099", "link INV-0058", "link INV-0061"}, "link INV-0058"},
		"the invoice is gone":                   {invoice, "open invoice INV-0058", "open invoice INV-0058", []string{"link INV-0058", "link INV-0061"}, []string{"link INV-0099", "link INV-0061"}, ""},
		"another invoice is wanted":             {invoice, "open invoice INV-0058", "open invoice INV-0099", []string{"link INV-0058"}, []string{"link INV-0099", "link INV-0058"}, "link INV-0099"},
		"some invoice is wanted":                {invoice, "open invoice INV-0058", "check the totals", []string{"link INV-0058", "button Totals"}, []string{"link INV-0058", "button Help"}, ""},
		"without a goal":                        {invoice, "", "", []string{"link INV-0058"}, []string{"link INV-0058"}, ""},
		"by what else the row says":             {invoice, "open the invoice of Acme", "open the invoice of Acme", []string{"link INV-0058"}, []string{"link INV-0099", "link INV-0058"}, "link INV-0058"},
		"names are hidden as secrets":           {types.Target{Role: "link", Name: "[REDACTED]", Selector: "tr:nth-of-type(2) > td > a", RowRole: "row", Row: "[REDACTED] · [REDACTED] · Open", Twins: 2}, "open invoice INV-0058", "open invoice INV-0058", []string{"link [REDACTED]", "link [REDACTED]"}, []string{"link [REDACTED]", "link [REDACTED]"}, ""},
		"one of equal buttons":                  {row("Bob · Admin"), "delete Bob", "delete Bob", []string{"button Delete", "button Delete", "button Delete"}, []string{"button Delete", "button Delete"}, `button Delete within row "Bob"`},
		"the equals are gone":                   {row("Bob · Admin"), "delete Bob", "delete Bob", []string{"button Delete", "button Delete"}, []string{"button Delete"}, `button Delete within row "Bob"`},
		"the verb is no row":                    {row("Archive · Admin"), "delete the folder Archive", "archive all mails", []string{"button Delete", "button Delete"}, []string{"button Delete", "button Delete"}, ""},
		"a row after a verb":                    {row("Archive · Admin"), "delete the folder Archive", "delete the folder Archive", []string{"button Delete", "button Delete"}, []string{"button Delete", "button Delete"}, `button Delete within row "Archive"`},
		"another row is wanted":                 {row("Bob · Admin"), "delete Bob", "delete Alice", []string{"button Delete", "button Delete"}, []string{"button Delete", "button Delete"}, ""},
		"another row, and the used one is gone": {row("Bob · Admin"), "delete Bob", "delete Alice", []string{"link Bob", "link Alice", "button Delete", "button Delete"}, []string{"link Alice", "link Carl", "button Delete", "button Delete"}, `button Delete within row "Alice"`},
		"two rows may be meant":                 {row("Bob · Admin"), "delete Bob", "delete Alice", []string{"link Bob", "link Alice", "button Delete", "button Delete"}, []string{"heading Alice One", "heading Alice Two", "button Delete", "button Delete"}, ""},
		"a row by its state is none":            {row("Bob · Admin · Active"), "delete the active user", "delete the active user", []string{"button Delete", "button Delete"}, []string{"button Delete", "button Delete"}, ""},
		"the agent said the row":                {types.Target{Role: "button", Name: "Delete", Selector: "li:nth-of-type(2) > button", RowRole: "listitem", Row: "Bob", Twins: 2}, "delete Bob", "delete Bob", []string{"button Delete", "button Delete"}, []string{"button Delete", "button Delete"}, `button Delete within listitem "Bob"`},
		"its place has another button":          {archive, "archive it", "archive it", []string{"button Save", "button Archive"}, []string{"button Save", "button Remove"}, ""},
		"the button is at another place":        {archive, "archive it", "archive it", []string{"button Save", "button Archive"}, []string{"button Archive", "button Save", "button Remove"}, "button Archive"},
		"nothing but its place is known":        {types.Target{Selector: "li:nth-of-type(2) > span"}, "open it", "open it", []string{"button Save"}, []string{"button Save"}, ""},
		"a selector that names something":       {types.Target{Selector: "#open"}, "open it", "open it", []string{"button Save"}, []string{"button Save"}, "#open"},
		"an option the goal names":              {types.Target{Role: "option", Name: "Euro"}, "pay in euro", "pay in euro", []string{"option Euro", "option Dollar"}, []string{"option Euro", "option Dollar"}, "option Euro"},
		"the option of the same task":           {types.Target{Role: "option", Name: "Top reviews"}, "find the best hotel", "find the best hotel", []string{"option Top reviews", "option Price"}, []string{"option Top reviews", "option Price"}, "option Top reviews"},
		"the row of the same task":              {types.Target{Role: "row", Name: "Alpha Inn"}, "find the best hotel", "find the best hotel", []string{"row Alpha Inn", "row Beta Inn"}, []string{"row Alpha Inn", "row Beta Inn"}, ""},
		"an option it does not":                 {types.Target{Role: "option", Name: "Euro"}, "pay in euro", "pay in dollar", []string{"option Euro", "option Yen"}, []string{"option Euro", "option Yen"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := New()
			look := ledgerLook(c.was...)
			for i := range 4 {
				id, at := fmt.Sprint("mm-", i), types.Time(1_770_000_000_000+int64(i)*3_600_000)
				e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: c.goal})
				did := c.did
				e.PutStep(&types.Step{StepID: fmt.Sprint("s-", i), SessionID: id, Timestamp: at, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
					Tool: types.Tool{Name: "mm_click", Target: &did}, Observation: &look})
			}
			k := e.Suggest(1_770_000_100_000, types.PriorRequest{Observation: ledgerLook(c.is...), Goal: c.asks})
			got := ""
			if k != nil {
				for _, s := range k.SuggestedNextActions {
					for _, p := range append([]types.PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
						if strings.Contains(p.Text, "nth-") {
							t.Errorf("a place is suggested: %s", p.Text)
						}
					}
				}
				if len(k.SuggestedNextActions) > 0 {
					s := k.SuggestedNextActions[0]
					if got = s.PreferredTarget.Text; s.PreferredTarget.Hint != nil {
						got = s.PreferredTarget.Hint.Role + " " + s.PreferredTarget.Hint.Name
					}
					if s.Within != nil {
						got += fmt.Sprintf(" within %s %q", s.Within.Role, s.Within.Name)
					}
				}
				for _, s := range k.SimilarSteps {
					if s.Target != nil && strings.Contains(s.Target.Selector, "nth-") {
						t.Errorf("a place is shown as a target: %s", s.Target.Selector)
					}
				}
			}
			if got != c.want {
				t.Errorf("suggested is %q, want %q", got, c.want)
			}
		})
	}
}

// An id that the same button had otherwise at another visit was made up.
func TestIdsThatChangeBetweenVisitsAreNotSuggested(t *testing.T) {
	for name, c := range map[string]struct {
		ids  []string
		want bool
	}{"it stays": {[]string{"#saveX", "#saveX", "#saveX"}, true}, "it changes": {[]string{"#saveQ", "#saveZ", "#saveX"}, false}} {
		t.Run(name, func(t *testing.T) {
			e := New()
			look := ledgerLook("button Save", "link Help")
			for i, id := range c.ids {
				session, at := fmt.Sprint("mm-", i), types.Time(1_770_000_000_000+int64(i)*3_600_000)
				e.PutSession(&types.Session{SessionID: session, CreatedAt: at})
				e.PutStep(&types.Step{StepID: fmt.Sprint("s-", i), SessionID: session, Timestamp: at, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
					Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Save", Selector: id}}, Observation: &look})
			}
			k := e.Suggest(1_770_000_100_000, types.PriorRequest{Observation: look})
			if k == nil || len(k.SuggestedNextActions) == 0 {
				t.Fatal("nothing is suggested")
			}
			if got := len(k.SuggestedNextActions[0].FallbackTargets) > 0; got != c.want {
				t.Errorf("the selector is suggested: %v, want %v", got, c.want)
			}
		})
	}
}
