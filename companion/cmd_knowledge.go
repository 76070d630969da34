package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"cairn/companion/pilot"
	"cairn/companion/store"
	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// The commands here put a question to the daemon and print its answer.

func runSearch(_ context.Context, c *call) error {
	req := types.SearchRequest{Scope: types.Scope{Kind: types.ScopeAll}}
	c.count(&req.Limit, "limit", 10, 100, "how many steps")
	c.flags.StringVar(&req.Filters.Screen, "screen", "", "only steps on this screen")
	c.flags.StringVar(&req.Filters.FlowTag, "flow-tag", "", "only sessions with this flow tag")
	c.flags.StringVar(&req.Filters.Tag, "tag", "", "only sessions with this tag")
	c.flags.StringVar(&req.Filters.GitBranch, "branch", "", "only sessions on this git branch")
	c.count(&req.Filters.SinceHours, "since-hours", 0, 720, "only sessions of the last N hours")
	c.flags.StringVar(&req.Ranker, "ranker", "", "\"spec\" ranks by spec 001's weights alone")
	c.flags.BoolVar(&req.Explain, "explain", false, "show how each score came about")
	words, h, err := c.parse(1, -1)
	if err != nil {
		return err
	}
	req.Query = strings.Join(words, " ")
	core, err := askCore(h, wire.CoreRequest{Op: wire.OpSearch, Search: &req})
	if err != nil {
		return err
	}
	if len(core.Steps) == 0 {
		fmt.Fprintln(c.out, "nothing found")
	}
	for i, s := range core.Steps {
		fmt.Fprintf(c.out, "%2d. %s  %s  on %s\n    %s\n", i+1, when(s.Timestamp), s.Tool, s.Screen, s.Snippet)
		if s.SessionGoal != "" {
			fmt.Fprintf(c.out, "    goal: %s (%s)\n", s.SessionGoal, s.SessionID)
		} else {
			fmt.Fprintf(c.out, "    session: %s\n", s.SessionID)
		}
		if req.Explain {
			explainTo(c.out, "    ", s.Score, s.Explain)
		}
	}
	return nil
}

