package core

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/learn"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// The knowledge base (spec 003), and edits of it and of cards.

// Limits of OpKB.
const (
	defaultKB = 200
	maxKB     = 1000
)

// ValidateEdit checks an edit by itself, without any engine, because an extension's
// link checks each incoming edit. [Core.CheckEdit] checks its target as well.
func ValidateEdit(e *types.Edit) error {
	if err := checkOneTarget(e); err != nil {
		return err
	}
	switch {
	case e.Flow != nil:
		_, err := fitFlowEdit(e)
		return err
	case e.Site != nil:
		return recall.CheckSiteEdit(e)
	case e.Card != nil:
		return recall.CheckCardEdit(e)
	}
	return learn.CheckEdit(e)
}

func checkOneTarget(e *types.Edit) error {
	if e == nil || !oneOf(e.Card != nil, e.KB != nil, e.Site != nil, e.Flow != nil) {
		return types.Invalid("the edit has no target, or more than one", "An edit holds card, kb, site or flow.")
	}
	return nil
}

// PutEdit applies an edit and ignores one with a known id.
func (c *Core) PutEdit(e *types.Edit) error {
	if err := checkOneTarget(e); err != nil {
		return err
	}
	switch {
	case e.Flow != nil:
		return c.putFlowEdit(e)
	case e.Site != nil:
		changed, err := c.names.Edit(e)
		if changed {
			c.renamed()
		}
		return err
	case e.Card != nil:
		return c.recall.Edit(withoutSecrets(e)) // stores from before hold secrets
	default:
		return c.kb.Edit(e)
	}
}

func oneOf(is ...bool) bool {
	n := 0
	for _, yes := range is {
		if yes {
			n++
		}
	}
	return n == 1
}

// Edits returns all edits, of cards, of KB items, of the names of sites and of flows, each in chronological
// order.
func (c *Core) Edits() []*types.Edit {
	return slices.Concat(c.recall.Edits(), c.kb.Edits(), c.names.Edits(), c.flows.edits)
}

// SiteNames lists the named sites with their addresses.
func (c *Core) SiteNames() []types.SiteName { return c.names.List() }

// SiteOf returns the name of the site of an origin, or the origin itself if it has none.
func (c *Core) SiteOf(origin string) string { return c.siteOf(origin) }

// Spelt returns a deletion request in which the name of a site is replaced by its addresses. Replicas, and steps that
// arrive late, need not know the name.
func (c *Core) Spelt(f types.Forget) types.Forget {
	if !f.Sealed.Done() {
		f.Patterns = c.PatternsOf(cmp.Or(f.Element.Origin, f.Origin))
	}
	return f
}

// PatternsOf lists the addresses of a site name; other strings have none.
func (c *Core) PatternsOf(name string) []string { return c.names.Patterns(name) }

// CheckAgentName returns an error if an agent may not give an address that name
// (mm_launch).
func (c *Core) CheckAgentName(e *types.Edit) error { return c.names.CheckAgent(e) }

// CheckEdit returns an error if an edit's target does not exist.
func (c *Core) CheckEdit(e *types.Edit) error {
	if err := ValidateEdit(e); err != nil {
		return err
	}
	switch {
	case e.Site != nil:
		return c.names.Check(e)
	case e.KB != nil:
		return c.checkKB(e.KB)
	case e.Flow != nil:
		return c.checkFlow(e.Flow)
	}
	if err := c.recall.CheckRoom(e.Card); err != nil {
		return err
	}
	switch e.Card.Op {
	case types.CardChange, types.CardPin, types.CardUnpin, types.CardDelete:
		card := c.recall.Card(e.Card.Domain)
		if card == nil {
			return notFound(fmt.Sprintf("there is no card of %q", capture.Clean(e.Card.Domain, maxShown)), "cairn card list shows the sites that have one.")
		}
		for i := range card.Patterns {
			if card.Patterns[i].Key() == *e.Card.Of {
				return nil
			}
		}
		return notFound("the card has no such pattern", "cairn card show DOMAIN numbers its patterns.")
	case types.CardRestore:
		for _, v := range c.recall.Versions(e.Card.Domain) {
			if v.Version == e.Card.Version {
				return nil
			}
		}
		return notFound(fmt.Sprintf("there is no version %d", e.Card.Version), "cairn card history DOMAIN lists them.")
	}
	return nil
}

