package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"

	"github.com/mark3labs/mcp-go/mcp"
)

// sendTo does the task of sendFlow by hand, as an agent that has explored before.
func (w *world) sendTo(name, amount, recipient string) {
	w.t.Helper()
	a := w.stdioAgent(name)
	a.do("mm_launch", map[string]any{"goal": "Transfer " + amount + " ETH to " + recipient, "flowTags": []string{"send"}, "url": w.site})
	for _, step := range sendFlow {
		args := map[string]any{}
		for key, value := range step.args {
			args[key] = value
		}
		switch args["testId"] {
		case "send-recipient":
			args["text"] = recipient
		case "send-amount":
			args["text"] = amount
		}
		a.do(step.tool, args)
	}
	a.do("mm_wait_for", map[string]any{"testId": "activity-list"})
	a.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the activity list shows it"})
}

// offeredFlow finds the call that an answer offers.
var offeredFlow = regexp.MustCompile(`(?m)^known flow: mm_run_flow (\{.*\}) \((.*)\)$`)

// command runs cairn with variables in a directory, and tells its two outputs apart.
func (w *world) command(dir string, env []string, args ...string) (exit int, out, said string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, cairnBinary, append(args, "--data", w.home)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// TestAKnownTaskIsOneCall has an agent send money, and then another agent and the
// command line do it again by the flow that it left: with other values, from a file,
// and not without the values that the flow needs.
func TestAKnownTaskIsOneCall(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	w.sendTo("explorer", "0.1", "0x9c41ee07")

	b := w.stdioAgent("second")
	offer := offeredFlow.FindStringSubmatch(b.do("mm_launch", map[string]any{"goal": "Transfer 0.2 ETH to 0x2f00aa11", "url": w.site}).Text)
	if offer == nil {
		t.Fatal("mm_launch offers no flow")
	}
	if again := offeredFlow.FindStringSubmatch(b.do("mm_describe_screen", nil).Text); again == nil || again[0] != offer[0] {
		t.Errorf("mm_describe_screen offers %q, mm_launch %q", again, offer[0])
	}
	if found := offeredFlow.FindStringSubmatch(b.do("kb_search", map[string]any{"query": "Transfer 0.2 ETH to 0x2f00aa11"}).Text); found == nil || found[0] != offer[0] {
		t.Errorf("kb_search offers %q, mm_launch %q", found, offer[0])
	}
	var args struct {
		Flow   string
		Params map[string]string
	}
	if err := json.Unmarshal([]byte(offer[1]), &args); err != nil || !strings.Contains(offer[2], "asks: ") || len(args.Params) != 2 {
		t.Fatalf("%v: the offer is %q", err, offer[0])
	}
	flow, secret := args.Flow, regexp.MustCompile(`asks: (\w+)`).FindStringSubmatch(offer[2])[1]
	env := []string{"CAIRN_PARAM_" + strings.ToUpper(secret) + "=" + password}

	t.Run("the second agent does it in one call", func(t *testing.T) {
		args.Params[secret] = password
		answer, progress := b.runFlow(map[string]any{"flow": flow, "params": args.Params, "allowRisky": true})
		if !strings.HasPrefix(answer, "done: all ") || !strings.Contains(answer, ", verified by what the page shows\n") || len(progress) != len(sendFlow) || strings.Contains(answer+fmt.Sprint(progress), password) {
			t.Errorf("it answers %s\nafter %q", answer, progress)
		}
		if !strings.Contains(b.do("mm_describe_screen", nil).Text, "0.2 ETH") {
			t.Error("the wallet does not show the transfer")
		}
		b.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the activity list shows it"})
	})

	dir := t.TempDir()
	var params []string
	for name := range args.Params {
		if name != secret {
			value := map[bool]string{true: "0.3", false: "0x77cc01ab"}[strings.HasPrefix(args.Params[name], "0.")]
			params = append(params, "--param", name+"="+value)
		}
	}
	run := append([]string{"flow", "run", flow}, params...)
	t.Run("the command line stops where it may not go on", func(t *testing.T) {
		var r tool.FlowResult
		// A browser that is signed in needs no password. This one is not.
		exit, out, said := w.command(dir, nil, append(run[:len(run):len(run)], "--allow-risky", "--json")...)
		if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 3 || r.Done != 0 || r.Stop == nil || r.Stop.Reason != types.FlowNeedsParam || !slices.Equal(r.Stop.Params, []string{secret}) {
			t.Errorf("without the password it exits with %d, %v: %s\n%s", exit, err, out, said)
		}
		exit, out, said = w.command(dir, env, append(run[:len(run):len(run)], "--json")...)
		r = tool.FlowResult{}
		if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 3 || r.Status != tool.FlowStopped || r.Stop == nil || r.Stop.Reason != types.FlowRisky || len(r.Remaining) == 0 {
			t.Errorf("without permission it exits with %d, %v: %s\n%s", exit, err, out, said)
		}
	})
	t.Run("the command line does it with other values", func(t *testing.T) {
		exit, out, said := w.command(dir, env, append(run, "--allow-risky", "--json")...)
		var r tool.FlowResult
		if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 0 || r.Status != tool.FlowDone || !r.Verified || r.Done != len(sendFlow) {
			t.Errorf("it exits with %d, %v: %s\n%s", exit, err, out, said)
		}
		if lines := strings.Split(strings.TrimSpace(said), "\n"); len(lines) != len(sendFlow) || !strings.HasPrefix(lines[0], fmt.Sprintf("1/%d ", len(sendFlow))) || strings.Contains(out+said, password) {
			t.Errorf("it says %s", said)
		}
	})
	t.Run("an interrupt ends the run between two steps", func(t *testing.T) {
		r, exit := w.interrupted(dir, env, append(run, "--allow-risky", "--json")...)
		if exit != 3 || r.Stop == nil || r.Stop.Reason != types.FlowCancelled || r.Done >= len(sendFlow) || len(r.Remaining) == 0 {
			t.Errorf("it exits with %d: %s", exit, asJSON(t, r))
		}
	})
	t.Run("a flow is taken along as a file", func(t *testing.T) { w.flowAsFile(flow, dir, env, params) })
	w.wantNoTrace(t, password)
}

// interrupted runs a flow and interrupts it at its first step, as Ctrl-C does.
func (w *world) interrupted(dir string, env []string, args ...string) (r tool.FlowResult, exit int) {
	w.t.Helper()
	cmd := exec.Command(cairnBinary, append(args, "--data", w.home)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout = &out
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "1/") {
			_ = cmd.Process.Signal(os.Interrupt)
		}
	}
	_ = cmd.Wait()
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		w.t.Errorf("%v: %s", err, out.String())
	}
	return r, cmd.ProcessState.ExitCode()
}

