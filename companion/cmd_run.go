package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"cairn/companion/chromium"
	"cairn/companion/control"
	"cairn/companion/daemon"
	"cairn/companion/home"
	"cairn/extension"
	"cairn/shared/types"
)

// portFlag registers --port.
func portFlag(flags *flag.FlagSet) *int {
	return flags.Int("port", 0, "port on 127.0.0.1 (default: the usual one, or the next free of five)")
}

// encryptFlag registers --encrypt.
func encryptFlag(flags *flag.FlagSet) *bool {
	return flags.Bool("encrypt", false, "encrypt what is remembered, from now on: see cairn help encrypt")
}

// loadFlag registers --load-extension, which may be given more than once.
func loadFlag(flags *flag.FlagSet) *[]string {
	dirs := new([]string)
	flags.Func("load-extension", "directory of an unpacked extension to test: browsers that cairn starts load it, and agents may work on its pages; may be repeated", func(dir string) error {
		*dirs = append(*dirs, dir)
		return nil
	})
	return dirs
}

// browserFlags registers the flags that choose a browser.
func browserFlags(flags *flag.FlagSet) *daemon.BrowserChoice {
	b := new(daemon.BrowserChoice)
	flags.StringVar(&b.Name, "browser", "", "browser that cairn starts, by name or path: "+strings.Join(chromium.Names(), ", "))
	flags.StringVar(&b.Attach, "attach", "", "join a browser that runs, by its debugging port, instead of starting one: http://127.0.0.1:9222")
	flags.StringVar(&b.Profile, "profile", "", "start the browser with a copy of the profile in this directory; the profile itself stays as it is")
	return b
}

// startedFlags are the given ones of those that only a browser takes that is
// started.
func startedFlags(headless bool, devTools int, load []string) (given []string) {
	if headless {
		given = append(given, "--headless")
	}
	if devTools >= 0 {
		given = append(given, "--devtools-port")
	}
	if len(load) > 0 {
		given = append(given, "--load-extension")
	}
	return given
}

// readTested reads the extensions that are to be tested. Cairn's own is none: agents
// have no business on its pages.
func readTested(dirs []string) ([]chromium.Extension, error) {
	all, err := chromium.ReadExtensions(dirs)
	for _, e := range all {
		if e.ID == extension.ID {
			return nil, types.Fault(types.CodeInvalidInput, e.Dir+" is Cairn's own extension, which is loaded already", "name the extension that you want to test")
		}
	}
	return all, err
}

func runServe(ctx context.Context, c *call) error {
	port := portFlag(c.flags)
	devTools := c.flags.Int("devtools-port", -1, "debugging port of a browser that cairn starts, for other drivers: 0 for any")
	headless := c.flags.Bool("headless", false, "start browsers without a window")
	keep := keepFlag(c.flags)
	encrypt := encryptFlag(c.flags)
	uploads := uploadFlag(c.flags)
	limited := limitFlags(c.flags)
	load := loadFlag(c.flags)
	browser := browserFlags(c.flags)
	brief := c.flags.Bool("brief", false, "end when the commands that started it have been answered")
	answers := c.flags.String("answers", "", "whose core answers what is known of a page: extension, companion, or both to compare them")
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	tested, err := readTested(*load)
	if err != nil {
		return err
	}
	if err := browser.Check(startedFlags(*headless, *devTools, *load)...); err != nil {
		return err
	}
	d, err := daemon.Open(h, daemon.Options{Browser: *browser, Tested: tested, Port: *port, DevTools: *devTools, Headless: *headless, Keep: *keep, Encrypt: *encrypt, Limits: *limited, Uploads: uploads.String(), Brief: *brief, Answers: *answers, Log: os.Stderr})
	if err != nil {
		return err
	}
	return d.Serve(ctx)
}

func runRun(ctx context.Context, c *call) error {
	port := portFlag(c.flags)
	devTools := c.flags.Int("devtools-port", -1, "also open a debugging port in the browser, for other drivers: 0 for any")
	headless := c.flags.Bool("headless", false, "no window")
	keep := keepFlag(c.flags)
	encrypt := encryptFlag(c.flags)
	uploads := uploadFlag(c.flags)
	limited := limitFlags(c.flags)
	load := loadFlag(c.flags)
	browser := browserFlags(c.flags)
	url, h, err := c.parse(0, 1)
	if err != nil {
		return err
	}
	start := ""
	if len(url) == 1 {
		start = url[0]
	}
	tested, err := readTested(*load)
	if err != nil {
		return err
	}
	if err := browser.Check(startedFlags(*headless, *devTools, *load)...); err != nil {
		return err
	}
	if control.Running(h) {
		if len(tested) > 0 {
			return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --load-extension has no effect on it", "end it with cairn stop and run this again, or leave the option out")
		}
		if f := browser.Given(); f != "" {
			return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and "+f+" has no effect on it", "end it with cairn stop and run this again, or leave the option out")
		}
		if len(*uploads) > 0 {
			return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --allow-upload has no effect on it", "give it to cairn mcp, or end the daemon with cairn stop and run this again")
		}
		if err := fitsRunning(h, *port, *devTools, *encrypt, *keep, *limited); err != nil {
			return err
		}
		return joinRunning(c.out, h, start)
	}
	log, err := os.OpenFile(h.Log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer log.Close()
	d, err := daemon.Open(h, daemon.Options{Browser: *browser, Tested: tested, Port: *port, DevTools: *devTools, Headless: *headless, Keep: *keep, Encrypt: *encrypt, Limits: *limited, Uploads: uploads.String(), Log: log})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx) }()
	if err := d.Greet(ctx, c.out, start); err != nil {
		cancel()
		<-ended
		return err
	}
	select {
	case err = <-ended:
	case <-d.BrowserDone():
		if ctx.Err() == nil { // else it is we who close it
			fmt.Fprintln(c.out, "The browser was closed.")
		}
		cancel()
		err = <-ended
	}
	fmt.Fprintln(c.out, "Cairn has stopped; what it remembers is safe.")
	return err
}

// fitsRunning refuses what a daemon that runs already was not started with: a port has been taken, and its browsers open
// their debugging port or none.
func fitsRunning(h home.Dir, port, devTools int, encrypt bool, keep types.Keep, limited home.AgentLimits) error {
	const hint = "end it with cairn stop and run this again, or leave the option out"
	if devTools >= 0 {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --devtools-port has no effect on it", hint)
	}
	if keep != "" {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --keep has no effect on it", hint)
	}
	if limited.Any() {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and limits on agents have no effect on it", hint)
	}
	if port == 0 && !encrypt {
		return nil
	}
	reply, err := control.Ask(h, control.Request{Want: control.WantStatus})
	if err != nil {
		return err
	}
	if encrypt && reply.Status.Store.Key == "" {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and its store is not encrypted", hint)
	}
	if port != 0 && reply.Status.Port != port {
		return types.Fault(types.CodePortInUse, fmt.Sprintf("a cairn daemon is running already, on port %d instead of %d", reply.Status.Port, port), hint)
	}
	return nil
}

// joinRunning opens the browser of a daemon that runs already.
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
