package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"cairn/extension"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// badOpenings are B1 to B6, B14: who gets no socket.
var badOpenings = []badInput{
	{1, "Origin of a web page", "/sync", func(r *badRig) string { return r.upgrade("Host: "+r.host()+"\r\n", "https://evil.example") }, "403 ORIGIN_DENIED"},
	{2, "Origin of local pages", "/sync", many(func(r *badRig, o string) string {
		return r.upgrade("Host: "+r.host()+"\r\n", strings.ReplaceAll(o, "OURS", r.host()))
	}, "http://localhost:3000", "http://OURS", "null"), "403 ORIGIN_DENIED"},
	{3, "Origin of another extension, or none", "/sync", func(r *badRig) string {
		return r.upgrade("Host: "+r.host()+"\r\n", "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") + ", " + r.upgrade("Host: "+r.host()+"\r\n")
	}, "403 ORIGIN_DENIED, 403 ORIGIN_DENIED"},
	{4, "no proof", "/sync", func(r *badRig) string { return r.dial().closed() }, "close 4408"},
	{5, "Host of a rebound name", "/sync", func(r *badRig) string {
		return r.upgrade(fmt.Sprintf("Host: evil.example:%d\r\n", r.port), r.origin()) + ", " + r.upgrade(fmt.Sprintf("Host: evil.example:%d\r\n", r.port), fmt.Sprintf("http://evil.example:%d", r.port))
	}, "403 HOST_DENIED, 403 HOST_DENIED"},
	{6, "Host that is nearly ours", "/sync", many(func(r *badRig, h string) string {
		return r.upgrade("Host: "+strings.ReplaceAll(h, "PORT", fmt.Sprint(r.port))+"\r\n", r.origin())
	}, "127.0.0.1.evil.example", "127.0.0.1.evil.example:PORT", "localhost.", "localhost.:PORT", "", "127.0.0.1"), "403 HOST_DENIED"},
	{6, "two Hosts", "/sync", func(r *badRig) string {
		return r.upgrade("Host: "+r.host()+"\r\nHost: evil.example\r\n", r.origin())
	}, "400"},
	{14, "the machine's other addresses", "TCP", func(r *badRig) string {
		if runtime.GOOS != "linux" {
			return "connection refused"
		}
		out := ""
		for _, host := range append(otherAddresses(), "127.0.0.2") {
			conn, err := net.DialTimeout("tcp", net.JoinHostPort(host, fmt.Sprint(r.port)), patience)
			if err == nil {
				conn.Close()
				return host + ": connected"
			}
			_, why, _ := strings.Cut(err.Error(), "connect: ")
			if out == "" || out == why {
				out = why
				continue
			}
			out += ", " + host + ": " + why
		}
		return out
	}, "connection refused"},
}

