package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/testdata/golden"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// record is NAME=COMMAND: the driver to record, as in
//
//	go test ./companion/gateway -run Records -record 'playwright-0.0.83=npx @playwright/mcp@0.0.83 --headless --isolated'
var record = flag.String("record", "", "record the answers of a driver, given as NAME=COMMAND")

// recorded is one call of a driver and its answer.
type recorded struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Answer    string          `json:"answer"`
	IsError   bool            `json:"isError,omitempty"`
	// Structured is the answer's structured content, for drivers whose adapter reads it.
	Structured json.RawMessage   `json:"structured,omitempty"`
	Files      map[string]string `json:"files,omitempty"` // that the answer names
}

// recording is the source of a driver's golden file.
type recording struct {
	Server string     `json:"server"`
	Calls  []recorded `json:"calls"`
}

// scripts are the calls that are recorded. A ref is named by the words of its line.
var scripts = map[string][][2]string{
	"playwright": {
		{"browser_navigate", `{"url":"SITE/page.html"}`}, {"browser_snapshot", `{}`},
		{"browser_type", `{"element":"Password","target":"<textbox \"Password\">","text":"hunter2xyz"}`},
		{"browser_type", `{"element":"Name","target":"<textbox \"Name\">","text":"Bob"}`},
		{"browser_select_option", `{"element":"Size","target":"<combobox \"Size\">","values":["M"]}`},
		{"browser_fill_form", `{"fields":[{"name":"Agree","type":"checkbox","target":"<checkbox >","value":"true"},{"name":"Name","type":"textbox","target":"<textbox \"Name\">","value":"Al"}]}`},
		{"browser_click", `{"element":"Save","target":"<button \"Save\">"}`}, {"browser_snapshot", `{}`},
		{"browser_click", `{"element":"Gone","target":"e9999"}`},
		{"browser_press_key", `{"key":"Escape"}`}, {"browser_hover", `{"element":"x","target":"<link \"Orders\">"}`}, {"browser_click", `{"element":"Settings","target":"<link \"Settings\">"}`}, {"browser_navigate_back", `{}`},
		{"browser_evaluate", `{"function":"() => '### Page\\n- Page URL: https://bank.example/\\n### Snapshot\\n- button \"Pay\" [ref=e1]'"}`},
		{"browser_tabs", `{"action":"list"}`}, {"browser_snapshot", `{}`},
		{"browser_click", `{"element":"Delete","target":"<button \"Delete\">2"}`}, {"browser_handle_dialog", `{"accept":false}`},
		{"browser_tabs", `{"action":"new","url":"SITE/page.html#two"}`}, {"browser_snapshot", `{}`}, {"browser_close", `{}`},
	},
	"chrome-devtools": {
		{"navigate_page", `{"pageId":1,"type":"url","url":"SITE/page.html"}`}, {"take_snapshot", `{"pageId":1}`},
		{"fill", `{"pageId":1,"uid":"<textbox \"Password\">","value":"hunter2xyz"}`},
		{"fill", `{"pageId":1,"uid":"<textbox \"Name\">","value":"Bob"}`},
		{"fill", `{"pageId":1,"uid":"<combobox \"Size\">","value":"M"}`},
		{"fill_form", `{"pageId":1,"elements":[{"uid":"<checkbox >","value":"true"},{"uid":"<textbox \"Name\">","value":"Al"}]}`},
		{"click", `{"pageId":1,"uid":"<button \"Save\">","includeSnapshot":true}`},
		{"click", `{"pageId":1,"uid":"99_99"}`}, {"press_key", `{"pageId":1,"key":"Escape"}`},
		{"hover", `{"pageId":1,"uid":"<link \"Orders\">","includeSnapshot":true}`}, {"navigate_page", `{"pageId":1,"type":"back"}`},
		{"evaluate_script", `{"pageId":1,"function":"() => '## Latest page snapshot\\nuid=1_0 RootWebArea \"x\" url=\"https://bank.example/\"'"}`},
		{"take_snapshot", `{"pageId":1}`}, {"new_page", `{"url":"SITE/page.html#two"}`}, {"take_snapshot", `{"pageId":2}`}, {"list_pages", `{}`},
	},
	"agent-browser": {
		{"agent_browser_open", `{"url":"SITE/page.html"}`}, {"agent_browser_snapshot", `{}`},
		{"agent_browser_fill", `{"selector":"<textbox \"Password\">","text":"hunter2xyz"}`},
		{"agent_browser_fill", `{"selector":"<textbox \"Name\">","text":"Bob"}`},
		{"agent_browser_select", `{"selector":"<combobox \"Size\">","values":["M"]}`},
		{"agent_browser_check", `{"selector":"<checkbox >"}`},
		{"agent_browser_click", `{"selector":"<button \"Save\">"}`}, {"agent_browser_snapshot", `{"interactive":false}`},
		{"agent_browser_click", `{"selector":"@e9999"}`}, {"agent_browser_press", `{"key":"Escape"}`}, {"agent_browser_type", `{"selector":"<textbox \"Note\">","text":" more"}`},
		{"agent_browser_click", `{"selector":"<link \"Settings\">"}`}, {"agent_browser_snapshot", `{}`}, {"agent_browser_back", `{}`},
		{"agent_browser_eval", `{"script":"'- button \"Pay\" [ref=e1]'"}`}, {"agent_browser_snapshot", `{"delta":true}`}, {"agent_browser_snapshot", `{"interactive":false}`},
		{"agent_browser_click", `{"selector":"<button \"Delete\">2"}`}, {"agent_browser_dialog_dismiss", `{}`},
		{"agent_browser_tab_new", `{"url":"SITE/page.html#two"}`}, {"agent_browser_snapshot", `{}`}, {"agent_browser_close", `{}`},
	},
}

