package mcptools

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"cairn/testdata/golden"
)

const (
	snapDir = "../../testdata/toolsnaps"
	// clientPrefix is the longest text that clients put before a tool's name.
	clientPrefix = "mcp__cairn__"
)

// listTools returns the tools that a client of the rig is offered.
func listTools(t *testing.T, opts Options) (raw []json.RawMessage, parsed []mcp.Tool) {
	t.Helper()
	c := overHTTP(t, opts).connect(t)
	_, body := c.r.post(t, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, c.inSession)
	var list struct {
		Result struct{ Tools []json.RawMessage }
	}
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Result.Tools {
		var tool mcp.Tool
		if err := json.Unmarshal(r, &tool); err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, tool)
	}
	return list.Result.Tools, parsed
}

// Every change of the texts for agents shows as a change of a file.
func TestToolsAreAsTheirSnapshots(t *testing.T) {
	raw, parsed := listTools(t, Options{})
	kept, err := filepath.Glob(snapDir + "/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var stale []string
	for _, file := range kept {
		stale = append(stale, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	for i, tool := range parsed {
		stale = slices.DeleteFunc(stale, func(s string) bool { return s == tool.Name })
		var got bytes.Buffer
		if err := json.Indent(&got, raw[i], "", "  "); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
		golden.Check(t, filepath.Join(snapDir, tool.Name+".json"), got.String())
	}
	if len(stale) > 0 {
		t.Errorf("snapshots of tools that are no more: %v", stale)
	}
}

func TestInventory(t *testing.T) {
	raw, parsed := listTools(t, Options{})
	if len(parsed) != len(tools) {
		t.Errorf("%d tools listed, want %d", len(parsed), len(tools))
	}
	total := 0
	for i, tool := range parsed {
		total += len(raw[i])
		a := tool.Annotations
		if a.ReadOnlyHint != nil && a.DestructiveHint != nil {
			t.Errorf("%s only reads, but speaks of destroying", tool.Name)
		}
		if n := len(clientPrefix + tool.Name); n >= 60 {
			t.Errorf("%s has %d characters with the client's prefix", tool.Name, n)
		}
		if tool.Description == "" || len(tool.Description) > 300 {
			t.Errorf("%s has a description of %d characters", tool.Name, len(tool.Description))
		}
		var schema map[string]json.RawMessage
		if err := json.Unmarshal(tool.RawInputSchema, &schema); err != nil {
			if schema, err = topKeys(raw[i]); err != nil {
				t.Fatal(err)
			}
		}
		for _, combinator := range []string{"oneOf", "anyOf", "allOf", "not", "$ref", "enum"} {
			if _, has := schema[combinator]; has {
				t.Errorf("%s has %s at the top: some clients refuse the whole list", tool.Name, combinator)
			}
		}
		if string(schema["type"]) != `"object"` {
			t.Errorf("%s's schema is no object", tool.Name)
		}
	}
	t.Logf("%d tools, %d bytes, about %d tokens", len(parsed), total, tokens(total))
	_, memory := listTools(t, Options{Tools: MemoryTools})
	small := 0
	for _, tool := range memory {
		data, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		small += len(data)
	}
	t.Logf("memory tools alone: %d tools, %d bytes, about %d tokens", len(memory), small, tokens(small))
}

// tokens is how many tokens (o200k_base) so many bytes of schemas make, within
// a few percent: 4.1 bytes each, as measured on such lists.
func tokens(bytes int) int { return bytes * 10 / 41 }

func topKeys(tool json.RawMessage) (map[string]json.RawMessage, error) {
	var t struct {
		InputSchema map[string]json.RawMessage `json:"inputSchema"`
	}
	err := json.Unmarshal(tool, &t)
	return t.InputSchema, err
}

// TestLaunchListsTheVocabularyOfFlows is spec 000 section 4.1: agents that choose
// from the same few tags find each other's sessions.
func TestLaunchListsTheVocabularyOfFlows(t *testing.T) {
	_, parsed := listTools(t, Options{})
	at := slices.IndexFunc(parsed, func(tool mcp.Tool) bool { return tool.Name == "mm_launch" })
	for _, tag := range []string{"send", "swap", "connect", "sign", "onboarding", "settings", "tx-confirmation"} {
		if !regexp.MustCompile(`\b` + tag + `\b`).MatchString(parsed[at].Description) {
			t.Errorf("mm_launch does not list %s: %s", tag, parsed[at].Description)
		}
	}
}

func TestSubsetAndPrefix(t *testing.T) {
	_, memory := listTools(t, Options{Tools: MemoryTools})
	var names []string
	for _, tool := range memory {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	want := []string{"kb_report", "kb_search", "mm_knowledge_last", "mm_knowledge_search", "mm_knowledge_sessions", "mm_knowledge_summarize", "recall_site_memory"}
	if !slices.Equal(names, want) {
		t.Errorf("memory tools are %v, want %v", names, want)
	}

	_, core := listTools(t, Options{Tools: CoreTools})
	names = nil
	for _, tool := range core {
		names = append(names, tool.Name)
	}
	if !slices.Contains(names, "mm_click") || !slices.Contains(names, "kb_search") || slices.Contains(names, "mm_list_testids") {
		t.Errorf("core tools are %v", names)
	}

	raw, renamed := listTools(t, Options{Prefix: "cairn_"})
	for i, tool := range renamed {
		if strings.Contains(string(raw[i]), "mm_") {
			t.Errorf("%s still speaks of mm_ tools", tool.Name)
		}
	}
	r := overHTTP(t, Options{Prefix: "cairn_"})
	resp, body := r.post(t, hello)
	if resp.StatusCode != 200 || strings.Contains(body, "mm_") || !strings.Contains(body, "cairn_describe_screen") {
		t.Errorf("instructions are not renamed: %s", body)
	}
	c := r.connect(t)
	if got := c.call(t, "cairn_knowledge_last", `{}`); !strings.Contains(got.text(), "call cairn_launch first") {
		t.Errorf("hint is not renamed: %s", got.text())
	}
	if got := c.call(t, "cairn_knowledge_search", `{"query":"send"}`); !strings.Contains(string(got.Result.Structured.Result), `"mm_click"`) {
		t.Errorf("what was recorded was renamed: %s", got.Result.Structured.Result)
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	r := newRig(t, Options{})
	for _, choice := range []ClientOptions{{Tools: "some"}, {Prefix: "has space"}, {Prefix: "x\n"}, {Prefix: strings.Repeat("x", 17)}} {
		if err := r.ServeConn(t.Context(), nopConn{}, choice); err == nil {
			t.Errorf("%+v is served", choice)
		}
	}
}

type nopConn struct{}

func (nopConn) Read([]byte) (int, error)    { return 0, os.ErrClosed }
func (nopConn) Write(p []byte) (int, error) { return len(p), nil }
func (nopConn) Close() error                { return nil }
