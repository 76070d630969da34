package mcptools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestBadArgumentsOfActing: nothing of it reaches the agent's hands, and the
// answer names the field.
func TestBadArgumentsOfActing(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	c.call(t, "mm_launch", `{}`)
	big := strings.Repeat("x", 1<<20)
	for name, x := range map[string]struct {
		tool, args string
		says       []string // in message or hint
	}{
		"click: unknown key":                {"mm_click", `{"testId":"a","double":true}`, []string{`"double"`, "allowed: a11yRef, "}},
		"click: a button that is none":      {"mm_click", `{"testId":"a","button":"back"}`, []string{`button is "back"`, "left, right, middle"}},
		"click: never":                      {"mm_click", `{"testId":"a","count":0}`, []string{"count is 0", "1 to 3"}},
		"click: four times":                 {"mm_click", `{"testId":"a","count":4}`, []string{"count is 4"}},
		"click: a modifier that is none":    {"mm_click", `{"testId":"a","modifiers":["Hyper"]}`, []string{`modifiers[0] is "Hyper"`, "Alt, Control, ControlOrMeta, Meta, Shift"}},
		"click: a modifier that is no list": {"mm_click", `{"testId":"a","modifiers":"Shift"}`, []string{"modifiers is not a list"}},
		"click: a point without y":          {"mm_click", `{"testId":"a","at":{"x":1}}`, []string{"at.y is missing"}},
		"click: a point before it":          {"mm_click", `{"testId":"a","at":{"x":-1,"y":1}}`, []string{"at.x is -1", "0 to 100000"}},
		"click: a part of a pixel":          {"mm_click", `{"testId":"a","at":{"x":1.5,"y":1}}`, []string{"at.x is not a whole number"}},
		"click: a point as a list":          {"mm_click", `{"testId":"a","at":[1,2]}`, []string{"at is not an object"}},
		"click: a text of a megabyte":       {"mm_click", `{"text":"` + big + `"}`, []string{"text has 1048576 characters"}},
		"press: no key":                     {"mm_press", `{"testId":"a"}`, []string{"key is missing"}},
		"press: an empty key":               {"mm_press", `{"key":""}`, []string{"key has 0 characters"}},
		"press: a key of a megabyte":        {"mm_press", `{"key":"` + big + `"}`, []string{"key has 1048576 characters"}},
		"press: keys in a list":             {"mm_press", `{"key":["a","b"]}`, []string{"key is not a string"}},
		"press: without end":                {"mm_press", `{"key":"Tab","times":101}`, []string{"times is 101", "1 to 100"}},
		"press: unknown key":                {"mm_press", `{"key":"Tab","target":{"testId":"a"}}`, []string{`"target"`, "allowed: a11yRef, "}},
		"hover: unknown key":                {"mm_hover", `{"testId":"a","ms":100}`, []string{`"ms"`}},
		"back: how far":                     {"mm_back", `{"count":2}`, []string{`"count"`, "allowed: kb_source, timeoutMs"}},
		"click: another driver's key":       {"mm_click", `{"ref":"e1"}`, []string{`"ref"`, "a11yRef"}},
		"click: a number":                   {"mm_click", `{"testId":5}`, []string{"testId is not a string"}},
		"click: a list":                     {"mm_click", `{"testId":["a"]}`, []string{"testId is not a string"}},
		"click: null":                       {"mm_click", `{"testId":null}`, []string{"testId is not a string"}},
		"click: a test id of a megabyte":    {"mm_click", `{"testId":"` + big + `"}`, []string{"testId has 1048576 characters", "500"}},
		"click: a name of a megabyte":       {"mm_click", `{"role":"button","name":"` + big + `"}`, []string{"name has 1048576 characters"}},
		"click: a selector of a megabyte":   {"mm_click", `{"selector":"` + big + `"}`, []string{"selector has 1048576 characters"}},
		"click: a ref of a megabyte":        {"mm_click", `{"a11yRef":"` + big + `"}`, []string{"a11yRef has 1048576 characters"}},
		"click: within a string":            {"mm_click", `{"testId":"a","within":"row"}`, []string{"within is not an object"}},
		"click: within within":              {"mm_click", `{"testId":"a","within":{"testId":"b","within":{"testId":"c"}}}`, []string{`"within.within"`}},
		"click: no time":                    {"mm_click", `{"testId":"a","timeoutMs":0}`, []string{"timeoutMs is 0", "1 to 60000"}},
		"click: a time before it begins":    {"mm_click", `{"testId":"a","timeoutMs":-1}`, []string{"timeoutMs is -1"}},
		"click: a part of a millisecond":    {"mm_click", `{"testId":"a","timeoutMs":1.5}`, []string{"timeoutMs is not a whole number"}},
		"click: endless":                    {"mm_click", `{"testId":"a","timeoutMs":1e999}`, []string{"timeoutMs"}},
		"click: a word for a number":        {"mm_click", `{"testId":"a","timeoutMs":"NaN"}`, []string{"timeoutMs is not a whole number"}},
		"click: a source that is none":      {"mm_click", `{"testId":"a","kb_source":{}}`, []string{"kb_source is not a string"}},
		"type: no text":                     {"mm_type", `{"testId":"a"}`, []string{"text is missing"}},
		"type: a number for text":           {"mm_type", `{"testId":"a","text":1}`, []string{"text is not one of what it may be", "a list of at most 100"}},
		"type: a list with a number":        {"mm_type", `{"testId":"a","text":["One",2]}`, []string{"text[1] is not a string"}},
		"drag: no end":                      {"mm_drag", `{"testId":"a"}`, []string{"to is missing"}},
		"drag: an end that is none":         {"mm_drag", `{"testId":"a","to":"b"}`, []string{"to is not an object"}},
		"drag: half a pixel":                {"mm_drag", `{"testId":"a","to":{"x":0.5,"y":1}}`, []string{"to.x is not a whole number"}},
		"drag: a point before its element":  {"mm_drag", `{"testId":"a","at":{"x":-1,"y":1},"to":{"x":5,"y":1}}`, []string{"at.x is -1"}},
		"drag: half a point":                {"mm_drag", `{"testId":"a","at":{"x":1},"to":{"x":5,"y":1}}`, []string{"at.y is missing"}},
		"drag: far beyond any window":       {"mm_drag", `{"testId":"a","to":{"x":100001,"y":1}}`, []string{"to.x is 100001"}},
		"upload: no files":                  {"mm_upload", `{"testId":"a"}`, []string{"files is missing"}},
		"upload: a path alone":              {"mm_upload", `{"testId":"a","files":"/tmp/a"}`, []string{"files is not a list"}},
		"upload: more files than allowed":   {"mm_upload", `{"testId":"a","files":[` + strings.Repeat(`"a",`, 32) + `"a"]}`, []string{"files has 33 entries"}},
		"type: a text of a megabyte":        {"mm_type", `{"testId":"a","text":"` + big + `"}`, []string{"text has 1048576 characters", "20000"}},
		"type: submit maybe":                {"mm_type", `{"testId":"a","text":"","submit":1}`, []string{"submit is not true or false"}},
		"wait: unknown key":                 {"mm_wait_for", `{"testId":"a","state":"hidden"}`, []string{`"state"`}},
		"navigate: no URL":                  {"mm_navigate", `{}`, []string{"url is missing"}},
		"navigate: a URL of a megabyte":     {"mm_navigate", `{"url":"http://x/` + big + `"}`, []string{"url has", "4096"}},
		"navigate: an object":               {"mm_navigate", `{"url":{"href":"http://x/"}}`, []string{"url is not a string"}},
		"notification: a text that is none": {"mm_wait_for_notification", `{"text":["a"]}`, []string{"text is not a string"}},
		"notification: unknown key":         {"mm_wait_for_notification", `{"kind":"tab"}`, []string{`"kind"`}},
		"tabs: no action":                   {"mm_tabs", `{}`, []string{"action is missing", "list, switch, close"}},
		"tabs: an action that is none":      {"mm_tabs", `{"action":"open"}`, []string{"list, switch, close"}},
		"tabs: a tab that cannot be":        {"mm_tabs", `{"action":"switch","tabId":4294967296}`, []string{"tabId"}},
		"tabs: a tab by title":              {"mm_tabs", `{"action":"switch","tabId":"Home"}`, []string{"tabId is not a whole number"}},
		"run: no steps":                     {"mm_run_steps", `{}`, []string{"there are no steps"}},
		"run: steps that are none":          {"mm_run_steps", `{"steps":{"tool":"mm_click"}}`, []string{"steps is not a list"}},
		"run: a step that is none":          {"mm_run_steps", `{"steps":["mm_click"]}`, []string{"steps[0] is not an object"}},
		"run: a step without a tool":        {"mm_run_steps", `{"steps":[{"args":{}}]}`, []string{"steps[0].tool is missing"}},
		"run: args that are none":           {"mm_run_steps", `{"steps":[{"tool":"mm_click","args":[]}]}`, []string{"steps[0].args is not an object"}},
		"run: a stop that is none":          {"mm_run_steps", `{"steps":[],"stopOnError":"no"}`, []string{"stopOnError is not true or false"}},
		"run: longer than allowed":          {"mm_run_steps", `{"steps":[{"tool":"mm_click","args":{"testId":"send"}}],"timeoutMs":120001}`, []string{"timeoutMs is 120001"}},
		"run: an inner time too long":       {"mm_run_steps", `{"steps":[{"tool":"mm_click","args":{"testId":"send","timeoutMs":60001}}]}`, []string{"steps[0].args.timeoutMs is 60001"}},
		"run: a megabyte in a target":       {"mm_run_steps", `{"steps":[{"tool":"mm_click","args":{"target":"t"}}],"targets":{"t":{"testId":"` + big + `"}}}`, []string{"steps[0].args.testId has 1048576 characters"}},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(r.agents[0].did)
			got := c.call(t, x.tool, x.args)
			s := got.Result.Structured
			if s.Error == nil || s.Error.Code != types.CodeInvalidInput || s.Error.Hint == "" || !got.Result.IsError {
				t.Fatalf("the answer is %s", got.text())
			}
			for _, want := range x.says {
				if !strings.Contains(s.Error.Message+"\n"+s.Error.Hint, want) {
					t.Errorf("it says %.300q; %.300q, want %q", s.Error.Message, s.Error.Hint, want)
				}
			}
			if len(got.text()) > 2500 {
				t.Errorf("the answer has %d bytes", len(got.text()))
			}
			if after := len(r.agents[0].did); after != before {
				t.Errorf("the agent did %q", r.agents[0].did[before:])
			}
		})
	}
}