// runFlow calls mm_run_flow and collects the messages before its answer.
func (a *agent) runFlow(args map[string]any) (answer string, progress []string) {
	a.t.Helper()
	heard := make(chan string, 1000)
	a.client.GetTransport().SetNotificationHandler(func(n mcp.JSONRPCNotification) {
		if n.Method == "notifications/progress" {
			heard <- fmt.Sprint(n.Params.AdditionalFields["progress"], "/", n.Params.AdditionalFields["total"], " ", n.Params.AdditionalFields["message"])
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = "mm_run_flow", args
	req.Params.Meta = &mcp.Meta{ProgressToken: "run"}
	res, err := a.client.CallTool(ctx, req)
	if err != nil {
		a.t.Fatal(err)
	}
	for _, part := range res.Content {
		if text, ok := part.(mcp.TextContent); ok {
			answer += text.Text
		}
	}
	for len(heard) > 0 {
		progress = append(progress, <-heard)
	}
	return answer, progress
}

// flowAsFile exports a flow, forgets it, runs it from its file, and takes it in again.
func (w *world) flowAsFile(flow, dir string, env, params []string) {
	t := w.t
	t.Helper()
	file := filepath.Join(dir, ".cairn", "flows", flow+".yaml")
	expect := func(exit int, want string, args ...string) {
		t.Helper()
		got, out, said := w.command(dir, env, append([]string{"flow"}, args...)...)
		if got != exit || !strings.Contains(out+said, want) {
			t.Errorf("cairn flow %q exits %d with\n%s%s\nwant %d with %q", args, got, out, said, exit, want)
		}
	}
	entries := func() (all []struct{ ID, Source, Path string }) {
		t.Helper()
		_, out, _ := w.command(dir, env, "flow", "list", "--json")
		if err := json.Unmarshal([]byte(out), &all); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return all
	}
	expect(0, "added     ", "export", "--dir", ".cairn")
	expect(0, "unchanged ", "export", "--dir", ".cairn")
	text, err := os.ReadFile(file)
	if err != nil || bytes.Contains(text, []byte(password)) || bytes.Contains(text, []byte("0x9c41ee07")) {
		t.Errorf("%v: the file is %s", err, text)
	}
	expect(1, "this is not a terminal: confirm with --yes", "forget", flow)
	expect(0, flow+" is forgotten", "forget", flow, "--yes")
	if all := entries(); len(all) != 1 || all[0].ID != flow || all[0].Source != "repository" || all[0].Path != ".cairn/flows/"+flow+".yaml" {
		t.Errorf("known are then %+v", all)
	}
	expect(1, "is a file of the repository", "forget", flow, "--yes")
	expect(1, "is a file of the repository", "rename", flow, "other")
	expect(0, "imported 1 flow: "+flow, "import", file)
	expect(0, "imported 1 flow: "+flow, "import", ".cairn")
	expect(0, flow+" is now pay-somebody", "rename", flow, "pay-somebody")
	expect(0, "pay-somebody: ", "show", "pay-somebody")
	if all := entries(); len(all) != 2 || all[0].ID != "pay-somebody" || all[0].Source != "imported" {
		t.Errorf("known are at last %+v", all)
	}
	expect(0, "verified", append([]string{"run", flow, "--allow-risky"}, params...)...)
	for _, format := range []string{"yaml", "playwright", "skill"} {
		expect(0, "", "export", "pay-somebody", "--format", format)
	}
}

// TestBadFlowCommands checks that bad command lines are answered exactly, and change nothing.
func TestBadFlowCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.yaml")
	if err := os.WriteFile(broken, []byte("title: [\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		args string
		exit int
		want string
	}{
		{"flow", 2, "cairn flow needs a command\nhint: it has: list, show"},
		{"flow fly", 2, `cairn flow has no command "fly"`},
		{"flow list", 0, "no flows yet; a session that ends as done leaves one, and cairn flow import reads files"},
		{"flow list --json", 0, "[]"},
		{"flow list x", 2, `unexpected operand "x"`},
		{"flow show", 2, "missing NAME"},
		{"flow show nothing", 1, "cairn: there is no flow \"nothing\"\nhint: cairn flow list shows them all"},
		{"flow run", 2, "missing NAME"},
		{"flow run a b", 2, `unexpected operand "b"`},
		{"flow run nothing", 1, "cairn: there is no flow \"nothing\""},
		{"flow run x --param y", 2, "--param y: write NAME=VALUE"},
		{"flow run x --param y=1 --param y=2", 2, "y is given twice"},
		{"flow run x --timeout 0s", 2, "--timeout 0s is no time for a run"},
		{"flow run x --timeout 2h", 2, "give up to 1h0m0s, such as 90s or 5m"},
		{"flow run x --timeout soon", 2, "--timeout soon: "},
		{"flow run x --until 0", 2, "give a number from 1 to 201"},
		{"flow run x --fast", 2, "cairn flow run has no flag --fast"},
		{"flow export", 2, "missing NAME"},
		{"flow export nothing", 1, "there is no flow"},
		{"flow export --dir " + empty, 1, "there are no flows of yours to write"},
		{"flow export x --dir " + empty + " --format skill", 2, "--dir is for yaml alone"},
		{"flow import", 2, "missing FROM"},
		{"flow import /nope", 1, "cairn: /nope cannot be read: no such file or directory\nhint: Name a file"},
		{"flow import " + broken, 1, "broken.yaml:"},
		{"flow import " + empty, 1, "there are no flows in"},
		{"flow rename a", 2, "missing NEW"},
		{"flow rename a b", 1, "there is no flow \"a\""},
		{"flow forget", 2, "missing NAME"},
		{"flow forget a --yes", 1, "there is no flow \"a\""},
	} {
		exit, out, said := w.command(dir, nil, strings.Fields(x.args)...)
		if exit != x.exit || !strings.Contains(out+said, x.want) {
			t.Errorf("cairn %s exits %d with\n%s%s\nwant %d with %q", x.args, exit, out, said, x.exit, x.want)
		}
	}
}
