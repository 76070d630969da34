package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/flowfile"
	"cairn/companion/home"
	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

const (
	// paramEnv is the prefix of the environment variables that hold parameter values.
	paramEnv = "CAIRN_PARAM_"
	// flowTime is the default timeout for a whole run, and longestFlow the maximum.
	flowTime    = 5 * time.Minute
	longestFlow = time.Hour
	// cancelTime bounds the wait for an interrupted run to end.
	cancelTime = 20 * time.Second
)

// flowRun holds the options of cairn flow run.
type flowRun struct {
	input    tool.FlowInput
	given    map[string]string // by --param
	headless bool
	timeout  time.Duration
}

func runFlowVerb(c *call) *cobra.Command {
	r := &flowRun{given: map[string]string{}}
	cmd := tidyingUp(c.verb("run NAME", "Run a flow", func(ctx context.Context, h home.Dir, args []string) error {
		f, err := flowNamed(h, c, args[0])
		if err != nil {
			return err
		}
		params := flow.MarkLogin(f.Flow).Params
		if r.input.Params, err = r.values(ctx, c, params); err != nil {
			return err
		}
		if err := r.complete(params); err != nil {
			return err
		}
		r.input.Flow, r.input.TimeoutMs = f.ID, int(r.timeout.Milliseconds())
		if f.Path != "" {
			r.input.Flow = flowfile.FromRepository + f.ID
		}
		result, err := r.run(ctx, h, c, f.Flow)
		if err != nil {
			return err
		}
		return r.tell(c, result)
	}))
	cmd.Long = `It starts a browser where none is connected, says each step on standard error,
and stops before it could do the wrong thing. A value is asked for in
--param, in the variable CAIRN_PARAM_NAME, or at the terminal; secrets do not
belong on a command line. Ctrl-C stops after the step that is being done.
Exit status: 0 done, and verified by what the page at the end shows, or by its
address alone; 1 an error, nothing was begun; 2 the command was not understood;
3 stopped before the end; 4 all steps done, and the end is not verified.`
	cmd.Example = `  cairn flow run invite-member --param email=ada@example.com
  CAIRN_PARAM_PASSWORD="$secret" cairn flow run sign-in --headless --json`
	setFlag(cmd, "param", "NAME=VALUE", "a value; may be repeated. Not for secrets: others on this machine see command lines", r.param)
	flags := cmd.Flags()
	flags.StringVar(&r.input.URL, "url", "", "`URL` of the site to run on, such as that of a preview, instead of the recorded one")
	flags.BoolVar(&r.input.AllowRisky, "allow-risky", false, "the flow may do what pays, sends, deletes, grants, signs or publishes")
	flags.BoolVar(&r.input.DryRun, "dry-run", false, "only see whether the flow could begin")
	countFlag(cmd, &r.input.Until, "until", 0, 201, "pause before this step")
	flags.BoolVar(&r.headless, "headless", false, "a browser that is started has no window")
	flags.DurationVar(&r.timeout, "timeout", flowTime, "`TIME` for the whole run, such as 90s")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if r.timeout <= 0 || r.timeout > longestFlow {
			return usageError{message: fmt.Sprintf("--timeout %s is no time for a run", r.timeout), hint: "give up to " + longestFlow.String() + ", such as 90s or 5m"}
		}
		return nil
	}
	cmd.ValidArgsFunction = completeFlows(c)
	return c.reads(cmd)
}

// paramForm matches a --param.
var paramForm = regexp.MustCompile(`^([\pL\pN_]+)=((?s).*)$`)

func (r *flowRun) param(text string) error {
	parts := paramForm.FindStringSubmatch(text)
	if parts == nil {
		return fmt.Errorf("write NAME=VALUE")
	}
	if _, twice := r.given[parts[1]]; twice {
		return fmt.Errorf("%s is given twice", parts[1])
	}
	r.given[parts[1]] = parts[2]
	return nil
}