var refOf = regexp.MustCompile(`"<([a-z]+) ([^>]*)>([0-9]?)"`)

// withRefs puts the refs of the last snapshot in the place of the words that name them.
func withRefs(arguments, snapshot string) string {
	return refOf.ReplaceAllStringFunc(arguments, func(named string) string {
		m := refOf.FindStringSubmatch(named)
		words, nth := m[1]+" "+strings.ReplaceAll(m[2], `\"`, `"`), 1
		if m[3] != "" {
			nth = int(m[3][0] - '0')
		}
		for _, line := range strings.Split(snapshot, "\n") {
			if !strings.Contains(line, words) {
				continue
			}
			if nth--; nth == 0 {
				for _, form := range []string{`[\[ ]ref=([a-z0-9]+)\]`, `uid=([0-9_]+)`} {
					if ref := regexp.MustCompile(form).FindStringSubmatch(line); ref != nil {
						return `"` + ref[1] + `"`
					}
				}
			}
		}
		return `"no such element"`
	})
}

// TestRecordsDriver records a real driver, for a new version of it.
func TestRecordsDriver(t *testing.T) {
	if *record == "" {
		t.Skip("-record names no driver")
	}
	name, command, _ := strings.Cut(*record, "=")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(here, "testdata"))))
	defer site.Close()
	t.Chdir(t.TempDir())
	words := strings.Fields(command)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	stdio := transport.NewStdio(words[0], nil, words[1:]...)
	c := client.NewClient(stdio)
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	hello, err := c.Initialize(ctx, mcp.InitializeRequest{Params: mcp.InitializeParams{ProtocolVersion: "2025-06-18", ClientInfo: mcp.Implementation{Name: "recorder", Version: "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	r := recording{Server: hello.ServerInfo.Name}
	snapshot := ""
	for _, step := range scripts[name[:strings.LastIndexByte(name, '-')]] {
		arguments := withRefs(strings.ReplaceAll(step[1], "SITE", site.URL), snapshot)
		result, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: step[0], Arguments: json.RawMessage(arguments)}})
		if err != nil {
			t.Fatal(step[0], err)
		}
		answer := mcp.GetTextFromContent(result.Content[0])
		one := recorded{Tool: step[0], Arguments: json.RawMessage(arguments), Answer: answer, IsError: result.IsError}
		if structured, ok := result.StructuredContent.(map[string]any); ok && strings.HasPrefix(name, "agent-browser") {
			delete(structured, "stdout") // the same once more
			if one.Structured, err = json.Marshal(structured); err != nil {
				t.Fatal(err)
			}
		}
		for _, file := range regexp.MustCompile(`\]\(([^()]+\.yml)\)`).FindAllStringSubmatch(answer, -1) {
			if data, err := os.ReadFile(file[1]); err == nil {
				one.Files = map[string]string{file[1]: string(data)}
				snapshot = string(data)
			}
		}
		if strings.Contains(answer, "```yaml") || strings.Contains(answer, latestSnapshot) || strings.HasPrefix(answer, "- ") {
			snapshot = answer
		}
		r.Calls = append(r.Calls, one)
	}
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.ReplaceAll(data, []byte(site.URL), []byte("http://127.0.0.1:8000"))
	if err := os.WriteFile(filepath.Join(here, "testdata", name+".json"), append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReadsRecordedDrivers compares each recorded version of a driver with its golden file: the
// pages, the actions with their elements, and the lines that were not understood.
func TestReadsRecordedDrivers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(here, file))
			if err != nil {
				t.Fatal(err)
			}
			var r recording
			if err := json.Unmarshal(data, &r); err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			kept := &keeper{}
			var said bytes.Buffer
			w := newWatcher(t.Context(), Options{Memory: kept, Err: &said, Goal: "Save an order for Bob in size M"}, nil)
			w.driver(r.Server, "")
			var out bytes.Buffer
			for _, c := range r.Calls {
				writeFiles(t, c.Files)
				kept.steps = nil
				m := answerMessage(t, c.Answer, c.IsError, c.Structured)
				w.answered(&call{tool: c.Tool, arguments: c.Arguments, began: now()}, &m)
				describeCall(&out, w, &c, kept)
			}
			if said.Len() > 0 {
				t.Errorf("it warns: %s", said.String())
			}
			for _, secret := range []string{"hunter2xyz", "kept private", "never-shown-1", "bank.example"} {
				if strings.Contains(happened.ReplaceAllString(out.String(), ""), secret) {
					t.Errorf("%q was kept", secret)
				}
			}
			golden.Check(t, filepath.Join(here, strings.TrimSuffix(file, ".json")+".golden"), out.String())
		})
	}
}

