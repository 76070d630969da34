package mcptools

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestBadArguments checks that arguments against the schema are answered by a tool result that
// names the field and the allowed values. The numbers are those of the list of bad inputs in the
// design.
func TestBadArguments(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	long := strings.Repeat("x", 201)
	for name, x := range map[string]struct {
		tool, args string
		code       types.Code
		says       []string // in message or hint
	}{
		"unknown field":              {"mm_knowledge_search", `{"query":"a","querry":"b"}`, types.CodeInvalidInput, []string{`"querry"`, "allowed: filters, limit, query, scope"}},
		"unknown field inside":       {"mm_knowledge_search", `{"query":"a","filters":{"branch":"b"}}`, types.CodeInvalidInput, []string{`"filters.branch"`, "gitBranch"}},
		"B23 wrong case":             {"mm_knowledge_search", `{"Query":"a"}`, types.CodeInvalidInput, []string{`"Query"`, "did you mean query"}},
		"another tool's name":        {"mm_click", `{"ref":"e3"}`, types.CodeInvalidInput, []string{"did you mean a11yRef? allowed"}},
		"B23 snake for camel":        {"mm_click", `{"test_id":"a"}`, types.CodeInvalidInput, []string{"did you mean testId"}},
		"B23 a letter that folds":    {"mm_knowledge_search", `{"query":"a","\u017fcope":"all"}`, types.CodeInvalidInput, []string{"did you mean scope"}},
		"B23 key twice":              {"mm_knowledge_search", `{"query":"a","query":"b"}`, types.CodeInvalidInput, []string{`"query"`, "twice"}},
		"B23 key twice by escape":    {"mm_knowledge_search", `{"query":"a","quer\u0079":"b"}`, types.CodeInvalidInput, []string{"twice"}},
		"missing":                    {"mm_knowledge_search", `{}`, types.CodeInvalidInput, []string{"query is missing", "1 to 200 characters"}},
		"null":                       {"mm_knowledge_search", `{"query":null}`, types.CodeInvalidInput, []string{"query is not a string"}},
		"number for text":            {"mm_knowledge_search", `{"query":5}`, types.CodeInvalidInput, []string{"query is not a string"}},
		"text for number":            {"mm_knowledge_search", `{"query":"a","limit":"5"}`, types.CodeInvalidInput, []string{"limit is not a whole number", "1 to 100", "20 when left out"}},
		"text for boolean":           {"mm_type", `{"text":"a","submit":"yes"}`, types.CodeInvalidInput, []string{"submit is not true or false"}},
		"list for object":            {"mm_knowledge_search", `[]`, types.CodeInvalidInput, []string{"arguments"}},
		"text for object":            {"mm_knowledge_search", `"x"`, types.CodeInvalidInput, []string{"arguments"}},
		"text for list":              {"mm_launch", `{"flowTags":"send"}`, types.CodeInvalidInput, []string{"flowTags is not a list"}},
		"bad entry":                  {"mm_launch", `{"flowTags":["send",3]}`, types.CodeInvalidInput, []string{"flowTags[1] is not a string"}},
		"too many entries":           {"mm_launch", `{"tags":["a"` + strings.Repeat(`,"a"`, 16) + `]}`, types.CodeInvalidInput, []string{"tags has 17 entries", "at most 16"}},
		"argument where none":        {"kb_report", `{"force":true}`, types.CodeInvalidInput, []string{"takes no arguments"}},
		"B24 endless exponent":       {"mm_knowledge_search", `{"query":"a","limit":1e999999}`, types.CodeInvalidInput, []string{"limit"}},
		"B24 minus zero":             {"mm_knowledge_search", `{"query":"a","limit":-0}`, types.CodeInvalidInput, []string{"limit"}},
		"B24 2^63":                   {"mm_knowledge_search", `{"query":"a","limit":9223372036854775808}`, types.CodeInvalidInput, []string{"limit is far too large"}},
		"B24 fraction":               {"mm_knowledge_search", `{"query":"a","limit":1.5}`, types.CodeInvalidInput, []string{"limit is not a whole number"}},
		"B53 limit 0":                {"mm_knowledge_search", `{"query":"a","limit":0}`, types.CodeInvalidInput, []string{"limit is 0", "1 to 100"}},
		"B53 limit -1":               {"mm_knowledge_search", `{"query":"a","limit":-1}`, types.CodeInvalidInput, []string{"limit is -1"}},
		"B53 limit 101":              {"mm_knowledge_search", `{"query":"a","limit":101}`, types.CodeInvalidInput, []string{"limit is 101"}},
		"B53 limit 1e9":              {"mm_knowledge_search", `{"query":"a","limit":1000000000}`, types.CodeInvalidInput, []string{"limit"}},
		"B53 n 201":                  {"mm_knowledge_last", `{"n":201}`, types.CodeInvalidInput, []string{"n is 201", "1 to 200"}},
		"B53 sinceHours 721":         {"mm_knowledge_sessions", `{"filters":{"sinceHours":721}}`, types.CodeInvalidInput, []string{"filters.sinceHours is 721", "1 to 720"}},
		"B53 limit 51":               {"mm_knowledge_sessions", `{"limit":51}`, types.CodeInvalidInput, []string{"1 to 50"}},
		"B52 empty query":            {"mm_knowledge_search", `{"query":""}`, types.CodeInvalidInput, []string{"query has 0 characters"}},
		"B52 201 characters":         {"mm_knowledge_search", `{"query":"` + long + `"}`, types.CodeInvalidInput, []string{"query has 201 characters"}},
		"scope of no kind":           {"mm_knowledge_search", `{"query":"a","scope":"some"}`, types.CodeInvalidInput, []string{"scope", "one of current, all, or an object with sessionId"}},
		"scope with more":            {"mm_knowledge_search", `{"query":"a","scope":{"sessionId":"` + knownSession + `","x":1}}`, types.CodeInvalidInput, []string{"scope"}},
		"B40 path as session":        {"mm_knowledge_summarize", `{"sessionId":"../../etc/passwd"}`, types.CodeInvalidInput, nil},
		"B40 path in scope":          {"mm_knowledge_summarize", `{"scope":{"sessionId":"a/bcd"}}`, types.CodeInvalidInput, nil},
		"B40 backslashes":            {"mm_knowledge_summarize", `{"sessionId":"..\\xyz"}`, types.CodeInvalidInput, nil},
		"B40 percent":                {"mm_knowledge_summarize", `{"sessionId":"%2e%2e"}`, types.CodeInvalidInput, nil},
		"B40 NUL":                    {"mm_knowledge_summarize", `{"sessionId":"abcd\u0000"}`, types.CodeInvalidInput, nil},
		"B40 device":                 {"mm_knowledge_summarize", `{"sessionId":"CON"}`, types.CodeInvalidInput, nil},
		"B41 3 characters":           {"mm_knowledge_summarize", `{"sessionId":"abc"}`, types.CodeInvalidInput, []string{"sessionId has 3 characters"}},
		"B41 65 characters":          {"mm_knowledge_summarize", `{"sessionId":"` + strings.Repeat("a", 65) + `"}`, types.CodeInvalidInput, nil},
		"B41 look-alike":             {"mm_knowledge_summarize", `{"sessionId":"mm-аbcd"}`, types.CodeInvalidInput, nil},
		"B42 unknown session":        {"mm_knowledge_summarize", `{"sessionId":"mm-unknown"}`, types.CodeNotFound, []string{"mm-unknown"}},
		"B42 unknown in search":      {"mm_knowledge_search", `{"query":"a","scope":{"sessionId":"mm-unknown"}}`, types.CodeNotFound, nil},
		"B44 star":                   {"mm_knowledge_summarize", `{"sessionId":"****"}`, types.CodeInvalidInput, nil},
		"B44 question marks":         {"mm_knowledge_last", `{"scope":{"sessionId":"????"}}`, types.CodeInvalidInput, nil},
		"B44 colons":                 {"mm_knowledge_last", `{"scope":{"sessionId":"a:b:c"}}`, types.CodeInvalidInput, nil},
		"B46 neither domain nor url": {"recall_site_memory", `{"task_hint":"buy"}`, types.CodeInvalidInput, []string{"domain or url is required"}},
		"kb_search for nothing":      {"kb_search", `{"query":""}`, types.CodeInvalidInput, []string{"query has 0 characters"}},
		"kb_search at length":        {"kb_search", `{"query":"` + strings.Repeat("a", 501) + `"}`, types.CodeInvalidInput, []string{"query has 501 characters"}},
		"kb_search for too many":     {"kb_search", `{"query":"a","limit":21}`, types.CodeInvalidInput, []string{"limit is 21"}},
		"a note without an item":     {"kb_record_learning", `{"recovery_approach":"x"}`, types.CodeInvalidInput, []string{"knowledge_id is missing"}},
		"a note without a session":   {"kb_record_learning", `{"knowledge_id":"a","recovery_approach":"x"}`, types.CodeNoSession, []string{"you have no session"}},
		"a report with arguments":    {"kb_report", `{"since":1}`, types.CodeInvalidInput, []string{"no field"}},
		"B47 path as name":           {"mm_screenshot", `{"name":"../../x"}`, types.CodeInvalidInput, []string{"name"}},
		"B47 absolute name":          {"mm_screenshot", `{"name":"/etc/x"}`, types.CodeInvalidInput, []string{"name"}},
		"B54 all to summarize":       {"mm_knowledge_summarize", `{"scope":"all"}`, types.CodeInvalidInput, []string{"mm_knowledge_sessions"}},
		"no current session":         {"mm_knowledge_summarize", `{}`, types.CodeNoSession, []string{"mm_launch"}},
		"no current to search":       {"mm_knowledge_search", `{"query":"a","scope":"current"}`, types.CodeNoSession, []string{"mm_launch"}},
		"time-out over the limit":    {"mm_click", `{"testId":"a","timeoutMs":60001}`, types.CodeInvalidInput, []string{"timeoutMs is 60001"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.call(t, x.tool, x.args)
			s := got.Result.Structured
			if s.OK == nil || *s.OK || s.Error == nil || s.Error.Code != x.code || !got.Result.IsError {
				t.Fatalf("answer is %+v", got.Result)
			}
			if s.Error.Hint == "" {
				t.Error("no hint")
			}
			all := s.Error.Message + "\n" + s.Error.Hint
			for _, want := range x.says {
				if !strings.Contains(all, want) {
					t.Errorf("it says %q, want %q", all, want)
				}
			}
			if !strings.HasPrefix(got.text(), string(x.code)+": ") || !strings.Contains(got.text(), s.Error.Hint) {
				t.Errorf("the text says %q", got.text())
			}
		})
	}
}

