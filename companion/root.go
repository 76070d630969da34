package main

import (
	"context"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/companion/version"
)

// The groups in which help shows the commands.
const (
	groupStart = "start"
	groupAsk   = "ask"
	groupMend  = "mend"
	groupTeam  = "team"
	groupCare  = "care"
)

func newRoot(c *call) *cobra.Command {
	cobra.EnableCommandSorting = false // help shows them in this order
	root := &cobra.Command{Use: "cairn COMMAND", Short: "A browser that remembers what worked.", SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		Args: cobra.ArbitraryArgs, Example: `  cairn run                      a browser that remembers, and the daemon
  cairn setup                    connect the MCP clients of this machine
  cairn search "send eth"        search recorded steps
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
	_ = root.MarkPersistentFlagDirname("data") // the flag exists
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd, c.out) })
	for _, g := range []struct {
		id, title string
		verbs     []*cobra.Command
	}{
		{groupStart, "Start and connect", []*cobra.Command{runVerb(c), serveVerb(c), mcpVerb(c), setupVerb(c), extensionVerb(c), pairVerb(c), installBrowserVerb(c), stopVerb(c), demoVerb(c)}},
		{groupAsk, "Query", []*cobra.Command{searchVerb(c), sessionsVerb(c), recallVerb(c), mapVerb(c), statsVerb(c), flowGroup(c), kbGroup(c), cardGroup(c)}},
		{groupMend, "Edit, delete and export", []*cobra.Command{forgetVerb(c), siteGroup(c), contextsVerb(c), rewriteVerb(c), exportVerb(c), importVerb(c)}},
		{groupTeam, "Team", []*cobra.Command{teamGroup(c)}},
		{groupCare, "Maintenance", []*cobra.Command{statusVerb(c), doctorVerb(c), storeGroup(c), encryptGroup(c), evalGroup(c), upgradeVerb(c), versionVerb(c)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, verb := range g.verbs {
			verb.GroupID = g.id
			root.AddCommand(verb)
		}
	}
	root.AddCommand(append(topics(), manVerb())...)
	root.SetHelpCommand(helpVerb(c))
	root.SetHelpCommandGroupID(groupCare)
	root.SetCompletionCommandGroupID(groupCare)
	describeCompletion(root)
	return root
}

// describeCompletion gives cobra's completion command and its subcommands, one for
// each shell, our help.
func describeCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	cmd.Use, cmd.Short, cmd.Args, cmd.RunE = "completion SHELL", "Print a shell completion script", cobra.ArbitraryArgs, unknownCommand
	cmd.Long = "cairn help completion SHELL says how to install it."
	for _, shell := range cmd.Commands() {
		shell.Args = operands
	}
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

func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "daemon", Short: "when the daemon starts and ends", Long: `One daemon per data directory owns the store.

cairn run and cairn serve are the daemon, until you end them.
cairn mcp, which MCP clients start, finds the daemon or starts one in the background.
That one ends ten minutes after its last use: no client connected, and no browser
linked except its own headless one.
Commands that query or change records start a daemon if none runs, and it ends with
them (after cairn forget, when the deletion can no longer be undone).
status, doctor, pair, stop, store, encrypt, extension, setup, eval, version and help
start none. Arguments are checked before a daemon is started.`},
		{Use: "exit-status", Short: "exit statuses of all commands", Long: `0  done
1  failed: standard error has the reason and the next step
2  invalid command line; nothing was started
3  cairn flow run: the flow stopped before its end
4  cairn flow run: all steps were done, and the end is not verified
5  cairn serve: another daemon uses the data directory
130  ended by Ctrl-C before it was done (143: by SIGTERM)
cairn mcp --wrap ends with the status of the wrapped server.`},
		{Use: "environment", Short: "environment variables", Long: `CAIRN_HOME         the data directory, unless --data is given
CAIRN_CHROMIUM     the browser to start
CAIRN_GOAL         the task of a session of cairn mcp --wrap
CAIRN_LANGUAGE     en or zh: the default language of site memory
CAIRN_PARAM_NAME   a value for cairn flow run, for example a secret
NO_COLOR           no colours and bold text`},
	}
}

func versionVerb(c *call) *cobra.Command {
	return c.reads(plainVerb("version", "Print version, commit, platform and protocol", func(context.Context, []string) error { return c.printVersion() }))
}

func (c *call) printVersion() error {
	info := version.Read()
	return c.show(info, func() error { return c.say("%s\n", info) })
}
