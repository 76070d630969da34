package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/companion/version"
)

// The groups in which help shows the commands.
const (
	groupStart = "start"
	groupAsk   = "ask"
	groupMend  = "mend"
	groupCare  = "care"
)

// newRoot makes the command cairn with all of its commands.
func newRoot(c *call) *cobra.Command {
	cobra.EnableCommandSorting = false // help shows them in this order
	root := &cobra.Command{Use: "cairn COMMAND", Short: "A browser that remembers what worked.", SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		Args: cobra.ArbitraryArgs, Example: `  cairn run                      a browser that remembers, and the daemon
  cairn setup                    let the MCP clients of this machine use it
  cairn search "send eth"        what is remembered
  cairn flow run invite-member   do a known task again, without a model`}
	showVersion := root.Flags().Bool("version", false, "print version, commit, platform and protocol")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return unknownCommand(cmd, args)
		case *showVersion:
			return c.printVersion()
		}
		return cmd.Help()
	}
	root.PersistentFlags().StringVar(&c.data, "data", "", "`DIR` that holds Cairn's data (default: $"+home.EnvHome+" or your user data directory)")
	_ = root.MarkPersistentFlagDirname("data") // the flag is there
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd, c.out) })
	for _, g := range []struct {
		id, title string
		verbs     []*cobra.Command
	}{
		{groupStart, "Start and connect", []*cobra.Command{runVerb(c), serveVerb(c), mcpVerb(c), setupVerb(c), extensionVerb(c), pairVerb(c), installBrowserVerb(c), stopVerb(c), demoVerb(c)}},
		{groupAsk, "Ask what is remembered", []*cobra.Command{searchVerb(c), sessionsVerb(c), recallVerb(c), statsVerb(c), flowGroup(c), kbGroup(c), cardGroup(c)}},
		{groupMend, "Correct, forget and take along", []*cobra.Command{forgetVerb(c), siteGroup(c), contextsVerb(c), rewriteVerb(c), exportVerb(c), importVerb(c)}},
		{groupCare, "Look after Cairn", []*cobra.Command{statusVerb(c), doctorVerb(c), storeGroup(c), encryptGroup(c), evalGroup(c), versionVerb(c)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, verb := range g.verbs {
			verb.GroupID = g.id
			root.AddCommand(verb)
		}
	}
	root.AddCommand(append(topics(), manVerb(c))...)
	root.SetHelpCommand(helpVerb(c))
	root.SetHelpCommandGroupID(groupCare)
	root.SetCompletionCommandGroupID(groupCare)
	describeCompletion(root)
	return root
}

// describeCompletion gives cobra's completion command, which has one command for each shell, our help.
func describeCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	cmd.Use, cmd.Short, cmd.Args, cmd.RunE = "completion SHELL", "Print a script that lets a shell complete cairn's commands", cobra.ArbitraryArgs, unknownCommand
	cmd.Long = "cairn help completion SHELL says how to install it."
}

func helpVerb(c *call) *cobra.Command {
	help := plainVerb("help [COMMAND...]", "Show what a command does", nil)
	help.RunE = func(cmd *cobra.Command, args []string) error {
		of, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return unknownCommand(of, rest)
		}
		printHelp(of, c.out)
		return nil
	}
	help.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		of, _, err := cmd.Root().Find(args)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(of), cobra.ShellCompDirectiveNoFileComp
	}
	return help
}

// topics are pages of help that are no commands.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "daemon", Short: "when the daemon starts, and when it ends", Long: `One daemon for each data directory owns what is remembered.

cairn run and cairn serve are the daemon, until you end them.
cairn mcp, which MCP clients start, finds the daemon or starts one in the background.
That one ends by itself ten minutes after its last use: no client is connected and no
browser linked, but for a headless one of its own.
Commands that ask or change what is remembered start one where none runs, and it ends
with them (after cairn forget when the forgetting can no longer be taken back).
status, doctor, pair, stop, store, encrypt, extension, setup, eval, version and help
start none. No command starts one before its arguments have been checked.`},
		{Use: "exit-status", Short: "what the exit status of a command says", Long: `0  done
1  failed: standard error says why, and what to do
2  the command line was not understood; nothing was begun
3  cairn flow run: the flow stopped before its end
4  cairn flow run: all steps were done, but the page at the end is another
5  cairn serve: another daemon has the data directory
cairn mcp --wrap ends with the status of the server that it stands in front of.`},
		{Use: "environment", Short: "variables that cairn reads", Long: `CAIRN_HOME         the data directory, where --data is not given
CAIRN_CHROMIUM     the browser to start
CAIRN_GOAL         the task of a session of cairn mcp --wrap
CAIRN_LANGUAGE     en or zh: the language of site memory for clients that choose none
CAIRN_PARAM_NAME   a value for cairn flow run; the place for secrets
NO_COLOR           no bold headings on a terminal`},
	}
}

func versionVerb(c *call) *cobra.Command {
	return c.reads(plainVerb("version", "Print version, commit, platform and protocol", func(context.Context, []string) error { return c.printVersion() }))
}

func (c *call) printVersion() error {
	info := version.Read()
	return c.show(info, func() error {
		_, err := fmt.Fprintln(c.out, info)
		return err
	})
}
