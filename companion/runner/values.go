package runner

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
)

// maxJoining is the most letters of a word that joins two values, as "in" and "from" do in many
// languages.
const maxJoining = 5

// places are the roles of elements that lead to a place, as a directory or a list: something that
// a task can be done in.
var places = []string{"link", "treeitem", "tab", "option", "menuitem"}

// twoValues stops before a text is typed that may be two values: "May in Letters" where the page
// has a link "Letters". Such a goal fits the title "Make the directory {name}", and a directory of
// that long name was made. The agent may say that it is one value, by continuing.
func (r *run) twoValues() *halt {
	if r.oneValue {
		return nil
	}
	for _, step := range r.flow.Steps[r.at:] {
		value := r.values[strings.Trim(step.Value, "{}")]
		if step.Tool != "type" || value == "" || step.Value[0] != '{' {
			continue
		}
		for i := range r.sight.Page.A11y.Nodes {
			n := &r.sight.Page.A11y.Nodes[i]
			if !slices.Contains(places, n.Role) || !endsWith(value, n.Name) || slices.ContainsFunc(step.Targets, func(t types.FlowTarget) bool { return t.Name == n.Name }) {
				continue
			}
			r.oneValue = true
			h := r.stop(types.FlowAmbiguous, fmt.Sprintf("%.80q may be two values, because the page has %s", value, labelOf(n.Role, n.Name)),
				"If it is one value, continue. If not, do the task step by step: this flow does not choose "+fmt.Sprintf("%.80q.", n.Name))
			h.candidates = []string{n.Ref}
			return h
		}
	}
	return nil
}

// endsWith reports whether a value ends with a name that a short word joins to what is before.
func endsWith(value, name string) bool {
	at := len(value) - len(name)
	if name == "" || at <= 0 || !strings.EqualFold(value[at:], name) || value[at-1] != ' ' {
		return false
	}
	before := strings.Fields(value[:at])
	if len(before) < 2 {
		return false
	}
	joining := before[len(before)-1]
	return utf8.RuneCountInString(joining) <= maxJoining && joining == strings.ToLower(joining) && strings.ToUpper(joining) != joining
}
