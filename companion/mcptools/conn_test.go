package mcptools

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"cairn/shared/limits"
	"cairn/shared/types"
)

// wireUp connects one client to the rig and introduces it.
func (r *rig) wireUp(t *testing.T, choice ClientOptions) (send func(string), next func() string, ended chan error, hangUp func()) {
	t.Helper()
	ours, theirs := net.Pipe()
	ended = make(chan error, 1)
	go func() { ended <- r.ServeConn(context.Background(), theirs, choice) }()
	in := bufio.NewReader(ours)
	send = func(line string) {
		if _, err := fmt.Fprintln(ours, line); err != nil {
			t.Error(err)
		}
	}
	next = func() string {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Error(err)
		}
		return line
	}
	t.Cleanup(func() { ours.Close() })
	send(hello)
	if got := next(); !strings.Contains(got, `"serverInfo"`) {
		t.Fatalf("initialize: %s", got)
	}
	return send, next, ended, func() { ours.Close() }
}

func toolCall(id int, name, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, args)
}

func TestConnectionIsASession(t *testing.T) {
	r := newRig(t, Options{})
	send, next, ended, hangUp := r.wireUp(t, ClientOptions{Dir: "/work/here"})
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	send("")
	send(toolCall(2, "mm_launch", `{"goal":"x"}`))
	if got := parseResult(t, []byte(next())); !*got.Result.Structured.OK {
		t.Fatal(got.text())
	}
	if c := r.agents[0].client; c.Dir != "/work/here" || c.Name != "tester" {
		t.Errorf("client is %+v", c)
	}
	if r.Sessions() != 1 {
		t.Errorf("%d sessions", r.Sessions())
	}
	hangUp()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !r.agents[0].closed.Load() || r.Sessions() != 0 {
		t.Error("the session outlived its connection")
	}
}

func TestConnectionHasItsOwnTools(t *testing.T) {
	r := newRig(t, Options{})
	send, next, _, _ := r.wireUp(t, ClientOptions{Tools: MemoryTools, Prefix: "x_"})
	send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if got := next(); strings.Contains(got, "launch\"") || !strings.Contains(got, "x_knowledge_search") {
		t.Errorf("tools: %s", got)
	}
	send(toolCall(3, "mm_launch", `{}`))
	if got := parseResult(t, []byte(next())); got.Error == nil {
		t.Error("a name that is not published is served")
	}
}

// TestToolsOutsideOfTheSet says which flag would offer them, and never runs them.
func TestToolsOutsideOfTheSet(t *testing.T) {
	for _, x := range []struct{ set, prefix, tool, says, hint string }{
		{MemoryTools, "", "mm_click", "mm_click is not among the memory tools, which this client was started with", "do without it; the person can start Cairn with --tools core or all instead of --tools memory"},
		{MemoryTools, "x_", "x_launch", "x_launch is not among the memory tools, which this client was started with", "do without it; the person can start Cairn with --tools core or all instead of --tools memory"},
		{MemoryTools, "", "mm_list_testids", "mm_list_testids is not among the memory tools, which this client was started with", "do without it; the person can start Cairn with --tools all instead of --tools memory"},
		{CoreTools, "", "kb_report", "kb_report is not among the core tools, which this client was started with", "do without it; the person can start Cairn with --tools all instead of --tools core"},
	} {
		t.Run(x.set+" "+x.tool, func(t *testing.T) {
			r := newRig(t, Options{})
			send, next, _, _ := r.wireUp(t, ClientOptions{Tools: x.set, Prefix: x.prefix})
			send(toolCall(2, x.tool, `{"testId":"send"}`))
			got := parseResult(t, []byte(next())).Result.Structured.Error
			if got == nil || got.Code != types.CodeActionDenied || got.Message != x.says || got.Hint != x.hint {
				t.Errorf("it says %+v", got)
			}
			if len(r.agents) > 0 {
				t.Error("it reached an agent")
			}
		})
	}
}

func TestCallsOnAConnectionRunBesideEachOther(t *testing.T) {
	r := newRig(t, Options{})
	r.block = make(chan struct{})
	send, next, _, _ := r.wireUp(t, ClientOptions{})
	send(toolCall(2, "mm_click", `{"testId":"send"}`))
	send(toolCall(3, "mm_knowledge_sessions", `{}`))
	if got := next(); !strings.Contains(got, `"id":3`) {
		t.Errorf("first answer: %s", got)
	}
	close(r.block)
	if got := next(); !strings.Contains(got, `"id":2`) {
		t.Errorf("second answer: %s", got)
	}
}

