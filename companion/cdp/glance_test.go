package cdp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
)

// glassEndpoint is a browser with a page in which a script of the extension
// runs in world W, that of another extension in X, and the page's own in P.
// look is the script's answer, as JSON.
func glassEndpoint(t *testing.T, look func() string) *Endpoint {
	t.Helper()
	ours, theirs := net.Pipe()
	say := func(format string, args ...any) { _, _ = theirs.Write(append(fmt.Appendf(nil, format, args...), 0)) }
	go func() {
		in := bufio.NewReader(theirs)
		for {
			text, err := in.ReadBytes(0)
			if err != nil {
				return
			}
			var m endpointMessage
			_ = json.Unmarshal(text[:len(text)-1], &m)
			var params struct{ Expression, UniqueContextID string }
			_ = json.Unmarshal(m.Params, &params)
			answer := `"result":{}`
			switch {
			case m.Method == "Target.attachToTarget":
				answer = attachedAs1
			case m.Method == "Runtime.enable":
				for world, origin := range map[string]string{"P": "https://a.example", "X": "chrome-extension://other", "W": "chrome-extension://cairn"} {
					say(`{"method":"Runtime.executionContextCreated","sessionId":"S1","params":{"context":{"id":1,"origin":%q,"name":"","uniqueId":%q}}}`, origin, world)
				}
			case m.Method == "Runtime.evaluate" && params.UniqueContextID == "P":
				t.Error("the page's own world was asked")
			case m.Method == "Runtime.evaluate" && strings.HasPrefix(params.Expression, "Cairn.lane.glance("):
				answer = look()
			case m.Method == "Runtime.evaluate":
				answer = fmt.Sprintf(`"result":{"result":{"type":"boolean","value":%v}}`, params.UniqueContextID == "W")
			}
			say(`{"id":%d,%s}`, m.ID, answer)
		}
	}()
	e := NewEndpoint(ours)
	t.Cleanup(func() { e.Close(); theirs.Close() })
	return e
}

func TestGlanceAsksTheExtensionsOwnScript(t *testing.T) {
	answer := ""
	e := glassEndpoint(t, func() string { return answer })
	tab := NewTab(withTarget{newFake()}, e, tabID)
	defer tab.Close()
	for _, c := range []struct {
		name, answer string
		same         bool
	}{
		{"the same", `"result":{"result":{"type":"object","value":{"tabId":0,"observation":{},"same":true}}}`, true},
		{"something else", `"result":{"result":{"type":"object","subtype":"null","value":null}}`, false},
		{"no document any more", `"error":{"code":-32000,"message":"uniqueContextId not found"}`, false},
		{"the next document", `"result":{"result":{"type":"object","value":{"same":true}}}`, true},
		{"a fault", `"result":{"result":{"type":"object"},"exceptionDetails":{"exceptionId":1,"text":"Uncaught","lineNumber":0,"columnNumber":0}}`, false},
		{"nonsense", `"result":{"result":{"type":"string","value":"same"}}`, false},
	} {
		answer = c.answer
		if page := tab.Glance(t.Context(), "stamp-1.a1", false); (page != nil && page.Same) != c.same {
			t.Errorf("%s: %+v, want same %v", c.name, page, c.same)
		}
	}
	if page := tab.Glance(t.Context(), "", false); page != nil {
		t.Errorf("without a stamp: %+v", page)
	}
}

func TestGlanceIsOverTheEndpointAlone(t *testing.T) {
	f := newFake()
	tab := NewTab(f, nil, tabID)
	defer tab.Close()
	if page := tab.Glance(t.Context(), "stamp-1.a1", false); page != nil || len(f.log) != 0 {
		t.Errorf("page %+v, asked %v", page, f.log)
	}
}
