package capture

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cairn/shared/exact"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Observation prepares a raw observation for storage or display, in place: it names
// the screen, removes secrets, cleans strings and caps lists. It keeps refs, because
// agents act on the observation's elements by them.
func Observation(obs *types.Observation, rules *Rules) {
	if obs == nil {
		return
	}
	fit(obs, rules)
}

// Look is Observation without the screen's name.
func Look(obs *types.Observation) { fit(obs, nil) }

// Name names the screens of an observation that [Look] has prepared, and changes
// nothing else: the two together are [Observation].
func Name(obs *types.Observation, rules *Rules) {
	state(&obs.State, obs.Part(""), rules)
	obs.Frames = slices.Clone(obs.Frames)
	for i := range obs.Frames {
		state(&obs.Frames[i], obs.Part(obs.Frames[i].Origin), rules)
	}
}

// fit names no screen without rules. It returns the secrets that only their neighbours show.
func fit(obs *types.Observation, rules *Rules) *exact.Secrets {
	if len(obs.TestIDs) > maxNodes {
		obs.TestIDs, obs.Truncated = obs.TestIDs[:maxNodes], true
	}
	if len(obs.A11y.Nodes) > maxNodes {
		obs.A11y.Nodes, obs.Truncated = obs.A11y.Nodes[:maxNodes], true
	}
	obs.TestIDs = types.OrEmpty(obs.TestIDs)
	obs.A11y.Nodes = types.OrEmpty(obs.A11y.Nodes)
	obs.Sanitized = obs.Sanitized || anyHides(obs)
	obs.Truncated = obs.Truncated || anyTooLong(obs)
	if len(obs.Frames) > maxFrames {
		obs.Frames, obs.Truncated = obs.Frames[:maxFrames], true
	}
	state(&obs.State, obs.Part(""), rules)
	obs.Frames = slices.Clone(obs.Frames)
	for i := range obs.Frames {
		// A frame does not affect the page's name, nor the page the frame's.
		state(&obs.Frames[i], obs.Part(obs.Frames[i].Origin), rules)
	}
	for i := range obs.TestIDs {
		testID(&obs.TestIDs[i])
	}
	before := ""
	for i := range obs.A11y.Nodes {
		n, raw := &obs.A11y.Nodes[i], obs.A11y.Nodes[i].Name
		if node(n); n.Name != raw && redact.PublicAfter(cmp.Or(n.Before, before), raw) {
			n.Name = Clean(raw, maxName)
		}
		if strings.HasSuffix(before, n.Before) || !redact.Label(n.Before) {
			n.Before = "" // of the node before, or no label
		}
		before = raw
	}
	hidden := spreadSecrets(obs)
	if hidden.Len() > 0 { // a link has no label of its own, nor a message that something was copied
		Texts(obs, hidden.Mask, hidden.MaskURL)
	}
	return hidden
}

// Texts replaces every text of a page in an observation by the result of change, and
// every address by that of address. It keeps test ids, which the author wrote.
func Texts(obs *types.Observation, change, address func(string) string) {
	if obs == nil {
		return
	}
	for i := range len(obs.Frames) + 1 {
		s := &obs.State
		if i > 0 {
			s = &obs.Frames[i-1]
		}
		s.Title, s.CurrentURL, s.CurrentScreen = change(s.Title), address(s.CurrentURL), address(s.CurrentScreen)
	}
	for i := range obs.TestIDs {
		t := &obs.TestIDs[i]
		t.Name = change(t.Name)
	}
	for i := range obs.A11y.Nodes {
		n := &obs.A11y.Nodes[i]
		n.Name, n.Before = change(n.Name), change(n.Before)
		for j := range n.Path {
			n.Path[j] = change(n.Path[j])
		}
	}
}

// anyHides reports whether any text of an observation contains characters that are
// dropped (B25).
func anyHides(obs *types.Observation) bool {
	return text.Hides(obs.State.Title) ||
		slices.ContainsFunc(obs.TestIDs, func(t types.TestID) bool { return text.Hides(t.TestID) || text.Hides(t.Name) }) ||
		slices.ContainsFunc(obs.A11y.Nodes, func(n types.A11yNode) bool { return text.Hides(n.Name) || text.Hides(n.TestID) })
}

// anyTooLong reports whether any text of an observation exceeds the limit of the
// secret search (B26): its end is removed without a search.
func anyTooLong(obs *types.Observation) bool {
	return len(obs.State.Title) > redact.MaxText ||
		slices.ContainsFunc(obs.TestIDs, func(t types.TestID) bool { return max(len(t.TestID), len(t.Name)) > redact.MaxText }) ||
		slices.ContainsFunc(obs.A11y.Nodes, func(n types.A11yNode) bool { return max(len(n.Name), len(n.TestID)) > redact.MaxText })
}