func TestCallCanBeCancelled(t *testing.T) {
	r := newRig(t, Options{})
	r.block = make(chan struct{})
	send, next, _, _ := r.wireUp(t, ClientOptions{})
	send(toolCall(2, "mm_click", `{"testId":"send"}`))
	send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	next()
	for {
		// The click may not have begun when the first word of its end comes.
		send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"enough"}}`)
		send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
		if got := next(); strings.Contains(got, `"id":2`) {
			if a := parseResult(t, []byte(got)); a.Result.Structured.Error == nil || a.Result.Structured.Error.Code != types.CodeClickFailed {
				t.Errorf("answer: %s", got)
			}
			break
		}
	}
}

func TestConnectionOutlivesBadLines(t *testing.T) {
	r := newRig(t, Options{})
	send, next, _, _ := r.wireUp(t, ClientOptions{})
	for _, line := range []string{
		"not JSON", `[]`, `"x"`, `{"jsonrpc":"2.0","id":2,"METHOD":"ping"}`, `{"jsonrpc":"1.0","id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":2,"method":7}`, `{"jsonrpc":"2.0","id":2,"method":"no/such"}`,
		strings.Repeat("[", 100) + strings.Repeat("]", 100),
		`{"jsonrpc":"2.0","id":2,"method":"ping","x":"` + strings.Repeat("x", maxBody) + `"}`,
	} {
		send(line)
		var got struct{ Error *struct{ Code int } }
		if err := json.Unmarshal([]byte(next()), &got); err != nil || got.Error == nil {
			t.Errorf("%.60s was not refused", line)
		}
	}
	send(`{"jsonrpc":"2.0","id":4,"method":"ping"}`)
	if got := next(); !strings.Contains(got, `"id":4`) {
		t.Errorf("after all that: %s", got)
	}
}

func TestTheConnectionIdleForLongestGivesWay(t *testing.T) {
	r := newRig(t, Options{})
	r.block = make(chan struct{})
	busy, busyNext, _, _ := r.wireUp(t, ClientOptions{})
	busy(toolCall(2, "mm_click", `{"testId":"send"}`))
	r.eventually(t, func() bool { return r.active() == 1 })
	_, _, idle, _ := r.wireUp(t, ClientOptions{})
	for range maxSessions - 1 {
		r.wireUp(t, ClientOptions{})
	}
	if err := <-idle; !errors.Is(err, context.Canceled) || r.Sessions() != maxSessions {
		t.Errorf("the one idle for longest ended with %v, %d are left", err, r.Sessions())
	}
	close(r.block)
	if got := busyNext(); !strings.Contains(got, `"id":2`) {
		t.Errorf("the one with a call under way: %s", got)
	}
}

func TestAConnectionTooManyGetsAHint(t *testing.T) {
	r := newRig(t, Options{})
	r.block = make(chan struct{})
	defer close(r.block)
	for range maxSessions {
		send, _, _, _ := r.wireUp(t, ClientOptions{})
		send(toolCall(2, "mm_click", `{"testId":"send"}`))
	}
	r.eventually(t, func() bool { return r.active() == maxSessions })
	ours, theirs := net.Pipe()
	defer ours.Close()
	ended := make(chan error, 1)
	go func() { ended <- r.ServeConn(context.Background(), theirs, ClientOptions{}) }()
	fmt.Fprintln(ours, hello)
	got, err := bufio.NewReader(ours).ReadString('\n')
	if err != nil || !strings.Contains(got, `"id":1`) || !strings.Contains(got, `"hint":"try again in a few seconds`) || !strings.Contains(got, string(types.CodeRateLimited)) {
		t.Errorf("it gets %q, %v", got, err)
	}
	if err := <-ended; err == nil {
		t.Error("one more is served")
	}
}

// TestIDsOfConnectionsNameNothingOverHTTP checks that the id of a connection's session is never
// named; over HTTP it names nothing.
func TestIDsOfConnectionsNameNothingOverHTTP(t *testing.T) {
	r := overHTTP(t, Options{})
	send, _, _, _ := r.wireUp(t, ClientOptions{})
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	r.Server.mu.Lock()
	ids := slices.Collect(maps.Keys(r.sessions))
	r.Server.mu.Unlock()
	if len(ids) != 1 {
		t.Fatalf("%d sessions", len(ids))
	}
	resp, _ := r.post(t, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, set(sessionHeader, ids[0]))
	gone, _ := r.post(t, "", set(sessionHeader, ids[0]), method(http.MethodDelete))
	if resp.StatusCode != 404 || gone.StatusCode != 404 || r.Sessions() != 1 {
		t.Errorf("list %d, delete %d, %d sessions left", resp.StatusCode, gone.StatusCode, r.Sessions())
	}
}

// TestLimitsOfDaemonAndClientHoldTogether has the agent of each client bounded by
// both, over either way in.
func TestLimitsOfDaemonAndClientHoldTogether(t *testing.T) {
	daemon := Options{Limits: limits.Given{Allow: "https://*.example.com", Confirm: limits.ConfirmRisky}}
	client := limits.Given{Deny: "https://admin.example.com"}
	hold := func(t *testing.T, r *rig) {
		t.Helper()
		if len(r.agents) != 1 {
			t.Fatalf("there are %d agents", len(r.agents))
		}
		l := r.agents[0].limits
		if !l.Permits("https://shop.example.com") || l.Permits("https://admin.example.com") || l.Permits("https://other.test") || !l.Confirms() {
			t.Errorf("it is held by %+v", l)
		}
	}
	t.Run("connection", func(t *testing.T) {
		r := newRig(t, daemon)
		send, next, _, _ := r.wireUp(t, ClientOptions{Limits: client})
		send(toolCall(2, "mm_describe_screen", `{}`))
		next()
		hold(t, r)
	})
	t.Run("HTTP", func(t *testing.T) {
		r := overHTTP(t, daemon)
		r.url += "?deny-origins=" + client.Deny
		r.connect(t).call(t, "mm_describe_screen", `{}`)
		hold(t, r)
	})
	t.Run("bad ones", func(t *testing.T) {
		r := newRig(t, Options{})
		if err := r.ServeConn(t.Context(), nopConn{}, ClientOptions{Limits: limits.Given{Allow: "all"}}); err == nil {
			t.Error("they are served")
		}
	})
}
