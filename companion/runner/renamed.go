package runner

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// renamed finds the element of a target whose text changed and that has no other name. It
// must be the only one with the role at the place: between the recorded neighbours, or with
// just those where it is the last of a page, as in a dialog. Its name must have the same meaning. A name with another meaning belongs to another control,
// even at the same place. Where no neighbour changed, a meaning that the names have in common
// in some applications is enough. A list is named by the option that is chosen in it, alone or beside its label: another
// option of the next step is its name as well, anywhere beside the label, and at exactly the place if it said nothing of them.
func (s *scene) renamed(t *types.FlowTarget) *found {
	if t.Name == "" || t.Role == "" || t.Twins > 0 || counted[t.Role] {
		return nil
	}
	if all := s.where(func(n *types.A11yNode) bool {
		return n.Role == t.Role && s.labelBeside(n.Name) != "" && s.otherValue(t.Name, n.Name)
	}); len(all) == 1 {
		return s.found(t, all[0], "")
	}
	if len(t.Near) < 2 {
		return nil
	}
	var all []int
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.Role != t.Role || n.Unseen == types.Hidden || slices.Contains(t.Near, labelOf(n.Role, n.Name)) || t.TestID != "" && n.TestID != "" {
			continue
		}
		exact := slices.Equal(flow.Neighbours(s.nodes, i), t.Near)
		if before, behind := s.sides(t, i); !exact && (before == 0 || behind == 0 || 2*(before+behind) <= len(t.Near)) {
			continue
		}
		all = append(all, i)
	}
	if len(all) > 1 { // controls of the page beside a dialog stand among its neighbours too
		all = s.only(all, func(n *types.A11yNode) bool { return sameSense(t.Name, n.Name, text.Related) })
	}
	if len(all) != 1 {
		return nil
	}
	at := all[0]
	same := slices.Equal(flow.Neighbours(s.nodes, at), t.Near)
	if same && slices.Contains(s.choices, s.nodes[at].Name) || s.otherValue(t.Name, s.nodes[at].Name) {
		return s.found(t, at, "") // another value
	}
	if !sameSense(t.Name, s.nodes[at].Name, text.Related) &&
		!(same && sameSense(t.Name, s.nodes[at].Name, widely)) {
		return nil
	}
	f := s.found(t, at, fmt.Sprintf("it was named %q", t.Name))
	f.weak = true
	return f
}

// labelBeside returns the words beside an option of the next step in the name of its list, as in Family Label;
// empty where there are none.
func (s *scene) labelBeside(name string) string {
	for _, o := range s.choices {
		if rest, is := strings.CutPrefix(name, o+" "); is {
			return rest
		}
		if rest, is := strings.CutSuffix(name, " "+o); is {
			return rest
		}
	}
	return ""
}

// otherValue reports whether two names are those of one list with different options: the options alone, or
// beside the same label.
func (s *scene) otherValue(was, is string) bool {
	if slices.Contains(s.choices, was) || slices.Contains(s.choices, is) {
		return slices.Contains(s.choices, was) && slices.Contains(s.choices, is)
	}
	label := s.labelBeside(was)
	return label != "" && label == s.labelBeside(is)
}

// choices returns the known options of the step after the current one, if it chooses one of them by a parameter.
func (r *run) choices() []string {
	if r.at+1 >= len(r.flow.Steps) || len(r.flow.Steps[r.at+1].Targets) == 0 {
		return nil
	}
	name := r.flow.Steps[r.at+1].Targets[0].Name
	for _, p := range r.flow.Params {
		if p.Kind == types.FlowChoice && name == "{"+p.Name+"}" {
			return p.Options
		}
	}
	return nil
}

