package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
)

// besideDriver is a driver that is connected to a browser with the extension.
type besideDriver struct {
	command []string
	open    [2]string // its call for an address
	look    [2]string
	acts    [][2]string // <words> stand for the ref of their line
	ref     *regexp.Regexp
}

// TestGatewayBesideTheExtension wraps both drivers in a browser with the extension:
// each action is stored once, as the driver's, and the extension's own memory has the
// same steps.
func TestGatewayBesideTheExtension(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	peers := filepath.Join(installed(t, "peers"), "node_modules")
	first := ""
	for _, d := range []besideDriver{
		{command: []string{"node", filepath.Join(peers, "@playwright", "mcp", "cli.js"), "--cdp-endpoint", "http://" + w.devtool, "--output-dir", t.TempDir()},
			open: [2]string{"browser_navigate", `{"url":"SITE"}`}, look: [2]string{"browser_snapshot", `{}`}, ref: regexp.MustCompile(`\[ref=(\w+)\]`),
			acts: [][2]string{{"browser_type", `{"element":"Password","target":"<textbox "Password">","text":"PASSWORD"}`}, {"browser_click", `{"element":"Unlock","target":"<button "Unlock">"}`},
				{"browser_click", `{"element":"Settings","target":"<Settings>"}`}, {"browser_click", `{"element":"Hide","target":"<checkbox "Hide small balances">"}`}}},
		{command: []string{"node", filepath.Join(peers, "chrome-devtools-mcp", "build", "src", "bin", "chrome-devtools-mcp.js"), "--browserUrl", "http://" + w.devtool},
			open: [2]string{"new_page", `{"url":"SITE"}`}, look: [2]string{"take_snapshot", `{"pageId":PAGE}`}, ref: regexp.MustCompile(`uid=(\w+)`),
			acts: [][2]string{{"fill", `{"pageId":PAGE,"uid":"<textbox "Password">","value":"PASSWORD"}`}, {"click", `{"pageId":PAGE,"uid":"<button "Unlock">"}`},
				{"click", `{"pageId":PAGE,"uid":"<"Settings">"}`}, {"click", `{"pageId":PAGE,"uid":"<checkbox "Hide small balances">"}`}}},
	} {
		goal := "Hide small balances with " + d.open[0]
		a := startRaw(t, t.TempDir(), []string{"CAIRN_GOAL=" + goal}, append([]string{w.binary, "mcp", "--data", w.home, "--wrap", "--"}, d.command...)...)
		a.ask("tools/list", `{}`)
		page := ""
		call := func(one [2]string, snapshot string) string {
			arguments := strings.NewReplacer("SITE", w.site, "PASSWORD", password, "PAGE", page).Replace(one[1])
			arguments = regexp.MustCompile(`<(.*)>`).ReplaceAllStringFunc(arguments, func(named string) string {
				for _, line := range strings.Split(snapshot, "\n") {
					if m := d.ref.FindStringSubmatch(line); m != nil && strings.Contains(line, strings.Trim(named, "<>")) {
						return m[1]
					}
				}
				t.Fatalf("no line has %s:\n%s", named, snapshot)
				return ""
			})
			line, text, _ := a.call(one[0], arguments)
			if strings.Contains(string(line), `"isError":true`) {
				t.Fatalf("%s %s: %s", one[0], arguments, line)
			}
			if m := regexp.MustCompile(`(?m)^(\d+): .*\[selected\]$`).FindStringSubmatch(text); m != nil {
				page = m[1]
			}
			return text
		}
		call(d.open, "")
		for _, one := range d.acts {
			call(one, call(d.look, ""))
		}
		call([2]string{"memory_goal", `{"outcome":"done"}`}, "")
		a.close()
		ext := w.inExtension() // a driver takes over tabs that it finds
		w.eventually("the extension and the companion have the same steps", func() bool {
			h := ext.health()
			return h.Outbox == 0 && h.Pending == 0 && h.Steps == w.coreSteps() && h.Steps > strings.Count(first, "\n")+len(d.acts)
		})
		var did []string
		for _, s := range w.exported(t) {
			if s.Actor != types.ActorAgent {
				t.Errorf("%s of %s at %v is stored for %q too: %+v", s.Tool.Name, goal, s.Timestamp, s.Actor, s.Tool.Target)
			}
			what := s.Tool.Name
			if s.Tool.Target != nil {
				what += " " + s.Tool.Target.Name
			}
			did = append(did, what)
		}
		if n := len(did) - strings.Count(first, "\n"); n != 1+len(d.acts) {
			t.Errorf("%s: %d steps are stored: %q", goal, n, did)
		}
		first = strings.Join(did, "\n") + "\n"
	}
	if n := strings.Count(w.mustCairn("flow", "list"), "\n"); n == 0 {
		t.Error("no flow was learned")
	}
	w.wantNoTrace(t, password)
}
