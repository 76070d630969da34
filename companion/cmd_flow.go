package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/flowfile"
	"cairn/companion/home"
	"cairn/shared/flow"
	"cairn/shared/types"
)

func flowGroup(c *call) *cobra.Command {
	g := group("flow", "Run a known task again, without a model; export it as text",
		listFlowsVerb(c), showFlowVerb(c), runFlowVerb(c), exportFlowsVerb(c), importFlowsVerb(c), renameFlowVerb(c), forgetFlowVerb(c))
	g.Long = `A flow holds the steps of one task. Flows are derived from sessions that ended as
done, and read from .cairn/flows in the working directory and its parents up to the
root of the repository. Files are yours to edit: rename and forget do not change
them. If two flows have the same name, repository:NAME is the file's.`
	g.Example = `  cairn flow list
  cairn flow run invite-member --param email=ada@example.com
  cairn flow export --dir .cairn`
	return g
}

// completeFlows completes the names of flows from a running daemon.
func completeFlows(c *call) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		h, err := home.Find(c.data)
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		reply, _ := control.Ask(h, control.Request{Want: control.WantFlows}) // without a daemon, only the repository's flows
		var ids []string
		for _, f := range withRepository(reply.Flows, io.Discard) {
			ids = append(ids, f.ID)
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}

// knownFlow holds a flow that can be run, and its file if it has one.
type knownFlow struct {
	*types.Flow
	Path string
}

// knownFlows returns the user's own flows and those of the repository around the
// working directory. It reports unreadable files on warn.
func knownFlows(h home.Dir, warn io.Writer) ([]knownFlow, error) {
	reply, err := control.AskOrStart(h, control.Request{Want: control.WantFlows})
	if err != nil {
		return nil, err
	}
	return withRepository(reply.Flows, warn), nil
}

// withRepository adds the flows of the repository to the user's own.
func withRepository(own []*types.Flow, warn io.Writer) (all []knownFlow) {
	for _, f := range own {
		all = append(all, knownFlow{Flow: f})
	}
	dir, err := os.Getwd()
	if err != nil {
		return all // a deleted directory has no flows
	}
	found := flowfile.Repository(dir)
	for _, p := range found.Problems {
		fmt.Fprintf(warn, "cairn: %s\n", strings.TrimPrefix(types.AsError(p.Err).Message, "cairn: "))
	}
	for _, f := range found.Flows {
		all = append(all, knownFlow{f.Flow, f.Path})
	}
	return all
}

// find returns the flow with a name: the user's own, else the repository's.
func find(all []knownFlow, name string) (knownFlow, error) {
	id, file := strings.CutPrefix(name, flowfile.FromRepository)
	for _, f := range all {
		if f.ID == id && (f.Path != "" || !file) {
			return f, nil
		}
	}
	var near []string
	for _, f := range all {
		if strings.Contains(f.ID, id) || strings.Contains(id, f.ID) {
			near = append(near, f.ID)
		}
	}
	hint := "cairn flow list shows them all"
	if len(near) > 0 {
		hint = "nearest: " + strings.Join(near[:min(5, len(near))], ", ")
	}
	return knownFlow{}, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no flow %.80q", name), hint)
}

// flowEntry is a flow in the list as JSON.
type flowEntry struct {
	ID      string            `json:"id"`
	Title   string            `json:"title"`
	Site    string            `json:"site"`
	Params  []types.FlowParam `json:"params"`
	Steps   int               `json:"steps"`
	Runs    types.FlowRuns    `json:"runs"`
	Risk    []string          `json:"risk"`
	Team    string            `json:"team,omitempty"` // whose, with the source team
	Source  string            `json:"source"`         // own, imported, repository or team
	Path    string            `json:"path,omitempty"`
	Version int               `json:"version"`
}

