package recall

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// startManual is the confidence of a pattern that a person wrote.
const startManual = 0.8

// maxEditID bounds an edit's id, in bytes.
const maxEditID = 128

// cardState is the edited part of a site's card after some of its edits.
type cardState struct {
	version   int
	at        types.Time
	change    string // the edit that made it
	patterns  []types.Pattern
	pinned    map[types.PatternKey]bool
	deleted   map[types.PatternKey]bool
	since     types.Time // evidence from before is ignored
	siteType  string
	needLogin bool
}

// Edit applies an edit of a card and ignores one with a known id.
func (b *Book) Edit(e *types.Edit) error {
	fit, err := cleanEdit(e)
	if err != nil {
		return err
	}
	if b.sites[fit.Card.Domain] == nil && b.Len() >= maxSites {
		return types.Fault(types.CodeStoreFull, "there are too many sites", "Forget a site that is no longer needed.")
	}
	s := b.site(fit.Card.Domain)
	defer b.Changed(fit.Card.Domain, b.names.Card(fit.Card.Domain))
	if slices.ContainsFunc(s.edits, func(old *types.Edit) bool { return old.EditID == fit.EditID }) {
		return nil
	}
	at, _ := slices.BinarySearchFunc(s.edits, fit, func(a, b *types.Edit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.EditID, b.EditID))
	})
	s.edits = slices.Insert(s.edits, at, fit)
	return nil
}

// Edits returns all edits, by site and then by time. Callers must not change them.
func (b *Book) Edits() (all []*types.Edit) {
	for _, name := range slices.Sorted(maps.Keys(b.sites)) {
		all = append(all, b.sites[name].edits...)
	}
	return all
}

// CheckCardEdit returns the error in an edit of a card, nil if it is valid.
func CheckCardEdit(e *types.Edit) error {
	_, err := cleanEdit(e)
	return err
}

// cleanEdit checks an edit and returns it with its texts cleaned.
func cleanEdit(e *types.Edit) (*types.Edit, error) {
	if e == nil || e.Card == nil || e.EditID == "" || len(e.EditID) > maxEditID {
		return nil, types.Invalid("this is no edit of a card", "Send editId, at and card.")
	}
	c := *e.Card
	var ok bool
	if c.Domain, ok = domainOrWord(c.Domain); !ok {
		return nil, badDomain(e.Card.Domain)
	}
	switch c.Op {
	case types.CardAdd, types.CardChange:
		if c.Pattern == nil {
			return nil, types.Invalid("the edit holds no pattern", "Send the pattern: type, value and description.")
		}
		p, err := cleanPattern(*c.Pattern, e.At)
		if err != nil {
			return nil, err
		}
		c.Pattern = &p
	case types.CardPut:
		if c.Card == nil {
			return nil, types.Invalid("the edit holds no card", "Send the card.")
		}
		c.Card = cleanCard(c.Card, c.Domain)
	case types.CardRestore:
		if c.Version < 1 {
			return nil, types.Invalid(fmt.Sprintf("there is no version %d", c.Version), "Versions count from 1.")
		}
	case types.CardPin, types.CardUnpin, types.CardDelete, types.CardClear:
	default:
		return nil, types.Invalid(fmt.Sprintf("there is no operation %.40q on cards", c.Op), "Use put, add, change, pin, unpin, delete, clear or restore.")
	}
	if needsOf := slices.Contains([]types.CardOp{types.CardChange, types.CardPin, types.CardUnpin, types.CardDelete}, c.Op); needsOf && (c.Of == nil || !cleanKey(*c.Of)) {
		return nil, types.Invalid("the edit names no pattern", "Name it in \"of\" by type, value and urlPattern, as the card has them.")
	}
	return &types.Edit{EditID: e.EditID, At: e.At, Card: &c}, nil
}

// domainOrWord is Domain, but also accepts a site of one word, because recordings
// contain them.
func domainOrWord(name string) (string, bool) {
	if site, ok := Domain(name); ok {
		return site, true
	}
	site := Site("http://" + name)
	return site, site != "" && site == name
}

func cleanKey(k types.PatternKey) bool {
	_, known := startOf[k.Type]
	return known && k.Value != "" && utf8.RuneCountInString(k.Value) <= maxValue && utf8.RuneCountInString(k.URLPattern) <= maxURLPattern
}