// values returns the values of the flow's parameters: from the command line, else from
// the environment, else from a question at the terminal.
func (r *flowRun) values(ctx context.Context, c *call, params []types.FlowParam) (map[string]string, error) {
	values := map[string]string{}
	for _, p := range params {
		value, given := r.given[p.Name]
		delete(r.given, p.Name)
		switch fromEnv, inEnv := os.LookupEnv(paramEnv + strings.ToUpper(p.Name)); {
		case given && p.Kind == types.FlowSecret:
			fmt.Fprintf(c.errOut, "cairn: warning: %s is a secret, and others on this machine can see command lines; give it in %s%s\n", p.Name, paramEnv, strings.ToUpper(p.Name))
		case !given && inEnv:
			value, given = fromEnv, true
		case !given && !p.Optional && c.terminal():
			var err error
			if value, err = c.ask(ctx, p); err != nil {
				return nil, err
			}
			given = value != "" || !p.Login
		}
		if !given {
			continue
		}
		if p.Kind == types.FlowFile {
			whole, err := wholePaths(value)
			if err != nil {
				return nil, err
			}
			value = whole
		}
		values[p.Name] = value
	}
	for name := range r.given {
		return nil, types.Invalid(fmt.Sprintf("the flow takes no value %.60s", name), "it takes: "+cmp.Or(paramNames(params), "none"))
	}
	return values, nil
}

