package capture

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// hiddenContent captures a click in the mode full.
func hiddenContent(t *testing.T, title string, target types.Target, nodes ...types.A11yNode) *types.Step {
	t.Helper()
	step, err := Step(noon, &types.Step{
		SessionID: "mm-0001", StepID: "s-0001", Timestamp: noon, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
		Tool:        types.Tool{Name: "mm_click", Target: &target, Input: map[string]any{"name": target.Name, "within": target.Row}},
		Observation: &types.Observation{State: types.State{CurrentURL: "https://a.example/", Title: title}, A11y: types.A11y{Nodes: nodes}},
		After:       &types.After{CurrentURL: "https://a.example/", Appeared: []string{`button "Ana: o portão abre com 8815"`, `button "Save"`}},
	}, DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	Content(step, NewHider(testKey).Hide)
	return step
}

func TestContentThatMayHandOverASecretIsHidden(t *testing.T) {
	const said = "Ana: o portão abre com 8815"
	for name, c := range map[string]struct {
		title  string
		target types.Target
		node   types.A11yNode
		hidden string // no step may hold it
		clear  []string
	}{
		"a link":                      {"Chat", types.Target{Role: "link", Name: said}, types.A11yNode{Role: "link", Name: said}, "portão", []string{`button "Save"`}},
		"an item that is a button":    {"Chat", types.Target{Role: "button", Tag: "li", Name: said}, types.A11yNode{Role: "button", Name: said}, "8815", nil},
		"a cell of the row around it": {"Chat", types.Target{Role: "button", Name: "Open", Row: "Ana · o portão abre com 8815 · Open"}, types.A11yNode{Role: "button", Name: "Open"}, "8815", []string{`"name":"Open"`, "Ana · [hidden:"}},
		"an entry of a vault":         {"Family vault", types.Target{Role: "button", Name: "Share", Row: "Bakery · croquembouche · Share"}, types.A11yNode{Role: "button", Name: "Share"}, "croquembouche", []string{`"name":"Share"`, "Bakery · [hidden:"}},
		"a row that shows one":        {"Workspace", types.Target{Role: "button", Name: "Copy password", Row: "git.x.test · ada · shell-larch-nine"}, types.A11yNode{Role: "button", Name: "Copy password"}, "shell-larch", []string{`"name":"Copy password"`, "git.x.test · [hidden:"}},
		"a short entry of a vault":    {"Contraseñas guardadas", types.Target{Role: "button", Tag: "li", Name: "Gimnasio lara88 zanahoria"}, types.A11yNode{Role: "button", Name: "Gimnasio lara88 zanahoria"}, "zanahoria", nil},
		"an order":                    {"Orders", types.Target{Role: "row", Name: "Order 4471 ACME GmbH", Row: "Order 4471 · ACME GmbH"}, types.A11yNode{Role: "row", Name: "Order 4471 ACME GmbH"}, "portão", []string{"Order 4471 ACME GmbH", "Order 4471 · ACME GmbH"}},
		"an author's button":          {"Chat", types.Target{Role: "button", Tag: "button", Name: "Enter the code 4471 of the door"}, types.A11yNode{Role: "link", Name: "Home"}, "portão", []string{"Enter the code"}},
	} {
		kept := stepJSON(t, hiddenContent(t, c.title, c.target, c.node))
		if strings.Contains(kept, c.hidden) {
			t.Errorf("%s: %q is in %s", name, c.hidden, kept)
		}
		for _, clear := range c.clear {
			if !strings.Contains(strings.ReplaceAll(kept, `\"`, `"`), clear) {
				t.Errorf("%s: %q is not in %s", name, clear, kept)
			}
		}
	}
}

func TestContentIsHiddenOnce(t *testing.T) {
	step := hiddenContent(t, "Chat", types.Target{Role: "link", Name: "Ana: o portão abre com 8815", Row: "Ana: o portão abre com 8815"})
	if before := stepJSON(t, step); HasDoubtful(step) || stepJSON(t, step) != before {
		t.Errorf("%s is doubtful", before)
	}
	if !HasDoubtful(&types.Step{Tool: types.Tool{Target: &types.Target{Role: "link", Name: "Ana: o portão abre com 8815"}}}) {
		t.Error("the name in clear is not doubtful")
	}
}
