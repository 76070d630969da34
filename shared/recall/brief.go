package recall

import (
	"cairn/shared/types"
)

// The number of entries of a card in a brief.
const (
	briefTasks = 2
	briefWays  = 4
)

// Brief returns a short summary of the site of an address, nil if the site is unknown.
// The entries are ordered by their relevance to the task.
func (b *Book) Brief(now types.Time, url, task string) *types.SiteBrief {
	site := b.names.Card(Site(url))
	if site == "" {
		return nil
	}
	for _, name := range Candidates(site) {
		card := b.card(name)
		if card == nil {
			continue
		}
		living := livePatterns(card.Patterns, now)
		if len(living) == 0 {
			continue
		}
		out := &types.SiteBrief{Domain: card.Domain, SiteType: card.SiteType, RequiresLogin: card.RequiresLogin, PatternCount: len(living)}
		tasks, others := newRanker(task).split(living, now)
		for _, p := range tasks[:min(len(tasks), briefTasks)] {
			out.Tasks = append(out.Tasks, p.Value)
		}
		for _, p := range others {
			if p.Type == types.PatternNavigationPath && len(out.Ways) < briefWays {
				out.Ways = append(out.Ways, p.Value)
			}
		}
		return out
	}
	return nil
}