func TestGoodArguments(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	for name, x := range map[string]struct{ tool, args string }{
		"plain":                     {"mm_knowledge_search", `{"query":"send"}`},
		"B52 stars":                 {"mm_knowledge_search", `{"query":"` + strings.Repeat("*a", 100) + `"}`},
		"B52 200 wide characters":   {"mm_knowledge_search", `{"query":"` + strings.Repeat("送", 200) + `"}`},
		"limits":                    {"mm_knowledge_search", `{"query":"a","limit":100,"filters":{"sinceHours":720}}`},
		"session scope":             {"mm_knowledge_search", `{"query":"a","scope":{"sessionId":"` + knownSession + `"}}`},
		"B54 legacy field wins":     {"mm_knowledge_summarize", `{"sessionId":"` + knownSession + `","scope":"all"}`},
		"B45 domain as people type": {"recall_site_memory", `{"domain":"EXAMPLE.com."}`},
		"url":                       {"recall_site_memory", `{"url":"https://example.com/x"}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.call(t, x.tool, x.args); got.Result.Structured.OK == nil || !*got.Result.Structured.OK || got.Result.IsError {
				t.Errorf("answer is %s", got.text())
			}
		})
	}
	t.Run("no arguments at all", func(t *testing.T) {
		_, body := r.post(t, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"mm_knowledge_sessions"}}`, c.inSession)
		if got := parseResult(t, []byte(body)); !*got.Result.Structured.OK {
			t.Errorf("answer is %s", body)
		}
	})
}

