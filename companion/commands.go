package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"cairn/companion/version"
)

// limitsHelp is about the limits of agents.
const limitsHelp = "--allow-origins and --deny-origins say on which origins agents may look and act:\npatterns such as https://*.example.com (the hosts below example.com) or\nhttp://127.0.0.1:*, with commas between them; what is denied is denied whatever is allowed.\n--confirm risky has actions that pay, send, delete, grant, sign or publish\nconfirmed: by a token that the agent repeats, or by you in the panel; with\n--confirm person by you alone."

// commands lists the verbs in the order in which help shows them.
func commands() []*command {
	return []*command{
		{name: "run", args: "[--headless] [--keep needed|full] [--encrypt] [--allow-upload DIR] [--port N] [--devtools-port N] [--allow-origins LIST] [--deny-origins LIST] [--confirm MODE] [--load-extension DIR]... [--browser NAME] [--profile DIR] [--attach URL] [URL]", run: runRun,
			about: "start the daemon and a browser that remembers; Ctrl-C ends both",
			more:  "The browser opens with the extension loaded, in a profile of Cairn's own.\n--browser names another one than the first that is found (cairn doctor lists them).\n--profile DIR opens it with a copy of your profile, so that you are signed in: cookies,\nstorage of sites and settings are copied; passwords, cards, history, bookmarks, tabs and\nextensions are not. --attach joins a browser that you started with\n--remote-debugging-port=9222; it goes on when Cairn ends.\nWithout a display it runs headless. It keeps all names that pages show; with\n--keep needed those of what was used, and hashes of the others. With --keep full\nwhat older versions recorded keeps its names, too: see cairn help rewrite.\n" + limitsHelp + "\nGiven here they hold for every agent of the data directory from now on; an empty\nlist lifts one."},
		{name: "serve", args: "[--keep needed|full] [--encrypt] [--allow-upload DIR] [--port N] [--allow-origins LIST] [--deny-origins LIST] [--confirm MODE] [--load-extension DIR]... [--browser NAME] [--profile DIR] [--attach URL]", run: runServe,
			about: "start the daemon alone, for a browser of your own",
			more:  "Load the extension that `cairn extension DIR` writes into your browser."},
		{name: "mcp", args: "[--tools memory|core|all] [--tool-prefix P] [--language en|zh] [--allow-upload DIR] [--allow-origins LIST] [--deny-origins LIST] [--confirm MODE] [--wrap [--goal TASK] -- COMMAND …]", run: runMCP,
			about: "MCP server on standard input and output; finds or starts the daemon",
			more:  "This is the command that an MCP client starts. --tools memory offers the\nmemory tools alone, for use beside another browser driver; core what a task in\nthe browser needs; all, the usual set, searching and looking in other ways, too.\nOver HTTP the address says it: /mcp?tools=memory.\n--allow-upload DIR lets the agent give the files below DIR to pages (mm_upload);\nwithout it, none. Over HTTP, cairn run and cairn serve take it.\n--tool-prefix x_ renames mm_click to x_click and so on.\n--wrap -- npx @playwright/mcp@latest starts that server instead and passes everything\nthrough; its answers then also say what worked on a page before.\n" + limitsHelp + "\nGiven here they hold for this client, besides those given to cairn run."},
		{name: "demo", args: "[--headed] [--keep]", run: runDemo,
			about: "play two agent sessions on the sample wallet, the second with memory",
			more:  "Uses a data directory of its own, removed at the end unless --keep."},
		{name: "setup", args: "[--yes] [--remove | --print] [--tools memory|core|all] [--allow-origins LIST] [--deny-origins LIST] [--confirm MODE] [CLIENT …]", run: runSetup,
			about: "write Cairn into the configuration of MCP clients, after showing the change",
			more:  "Clients: claude-desktop, claude-code, cursor, vscode, codex; without a name all\nthat are found. A file is saved once as it was before. --remove takes the\nentry out again."},
		{name: "extension", args: "[--all-sites] [--keep needed|full] DIR", run: runExtension,
			about: "write the unpacked extension, paired with this companion, to DIR",
			more:  "In your browser it asks you for each site, or once for all. --all-sites is for\na browser that a program drives, where no person can answer: it has access to\nevery site and remembers them all. --keep is the mode until somebody chooses one\nin the browser: needed, or full with --all-sites."},
		{name: "install-browser", args: "[--from URL] [VERSION]", run: runInstallBrowser,
			about: "fetch Chrome for Testing, a browser for programs, where none is installed",
			more:  "Fetches Google's stable build, or the newest whose version begins with VERSION\n(150, or 150.0.7871.24), into your cache directory, and checks it. Your own\nbrowser and its settings stay as they are. --from names a mirror."},
		{name: "pair", args: "[--new]", run: runPair,
			about: "show the code that pairs an extension that was installed otherwise",
			more:  "--new makes a new key and a new token first, when somebody may have seen them:\nbrowsers and MCP clients over HTTP that had the ones before are cut off at once.\nNothing that is remembered changes."},
		{name: "status", args: "", run: runStatus,
			about: "show the state of daemon, link and store"},
		{name: "doctor", args: "[--json] [EXTENSION-DIR]", run: runDoctor,
			about: "check everything that Cairn needs, and say what mends what is wrong",
			more:  "Works with and without a running daemon, and changes nothing. Name the\ndirectory of an extension that you loaded yourself to have it checked too.\nThe exit status is 1 when something is wrong; a warning is not."},
		{name: "stats", args: "[--json]", run: runStats,
			about: "whether memory helps: suggestions followed, and what came of it"},
		{name: "stop", args: "", run: runStop,
			about: "end the daemon"},
		{name: "search", args: "[--limit N] [--screen S] [--flow-tag T] [--since-hours N] [--ranker spec] [--explain] QUERY", run: runSearch,
			about: "find steps in everything remembered"},
		{name: "sessions", args: "[--limit N] [--flow-tag T] [--tag T] | outcome ID … done|failed|abandoned|unknown [--evidence TEXT]", run: runSessions,
			about: "list recent sessions, or say what became of them",
			more:  "Only sessions that are done teach how a task is done. An agent states the\noutcome when it ends its session; yours holds against it. Sessions of which\nnobody said anything, all of those from before outcomes were stated too, are\ntried: their steps still feed suggestions, with less weight."},
		{name: "recall", args: "[--hint TASK] DOMAIN", run: runRecall,
			about: "what is remembered of a site"},
		{name: "card", args: "list | show | history | add | edit | pin | unpin | delete | clear | restore | export | import …", run: runCard,
			about: "look at what is remembered of sites, and correct it",
			more:  cardUsage},
		{name: "site", args: "alias NAME PATTERN... | list | remove NAME [PATTERN...]", run: runSite,
			about: "name an application whose address changes, so that its addresses share one memory",
			more:  siteUsage},
		{name: "contexts", args: "[remove NAME]", run: runContexts,
			about: "list browser contexts, or remove one",
			more:  contextsUsage},
		{name: "kb", args: "list | show | confirm | delete | note | report | export | import …", run: runKB,
			about: "known ways to do tasks, and what went wrong with them",
			more:  kbUsage},
		{name: "flow", args: "list | show | run | export | import | rename | forget …", run: runFlow,
			about: "run a known way to do a task again, without a model; take it along as text",
			more:  flowUsage},
		{name: "forget", args: "--session ID | --step ID | --site HOST | --origin ORIGIN [--test-id ID | --role R --name N] | [--since T] [--until T] | --everything | --undo [--yes]", run: runForget,
			about: "remove from memory, with a receipt",
			more:  "Removes from search, suggestions, site memory, the store, its backups and every\nbrowser. --origin and --site narrow --since and --until. The last forgetting can\nbe taken back for a minute (--undo), everything never. Everything and spans of\ntime are asked for; --yes answers."},
		{name: "export", args: "DIR | --session ID --format recorder|playwright|skill|layout [FILE|DIR]", run: runExport,
			about: "write everything as <session>/session.json and steps/*.json, or one session",
			more:  "What is written is plain text, also where the store is encrypted.\nrecorder is the JSON of Chrome's DevTools Recorder, playwright a test for\n@playwright/test, skill a SKILL.md for agents. Without FILE it is printed. What\nwas typed and not kept is asked for: a test reads it from the environment."},
		{name: "import", args: "DIR | RECORDING.json", run: runImport,
			about: "read what export wrote, or a recording of Chrome's DevTools Recorder"},
		{name: "store", args: "verify | salvage | backup", run: runStore,
			about: "look after the file that everything is remembered in",
			more:  "verify reads it from end to end and exits with 1 when it is damaged.\nsalvage keeps all that is sound; the daemon does the same when it starts.\nbackup writes a copy beside it and keeps the last three. What is forgotten\nlater is taken out of the copies too."},
		{name: "encrypt", args: "on [--key-file] | off | status", run: runEncrypt,
			about: "encrypt what is remembered on this disk, or no longer",
			more:  "on rewrites the store and its backups with AES-256-GCM, off makes them plain again;\nno daemon may run meanwhile. The key lies in the keychain of the system, or in\nencryption.key in the data directory where there is none (or with --key-file).\nWithout the key the store does not open and cannot be read. Screenshots,\nexports and the browser's own profile stay as they are."},
		{name: "rewrite", args: "[--site HOST]", run: runRewrite,
			about: "hide the names that are not needed in what was recorded by hand before",
			more:  "The first start does it once for what older versions recorded, unless it has\n--keep full. It rewrites browsing that was not launched by an agent, and what\npeople and other drivers did; what agents did in their own sessions keeps its\nnames. Until it is done, ending Cairn leaves everything as it was; afterwards\nthe names are gone from the store and its backups, and nothing brings them\nback. Screenshots and exports stay as they are."},
		{name: "eval", args: "suggest | search --docs F --queries F | redact [--classes F] [--ordinary F] [--keep needed|full] [--show N]", run: runEval,
			about: "measure suggestions, search and redaction on recorded sets",
			more:  "suggest answers a replay of recorded sessions on standard input, line by line.\nsearch ranks documents for queries and prints {\"qid\", \"ranked\"} lines.\nredact remembers every text of a file of secrets ({\"class\", \"where\", \"text\",\n\"secret\"} lines; lines of a text are neighbouring elements; where is url, attr, typed or text)\nas a step and says which stay, and how many ordinary lines are touched.\nsignals shows what each signal of the suggestions is worth, and whether\nconfidence keeps its word. calibrate fits the weights of confidence, leaving out\none site after the other, and shows whether it keeps its word there."},
		{name: "version", args: "", about: "print the version", run: runVersion},
	}
}

