package recall

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
)

// kindOrder is the order of types with equal counts in a summary.
var kindOrder = []types.PatternType{types.PatternSelector, types.PatternTaskIntent, types.PatternNavigationPath,
	types.PatternPageStructure, types.PatternSPAHint, types.PatternLoginRequired}

// maxKinds is the number of types that a summary counts.
const maxKinds = 3

// Recall answers recall_site_memory (spec 004) from the site's card, or from that of the
// nearest parent with a card, which the result's domain names.
func (b *Book) Recall(now types.Time, req types.RecallRequest) (types.RecallResult, error) {
	l, err := languageFor(req)
	if err != nil {
		return types.RecallResult{}, err
	}
	site, err := b.Requested(req)
	if err != nil {
		return types.RecallResult{}, err
	}
	for _, name := range Candidates(site) {
		if card := b.card(name); card != nil {
			if living := livePatterns(card.Patterns, now); len(living) > 0 {
				return renderResult(l, card, living, req.TaskHint, b.elsewhere(l, site, req.TaskHint), now), nil
			}
		}
	}
	return types.RecallResult{
		Domain:    site,
		AISummary: fmt.Sprintf(l.missing, site),
		AIHints:   b.hints(l, site, req.TaskHint, now),
	}, nil
}

// Requested returns the site of a request: by the address of any page, or by domain.
func (b *Book) Requested(req types.RecallRequest) (string, error) {
	if req.URL == "" && req.Domain == "" {
		return "", types.Invalid("domain or url is required", `Say which site: {"domain":"example.com"} or {"url":"https://example.com/page"}.`)
	}
	if req.URL != "" {
		if site := Site(req.URL); site != "" {
			return b.names.Card(site), nil
		}
		if req.Domain == "" {
			return "", types.Invalid("the url names no site", "Give an http or https address with a host, or a domain.")
		}
	}
	if b.names.Named(req.Domain) {
		return req.Domain, nil
	}
	if site, ok := Domain(req.Domain); ok {
		return b.names.Card(site), nil
	}
	// Recordings know hosts of one word, as in a company's own network.
	if site, ok := domainOrWord(req.Domain); ok && slices.Contains(b.Names(), site) {
		return site, nil
	}
	return "", badDomain(req.Domain)
}

func badDomain(domain string) *types.Error {
	if len(domain) > 80 {
		domain = domain[:80] + "…"
	}
	return types.Invalid(fmt.Sprintf("%q is not a domain", strings.ToValidUTF8(domain, "")),
		"A domain reads example.com, localhost:3000 or 127.0.0.1:8080, without scheme and path; give addresses as url.")
}

func renderResult(l *language, card *types.KnowledgeCard, living []types.Pattern, hint, elsewhere string, now types.Time) types.RecallResult {
	counts := map[types.PatternType]int{}
	for _, p := range living {
		counts[p.Type]++
	}
	shown := *card
	shown.Patterns = living
	login := card.RequiresLogin
	return types.RecallResult{
		Found: true, Domain: card.Domain, SiteType: card.SiteType, RequiresLogin: &login,
		PatternCount: len(living), PatternTypes: counts,
		Context:   buildContext(l, &shown, maxContext, hint, elsewhere, now),
		AISummary: fmt.Sprintf(l.found, card.Domain, len(living), l.counts(counts)),
	}
}

// counts formats the counts of the most frequent types.
func (l *language) counts(counts map[types.PatternType]int) string {
	kinds := slices.Clone(kindOrder)
	slices.SortStableFunc(kinds, func(a, b types.PatternType) int { return cmp.Compare(counts[b], counts[a]) })
	var parts []string
	for _, kind := range kinds[:maxKinds] {
		if n := counts[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf(l.kinds[kind], n))
		}
	}
	return strings.Join(parts, l.kindSep)
}

// maxNearby bounds how many other sites a hint names.
const maxNearby = 3

// hints returns advice for a site without memory. It names the subdomains that have a
// card, because evidence of one origin is never offered as another's.
func (b *Book) hints(l *language, site, task string, now types.Time) []string {
	hints := slices.Clone(l.hints)
	if elsewhere := b.elsewhere(l, site, task); elsewhere != "" {
		hints = append(hints, elsewhere)
	}
	most := len(hints) + maxNearby
	for _, name := range b.Names() {
		if !strings.HasSuffix(name, "."+site) {
			continue
		}
		if card := b.card(name); card != nil && len(hints) < most && len(livePatterns(card.Patterns, now)) > 0 {
			hints = append(hints, fmt.Sprintf(l.nearby, name))
		}
	}
	return hints
}
