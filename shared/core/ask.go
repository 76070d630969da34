package core

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/prior"
	"cairn/shared/search"
	"cairn/shared/types"
)

// Limits of requests (spec 000 section 5), checked here too because some requests do
// not pass a tool's schema.
const (
	maxQuery      = 2000 // characters; the tool for agents accepts 200, as in spec 000
	defaultLimit  = 20
	maxSearch     = 100
	maxLast       = 200
	defaultRecent = 10
	maxRecent     = 50
	maxSinceHours = 720
)

// Search ranks the steps that match a query (mm_knowledge_search).
func (c *Core) Search(now types.Time, req types.SearchRequest) ([]types.StepSummary, error) {
	if utf8.RuneCountInString(req.Query) > maxQuery {
		return nil, types.Invalid(fmt.Sprintf("the query is longer than %d characters", maxQuery),
			"Search with a few words: the goal, a screen's name, a part of a test id.")
	}
	switch req.Ranker {
	case "", "spec":
	default:
		return nil, types.Invalid(fmt.Sprintf("there is no ranker %.40q", req.Ranker), "Leave the ranker out, or give \"spec\".")
	}
	req.Scope.Kind = cmp.Or(req.Scope.Kind, types.ScopeAll)
	if err := limit("limit", &req.Limit, defaultLimit, maxSearch); err != nil {
		return nil, err
	}
	if err := check(req.Scope, req.Filters); err != nil {
		return nil, err
	}
	req.Filters.Site = c.hosts(req.Filters.Site)
	return c.search.Query(now, req), nil
}

// Last returns the newest steps (mm_knowledge_last).
func (c *Core) Last(now types.Time, req types.LastRequest) ([]types.StepSummary, error) {
	req.Scope.Kind = cmp.Or(req.Scope.Kind, types.ScopeCurrent)
	if err := limit("n", &req.N, defaultLimit, maxLast); err != nil {
		return nil, err
	}
	if err := check(req.Scope, req.Filters); err != nil {
		return nil, err
	}
	req.Filters.Site = c.hosts(req.Filters.Site)
	return c.search.Last(now, req), nil
}

// Sessions lists recent sessions (mm_knowledge_sessions).
func (c *Core) Sessions(now types.Time, req types.SessionsRequest) ([]types.SessionSummary, error) {
	if err := limit("limit", &req.Limit, defaultRecent, maxRecent); err != nil {
		return nil, err
	}
	if err := check(types.Scope{}, req.Filters); err != nil {
		return nil, err
	}
	req.Filters.Site = c.hosts(req.Filters.Site)
	return c.search.List(now, req), nil
}

// hosts lists the hosts of a filter on a site, in the form of package search: all hosts that share the site's
// name.
func (c *Core) hosts(site string) string {
	name := site
	if site != "" && !c.names.Named(site) {
		name = c.names.Card(site)
	}
	if !c.names.Named(name) {
		return site
	}
	var hosts []string
	c.search.Places(func(place string) {
		if origin, ok := strings.CutPrefix(place, placeOrigin); ok && c.siteOf(origin) == name {
			_, host, _ := strings.Cut(origin, "://")
			hosts = append(hosts, host)
		}
	})
	if len(hosts) == 0 {
		return site
	}
	slices.Sort(hosts)
	return search.Sites(slices.Compact(hosts))
}

// Recipe returns a session step by step (mm_knowledge_summarize). An unknown session
// has an empty recipe.
func (c *Core) Recipe(sessionID string) (types.SessionRecipe, error) {
	if err := capture.SessionID(sessionID); err != nil {
		return types.SessionRecipe{}, err
	}
	recipe := c.search.Recipe(sessionID)
	recipe.Advice = c.AdviceOf(sessionID)
	return recipe, nil
}

// Prior returns the actions that worked on a similar screen, or nil if there are
// none.
func (c *Core) Prior(now types.Time, req types.PriorRequest) (*types.PriorKnowledge, error) {
	return c.priorBy(now, req, c.flowsHere(req.Observation.State.CurrentURL, c.goalOf(req.SessionID, req.Goal)))
}

// priorBy is Prior with the flows that fit the goal: the actions of their sessions
// come first (DESIGN 9.21).
func (c *Core) priorBy(now types.Time, req types.PriorRequest, calls []types.FlowCall) (*types.PriorKnowledge, error) {
	if req.SessionID != "" {
		if err := capture.SessionID(req.SessionID); err != nil {
			return nil, err
		}
	}
	c.learn(prior.Origin(&req.Observation.State), math.MaxInt)
	for _, origin := range prior.FrameOrigins(&req.Observation) {
		c.learn(origin, math.MaxInt)
	}
	c.learnSession(req.SessionID)
	return c.here(&req.Observation.State, c.prior.engine.SuggestBy(now, req, c.fittingSessions(req.Observation.State.CurrentURL, calls))), nil
}