// complete refuses a run whose values are not all there, before a daemon and a browser
// are started in vain. A dry run reports them, and a run that pauses may need none. Those of a
// login are needed only if the page asks for them.
func (r *flowRun) complete(params []types.FlowParam) error {
	if r.input.DryRun || r.input.Until > 0 {
		return nil
	}
	var missing []string
	for _, p := range params {
		if _, given := r.input.Params[p.Name]; !given && !p.Optional && !p.Login {
			missing = append(missing, p.Name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return types.Invalid("no value for "+strings.Join(missing, ", "),
		fmt.Sprintf("give each with --param NAME=VALUE or in %sNAME (%s%s); secrets only there", paramEnv, paramEnv, strings.ToUpper(missing[0])))
}

// wholePaths returns the files of a parameter, one on a line, as absolute paths: the
// daemon has another working directory.
func wholePaths(value string) (string, error) {
	var out []string
	for _, path := range strings.Split(value, "\n") {
		whole, err := filepath.Abs(path)
		if err == nil {
			whole, err = filepath.EvalSymlinks(whole)
		}
		if err != nil {
			return "", types.Fault(types.CodeNotFound, fmt.Sprintf("the file %s cannot be read", path), "name a file that exists")
		}
		out = append(out, whole)
	}
	return strings.Join(out, "\n"), nil
}

// ask reads a value from the terminal. It does not echo a secret.
func (c *call) ask(ctx context.Context, p types.FlowParam) (string, error) {
	fmt.Fprintf(c.errOut, "%s%s: ", p.Name, aboutParam(p))
	type read struct {
		line string
		err  error
	}
	typed := make(chan read, 1)
	var state *term.State
	if p.Kind == types.FlowSecret {
		defer fmt.Fprintln(c.errOut)
		state, _ = term.GetState(int(os.Stdin.Fd())) // restored when the user interrupts; nil without a terminal
	}
	go func() {
		line, err := c.readLine(p.Kind == types.FlowSecret)
		typed <- read{strings.TrimRight(line, "\r\n"), err}
	}()
	select {
	case <-ctx.Done():
		if state != nil {
			_ = term.Restore(int(os.Stdin.Fd()), state) // GetState worked before
		}
		return "", types.Fault(types.CodeInterrupted, "interrupted; nothing was begun", "run it again")
	case r := <-typed:
		switch {
		case errors.Is(r.err, errShown):
			return "", types.Invalid(fmt.Sprintf("the terminal would show %s as it is typed", p.Name), "give it in "+paramEnv+strings.ToUpper(p.Name))
		case r.err != nil && r.line == "":
			return "", types.Invalid(p.Name+" has no value", "give it with --param or in "+paramEnv+strings.ToUpper(p.Name))
		}
		return r.line, nil
	}
}

// errShown reports that the terminal cannot hide its input.
var errShown = errors.New("the terminal shows what is typed")

// readLine reads one line. The terminal does not echo a secret one.
func (c *call) readLine(secret bool) (string, error) {
	if !secret || c.lines != nil && c.lines.Buffered() > 0 { // input that was typed ahead was echoed already
		if c.lines == nil {
			c.lines = bufio.NewReader(c.in)
		}
		return c.lines.ReadString('\n')
	}
	if c.in != os.Stdin {
		return "", errShown
	}
	text, err := term.ReadPassword(int(os.Stdin.Fd()))
	if err != nil && !errors.Is(err, io.EOF) {
		err = errShown
	}
	return string(text), err
}

// run has the daemon run the flow. Closing our half of the connection cancels the run;
// the daemon then reports its progress.
func (r *flowRun) run(ctx context.Context, h home.Dir, c *call, f *types.Flow) (*tool.FlowResult, error) {
	options := []string{"--brief"}
	if r.headless {
		options = append(options, "--headless")
	}
	dir, _ := os.Getwd() // without one, there are no files around it
	r.input.Dir = dir
	conn, died, err := control.DialOrStart(h, c.errOut, options...)
	if err != nil {
		return nil, err
	}
	defer func() {
		conn.Close()
		if died != nil {
			select {
			case <-died:
			case <-time.After(control.BriefEnd):
			}
		}
	}()
	control.WriteLine(conn, control.Request{Want: control.WantFlowRun, Flow: &r.input, Dir: dir, Uploads: uploadsOf(f, r.input.Params)})
	stop := context.AfterFunc(ctx, func() {
		fmt.Fprintln(c.errOut, "cairn: stopping …")
		_ = conn.SetReadDeadline(time.Now().Add(cancelTime))
		if half, ok := conn.(*net.UnixConn); ok {
			_ = half.CloseWrite()
		}
	})
	defer stop()
	return control.FlowResult(json.NewDecoder(io.Reader(conn)), func(p tool.FlowProgress) {
		fmt.Fprintf(c.errOut, "%d/%d %s\n", p.Step, p.Total, console.OneLine(p.Does))
	})
}

// uploadsOf returns the directories of the files that the user passes to the flow.
func uploadsOf(f *types.Flow, values map[string]string) string {
	var dirs []string
	for _, p := range f.Params {
		if p.Kind == types.FlowFile && values[p.Name] != "" {
			for _, path := range strings.Split(values[p.Name], "\n") {
				dirs = append(dirs, filepath.Dir(path))
			}
		}
	}
	return strings.Join(dirs, string(os.PathListSeparator))
}

// tell prints how the run ended and returns the matching exit status.
func (r *flowRun) tell(c *call, result *tool.FlowResult) error {
	if err := c.show(result, func() error { return c.say("%s\n", resultText(result)) }); err != nil {
		return err
	}
	switch {
	case result.Status == tool.FlowStopped || result.Stop != nil:
		return exitStopped
	case result.Status == tool.FlowDone && !result.Verified:
		return exitUnverified
	}
	return nil
}

// againWith tells how to run a flow again that stopped for want of something.
var againWith = map[types.FlowReason]string{
	types.FlowNeedsParam: " Run it again with --param NAME=VALUE; secrets in " + paramEnv + "NAME.",
	types.FlowRisky:      " To allow it, run the flow again with --allow-risky.",
}

// resultText describes how a run ended.
func resultText(r *tool.FlowResult) string {
	took := fmt.Sprintf("%.1f s", float64(r.DurationMs)/1000)
	switch r.Status {
	case tool.FlowDry:
		if r.Stop != nil {
			break
		}
		return fmt.Sprintf("%s: nothing was done; all values are there, and nothing speaks against its first step", r.Flow)
	case tool.FlowPaused:
		return fmt.Sprintf("%s paused before step %d of %d\n%s", r.Flow, r.Done+1, r.Total, leftText(r))
	case tool.FlowDone:
		text := fmt.Sprintf("%s: all %s done in %s, %s", r.Flow, console.Counted(r.Total, "step", "steps"), took, r.Proof.Words())
		for _, a := range r.Appeared[:min(5, len(r.Appeared))] {
			text += "\n  appeared: " + console.OneLine(a)
		}
		return text
	}
	text := fmt.Sprintf("%s stopped after %d of %s in %s", r.Flow, r.Done, console.Counted(r.Total, "step", "steps"), took)
	if s := r.Stop; s != nil {
		text += fmt.Sprintf("\n  step %d, %s: %s", s.Step, s.Reason, console.OneLine(s.Message))
		if hint := console.OneLine(s.Hint); hint != "" {
			text += "\n  hint: " + hint + againWith[s.Reason]
		}
	}
	return strings.TrimRight(text+"\n"+leftText(r), "\n")
}

func leftText(r *tool.FlowResult) string {
	var b strings.Builder
	for i, step := range r.Remaining {
		fmt.Fprintf(&b, "  not done: %d. %s\n", r.Done+1+i, console.OneLine(step))
	}
	return strings.TrimRight(b.String(), "\n")
}
