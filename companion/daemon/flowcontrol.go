package daemon

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/flowfile"
	"cairn/companion/version"
	"cairn/shared/flow"
	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// serveFlow runs a flow for the command line. The client cancels the run by closing
// its half of the connection, and still gets an answer.
func (d *Daemon) serveFlow(ctx context.Context, req control.Request, conn io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, conn) // the client sends nothing but its end
		cancel()
	}()
	var mu sync.Mutex
	say := func(r control.FlowReply) {
		mu.Lock()
		defer mu.Unlock()
		control.WriteLine(conn, r)
	}
	client := tool.Client{Name: commandClient, Version: version.Commit, Dir: req.Dir, Uploads: req.Uploads}
	result, err := d.runFlow(ctx, client, req.Flow, func(p tool.FlowProgress) { say(control.FlowReply{Progress: &p}) })
	if err != nil {
		say(control.FlowReply{Reply: control.Reply{Error: types.AsError(err)}})
		return err
	}
	say(control.FlowReply{Result: result})
	return nil
}

// commandClient is the client name in sessions of cairn flow run.
const commandClient = "cairn flow run"

func (d *Daemon) runFlow(ctx context.Context, client tool.Client, in *tool.FlowInput, progress func(tool.FlowProgress)) (*tool.FlowResult, error) {
	if in == nil || in.Flow == "" {
		return nil, types.Invalid("no flow is named", "cairn flow list shows them")
	}
	held, err := limits.Parse(d.limits)
	if err != nil {
		return nil, err
	}
	agent := d.newAgent(client, held)
	defer agent.Close()
	result, err := agent.RunFlow(ctx, *in, progress)
	if agent.SessionID() != "" {
		// A verified run ends its session itself; other runs teach nothing.
		if _, endErr := agent.Cleanup(context.WithoutCancel(ctx), tool.CleanupInput{}); endErr != nil {
			d.log.Printf("end the session of a run: %v", endErr)
		}
	}
	return result, err
}

// importFlows reads a file of a flow, or all of a directory, and stores all of them or
// none.
func (d *Daemon) importFlows(ctx context.Context, path string, replace bool) (string, error) {
	flows, err := flowsIn(path)
	if err != nil {
		return "", err
	}
	for _, f := range flows {
		if err := flow.Check(f); err != nil {
			return "", fmt.Errorf("flow %s: %w", f.ID, err)
		}
		switch old := d.memory.Flow(f.ID); {
		case old == nil, replace, flowfile.Same(old, f):
		default:
			return "", types.Invalid(fmt.Sprintf("there is another flow %s already: %q", f.ID, console.OneLine(old.Title)),
				"rename the file, or rename the flow (cairn flow rename), or have it replaced with --replace")
		}
	}
	said := []string{}
	for _, f := range flows {
		f.Source = types.FlowImported
		if err := d.memory.Edit(ctx, types.Edit{Flow: &types.FlowEdit{Op: types.FlowPut, ID: f.ID, Flow: f}}); err != nil {
			return "", fmt.Errorf("flow %s: %w", f.ID, err)
		}
		said = append(said, f.ID)
	}
	return fmt.Sprintf("imported %s: %s", console.Counted(len(flows), "flow", "flows"), strings.Join(said, ", ")), nil
}

// flowsIn reads the flows of a file, of a .cairn directory, or of a directory of
// files.
func flowsIn(path string) ([]*types.Flow, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("%s cannot be read", path), "name a file that cairn flow export wrote, or a .cairn directory")
	}
	files := []string{path}
	if info.IsDir() {
		dir := path
		if inner := filepath.Join(path, "flows"); isDir(inner) {
			dir = inner
		}
		if files, err = filepath.Glob(filepath.Join(dir, "*.yaml")); err != nil || len(files) == 0 {
			return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("there are no flows in %s", path), "flows are files that end in .yaml")
		}
	}
	var flows []*types.Flow
	for _, file := range files {
		f, err := readFlow(file)
		if err != nil {
			return nil, err
		}
		flows = append(flows, f)
	}
	return flows, nil
}

// maxFlowFile bounds a file of a flow.
const maxFlowFile = 1 << 20

func readFlow(file string) (*types.Flow, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("%s cannot be read", file), "see whether you may read it")
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxFlowFile+1))
	if err != nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("%s cannot be read", file), "name a file of a flow")
	}
	return flowfile.Decode(file, text)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
