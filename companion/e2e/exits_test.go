package e2e

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"cairn/companion/memory"
	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/testdata/fieldset"
)

// secretFields makes records whose texts are secrets, each its own.
type secretFields struct {
	rand *rand.Rand
	of   map[string]string // the field of each secret
}

// holdsAddress matches fields that hold addresses.
var holdsAddress = regexp.MustCompile(`(?i)url$|origin$|embedder$|resource|href$|^url$`)

// secret returns a text for a field: a key of GitHub, in an address where the field holds one.
func (f *secretFields) secret(field string) string {
	key := "ghp_" + drawn(f.rand, "BCDFGHJKMNPQRSTVWXZbcdfghjkmnpqrstvwxz23456789", 34) + "42"
	f.of[key] = field
	if holdsAddress.MatchString(field) {
		return "https://shop.example/orders?token=" + key
	}
	return key
}

// secrets returns n of them, for the fields of an item.
func (f *secretFields) secrets(field string, n int) (all []any) {
	for i := range n {
		all = append(all, f.secret(fmt.Sprintf("%s %d", field, i)))
	}
	return all
}

// filled returns a record with a secret in each text that fixed does not hold.
func filled[T any](f *secretFields, fixed fieldset.Fixed) *T {
	for _, path := range fieldset.Texts[T](fixed) {
		if _, has := fixed[path]; !has {
			fixed[path] = f.secret(path)
		}
	}
	return fieldset.All[T](fixed)
}

// input returns possible arguments of a tool, with a secret in each text.
func (f *secretFields) input() map[string]any {
	in := map[string]any{"to": map[string]any{"name": f.secret("to.name"), "selector": f.secret("to.selector")}, "files": []any{f.secret("files") + ".pdf"}}
	for _, key := range []string{"text", "url", "key", "name", "testId", "selector", "option", "within", "row", "path", "find", "intent", "goal", "note"} {
		in[key] = f.secret(key)
	}
	return in
}

