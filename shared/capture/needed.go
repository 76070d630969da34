package capture

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Needed says how a step is put into the form that keeps only names which memory
// needs (DESIGN 5.3): in clear those of elements that were acted on, as hidden
// names ([Hider]) those that were only visible.
type Needed struct {
	Names *Hider
	// Familiar reports whether a text of that kind was acted on in another session
	// on the same site. Texts that carry data stay hidden until then. It may be nil.
	Familiar func(kind Kind, text string) bool
}

// Kind says where a text that carries data stands.
type Kind byte

// The kinds of texts that carry data.
const (
	KindName    Kind = 'n' // of a row, a cell, a link, a code
	KindTitle   Kind = 't' // of a page
	KindSegment Kind = 's' // of an address
)

// interfaceRoles are the roles whose names an application's author wrote: those
// of other elements are the application's data.
var interfaceRoles = map[string]bool{
	"button": true, "textbox": true, "searchbox": true, "combobox": true, "spinbutton": true, "slider": true,
	"checkbox": true, "radio": true, "switch": true, "tab": true, "option": true,
	"menuitem": true, "menuitemcheckbox": true, "menuitemradio": true,
}

// Apply puts a captured step into that form, in place. A step that has it is not
// changed but in what came since: what its action led to.
func (n *Needed) Apply(step *types.Step) {
	if step.Keep != types.KeepNeeded {
		nameByTestID(step.Tool.Target, step.Observation)
		n.tool(&step.Tool)
		n.advice(step.Advice)
		n.observation(step.Observation)
	}
	step.Keep = types.KeepNeeded
	n.after(step.After)
	n.outcome(step)
}

// nameByTestID gives a target that is known by its test id alone the role and
// name that the page ties to it, while they are still to be read.
func nameByTestID(t *types.Target, o *types.Observation) {
	if t == nil || o == nil || t.TestID == "" || t.Name != "" {
		return
	}
	for i := range o.A11y.Nodes {
		if node := &o.A11y.Nodes[i]; node.TestID == t.TestID && node.Name != "" {
			t.Role, t.Name = node.Role, node.Name
			return
		}
	}
	for i := range o.TestIDs {
		if id := &o.TestIDs[i]; id.TestID == t.TestID && id.Name != "" {
			t.Role, t.Name = id.Role, id.Name
			return
		}
	}
}

func (n *Needed) observation(o *types.Observation) {
	if o == nil {
		return
	}
	n.state(&o.State)
	for i := range o.Frames {
		n.state(&o.Frames[i])
	}
	for i := range o.TestIDs {
		t := &o.TestIDs[i]
		t.TestID, t.Name = numbersMasked(t.TestID), n.Names.Hide(t.Name)
	}
	for i := range o.A11y.Nodes {
		node := &o.A11y.Nodes[i]
		node.TestID, node.Name = numbersMasked(node.TestID), n.Names.Hide(node.Name)
		for j, around := range node.Path {
			node.Path[j] = n.named(around)
		}
	}
}

func (n *Needed) state(s *types.State) {
	s.Title = n.data(KindTitle, s.Title)
	s.CurrentScreen = n.screen(s.CurrentScreen, s.CurrentURL)
	s.CurrentURL = n.address(s.CurrentURL)
}

func (n *Needed) after(a *types.After) {
	if a == nil {
		return
	}
	a.Title = n.data(KindTitle, a.Title)
	a.CurrentScreen = n.screen(a.CurrentScreen, a.CurrentURL)
	a.CurrentURL = n.address(a.CurrentURL)
	for i, s := range a.Appeared {
		a.Appeared[i] = n.named(s)
	}
}

func (n *Needed) advice(a *types.Advice) {
	if a == nil {
		return
	}
	for i := range a.Given {
		n.target(&a.Given[i].Target)
	}
}

// tool hides what a step says of its target. What an agent typed stays.
func (n *Needed) tool(t *types.Tool) {
	if t.Target != nil {
		n.target(t.Target)
	}
	for key, value := range t.Input {
		s, ok := value.(string)
		if !ok {
			continue
		}
		switch key {
		case "testId":
			t.Input[key] = n.testID(s)
		case "selector":
			if t.Input[key] = s; !plainSelector(s) {
				t.Input[key] = HiddenMark
			}
		case "name":
			role, _ := t.Input["role"].(string)
			t.Input[key] = n.name(role, s)
		case "row", "within":
			t.Input[key] = n.row(s)
		}
	}
}