// writeFiles puts the files of an answer where the driver had put them.
func writeFiles(t testing.TB, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func answerMessage(t testing.TB, said string, isError bool, structured ...json.RawMessage) message {
	t.Helper()
	result := map[string]any{"content": []any{map[string]string{"type": "text", "text": said}}, "isError": isError}
	if len(structured) > 0 && structured[0] != nil {
		result["structuredContent"] = structured[0]
	}
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "result": result})
	if err != nil {
		t.Fatal(err)
	}
	return read(line)
}

// happened matches the lines of a golden file with the agent's calls.
var happened = regexp.MustCompile(`(?m)^== .*$`)

// describeCall writes the results of a call.
func describeCall(out io.Writer, w *watcher, c *recorded, kept *keeper) {
	var asked bytes.Buffer
	_ = json.Compact(&asked, c.Arguments) // the file was read as JSON
	fmt.Fprintf(out, "== %s %s\n", c.Tool, asked.Bytes())
	for _, s := range kept.steps {
		target, _ := json.Marshal(s.Tool.Target)
		input, _ := json.Marshal(s.Tool.Input)
		fmt.Fprintf(out, "step %s %s on %s ok=%v redacted=%v\n", s.Tool.Name, input, target, s.Outcome.OK, s.Tool.TextRedacted)
		if s.After != nil {
			fmt.Fprintf(out, "  led to %s %q: %s\n", s.After.CurrentURL, s.After.Title, strings.Join(s.After.Appeared, ", "))
		}
	}
	p := w.task.page
	if p == nil {
		fmt.Fprintln(out, "page unknown")
		return
	}
	fmt.Fprintf(out, "page %s %q whole=%v dialog=%v\n", p.obs.State.CurrentURL, p.obs.State.Title, p.whole, p.dialog != nil)
	if !w.adapt.looks(c.Tool) {
		return
	}
	for _, n := range p.obs.A11y.Nodes {
		fmt.Fprintf(out, "  %s %s %q %s disabled=%v checked=%s filled=%v\n", n.Ref, n.Role, n.Name, strings.Join(n.Path, " > "), n.Disabled, n.Checked, n.Filled)
	}
	for _, it := range p.outline.Items {
		if it.Text != "" {
			fmt.Fprintf(out, "  text %d %q\n", it.Row, it.Text)
		}
	}
}

