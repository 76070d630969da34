package dispatch

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const now = `"now":"2026-02-03T04:05:06.000Z"`

// TestCallRefusesBadInput is the table of a request's faults.
// None of it may change the memory, and each reply names the remedy.
func TestCallRefusesBadInput(t *testing.T) {
	for name, c := range map[string]struct {
		request string
		code    types.Code
		says    string
	}{
		"empty":                 {``, types.CodeInvalidInput, "unexpected end of JSON input"},
		"not JSON":              {`put`, types.CodeInvalidInput, "invalid character 'p'"},
		"binary":                {"\x00\xff\xfe", types.CodeInvalidInput, "invalid character"},
		"cut off":               {`{"op":"status"`, types.CodeInvalidInput, "unexpected end of JSON input"},
		"two requests":          {`{"op":"status"}{"op":"status"}`, types.CodeInvalidInput, "after top-level value"},
		"a list":                {`[]`, types.CodeInvalidInput, "cannot unmarshal array"},
		"null":                  {`null`, types.CodeUnknownType, `op ""`},
		"no op":                 {`{}`, types.CodeUnknownType, `op ""`},
		"unknown op":            {`{"op":"drop",` + now + `}`, types.CodeUnknownType, `op "drop"`},
		"op in capitals":        {`{"op":"STATUS"}`, types.CodeUnknownType, `op "STATUS"`},
		"op of wrong type":      {`{"op":7}`, types.CodeInvalidInput, "cannot unmarshal number"},
		"nested too deep":       {`{"op":"rules","rules":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, types.CodeInvalidInput, "exceeded max depth"},
		"now not a time":        {`{"op":"last","now":"soon","last":{}}`, types.CodeInvalidInput, `timestamp "soon"`},
		"now missing":           {`{"op":"last","last":{}}`, types.CodeInvalidInput, `op "last" came without now`},
		"now before 1970":       {`{"op":"last","now":-1,"last":{}}`, types.CodeInvalidInput, `op "last" came without now`},
		"put without records":   {`{"op":"put",` + now + `}`, types.CodeInvalidInput, `its field "records"`},
		"records not a list":    {`{"op":"put",` + now + `,"records":{}}`, types.CodeInvalidInput, "cannot unmarshal object"},
		"rules without rules":   {`{"op":"rules"}`, types.CodeInvalidInput, `its field "rules"`},
		"capture without step":  {`{"op":"capture",` + now + `}`, types.CodeInvalidInput, `its field "capture"`},
		"observe without look":  {`{"op":"observe"}`, types.CodeInvalidInput, `its field "observe"`},
		"search without search": {`{"op":"search",` + now + `}`, types.CodeInvalidInput, `its field "search"`},
		"search null":           {`{"op":"search",` + now + `,"search":null}`, types.CodeInvalidInput, `its field "search"`},
		"field of another op":   {`{"op":"search",` + now + `,"last":{}}`, types.CodeInvalidInput, `its field "search"`},
		"query of wrong type":   {`{"op":"search",` + now + `,"search":{"query":[]}}`, types.CodeInvalidInput, "search.query"},
		"scope unknown":         {`{"op":"search",` + now + `,"search":{"query":"x","scope":"mine"}}`, types.CodeInvalidInput, `scope "mine"`},
		"limit out of range":    {`{"op":"search",` + now + `,"search":{"query":"x","limit":101}}`, types.CodeInvalidInput, "limit"},
		"limit overflows":       {`{"op":"search",` + now + `,"search":{"query":"x","limit":1e30}}`, types.CodeInvalidInput, "search.limit"},
		"n out of range":        {`{"op":"last",` + now + `,"last":{"n":-1}}`, types.CodeInvalidInput, "n"},
		"recall of nothing":     {`{"op":"recall",` + now + `,"recall":{}}`, types.CodeInvalidInput, ""},
		"step without step":     {`{"op":"step"}`, types.CodeInvalidInput, `its field "step"`},
		"step unknown":          {`{"op":"step","step":{"stepId":"nowhere"}}`, types.CodeNotFound, "not remembered"},
		"timeline too long":     {`{"op":"timeline",` + now + `,"timeline":{"limit":1001}}`, types.CodeInvalidInput, "limit"},
		"timeline of a path":    {`{"op":"timeline",` + now + `,"timeline":{"sessionId":"../etc"}}`, types.CodeInvalidInput, ""},
		"cards without cards":   {`{"op":"cards"}`, types.CodeInvalidInput, `its field "cards"`},
		"recipe of a path":      {`{"op":"recipe",` + now + `,"recipe":{"sessionId":"../etc"}}`, types.CodeInvalidInput, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := New()
			mustPut(t, d, record(1))
			before := d.core.Status()
			reply := call(t, d, c.request)
			if reply.Error == nil {
				t.Fatalf("no error in %+v", reply)
			}
			if reply.Error.Code != c.code || !strings.Contains(reply.Error.Message, c.says) {
				t.Errorf("got %s %q, want %s saying %q", reply.Error.Code, reply.Error.Message, c.code, c.says)
			}
			if reply.Error.Hint == "" {
				t.Error("the error has no hint")
			}
			if reply.Suspect {
				t.Error("bad input was answered by a panic")
			}
			if after := d.core.Status(); after != before {
				t.Errorf("memory changed from %+v to %+v", before, after)
			}
		})
	}
}

func TestCallRefusesOversizedRequest(t *testing.T) {
	reply := call(t, New(), strings.Repeat(" ", wire.MaxCoreRequest+1))
	if reply.Error == nil || reply.Error.Code != types.CodeInvalidInput || !strings.Contains(reply.Error.Message, "more than") {
		t.Errorf("got %+v", reply.Error)
	}
}

func TestPutTakesTheGoodRecords(t *testing.T) {
	good := func(n int) string { return toJSON(t, record(n)) }
	request := `{"op":"put",` + now + `,"records":[` + strings.Join([]string{
		good(1), `{"seq":2,"step":{"timestamp":"yesterday"}}`, `7`, good(3), `{"seq":4}`,
		`{"seq":5,"session":{"sessionId":"../etc"}}`, `null`, `{"seq":6,"gap":{"count":2,"reason":"disk full"}}`, good(7),
	}, ",") + `]}`
	d := New()
	reply := call(t, d, request)
	if reply.Error != nil {
		t.Fatal(reply.Error)
	}
	var got []string
	for _, r := range reply.Rejected {
		got = append(got, fmt.Sprintf("%d %s", r.Index, r.Error.Code))
	}
	want := []string{"1 MM_INVALID_INPUT", "2 MM_INVALID_INPUT", "4 MM_INVALID_INPUT", "5 MM_INVALID_INPUT", "6 MM_INVALID_INPUT"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("rejected %q, want %q", got, want)
	}
	if reply.Status == nil || reply.Status.Steps != 3 {
		t.Errorf("status %+v, want 3 steps", reply.Status)
	}
}

func TestUnknownFieldsOfANewerVersionPass(t *testing.T) {
	d := New()
	text := strings.Replace(toJSON(t, record(1)), `"seq":1`, `"seq":1,"mood":"good"`, 1)
	reply := call(t, d, `{"op":"put",`+now+`,"later":true,"records":[`+text+`]}`)
	if reply.Error != nil || len(reply.Rejected) > 0 || reply.Status.Steps != 1 {
		t.Errorf("got %+v", reply)
	}
}

// TestPanicIsAnswered uses a Dispatcher without a core: every operation panics.
func TestPanicIsAnswered(t *testing.T) {
	d := &Dispatcher{}
	for range 2 {
		reply := call(t, d, `{"op":"status",`+now+`}`)
		if reply.Error == nil || reply.Error.Code != types.CodeInternal || !reply.Suspect {
			t.Fatalf("got %+v", reply)
		}
	}
}

// TestWhatJSONCannotSayIsAnError guards encode: a score that is not a number
// must not become an empty reply.
func TestWhatJSONCannotSayIsAnError(t *testing.T) {
	zero := 0.0
	out := encode(&wire.CoreReply{Steps: []types.StepSummary{{Score: zero / zero}}})
	var reply wire.CoreReply
	if err := json.Unmarshal(out, &reply); err != nil || reply.Error == nil || reply.Error.Code != types.CodeInternal {
		t.Errorf("got %s (%v)", out, err)
	}
}

// TestEveryOperationHasAnAnswer compares the table with the constants that
// package wire declares.
func TestEveryOperationHasAnAnswer(t *testing.T) {
	src, err := os.ReadFile("../../shared/wire/core.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[wire.CoreOp]bool{}
	for _, m := range regexp.MustCompile(`CoreOp = "(\w+)"`).FindAllStringSubmatch(string(src), -1) {
		declared[wire.CoreOp(m[1])] = true
		if _, ok := ops[wire.CoreOp(m[1])]; !ok {
			t.Errorf("op %q is declared and not answered", m[1])
		}
	}
	for op := range ops {
		if !declared[op] {
			t.Errorf("op %q is answered and not declared", op)
		}
	}
}

// TestEveryGoldenFrameIsUnderstood sends the requests of testdata/wire, every
// field of which is set. Their values are samples, so a complaint about one is
// an answer; not knowing the message is none.
func TestEveryGoldenFrameIsUnderstood(t *testing.T) {
	for op := range ops {
		text, err := os.ReadFile("../../testdata/wire/core/" + string(op) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		reply := call(t, New(), string(text))
		if reply.Suspect || reply.Error != nil && reply.Error.Code != types.CodeInvalidInput && reply.Error.Code != types.CodeNotFound {
			t.Errorf("%s: %+v", op, reply.Error)
		}
	}
}

func call(t *testing.T, d *Dispatcher, request string) *wire.CoreReply {
	t.Helper()
	out := d.Call([]byte(request))
	reply := new(wire.CoreReply)
	if err := json.Unmarshal(out, reply); err != nil {
		t.Fatalf("reply %q: %v", out, err)
	}
	return reply
}

func mustPut(t *testing.T, d *Dispatcher, records ...wire.Record) {
	t.Helper()
	req := wire.CoreRequest{Op: wire.OpPut, Now: 1, Records: records}
	reply := call(t, d, toJSON(t, req))
	if reply.Error != nil || len(reply.Rejected) > 0 {
		t.Fatalf("put: %+v %+v", reply.Error, reply.Rejected)
	}
}

func record(n int) wire.Record {
	return wire.Record{
		Seq:     int64(n),
		Session: &types.Session{SchemaVersion: 1, SessionID: "s-wallet", CreatedAt: 1, FlowTags: []string{"send"}, Tags: []string{}},
		Step: &types.Step{
			SchemaVersion: 1, StepID: fmt.Sprintf("s-%d", n), SessionID: "s-wallet", Timestamp: types.Time(n),
			Tool:    types.Tool{Name: "mm_click", Target: &types.Target{TestID: "send-button"}},
			Outcome: types.Outcome{OK: true},
		},
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
