package relay

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/companion/control"
	"cairn/companion/mcptools"
	"cairn/shared/types"
)

// fakeDaemon is one that a relay talks with. It answers every request with its
// own name; a call whose tool it is to die of makes it hang up.
type fakeDaemon struct {
	name   string
	silent bool   // it does not announce its calls
	full   bool   // it refuses every client
	diesOf string // the method or tool
	before bool   // it dies before it begins that
	resets int    // connections that it takes and breaks
	older  bool   // it knows no such request as the hello line makes

	mu    sync.Mutex
	begun []string // the calls that it began
}

func (d *fakeDaemon) dial() net.Conn {
	ours, theirs := net.Pipe()
	d.mu.Lock()
	broken := d.resets > 0
	d.resets--
	d.mu.Unlock()
	go func() {
		defer ours.Close()
		in := bufio.NewScanner(ours)
		if in.Scan(); broken { // the hello line
			return
		}
		if d.older {
			control.WriteLine(ours, control.Reply{Error: types.Fault(types.CodeUnknownType, `the daemon knows no request "limitedMcp"`, "end it with cairn stop and try again")})
			return
		}
		for in.Scan() && d.take(ours, in.Bytes()) {
		}
	}()
	return theirs
}

// take answers one message; false ends the connection.
func (d *fakeDaemon) take(to io.Writer, line []byte) bool {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct{ Name string }
	}
	if json.Unmarshal(line, &m) != nil || m.ID == nil {
		return true
	}
	what := m.Method
	if m.Params.Name != "" {
		what = m.Params.Name
	}
	if d.full {
		fmt.Fprintf(to, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"full","data":{"code":"MM_RATE_LIMITED","message":"all are busy","hint":"try again in a few seconds"}}}`+"\n", m.ID)
		return false
	}
	if what == d.diesOf && d.before {
		return false
	}
	if !d.silent {
		fmt.Fprintf(to, `{"jsonrpc":"2.0","id":%s,"method":%q}`+"\n", m.ID, mcptools.MethodBegun)
	}
	d.mu.Lock()
	d.begun = append(d.begun, what)
	d.mu.Unlock()
	if what == d.diesOf {
		return false
	}
	fmt.Fprintf(to, `{"jsonrpc":"2.0","id":%s,"result":%q}`+"\n", m.ID, d.name)
	return true
}

// overRelay runs a client's messages through a relay whose daemons come one after
// the other, the last one again and again, and returns the answers to each.
func overRelay(t *testing.T, daemons []*fakeDaemon, say ...string) []string {
	t.Helper()
	toRelay, fromClient := io.Pipe()
	toClient, fromRelay := io.Pipe()
	next := 0
	r := &Relay{Hello: control.Request{Prefix: "mm_"}, Out: fromRelay, Dial: func() (net.Conn, error) {
		d := daemons[next]
		if d == nil {
			next = min(next+1, len(daemons)-1)
			return nil, types.Fault(types.CodeInternal, "the daemon ended at once", "run cairn doctor")
		}
		if d.resets == 0 {
			next = min(next+1, len(daemons)-1)
		}
		return d.dial(), nil
	}}
	ended := make(chan error, 1)
	go func() { ended <- r.Run(context.Background(), toRelay) }()
	in := bufio.NewReader(toClient)
	var got []string
	for _, line := range say {
		fmt.Fprintln(fromClient, line)
		answer, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, answer)
	}
	fromClient.Close()
	if err := <-ended; err != nil {
		t.Errorf("the relay ended with %v after the client closed its side", err)
	}
	return got
}

const introduction = `{"jsonrpc":"2.0","id":1,"method":"initialize"}`

func toolCall(id int, tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q}}`, id, tool)
}

