package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"cairn/shared/types"
)

// ledgerPage is a table of invoices and a list of people, whose first rows grow
// with ?grown, and a bar whose second button is another one then.
func ledgerPage(r *http.Request) string {
	invoices, people, bar := []string{"INV-0057", "INV-0058", "INV-0059"}, []string{"Ann", "Bob", "Cid"}, []string{"Import", "Archive"}
	if r.URL.Query().Has("grown") {
		invoices, people, bar = append([]string{"INV-0090"}, invoices...), append([]string{"Zoe"}, people...), []string{"Import", "Remove all", "Help"}
	}
	var b strings.Builder
	b.WriteString(`<title>Ledger</title><h1>Invoices</h1><table><tbody>`)
	for _, id := range invoices {
		fmt.Fprintf(&b, `<tr><td><a href="#%s" onclick="done('opened %s')">%s</a></td><td>Customer of %s</td></tr>`, id, id, id, id)
	}
	b.WriteString(`</tbody></table><h2>People</h2><ul>`)
	for _, name := range people {
		fmt.Fprintf(&b, `<li><span>%s</span> <button onclick="done('invited %s')">Invite</button></li>`, name, name)
	}
	b.WriteString(`</ul><div>`)
	for _, name := range bar {
		fmt.Fprintf(&b, `<button onclick="done('%s')">%s</button>`, name, name)
	}
	b.WriteString(`</div><p role="status"></p><script>function done(what) { document.querySelector('[role=status]').textContent = what; }</script>`)
	return b.String()
}

func TestARowIsNotItsPlace(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, htmlPage(ledgerPage))
	acts := []struct {
		goal string
		args map[string]any
		want string // the action in the page's words, when the suggestion is followed on the grown page; empty where none may be given
	}{
		{"open invoice INV-0058", map[string]any{"role": "link", "name": "INV-0058"}, "opened INV-0058"},
		{"invite Bob", map[string]any{"role": "button", "name": "Invite", "within": map[string]any{"role": "listitem", "name": "Bob"}}, "invited Bob"},
		{"archive it all", map[string]any{"role": "button", "name": "Archive"}, ""},
	}
	for _, act := range acts {
		for i := range 2 {
			a := w.stdioAgent(fmt.Sprint("teacher-", act.goal, i))
			a.launch(map[string]any{"url": site, "goal": act.goal})
			a.do("mm_click", act.args)
			a.do("mm_cleanup", nil)
		}
	}
	rows := map[string]string{}
	for _, s := range w.exported(t) {
		if s.Tool.Target != nil {
			rows[s.Tool.Target.Name] = s.Tool.Target.RowRole + " " + s.Tool.Target.Row
		}
	}
	if rows["INV-0058"] != "row INV-0058 · Customer of INV-0058" || rows["Invite"] != "listitem Bob" || strings.TrimSpace(rows["Archive"]) != "" {
		t.Errorf("the rows of targets are recorded as %q", rows)
	}
	for _, act := range acts {
		a := w.stdioAgent("follower-" + act.goal)
		a.launch(map[string]any{"url": site + "/?grown", "goal": act.goal})
		d := a.describe()
		var first *types.SuggestedAction
		if d.PriorKnowledge != nil && len(d.PriorKnowledge.SuggestedNextActions) > 0 {
			first = &d.PriorKnowledge.SuggestedNextActions[0]
		}
		if text := asJSON(t, d.PriorKnowledge); strings.Contains(text, "nth-of-type") {
			t.Errorf("%s: a place is suggested: %s", act.goal, text)
		}
		if act.want == "" {
			if first != nil && first.PreferredTarget.Hint == nil {
				t.Errorf("%s: suggested is %s", act.goal, asJSON(t, first))
			}
			continue
		}
		if first == nil || first.PreferredTarget.Hint == nil {
			t.Errorf("%s: suggested is %s", act.goal, asJSON(t, d.PriorKnowledge))
			continue
		}
		args := map[string]any{"role": first.PreferredTarget.Hint.Role, "name": first.PreferredTarget.Hint.Name}
		if first.Within != nil {
			args["within"] = map[string]any{"role": first.Within.Role, "name": first.Within.Name}
		}
		a.do("mm_click", args)
		a.do("mm_wait_for", map[string]any{"role": "status", "name": act.want})
	}
	other := w.stdioAgent("another row")
	other.launch(map[string]any{"url": site, "goal": "invite Cid"})
	if d := other.describe(); d.PriorKnowledge != nil {
		for _, s := range d.PriorKnowledge.SuggestedNextActions {
			if s.Within != nil && s.Within.Name == "Bob" {
				t.Errorf("who wants another row is sent to Bob's: %s", asJSON(t, s))
			}
		}
	}
}

// TestTheSelectorThatWorkedIsKept checks that the selector that an agent used, and that found one
// element, is the one kept.
func TestTheSelectorThatWorkedIsKept(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, htmlPage(func(*http.Request) string {
		return `<title>Form</title><div><div><button class="submit primary">Go</button><button>Stop</button></div></div><a id="oauth2Login" href="#in">Sign in</a>`
	}))
	a := w.stdioAgent("selector")
	a.launch(map[string]any{"url": site})
	a.do("mm_click", map[string]any{"selector": ".submit.primary"})
	a.do("mm_click", map[string]any{"role": "link", "name": "Sign in"})
	got := map[string]string{}
	for _, s := range w.exported(t) {
		if s.Tool.Target != nil {
			got[s.Tool.Target.Name] = s.Tool.Target.Selector
		}
	}
	if got["Go"] != ".submit.primary" || got["Sign in"] != "#oauth2Login" {
		t.Errorf("kept are %q", got)
	}
}
