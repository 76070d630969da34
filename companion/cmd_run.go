package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/chromium"
	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/daemon"
	"cairn/companion/home"
	"cairn/extension"
	"cairn/shared/types"
)

// daemonFlags holds the flags of cairn run and cairn serve, which both run the daemon.
type daemonFlags struct {
	daemon.Options
	keep    *types.Keep
	limits  *home.AgentLimits
	uploads *uploadDirs
	load    []string
}

func (f *daemonFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.Headless, "headless", false, "start browsers without a window")
	f.keep = keepFlag(cmd)
	flags.BoolVar(&f.Encrypt, "encrypt", false, "encrypt the store from now on: see cairn help encrypt")
	f.uploads = uploadFlag(cmd)
	portFlag(cmd, &f.Port, "port", 1, "PORT on 127.0.0.1 (default: 17837, or the next free of five)")
	f.DevTools = -1
	portFlag(cmd, &f.DevTools, "devtools-port", -1, "debugging PORT of the browser that cairn starts, for other drivers: 0 for any, -1 for none (default -1)")
	f.limits = limitFlags(cmd)
	setFlag(cmd, "load-extension", "DIR", "unpacked extension to test; agents may act on its pages; may be repeated", func(dir string) error {
		f.load = append(f.load, dir)
		return nil
	})
	flags.StringVar(&f.Browser.Name, "browser", "", "`BROWSER` that cairn starts, by name or path: "+strings.Join(chromium.Names(), ", "))
	flags.StringVar(&f.Browser.Attach, "attach", "", "use the running browser with this debugging `URL`, such as http://127.0.0.1:9222, instead of starting one")
	flags.StringVar(&f.Browser.Profile, "profile", "", "start the browser with a copy of the profile in `DIR`; the profile is not changed")
	for _, name := range []string{"load-extension", "profile"} {
		_ = cmd.MarkFlagDirname(name) // the flag exists
	}
	_ = cmd.RegisterFlagCompletionFunc("browser", cobra.FixedCompletions(chromium.Names(), cobra.ShellCompDirectiveDefault))
}

// read completes the options and checks them, before anything is started.
func (f *daemonFlags) read() (err error) {
	o := &f.Options
	o.Keep, o.Limits, o.Uploads = *f.keep, *f.limits, f.uploads.String()
	if o.Tested, err = readTested(f.load); err == nil {
		err = o.Browser.Check(startedFlags(*o)...)
	}
	return wrongFlag(err)
}

// startedFlags returns the given flags that apply only to a browser that Cairn starts.
func startedFlags(o daemon.Options) (given []string) {
	if o.Headless {
		given = append(given, "--headless")
	}
	if o.DevTools >= 0 {
		given = append(given, "--devtools-port")
	}
	if len(o.Tested) > 0 {
		given = append(given, "--load-extension")
	}
	return given
}

// readTested reads the extensions under test. It refuses Cairn's own: agents have no
// business on its pages.
func readTested(dirs []string) ([]chromium.Extension, error) {
	all, err := chromium.ReadExtensions(dirs)
	for _, e := range all {
		if e.ID == extension.ID {
			return nil, types.Invalid(e.Dir+" is Cairn's own extension, which is loaded already", "name the extension that you want to test")
		}
	}
	return all, err
}

func serveVerb(c *call) *cobra.Command {
	f := &daemonFlags{}
	cmd := tidyingUp(c.verb("serve", "Start the daemon alone, for a browser of your own", func(ctx context.Context, h home.Dir, _ []string) error {
		c.status.End()
		f.Log = c.errOut
		d, err := daemon.Open(h, f.Options)
		if err != nil {
			return control.FullDisk(h, err)
		}
		return d.Serve(ctx)
	}))
	cmd.PreRunE = func(*cobra.Command, []string) error { return f.read() }
	cmd.Long = "Load the extension that `cairn extension DIR` writes into your browser."
	f.register(cmd)
	cmd.Flags().BoolVar(&f.Brief, "brief", false, "end when no longer needed: see cairn help daemon")
	_ = cmd.Flags().MarkHidden("brief") // the flag exists
	choiceFlag(cmd, &f.Answers, "answers", "core that answers questions about a page, or both to compare them", "extension", "companion", "both")
	return cmd
}