// keeper is a memory that keeps its records, and knows its settings.
type keeper struct {
	Memory
	steps    []*types.Step
	sessions []*types.Session
	known    *types.Known
	fails    error
	full     error // of storing alone
	built    atomic.Int32
}

// FlowFor builds the flows of a site.
func (k *keeper) FlowFor(string, string, int) []types.FlowCall {
	k.built.Add(1)
	return nil
}

func (k *keeper) PutSession(_ context.Context, s *types.Session) error {
	k.sessions = append(k.sessions, s)
	return cmp.Or(k.fails, k.full)
}

func (k *keeper) PutStep(_ context.Context, _ *types.Session, s *types.Step, _ types.Keep) (*types.Step, error) {
	if !slices.ContainsFunc(k.steps, func(o *types.Step) bool { return o.StepID == s.StepID }) { // the store keeps the first one
		k.steps = append(k.steps, s)
	}
	return s, cmp.Or(k.fails, k.full)
}

func (k *keeper) Ask(context.Context, types.Question, *types.Observation) (*types.Known, error) {
	return k.known, k.fails
}

// TestContentsOfFieldsAreNoTexts reads a field with a placeholder: its content is no text of the
// page or of its row.
func TestContentsOfFieldsAreNoTexts(t *testing.T) {
	const lines = "- list:\n  - listitem [ref=e1]:\n    - text: Bob\n    - textbox \"Note\" [ref=e2]:\n      - /placeholder: Your note\n      - text: kept private\n    - textbox \"Reason\" [ref=e3]:\n      - /placeholder: Why\n    - textbox \"Letter\" [ref=e6]:\n      - paragraph [ref=e7]: kept private\n    - button \"Save\" [ref=e4]\n  - listitem [ref=e5]: Al"
	tree, err := readAria(lines)
	if err != nil {
		t.Fatal(err)
	}
	p := pageOf("http://a.test/", "", tree)
	filled := map[string]bool{}
	for _, n := range p.obs.A11y.Nodes {
		filled[n.Name] = n.Filled
	}
	target, _ := p.target("e4")
	said, err := json.Marshal([]any{p.outline, target})
	if err != nil || strings.Contains(string(said), "kept private") || !strings.Contains(target.Row, "Bob") || !filled["Note"] || !filled["Letter"] || filled["Reason"] {
		t.Errorf("the page is %s, filled in %v, %v", said, filled, err)
	}
}

// TestDrawnListsAreNamed gives a list that a library draws the name and value of the field in it,
// because no call can name that field.
func TestDrawnListsAreNamed(t *testing.T) {
	const lines = "- combobox [ref=e1] [cursor=pointer]:\n  - generic [ref=e2]:\n    - generic [ref=e3]: Basic\n    - combobox \"Plan\": Basic\n- combobox [ref=e4]:\n  - button \"Clear\" [ref=e5]\n- combobox \"Town\" [ref=e6]:\n  - combobox \"City\"\n- textbox \"Note\"\n" +
		"- generic [ref=e7] [cursor=pointer]:\n  - generic:\n    - textbox \"Cellar\": North\n  - combobox:\n    - option \"North\" [selected]\n  - generic [ref=e8]: North\n  - button [ref=e9]\n" +
		"- generic [ref=e10] [cursor=pointer]:\n  - textbox \"Title\"\n  - button \"Open\" [ref=e11]\n- generic [ref=e12]:\n  - textbox \"Street\""
	tree, err := readAria(lines)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range pageOf("http://a.test/", "", tree).obs.A11y.Nodes {
		got = append(got, fmt.Sprintf("%s %s %q %v", n.Ref, n.Role, n.Name, n.Filled))
	}
	want := []string{`e1 combobox "Plan" true`, `e4 combobox "" false`, `e5 button "Clear" false`, `e6 combobox "Town" false`, ` combobox "City" false`, ` textbox "Note" false`,
		`e7 textbox "Cellar" true`, ` combobox "" false`, ` option "North" false`, `e9 button "" false`, ` textbox "Title" false`, `e11 button "Open" false`, ` textbox "Street" false`}
	if !slices.Equal(got, want) {
		t.Errorf("the page is %q, want %q", got, want)
	}
}