func runSessions(_ context.Context, c *call) error {
	var req types.SessionsRequest
	c.count(&req.Limit, "limit", 10, 50, "how many")
	c.flags.StringVar(&req.Filters.FlowTag, "flow-tag", "", "only with this flow tag")
	c.flags.StringVar(&req.Filters.Tag, "tag", "", "only with this tag")
	c.flags.StringVar(&req.Filters.GitBranch, "branch", "", "only on this git branch")
	c.count(&req.Filters.SinceHours, "since-hours", 0, 720, "only of the last N hours")
	evidence := c.flags.String("evidence", "", "with outcome: what it was read from")
	args, h, err := c.parse(0, -1)
	if err != nil {
		return err
	}
	switch {
	case len(args) > 2 && args[0] == "outcome":
		return stateOutcomes(h, c, args[1:len(args)-1], args[len(args)-1], *evidence)
	case len(args) > 0:
		return usageError{"sessions"}
	}
	core, err := askCore(h, wire.CoreRequest{Op: wire.OpSessions, Sessions: &req})
	if err != nil {
		return err
	}
	if len(core.Sessions) == 0 {
		fmt.Fprintln(c.out, "no sessions")
		return nil
	}
	tab := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, s := range core.Sessions {
		goal := s.Goal
		if goal == "" {
			goal = "(browsing)"
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t%s\n", s.SessionID, when(s.CreatedAt), outcomeColumn(s), strings.Join(s.FlowTags, ","), goal)
	}
	return tab.Flush()
}

// outcomeColumn is a session's outcome in a word or two. Browsing that nobody
// launched has none.
func outcomeColumn(s types.SessionSummary) string {
	switch {
	case s.Outcome == types.SessionDone:
		return "done"
	case s.Outcome != "":
		return "tried, " + string(s.Outcome)
	case s.Goal == "":
		return "-"
	}
	return "tried"
}

// stateOutcomes keeps a person's word on sessions, one after the other.
func stateOutcomes(h home, c *call, ids []string, outcome, evidence string) error {
	for _, id := range ids {
		req := wire.OutcomeRequest{SessionID: id, Outcome: outcome, Evidence: evidence}
		if _, err := askOrStart(h, controlRequest{Want: wantOutcome, Outcome: &req}); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s is %s\n", id, outcome)
	}
	return nil
}

func runRecall(_ context.Context, c *call) error {
	var req types.RecallRequest
	c.flags.StringVar(&req.TaskHint, "hint", "", "the task at hand, to order what is known")
	c.flags.StringVar(&req.Language, "language", "", "en or zh")
	domain, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	if strings.Contains(domain[0], "://") {
		req.URL = domain[0]
	} else {
		req.Domain = domain[0]
	}
	core, err := askCore(h, wire.CoreRequest{Op: wire.OpRecall, Recall: &req})
	if err != nil {
		return err
	}
	if core.Recall.Context != "" {
		fmt.Fprintln(c.out, core.Recall.Context)
	}
	fmt.Fprintln(c.out, core.Recall.AISummary)
	return nil
}

// askCore puts one question to the core of the daemon.
func askCore(h home, req wire.CoreRequest) (*wire.CoreReply, error) {
	reply, err := askOrStart(h, controlRequest{Want: wantCore, Core: &req})
	if err != nil {
		return nil, err
	}
	if reply.Core.Error != nil {
		return nil, reply.Core.Error
	}
	return reply.Core, nil
}

// when prints an instant as people read it.
func when(t types.Time) string { return t.Std().Local().Format("2006-01-02 15:04") }

func runStatus(_ context.Context, c *call) error {
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	reply, err := askDaemon(h, controlRequest{Want: wantStatus})
	if err != nil {
		return err
	}
	reply.Status.print(c.out)
	return nil
}

func runStop(_ context.Context, c *call) error {
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	info, err := h.readDaemonInfo()
	if err != nil {
		info = daemonInfo{}
	}
	if _, err := askDaemon(h, controlRequest{Want: wantStop}); err != nil {
		return err
	}
	for end := time.Now().Add(stopGrace + time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if !daemonAnswers(h) {
			_, err := fmt.Fprintf(c.out, "stopped the daemon (process %d)\n", info.PID)
			return err
		}
	}
	return types.Fault(types.CodeInternal, fmt.Sprintf("the daemon (process %d) is still closing", info.PID), "wait, or look into "+h.log())
}

// daemonStatus is what `cairn status` shows.
type daemonStatus struct {
	daemonInfo
	Home        string       `json:"home"`
	Core        types.Status `json:"core"`
	Store       store.Stats  `json:"store"`
	Browsers    []string     `json:"browsers"`
	MCPSessions int          `json:"mcpSessions"`
	// Names says how far hiding names in older records has come.
	Names rewritingStatus `json:"names"`
	// Limits are those of all agents.
	Limits limits.Given `json:"limits,omitzero"`
	// Answers counts whose core said what is known of a page.
	Answers pilot.AnswerCounts `json:"answers"`
}

func (s *daemonStatus) print(out io.Writer) {
	fmt.Fprintf(out, "daemon     process %d, version %s, since %s\n", s.PID, s.Version, when(s.StartedAt))
	fmt.Fprintf(out, "data       %s%s\n", s.Home, encryptedWord(s.Store.Key))
	fmt.Fprintf(out, "mcp        http://127.0.0.1:%d/mcp\n", s.Port)
	fmt.Fprintf(out, "memory     %s, %s, %s, %d KiB on disk (%s a step)\n", counted(s.Core.Sessions, "session", "sessions"), counted(s.Core.Steps, "step", "steps"),
		counted(s.Core.Cards, "site", "sites"), s.Store.FileBytes>>10, counted(int(s.Store.BytesPerStep), "byte", "bytes"))
	if dropped := home(s.Home).lastDropped(); dropped != "" {
		fmt.Fprintf(out, "dropped    %s\n", dropped)
	}
	printStoreHealth(out, home(s.Home), s.Store)
	s.Names.print(out)
	for _, line := range limitLines(s.Limits) {
		fmt.Fprintf(out, "agents     %s\n", line)
	}
	if len(s.Browsers) == 0 {
		fmt.Fprintln(out, "browsers   none connected; cairn run opens one")
	}
	for _, b := range s.Browsers {
		fmt.Fprintf(out, "browser    %s\n", b)
	}
	fmt.Fprintf(out, "answers    %s\n", answersText(s.Answers))
}

// answersText says whose core answered what is known of the pages that agents
// described, and why it was not the extension's.
func answersText(a pilot.AnswerCounts) string {
	text := fmt.Sprintf("%d by the extension's core, %d by the companion's", a.Extension, a.Companion)
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(a.Why)) {
		why = append(why, fmt.Sprintf("%s %d", reason, a.Why[reason]))
	}
	if len(why) > 0 {
		text += " (" + strings.Join(why, ", ") + ")"
	}
	if a.Compared > 0 {
		text += fmt.Sprintf("; %d compared, %d differ", a.Compared, a.Differed)
	}
	return text
}