// otherAddresses are the machine's own beyond loopback.
func otherAddresses() (hosts []string) {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

// badRequests are B7 to B13 and B20 to B23 over HTTP.
var badRequests = []badInput{
	{7, "no token, a wrong one, another scheme", "/mcp", many(func(r *badRig, auth string) string { return r.mcp(initializeBody, "Authorization", auth) }, "", "Bearer wrong", "Basic d3Jvbmc="), "401"},
	{7, "nothing of it is said back", "/mcp", func(r *badRig) string {
		_, answer := r.post(`{"jsonrpc":"2.0","id":1,"method":"echo-me"}`, map[string]string{"Authorization": "Bearer guessed"})
		return strings.TrimSpace(answer)
	}, "UNAUTHORIZED"},
	{8, "Origin", "/mcp", many(func(r *badRig, o string) string { return r.mcp(initializeBody, "Origin", o) }, "https://evil.example", "null", "http://localhost:3000"), "403"},
	{9, "content types that pages may send", "/mcp", many(func(r *badRig, c string) string { return r.mcp(initializeBody, "Content-Type", c) }, "text/plain", "", "application/x-www-form-urlencoded"), "415"},
	{10, "a page's own fetch", "/mcp", many(func(r *badRig, s string) string { return r.mcp(initializeBody, "Sec-Fetch-Site", s) }, "cross-site", "same-site", "same-origin"), "403"},
	{10, "with an Origin that is made up", "/mcp", many(func(r *badRig, o string) string {
		return r.mcp(initializeBody, "Sec-Fetch-Site", "cross-site", "Origin", strings.ReplaceAll(o, "OURS", r.host()))
	}, "http://OURS", "chrome-extension://"+extension.ID), "403"},
	{11, "preflight, from anywhere", "/mcp", many(func(r *badRig, from string) string {
		return r.request("OPTIONS /mcp HTTP/1.1\r\nHost: "+r.host()+"\r\n"+from+"Access-Control-Request-Method: POST\r\nConnection: close\r\n", "")
	}, "Origin: https://evil.example\r\n", "Origin: chrome-extension://"+extension.ID+"\r\n", "Origin: null\r\n", ""), "403 ORIGIN_DENIED"},
	// There is one token, that of the user, and the id of a session is given to
	// nobody but its agent: so far as another's can be known, it names nothing.
	{12, "forged and ended session ids, and what others can see of an agent's", "/mcp", func(r *badRig) string {
		ended := r.initialize()
		if req, err := http.NewRequest(http.MethodDelete, "http://"+r.host()+"/mcp", nil); err == nil {
			req.Header.Set("Authorization", "Bearer "+r.token)
			req.Header.Set("Mcp-Session-Id", ended)
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
		}
		out := []string{}
		for _, id := range []string{"mcp-session-6ba7b810-9dad-11d1-80b4-00c04fd430c8", strings.ToLower(r.session), r.session + "A", ended} {
			out = append(out, r.mcp(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, "Mcp-Session-Id", id))
		}
		return strings.Join(out, " ")
	}, "404 404 404 404"},
	{12, "an id whose time is over, the id of what an agent did, a token of another daemon", "mcptools", otherSessions, "404, 404, 401"},
	{13, "a protocol of long ago", "/mcp", func(r *badRig) string {
		const body = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
		status, _ := r.post(body, map[string]string{"MCP-Protocol-Version": "1900-01-01"})
		return fmt.Sprint(status, " ", r.mcp(body, "MCP-Protocol-Version", "1900-01-01"))
	}, "400 -32022"},
	{20, "a body over 4 MiB, whole and without end", "/mcp", func(r *badRig) string {
		head := "POST /mcp HTTP/1.1\r\nHost: " + r.host() + "\r\nAuthorization: Bearer " + r.token + "\r\nContent-Type: application/json\r\nConnection: close\r\n"
		whole := r.request(head+fmt.Sprintf("Content-Length: %d\r\n", 4<<20+1), strings.Repeat(" ", 4<<20+1))
		chunk := "10000\r\n" + strings.Repeat(" ", 0x10000) + "\r\n"
		return whole + " " + r.request(head+"Transfer-Encoding: chunked\r\n", strings.Repeat(chunk, 80))
	}, "413 413"},
	{20, "how much of it is read", "mcptools", readOfTooMuch, "413, not more than the limit and one"},
	{21, "nesting of 65 and of a million, the message's own two included", "/mcp", many(func(r *badRig, n string) string {
		var deep int
		_, _ = fmt.Sscan(n, &deep)
		return r.mcp(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":` + nested(deep-2) + `}}`)
	}, "65", "1000000"), "-32700"},
	{21, "nesting of 64", "/mcp", func(r *badRig) string {
		return fmt.Sprint(r.mcp(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":`+nested(62)+`}}`) != "-32700")
	}, "true"},
	{21, "nesting of 65 and of what a frame holds", "/sync", many(func(r *badRig, n string) string {
		var deep int
		_, _ = fmt.Sscan(n, &deep)
		return r.open().answer(`{"kind":"beat","x":` + nested(deep-1) + `}`)
	}, "65", "500000"), "MM_INVALID_INPUT"},
	{22, "4 MiB of tiny values", "mm_knowledge_search", many(func(r *badRig, unit string) string {
		return r.search(`,"filters":{"flowTag":[` + strings.Repeat(unit+",", (4<<20-1000)/(len(unit)+1)) + unit + `]}`)
	}, "0", "{}"), "MM_INVALID_INPUT"},
	{22, "what they take", "the daemon's memory", memoryOfTinyValues, "less than 64 MiB"},
	{23, "a key twice, in other case, with a letter that folds", "/sync", many(func(r *badRig, text string) string { return r.open().answer(text) },
		`{"kind":"beat","kind":"beat"}`, `{"KIND":"beat"}`, `{"\u212Aind":"beat"}`, `{"kind":"beat","cdpEvent\u017f":1}`, `{"kind":"beat","be\u0061t":1,"bea\u0074":1}`), "MM_INVALID_INPUT"},
	{23, "METHOD, and a letter that folds", "/mcp", many(func(r *badRig, text string) string { return r.mcp(text) },
		`{"jsonrpc":"2.0","id":1,"METHOD":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list","param\u017f":{}}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list","id":1}`), "-32600"},
	{23, "arguments in other case or twice", "mm_knowledge_search", many(func(r *badRig, args string) string { return r.tool("mm_knowledge_search", args) },
		`{"query":"a","query":"b"}`, `{"Query":"send"}`, `{"query":"a","limi\u0074":1,"limit":2}`), "MM_INVALID_INPUT"},
	{24, "numbers that are none", "mm_knowledge_search", many(func(r *badRig, n string) string { return r.search(`,"limit":` + n) }, "1e999999", "1.5", "9223372036854775808", "-1", "-0", `"5"`), "MM_INVALID_INPUT"},
	{24, "numbers that are none", "/sync", many(func(r *badRig, n string) string {
		return r.open().answer(`{"kind":"replicaAck","replicaAck":{"cursor":` + n + `}}`)
	}, "1e999999", "1.5", "9223372036854775808", `"5"`), "MM_INVALID_INPUT"},
	{24, "NaN", "/sync", func(r *badRig) string {
		l := r.open()
		l.say(`{"kind":"replicaAck","replicaAck":{"cursor":NaN}}`)
		return l.closed()
	}, fmt.Sprint("close ", wire.CloseBadMessage)},
	{24, "NaN", "/mcp", func(r *badRig) string { return r.search(`,"limit":NaN`) }, "-32700"},
}

// badMessages are B15 to B19 and B28 to B35 on a link.
var badMessages = []badInput{
	{15, "a proof from before", "/sync", func(r *badRig) string {
		old := r.dial().greet()
		l := r.dial()
		l.greet()
		l.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.proof("e|" + old + "|" + badNonce + "|" + l.install)}})
		return l.closed()
	}, "close 4401"},
	{15, "a relay on an earlier port of the extension's list, which forwards the opening as the daemon wants it", "/sync, a real browser", throughRelay,
		"the relay heard hello, welcome; linked to the daemon's own port: true; a click is remembered once: true"},
	{17, "1 MiB, and one byte more", "/sync", func(r *badRig) string {
		l := r.open()
		batch := gaps(1, 1, "x")
		l.say(batch + strings.Repeat(" ", wire.MaxFrame+1-len(batch)))
		out := l.closed()
		again := r.dial()
		again.install = l.install
		again.prove()
		return fmt.Sprint(out, ", hwm ", again.mark, "; ", again.acked(batch+strings.Repeat(" ", wire.MaxFrame-len(batch))))
	}, "close 1009, hwm 0; hwm 1"},
	{18, "a million fragments", "/sync", func(r *badRig) string {
		l := r.open()
		frame := []byte{0, 0x81, 0, 0, 0, 0, ' '}
		chunk := []byte{1, 0x81, 0, 0, 0, 0, ' '}
		for i := range 1_000_000 {
			if chunk = append(chunk, frame...); i%9000 == 0 {
				if _, err := l.ws.NetConn().Write(chunk); err != nil {
					break
				}
				chunk = chunk[:0]
			}
		}
		return l.closed()
	}, "close 1009"},
	{19, "a binary frame", "/sync", func(r *badRig) string {
		l := r.open()
		_ = l.ws.WriteMessage(websocket.BinaryMessage, []byte("{}"))
		return l.closed()
	}, "close 1003"},
	{19, "text that is no UTF-8", "/sync", func(r *badRig) string {
		l := r.open()
		l.say("{\"kind\":\"\xff\"}")
		return l.closed()
	}, "close 1007"},
	{28, "an unknown kind", "/sync", func(r *badRig) string {
		l := r.open()
		return l.answer(`{"kind":"stepp","stepp":{"a":1}}`) + ", then " + l.acked(gaps(1, 1, "x"))
	}, "UNKNOWN_TYPE, then hwm 1"},
	{28, "an unknown field", "/sync", func(r *badRig) string { return r.open().answer(`{"kind":"beat","extra":1}`) }, "MM_INVALID_INPUT"},
	{29, "seq 0, negative, 2^53, text", "/sync", many(func(r *badRig, seq string) string {
		return r.open().answer(`{"kind":"batch","batch":{"first":` + seq + `,"records":[{"seq":` + seq + `,"gap":{"count":1,"reason":"x"}}]}}`)
	}, "0", "-1", "9007199254740992", `"1"`), "MM_INVALID_INPUT, hwm 0"},
	{30, "a gap in seq", "/sync", func(r *badRig) string {
		l := r.open()
		return l.acked(gaps(1, 1, "a")) + ", " + l.acked(gaps(3, 1, "c")) + ", " + l.acked(gaps(2, 1, "b"))
	}, "hwm 1, hwm 1, hwm 2"},
	{31, "a record again", "/sync", func(r *badRig) string {
		l := r.open()
		return l.acked(gaps(1, 2, "a")) + ", " + l.acked(gaps(1, 2, "a"))
	}, "hwm 2, hwm 2"},
	{32, "a number again with other content", "/sync", func(r *badRig) string {
		l := r.open()
		out := l.acked(gaps(1, 1, "a")) + ", " + l.acked(gaps(1, 1, "b"))
		renewed := r.dial()
		renewed.install, renewed.epoch = l.install, "epoch-2"
		renewed.prove()
		return out + "; in a new epoch " + renewed.acked(gaps(1, 1, "b"))
	}, "hwm 1, SEQ_CONFLICT, hwm 1; in a new epoch hwm 1"},
	{32, "what the extension does then", "offscreen document", jsTest("link.test.js", "numbers that mean different things begin a new epoch"), "as it should be"},
	{33, "65 records", "/sync", func(r *badRig) string { return r.open().answer(gaps(1, 65, "x")) }, "MM_INVALID_INPUT, hwm 0"},
	{33, "no records", "/sync", func(r *badRig) string { return r.open().acked(`{"kind":"batch","batch":{"first":1,"records":[]}}`) }, "hwm 0"},
	{34, "a record before hello", "/sync", func(r *badRig) string {
		l := r.dial()
		l.say(gaps(1, 1, "x"))
		return l.closed()
	}, "close 4400"},
	{35, "the same install twice", "/sync", func(r *badRig) string {
		old := r.open()
		again := r.dial()
		again.install = old.install
		again.prove()
		return old.closed() + ", " + again.acked(gaps(1, 1, "x"))
	}, "close 4409, hwm 1"},
}

// badSteps are B25 to B27, B36, B39 and B65: the kept part of a page's words.
var badSteps = []badInput{
	{25, "half a surrogate pair, NUL, C0, bidi override, tags", "batch, export", many(func(r *badRig, hidden string) string {
		s := r.storedText(`"a11y":{"nodes":[{"ref":"e1","role":"button","name":"ab` + hidden + `cd"}]},"testIds":[{"testId":"te` + hidden + `st","tag":"a","visible":true}]`)
		return fmt.Sprintf("%q, %q, sanitized:%v", s.Observation.A11y.Nodes[0].Name, s.Observation.TestIDs[0].TestID, s.Observation.Sanitized)
	}, `\ud800`, `\udc00`, `\u0000`, `\u0001`, `\u001b`, `\u202e`, `\u2066`, `\udb40\udc41\udb40\udc7f`), `"abcd", "test", sanitized:true`},
	{25, "in a page's title", "batch, export", func(r *badRig) string {
		s := r.stored(func(s *types.Step) { s.Observation.State.Title = "Se\u202end\x00" })
		return fmt.Sprintf("%q, sanitized:%v", s.Observation.State.Title, s.Observation.Sanitized)
	}, `"Send", sanitized:true`},
	{25, "nothing of the kind", "batch, export", func(r *badRig) string {
		return fmt.Sprint("sanitized:", r.stored(func(s *types.Step) { s.Observation.State.Title = "Überweisen 送金" }).Observation.Sanitized)
	}, "sanitized:false"},
	{26, "a name of 64 KiB and one", "batch, export", func(r *badRig) string {
		s := r.stored(func(s *types.Step) {
			s.Observation.A11y.Nodes = []types.A11yNode{{Ref: "e1", Role: "button", Name: strings.Repeat("é ", 1<<15) + "x"}}
		})
		return fmt.Sprintf("%d characters, truncated %v", len([]rune(s.Observation.A11y.Nodes[0].Name)), s.Observation.Truncated)
	}, "199 characters, truncated true"},
	{27, "10,001 nodes", "batch, export", func(r *badRig) string {
		s := r.stored(func(s *types.Step) {
			for i := range 10_001 {
				s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Ref: "e1", Role: "button", Name: fmt.Sprint(i)})
			}
		})
		nodes := s.Observation.A11y.Nodes
		return fmt.Sprintf("%d nodes, %s to %s, truncated %v", len(nodes), nodes[0].Name, nodes[len(nodes)-1].Name, s.Observation.Truncated)
	}, "2000 nodes, 0 to 1999, truncated true"},
	{36, "clocks of 1970, 2100 and before all time", "batch, export", many(func(r *badRig, at string) string {
		s := r.stored(func(s *types.Step) {
			var ms int64
			_, _ = fmt.Sscan(at, &ms)
			s.Timestamp = types.Time(ms)
		})
		return fmt.Sprintf("clock %s, now %v", s.Clock, types.At(time.Now()).Sub(s.Timestamp).Abs() < time.Hour)
	}, "0", "4102444800000", "-5000"), "clock skewed, now true"},
	{37, "a page that says it is another", "content script", jsTest("frames.test.js", "origin and screen are never the page's own claim"), "as it should be"},
	{37, "a step of a page that says it is another", "service worker", jsTest("router.test.js", "of a step only what a content script may say is kept"), "as it should be"},
	{38, "private windows, pages of the browser, files, developer tools", "service worker", jsTest("router.test.js", "private windows, cached documents and closed pages are ignored"), "as it should be"},
	{38, "a site that was forbidden", "service worker", jsTest("router.test.js", "what a person forbade is ignored, also in a frame"), "as it should be"},
	{38, "pages of the browser, files, developer tools, as an extension that forgot itself sends them", "batch, doctor, export", func(r *badRig) string {
		for _, u := range []string{"chrome://settings/", "file:///etc/passwd", "devtools://devtools/x", "chrome-extension://abc/popup.html"} {
			if s := r.stored(func(s *types.Step) { s.Observation.State = types.State{CurrentURL: u, Origin: u} }); s != nil {
				return "stored: " + u
			}
		}
		out, _ := r.cairn("doctor", "--json")
		return fmt.Sprint("counted: ", strings.Contains(out, "4 steps were sent of files or of the browser's own pages, and ignored"))
	}, "counted: true"},
	{39, "addresses that are no places", "batch, export", many(func(r *badRig, u string) string {
		s := r.stored(func(s *types.Step) { s.Observation.State.CurrentURL = u })
		scheme, rest, _ := strings.Cut(s.Observation.State.CurrentURL, ":")
		return fmt.Sprintf("scheme %v, rest %q", strings.HasPrefix(u, scheme+":"), rest)
	}, "data:text/html,secret", "blob:https://a.example/1", "javascript:alert(1)"), `scheme true, rest ""`},
	{39, "an address of 64 KiB", "batch, export", func(r *badRig) string {
		s := r.stored(func(s *types.Step) {
			s.Observation.State.CurrentURL = "https://a.example/" + strings.Repeat("ab/", 1<<14)
		})
		return fmt.Sprint(len(s.Observation.State.CurrentURL), strings.HasPrefix("https://a.example/"+strings.Repeat("ab/", 1<<14), s.Observation.State.CurrentURL))
	}, "2048 true"},
	{65, "secrets of all kinds", "batch, files, export, log, search", func(r *badRig) string {
		secrets := []string{"Xk9#mQ2vT!w7", "482913", "4111 1111 1111 1111", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "q8w7e6r5t4y3u2i1o0",
			"4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"}
		s := r.stored(func(s *types.Step) {
			for i, text := range []string{"Password: " + secrets[0], "Your code is " + secrets[1], "Visa " + secrets[2], secrets[3], secrets[4], "zq_" + secrets[5], "Private key 0x" + secrets[6]} {
				s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Ref: fmt.Sprint("e", i), Role: "status", Name: text})
			}
			for _, word := range strings.Fields("abandon ability able about above absent absorb abstract absurd abuse access accident") {
				s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Ref: "e9", Role: "listitem", Name: word})
			}
			s.Observation.State.CurrentURL = "https://a.example/reset/" + secrets[5] + "?token=" + secrets[4]
			s.Tool.Input = map[string]any{"text": secrets[0]}
		})
		text, _ := json.Marshal(s)
		_, answer := r.post(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"mm_knowledge_search","arguments":{"query":"button go","scope":"all"}}}`, nil)
		for _, secret := range append(secrets, "abstract", "accident") {
			if strings.Contains(string(text), secret) || r.holds(secret) || strings.Contains(answer, secret) {
				return secret + " stays: " + string(text)
			}
		}
		return "none stays"
	}, "none stays"},
}