func runVerb(c *call) *cobra.Command {
	f := &daemonFlags{}
	var as *runnerFlags
	cmd := tidyingUp(c.verb("run [URL]", "Start the daemon and a browser that remembers; Ctrl-C ends both", func(ctx context.Context, h home.Dir, url []string) error {
		c.enlist(h, as)
		start := strings.Join(url, "")
		if control.Running(h) {
			if err := fitsRunning(h, f.Options); err != nil {
				return err
			}
			return joinRunning(c.out, h, start)
		}
		return runBrowser(ctx, c, h, f.Options, start)
	}))
	cmd.Long = `The browser opens with the extension loaded, in a profile of Cairn's own.
--browser names another one than the first that is found (cairn doctor lists them).
--profile DIR opens it with a copy of your profile, so that you are signed in: cookies,
storage of sites and settings are copied; passwords, cards, history, bookmarks, tabs and
extensions are not. --attach joins a browser that you started with
--remote-debugging-port=9222, and leaves it running at the end.
Without a display it runs headless. Names on pages are stored in clear; with
--keep needed, only those of used elements, and hashes of the others. See
cairn help rewrite for records of older versions.
` + limitsHelp + `
The limits apply to all agents of the data directory until they are changed; an empty
list removes one.`
	cmd.Example = `  cairn run
  cairn run --headless --port 17840 https://example.com`
	f.register(cmd)
	as = registerRunner(cmd)
	cmd.PreRunE = func(_ *cobra.Command, page []string) error {
		if err := checkPage(strings.Join(page, "")); err != nil {
			return err
		}
		return f.read()
	}
	return cmd
}

// pageSchemes are those of addresses that a browser can open for a person.
var pageSchemes = []string{"http", "https", "file", "about", "chrome", "extension", "chrome-extension", "data"}

// checkPage refuses an address that no browser opens as a page; an empty address is valid.
func checkPage(address string) error {
	u, err := url.Parse(address)
	if address == "" || err == nil && slices.Contains(pageSchemes, u.Scheme) && (u.Host != "" || u.Opaque != "" || u.Path != "") {
		return nil
	}
	return usageError{message: fmt.Sprintf("%.200q is no address of a page", address), hint: "give a whole one, such as https://example.com"}
}

func runBrowser(ctx context.Context, c *call, h home.Dir, o daemon.Options, url string) error {
	log, err := os.OpenFile(h.Log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer log.Close()
	o.Log, o.Progress = log, c.status.Measure("opening the store", console.Bytes)
	d, err := daemon.Open(h, o)
	if err != nil {
		return control.FullDisk(h, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx) }()
	if err := d.Greet(ctx, c.out, url); err != nil {
		cancel()
		<-ended
		return err
	}
	c.status.End()
	select {
	case err = <-ended:
	case <-d.BrowserDone():
		if ctx.Err() == nil { // otherwise we closed it
			fmt.Fprintln(c.out, "The browser was closed.")
		}
		cancel()
		err = <-ended
	}
	fmt.Fprintln(c.out, "Cairn has stopped; what it remembers is safe.")
	return err
}

// fitsRunning refuses options that a running daemon does not have.
func fitsRunning(h home.Dir, o daemon.Options) error {
	const hint = "end it with cairn stop and run this again, or leave the option out"
	for _, option := range []struct {
		name  string
		given bool
		hint  string
	}{
		{"--load-extension has", len(o.Tested) > 0, hint},
		{o.Browser.Given() + " has", o.Browser.Given() != "", hint},
		{"--allow-upload has", o.Uploads != "", "give it to cairn mcp, or end the daemon with cairn stop and run this again"},
		{"--devtools-port has", o.DevTools >= 0, hint},
		{"--keep has", o.Keep != "", hint},
		{"limits on agents have", o.Limits.Any(), hint},
	} {
		if option.given {
			return types.Invalid("a cairn daemon is running already, and "+option.name+" no effect on it", option.hint)
		}
	}
	if o.Port == 0 && !o.Encrypt {
		return nil
	}
	reply, err := control.Ask(h, control.Request{Want: control.WantStatus})
	if err != nil {
		return err
	}
	if o.Encrypt && reply.Status.Store.Key == "" {
		return types.Invalid("a cairn daemon is running already, and its store is not encrypted", hint)
	}
	if o.Port != 0 && reply.Status.Port != o.Port {
		return types.Fault(types.CodePortInUse, fmt.Sprintf("a cairn daemon is running already, on port %d instead of %d", reply.Status.Port, o.Port), hint)
	}
	return nil
}

func joinRunning(out io.Writer, h home.Dir, url string) error {
	reply, err := control.Ask(h, control.Request{Want: control.WantBrowser, Path: url})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n\n", reply.Done)
	reply, err = control.Ask(h, control.Request{Want: control.WantStatus})
	if err != nil {
		return err
	}
	reply.Status.Print(out)
	fmt.Fprintln(out, "\nThe daemon goes on; end it with: cairn stop")
	return nil
}
