package mcptools

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"cairn/shared/types"
)

func set(header, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(header, value) }
}

func host(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }

func method(m string) func(*http.Request) { return func(r *http.Request) { r.Method = m } }

func path(p string) func(*http.Request) { return func(r *http.Request) { r.URL.Path = p } }

func without(header string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Del(header) }
}

func TestEndpointRefuses(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	port := strings.TrimSuffix(strings.TrimPrefix(r.url, "http://127.0.0.1"), "/mcp")
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	for name, x := range map[string]struct {
		change []func(*http.Request)
		want   int
	}{
		"no token":                   {[]func(*http.Request){without("Authorization")}, 401},
		"another token":              {[]func(*http.Request){set("Authorization", "Bearer "+token+"x")}, 401},
		"token without scheme":       {[]func(*http.Request){set("Authorization", token)}, 401},
		"page's Origin":              {[]func(*http.Request){set("Origin", "https://evil.example")}, 403},
		"Origin null":                {[]func(*http.Request){set("Origin", "null")}, 403},
		"own Origin":                 {[]func(*http.Request){set("Origin", "http://127.0.0.1"+port)}, 403},
		"extension's Origin":         {[]func(*http.Request){set("Origin", "chrome-extension://abc")}, 403},
		"empty Origin":               {[]func(*http.Request){set("Origin", "")}, 403},
		"from another site":          {[]func(*http.Request){set("Sec-Fetch-Site", "cross-site")}, 403},
		"from the same site":         {[]func(*http.Request){set("Sec-Fetch-Site", "same-origin")}, 403},
		"preflight":                  {[]func(*http.Request){method("OPTIONS")}, 403},
		"rebound name":               {[]func(*http.Request){host("evil.example" + port)}, 403},
		"name that begins alike":     {[]func(*http.Request){host("127.0.0.1.evil.example" + port)}, 403},
		"localhost with a dot":       {[]func(*http.Request){host("localhost." + port)}, 403},
		"another port":               {[]func(*http.Request){host("127.0.0.1:1")}, 403},
		"no port":                    {[]func(*http.Request){host("127.0.0.1")}, 403},
		"localhost is fine":          {[]func(*http.Request){host("localhost" + port)}, 200},
		"plain text":                 {[]func(*http.Request){set("Content-Type", "text/plain")}, 415},
		"no content type":            {[]func(*http.Request){without("Content-Type")}, 415},
		"a form":                     {[]func(*http.Request){set("Content-Type", "application/x-www-form-urlencoded")}, 415},
		"JSON with a charset":        {[]func(*http.Request){set("Content-Type", "application/json; charset=utf-8")}, 200},
		"forged session":             {[]func(*http.Request){set(sessionHeader, "mcp-session-00000000-0000-0000-0000-000000000000")}, 404},
		"no session":                 {[]func(*http.Request){without(sessionHeader)}, 400},
		"unknown protocol":           {[]func(*http.Request){set("MCP-Protocol-Version", "1900-01-01")}, 400},
		"protocol without sessions":  {[]func(*http.Request){set("MCP-Protocol-Version", "2026-07-28")}, 400},
		"protocol that is spoken":    {[]func(*http.Request){set("MCP-Protocol-Version", "2025-06-18")}, 200},
		"event stream":               {[]func(*http.Request){method("GET")}, 405},
		"put":                        {[]func(*http.Request){method("PUT")}, 405},
		"another path":               {[]func(*http.Request){path("/")}, 404},
		"another path without token": {[]func(*http.Request){path("/sync"), without("Authorization")}, 401},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := r.post(t, call, append([]func(*http.Request){c.inSession}, x.change...)...)
			if resp.StatusCode != x.want {
				t.Errorf("status %d, want %d: %s", resp.StatusCode, x.want, body)
			}
			for header := range resp.Header {
				if strings.HasPrefix(header, "Access-Control-") {
					t.Errorf("answer carries %s", header)
				}
			}
			if x.want == 401 && (strings.Contains(body, "jsonrpc") || resp.Header.Get("WWW-Authenticate") == "") {
				t.Errorf("401 says %q", body)
			}
		})
	}
}

