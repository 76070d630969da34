package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"cairn/companion/chromium"
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
	d, err := openDaemon(h, daemonOptions{Tested: tested, Port: *port, DevTools: *devTools, Headless: *headless, Keep: *keep, Encrypt: *encrypt, Limits: *limited, Uploads: uploads.String(), Brief: *brief, Answers: *answers, Log: os.Stderr})
	if err != nil {
		return err
	}
	return d.serve(ctx)
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
	if daemonAnswers(h) {
		if len(tested) > 0 {
			return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --load-extension has no effect on it", "end it with cairn stop and run this again, or leave the option out")
		}
		if len(*uploads) > 0 {
			return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --allow-upload has no effect on it", "give it to cairn mcp, or end the daemon with cairn stop and run this again")
		}
		if err := fitsRunning(h, *port, *devTools, *encrypt, *keep, *limited); err != nil {
			return err
		}
		return joinRunning(c.out, h, start)
	}
	log, err := os.OpenFile(h.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer log.Close()
	d, err := openDaemon(h, daemonOptions{Tested: tested, Port: *port, DevTools: *devTools, Headless: *headless, Keep: *keep, Encrypt: *encrypt, Limits: *limited, Uploads: uploads.String(), Log: log})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- d.serve(ctx) }()
	if err := d.greet(ctx, c.out, start); err != nil {
		cancel()
		<-ended
		return err
	}
	select {
	case err = <-ended:
	case <-d.browserDone():
		if ctx.Err() == nil { // else it is we who close it
			fmt.Fprintln(c.out, "The browser was closed.")
		}
		cancel()
		err = <-ended
	}
	fmt.Fprintln(c.out, "Cairn has stopped; what it remembers is safe.")
	return err
}

// greet opens the browser and tells how to use what runs.
func (d *daemon) greet(ctx context.Context, out io.Writer, url string) error {
	fmt.Fprintln(out, "Starting a browser that remembers …")
	if err := d.browser.start(url); err != nil {
		return err
	}
	if err := d.awaitBrowser(ctx, "", browserStartTime); err != nil {
		return err
	}
	how := ""
	if d.browser.headless || !chromium.HasDisplay() {
		how = " (headless)"
	}
	fmt.Fprintf(out, "Cairn is ready: the browser%s and the companion are linked.\n\n", how)
	d.printEndpoints(out)
	for _, line := range limitLines(d.limits) {
		fmt.Fprintf(out, "  Agents            %s (kept in %s)\n", line, d.home.agentLimitsFile())
	}
	d.names.now().print(out)
	for _, e := range d.options.Tested {
		fmt.Fprintf(out, "  Under test        extension://%s/ (%s)\n", e.Name, e.Dir)
	}
	if d.options.DevTools >= 0 {
		address, err := d.browser.devToolsAddress()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  DevTools port     http://%s\n", address)
	}
	fmt.Fprintln(out, "\nPress Ctrl-C to end both.")
	return nil
}

func (d *daemon) printEndpoints(out io.Writer) {
	self, err := os.Executable()
	if err != nil {
		self = "cairn"
	}
	fmt.Fprintf(out, "  MCP over HTTP     %s\n", d.mcpURL())
	fmt.Fprintf(out, "                    with header Authorization: Bearer <what %s holds>\n", d.home.path(bearerTokenFile))
	fmt.Fprintf(out, "  MCP over stdio    %s mcp --data %s\n", self, d.home)
	fmt.Fprintf(out, "  Data              %s%s\n", d.home, encryptedWord(d.store.Stats().Key))
}

// fitsRunning refuses what a daemon that runs already was not started with: a port has been taken, and its browsers open
// their debugging port or none.
func fitsRunning(h home, port, devTools int, encrypt bool, keep types.Keep, limited givenLimits) error {
	const hint = "end it with cairn stop and run this again, or leave the option out"
	if devTools >= 0 {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --devtools-port has no effect on it", hint)
	}
	if keep != "" {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and --keep has no effect on it", hint)
	}
	if limited.any() {
		return types.Fault(types.CodeInvalidInput, "a cairn daemon is running already, and limits on agents have no effect on it", hint)
	}
	if port == 0 && !encrypt {
		return nil
	}
	reply, err := askDaemon(h, controlRequest{Want: wantStatus})
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

// encryptedWord is what follows a data directory whose store is encrypted.
func encryptedWord(key string) string {
	if key == "" {
		return ""
	}
	return " (encrypted)"
}

// joinRunning opens the browser of a daemon that runs already.
func joinRunning(out io.Writer, h home, url string) error {
	reply, err := askDaemon(h, controlRequest{Want: wantBrowser, Path: url})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n\n", reply.Done)
	reply, err = askDaemon(h, controlRequest{Want: wantStatus})
	if err != nil {
		return err
	}
	reply.Status.print(out)
	fmt.Fprintln(out, "\nThe daemon goes on; end it with: cairn stop")
	return nil
}