// FuzzRunSteps: whatever an agent sends as steps and targets, each step that is
// found in order has arguments which its tool takes, and all else is refused
// with a hint.
func FuzzRunSteps(f *testing.F) {
	for _, seed := range []string{
		`{"steps":[{"tool":"mm_click","args":{"target":"a","within":"b"}}],"targets":{"a":{"testId":"x"},"b":{"role":"row"}}}`,
		`{"steps":[{"tool":"type","args":{"text":"x","target":7}}],"kb_source":"k"}`,
		`{"steps":[{"tool":"tabs","args":null},{"tool":""}],"targets":{"":null}}`,
		`{"steps":[{"tool":"mm_navigate","args":{"url":"x","kb_source":null}}],"timeoutMs":1}`,
	} {
		f.Add(seed)
	}
	_, outer, err := loadSchema("mm_run_steps")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, args string) {
		m, err := readMessage(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":%s}}`, args))
		if err != nil || len(m.args) == 0 || m.fault != nil || outer.check("", m.args) != nil {
			return
		}
		var in tool.RunInput
		if json.Unmarshal(m.args, &in) != nil {
			return // answered as such: see "a target that is none"
		}
		c := &call{}
		for i, s := range in.Steps {
			step, err := c.ready(fmt.Sprintf("steps[%d]", i), s, in)
			if err != nil {
				if e := types.AsError(err); e.Code != types.CodeInvalidInput || e.Hint == "" {
					t.Errorf("%s: %v", args, err)
				}
				continue
			}
			_, inner, err := loadSchema(step.tool.name)
			if err != nil || inner.check("", step.args) != nil {
				t.Errorf("%s takes %s: %v", step.tool.name, step.args, err)
			}
		}
	})
}
