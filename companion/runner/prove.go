package runner

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// An element is acted on only if it is proved to be the recorded one. Any element on a page
// can have a test id, or a role with a name. So these claims have to agree with each other
// and with the place: the elements around it, and the number of its equals. Where the page
// changed, one claim may be missing if the others hold:
//
//	test id, role and name           the element, wherever it is
//	role and name, no equals         among the recorded neighbours that are left, or where the last step had it appear, now as then
//	role and name, as many equals    with most neighbours, the same ones next to it, and more than any equal, or with exactly the recorded ones
//	role and name, the equals gone   with most neighbours, and the same ones next to it
//	role and name, more equals       with nearly all neighbours, where the equals have few, or alone in the dialog or menu that the last step opened, now as then,
//	                                 or a button alone below the heading of the field that was filled last
//	test id and role, another name   with a neighbour, unless the name or id is data
//	role and place, another name     between recorded neighbours, if the name means the same, or is an option of its list (renamed.go)
//	id, recorded without anything else   the element, whatever it says
//	role of a field without a name   with most neighbours, and more than any equal
//	heading that names a value       proves nothing, and stops where it names another thing (about.go)
//	heading above                    as the n-th of as many equals below it (under.go); in a list of several pages, with exactly the recorded neighbours
//	row                              in the only row that contains the text (rows.go)
//	row, on a line of several rows   in the only row of its role that the page says contains the text (pagerows.go)
//	cell that is not listed          in the recorded column of the only such row (pagerows.go)
//	picture that is not listed       the only one of its hint among as many in the only such row (pagerows.go)

const (
	// reach bounds how far around an element, in the order of the page, recorded
	// neighbours are searched for.
	reach = 6
	// leastReach is the distance of an element's next neighbours, in the order of the page.
	leastReach = 2
	// maxCandidates bounds the elements that a stop lists.
	maxCandidates = 5
)

// found is an element that is proved to be a target.
type found struct {
	node  types.A11yNode
	proof tool.Proof
	// healed holds the difference from the recorded element, empty for none; weak reports
	// that the recorded element may only be late.
	healed string
	weak   bool
	by     *tool.TargetInput // its name, where it has no ref
}

// doubt is the reason why no element is proved to be a target.
type doubt struct {
	reason     types.FlowReason
	message    string
	candidates []string
}

// scene is the searched part of a page: that of one origin.
type scene struct {
	nodes   []types.A11yNode
	rows    rows
	led     []string        // parts of the page that the last step opened, now as when it was recorded
	came    map[string]bool // labels of elements that appeared with the last step, now as when it was recorded
	choices []string        // options of the next step, of which the name of a list is one
	filled  []string        // refs of the fields that the run has filled, in their order
}

// sceneOf returns the part of a page that contains a target, empty without its frame.
func sceneOf(page *types.Observation, outline *types.Outline, origin string) *scene {
	part := page.Part(origin)
	return &scene{nodes: part.A11y.Nodes, rows: rowsOf(outline, page.A11y.Nodes)}
}

// prove finds the element of a target whose parameters are filled in; data reports that
// its name contains a parameter.
func prove(t *types.FlowTarget, data bool, s *scene) (*found, *doubt) {
	if t.Row != "" {
		f, d := proveInRow(t, s)
		if f != nil && s.differs(t, s.rows[f.node.Ref]) {
			return nil, s.doubt(types.FlowAmbiguous, s.placesOf(f),
				"the row with %q says other things than it did, and the list has several pages: it may be another row", t.Row)
		}
		return f, d
	}
	if t.Under != "" {
		f, d := proveUnder(t, s)
		if f != nil && s.otherCard(t, f) {
			return nil, s.doubt(types.FlowAmbiguous, s.placesOf(f),
				"other things stand around %s than did, and the list has several pages: it may be another", said(t))
		}
		if f != nil || data || len(t.Near) == 0 {
			return f, d
		}
	}
	ids, named := s.withID(t), s.named(t)
	if len(ids) > 1 {
		ids = s.both(t, ids)
	}
	if len(ids) == 1 {
		n := &s.nodes[ids[0]]
		switch {
		case t.Role != "" && !flow.UsedAlike(t.Role, n.Role):
			return nil, s.doubt(types.FlowChanged, ids, "%s is now a %s", t.TestID, n.Role)
		case t.Name == "" || t.Name == n.Name:
			return s.found(t, ids[0], ""), nil
		case len(named) > 0:
			if f, _ := s.byPlace(t, named, true); f != nil {
				return f, nil // the test id went to another element
			}
			return nil, s.doubt(types.FlowAmbiguous, append(ids, named...), "one element has the test id, and another the name of %s", labelOf(t.Role, t.Name))
		case opposes(t.Name, n.Name):
			return nil, s.doubt(types.FlowChanged, ids, "%s now says the contrary: %s", labelOf(t.Role, t.Name), labelOf(n.Role, n.Name))
		case data || numbered.MatchString(t.TestID) || counted[n.Role] || t.Twins > 0 || labelsAnother(t, n.Name):
			return nil, s.doubt(types.FlowChanged, ids, "%s is now %s", labelOf(t.Role, t.Name), labelOf(n.Role, n.Name))
		case plain(t.Name) == plain(n.Name) || s.near(t, ids[0]) > 0 || s.shape(t, ids[0]):
			return s.found(t, ids[0], fmt.Sprintf("it was named %q", t.Name)), nil
		}
		return nil, s.doubt(types.FlowChanged, ids, "%s is now %s, in another place", labelOf(t.Role, t.Name), labelOf(n.Role, n.Name))
	}
	if len(named) == 0 && t.Name != "" && !data {
		named = s.counter(t)
	}
	if t.Name == "" && t.TestID == "" {
		return s.placed(t, named)
	}
	if f := s.renamed(t); f != nil && len(named) == 0 && !data {
		return f, nil
	}
	if len(named) == 0 {
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	}
	f, d := s.byPlace(t, named, false)
	if d == nil && data && s.namesake(t, f) {
		return nil, s.doubt(types.FlowAmbiguous, named, "another thing is named %q", t.Name)
	}
	return f, d
}