// TestACallIsAnsweredWhenTheDaemonEnds has daemons end at every stage of a call,
// and the call after it.
func TestACallIsAnsweredWhenTheDaemonEnds(t *testing.T) {
	const interrupted = `"code":"MM_INTERRUPTED"`
	for _, tc := range []struct {
		name    string
		daemons []*fakeDaemon
		tool    string
		want    string // in the answer to the call
		begun   int    // how often it was begun
	}{
		{"before it begins a click", []*fakeDaemon{{diesOf: "mm_click", before: true}, {name: "two"}}, "mm_click", `"result":"two"`, 1},
		{"amid a click", []*fakeDaemon{{diesOf: "mm_click"}, {name: "two"}}, "mm_click", interrupted, 1},
		{"amid a click, without having announced it", []*fakeDaemon{{diesOf: "mm_click", silent: true}, {name: "two"}}, "mm_click", interrupted, 1},
		{"before it begins a click, without announcing anything", []*fakeDaemon{{diesOf: "mm_click", silent: true, before: true}, {name: "two"}}, "mm_click", interrupted, 0},
		{"amid a search", []*fakeDaemon{{diesOf: "mm_knowledge_search"}, {name: "two"}}, "mm_knowledge_search", `"result":"two"`, 2},
		{"amid each search", []*fakeDaemon{{diesOf: "mm_knowledge_search"}, {diesOf: "mm_knowledge_search"}, {name: "three"}}, "mm_knowledge_search", interrupted, 2},
		{"before it begins a search, again and again", []*fakeDaemon{{diesOf: "mm_knowledge_search", before: true}, {diesOf: "mm_knowledge_search", before: true}, {name: "three"}}, "mm_knowledge_search", `"result":"three"`, 1},
		{"and takes connections that it never serves", []*fakeDaemon{{diesOf: "mm_click", before: true}, {resets: 7, name: "two"}}, "mm_click", `"result":"two"`, 1},
		{"and the next one is full", []*fakeDaemon{{diesOf: "mm_click", before: true}, {full: true}, {name: "three"}}, "mm_click", `"hint":"try again in a few seconds"`, 0},
		{"and the next one does not start", []*fakeDaemon{{diesOf: "mm_click", before: true}, nil, {name: "three"}}, "mm_click", `"hint":"run cairn doctor"`, 0},
		{"in a prompt", []*fakeDaemon{{diesOf: "prompts/get"}, {name: "two"}}, "", `"result":"two"`, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			call := toolCall(2, tc.tool)
			if tc.tool == "" {
				tc.tool, call = "prompts/get", `{"jsonrpc":"2.0","id":2,"method":"prompts/get"}`
			}
			got := overRelay(t, tc.daemons, introduction, call, `{"jsonrpc":"2.0","id":"c","method":"tools/list"}`)
			if !strings.Contains(got[1], `"id":2`) || !strings.Contains(got[1], tc.want) {
				t.Errorf("the call is answered %s, want %s", got[1], tc.want)
			}
			if strings.Contains(tc.want, interrupted) && !strings.Contains(got[1], `"isError":true`) {
				t.Errorf("it is no tool's error: %s", got[1])
			}
			if last := tc.daemons[len(tc.daemons)-1].name; !strings.Contains(got[2], `"result":"`+last+`"`) {
				t.Errorf("the next call is answered %s, want one by %s", got[2], last)
			}
			begun := 0
			for _, d := range tc.daemons {
				if d != nil {
					begun += strings.Count(strings.Join(d.begun, " "), tc.tool)
				}
			}
			if begun != tc.begun {
				t.Errorf("it was begun %d times, want %d", begun, tc.begun)
			}
		})
	}
}

// TestAnInterruptedCallSaysWhatIsKnown under the names that the client knows.
func TestAnInterruptedCallSaysWhatIsKnown(t *testing.T) {
	r := &Relay{Hello: control.Request{Prefix: "x_"}}
	err := r.interrupted(&openRequest{method: "tools/call", tool: "x_click"}, true)
	text := string(mcptools.FaultAnswer([]byte("7"), "tools/call", "x_", err))
	for _, want := range []string{`"id":7`, "x_click was under way: it may or may not have been done, and was not repeated", "call x_launch, look with x_describe_screen"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %q", text, want)
		}
	}
}

