// Package demo runs two agent sessions on the sample wallet, with a separate daemon
// and browser: the second session finds its way with the first one's memory.
package demo

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"time"

	"cairn/companion/chromium"
	"cairn/companion/control"
	"cairn/companion/daemon"
	"cairn/companion/home"
	"cairn/companion/worth"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/testdata/pages"
)

// demoGoal is the goal of the demo's first agent.
const demoGoal = "Send 0.1 ETH to another account"

// demoPassword unlocks the sample wallet.
const demoPassword = "correct horse"

// demoWords are the second agent's values, by a word in the name of their parameter.
// Memory never holds them.
var demoWords = []struct{ field, text string }{
	{"password", demoPassword},
	{"recipient", "0x2f00aa11"},
	{"amount", "0.2"},
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
// another agent does the same task with one call.
type demo struct {
	home     home.Dir
	site     string
	out      io.Writer
	headless bool
}

// Play runs both sessions on the sample wallet, with the data directory h.
func Play(ctx context.Context, h home.Dir, out io.Writer, headless bool) error {
	if _, err := chromium.ThisMachine().Choose(""); err != nil {
		return err // before anything is started: a tool would say it to an agent
	}
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
	if err := d.withDaemon(ctx, d.secondSession, d.compare); err != nil {
		return fmt.Errorf("second session: %w", err)
	}
	return nil
}

func (d *demo) say(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

// withDaemon runs a daemon with its own browser, and the parts of a session in it.
func (d *demo) withDaemon(ctx context.Context, parts ...func(*rpcClient) error) error {
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
	client, err := startRPCClient(ctx, d.home, "cairn-demo")
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	defer client.conn.Close()
	for _, part := range parts {
		if err := part(client); err != nil {
			return cmp.Or(ctx.Err(), err) // the end of the daemon fails calls in several ways
		}
	}
	return nil
}

// firstSession is an agent that does not know the site: it describes each page before
// it acts, as any agent must. Where to act is scripted, as if it always chose right.
func (d *demo) firstSession(c *rpcClient) error {
	d.say("\n— Session A, without memory: %q —", demoGoal)
	if _, err := c.tool("mm_launch", map[string]any{"goal": demoGoal, "flowTags": []string{"send"}, "url": d.site}); err != nil {
		return err
	}
	const describe = "mm_describe_screen"
	for _, step := range []struct {
		tool string
		args map[string]any
	}{
		{describe, nil},
		{"mm_type", map[string]any{"testId": "unlock-password", "text": demoPassword}},
		{"mm_click", map[string]any{"testId": "unlock-submit"}},
		{describe, nil},
		{"mm_click", map[string]any{"testId": "coin-overview-send"}},
		{describe, nil},
		{"mm_type", map[string]any{"testId": "send-recipient", "text": "0x9c41ee07"}},
		{"mm_type", map[string]any{"testId": "send-amount", "text": "0.1"}},
		{"mm_click", map[string]any{"testId": "send-continue"}},
		{describe, nil},
		{"mm_click", map[string]any{"testId": "confirm-footer-button"}},
		{describe, nil},
		{"mm_click", map[string]any{"role": "button", "name": "Approve"}},
		{describe, nil},
	} {
		if err := d.call(c, step.tool, step.args); err != nil {
			return err
		}
	}
	return d.call(c, "mm_cleanup", map[string]any{"outcome": types.SessionDone, "evidence": "the activity list is shown"})
}

// secondSession is an agent with the same task and its own values. It makes the call
// that memory offers, and has the permission that the call asks for.
func (d *demo) secondSession(c *rpcClient) error {
	const goal = "Send 0.2 ETH to another account"
	d.say("\n— Session B, with memory: %q —", goal)
	launched, err := c.tool("mm_launch", map[string]any{"goal": goal, "url": d.site, "detail": "full"})
	if err != nil {
		return err
	}
	var result tool.LaunchResult
	if err := json.Unmarshal(launched.Structured.Result, &result); err != nil {
		return fmt.Errorf("mm_launch answer: %w", err)
	}
	if result.Flow == nil {
		return fmt.Errorf("mm_launch offers no flow: %s", launched.Text)
	}
	d.say("\nmm_launch answers:\n\n%s\n\nIts call, with the values of this task:\n", indent(launched.Text))
	params := maps.Clone(result.Flow.Params)
	if params == nil {
		params = map[string]string{}
	}
	for _, asked := range result.Flow.Missing {
		params[asked] = wordFor(asked)
	}
	ran, err := c.tool("mm_run_flow", map[string]any{"flow": result.Flow.Flow, "params": params, "allowRisky": true, "detail": "full"})
	if err != nil {
		return err
	}
	d.say("%s", indent(ran.Text))
	var run tool.FlowResult
	if err := json.Unmarshal(ran.Structured.Result, &run); err != nil {
		return fmt.Errorf("mm_run_flow answer: %w", err)
	}
	if run.Status != tool.FlowDone {
		return fmt.Errorf("the run is %s", run.Status)
	}
	return d.call(c, "mm_cleanup", map[string]any{"outcome": types.SessionDone, "evidence": "the run ended well"})
}

func (d *demo) call(c *rpcClient, name string, args map[string]any) error {
	shown, _ := json.Marshal(args) // only strings: cannot fail
	d.say("  %s %s", name, strings.TrimPrefix(string(shown), "null"))
	_, err := c.tool(name, args)
	return err
}

// compare prints both sessions side by side, as measured.
func (d *demo) compare(*rpcClient) error {
	reply, err := control.Ask(d.home, control.Request{Want: control.WantStats})
	if err != nil {
		return err
	}
	if len(reply.Stats.Tasks) != 1 {
		return fmt.Errorf("%d tasks were done twice, not one", len(reply.Stats.Tasks))
	}
	first, last, _ := worth.Done(reply.Stats.Tasks[0])
	d.say("\nThe same task without and with memory, as measured (cairn stats shows this for your own tasks):\n")
	if err := worth.SideBySide(d.out, "without", "with memory", first, last); err != nil {
		return err
	}
	d.say("\nThese agents are scripted and do not think: of the seconds, only the browser's are compared.")
	d.say("To use it: cairn run starts a browser that remembers, and cairn setup connects your MCP clients.")
	return nil
}

// wordFor returns the value of the agent's task for a parameter.
func wordFor(field string) string {
	for _, w := range demoWords {
		if strings.Contains(strings.ToLower(field), w.field) {
			return w.text
		}
	}
	return ""
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
}