// TestOnlyTheRightRequestIsServed tries every way in which a request can be
// wrong with every other: one that is right in all but one thing is as refused
// as one that is wrong in all.
func TestOnlyTheRightRequestIsServed(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	port := strings.TrimSuffix(strings.TrimPrefix(r.url, "http://127.0.0.1"), "/mcp")
	parts := []struct {
		right, wrong []string
		put          func(*http.Request, string)
	}{
		{[]string{absent}, []string{"https://evil.example", "null", "http://127.0.0.1" + port}, header("Origin")},
		{[]string{"127.0.0.1" + port, "localhost" + port}, []string{"evil.example" + port, "127.0.0.1.evil.example" + port}, func(q *http.Request, v string) { q.Host = v }},
		{[]string{"Bearer " + token}, []string{absent, "Bearer " + token[1:], "Basic " + token}, header("Authorization")},
		{[]string{"application/json"}, []string{absent, "text/plain"}, header("Content-Type")},
		{[]string{absent, "none"}, []string{"cross-site", "same-origin"}, header("Sec-Fetch-Site")},
		{[]string{"/mcp"}, []string{"/", "/mcp/"}, func(q *http.Request, v string) { q.URL.Path = v }},
	}
	served, refused := 0, 0
	var try func(at int, right bool, changes []func(*http.Request))
	try = func(at int, right bool, changes []func(*http.Request)) {
		if at < len(parts) {
			for i, v := range append(slices.Clone(parts[at].right), parts[at].wrong...) {
				put := parts[at].put
				try(at+1, right && i < len(parts[at].right), append(slices.Clone(changes), func(q *http.Request) { put(q, v) }))
			}
			return
		}
		resp, body := r.post(t, toolCall(2, "mm_knowledge_sessions", `{}`), changes...)
		cors := slices.ContainsFunc(slices.Collect(maps.Keys(resp.Header)), func(h string) bool { return strings.HasPrefix(h, "Access-Control-") })
		switch {
		case right && resp.StatusCode == 200 && !cors:
			served++
		case !right && resp.StatusCode >= 400 && resp.StatusCode < 500 && !cors && !strings.Contains(body, "jsonrpc"):
			refused++
		default:
			t.Errorf("%s %s %v is answered %d: %s", resp.Request.Host, resp.Request.URL.Path, resp.Request.Header, resp.StatusCode, body)
		}
	}
	try(0, true, []func(*http.Request){c.inSession})
	if t.Logf("%d served, %d refused", served, refused); served != 4 || refused < 60 {
		t.Errorf("%d were served and %d refused", served, refused)
	}
}

// absent stands for a header that is not there.
const absent = "\x00"

// header sets a header, or takes it away.
func header(name string) func(*http.Request, string) {
	return func(q *http.Request, value string) {
		if q.Header.Del(name); value != absent {
			q.Header.Set(name, value)
		}
	}
}

func TestHostThatIsMissingOrTwice(t *testing.T) {
	r := overHTTP(t, Options{})
	address := strings.TrimSuffix(strings.TrimPrefix(r.url, "http://"), "/mcp")
	for name, head := range map[string]string{
		"empty": "Host: \r\n",
		"twice": "Host: " + address + "\r\nHost: evil.example\r\n",
		"none":  "",
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\n%sAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", head, token, len(hello), hello)
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != 403 && resp.StatusCode != 400 {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
}

func TestServerWithoutATokenServesNobody(t *testing.T) {
	s := New(Backend{Memory: &fakeMemory{}, Now: func() types.Time { return testNow }}, Options{})
	web := httptest.NewServer(s.HTTPHandler())
	defer web.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL+"/mcp", strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer ")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 401 {
		t.Errorf("status %d", resp.StatusCode)
	}
}

// TestANewTokenEndsWhatCameByTheOneBefore leaves clients that did not come by it
// alone.
func TestANewTokenEndsWhatCameByTheOneBefore(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	r := overHTTP(t, Options{})
	c := r.connect(t)
	other, _ := r.Server.open(byConn, ClientOptions{}, nil)
	r.Renew("another")
	bring := set("Authorization", "Bearer another")
	for _, x := range []struct {
		name   string
		change []func(*http.Request)
		want   int
	}{
		{"the session with its old token", []func(*http.Request){set(sessionHeader, c.id)}, 401},
		{"the session with the new token", []func(*http.Request){set(sessionHeader, c.id), bring}, 404},
	} {
		if resp, body := r.post(t, ping, x.change...); resp.StatusCode != x.want {
			t.Errorf("%s: %d %s, want %d", x.name, resp.StatusCode, body, x.want)
		}
	}
	if resp, body := r.post(t, hello, bring); resp.StatusCode != 200 {
		t.Errorf("a new session with the new token: %d %s", resp.StatusCode, body)
	}
	if one, done := r.find(byConn, other.id); one == nil {
		t.Error("a session that came by no token has ended")
	} else {
		done()
	}
}

// endless is a body that never ends; it counts the bytes read of it.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.read += len(p)
	return len(p), nil
}