func runVersion(_ context.Context, c *call) error {
	if _, err := parseAnywhere(c.flags, c.args); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.out, version.Text())
	return err
}

func findCommand(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return c
		}
	}
	return nil
}

func help(args []string, out, errw io.Writer) int {
	if len(args) > 1 {
		cmd := findCommand(args[1])
		if cmd == nil {
			fmt.Fprintf(errw, "cairn: there is no command %q\nhint: cairn help lists them\n", args[1])
			return 2
		}
		// Asking the command for help registers its flags.
		return run(context.Background(), []string{cmd.name, "--help"}, out, errw)
	}
	fmt.Fprint(out, "cairn: a browser that remembers what worked\n\nusage: cairn COMMAND [options]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(out, "  %-10s %s\n", c.name, c.about)
	}
	fmt.Fprint(out, "\ncairn help COMMAND says more. Every command takes --data DIR.\n")
	return 0
}

func printHelp(cmd *command, flags *flag.FlagSet, out io.Writer) {
	fmt.Fprintf(out, "usage: cairn %s\n\n%s\n", strings.TrimSpace(cmd.name+" "+cmd.args), cmd.about)
	if cmd.more != "" {
		fmt.Fprintf(out, "%s\n", cmd.more)
	}
	fmt.Fprintln(out)
	var options strings.Builder
	flags.SetOutput(&options)
	flags.PrintDefaults()
	fmt.Fprint(out, strings.ReplaceAll("\n"+options.String(), "\n  -", "\n  --")[1:])
}
