package daemon

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"cairn/companion/chromium"
	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/origin"
)

// Greet opens the browser and prints how to use the running daemon.
func (d *Daemon) Greet(ctx context.Context, out io.Writer, url string) error {
	joined := d.options.Browser.Attach != ""
	if joined {
		fmt.Fprintln(out, "Joining the browser at "+d.options.Browser.Attach+" …")
	} else {
		fmt.Fprintln(out, "Starting a browser that remembers …")
	}
	err := d.browser.start(url)
	if err == nil {
		err = d.awaitBrowser(ctx, "", browserStartTime)
	}
	if err != nil {
		return cmp.Or(ctx.Err(), err) // the end of the daemon closes the browser, which fails both
	}
	how := ""
	if !joined && (d.browser.headless || !chromium.HasDisplay()) {
		how = " (headless)"
	}
	fmt.Fprintf(out, "Cairn is ready: the browser%s and the companion are linked.\n\n", how)
	d.printEndpoints(out)
	for _, line := range d.browser.notes() {
		fmt.Fprintln(out, "  "+line)
	}
	for _, line := range home.LimitLines(d.limits) {
		fmt.Fprintf(out, "  Agents            %s (kept in %s)\n", line, d.home.AgentLimitsFile())
	}
	d.names.Load().Print(out)
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
	if joined {
		fmt.Fprintln(out, "\nPress Ctrl-C to end Cairn; the browser goes on, and keeps the extension until it is closed.")
		return nil
	}
	fmt.Fprintln(out, "\nPress Ctrl-C to end both.")
	return nil
}

func (d *Daemon) printEndpoints(out io.Writer) {
	words := []string{"cairn"}
	if self, err := origin.This(); err == nil {
		words = self.Command()
	}
	fmt.Fprintf(out, "  MCP over HTTP     %s\n", d.mcpURL())
	fmt.Fprintf(out, "                    with header Authorization: Bearer $(cat %s)\n", console.QuoteArg(d.home.Path(home.BearerTokenFile)))
	for i, word := range words {
		words[i] = console.QuoteArg(word)
	}
	command, data := strings.Join(words, " "), " --data "+console.QuoteArg(string(d.home))
	fmt.Fprintf(out, "  MCP over stdio    %s mcp%s\n", command, data)
	if usual, err := home.Find(""); err == nil && usual == d.home {
		data = ""
	}
	fmt.Fprintf(out, "  MCP clients       connect them with: %s setup%s\n", command, data)
	fmt.Fprintf(out, "  Data              %s%s\n", d.home, control.EncryptedWord(d.store.Stats().Key))
}