// TestSecretsInEveryFieldComeOutNowhere stores sessions and steps with a secret in each text, by the ways that agents, the
// extension and files take, and has every command, tool and resource tell them.
func TestSecretsInEveryFieldComeOutNowhere(t *testing.T) {
	t.Parallel()
	f := &secretFields{rand: rand.New(rand.NewPCG(rand.Uint64(), 0)), of: map[string]string{}}
	w := newWorld(t)
	const site = "https://shop.example"
	s, err := store.Open(filepath.Join(w.home, "store"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := memory.Open(s, memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, now := context.Background(), time.Now()
	foreign := t.TempDir()
	write := func(file, text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	sessions := []string{"mm-secret-1", "mm-secret-2", "mm-secret-3"}
	for i, id := range sessions {
		start := types.At(now.Add(-time.Duration(60-15*i) * time.Minute))
		meta := filled[types.Session](f, fieldset.Fixed{"SchemaVersion": 1, "SessionID": id, "CreatedAt": start, "EditedAt": start, "EndedAt": start.Add(9 * time.Minute), "Foreign": false, "Ambient": false, "From": nil,
			"FlowRuns[].Stops[]": types.FlowMissing, "Statement.Outcome": types.SessionDone, "Statement.OutcomeBy": types.StatedByPerson, "Statement.OutcomeAt": start, "Launch.URL": site + "/?token=" + f.secret("launch"), "Goal": "Pay the invoice " + f.secret("goal")})
		put := func(raw *types.Step) {
			if _, err := m.PutStep(ctx, nil, raw, types.KeepFull); err != nil {
				t.Fatal(err)
			}
		}
		if i == 2 { // another program wrote it
			write(filepath.Join(foreign, id, "session.json"), asJSON(t, meta))
			put = func(raw *types.Step) { write(filepath.Join(foreign, id, "steps", raw.StepID+".json"), asJSON(t, raw)) }
		} else if err := m.PutSession(ctx, meta); err != nil {
			t.Fatal(err)
		}
		for n, tool := range []string{"mm_navigate", "mm_click", "mm_type", "mm_press", "mm_upload", "mm_drag", "mm_hover", "mm_wait_for", "mm_click"} {
			raw := filled[types.Step](f, fieldset.Fixed{"SchemaVersion": 1, "StepID": fmt.Sprintf("s-%d-%d", i, n), "SessionID": id, "Timestamp": start.Add(time.Duration(n+1) * time.Minute), "Tool.Name": tool, "Tool.Input": f.input(), "Tool.Target.Sensitive": false,
				"Actor": types.ActorAgent, "Keep": types.KeepFull, "Clock": "", "Outcome.OK": n != 3, "Tool.Target.Role": "button", "Observation.A11y.Nodes[].Role": "button", "Observation.A11y.Nodes[].Checked": "mixed", "Observation.A11y.Nodes[].Expanded": "true",
				"Observation.State.Origin": site, "After.Load": "new", "Observation.State.Embedder": "", "Tool.Target.Origin": "", "Observation.TestIDs[].Origin": "", "Observation.A11y.Nodes[].Origin": "", "Observation.Frames": nil})
			if i > 0 { // a known way, which becomes a flow
				if n > 2 && n < 8 {
					continue
				}
				name := fmt.Sprintf("Part %d", n)
				raw.Tool.Target = &types.Target{Role: map[bool]string{true: "textbox", false: "button"}[tool == "mm_type"], Name: name, TestID: fmt.Sprintf("part-%d", n), Hint: f.secret("hint")}
				raw.Observation.State.CurrentURL, raw.Observation.State.CurrentScreen = site+"/orders", "orders"
				raw.Observation.A11y.Nodes = append(raw.Observation.A11y.Nodes, types.A11yNode{Ref: "e9", Role: raw.Tool.Target.Role, Name: name, TestID: raw.Tool.Target.TestID})
				raw.Outcome = types.Outcome{OK: true}
				if n == 0 {
					raw.Tool.Target, raw.Tool.Input = nil, map[string]any{"url": site + "/orders?token=" + f.secret("url")}
				}
			}
			put(raw)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	w.startDaemon()

	exits := map[string]string{}
	run := func(args ...string) string {
		out, _ := w.cairn(args...)
		exits["cairn "+strings.Join(args, " ")] += out
		return out
	}
	dir := t.TempDir()
	item := fmt.Sprintf(`[{"knowledge_id": "pay", "description": "Pay %s", "ui_location": %q, "action_sequence": ["click %s"], "shortcut": %q, "prerequisites": [%q], "output_state": %q, "doc_citation": %q, "parameters": {"amount": %q}, "trust_score": 1, "owner": %q,
		"kb_learnings": [{"task": %q, "step_num": 1, "original_action": {"tool_name": "mm_click", "tool_arguments": {"name": %q}, "reasoning": %q}, "original_error": %q, "recovery_approach": %q, "human_reasoning": %q, "timestamp": "2026-01-01T00:00:00Z", "by": %q}]}]`,
		f.secrets("item", 16)...)
	recording := fmt.Sprintf(`{"title": "Recorded %s", "steps": [{"type": "navigate", "url": "https://shop.example/?token=%s"}, {"type": "change", "value": %q, "selectors": [["aria/%s"], ["#%s"]], "url": "https://shop.example"},
		{"type": "click", "selectors": [["aria/%s[role=\"button\"]"], ["text/%s"]], "offsetX": 1, "offsetY": 1, "assertedEvents": [{"type": "navigation", "url": "https://shop.example/%s", "title": %q}]}, {"type": "keyDown", "key": %q}]}`, f.secrets("recording", 10)...)
	for name, text := range map[string]string{"catalog.json": item, "recording.json": recording} {
		write(filepath.Join(foreign, name), text)
	}
	exits["cairn import"] = w.mustCairn("import", foreign) + w.mustCairn("import", filepath.Join(foreign, "recording.json"))
	exits["cairn kb import"] = w.mustCairn("kb", "import", filepath.Join(foreign, "catalog.json"))
	run("card", "add", "shop.example", "selector", f.secret("card value"), "--description", f.secret("card description"), "--url-pattern", f.secret("card pattern"))
	run("sessions", "outcome", sessions[0], "done", "--evidence", f.secret("evidence"))
	for _, args := range [][]string{
		{"search", "pay"}, {"search", "--explain", "token ghp shop"}, {"sessions"}, {"recall", "shop.example", "--hint", f.secret("hint")}, {"recall", "shop.example", "--language", "zh"}, {"stats"}, {"status"}, {"doctor"},
		{"flow", "list"}, {"kb", "list"}, {"kb", "report"}, {"card", "list"}, {"card", "show", "shop.example"}, {"card", "history", "shop.example"}, {"site", "list"}, {"contexts"}, {"map", "shop.example"},
	} {
		run(args...)
		run(append(args, "--json")...)
	}
	for _, format := range []string{"dot", "svg", "mermaid"} {
		run("map", "shop.example", "--format", format)
	}
	for _, id := range sessions {
		for _, format := range []string{"recorder", "playwright", "skill"} {
			run("export", "--session", id, "--format", format)
		}
	}
	run("card", "export", filepath.Join(dir, "cards.json"))
	run("kb", "export", filepath.Join(dir, "catalog.json"))
	run("export", filepath.Join(dir, "layout"))
	run("flow", "export", "--dir", filepath.Join(dir, ".cairn"))
	for _, id := range idsIn(run("flow", "list", "--json"), "id") {
		run("flow", "rename", id, id, "--title", f.secret("flow title"))
		run("flow", "show", id)
		run("flow", "show", "--json", id)
		for _, format := range []string{"yaml", "playwright", "recorder", "skill"} {
			run("flow", "export", id, "--format", format)
		}
	}
	for _, id := range idsIn(run("kb", "list", "--json"), "knowledge_id") {
		run("kb", "note", id, f.secret("note"))
		run("kb", "show", id)
		run("kb", "show", "--json", id)
	}
	w.tellAll(exits, f, site, sessions)
	for root, name := range map[string]string{dir: "files", w.home: "the data directory"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				data, _ := os.ReadFile(path)
				exits[name+" "+strings.TrimPrefix(path, root)] = string(append(data, unpacked(data)...))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	exits["the log"] = w.log.String()

	sought := seek(slices.Collect(maps.Keys(f.of))...)
	for exit, text := range exits {
		for _, found := range sought.in([]byte(text)) {
			for secret, field := range f.of {
				if strings.Contains(found, secret) {
					t.Errorf("%s: %s of %s", exit, found, field)
				}
			}
		}
	}
	for _, begin := range []string{"cairn search", "cairn recall", "cairn sessions", "cairn map", "cairn stats", "cairn card show", "cairn card history", "cairn kb show", "cairn flow show", "cairn flow export pay", "cairn export --session", "files /layout/mm", "files /.cairn", "files /cards",
		"tool mm_knowledge_search", "tool mm_knowledge_last", "tool mm_knowledge_sessions", "tool mm_knowledge_summarize", "tool kb_search", "tool recall_site_memory", "resource cairn://site"} {
		shown := ""
		for exit, text := range exits {
			if strings.HasPrefix(exit, begin) {
				shown += text
			}
		}
		if !strings.Contains(shown, "[REDACTED]") {
			t.Errorf("%s tells nothing of the records, so no secret could come out: %.300s", begin, shown)
		}
	}
	t.Logf("%d secrets in fields, %d exits", len(f.of), len(exits))
}

// idsIn returns the values of a key in JSON.
func idsIn(text, key string) (ids []string) {
	for _, m := range regexp.MustCompile(`"`+key+`":\s*"([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(ids, m[1]) {
			ids = append(ids, m[1])
		}
	}
	return ids
}

// tellAll has an MCP client without a browser call every tool, read every resource and get every prompt.
func (w *world) tellAll(exits map[string]string, f *secretFields, site string, sessions []string) {
	w.t.Helper()
	a := w.stdioAgent(f.secret("client"))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	tools, err := a.client.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if tool.Name == "mm_launch" {
			continue // it opens a browser
		}
		exits["tool "+tool.Name] = a.tells(tool.Name, nil)
		for _, arg := range []map[string]any{{"scope": "all"}, {"query": "pay token shop", "scope": "all"}, {"query": "pay token shop"}, {"url": site}, {"scope": map[string]any{"sessionId": sessions[0]}}, {"domain": "shop.example"}} {
			known := true
			for key := range arg {
				_, has := tool.InputSchema.Properties[key]
				known = known && has
			}
			if known {
				exits["tool "+tool.Name] += a.tells(tool.Name, arg)
			}
		}
	}
	resources, err := a.client.ListResources(ctx, mcp.ListResourcesRequest{})
	if err != nil {
		w.t.Fatal(err)
	}
	exits["resources"] = asJSON(w.t, resources)
	for _, r := range resources.Resources {
		var req mcp.ReadResourceRequest
		req.Params.URI = r.URI
		got, err := a.client.ReadResource(ctx, req)
		exits["resource "+r.URI] = asJSON(w.t, got) + fmt.Sprint(err)
	}
	prompts, err := a.client.ListPrompts(ctx, mcp.ListPromptsRequest{})
	if err != nil {
		w.t.Fatal(err)
	}
	exits["prompts"] = asJSON(w.t, prompts)
	for _, p := range prompts.Prompts {
		var req mcp.GetPromptRequest
		req.Params.Name, req.Params.Arguments = p.Name, map[string]string{}
		for _, arg := range p.Arguments {
			req.Params.Arguments[arg.Name] = "shop.example"
		}
		got, err := a.client.GetPrompt(ctx, req)
		exits["prompt "+p.Name] = asJSON(w.t, got) + fmt.Sprint(err)
	}
}