func TestDefaultsOfScope(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	c.call(t, "mm_launch", `{}`)
	c.call(t, "mm_knowledge_search", `{"query":"a"}`)
	c.call(t, "mm_knowledge_last", `{}`)
	if r.memory.searched.Scope.Kind != types.ScopeAll || r.memory.last.Scope.Kind != types.ScopeCurrent {
		t.Errorf("search asks %+v, last %+v", r.memory.searched.Scope, r.memory.last.Scope)
	}
	if got := c.call(t, "mm_knowledge_summarize", `{}`); !strings.Contains(string(got.Result.Structured.Result), r.agents[0].SessionID()) {
		t.Errorf("summarize answers %s", got.Result.Structured.Result)
	}
}

func TestMessagesThatAreNotJSONRPC(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	nest := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	call := func(args string) string { return toolCall(2, "mm_knowledge_sessions", args) }
	for name, x := range map[string]struct {
		body string
		code int
	}{
		"empty":                       {``, -32700},
		"not JSON":                    {`{"jsonrpc":`, -32700},
		"two documents":               {`{} {}`, -32700},
		"NaN":                         {call(`{"limit":NaN}`), -32700},
		"batch":                       {`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, -32600},
		"B21 65 deep":                 {call(nest(63)), -32700}, // the call itself adds two
		"B21 a million deep":          {call(strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)), -32700},
		"B23 METHOD":                  {`{"jsonrpc":"2.0","id":2,"METHOD":"ping"}`, -32600},
		"B23 Params":                  {`{"jsonrpc":"2.0","id":2,"method":"tools/list","Params":{}}`, -32600},
		"B23 Arguments":               {`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"mm_cleanup","Arguments":{}}}`, -32600},
		"B23 params by long s":        {"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"param\u017f\":{}}", -32600},
		"B23 method twice":            {`{"jsonrpc":"2.0","id":2,"method":"ping","method":"tools/list"}`, -32600},
		"B23 name twice":              {`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"mm_cleanup","name":"mm_launch"}}`, -32600},
		"method is a number":          {`{"jsonrpc":"2.0","id":2,"method":7}`, -32600},
		"too many values elsewhere":   {`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":[` + strings.Repeat("0,", maxValues) + `0]}}`, -32600},
		"protocol without a session":  {`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, -32022},
		"protocol nobody heard of":    {`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"3000-01-01"}}}`, -32022},
		"B21 deep in what is ignored": {`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":` + nest(80) + `}}`, -32700},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := r.post(t, x.body, c.inSession)
			var got struct{ Error struct{ Code int } }
			if err := json.Unmarshal([]byte(body), &got); err != nil {
				t.Fatalf("%d %s", resp.StatusCode, body)
			}
			if resp.StatusCode != 400 || got.Error.Code != x.code {
				t.Errorf("%d %s, want %d", resp.StatusCode, body, x.code)
			}
		})
	}
	if got := c.call(t, "mm_knowledge_sessions", nest(62)); got.Result.Structured.Error.Code != types.CodeInvalidInput {
		t.Errorf("64 deep: %s", got.text())
	}
}

