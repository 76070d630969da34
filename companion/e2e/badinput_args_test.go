package e2e

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cairn/shared/types"
)

// asSession asks for one session by id.
func asSession(r *badRig, id string) string {
	return r.tool("mm_knowledge_summarize", `{"sessionId":`+asJSON(r.t, id)+`}`)
}

func asDomain(r *badRig, domain string) string {
	return r.tool("recall_site_memory", fmt.Sprintf(`{"domain":%q}`, domain))
}

// badArguments are B40 to B47, B52 to B54 and B64: the arguments of tools.
var badArguments = []badInput{
	{40, "session ids that are paths", "mm_knowledge_summarize", many(asSession, "../../etc/passwd", "a/b", "a/b/c", `..\x`, `..\\x`, "%2e%2e", "%2e%2e%2f", "CON", "CON.txt", "mm-\u0000abc", "mm-\u0001abc"), "MM_INVALID_INPUT"},
	{41, "session ids too short, too long, of look-alikes", "mm_knowledge_summarize", many(asSession, "mm1", "m"+strings.Repeat("x", 64), "mm-сеssiоn"), "MM_INVALID_INPUT"},
	{42, "a session that is not there", "mm_knowledge_summarize", many(asSession, "mm-20200101-nowhere"), "MM_NOT_FOUND"},
	{43, "domains that are none", "recall_site_memory", many(asDomain, "evil.com/../x", "a..b", "-a.com", strings.Repeat("a", 254), strings.Repeat("a.", 126)+"com", "xn--", "xn--a.-", "xn--\u00fc.com", "http://x", "http://x/y z"), "MM_INVALID_INPUT"},
	{44, "patterns for session ids", "mm_knowledge_summarize", many(asSession, "*", "?", "a:b", "****", "????", "mm-a:b", "step:*"), "MM_INVALID_INPUT"},
	{45, "domains in other clothes", "recall_site_memory", func(r *badRig) string {
		return r.domain("EXAMPLE.com.") + ", " + r.domain("bücher.de") + ", " + r.domain("[::1]") + ", " + r.domain("127.0.0.1:3000")
	}, "example.com, xn--bcher-kva.de, [::1], 127.0.0.1:3000"},
	{46, "neither domain nor url, url without host", "recall_site_memory", many(func(r *badRig, args string) string { return r.tool("recall_site_memory", args) }, `{}`, `{"url":"https://"}`, `{"url":"/only/a/path"}`), "MM_INVALID_INPUT"},
	// No tool takes a path. Names of pictures are held to a form, and a file that is
	// written goes below a directory that no link leads out of.
	{47, "names of pictures that are paths", "mm_screenshot, mm_describe_screen", many(func(r *badRig, name string) string {
		return r.tool("mm_screenshot", `{"name":`+asJSON(r.t, name)+`}`) + " " + r.tool("mm_describe_screen", `{"includeScreenshot":true,"screenshotName":`+asJSON(r.t, name)+`}`)
	}, "/etc/x", "../x", "a/../../x", `c:\x`, ".."), "MM_INVALID_INPUT MM_INVALID_INPUT"},
	{47, "a link that leads out of where is exported to", "cairn export", func(r *badRig) string {
		id := ""
		r.stored(func(s *types.Step) { id = s.SessionID })
		dir, outside := tempDir(r), tempDir(r)
		if err := os.Symlink(outside, filepath.Join(dir, id)); err != nil {
			return err.Error()
		}
		out, err := r.cairn("export", dir)
		escaped, _ := os.ReadDir(outside)
		if strings.Contains(out, "is a link that leads out of the directory") {
			out = string(types.CodePathDenied)
		}
		return fmt.Sprint(err != nil, " ", out, ", ", len(escaped), " files outside")
	}, "true PATH_DENIED, 0 files outside"},
	{52, "queries with stars and of expressions are words like others", "mm_knowledge_search", func(r *badRig) string {
		r.stored(func(s *types.Step) { s.Tool.Target = &types.Target{Role: "button", Name: "quixotry"} })
		return r.found("quixotry") + ", " + r.found("quixotr.*") + ", " + r.found("*quixotry*") + ", " + r.found(".*") + ", " + r.found(strings.Repeat("*q", 100)) + ", " + r.found(`(q+)+$`)
	}, "1 found, 1 found, 1 found, 0 found, 0 found, 0 found"},
	{52, "only stop words", "mm_knowledge_search", func(r *badRig) string { return r.found("the of and a") }, "0 found"},
	{52, "an empty query, one of 201 characters", "mm_knowledge_search", many(func(r *badRig, q string) string { return r.tool("mm_knowledge_search", fmt.Sprintf(`{"query":%q}`, q)) }, "", strings.Repeat("a", 201)), "MM_INVALID_INPUT"},
	{53, "limits and hours out of bounds", "mm_knowledge_search", many(func(r *badRig, more string) string { return r.search(more) },
		`,"limit":0`, `,"limit":-1`, `,"limit":101`, `,"limit":1000000000`, `,"filters":{"sinceHours":721}`), "MM_INVALID_INPUT"},
	{54, "scope all", "mm_knowledge_summarize", func(r *badRig) string { return r.tool("mm_knowledge_summarize", `{"scope":"all"}`) }, "MM_INVALID_INPUT"},
	{54, "scope and sessionId", "mm_knowledge_summarize", func(r *badRig) string {
		id := ""
		r.stored(func(s *types.Step) { id = s.SessionID })
		result, text := r.structured("mm_knowledge_summarize", fmt.Sprintf(`{"scope":"current","sessionId":%q}`, id))
		var recipe types.SessionRecipe
		if json.Unmarshal(result, &recipe) != nil {
			return text
		}
		return fmt.Sprint("of the sessionId: ", recipe.SessionID == id)
	}, "of the sessionId: true"},
	{63, "a page that speaks to its readers", "batch, mm_knowledge_search, core", speakingPage, "found true, raw false, in snippets false, fences 1, suggested 0"},
	// Loopback is where people's own applications run, and the sample that the
	// demo plays on: agents may go there, but to Cairn's own port.
	{64, "addresses that agents may not open", "mm_launch, mm_navigate", many(func(r *badRig, u string) string {
		u = strings.ReplaceAll(strings.ReplaceAll(u, "OURS", r.host()), "PORT", fmt.Sprint(r.port))
		return r.tool("mm_launch", fmt.Sprintf(`{"goal":"look around","url":%q}`, u)) + " " + r.tool("mm_navigate", fmt.Sprintf(`{"url":%q}`, u))
	}, "file:///etc/passwd", "http://OURS/mcp", "http://localhost:PORT/", "http://LOCALHOST.:PORT/", "http://127.1:PORT/", "http://[::1]:PORT/", "chrome://settings", "javascript:alert(1)", "data:text/html,x"), "MM_ACTION_DENIED MM_ACTION_DENIED"},
	{64, "commands and addresses beyond an agent's reach", "service worker", jsTest("debugger.test.js", "commands beyond an agent.s hands and eyes are not passed on"), "as it should be"},
}