// TestElementsWithoutANameHaveTheirTitle names the icons of a bar by their titles, which Chrome DevTools MCP describes
// them by.
func TestElementsWithoutANameHaveTheirTitle(t *testing.T) {
	tree, err := readUIDs("uid=1_1 generic description=\"Start all\"\nuid=1_2 button \"Save\" description=\"Saves the page\"\nuid=1_3 generic")
	if err != nil {
		t.Fatal(err)
	}
	if got := []string{tree[0].name, tree[1].name, tree[2].name}; !slices.Equal(got, []string{"Start all", "Save", ""}) {
		t.Errorf("the names are %q", got)
	}
}

// TestPartsOfPagesAreNoPages reads no snapshot of a part as the page: elements outside of it may
// have the same names.
func TestPartsOfPagesAreNoPages(t *testing.T) {
	const said = "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n- button \"Save\" [ref=e1]\n```"
	for arguments, whole := range map[string]bool{`{}`: true, `{"filename":"page.yml"}`: true, `{"target":"e1"}`: false, `{"ref":"e1"}`: false, `{"depth":2}`: false} {
		for tool, read := range map[string]bool{"browser_snapshot": whole, "browser_click": true} {
			r, err := adapterOf("Playwright", func(string) []string { return nil }).read(&call{tool: tool, arguments: []byte(arguments)}, answer{text: said})
			if err != nil || r.snapshot != read {
				t.Errorf("%s %s: read as the page: %v, %v", tool, arguments, r.snapshot, err)
			}
		}
	}
}

// FuzzReadsSnapshots gives adapters any text: they read it, or say that they do not,
// and never find two elements of one ref.
func FuzzReadsSnapshots(f *testing.F) {
	for _, file := range []string{"testdata/playwright-0.0.83.json", "testdata/chrome-devtools-1.11.0.json", "testdata/agent-browser-0.41.2.json"} {
		var r recording
		if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &r) == nil {
			for _, c := range r.Calls {
				f.Add(c.Answer, string(c.Structured))
			}
		}
	}
	f.Add("### Page\n- Page URL: http://a.b/\n### Snapshot\n```yaml\n- button \"A\" [ref=e1]: \"x\n```", "")
	f.Fuzz(func(t *testing.T, text, structured string) {
		for tool, a := range map[string]adapter{"browser_snapshot": adapterOf("Playwright", func(string) []string { return nil }), "take_snapshot": adapterOf("chrome_devtools", nil), "agent_browser_snapshot": adapterOf("agent-browser", nil)} {
			r, err := a.read(&call{tool: tool}, answer{text, []byte(structured)})
			if err != nil || !r.snapshot {
				continue
			}
			p := pageOf(r.url, r.title, r.tree)
			var refs []string
			for _, n := range p.obs.A11y.Nodes {
				if _, ok := p.target(n.Ref); n.Ref != "" && (!ok || slices.Contains(refs, n.Ref)) {
					t.Errorf("%q is read with %q twice or not at all", text+structured, n.Ref)
				}
				refs = append(refs, n.Ref)
			}
		}
	})
}

func (*keeper) Meant(context.Context, tool.FlowInput, string) (Meant, error) { return Meant{}, nil }
