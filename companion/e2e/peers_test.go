package e2e

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn/companion/chromium"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// BenchmarkPeers describes four pages and clicks on one through Cairn,
// Playwright MCP and Chrome DevTools MCP, all as MCP clients see them, in one
// run: tokens of a description (o200k_base), its p50, and the p50 of a click
// that answers with nothing more than it must. Cairn is measured in a browser of
// its own, as the others are, and as cairn-ext in a browser that a person
// opened, where its hands go through the extension.
func BenchmarkPeers(b *testing.B) {
	dir := installed(b, "peers")
	copyFile(b, filepath.Join(repoRoot, "testdata", "apps", "peers", "tokens.mjs"), filepath.Join(dir, "tokens.mjs"))
	site := serve(b, http.HandlerFunc(describePage))
	binary, err := chromium.Find()
	if err != nil {
		b.Fatal(err)
	}
	own, persons := newWorld(b), newWorld(b)
	own.startDaemon("--headless")
	persons.start()
	peers := []*peer{
		cairnPeer(own, "cairn"),
		cairnPeer(persons, "cairn-ext"),
		startPeer(b, "playwright-mcp", filepath.Join(dir, "node_modules", ".bin", "playwright-mcp"),
			"--headless", "--no-sandbox", "--isolated", "--browser", "chromium", "--executable-path", binary, "--output-dir", b.TempDir()),
		startPeer(b, "devtools-mcp", filepath.Join(dir, "node_modules", ".bin", "chrome-devtools-mcp"),
			"--headless", "--isolated", "--executablePath", binary, "--chromeArg=--no-sandbox", "--no-usage-statistics"),
	}
	for _, p := range peers { // else the first page would be charged with code that browsers compile once
		p.measure(b, site+"/wallet")
	}
	fmt.Printf("%-15s %-9s %8s %12s %12s\n", "server", "page", "tokens", "describe p50", "click p50")
	for _, page := range []string{"todo", "wallet", "rows?n=50", "rows?n=200"} {
		for _, p := range peers {
			text, describe, click := p.measure(b, site+"/"+page)
			fmt.Printf("%-15s %-9s %8d %9.1f ms %9.1f ms\n", p.name, page, tokens(b, dir, text), describe, click)
		}
	}
	for b.Loop() { // all is printed; there is no one number
	}
}

// peer is one server: how it goes to a page, describes it and clicks.
type peer struct {
	name     string
	client   *client.Client
	navigate func(url string) (string, map[string]any)
	describe string
	arg      map[string]any
	click    func(description string) (string, map[string]any)
}

func cairnPeer(w *world, name string) *peer {
	a := w.stdioAgent("bench")
	a.do("mm_launch", map[string]any{"url": w.site})
	return &peer{name: name, client: a.client, describe: "mm_describe_screen",
		navigate: func(url string) (string, map[string]any) { return "mm_navigate", map[string]any{"url": url} },
		click:    func(string) (string, map[string]any) { return "mm_click", map[string]any{"testId": "target"} }}
}

// startPeer starts one of the others. Both name elements by refs of their last
// description, in their own way.
func startPeer(b *testing.B, name, command string, args ...string) *peer {
	b.Helper()
	c, err := client.NewStdioMCPClient(command, nil, args...)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Close() })
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-06-18"
	hello.Params.ClientInfo = mcp.Implementation{Name: "bench", Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	if name == "playwright-mcp" {
		ref := regexp.MustCompile(`button "Target"[^\n]*\[ref=(\w+)\]`)
		return &peer{name: name, client: c, describe: "browser_snapshot",
			navigate: func(url string) (string, map[string]any) {
				return "browser_navigate", map[string]any{"url": url}
			},
			click: func(text string) (string, map[string]any) {
				return "browser_click", map[string]any{"element": "Target", "target": found(b, ref, text)}
			}}
	}
	uid := regexp.MustCompile(`uid=(\S+) button "Target"`)
	p := &peer{name: name, client: c, describe: "take_snapshot"}
	first := p.call(b, "new_page", map[string]any{"url": "about:blank"})
	pages := regexp.MustCompile(`(?m)^(\d+):`).FindAllStringSubmatch(first, -1)
	id, _ := strconv.Atoi(pages[len(pages)-1][1])
	p.arg = map[string]any{"pageId": id}
	p.navigate = func(url string) (string, map[string]any) {
		return "navigate_page", map[string]any{"url": url, "pageId": id}
	}
	p.click = func(text string) (string, map[string]any) {
		return "click", map[string]any{"uid": found(b, uid, text), "pageId": id}
	}
	return p
}

func found(b *testing.B, re *regexp.Regexp, text string) string {
	b.Helper()
	m := re.FindStringSubmatch(text)
	if m == nil {
		b.Fatalf("no %v in\n%.3000s", re, text)
	}
	return m[1]
}

func (p *peer) measure(b *testing.B, url string) (text string, describe, click float64) {
	b.Helper()
	p.call(b, first(p.navigate(url)), second(p.navigate(url)))
	var looks, clicks []float64
	for range 15 {
		start := time.Now()
		text = p.call(b, p.describe, p.arg)
		looks = append(looks, float64(time.Since(start).Microseconds())/1000)
	}
	for range 7 {
		tool, args := p.click(p.call(b, p.describe, p.arg))
		start := time.Now()
		p.call(b, tool, args)
		clicks = append(clicks, float64(time.Since(start).Microseconds())/1000)
	}
	return text, median(looks), median(clicks)
}