// cleanPattern validates and cleans a pattern that a person wrote.
func cleanPattern(p types.Pattern, at types.Time) (types.Pattern, error) {
	if n := utf8.RuneCountInString(p.Value); n > maxValue {
		return p, types.Invalid(fmt.Sprintf("the value has %d characters, more than %d", n, maxValue), "Shorten it.")
	}
	if n := utf8.RuneCountInString(p.Description); n > maxDescription {
		return p, types.Invalid(fmt.Sprintf("the description has %d characters, more than %d", n, maxDescription), "Shorten it.")
	}
	p, ok := cleanImported(p)
	if !ok {
		return p, types.Invalid("a pattern needs a type and a value", "Types are selector, navigation_path, login_required, spa_hint, page_structure and task_intent.")
	}
	if suspicious(p.Value + " " + p.Description) {
		return p, types.Invalid("the pattern reads like an instruction to the reader of the card", "Say what is on the page and what it is for.")
	}
	p.Confidence = cmp.Or(p.Confidence, startManual)
	p.Source, p.UseCount, p.CreatedAt, p.LastUsedAt, p.Pinned = sourceManual, 0, at, at, false
	return p, nil
}

// cleanCard removes invalid and suspicious patterns from a card from outside.
func cleanCard(card *types.KnowledgeCard, domain string) *types.KnowledgeCard {
	fit := *card
	fit.Domain = domain
	fit.Patterns = make([]types.Pattern, 0, min(len(card.Patterns), maxPatterns))
	for _, p := range card.Patterns {
		if p, ok := cleanImported(p); ok && len(fit.Patterns) < maxPatterns && !suspicious(p.Value+" "+p.Description) {
			fit.Patterns = append(fit.Patterns, p)
		}
	}
	if fit.SiteType != siteSPA && fit.SiteType != siteSSR {
		fit.SiteType = ""
	}
	return &fit
}

// CheckRoom reports whether an edit's patterns have room on their card: an error
// with MM_INVALID_INPUT or STORE_FULL if not. New patterns replace derived ones, but not
// those that people wrote or pinned.
func (b *Book) CheckRoom(c *types.CardEdit) error {
	if c.Op == types.CardPut && len(c.Card.Patterns) > maxPatterns {
		return types.Invalid(fmt.Sprintf("the card has %d patterns, more than %d", len(c.Card.Patterns), maxPatterns), "Leave some out.")
	}
	name, _ := domainOrWord(c.Domain)
	card := b.card(name)
	if c.Op != types.CardAdd && c.Op != types.CardChange || card == nil {
		return nil
	}
	kept := 0
	for i := range card.Patterns {
		p := &card.Patterns[i]
		if p.Key() == c.Pattern.Key() || c.Of != nil && p.Key() == *c.Of {
			return nil // it replaces an existing one
		}
		if rankOf(p, card.UpdatedAt) > rankDerived {
			kept++
		}
	}
	if kept < maxPatterns {
		return nil
	}
	return types.Fault(types.CodeStoreFull, fmt.Sprintf("the card of %s is full: people wrote or pinned all %d of its patterns", name, maxPatterns),
		"Delete or unpin one of them first.")
}

// states returns the versions of a site's edited card, from the one before all edits to the
// present one.
func (s *site) states() []cardState {
	all := []cardState{{version: 1, pinned: map[types.PatternKey]bool{}, deleted: map[types.PatternKey]bool{}, change: "learnt from what was done there"}}
	for _, e := range s.edits {
		next := all[len(all)-1].clone()
		next.apply(e, all)
		next.version, next.at = all[len(all)-1].version+1, e.At
		all = append(all, next)
	}
	return all
}

func (w cardState) clone() cardState {
	w.patterns, w.pinned, w.deleted = slices.Clone(w.patterns), maps.Clone(w.pinned), maps.Clone(w.deleted)
	return w
}

func (w *cardState) apply(e *types.Edit, earlier []cardState) {
	c := e.Card
	switch c.Op {
	case types.CardPut:
		w.patterns, w.siteType, w.needLogin = slices.Clone(c.Card.Patterns), c.Card.SiteType, c.Card.RequiresLogin
		w.pinned, w.deleted = map[types.PatternKey]bool{}, map[types.PatternKey]bool{}
		for i := range w.patterns {
			if w.patterns[i].Pinned {
				w.pinned[w.patterns[i].Key()] = true
			}
		}
		w.change = fmt.Sprintf("imported %d patterns", len(w.patterns))
	case types.CardAdd:
		w.put(*c.Pattern)
		w.change = "added " + keyText(c.Pattern.Key())
	case types.CardChange:
		if c.Pattern.Key() != *c.Of {
			w.remove(*c.Of)
		}
		if w.pinned[*c.Of] {
			delete(w.pinned, *c.Of)
			w.pinned[c.Pattern.Key()] = true
		}
		w.put(*c.Pattern)
		w.change = "changed " + keyText(*c.Of)
	case types.CardPin:
		w.pinned[*c.Of] = true
		w.change = "pinned " + keyText(*c.Of)
	case types.CardUnpin:
		delete(w.pinned, *c.Of)
		w.change = "unpinned " + keyText(*c.Of)
	case types.CardDelete:
		w.remove(*c.Of)
		w.change = "deleted " + keyText(*c.Of)
	case types.CardClear:
		*w = cardState{since: e.At, pinned: map[types.PatternKey]bool{}, deleted: map[types.PatternKey]bool{}, change: "cleared"}
	case types.CardRestore:
		w.change = fmt.Sprintf("version %d was asked for, which is not there", c.Version)
		for _, old := range earlier {
			if old.version == c.Version {
				*w = old.clone()
				w.change = fmt.Sprintf("restored version %d", c.Version)
			}
		}
	}
}

