package e2e

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cairn/companion/chromium"
)

// benchDriver says how an agent speaks with a wrapped driver.
type benchDriver struct {
	command func(t testing.TB) []string
	env     func(t testing.TB) []string
	// section begins a snapshot in the answer of an action, "" for a driver whose actions show
	// none.
	section string
	// The driver's calls, as tool and arguments; type and choose may be several.
	open           func(url string) benchCall
	look           benchCall
	click          func(ref string) benchCall
	double         func(ref string) benchCall // nil for a driver without double clicks
	enter          benchCall                  // the key; nil arguments where write submits
	write          func(ref, text string, submit bool) benchCall
	choose         func(ref, value string) benchCall
	accept         benchCall // answers the dialog in front of the page with OK
	evaluate       func(function, ref string) benchCall
	value          func(text string) string // the JSON in the answer of evaluate
	asAria         func(snapshot string) string
	end            benchCall // closes a browser that outlives the driver
	refOf          string    // the argument of a suggestion with its element
	writes         string    // the argument of a suggestion with its text
	typing, chosen string    // the tools of write and choose
}

type benchCall struct {
	tool  string
	given map[string]any
}

var (
	uidHead  = regexp.MustCompile(`(?m)^( *)uid=(\w+)(?: (\w+))?( "(?:[^"]|"[^ \n])*")?`)
	flagsRef = regexp.MustCompile(`\[((?:[^\]]*, )?)ref=(\w+)\]`)
)

// benchDrivers are the drivers with an adapter, by GATEWAY_DRIVER.
var benchDrivers = map[string]benchDriver{
	"playwright": {command: playwrightCommand,
		open:  func(url string) benchCall { return benchCall{"browser_navigate", map[string]any{"url": url}} },
		look:  benchCall{"browser_snapshot", map[string]any{}},
		click: func(ref string) benchCall { return benchCall{"browser_click", map[string]any{"target": ref}} },
		double: func(ref string) benchCall {
			return benchCall{"browser_click", map[string]any{"target": ref, "doubleClick": true}}
		},
		write: func(ref, text string, submit bool) benchCall {
			return benchCall{"browser_type", map[string]any{"target": ref, "text": text, "submit": submit}}
		},
		choose: func(ref, value string) benchCall {
			return benchCall{"browser_select_option", map[string]any{"target": ref, "values": []string{value}}}
		},
		accept: benchCall{"browser_handle_dialog", map[string]any{"accept": true}},
		evaluate: func(function, ref string) benchCall {
			if ref == "" {
				return benchCall{"browser_evaluate", map[string]any{"function": function}}
			}
			return benchCall{"browser_evaluate", map[string]any{"function": function, "element": "x", "target": ref}}
		},
		value: func(text string) string {
			_, text, _ = strings.Cut(text, "### Result\n")
			text, _, _ = strings.Cut(text, "\n###")
			return text
		},
		asAria: func(snapshot string) string { return snapshot }, refOf: "target", writes: "text", typing: "browser_type", chosen: "browser_select_option"},
	"devtools": {command: devtoolsCommand, section: "## Latest page snapshot\n",
		open: func(url string) benchCall {
			return benchCall{"navigate_page", map[string]any{"pageId": 1, "type": "url", "url": url}}
		},
		look:  benchCall{"take_snapshot", map[string]any{"pageId": 1}},
		click: func(ref string) benchCall { return benchCall{"click", map[string]any{"pageId": 1, "uid": ref}} },
		double: func(ref string) benchCall {
			return benchCall{"click", map[string]any{"pageId": 1, "uid": ref, "dblClick": true}}
		},
		write: func(ref, text string, _ bool) benchCall {
			return benchCall{"fill", map[string]any{"pageId": 1, "uid": ref, "value": text}}
		},
		enter: benchCall{"press_key", map[string]any{"pageId": 1, "key": "Enter"}},
		choose: func(ref, value string) benchCall {
			return benchCall{"fill", map[string]any{"pageId": 1, "uid": ref, "value": value}}
		},
		accept: benchCall{"handle_dialog", map[string]any{"pageId": 1, "action": "accept"}},
		evaluate: func(function, ref string) benchCall {
			given := map[string]any{"pageId": 1, "function": function}
			if ref != "" {
				given["args"] = []string{ref}
			}
			return benchCall{"evaluate_script", given}
		},
		value: func(text string) string {
			_, text, _ = strings.Cut(text, "```json\n")
			text, _, _ = strings.Cut(text, "\n```")
			return text
		},
		asAria: func(snapshot string) string {
			return uidHead.ReplaceAllStringFunc(snapshot, func(line string) string {
				m := uidHead.FindStringSubmatch(line)
				if m[3] == "" || m[3] == "StaticText" {
					m[3] = "text"
				}
				return m[1] + "- " + m[3] + m[4] + " [ref=" + m[2] + "]"
			})
		}, refOf: "uid", writes: "value", typing: "fill", chosen: "fill"},
	"agent-browser": {
		command: func(t testing.TB) []string {
			return []string{"node", filepath.Join(installed(t, "agent-browser"), "node_modules", "agent-browser", "bin", "agent-browser.js"), "mcp"}
		},
		env: func(t testing.TB) []string {
			binary, err := chromium.Find()
			if err != nil {
				t.Fatal(err)
			}
			return []string{"AGENT_BROWSER_EXECUTABLE_PATH=" + binary, "AGENT_BROWSER_ARGS=--no-sandbox", "AGENT_BROWSER_SOCKET_DIR=" + t.TempDir()}
		},
		open:  func(url string) benchCall { return benchCall{"agent_browser_open", map[string]any{"url": url}} },
		look:  benchCall{"agent_browser_snapshot", map[string]any{"interactive": false}},
		click: func(ref string) benchCall { return benchCall{"agent_browser_click", map[string]any{"selector": ref}} },
		write: func(ref, text string, _ bool) benchCall {
			return benchCall{"agent_browser_fill", map[string]any{"selector": ref, "text": text}}
		},
		enter: benchCall{"agent_browser_press", map[string]any{"key": "Enter"}},
		choose: func(ref, value string) benchCall {
			return benchCall{"agent_browser_select", map[string]any{"selector": ref, "values": []string{value}}}
		},
		accept: benchCall{"agent_browser_dialog_accept", map[string]any{}},
		evaluate: func(function, ref string) benchCall {
			if ref != "" {
				return benchCall{} // it evaluates in pages only
			}
			return benchCall{"agent_browser_eval", map[string]any{"script": "JSON.stringify((" + function + ")())"}}
		},
		value: func(text string) string {
			var inner string
			if json.Unmarshal([]byte(text), &inner) == nil {
				return inner
			}
			return text
		},
		asAria: func(snapshot string) string {
			return strings.NewReplacer("- StaticText ", "- text ", "- LayoutTableRow", "- row").Replace(flagsRef.ReplaceAllString(snapshot, "[$1ref] [ref=$2]"))
		}, end: benchCall{tool: "agent_browser_close"}, refOf: "selector", writes: "text", typing: "agent_browser_fill", chosen: "agent_browser_select"},
}