func first[A, B any](a A, _ B) A  { return a }
func second[A, B any](_ A, b B) B { return b }

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

func (p *peer) call(b *testing.B, tool string, args map[string]any) string {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = tool, args
	if args == nil {
		req.Params.Arguments = map[string]any{}
	}
	res, err := p.client.CallTool(ctx, req)
	if err != nil {
		b.Fatalf("%s: %s: %v", p.name, tool, err)
	}
	var text strings.Builder
	for _, part := range res.Content {
		if t, ok := part.(mcp.TextContent); ok {
			text.WriteString(t.Text)
		}
	}
	if res.IsError {
		b.Fatalf("%s: %s: %s", p.name, tool, text.String())
	}
	return text.String()
}

// tokens counts as the tokenizer of current models does.
func tokens(b testing.TB, dir, text string) int {
	b.Helper()
	file := filepath.Join(b.TempDir(), "text")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command("node", "tokens.mjs", file)
	cmd.Dir = dir
	out, err := cmd.Output()
	n, numErr := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil || numErr != nil {
		b.Fatalf("count tokens: %v, %q", err, out)
	}
	return n
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// describePage serves a small todo list, a wallet's home, and a table of people
// with filters and as many rows as asked for.
func describePage(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.URL.Query().Get("n"))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = describePages.ExecuteTemplate(w, strings.Trim(r.URL.Path, "/"), map[string]any{ // an error is a client that is gone
		"Rows":   make([]int, n),
		"Tokens": strings.Fields("Ether Dai Tether Maker Aave Uniswap Lido Chainlink"),
		"Recent": []string{"Sent ETH", "Received ETH", "Swapped ETH for DAI", "Approved DAI", "Sent DAI", "Received MKR", "Sent ETH", "Bridged ETH"},
	})
}

var describePages = template.Must(template.New("").Funcs(template.FuncMap{"add": func(a, b int) int { return a + b }}).Parse(`
{{define "head"}}<!doctype html><html lang="en"><title>{{.}}</title><h1>{{.}}</h1><button data-testid="target" onclick="this.dataset.n = 1">Target</button>{{end}}
{{define "todo"}}{{template "head" "Todos"}}<main><label>New todo <input data-testid="new-todo"></label><ul>
{{template "items"}}</ul><nav aria-label="Filter"><a href="#/">All</a> <a href="#/active">Active</a> <a href="#/done">Completed</a></nav><button>Clear completed</button></main>{{end}}
{{define "items"}}
<li><label><input type="checkbox"> Buy milk</label> <button aria-label="Delete Buy milk">×</button></li>
<li><label><input type="checkbox" checked> Call the bank</label> <button aria-label="Delete Call the bank">×</button></li>
<li><label><input type="checkbox"> Water the plants</label> <button aria-label="Delete Water the plants">×</button></li>
<li><label><input type="checkbox"> Write the report</label> <button aria-label="Delete Write the report">×</button></li>
<li><label><input type="checkbox"> Book a table</label> <button aria-label="Delete Book a table">×</button></li>
<li><label><input type="checkbox"> Mend the bike</label> <button aria-label="Delete Mend the bike">×</button></li>
<li><label><input type="checkbox"> Read the paper</label> <button aria-label="Delete Read the paper">×</button></li>
<li><label><input type="checkbox"> Pay the rent</label> <button aria-label="Delete Pay the rent">×</button></li>{{end}}
{{define "wallet"}}{{template "head" "Account 1"}}<nav aria-label="Main"><a data-testid="nav-home" href="#/">Home</a> <a data-testid="nav-activity" href="#/a">Activity</a> <a data-testid="nav-settings" href="#/s">Settings</a></nav>
<main><p data-testid="balance">25 ETH</p><button data-testid="send">Send</button><button data-testid="swap">Swap</button><button data-testid="bridge">Bridge</button><button data-testid="receive">Receive</button>
<h2>Tokens</h2><ul>{{range $i, $x := .Tokens}}<li data-testid="token-{{$i}}"><a href="#/t/{{$i}}">{{$x}}</a> <span>12.5</span> <button aria-label="Hide {{$x}}">Hide</button></li>{{end}}</ul>
<h2>Recent</h2><ul>{{range $i, $x := .Recent}}<li><a data-testid="tx-{{$i}}" href="#/x/{{$i}}">{{$x}}</a> <span>Confirmed</span></li>{{end}}</ul></main>{{end}}
{{define "rows"}}{{template "head" "People"}}<main><label>Search <input data-testid="people-search"></label> <label>Role <select><option>Any<option>Admin<option>Editor</select></label> <button>Invite</button>
<table><thead><tr><th>Name<th>E-mail<th>Role<th>Last seen<th>Actions</thead><tbody>{{range $i, $x := .Rows}}
<tr><td><a href="#/p/{{$i}}">Person {{add $i 1000}}</a><td>person{{add $i 1000}}@example.org<td>Editor<td>2026-11-{{add 10 1}}<td><button data-testid="edit-{{$i}}">Edit</button> <button data-testid="remove-{{$i}}">Remove</button> <input type="checkbox" aria-label="Select person {{add $i 1000}}"></tr>{{end}}
</tbody></table></main>{{end}}`))