// state cleans a state. seen is its origin's part of the observation.
func state(s *types.State, seen *types.Observation, rules *Rules) {
	s.Title = pageText(s.Title, maxName)
	s.CurrentURL = address(s.CurrentURL)
	if s.Origin == "" {
		s.Origin = text.Origin(s.CurrentURL)
	}
	s.Origin, s.Embedder = origin(s.Origin), origin(s.Embedder)
	if rules == nil {
		s.CurrentScreen = ""
		return
	}
	s.CurrentScreen = rules.screenOr(s.CurrentScreen, s.CurrentURL, s.Title, seen)
}

// origin returns an origin without any other parts of an address.
func origin(s string) string { return strings.TrimSuffix(address(s), "/") }

// screenOr names a screen: by a site's rules, else by its given name (records of
// other implementations have names), else by its route.
func (r *Rules) screenOr(given, pageURL, title string, obs *types.Observation) string {
	u, ok := parseRoute(pageURL)
	if ok {
		if name := r.ruled(u, title, obs); name != "" {
			return name
		}
	}
	given = besideHidden(given, func(s string) string { return authorText(s, maxScreenName) })
	if given != "" && given != types.UnknownScreen {
		return given
	}
	return r.Screen(pageURL, title, obs)
}

func testID(t *types.TestID) {
	t.TestID = authorText(t.TestID, maxName)
	t.Tag = strings.ToLower(authorText(t.Tag, maxWord))
	t.Role = authorText(t.Role, maxWord)
	t.Name = pageText(t.Name, maxName)
	t.Origin = origin(t.Origin)
}

func node(n *types.A11yNode) {
	n.Ref = Clean(n.Ref, maxRef)
	n.Role = authorText(n.Role, maxWord)
	n.Name = pageText(n.Name, maxName)
	n.TestID = authorText(n.TestID, maxName)
	n.Checked = oneOf(n.Checked, "true", "false", "mixed")
	n.Expanded = oneOf(n.Expanded, "true", "false")
	n.Unseen = oneOf(n.Unseen, types.Hidden, types.Transparent, types.OnHover)
	n.Origin = origin(n.Origin)
	if len(n.Path) > maxPath {
		n.Path = n.Path[:maxPath]
	}
	for i := range n.Path {
		n.Path[i] = pageText(n.Path[i], maxName)
	}
}

func oneOf(s string, allowed ...string) string {
	if slices.Contains(allowed, s) {
		return s
	}
	return ""
}

// redactNames is [redact.Names] without hidden names, whose hashes look like secrets.
func redactNames(names, roles []string) bool {
	hidden := map[int]string{}
	for i, name := range names {
		if strings.Contains(name, hiddenStart) {
			hidden[i], names[i] = name, ""
		}
	}
	changed := redact.Names(names, roles)
	for i, name := range hidden {
		names[i] = name
	}
	return changed
}

// spreadSecrets removes secrets that are spread over several nodes: the words of a
// seed phrase, one per element. It returns those that are long enough to be known elsewhere.
func spreadSecrets(obs *types.Observation) (hidden *exact.Secrets) {
	var names, roles []string
	raw := make([]string, len(obs.A11y.Nodes)) // names before redaction
	at := make([]int, len(obs.A11y.Nodes))     // of each node's name in names
	for i, n := range obs.A11y.Nodes {
		raw[i] = n.Name
		if n.Before != "" {
			names, roles = append(names, n.Before), append(roles, "text")
		}
		at[i] = len(names)
		names, roles = append(names, n.Name), append(roles, n.Role)
	}
	redactNames(names, roles)
	for i := range obs.A11y.Nodes {
		n := &obs.A11y.Nodes[i]
		n.Before = ""
		if n.Name != names[at[i]] || redact.SaidBefore(groupOf(n), n.Name) {
			if hidden == nil {
				hidden = exact.New(nil)
			}
			hidden.AddLong(n.Name)
			n.Name = redact.Mark
		}
	}
	spreadColumns(obs.A11y.Nodes)
	masked := map[[2]string]bool{} // test ids and names
	for i, n := range obs.A11y.Nodes {
		masked[[2]string{n.TestID, raw[i]}] = n.Name != raw[i]
	}
	names, roles = names[:0], roles[:0]
	for _, t := range obs.TestIDs {
		names, roles = append(names, t.Name), append(roles, t.Role)
	}
	redactNames(names, roles)
	for i := range obs.TestIDs {
		t := &obs.TestIDs[i]
		if masked[[2]string{t.TestID, t.Name}] {
			names[i] = redact.Mark
		}
		t.Name = names[i]
	}
	return hidden
}

