package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
)

// BenchmarkAnotherMCP lets an agent with Playwright MCP unlock the sample wallet
// in a browser with the extension, each element by its ref. It measures nothing
// but that Cairn, which took no part, has learned the way. (It stands here
// because the package it needs is large.)
func BenchmarkAnotherMCP(b *testing.B) {
	w := newWorld(b)
	w.start()
	p := startPeer(b, "playwright-mcp", filepath.Join(installed(b, "peers"), "node_modules", ".bin", "playwright-mcp"),
		"--cdp-endpoint", "http://"+w.devtool, "--output-dir", b.TempDir())
	p.call(b, "browser_navigate", map[string]any{"url": w.site})
	for _, step := range []struct{ element, text string }{
		{`textbox "Password"`, password},
		{`button "Unlock"`, ""},
		{`Settings`, ""},
		{`checkbox "Hide small balances"`, ""},
	} {
		seen := p.call(b, "browser_snapshot", nil)
		args := map[string]any{"element": step.element, "target": found(b, regexp.MustCompile(step.element+`[^\n]*\[ref=(\w+)\]`), seen)}
		if step.text == "" {
			p.call(b, "browser_click", args)
			continue
		}
		args["text"] = step.text
		p.call(b, "browser_type", args)
	}
	ext := w.inExtension()
	w.eventually("what Playwright MCP did is stored", func() bool {
		h := ext.health()
		return h.Outbox == 0 && h.Pending == 0 && h.Steps >= 4
	})
	var did []string
	for _, s := range w.exported(b) {
		if s.Actor != types.ActorObserved {
			b.Errorf("%s is said to be done by %q", s.Tool.Name, s.Actor)
		}
		did = append(did, s.Tool.Name)
	}
	w.followsTo("unlock-password", "Unlock", "nav-settings", "Hide small balances")
	fmt.Printf("recorded %s; the next session was shown each of its steps\n", strings.Join(did, ", "))
	for b.Loop() { // there is no number
	}
}