// cameAs returns the element of a target that has another name and came with the last step, as
// the entries of a menu do: the only one with the role whose name means the same.
func (r *run) cameAs(t *types.FlowTarget, data bool, s *scene) *found {
	if data || t.Name == "" || t.TestID != "" || t.Twins > 0 || counted[t.Role] || !r.moved || r.before == nil || r.at != r.did+1 ||
		r.before.State.CurrentURL != r.sight.Page.State.CurrentURL || len(s.named(t)) > 0 {
		return nil
	}
	all := s.where(func(n *types.A11yNode) bool { return n.Role == t.Role && sameSense(t.Name, n.Name, text.Related) })
	if len(all) != 1 || shows(r.before, &s.nodes[all[0]]) {
		return nil
	}
	f := s.found(t, all[0], fmt.Sprintf("it was named %q", t.Name))
	f.weak = true
	return f
}

// sides counts the recorded neighbours that are before and behind an element.
func (s *scene) sides(t *types.FlowTarget, at int) (before, behind int) {
	for _, l := range t.Near {
		for d := 1; d <= reach; d++ {
			if at-d >= 0 && labelOf(s.nodes[at-d].Role, s.nodes[at-d].Name) == l {
				before++
				break
			}
			if at+d < len(s.nodes) && labelOf(s.nodes[at+d].Role, s.nodes[at+d].Name) == l {
				behind++
				break
			}
		}
	}
	return before, behind
}

// own counts, for each of several equals, the recorded neighbours before and behind it that
// are nearer to it than to any other. So no neighbour is evidence for two places.
func (s *scene) own(t *types.FlowTarget, equals []int) (before, behind []int) {
	before, behind = make([]int, len(equals)), make([]int, len(equals))
	for j := range s.nodes {
		if !slices.Contains(t.Near, labelOf(s.nodes[j].Role, s.nodes[j].Name)) {
			continue
		}
		best, shared := -1, false
		for k, at := range equals {
			switch {
			case best < 0 || apart(at, j) < apart(equals[best], j):
				best, shared = k, false
			case apart(at, j) == apart(equals[best], j):
				shared = true
			}
		}
		switch at := equals[best]; {
		case shared || apart(at, j) > reach:
		case j < at:
			before[best]++
		default:
			behind[best]++
		}
	}
	return before, behind
}

func apart(a, b int) int { return max(a-b, b-a) }

// between returns the one of several equals that stands between neighbours of which no other
// equal has any. The others are not from the recorded place. It returns -1 for none.
func (s *scene) between(t *types.FlowTarget, equals []int) int {
	before, behind := s.own(t, equals)
	at := -1
	for k := range equals {
		switch {
		case before[k]+behind[k] == 0:
		case at >= 0 || before[k] == 0 || behind[k] == 0 || 3*(before[k]+behind[k]) < 2*len(t.Near):
			return -1
		default:
			at = k
		}
	}
	if at < 0 {
		return -1
	}
	return equals[at]
}

// widely returns the stems of words with the meaning of another, at least in some applications.
func widely(stem string) []string { return slices.Concat(text.Related(stem), text.Wider(stem)) }

// sameSense reports whether two names of a control have the same meaning, and agree in number and risk.
func sameSense(was, now string, synonyms func(stem string) []string) bool {
	kind := riskOf(was)
	return kind == riskOf(now) && (kind == risk.None || len(stems(was)) == len(stems(now))) && !strings.ContainsFunc(was+now, unicode.IsDigit) && sense(was, now, synonyms)
}

// sense reports whether two texts are not contrary, and each word of one is in the other, or a synonym is.
func sense(was, now string, synonyms func(stem string) []string) bool {
	for _, w := range telling {
		if slices.Contains(words(was), w) != slices.Contains(words(now), w) {
			return false
		}
	}
	a, b := stems(was), stems(now)
	return len(a) > 0 && len(b) > 0 && !opposes(was, now) && (within(a, b, synonyms) || within(b, a, synonyms))
}

// telling are short words that change the meaning of the words beside them.
var telling = []string{"all", "everything", "every", "both", "in", "out", "up", "down", "on", "off", "over", "to", "from", "for", "as", "alle", "alles", "tout", "todo", "tutti"}