func listFlowsVerb(c *call) *cobra.Command {
	var site string
	cmd := c.verb("list", "List flows", func(_ context.Context, h home.Dir, _ []string) error {
		all, err := knownFlows(h, c.errOut)
		if err != nil {
			return err
		}
		if site != "" {
			all = slices.DeleteFunc(all, func(f knownFlow) bool { return !strings.Contains(f.Site, site) })
		}
		entries := []flowEntry{}
		for _, f := range all {
			entries = append(entries, flowEntry{f.ID, f.Title, f.Site, types.OrEmpty(f.Params), len(f.Steps), f.Runs, types.OrEmpty(risks(f.Flow)), f.Team, sourceWord(f.Flow), f.Path, f.Version})
		}
		return c.show(entries, func() error { return c.printFlows(all) })
	})
	cmd.Flags().StringVar(&site, "site", "", "only those of this `SITE`")
	return c.reads(cmd)
}

func (c *call) printFlows(all []knownFlow) error {
	if len(all) == 0 {
		return c.say("no flows yet; a session that ends as done leaves one, and cairn flow import reads files\n")
	}
	table := console.NewTable(c.out, "NAME", "TASK", "VALUES", "RUNS", "FROM")
	for _, f := range all {
		table.Row(f.ID, f.Title, cmp.Or(paramNames(f.Params), "-"), runsWord(f.Runs), fromWord(f))
	}
	return table.Print()
}

// risks lists the parts of a flow that need permission.
func risks(f *types.Flow) (all []string) {
	for _, s := range f.Steps {
		if s.Risk != "" && !slices.Contains(all, s.Risk) {
			all = append(all, s.Risk)
		}
	}
	return all
}

func sourceWord(f *types.Flow) string { return cmp.Or(string(f.Source), "own") }

// fromWord names the origin of a flow.
func fromWord(f knownFlow) string {
	switch {
	case f.Path != "":
		return f.Path
	case f.Source == types.FlowImported:
		return console.OneLine(f.Site) + ", imported"
	case f.Source == types.FlowTeam:
		return console.OneLine(f.Site) + ", team: " + console.OneLine(f.Team)
	}
	return console.OneLine(f.Site)
}

func paramNames(params []types.FlowParam) string {
	var names []string
	for _, p := range params {
		names = append(names, paramWord(p))
	}
	return strings.Join(names, ", ")
}

func paramWord(p types.FlowParam) string {
	switch {
	case p.Kind == types.FlowSecret:
		return p.Name + " (secret)"
	case p.Optional:
		return p.Name + " (optional)"
	}
	return p.Name
}

func runsWord(r types.FlowRuns) string {
	if r.OK+r.Stopped == 0 {
		return "none"
	}
	said := fmt.Sprint(r.OK)
	if r.Stopped > 0 {
		said += fmt.Sprintf(", %d stopped", r.Stopped)
	}
	if r.LastAt != 0 {
		said += ", last " + console.Ago(r.LastAt)
	}
	return said
}

func showFlowVerb(c *call) *cobra.Command {
	cmd := c.verb("show NAME", "Show the steps and values of a flow", func(_ context.Context, h home.Dir, args []string) error {
		f, err := flowNamed(h, c, args[0])
		if err != nil {
			return err
		}
		return c.show(f.Flow, func() error { return c.printFlow(f) })
	})
	cmd.ValidArgsFunction = completeFlows(c)
	return c.reads(cmd)
}

func (c *call) printFlow(f knownFlow) error {
	fmt.Fprintf(c.out, "%s: %s\nsite     %s\nbegins   %s\n", f.ID, console.OneLine(f.Title), console.OneLine(f.Site), console.OneLine(f.Start))
	params := flow.MarkLogin(f.Flow).Params
	for _, p := range params {
		fmt.Fprintf(c.out, "value    %s%s\n", paramWord(p), aboutParam(p))
	}
	for i, s := range f.Steps {
		mark := ""
		if s.Optional {
			mark += " (optional)"
		}
		if s.Risk != "" {
			mark += " (" + s.Risk + ": needs --allow-risky)"
		}
		fmt.Fprintf(c.out, "%3d. %s%s\n", i+1, console.OneLine(flow.Words(f.Flow, i, nil)), mark)
	}
	if end := endWords(f.End); end != "" {
		fmt.Fprintf(c.out, "ends     %s\n", end)
	}
	fmt.Fprintf(c.out, "runs     %s\nfrom     %s", runsWord(f.Runs), cmp.Or(f.Path, sourceWord(f.Flow)))
	if len(f.Evidence) > 0 {
		fmt.Fprintf(c.out, ", %s", console.Counted(len(f.Evidence), "session", "sessions"))
	}
	return c.say("\nrun it   cairn flow run %s%s\n", f.ID, paramArgs(params))
}