func isField(role string) bool {
	return role == "textbox" || role == "searchbox" || role == "combobox" || role == "spinbutton"
}

// maxLabel bounds the text before a field that is taken for its label, in bytes: a longer one is a sentence.
const maxLabel = 40

// Behind returns a target without its name if the text before it shows that it is a secret. A field without a name, behind
// the label of a secret, is for one; it keeps that label, because only the text that is typed may show that. Other targets
// lose it.
func Behind(t types.Target) types.Target {
	t.Sensitive = t.Sensitive || t.Name == "" && isField(t.Role) && len(t.Before) <= maxLabel && redact.AsksSecret(t.Before)
	names := []string{t.Before, t.Name}
	if t.Before != "" && redactNames(names, []string{"text", t.Role}) {
		t.Name = names[1]
	}
	if t.Name != "" || !isField(t.Role) || len(t.Before) > 2*maxLabel {
		t.Before = ""
	}
	return t
}

// groupOf returns the name of the group or region right around a node if it may be the label of a secret.
func groupOf(n *types.A11yNode) string {
	if len(n.Path) == 0 {
		return ""
	}
	role, label, _ := strings.Cut(strings.TrimSuffix(n.Path[len(n.Path)-1], `"`), ` "`)
	if role != "group" && role != "region" || label == n.Name || !redact.Label(label) {
		return ""
	}
	return label
}

// spreadColumns removes the cells of a grid that the heads of their columns show to be secrets. It reads a list
// of heads, and the cells up to the next one if they fill rows.
func spreadColumns(nodes []types.A11yNode) {
	var heads []string
	var cells []*types.A11yNode
	hide := func() {
		for c := 0; c < len(heads) && len(cells)%len(heads) == 0; c++ {
			below := make([]string, 0, len(cells)/len(heads))
			for i := c; i < len(cells); i += len(heads) {
				below = append(below, cells[i].Name)
			}
			secrets := redact.Column(heads, c, below)
			for i := c; i < len(cells); i += len(heads) {
				if slices.Contains(secrets, cells[i].Name) {
					cells[i].Name = redact.Mark
				}
			}
		}
	}
	for i := range nodes {
		switch n := &nodes[i]; {
		case n.Role == "columnheader":
			if len(cells) > 0 {
				hide()
				heads, cells = nil, nil
			}
			heads = append(heads, n.Name)
		case isCell(n.Role):
			cells = append(cells, n)
		}
	}
	hide()
}

// sixDigits matches a code as messages show it.
var sixDigits = regexp.MustCompile(`^\d{3}[ -]?\d{3}$`)

// withoutBareCode returns the name of an element to store: none for a heading or message of six digits. The text that calls
// it a code is no element, so it is not stored with it.
func withoutBareCode(role, name string) string {
	if (role == "heading" || role == "status" || role == "alert") && sixDigits.MatchString(name) {
		return redact.Mark
	}
	return name
}

func isCell(role string) bool { return role == "cell" || role == "gridcell" }

// storedObservation returns a copy of an observation for storage. It contains only
// the origin of the step's target: a page and the foreign frames in it must not vouch
// for each other (DESIGN 9.23). Refs are renumbered in document order, so that an
// unchanged screen gives the same observation at any age of its document.
func storedObservation(raw *types.Observation, target *types.Target, rules *Rules) (stored *types.Observation, hidden *exact.Secrets) {
	if raw == nil {
		return nil, nil
	}
	at := ""
	if target != nil {
		at = target.Origin
	}
	whole := *raw
	if whole.State.Origin == "" {
		whole.State.Origin = text.Origin(whole.State.CurrentURL)
	}
	obs := *whole.Part(at)
	raw = &obs
	obs.TestIDs = slices.Clone(raw.TestIDs)
	obs.A11y.Nodes = slices.DeleteFunc(slices.Clone(raw.A11y.Nodes), func(n types.A11yNode) bool { return n.Copy })
	for i := range obs.A11y.Nodes {
		obs.A11y.Nodes[i].Path = slices.Clone(obs.A11y.Nodes[i].Path)
	}
	obs.Frames = nil
	hidden = fit(&obs, rules)
	for i := range obs.A11y.Nodes {
		obs.A11y.Nodes[i].Name = withoutBareCode(obs.A11y.Nodes[i].Role, obs.A11y.Nodes[i].Name)
		obs.A11y.Nodes[i].Ref = "e" + strconv.Itoa(i+1)
	}
	return &obs, hidden
}