// maxShown bounds foreign names in messages.
const maxShown = 80

func (c *Core) checkKB(k *types.KBEdit) error {
	if k.Op != types.KBPut && c.learned().Item(k.KnowledgeID) == nil {
		return notFound(fmt.Sprintf("there is no KB item %q", capture.Clean(k.KnowledgeID, maxShown)), "kb_search and cairn kb list name the items.")
	}
	return nil
}

func notFound(message, hint string) *types.Error {
	return types.Fault(types.CodeNotFound, message, hint)
}

// KBSearch ranks KB items for a task (kb_search).
func (c *Core) KBSearch(req types.KBSearchRequest) (types.KBSearchResult, error) {
	result, err := c.learned().Answer(req)
	if err == nil {
		result.Flow = sureCall(c.flowsHere(req.URL, req.Query))
	}
	return result, err
}

// KBNote creates the edit that adds a text to an item (kb_record_learning). It does
// not put it.
func (c *Core) KBNote(now types.Time, editID string, req types.KBNoteRequest) (*types.Edit, error) {
	return c.learned().Note(now, editID, req)
}

// KBReport reports whether the knowledge base helps (kb_report).
func (c *Core) KBReport() types.KBReport { return c.learned().Report() }

// KBItem returns the item with an id, or nil.
func (c *Core) KBItem(id string) *types.KBItem { return c.learned().Item(id) }

// Retrieved returns the form in which a session stores its retrieved items; unknown
// ids are omitted. See [learn.RetrievedID].
func (c *Core) Retrieved(ids []string) (out []string) {
	for _, id := range ids {
		if item := c.learned().Item(id); item != nil {
			out = append(out, learn.RetrievedID(item))
		}
	}
	return out
}

// KBItems returns all items.
func (c *Core) KBItems() []*types.KBItem { return c.learned().Items() }

// KBAsOf returns the KB items derived from steps before an instant: see
// [learn.Base.AsOf].
func (c *Core) KBAsOf(to types.Time) []*types.KBItem { return c.learned().AsOf(to) }

// Catalog returns all KB items as a knowledge_catalog.json.
func (c *Core) Catalog() ([]byte, error) { return c.learned().Catalog() }

// KB lists items for people: the one with an id, those that fit a query, the best
// first, or else the newest. limit is 1 to 1000, 200 when 0.
func (c *Core) KB(id, query string, most int) ([]*types.KBItem, error) {
	if id != "" {
		if item := c.learned().Item(id); item != nil {
			return []*types.KBItem{item}, nil
		}
		return nil, notFound(fmt.Sprintf("there is no KB item %q", capture.Clean(id, maxShown)), "kb_search and cairn kb list name the items.")
	}
	if err := limit("limit", &most, defaultKB, maxKB); err != nil {
		return nil, err
	}
	var out []*types.KBItem
	if query != "" {
		for _, hit := range c.learned().Search(query, "", most) {
			out = append(out, hit.Item)
		}
		return out, nil
	}
	all := c.learned().Items()
	for i := len(all) - 1; i >= 0 && len(out) < most; i-- {
		out = append(out, all[i])
	}
	return out, nil
}

// CardVersions returns the versions of people's text on a site, the newest first.
func (c *Core) CardVersions(domain string) []types.CardVersion { return c.recall.Versions(domain) }

// learned returns the KB over all sessions. It reads the sessions from segments on
// the first request.
func (c *Core) learned() *learn.Base {
	for _, id := range slices.Sorted(maps.Keys(c.kbUnread)) {
		delete(c.kbUnread, id)
		meta := c.search.Session(id)
		if meta.From != nil {
			continue
		}
		c.kb.PutSession(meta)
		for _, step := range c.search.Outlines(id) {
			c.kb.Learn(meta, step)
		}
	}
	return c.kb
}