func aboutParam(p types.FlowParam) string {
	about := ""
	if p.Label != "" {
		about = ": " + console.OneLine(p.Label)
	}
	if len(p.Options) > 0 {
		about += ", such as " + console.OneLine(strings.Join(p.Options[:min(5, len(p.Options))], ", "))
	}
	if p.Login {
		about += " (only if the page asks for a login)"
	}
	return about
}

// paramArgs returns the options that every run needs. Secrets are passed another way.
func paramArgs(params []types.FlowParam) string {
	var b strings.Builder
	for _, p := range params {
		if p.Kind != types.FlowSecret && !p.Optional && !p.Login {
			fmt.Fprintf(&b, " --param %s=…", p.Name)
		}
	}
	return b.String()
}

// endWords describes how a run recognises the page at the end.
func endWords(end types.FlowScreen) string {
	var parts []string
	if end.Screen != "" {
		parts = append(parts, "on screen "+console.OneLine(end.Screen))
	}
	if end.Path != "" {
		parts = append(parts, "at "+console.OneLine(end.Path))
	}
	if len(end.Appeared) > 0 {
		parts = append(parts, "with "+console.OneLine(strings.Join(end.Appeared[:min(3, len(end.Appeared))], ", ")))
	}
	return strings.Join(parts, " ")
}

func flowNamed(h home.Dir, c *call, name string) (knownFlow, error) {
	all, err := knownFlows(h, c.errOut)
	if err != nil {
		return knownFlow{}, err
	}
	return find(all, name)
}

func renameFlowVerb(c *call) *cobra.Command {
	var title string
	cmd := c.verb("rename NAME NEW", "Give a flow another name", func(_ context.Context, h home.Dir, args []string) error {
		f, err := ownFlow(h, c, args[0])
		if err != nil {
			return err
		}
		if _, err := control.AskOrStart(h, control.Request{Want: control.WantEdit, Edit: &types.Edit{Flow: &types.FlowEdit{Op: types.FlowRename, ID: f.ID, To: args[1], Title: title}}}); err != nil {
			return err
		}
		return c.say("%s is now %s; back: cairn flow rename %s %s\n", f.ID, args[1], args[1], f.ID)
	})
	cmd.Flags().StringVar(&title, "title", "", "`TITLE` that says what the flow does, in a few words; its {parameters} must be those of the flow")
	cmd.ValidArgsFunction = completeFlows(c)
	return cmd
}

// ownFlow returns a flow of this memory. It refuses flows of a repository, which are
// files.
func ownFlow(h home.Dir, c *call, name string) (knownFlow, error) {
	f, err := flowNamed(h, c, name)
	if err == nil && f.Path != "" {
		err = types.Fault(types.CodeActionDenied, fmt.Sprintf("%s is a file of the repository, %s", f.ID, f.Path), "rename or delete the file")
	}
	return f, err
}

func forgetFlowVerb(c *call) *cobra.Command {
	cmd := c.asks(c.verb("forget NAME", "Delete a flow, but not its sessions", func(_ context.Context, h home.Dir, args []string) error {
		f, err := ownFlow(h, c, args[0])
		if err != nil {
			return err
		}
		if err := c.agree(fmt.Sprintf("This forgets the flow %s (%s, %s)", f.ID, console.OneLine(f.Title), console.Counted(len(f.Steps), "step", "steps"))); err != nil {
			return err
		}
		if _, err := control.AskOrStart(h, control.Request{Want: control.WantEdit, Edit: &types.Edit{Flow: &types.FlowEdit{Op: types.FlowForget, ID: f.ID}}}); err != nil {
			return err
		}
		return c.say("%s is forgotten. The sessions that it came from stay (cairn sessions), and make it no more; a file of it brings it back (cairn flow import), and so does doing the task again\n", f.ID)
	}))
	cmd.ValidArgsFunction = completeFlows(c)
	return cmd
}