// labelsAnother reports whether the new label of a field is that of another field, although they share a word: each has a word
// for which the other has no synonym, as Price (EUR) and Price (JPY) do, or First name and Last name.
func labelsAnother(t *types.FlowTarget, now string) bool {
	a, b := stems(t.Name), stems(now)
	shared := slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
	return slices.Contains(textRoles, t.Role) && shared && !within(a, b, widely) && !within(b, a, widely)
}

func riskOf(name string) risk.Kind { return risk.Of(risk.Action{Role: "button", Name: name}) }

// within reports whether each word of a, or a synonym, is in b.
func within(a, b []string, synonyms func(stem string) []string) bool {
	return !slices.ContainsFunc(a, func(w string) bool {
		return !slices.Contains(b, w) && !slices.ContainsFunc(synonyms(w), func(r string) bool { return slices.Contains(b, r) })
	})
}

// fillers are words of names that change nothing in their meaning.
var fillers = []string{"now", "please", "here", "just"}

func stems(name string) (stems []string) {
	for _, w := range text.Words(name) {
		if w = strings.ToLower(w); !text.Stopword(w) && !slices.Contains(fillers, w) {
			stems = append(stems, text.Stem(w))
		}
	}
	return stems
}

// contraries are words of controls that undo each other. A control with the other word of a
// pair is in another state.
var contraries = [][2]string{
	{"on", "off"}, {"open", "close"}, {"show", "hide"}, {"add", "remove"}, {"start", "stop"}, {"start", "pause"}, {"play", "pause"}, {"play", "stop"}, {"resume", "pause"}, {"enable", "disable"},
	{"expand", "collapse"}, {"approve", "reject"}, {"accept", "decline"}, {"accept", "reject"}, {"allow", "deny"}, {"allow", "block"}, {"archive", "restore"}, {"delete", "restore"}, {"delete", "undo"},
	{"connect", "disconnect"}, {"join", "leave"}, {"in", "out"}, {"up", "down"}, {"next", "previous"}, {"next", "back"}, {"more", "less"}, {"more", "fewer"}, {"all", "none"}, {"yes", "no"}, {"save", "discard"},
	{"save", "cancel"}, {"submit", "cancel"}, {"confirm", "cancel"}, {"upload", "download"}, {"import", "export"}, {"increase", "decrease"}, {"first", "last"}, {"old", "new"}, {"public", "private"}, {"read", "unread"},
}

// undoing are prefixes that make a word its contrary.
var undoing = []string{"un", "de", "dis", "re", "in", "im", "non", "ent", "ab", "de-", "re-", "un-"}

// opposes reports whether one name is the contrary of the other: by not, un-, re-, or the
// other word of a pair.
func opposes(was, now string) bool {
	a, b := words(was), words(now)
	for _, c := range contraries {
		for k := range c {
			if slices.Contains(a, c[k]) && !slices.Contains(b, c[k]) && slices.Contains(b, c[1-k]) {
				return true
			}
		}
	}
	for _, no := range []string{"not", "no", "don't", "never", "without", "undo", "cancel", "nicht", "kein", "ne", "pas"} {
		if slices.Contains(a, no) != slices.Contains(b, no) {
			return true
		}
	}
	for _, w := range a {
		for _, v := range b {
			if w != v && text.Stem(w) == text.Stem(v) && (strings.HasSuffix(w, "ed") != strings.HasSuffix(v, "ed")) {
				return true // Star, and Starred: it is done already
			}
		}
	}
	negates := func(a, b []string) bool {
		return slices.ContainsFunc(a, func(w string) bool {
			return len(w) > 2 && slices.ContainsFunc(undoing, func(p string) bool { return slices.Contains(b, p+w) && !slices.Contains(a, p+w) })
		})
	}
	return negates(a, b) || negates(b, a)
}

func words(name string) []string { return strings.Fields(strings.ToLower(name)) }