// target keeps the names of an element that was acted on, but for those that
// carry data and are not familiar.
func (n *Needed) target(t *types.Target) {
	t.Name = n.name(t.Role, t.Name)
	t.TestID = n.testID(t.TestID)
	t.Row = n.row(t.Row)
	if !plainSelector(t.Selector) {
		t.Selector = ""
	}
}

func (n *Needed) name(role, name string) string {
	if interfaceRoles[role] {
		return name
	}
	return n.data(KindName, name)
}

func (n *Needed) testID(id string) string { return numbersMasked(id) }

// row hides the cells of a row each by itself, so that one of them can be found.
func (n *Needed) row(row string) string {
	if row == "" {
		return ""
	}
	cells := RowCells(row)
	for i, cell := range cells {
		cells[i] = n.data(KindName, cell)
	}
	return strings.Join(cells, RowJoin)
}

// data hides a text unless it is familiar. One with digits never is: hashes do
// not tell numbers apart.
func (n *Needed) data(kind Kind, s string) string {
	if n.familiar(kind, s) {
		return s
	}
	return n.Names.Hide(s)
}

func (n *Needed) familiar(kind Kind, s string) bool {
	if s == "" || n.Familiar == nil || strings.ContainsFunc(s, isDigit) && !HiddenSegment(s) {
		return false
	}
	return n.Familiar(kind, s)
}

// Segments lists the segments of an address, and the values of its queries.
func Segments(address string) (out []string) {
	n := Needed{Familiar: func(_ Kind, seg string) bool {
		out = append(out, seg)
		return true
	}}
	n.address(address)
	return out
}

// RowCells lists the texts of the cells of a target's row.
func RowCells(row string) []string { return strings.Split(row, RowJoin) }

// named hides the quoted name in a text such as `button "Save"`, and the whole
// of one that quotes nothing and is no role.
func (n *Needed) named(s string) string {
	role, quoted, ok := strings.Cut(s, ` "`)
	if !ok || IsHidden(s) {
		if plainRole(s) {
			return s
		}
		return n.Names.Hide(s)
	}
	name := strings.TrimSuffix(quoted, `"`)
	if !plainRole(role) {
		return n.Names.Hide(s)
	}
	return role + ` "` + n.Names.Hide(name) + `"`
}

// plainRole reports whether a word is one that roles are made of.
func plainRole(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return len(s) <= maxWord
}

// outcome hides what an error says of the page. The error of an observed step is
// the page's own text; Cairn's quote its names.
func (n *Needed) outcome(step *types.Step) {
	e := step.Outcome.Error
	if e == nil {
		return
	}
	if step.Actor != types.ActorAgent {
		e.Message, e.Hint = n.Names.Hide(e.Message), n.Names.Hide(e.Hint)
		return
	}
	e.Message, e.Hint = n.quotes(step, e.Message), n.quotes(step, e.Hint)
}

// quotes hides the texts that a message quotes, but for the target's own names.
func (n *Needed) quotes(step *types.Step, message string) string {
	quoted := text.Quoted(message)
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) }) // a quote in a quote comes after
	for _, q := range quoted {
		if t := step.Tool.Target; q == "" || strings.Contains(q, hiddenStart) || t != nil && (q == t.Name || q == t.TestID || q == t.Selector || q == t.Role) {
			continue
		}
		message = strings.ReplaceAll(message, q, n.Names.Hide(q))
	}
	return message
}

// segmentMark begins a hidden segment of an address or of a screen's name; the
// hashes of its words follow, with dots between.
const segmentMark = "~"

// hiddenSegments finds the hidden segments in an address or a screen's name.
var hiddenSegments = regexp.MustCompile(`~(?:[A-Za-z0-9_-]{6}(?:\.[A-Za-z0-9_-]{6})*)?`)

// HiddenSegment reports whether a segment of an address or a screen's name is a hidden one.
func HiddenSegment(seg string) bool {
	return strings.HasPrefix(seg, segmentMark) && hiddenSegments.FindString(seg) == seg
}

// besideHidden changes a text, but for the hidden segments in it: to rules, hashes
// look like secrets.
func besideHidden(s string, change func(string) string) string {
	const placeholder = "~~"
	if !strings.Contains(s, segmentMark) || strings.Contains(s, placeholder) {
		return change(s)
	}
	hidden := hiddenSegments.FindAllString(s, -1)
	s = change(hiddenSegments.ReplaceAllLiteralString(s, placeholder))
	for _, seg := range hidden {
		s = strings.Replace(s, placeholder, seg, 1)
	}
	return s
}

