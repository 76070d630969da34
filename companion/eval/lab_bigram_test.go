package eval

import (
	"cmp"
	"slices"

	"cairn/shared/types"
)

// bigram is the baseline of suggestions: the actions that most often followed the
// agent's last action on this screen, then those most often used on it, then on the
// site, if the page shows them. It ignores goals.
type bigram struct {
	open     map[string][]*types.Step // of open sessions
	targets  map[string]*types.Target // by key
	followed map[string]*tally        // by screen and the key of the previous action
	onScreen map[string]*tally
	onSite   *tally
}

// tally counts keys, in the order of their first appearance.
type tally struct {
	keys  []string
	times map[string]float64
}

func (t *tally) add(key string, n float64) {
	if t.times == nil {
		t.times = map[string]float64{}
	}
	if t.times[key] == 0 {
		t.keys = append(t.keys, key)
	}
	t.times[key] += n
}

func newBigram() *bigram {
	return &bigram{open: map[string][]*types.Step{}, targets: map[string]*types.Target{}, followed: map[string]*tally{},
		onScreen: map[string]*tally{}, onSite: &tally{}}
}

// bigramKey returns the most stable name of the target of a click or of typed text;
// empty for other steps.
func bigramKey(s *types.Step) string {
	t := s.Tool.Target
	if t == nil || s.Tool.Name != "mm_click" && s.Tool.Name != "mm_type" {
		return ""
	}
	keys := matchKeys(t.TestID, "", t.Role, []string{t.Name})
	if len(keys) == 0 {
		keys = matchKeys("", t.Selector, "", nil)
	}
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}

// PutSession learns from a session that has ended.
func (b *bigram) PutSession(s *types.Session) {
	if s.Outcome == "" {
		return
	}
	before := ""
	for _, step := range b.open[s.SessionID] {
		key := bigramKey(step)
		if key == "" {
			continue
		}
		if step.Outcome.OK {
			b.learn(step, key, before)
		}
		before = key
	}
	delete(b.open, s.SessionID)
}

func (b *bigram) learn(s *types.Step, key, before string) {
	if b.targets[key] == nil {
		b.targets[key] = s.Tool.Target
	}
	screen := s.Observation.State.CurrentScreen
	count(b.followed, screen+"\x00"+before, key)
	count(b.onScreen, screen, key)
	b.onSite.add(key, 1)
}

func count(in map[string]*tally, at, key string) {
	if in[at] == nil {
		in[at] = &tally{}
	}
	in[at].add(key, 1)
}

// PutStep records a step of an open session.
func (b *bigram) PutStep(s *types.Step) { b.open[s.SessionID] = append(b.open[s.SessionID], s) }

// RemoveSession removes an open session.
func (b *bigram) RemoveSession(id string) { delete(b.open, id) }

// Weights of the three counts: each only breaks ties of the previous one.
const (
	perFollowed = 100
	perScreen   = 1
	perSite     = 0.001
)

// Suggest lists the most frequent actions, at most five.
func (b *bigram) Suggest(_ types.Time, req types.PriorRequest) *types.PriorKnowledge {
	before := ""
	for _, s := range b.open[req.SessionID] {
		if key := bigramKey(s); key != "" {
			before = key
		}
	}
	screen := req.Observation.State.CurrentScreen
	all := &tally{}
	all.addAll(b.followed[screen+"\x00"+before], perFollowed)
	all.addAll(b.onScreen[screen], perScreen)
	all.addAll(b.onSite, perSite)
	return &types.PriorKnowledge{SuggestedNextActions: b.shown(all, &req.Observation)}
}

func (t *tally) addAll(from *tally, weight float64) {
	if from == nil {
		return
	}
	for _, key := range from.keys {
		t.add(key, weight*from.times[key])
	}
}

// shown returns the heaviest targets that a page shows, or of which it has no
// information.
func (b *bigram) shown(all *tally, page *types.Observation) (out []types.SuggestedAction) {
	slices.SortStableFunc(all.keys, func(x, y string) int { return cmp.Compare(all.times[y], all.times[x]) })
	var visible []string
	for _, id := range page.TestIDs {
		visible = append(visible, matchKeys(id.TestID, "", "", nil)...)
	}
	for _, n := range page.A11y.Nodes {
		visible = append(visible, matchKeys("", "", n.Role, []string{n.Name})...)
	}
	for _, key := range all.keys[:min(len(all.keys), maxTallied)] {
		t := b.targets[key]
		if t.TestID+t.Name != "" && len(visible) > 0 && !meet(matchKeys(t.TestID, "", t.Role, []string{t.Name}), visible) {
			continue
		}
		out = append(out, suggestionOf(t))
		if len(out) == maxGiven {
			break
		}
	}
	return out
}

// Bounds of the baseline's suggestions.
const (
	maxTallied = 100
	maxGiven   = 5
)

// suggestionOf returns a suggestion with all names of a target.
func suggestionOf(t *types.Target) types.SuggestedAction {
	return types.SuggestedAction{PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: t.TestID}, FallbackTargets: []types.PriorTarget{
		{Type: types.TargetSelector, Text: t.Selector}, {Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: t.Role, Name: t.Name}}}}
}
