package cdp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// fakeEndpoint is the browser's end of a DevTools pipe. It answers by the
// table, and else an empty result.
func fakeEndpoint(t *testing.T, answers map[string]string) (*Endpoint, func(text string), chan string) {
	t.Helper()
	ours, theirs := net.Pipe()
	asked := make(chan string, 64)
	say := func(text string) { _, _ = theirs.Write(append([]byte(text), 0)) }
	go func() {
		in := bufio.NewReader(theirs)
		for {
			text, err := in.ReadBytes(0)
			if err != nil {
				return
			}
			var m endpointMessage
			if json.Unmarshal(text[:len(text)-1], &m) != nil {
				continue
			}
			asked <- m.SessionID + " " + m.Method
			answer, ok := answers[m.Method]
			if !ok {
				answer = `"result":{}`
			}
			if answer != "" {
				say(`{"id":` + string(mustJSON(m.ID)) + `,` + answer + `}`)
			}
		}
	}()
	e := NewEndpoint(ours)
	t.Cleanup(func() { e.Close(); theirs.Close() })
	return e, say, asked
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// withTarget is an extension that knows its tabs' ids at the endpoint.
type withTarget struct{ *fakeCaller }

func (f withTarget) Call(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	if e.Kind == wire.KindTarget {
		return &wire.Reply{TargetID: "T"}, nil
	}
	return f.fakeCaller.Call(ctx, e)
}

const attachedAs1 = `"result":{"sessionId":"S1"}`

func TestTabGoesStraightToTheEndpoint(t *testing.T) {
	e, say, asked := fakeEndpoint(t, map[string]string{"Target.attachToTarget": attachedAs1})
	f := newFake()
	tab := NewTab(withTarget{f}, e, tabID)
	tab.linger = 0
	tab.Listen(t.Context())
	if err := tab.InsertText(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" Target.attachToTarget", "S1 Page.enable", "S1 Page.setLifecycleEventsEnabled", "S1 Emulation.setFocusEmulationEnabled",
		"S1 Input.dispatchKeyEvent", "S1 Input.insertText", "S1 Input.dispatchKeyEvent"} {
		if got := <-asked; got != want {
			t.Errorf("asked %q, want %q", got, want)
		}
	}
	if len(f.log) != 0 {
		t.Errorf("the extension was asked %v", f.log)
	}
	say(`{"method":"Page.javascriptDialogOpening","sessionId":"S1","params":{"url":"","frameId":"F","message":"Hm?","type":"confirm","hasBrowserHandler":true}}`)
	<-tab.Boxed()
	say(`{"method":"Page.javascriptDialogOpening","sessionId":"S2","params":{"url":"","frameId":"F","message":"Not ours","type":"alert","hasBrowserHandler":true}}`)
	if err := tab.Answer(t.Context(), true, ""); err != nil || len(tab.Dialogs()) != 1 {
		t.Errorf("answer: %v", err)
	}
	<-asked
	say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"S1","targetId":"T"}}`)
	for attached := true; attached; time.Sleep(time.Millisecond) {
		tab.mu.Lock()
		attached = tab.attached
		tab.mu.Unlock()
	}
	if err := tab.InsertText(t.Context(), "x"); err != nil {
		t.Errorf("after it was detached: %v", err)
	}
	tab.Close()
	said := ""
	for said != " Target.detachFromTarget" {
		said = <-asked
	}
}

func TestTabOfAnotherBrowserIsRelayed(t *testing.T) {
	for name, answer := range map[string]string{
		"target unknown": `"error":{"code":-32602,"message":"No target with given id found"}`,
		"no session":     `"result":{}`,
		"nonsense":       `"result":7`,
	} {
		t.Run(name, func(t *testing.T) {
			e, _, _ := fakeEndpoint(t, map[string]string{"Target.attachToTarget": answer})
			f := newFake()
			tab := NewTab(withTarget{f}, e, tabID)
			defer tab.Close()
			if err := tab.InsertText(t.Context(), "x"); err != nil || f.count("attach") != 1 || f.count("Input.insertText") != 1 {
				t.Errorf("%v; the extension was asked %v", err, f.log)
			}
		})
	}
}

func TestEndpointFaults(t *testing.T) {
	for name, tc := range map[string]struct {
		answer string
		code   types.Code
		says   string
	}{
		"page gone":      {`"error":{"code":-32001,"message":"Session with given id not found."}`, types.CodePageGone, "replaced"},
		"refused":        {`"error":{"code":-32000,"message":"Invalid","data":"text: string expected"}`, types.CodeInternal, "Invalid (text: string expected)"},
		"no such method": {`"error":{"code":-32601,"message":"'X' wasn't found"}`, types.CodeInternal, "wasn't found"},
	} {
		t.Run(name, func(t *testing.T) {
			e, _, _ := fakeEndpoint(t, map[string]string{"Target.attachToTarget": attachedAs1, "Input.insertText": tc.answer})
			tab := NewTab(withTarget{newFake()}, e, tabID)
			defer tab.Close()
			err := tab.InsertText(t.Context(), "x")
			var fault *types.Error
			if !errors.As(err, &fault) || fault.Code != tc.code || !strings.Contains(fault.Message, tc.says) {
				t.Errorf("%v, want %s", err, tc.code)
			}
		})
	}
	t.Run("browser gone", func(t *testing.T) {
		e, _, asked := fakeEndpoint(t, map[string]string{"Target.attachToTarget": attachedAs1, "Input.insertText": ""})
		tab := NewTab(withTarget{newFake()}, e, tabID)
		tab.Listen(t.Context())
		go func() {
			for said := ""; said != "S1 Input.insertText"; {
				said = <-asked
			}
			e.Close()
		}()
		var fault *types.Error
		if err := tab.InsertText(t.Context(), "x"); !errors.As(err, &fault) || fault.Code != types.CodeNoBrowser {
			t.Errorf("%v", err)
		}
	})
}

// FuzzEndpoint sends any messages of a browser: no call hangs, and none panics.
func FuzzEndpoint(f *testing.F) {
	f.Add(`{"id":1,"result":{}}`)
	f.Add(`{"method":"Target.detachedFromTarget","params":7}`)
	f.Add(`{"method":"Page.javascriptDialogOpening","sessionId":"S1","params":[]}`)
	f.Add("\x00\x00{")
	f.Fuzz(func(t *testing.T, text string) {
		e := &Endpoint{waiting: map[int64]chan endpointMessage{}, sessions: map[string]func(string, json.RawMessage){}}
		tab := NewTab(newFake(), nil, tabID)
		defer tab.Close()
		e.sessions["S1"], e.sessions[""] = tab.event, tab.event
		var m endpointMessage
		if json.Unmarshal([]byte(text), &m) == nil {
			e.dispatch(m)
		}
	})
}