// imported puts a file before cairn import and says how it is refused.
func imported(name string, text []byte) func(*badRig) string {
	return func(r *badRig) string {
		file := filepath.Join(filepath.Dir(r.home), name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err.Error()
		}
		defer os.Remove(file)
		out, err := r.cairn("import", file)
		_, escaped := os.Stat(filepath.Join(filepath.Dir(r.home), "x"))
		switch {
		case err == nil, escaped == nil, !strings.Contains(out, "Nothing was imported"):
			return out
		case strings.Contains(out, "more than 64 MiB"):
			return "IMPORT_TOO_LARGE"
		}
		return "IMPORT_REJECTED"
	}
}

func zipOf(entries ...string) []byte {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, name := range entries {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		if strings.HasPrefix(name, "link") {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		w, _ := z.CreateHeader(h)
		_, _ = w.Write([]byte("/etc/passwd"))
	}
	z.Close()
	return buf.Bytes()
}

// bombOf is a tar.gz of one file of so many MiB of nothing.
func bombOf(mib int64) []byte {
	var buf bytes.Buffer
	g := gzip.NewWriter(&buf)
	t := tar.NewWriter(g)
	_ = t.WriteHeader(&tar.Header{Name: "mm-0001/session.json", Mode: 0o600, Size: mib << 20, Typeflag: tar.TypeReg})
	for range mib {
		_, _ = t.Write(make([]byte, 1<<20))
	}
	t.Close()
	g.Close()
	return buf.Bytes()
}

// manyEntries is a zip that says it has so many entries.
func manyEntries() []byte {
	text := zipOf("mm-0001/session.json")
	at := bytes.LastIndex(text, []byte("PK\x05\x06"))
	copy(text[at+8:], []byte{0xFF, 0xFF, 0xFF, 0xFF})
	return text
}

// overlapping is a zip of two entries that are one.
func overlapping() []byte {
	text := zipOf("mm-0001/a.json", "mm-0001/b.json")
	first := bytes.Index(text, []byte("PK\x01\x02"))
	second := first + 4 + bytes.Index(text[first+4:], []byte("PK\x01\x02"))
	copy(text[second+42:second+46], text[first+42:first+46])
	return text
}

// badImports are B48 to B51.
var badImports = []badInput{
	{48, "an entry above", "cairn import", imported("a.zip", zipOf("../x")), "IMPORT_REJECTED"},
	{48, "an absolute entry", "cairn import", imported("a.zip", zipOf("/x")), "IMPORT_REJECTED"},
	{48, "a link", "cairn import", imported("a.zip", zipOf("link")), "IMPORT_REJECTED"},
	{48, "a drive", "cairn import", imported("a.zip", zipOf(`c:\x`)), "IMPORT_REJECTED"},
	{49, "200 KB that unpack to 200 MiB", "cairn import", imported("a.tar.gz", bombOf(200)), "IMPORT_TOO_LARGE"},
	{50, "a million entries", "cairn import", imported("a.zip", manyEntries()), "IMPORT_REJECTED"},
	{50, "entries that overlap", "cairn import", imported("a.zip", overlapping()), "IMPORT_REJECTED"},
	{51, "a store of somebody else", "cairn import", imported("store.db", []byte("*3\r\n$3\r\nset\r\n$99999999999\r\n")), "IMPORT_REJECTED"},
	{51, "a command of nothing", "cairn import", imported("store.db", []byte("*1\r\n$0\r\n")), "IMPORT_REJECTED"},
}

// badLoads are B16, B55 to B57 and part of B59, each with a daemon of its own where it is
// changed for everybody.
var badLoads = []badInput{
	{16, "wrong proofs without end, hellos that nothing follows, and silence, while the rightful extension links", "/sync", amidWrongProofs, "20 of 20 linked at once"},
	{55, "the 33rd MCP session", "/mcp", func(r *badRig) string {
		r = newBadRig(r.t)
		second := r.initialize()
		for range 30 {
			r.initialize()
		}
		newest := r.initialize()
		const list = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
		status := func(id string) string {
			code, _ := r.post(list, map[string]string{"Mcp-Session-Id": id})
			return fmt.Sprint(code)
		}
		return "newest " + status(newest) + ", oldest " + status(r.session) + ", second " + status(second)
	}, "newest 200, oldest 404, second 200"},
	{55, "the 65th socket", "/sync", func(r *badRig) string {
		r = newBadRig(r.t)
		for range 64 {
			r.open()
		}
		return r.open().closed()
	}, "close 1013"},
	{56, "1,000 calls in a second", "mm_knowledge_search", limitedAgent, "50 served, then MM_RATE_LIMITED, others ok"},
	{57, "a tool that panics", "mcptools", panickingTool, "MM_INTERNAL, then tools true"},
	{59, "headers that never end", "TCP", func(r *badRig) string {
		began := time.Now() // the daemon counts from when it takes the connection
		conn, err := net.Dial("tcp", r.host())
		if err != nil {
			return err.Error()
		}
		defer conn.Close()
		_, _ = conn.Write([]byte("GET /sync HTTP/1.1\r\nHost: "))
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		_, err = conn.Read(make([]byte, 1))
		var late net.Error
		return fmt.Sprint("closed by the daemon: ", err != nil && !(errors.As(err, &late) && late.Timeout()) || err == nil, ", not before 5 s: ", time.Since(began) >= 5*time.Second)
	}, "closed by the daemon: true, not before 5 s: true"},
}