// here adapts suggestions from other addresses of the same site: it replaces the address in a target by the page's.
func (c *Core) here(page *types.State, p *types.PriorKnowledge) *types.PriorKnowledge {
	if p == nil {
		return p
	}
	for i := range p.SuggestedNextActions {
		s := &p.SuggestedNextActions[i]
		origin := cmp.Or(s.Origin, prior.Origin(page)) // in a frame, the frame's origin
		if site := c.siteOf(origin); site != origin {
			s.PreferredTarget.Text = c.moved(s.PreferredTarget.Text, site, origin)
			for j := range s.FallbackTargets {
				s.FallbackTargets[j].Text = c.moved(s.FallbackTargets[j].Text, site, origin)
			}
		}
	}
	return p
}

// addressInText matches addresses in a selector or a target.
var addressInText = regexp.MustCompile(`https?://[^/?#"'\s\]\\]+`)

func (c *Core) moved(text, site, origin string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return addressInText.ReplaceAllStringFunc(text, func(found string) string {
		if c.siteOf(originOf(found)) == site {
			return origin
		}
		return found
	})
}

// Recall returns the knowledge of a site (recall_site_memory).
func (c *Core) Recall(now types.Time, req types.RecallRequest) (types.RecallResult, error) {
	result, err := c.recall.Recall(now, req)
	if err == nil && req.TaskHint != "" {
		result.Flow = c.flowOfDomain(result.Domain, req.TaskHint)
	}
	if err == nil {
		result.Team = c.teamAt(result.Domain)
	}
	return result, err
}

// SiteBrief returns a short summary of the site of an address, or nil if nothing is
// known of it.
func (c *Core) SiteBrief(now types.Time, url, task string) *types.SiteBrief {
	return c.recall.Brief(now, url, task)
}

// limit checks the requested number of results and fills in the default.
func limit(name string, value *int, standard, most int) error {
	if *value == 0 {
		*value = standard
	}
	if *value < 1 || *value > most {
		return types.Invalid(fmt.Sprintf("%s is %d", name, *value), fmt.Sprintf("Give a %s from 1 to %d.", name, most))
	}
	return nil
}

// check rejects scopes and filters that the schemas would reject.
func check(scope types.Scope, f types.Filters) error {
	switch scope.Kind {
	case "", types.ScopeAll, types.ScopeCurrent:
	case types.ScopeSession:
		if err := capture.SessionID(scope.SessionID); err != nil {
			return err
		}
	default:
		return types.Invalid(fmt.Sprintf("there is no scope %.40q", scope.Kind), "Give \"current\", \"all\" or {\"sessionId\": \"...\"}.")
	}
	switch f.Outcome {
	case "", types.OutcomeOK, types.OutcomeFailed:
	default:
		return types.Invalid(fmt.Sprintf("there is no outcome %.40q", f.Outcome), "Give \"ok\" or \"failed\".")
	}
	if f.SinceHours < 0 || f.SinceHours > maxSinceHours {
		return types.Invalid(fmt.Sprintf("sinceHours is %d", f.SinceHours), fmt.Sprintf("Give sinceHours from 1 to %d.", maxSinceHours))
	}
	return nil
}

// Ask returns the memory of a page for an agent that observes it. Both builds call
// this one function, so that they return the same bytes.
func (c *Core) Ask(q types.Question, page *types.Observation) (*types.Known, error) {
	goal := c.goalOf(q.SessionID, q.Goal)
	calls := c.flowsHere(page.State.CurrentURL, goal)
	prior, err := c.priorBy(q.Now, types.PriorRequest{
		Observation: *page, SessionID: q.SessionID, Goal: q.Goal, FlowTags: q.FlowTags, GitBranch: q.GitBranch,
	}, calls)
	if err != nil {
		return nil, err
	}
	known := &types.Known{PriorKnowledge: prior, Flow: sureCall(calls)}
	origin := page.State.Origin
	if origin == "" || origin != q.Briefed {
		known.Site = c.SiteBrief(q.Now, page.State.CurrentURL, goal)
	}
	// An empty page is compared later, when it has contents.
	if origin != q.Likened && len(page.A11y.Nodes)+len(page.TestIDs) > 0 {
		known.Resembles = c.Resembles(page)
	}
	return known, nil
}