func (w *cardState) put(p types.Pattern) {
	delete(w.deleted, p.Key())
	for i := range w.patterns {
		if w.patterns[i].Key() == p.Key() {
			w.patterns[i] = p
			return
		}
	}
	w.patterns = append(w.patterns, p)
}

func (w *cardState) remove(k types.PatternKey) {
	delete(w.pinned, k)
	w.deleted[k] = true
	w.patterns = slices.DeleteFunc(w.patterns, func(p types.Pattern) bool { return p.Key() == k })
}

// keyText names a pattern in a list of versions.
func keyText(k types.PatternKey) string {
	return fmt.Sprintf("%s %q", k.Type, capture.Clean(k.Value, maxLabel))
}

// Versions returns the versions of a site's edited card, the newest first; nil for an
// unknown site. Each can be restored.
func (b *Book) Versions(domain string) []types.CardVersion {
	name := b.resolve(domain)
	b.card(name) // creates the site if only steps know it
	if b.sites[name] == nil {
		return nil
	}
	all := b.collect(name).states()
	out := make([]types.CardVersion, 0, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		w := all[i]
		out = append(out, types.CardVersion{Version: w.version, At: w.at, Change: w.change, Written: len(w.patterns), Pinned: len(w.pinned), Deleted: len(w.deleted), Current: i == len(all)-1})
	}
	return out
}

// EditsNamed returns the edits of cards that a deletion request covers: all of a site, or
// those that name the element; and of other sites those about a pattern for which only
// the deleted sessions and steps are evidence.
func (b *Book) EditsNamed(f types.Forgetting, sessions []string, steps []*types.Step) (ids []string) {
	if f.All {
		for _, s := range b.sites {
			for _, e := range s.edits {
				ids = append(ids, e.EditID)
			}
		}
		slices.Sort(ids)
		return ids
	}
	gone := map[string]bool{}
	for _, step := range steps {
		gone[step.StepID] = true
	}
	for name, s := range b.sites {
		if len(s.edits) == 0 {
			continue
		}
		var lost map[types.PatternKey]bool
		forgotten := f.Here != nil && f.Site(name)
		whole := forgotten && f.Said == nil
		if !whole {
			lost = b.lostWith(b.key(name), sessions, gone)
		}
		for _, e := range s.edits {
			if whole || forgotten && mentions(e.Card, f.Said) || e.Card.Of != nil && lost[*e.Card.Of] || slices.Contains(f.Edits, e.EditID) {
				ids = append(ids, e.EditID)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// mentions reports whether an edit names an element.
func mentions(c *types.CardEdit, element func(text string) bool) bool {
	var patterns []types.Pattern
	if c.Pattern != nil {
		patterns = append(patterns, *c.Pattern)
	}
	if c.Card != nil {
		patterns = append(patterns, c.Card.Patterns...)
	}
	if c.Of != nil {
		patterns = append(patterns, types.Pattern{Value: c.Of.Value})
	}
	return slices.ContainsFunc(patterns, func(p types.Pattern) bool {
		return element(p.Value) || text.Mentions(p.Value+" "+p.Description, element)
	})
}

// lostWith returns the patterns whose evidence is in some sessions and steps only.
func (b *Book) lostWith(name string, sessions []string, steps map[string]bool) map[types.PatternKey]bool {
	runs, rest := b.runs(name), map[string]*run{}
	touched := false
	for id, r := range runs {
		kept := slices.DeleteFunc(slices.Clone(r.steps), func(step *types.Step) bool { return steps[step.StepID] })
		if slices.Contains(sessions, id) {
			kept = nil
		}
		touched = touched || len(kept) != len(r.steps)
		if len(kept) > 0 {
			rest[id] = &run{r.session, kept}
		}
	}
	if !touched {
		return nil
	}
	lost := patternKeysOf(runs)
	for k := range patternKeysOf(rest) {
		delete(lost, k)
	}
	return lost
}

func patternKeysOf(runs map[string]*run) map[types.PatternKey]bool {
	keys := map[types.PatternKey]bool{}
	for _, p := range gather(runs, 0).patterns() {
		keys[p.Key()] = true
	}
	return keys
}