// namesake reports whether the page has another thing of a value's name, whose element says more: the link "Boats", and
// the link "Boats Rope and twine" with the heading "Boats".
func (s *scene) namesake(t *types.FlowTarget, f *found) bool {
	for i := 1; i < len(s.nodes); i++ {
		n, part := &s.nodes[i-1], &s.nodes[i]
		if n.Ref != f.node.Ref && n.Role == f.node.Role && strings.HasPrefix(n.Name, t.Name+" ") && part.Role == "heading" && part.Name == t.Name {
			return true
		}
	}
	return false
}

// placed finds the field without a name at the recorded place: at least two thirds of its
// neighbours exist, and at most one third near another such field, or it alone has exactly these. Where an equal went,
// it may be the other one. A role alone is no claim.
func (s *scene) placed(t *types.FlowTarget, fields []int) (*found, *doubt) {
	best, second, at := s.nearest(t, fields)
	if same := s.unmoved(t, fields); same >= 0 && len(fields) == t.Twins+1 && t.Hint == "" && t.Selector == "" {
		return s.found(t, same, ""), nil
	}
	switch all := len(t.Near); {
	case len(fields) == 0 || t.Selector != "" || !flow.Named(t):
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	case t.Hint == "" && 3*best >= 2*all && 3*second <= all && (len(fields) > t.Twins || s.nextTo(t, at)):
		return s.found(t, at, ""), nil
	case len(fields) == 1:
		return nil, s.doubt(types.FlowChanged, fields, "%s stands in another place than it did", said(t))
	}
	return nil, s.doubt(types.FlowAmbiguous, fields, "%d elements are %s", len(fields), said(t))
}

// byPlace returns the one of several elements with the target's role and name that stands at
// the recorded place. strict requires a proved place even without equals.
func (s *scene) byPlace(t *types.FlowTarget, named []int, strict bool) (*found, *doubt) {
	healed := ""
	if t.TestID != "" {
		healed = "its test id is gone"
	}
	best, second, at := s.nearest(t, named)
	all := len(t.Near)
	most, nearly := all > 0 && 2*best >= all, all > 0 && 3*best >= 2*all
	switch {
	case len(named) == 1 && t.Twins == 0 && !strict:
		if all == 0 || s.came[labelOf(t.Role, t.Name)] || s.isThere(t, at) {
			return s.found(t, at, healed), nil
		}
		return nil, s.doubt(types.FlowChanged, named, "%s stands in another place than it did", said(t))
	case len(named) == 1:
		if most && (t.Twins == 0 || s.nextTo(t, at)) {
			return s.found(t, at, healed), nil
		}
		return nil, s.doubt(types.FlowChanged, named, "%s had %d equals and has none now", said(t), t.Twins)
	case len(named) == t.Twins+1:
		if most && best > second && s.nextTo(t, at) {
			return s.found(t, at, healed), nil
		}
		if at := s.unmoved(t, named); at >= 0 {
			return s.found(t, at, healed), nil
		}
	default:
		if nearly && 3*second <= all {
			return s.found(t, at, healed), nil
		}
		inside := s.only(named, func(n *types.A11yNode) bool {
			return slices.ContainsFunc(n.Path, func(part string) bool { return slices.Contains(s.led, part) })
		})
		if t.Twins == 0 && len(inside) == 1 {
			return s.found(t, inside[0], healed), nil
		}
		if one := s.between(t, named); t.Twins == 0 && one >= 0 {
			return s.found(t, one, healed), nil
		}
		if one := s.belowFilled(named); t.Twins == 0 && one >= 0 && flow.UsedAlike(t.Role, "button") {
			return s.found(t, one, healed), nil
		}
	}
	return nil, s.doubt(types.FlowAmbiguous, named, "%d elements are %s", len(named), said(t))
}