// Segment returns the hidden form of a segment; ids, which screens name ":id",
// and hidden ones are returned as they are.
func (h *Hider) Segment(seg string) string {
	if seg == "" || seg[0] == ':' || HiddenSegment(seg) {
		return seg
	}
	if decoded, err := url.PathUnescape(seg); err == nil {
		seg = decoded
	}
	if h == nil || !h.Keyed() {
		return segmentMark
	}
	return segmentMark + strings.Join(h.words(seg, maxSegments), ".")
}

func (n *Needed) segment(seg string) string {
	if plain, err := url.PathUnescape(seg); err == nil && n.familiar(KindSegment, plain) {
		return seg
	}
	return n.Names.Segment(seg)
}

func (n *Needed) segments(path string) string {
	parts := strings.Split(path, "/")
	for i, seg := range parts {
		parts[i] = n.segment(seg)
	}
	return strings.Join(parts, "/")
}

// address hides the segments of a path, of a fragment that is a route, and the
// values of queries.
func (n *Needed) address(s string) string {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return s // about:blank; redaction leaves of others the scheme alone
	}
	rest, fragment, framed := strings.Cut(rest, "#")
	rest, query, asked := strings.Cut(rest, "?")
	host, path, _ := strings.Cut(rest, "/")
	out := scheme + "://" + host
	if len(rest) > len(host) {
		out += "/" + n.segments(path)
	}
	if asked {
		out += n.query(query, noValue)
	}
	if framed {
		fragment, query, asked = strings.Cut(fragment, "?")
		bang := ""
		if strings.HasPrefix(fragment, "!") {
			bang, fragment = "!", fragment[1:]
		}
		out += "#" + bang + n.segments(fragment)
		if asked {
			out += n.query(query, noValue)
		}
	}
	return out
}

// query hides the values of a query by hide, but for familiar ones. It returns
// the query with its question mark, nothing of an empty one.
func (n *Needed) query(query string, hide func(value string) string) string {
	var parts []string
	for part := range strings.SplitSeq(query, "&") {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			name, value = "", part
		} else {
			name += "="
		}
		if !n.familiar(KindSegment, value) {
			value = hide(value)
		}
		if part = name + value; part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "?" + strings.Join(parts, "&")
}

// noValue leaves nothing of a value.
func noValue(string) string { return "" }

// screen hides the segments of a screen's name that is made of its address. A
// name that rules give is the rules' own, and stays.
func (n *Needed) screen(name, pageURL string) string {
	if name == "" || name == types.UnknownScreen || name == HomeScreen || !routed(name, pageURL) {
		return name
	}
	path, query, asked := strings.Cut(name, "?")
	parts := strings.Split(path, "/")
	for i, seg := range parts {
		if i > 0 || seg != HomeScreen {
			parts[i] = n.segment(seg)
		}
	}
	path = strings.Join(parts, "/")
	if asked {
		path += n.query(query, n.Names.Segment)
	}
	return path
}

// routed reports whether each segment of a screen's name stands in the address.
func routed(name, pageURL string) bool {
	path, _, _ := strings.Cut(name, "?")
	decoded, err := url.PathUnescape(pageURL)
	if err != nil {
		decoded = pageURL
	}
	for seg := range strings.SplitSeq(path, "/") {
		if seg != HomeScreen && seg != idSegment && !HiddenSegment(seg) && !strings.Contains(decoded, seg) {
			return false
		}
	}
	return true
}

// markupAttributes are those whose values an author wrote and a selector may hold.
var markupAttributes = []string{"type", "role", "name", "for", "method", "data-testid", "data-test-id", "data-test", "data-qa", "data-cy"}

// plainSelector reports whether a selector holds none of a page's data: no text
// that it looks for, no attribute that carries one, no number longer than two digits.
func plainSelector(selector string) bool {
	digits := 0
	for _, c := range []byte(selector) {
		if digits++; c < '0' || c > '9' {
			digits = 0
		}
		if digits > 2 {
			return false
		}
	}
	for _, part := range attributeTests.FindAllString(selector, -1) {
		attribute := strings.TrimRight(part[1:max(1, strings.IndexAny(part+"=", "=]"))], "~|^$* ")
		if strings.Contains(part, "=") && !slices.Contains(markupAttributes, attribute) {
			return false
		}
	}
	return !strings.ContainsAny(attributeTests.ReplaceAllString(selector, ""), `"'`) &&
		!strings.HasPrefix(selector, "/") && !strings.Contains(selector, "text=") && redact.Attr(selector) == selector
}
