// Package demo runs two agent sessions on the sample wallet, with a separate daemon
// and browser: the second session finds its way with the first one's memory.
package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"cairn/companion/chromium"
	"cairn/companion/daemon"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/testdata/pages"
)

// demoGoal is the goal of the demo's first agent.
const demoGoal = "Send 0.1 ETH to another account"

// demoMaxSteps ends a second session that repeats itself.
const demoMaxSteps = 20

// demoWords are an agent's inputs for its own task, by a word in the name of their
// field. Memory never holds them.
var demoWords = []struct{ field, text string }{
	{"password", "correct horse"},
	{"recipient", "0x2f00aa11"},
	{"amount", "0.1"},
}

// serveSample serves the sample wallet on a free port of this machine.
func serveSample() (url string, stop func(), err error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("serve the sample app: %w", err)
	}
	server := &http.Server{Handler: http.FileServerFS(pages.Wallet()), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(l) }() // ends with Close
	return "http://" + l.Addr().String() + "/", func() { server.Close() }, nil
}

// demo runs the demonstration: one agent finds its way, the companion restarts, and
// another agent reaches the goal directly, without instructions.
type demo struct {
	home     home.Dir
	site     string
	out      io.Writer
	headless bool
}

// Play runs both sessions on the sample wallet, with the data directory h.
func Play(ctx context.Context, h home.Dir, out io.Writer, headless bool) error {
	site, stop, err := serveSample()
	if err != nil {
		return err
	}
	defer stop()
	d := &demo{home: h, site: site, out: out, headless: headless || !chromium.HasDisplay()}
	return d.play(ctx)
}

func (d *demo) play(ctx context.Context) error {
	d.say("The sample wallet is at %s, Cairn's data in %s.", d.site, d.home)
	if err := d.withDaemon(ctx, d.firstSession); err != nil {
		return fmt.Errorf("first session: %w", err)
	}
	d.say("\nThe companion and the browser have been stopped. They start again.")
	if err := d.withDaemon(ctx, d.secondSession); err != nil {
		return fmt.Errorf("second session: %w", err)
	}
	return nil
}

func (d *demo) say(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

// withDaemon runs a daemon with its own browser around one session.
func (d *demo) withDaemon(ctx context.Context, session func(*rpcClient) error) error {
	daemon, err := daemon.Open(d.home, daemon.Options{Port: -1, Headless: d.headless, Log: io.Discard})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- daemon.Serve(ctx) }()
	defer func() {
		cancel()
		<-ended
	}()
	client, err := startRPCClient(d.home, "cairn-demo")
	if err != nil {
		return err
	}
	defer client.close()
	return session(client)
}

// firstSession is an agent that knows the way, like an agent after exploration.
func (d *demo) firstSession(c *rpcClient) error {
	d.say("\n— Session A: %q —", demoGoal)
	if _, err := c.tool("mm_launch", map[string]any{"goal": demoGoal, "flowTags": []string{"send"}, "url": d.site}); err != nil {
		return err
	}
	for _, step := range []struct {
		tool string
		args map[string]any
	}{
		{"mm_type", map[string]any{"testId": "unlock-password", "text": "correct horse"}},
		{"mm_click", map[string]any{"testId": "unlock-submit"}},
		{"mm_click", map[string]any{"testId": "coin-overview-send"}},
		{"mm_type", map[string]any{"testId": "send-recipient", "text": "0x9c41ee07"}},
		{"mm_type", map[string]any{"testId": "send-amount", "text": "0.1"}},
		{"mm_click", map[string]any{"testId": "send-continue"}},
		{"mm_click", map[string]any{"testId": "confirm-footer-button"}},
		{"mm_click", map[string]any{"role": "button", "name": "Approve"}},
		{"mm_wait_for", map[string]any{"testId": "activity-list"}},
	} {
		if _, err := c.tool(step.tool, step.args); err != nil {
			return err
		}
		args, _ := json.Marshal(step.args) // only strings: cannot fail
		d.say("  %s %s", step.tool, args)
	}
	_, err := c.tool("mm_cleanup", map[string]any{"outcome": types.SessionDone, "evidence": "the activity list is shown"})
	return err
}

// secondSession is an agent that knows its own task and nothing of the site: it
// follows memory's first suggestion on each screen.
func (d *demo) secondSession(c *rpcClient) error {
	d.say("\n— Session B: launched at the wallet, without instructions —")
	if _, err := c.tool("mm_launch", map[string]any{"url": d.site}); err != nil {
		return err
	}
	for n := 1; n <= demoMaxSteps; n++ {
		screen, err := c.tool("mm_describe_screen", map[string]any{"detail": "full"})
		if err != nil {
			return err
		}
		next, where, err := firstSuggestion(screen)
		if err != nil {
			return err
		}
		if n == 1 {
			d.say("\nWhat mm_describe_screen answered on the first screen:\n\n%s\n\nWhat it did:", indent(screen.Text))
		}
		if next == nil || next.Action == "wait_for" {
			d.say("\nDone: on screen %q after %d actions, each the one suggested first.", where, n-1)
			return d.findFirst(c)
		}
		tool, args := actOn(next)
		if _, err := c.tool(tool, args); err != nil {
			return err
		}
		d.say("  on %-12s %s %s (confidence %.2f)", where, next.Action, describeTarget(next.PreferredTarget), next.Confidence)
	}
	return fmt.Errorf("still not done after %d actions", demoMaxSteps)
}

// findFirst shows that search finds session A by words that it did not contain.
func (d *demo) findFirst(c *rpcClient) error {
	found, err := c.tool("mm_knowledge_search", map[string]any{"query": "transfer tokens", "limit": 3})
	if err != nil {
		return err
	}
	d.say("\nmm_knowledge_search \"transfer tokens\" finds:\n\n%s", indent(found.Text))
	_, err = c.tool("mm_cleanup", map[string]any{"outcome": types.SessionDone, "evidence": "the way of the first session was gone to its end"})
	return err
}

// firstSuggestion parses the first suggestion, and the screen's name, in a
// mm_describe_screen answer.
func firstSuggestion(a *toolAnswer) (*types.SuggestedAction, string, error) {
	var result struct {
		State          types.State           `json:"state"`
		PriorKnowledge *types.PriorKnowledge `json:"priorKnowledge"`
	}
	if err := json.Unmarshal(a.Structured.Result, &result); err != nil {
		return nil, "", fmt.Errorf("describe_screen answer: %w", err)
	}
	if result.PriorKnowledge == nil || len(result.PriorKnowledge.SuggestedNextActions) == 0 {
		return nil, result.State.CurrentScreen, nil
	}
	return &result.PriorKnowledge.SuggestedNextActions[0], result.State.CurrentScreen, nil
}

// actOn converts a suggestion to a tool call.
func actOn(s *types.SuggestedAction) (tool string, args map[string]any) {
	args = map[string]any{}
	switch t := s.PreferredTarget; t.Type {
	case types.TargetA11yHint:
		args["role"], args["name"] = t.Hint.Role, t.Hint.Name
	default:
		args[t.Type] = t.Text
	}
	if s.Action == "type" {
		args["text"] = wordFor(describeTarget(s.PreferredTarget))
	}
	return "mm_" + s.Action, args
}

func wordFor(field string) string {
	for _, w := range demoWords {
		if strings.Contains(strings.ToLower(field), w.field) {
			return w.text
		}
	}
	return "demo"
}

func describeTarget(t types.PriorTarget) string {
	if t.Type == types.TargetA11yHint {
		return fmt.Sprintf("%s %q", t.Hint.Role, t.Hint.Name)
	}
	return t.Type + " " + t.Text
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
}