func (s *scene) found(t *types.FlowTarget, i int, healed string) *found {
	n := s.nodes[i]
	f := &found{node: n, healed: healed, proof: tool.Proof{Target: types.Target{Role: n.Role, Name: n.Name, TestID: n.TestID, Origin: t.Origin}}}
	if t.Under != "" || len(s.where(func(o *types.A11yNode) bool { return o.Role == n.Role && o.Name == n.Name })) > 1 {
		f.proof.Around = flow.Around(s.nodes, i)
	}
	return f
}

func (s *scene) doubt(reason types.FlowReason, at []int, format string, args ...any) *doubt {
	d := &doubt{reason: reason, message: fmt.Sprintf(format, args...)}
	for _, i := range at[:min(len(at), maxCandidates)] {
		d.candidates = append(d.candidates, s.nodes[i].Ref)
	}
	return d
}

// withID returns the elements with the target's test id.
func (s *scene) withID(t *types.FlowTarget) []int {
	return s.where(func(n *types.A11yNode) bool { return t.TestID != "" && n.TestID == t.TestID })
}

// named returns the elements that have the target's role and name; where there are none,
// those with a role that is pressed alike.
func (s *scene) named(t *types.FlowTarget) []int {
	just := s.where(func(n *types.A11yNode) bool { return t.Role != "" && n.Role == t.Role && n.Name == t.Name })
	if len(just) > 0 || t.Name == "" {
		return just
	}
	return s.where(func(n *types.A11yNode) bool { return flow.UsedAlike(t.Role, n.Role) && n.Name == t.Name })
}

// counter returns the elements whose name differs from the target's only in a number, as
// in Inbox (3). Without brackets it may tell which object is meant, as in Order 17, unless a
// navigation has it.
func (s *scene) counter(t *types.FlowTarget) []int {
	name := plain(t.Name)
	if len(name) < 2 {
		return nil
	}
	return s.where(func(n *types.A11yNode) bool {
		counts := !counted[n.Role] && (bracketed.MatchString(n.Name) || bracketed.MatchString(t.Name)) || inNavigation(n) && (badge.MatchString(n.Name) || badge.MatchString(t.Name))
		return t.Role != "" && n.Role == t.Role && counts && plain(n.Name) == name
	})
}

// both returns those of the elements that also have the target's role and name.
func (s *scene) both(t *types.FlowTarget, ids []int) (both []int) {
	for _, i := range ids {
		if n := &s.nodes[i]; (t.Role == "" || n.Role == t.Role) && (t.Name == "" || n.Name == t.Name) {
			both = append(both, i)
		}
	}
	return both
}

// where returns the elements that fit. It leaves out copies: pressing the first one is the same.
func (s *scene) where(fits func(n *types.A11yNode) bool) (at []int) {
	for i := range s.nodes {
		if s.nodes[i].Unseen != types.Hidden && !s.nodes[i].Copy && fits(&s.nodes[i]) {
			at = append(at, i)
		}
	}
	return at
}

// placesOf returns the place of a found element; none if the page does not list it any more.
func (s *scene) placesOf(f *found) []int {
	return s.where(func(n *types.A11yNode) bool { return n.Ref == f.node.Ref })
}

var (
	// numbered matches test ids that may identify a position in a list, or its content.
	numbered = regexp.MustCompile(`\d`)
	// lettered matches selectors that are an id without a number.
	lettered = regexp.MustCompile(`^#[A-Za-z_-]+$`)
	// badge matches a number beside a name.
	badge     = regexp.MustCompile(`^\d+\s+|\s*\(\d+\)|\s+\d+\+?$`)
	bracketed = regexp.MustCompile(`\(\d+\)`)
)

// counted are the roles of elements in lists, where another name means another
// object.
var counted = map[string]bool{"row": true, "listitem": true, "option": true, "treeitem": true, "gridcell": true, "cell": true, "article": true, "generic": true, "img": true}

// plain returns a name without the number beside it.
func plain(name string) string {
	return strings.ToLower(strings.TrimSpace(badge.ReplaceAllString(name, "")))
}

// said returns the name of a target in words.
func said(t *types.FlowTarget) string {
	role := t.Role
	if role == "" {
		role = "element"
	}
	out := role
	switch {
	case t.Name != "":
		out = labelOf(role, t.Name)
	case t.TestID != "":
		out = labelOf(role, t.TestID)
	case t.Selector != "" && t.Row == "":
		out = role + " at " + t.Selector
	case t.Row == "" && len(t.Near) > 0:
		out = role + " without a name beside " + t.Near[0]
	}
	switch {
	case t.Row != "":
		out += fmt.Sprintf(" in the row with %q", t.Row)
	case t.Under != "":
		out += fmt.Sprintf(" under %q", t.Under)
	}
	return out
}
