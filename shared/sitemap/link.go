package sitemap

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/types"
)

// pair names a link.
type pair struct{ from, to string }

// addLinks adds the links between kept screens, and the recent breakage.
func (b *builder) addLinks(m *types.SiteMap, kept map[string]bool, now types.Time) {
	links := map[pair]*types.MapLink{}
	for _, a := range b.actions {
		if !kept[a.screen] {
			continue
		}
		for to, tally := range a.to {
			if !kept[to] {
				continue
			}
			l := links[pair{a.screen, to}]
			if l == nil {
				l = &types.MapLink{From: a.screen, To: to}
				links[pair{a.screen, to}] = l
			}
			done := types.MapAction{Tool: a.tool, Role: a.role, Name: a.name, Key: a.key, MapTally: *tally, Broken: tally.Failed > 0 && a.lastOK > 0 && tally.LastFailedAt > a.lastOK}
			l.Actions = append(l.Actions, done)
			add(&l.MapTally, *tally)
			if done.Broken && now-done.LastFailedAt <= recent {
				m.Broken = append(m.Broken, types.MapFailure{From: l.From, To: l.To, Action: done})
			}
		}
	}
	for _, l := range links {
		slices.SortFunc(l.Actions, compareActions)
		if l.Left = max(0, len(l.Actions)-maxActions); l.Left > 0 {
			l.Actions = l.Actions[:maxActions]
		}
		m.Links = append(m.Links, *l)
	}
	slices.SortFunc(m.Links, func(x, y types.MapLink) int {
		return cmp.Or(boolCompare(x.From == x.To, y.From == y.To), cmp.Compare(y.OK+y.Failed, x.OK+x.Failed), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	m.Links = slices.DeleteFunc(m.Links, b.surplus(m, len(kept)))
	slices.SortFunc(m.Broken, func(x, y types.MapFailure) int {
		return cmp.Or(cmp.Compare(y.Action.LastFailedAt, x.Action.LastFailedAt), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), compareActions(x.Action, y.Action))
	})
	m.Broken = m.Broken[:min(len(m.Broken), maxBroken)]
}

// surplus reports of each link in turn whether it is left out: beyond the limit, unless a
// flow uses it or something broke. Links that stay on their screen are all kept.
func (b *builder) surplus(m *types.SiteMap, screens int) func(types.MapLink) bool {
	used := map[pair]bool{}
	for _, f := range m.Flows {
		for i := 1; i < len(f.Path); i++ {
			used[pair{f.Path[i-1], f.Path[i]}] = true
		}
	}
	for _, f := range m.Broken {
		used[pair{f.From, f.To}] = true
	}
	n := 0
	return func(l types.MapLink) bool {
		if l.From == l.To || used[pair{l.From, l.To}] {
			return false
		}
		if n++; n <= screens*linksPerScreen {
			return false
		}
		m.Left.Links++
		return true
	}
}

func add(sum *types.MapTally, t types.MapTally) {
	sum.OK, sum.Failed, sum.Agent, sum.Person = sum.OK+t.OK, sum.Failed+t.Failed, sum.Agent+t.Agent, sum.Person+t.Person
	sum.LastAt = max(sum.LastAt, t.LastAt)
	if t.LastFailedAt > sum.LastFailedAt || t.LastFailedAt == sum.LastFailedAt && t.Code > sum.Code {
		sum.LastFailedAt, sum.Code = t.LastFailedAt, t.Code
	}
}

func compareActions(a, b types.MapAction) int {
	return cmp.Or(cmp.Compare(b.OK+b.Failed, a.OK+a.Failed), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Key, b.Key))
}

// match returns the kept screen of a name in clear: the one of that name, else the one
// whose segments that are not kept stand for the name's.
func match(name string, kept map[string]bool) string {
	if name == "" || kept[name] {
		return name
	}
	parts := strings.Split(name, "/")
	best := ""
	for id := range kept {
		if strings.Contains(id, hiddenPart) && matchesParts(strings.Split(id, "/"), parts) && (best == "" || better(id, best)) {
			best = id
		}
	}
	return best
}

// hiddenPart is how capture.Shown writes a segment that is not kept.
const hiddenPart = "…"

func matchesParts(pattern, parts []string) bool {
	return slices.EqualFunc(pattern, parts, func(p, part string) bool { return p == part || p == hiddenPart })
}

// better prefers the pattern that leaves less open.
func better(a, b string) bool {
	x, y := strings.Count(a, hiddenPart), strings.Count(b, hiddenPart)
	return x < y || x == y && a < b
}