// B22: four MiB of tiny values are refused for a few times their size.
func TestManyTinyValuesAreCheapToRefuse(t *testing.T) {
	for _, unit := range []string{"0,", "{},"} {
		body := toolCall(2, "mm_knowledge_sessions", `{"limit":[`+strings.Repeat(unit, (maxBody-1000)/len(unit))+`0]}`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := readMessage([]byte(body))
		runtime.ReadMemStats(&after)
		if err != nil || m.fault == nil || m.fault.Code != types.CodeInvalidInput {
			t.Fatalf("%q: %+v, %v", unit, m, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%q: %d MiB allocated", unit, used>>20)
		}
	}
}

func TestPanicIsAnswered(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	got := c.call(t, "mm_knowledge_search", `{"query":"panic"}`)
	if got.Result.Structured.Error == nil || got.Result.Structured.Error.Code != types.CodeInternal {
		t.Errorf("answer is %s", got.text())
	}
	if got := c.call(t, "mm_knowledge_sessions", `{}`); got.Result.IsError {
		t.Errorf("the next call: %s", got.text())
	}
}

func TestLoopIsSlowedDown(t *testing.T) {
	r := overHTTP(t, Options{})
	c, other := r.connect(t), r.connect(t)
	refused := 0
	r.step.Store(0)
	for range 2 * callBurst {
		r.now.Add(1) // a call every millisecond
		if got := c.call(t, "mm_knowledge_sessions", `{}`); got.Result.IsError {
			if got.Result.Structured.Error.Code != types.CodeRateLimited {
				t.Fatal(got.text())
			}
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	if got := other.call(t, "mm_knowledge_sessions", `{}`); got.Result.IsError {
		t.Errorf("another client: %s", got.text())
	}
	r.now.Add(10_000)
	if got := c.call(t, "mm_knowledge_sessions", `{}`); got.Result.IsError {
		t.Errorf("later: %s", got.text())
	}
}

func TestUnknownToolIsAProtocolError(t *testing.T) {
	c := overHTTP(t, Options{}).connect(t)
	if got := c.call(t, "mm_fly", `{}`); got.Error == nil {
		t.Errorf("answer is %+v", got)
	}
}

func TestErrorsCannotForgeLines(t *testing.T) {
	c := overHTTP(t, Options{}).connect(t)
	got := c.call(t, "mm_click", `{"testId":"absent"}`)
	if n := strings.Count(got.text(), "\n"); n != 4 || strings.Contains(got.text(), "\nsystem:") {
		t.Errorf("the text has %d line ends: %q", n, got.text())
	}
}

func FuzzArguments(f *testing.F) {
	for _, seed := range []string{`{}`, `{"query":"a","scope":{"sessionId":"abcd"}}`, `{"a":[1,{"b":null}],"a":2}`, `[[[]]]`, `"\ud800"`, `{"limit":1e9}`, ` { "x" : [ ] } `} {
		f.Add("mm_knowledge_search", seed)
	}
	f.Add("mm_launch", `{"flowTags":["x"],"cwd":""}`)
	f.Add("mm_run_flow", `{"goal":"a","params":{"b":1},"until":3}`)
	f.Add("mm_run_steps", `{"kb":"a","params":{"b":null}}`)
	schemas := map[string]*schema{}
	for _, tool := range tools {
		_, s, err := loadSchema(tool.name)
		if err != nil {
			f.Fatal(err)
		}
		schemas[tool.name] = s
	}
	f.Fuzz(func(t *testing.T, toolName, args string) {
		if schemas[toolName] == nil {
			toolName = "mm_type"
		}
		m, err := readMessage(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, "x", args))
		if err != nil {
			return
		}
		if len(m.args) == 0 || m.fault != nil {
			return
		}
		if err := schemas[toolName].check("", m.args); err != nil {
			if e := types.AsError(err); e.Code != types.CodeInvalidInput || e.Hint == "" {
				t.Errorf("%s %s: %v", toolName, args, err)
			}
			return
		}
		// Any input that passes the schema decodes.
		var search types.SearchRequest
		var launch tool.LaunchInput
		for name, into := range map[string]any{"mm_knowledge_search": &search, "mm_launch": &launch,
			"mm_type": new(tool.TypeInput), "mm_click": new(tool.ClickInput), "mm_wait_for": new(tool.WaitInput), "mm_tabs": new(tool.TabsInput), "mm_run_flow": new(flowInput), "mm_run_steps": new(runInput),
			"mm_navigate": new(tool.NavigateInput), "mm_wait_for_notification": new(tool.NotifyInput)} {
			if name == toolName {
				if err := json.Unmarshal(m.args, into); err != nil {
					t.Errorf("%s %s: %v", toolName, args, err)
				}
			}
		}
	})
}
