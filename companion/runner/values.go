package runner

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
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
		if step.Tool != "type" || value == "" || step.Value[0] != '{' || r.secret(step.Value) { // an answer would say it
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

// endsWith reports whether a value ends with a name that a short word joins to the words before.
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

var (
	// amount matches a value that is one number, and numeral one that is a date, a time or a phone number.
	amount  = regexp.MustCompile(`^[+-]?\d[\d\s.,']*$`)
	numeral = regexp.MustCompile(`^[+-]?\d[\d\s.,:/()-]*$`)
	// filling are marks that a field may write into a text or leave out.
	filling = strings.NewReplacer(" ", "", "-", "", "_", "", "(", "", ")", "", "'", "")
)

// leastPhone is the least length of a number before which a field may write a country's code.
const leastPhone = 6

// saysSame reports whether a field that writes texts in a form of its own holds a value: in other
// letters or groups, a number beside its unit or behind a country's code, or a date in another order.
func saysSame(value, held string) bool {
	value, held = strings.TrimSpace(value), strings.TrimSpace(held)
	was, now := filling.Replace(text.Fold(strings.ToLower(value))), filling.Replace(text.Fold(strings.ToLower(held)))
	if !numeral.MatchString(value) {
		return was == now
	}
	if strings.HasPrefix(held, "+") && len(was) >= leastPhone && strings.HasSuffix(now, was) {
		return true
	}
	if amount.MatchString(value) {
		return numberOf(value) == numberOf(held)
	}
	return was == now || slices.Equal(numbersIn(value), numbersIn(held))
}

// numberOf returns the number that a text says, in digits and a point. Three digits behind the last
// mark are a group.
func numberOf(s string) string {
	s = strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) || strings.ContainsRune(".,-", c) {
			return c
		}
		return -1
	}, s)
	s = strings.TrimRight(s, ".,")
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == '.' || c == ',' })
	if last := len(parts) - 1; last > 0 && len(parts[last]) != 3 {
		return strings.TrimSuffix(strings.Join(parts[:last], "")+"."+strings.TrimRight(parts[last], "0"), ".")
	}
	return strings.Join(parts, "")
}

// numbersIn returns the numbers of a date or a time, sorted.
func numbersIn(s string) []string {
	all := strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsDigit(c) })
	for i := range all {
		all[i] = strings.TrimLeft(all[i], "0")
	}
	slices.Sort(all)
	return all
}