// TestAClientThatCannotBeIntroducedGetsAnError has the very first daemon refuse, and
// the next one not start.
func TestAClientThatCannotBeIntroducedGetsAnError(t *testing.T) {
	got := overRelay(t, []*fakeDaemon{{full: true}, nil, {name: "three"}}, introduction, introduction, introduction)
	for i, want := range []string{`"hint":"try again in a few seconds"`, `"hint":"run cairn doctor"`, `"result":"three"`} {
		if !strings.Contains(got[i], want) {
			t.Errorf("try %d is answered %s, want %s", i+1, got[i], want)
		}
	}
}

// TestACallAmidManyIsAnsweredOnce has requests under way of all kinds when the
// Daemon ends.
func TestACallAmidManyIsAnsweredOnce(t *testing.T) {
	toRelay, fromClient := io.Pipe()
	toClient, fromRelay := io.Pipe()
	daemons := []*fakeDaemon{{diesOf: "mm_type"}, {name: "two"}}
	r := &Relay{Hello: control.Request{Prefix: "mm_"}, Out: fromRelay, Dial: func() (net.Conn, error) {
		d := daemons[0]
		daemons = append(daemons[1:], d)
		return d.dial(), nil
	}}
	go func() { _ = r.Run(context.Background(), toRelay) }()
	in := bufio.NewReader(toClient)
	answers := map[string]string{}
	read := func() {
		line, err := in.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var m mcpHead
		if err := json.Unmarshal(line, &m); err != nil || answers[string(m.ID)] != "" {
			t.Fatalf("%s: %v, after %s", line, err, answers[string(m.ID)])
		}
		answers[string(m.ID)] = string(line)
	}
	fmt.Fprintln(fromClient, introduction)
	read()
	go func() {
		for id, tool := range []string{2: "mm_knowledge_search", "mm_type", "mm_click", "mm_navigate", "mm_knowledge_last"} {
			if tool != "" {
				fmt.Fprintln(fromClient, toolCall(id, tool))
			}
		}
	}()
	for range 5 {
		read()
	}
	for id := range 7 {
		if want := id > 0; (answers[fmt.Sprint(id)] != "") != want {
			t.Errorf("request %d is answered %q", id, answers[fmt.Sprint(id)])
		}
	}
	if !strings.Contains(answers["3"], "MM_INTERRUPTED") {
		t.Errorf("the call that the daemon died of is answered %s", answers["3"])
	}
	fromClient.Close()
}

// TestARelayEndsWithItsClient, also while it looks for a daemon.
func TestARelayEndsWithItsClient(t *testing.T) {
	toRelay, fromClient := io.Pipe()
	looking := make(chan struct{})
	r := &Relay{Out: io.Discard, Dial: func() (net.Conn, error) {
		close(looking)
		time.Sleep(time.Minute)
		return nil, errors.New("too late")
	}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx, toRelay) }()
	go fmt.Fprintln(fromClient, introduction)
	<-looking
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		t.Error("it goes on looking")
	}
}

func TestHeadOfAMessage(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":7,"result":{"id":8,"method":"x"}}`:       `7 ""`,
		`{"jsonrpc":"2.0","result":{"id":8},"id":"a"}`:                  `"a" ""`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":1}}`:                `null ""`,
		`{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}}`: ` "notifications/x"`,
		`{"jsonrpc":"2.0","id":9,"method":"ping"}`:                      `9 "ping"`,
		`{"id":1,`:  `1 ""`,
		`[1]`:       ` ""`,
		`no JSON`:   ` ""`,
		`{"id":1,}`: `1 ""`,
	} {
		head := headOf([]byte(line))
		if got := fmt.Sprintf("%s %q", head.ID, head.Method); got != want {
			t.Errorf("head of %s is %s, want %s", line, got, want)
		}
	}
}

// TestADaemonWithoutLimitsServesNoLimitedClient has one of before limits turn it
// away: it would let the agent go anywhere.
func TestADaemonWithoutLimitsServesNoLimitedClient(t *testing.T) {
	got := overRelay(t, []*fakeDaemon{{name: "old", older: true}}, `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	for i, answer := range got {
		if want := fmt.Sprintf(`"id":%d`, i+1); !strings.Contains(answer, want) || !strings.Contains(answer, "the daemon knows no request") || !strings.Contains(answer, "cairn stop") {
			t.Errorf("it answers %s", answer)
		}
	}
}