func TestBodiesAreBounded(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	padded := func(n int) string {
		call := `{"jsonrpc":"2.0","id":2,"method":"ping"}`
		return call + strings.Repeat(" ", n-len(call))
	}
	if resp, body := r.post(t, padded(maxBody), c.inSession); resp.StatusCode != 200 {
		t.Errorf("4 MiB: %d %s", resp.StatusCode, body)
	}
	if resp, _ := r.post(t, padded(maxBody+1), c.inSession); resp.StatusCode != 413 {
		t.Errorf("4 MiB and one: %d", resp.StatusCode)
	}
	body := new(endless)
	resp, _ := r.post(t, "", c.inSession, func(req *http.Request) { req.Body, req.ContentLength = io.NopCloser(body), -1 })
	if resp.StatusCode != 413 {
		t.Errorf("endless: %d", resp.StatusCode)
	}
}

// TestBodyThatDoesNotComeIsNotWaitedFor: and the time that it may take is not
// the call's.
func TestBodyThatDoesNotComeIsNotWaitedFor(t *testing.T) {
	const patience = 50 * time.Millisecond
	r := overHTTP(t, Options{bodyTime: patience})
	c := r.connect(t)
	never, end := io.Pipe()
	defer end.Close()
	resp, body := r.post(t, "", c.inSession, func(req *http.Request) { req.Body, req.ContentLength = never, -1 })
	if resp.StatusCode != http.StatusRequestTimeout {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	r.block = make(chan struct{})
	time.AfterFunc(3*patience, func() { close(r.block) })
	if got := c.call(t, "mm_click", `{"testId":"x"}`); got.Error != nil {
		t.Errorf("a call that takes longer: %s", got.text())
	}
}

// TestIdsOfConnectionsAreNoneOverHTTP is B12's other agent: one on a connection
// of its own, whose id somebody with the token has found out.
func TestIdsOfConnectionsAreNoneOverHTTP(t *testing.T) {
	r := overHTTP(t, Options{})
	r.wireUp(t, ClientOptions{})
	ids := slices.Collect(maps.Keys(r.sessions))
	if len(ids) != 1 || len(ids[0]) < 52 {
		t.Fatalf("ids are %q", ids)
	}
	for _, verb := range []string{http.MethodPost, http.MethodDelete} {
		if resp, _ := r.post(t, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, set(sessionHeader, ids[0]), method(verb)); resp.StatusCode != 404 {
			t.Errorf("%s: %d", verb, resp.StatusCode)
		}
	}
	if r.Sessions() != 1 {
		t.Error("the connection's session was ended")
	}
}

func TestSessionsHaveTheirOwnAgents(t *testing.T) {
	r := overHTTP(t, Options{})
	a, b := r.connect(t), r.connect(t)
	a.call(t, "mm_launch", `{"goal":"one"}`)
	if got := b.call(t, "mm_knowledge_last", `{}`); got.Result.Structured.Error.Code != types.CodeNoSession {
		t.Errorf("the other client's answer: %s", got.text())
	}
	b.call(t, "mm_launch", `{"goal":"two"}`)
	a.call(t, "mm_knowledge_last", `{}`)
	if r.memory.last.CurrentSessionID != r.agents[0].SessionID() || r.agents[0].SessionID() == r.agents[1].SessionID() {
		t.Errorf("current is %q of %q and %q", r.memory.last.CurrentSessionID, r.agents[0].SessionID(), r.agents[1].SessionID())
	}
	if r.agents[0].client.Name != "tester" {
		t.Errorf("the agent's client is %+v", r.agents[0].client)
	}
	resp, _ := r.post(t, "", a.inSession, method("DELETE"))
	if resp.StatusCode != 204 || !r.agents[0].closed.Load() || r.agents[1].closed.Load() {
		t.Errorf("delete: %d", resp.StatusCode)
	}
	if resp, _ := r.post(t, "", a.inSession, method("DELETE")); resp.StatusCode != 404 {
		t.Errorf("second delete: %d", resp.StatusCode)
	}
	if resp, _ := r.post(t, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, a.inSession); resp.StatusCode != 404 {
		t.Errorf("ping of an ended session: %d", resp.StatusCode)
	}
}

func TestANewSessionTakesThePlaceOfTheOneIdleForLongest(t *testing.T) {
	r := overHTTP(t, Options{})
	r.block = make(chan struct{})
	all := make([]*client, maxSessions)
	for i := range all {
		all[i] = r.connect(t)
	}
	began := make(chan struct{})
	go func() { // the oldest has a call under way
		defer close(began)
		all[0].call(t, "mm_click", `{"testId":"send"}`)
	}()
	r.eventually(t, func() bool { return r.active() == 1 })
	all[1].call(t, "mm_knowledge_sessions", `{}`)
	for _, idle := range []*client{all[2], all[3]} {
		r.connect(t)
		resp, body := r.post(t, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, idle.inSession)
		if resp.StatusCode != 404 || !strings.Contains(body, "initialize again") {
			t.Errorf("the one idle for longest: %d %q", resp.StatusCode, body)
		}
	}
	if r.Sessions() != maxSessions {
		t.Errorf("%d sessions", r.Sessions())
	}
	for _, kept := range append([]*client{all[1]}, all[4:]...) {
		kept.call(t, "mm_knowledge_sessions", `{}`)
	}
	close(r.block)
	<-began
}

func TestNobodyGivesWayWhileWaitingForAnAnswer(t *testing.T) {
	r := overHTTP(t, Options{})
	r.block = make(chan struct{})
	var calls sync.WaitGroup
	for range maxSessions {
		c := r.connect(t)
		calls.Go(func() { c.call(t, "mm_click", `{"testId":"send"}`) })
	}
	r.eventually(t, func() bool { return r.active() == maxSessions })
	resp, body := r.post(t, hello)
	if resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" ||
		!strings.Contains(body, "waiting for an answer: try again in a few seconds") || !strings.Contains(body, string(types.CodeRateLimited)) {
		t.Errorf("one too many: %d %s", resp.StatusCode, body)
	}
	close(r.block)
	calls.Wait()
	if resp, _ := r.post(t, hello); resp.StatusCode != 200 {
		t.Errorf("afterwards: %d", resp.StatusCode)
	}
}

// active counts the sessions that have a call under way.
func (r *rig) active() (n int) {
	r.Server.mu.Lock()
	defer r.Server.mu.Unlock()
	for _, one := range r.sessions {
		one.mu.Lock()
		if one.active > 0 {
			n++
		}
		one.mu.Unlock()
	}
	return n
}

// eventually waits until ok.
func (r *rig) eventually(t *testing.T, ok func() bool) {
	t.Helper()
	for range 5000 {
		if ok() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("it never came to that")
}

func TestIdleSessionsAreKept(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	r.now.Add((24 * time.Hour).Milliseconds())
	if got := c.call(t, "mm_knowledge_sessions", `{}`); !*got.Result.Structured.OK {
		t.Errorf("after a day: %s", got.text())
	}
}

func TestNotificationsAndAnswersAreAccepted(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":9,"result":{}}`,
	} {
		if resp, got := r.post(t, body, c.inSession); resp.StatusCode != 202 || got != "" {
			t.Errorf("%s: %d %q", body, resp.StatusCode, got)
		}
	}
}

func TestCallEndsWithItsConnection(t *testing.T) {
	r := overHTTP(t, Options{})
	r.block = make(chan struct{})
	c := r.connect(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"mm_click","arguments":{"testId":"x"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	c.inSession(req)
	if _, err := http.DefaultClient.Do(req); err == nil {
		t.Fatal("the click came through")
	}
	c.call(t, "mm_knowledge_sessions", `{}`)
}

// TestLibraryClientOverHTTP checks that an ordinary client, that of the library, needs nothing
// special.
func TestLibraryClientOverHTTP(t *testing.T) {
	r := overHTTP(t, Options{})
	c, err := mcpclient.NewStreamableHttpClient(r.url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	init := mcp.InitializeRequest{}
	init.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	init.Params.ClientInfo = mcp.Implementation{Name: "library", Version: "1"}
	hello, err := c.Initialize(t.Context(), init)
	if err != nil {
		t.Fatal(err)
	}
	if hello.Capabilities.Tools == nil || hello.Capabilities.Tools.ListChanged || hello.Instructions == "" || hello.ServerInfo.Name != "cairn" {
		t.Errorf("server says %+v", hello)
	}
	call := mcp.CallToolRequest{}
	call.Params.Name, call.Params.Arguments = "mm_launch", map[string]any{"goal": "send"}
	got, err := c.CallTool(t.Context(), call)
	if err != nil || got.IsError {
		t.Fatalf("%+v, %v", got, err)
	}
	read := mcp.ReadResourceRequest{}
	read.Params.URI = "cairn://site/example.com"
	site, err := c.ReadResource(t.Context(), read)
	if err != nil || !strings.Contains(fmt.Sprint(site.Contents), "log in first") || r.memory.recalled.Domain != "example.com" {
		t.Errorf("%+v, %v", site, err)
	}
	read.Params.URI = "cairn://session/" + knownSession
	if _, err := c.ReadResource(t.Context(), read); err != nil {
		t.Error(err)
	}
	for _, uri := range []string{"cairn://session/mm-unknown", "cairn://session/..%2f..", "cairn://other/x"} {
		read.Params.URI = uri
		if _, err := c.ReadResource(t.Context(), read); err == nil {
			t.Errorf("%s was read", uri)
		}
	}
}

func TestManyClientsAtOnce(t *testing.T) {
	r := overHTTP(t, Options{})
	var all sync.WaitGroup
	for range 8 {
		c := r.connect(t)
		all.Go(func() {
			c.call(t, "mm_launch", `{"goal":"x"}`)
			for range 5 {
				if got := c.call(t, "mm_click", `{"testId":"send"}`); got.Result.IsError {
					t.Error(got.text())
				}
			}
		})
	}
	all.Wait()
}

// TestAddressChoosesTheTools holds for the whole session, whatever later
// requests are addressed to.
func TestAddressChoosesTheTools(t *testing.T) {
	for query, want := range map[string]struct {
		status  int
		offered string // or the message
		not     string
	}{
		"":                         {200, "mm_list_testids", "mm_read_nothing"},
		"?tools=all":               {200, "mm_list_testids", "mm_read_nothing"},
		"?tools=core":              {200, "mm_click", "mm_list_testids"},
		"?tools=memory":            {200, "kb_search", "mm_click"},
		"?tools=":                  {200, "mm_list_testids", "mm_read_nothing"},
		"?tools=some":              {400, "use memory, core or all", "Mcp"},
		"?tools=core&tools=memory": {400, "known are allow-origins, confirm, deny-origins, tools, each once", "Mcp"},
		"?tool=core":               {400, "known are allow-origins, confirm, deny-origins, tools, each once", "Mcp"},
		"?deny-origins=bank.test":  {400, "has no scheme", "Mcp"},
		"?confirm=often":           {400, "use risky, person or never", "Mcp"},
		"?tools=%zz":               {400, "cannot be read", "Mcp"},
	} {
		t.Run(query, func(t *testing.T) {
			r := overHTTP(t, Options{})
			plain := r.url
			r.url += query
			resp, body := r.post(t, hello)
			if want.status == 200 {
				r.url = plain
				_, body = r.post(t, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, set(sessionHeader, resp.Header.Get(sessionHeader)))
			}
			if resp.StatusCode != want.status || !strings.Contains(body, want.offered) || strings.Contains(body, want.not) {
				t.Errorf("status %d, body %s", resp.StatusCode, body)
			}
		})
	}
}
