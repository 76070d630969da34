// Package coretest runs the core as the extension does: in a Worker of a real
// browser, under the extension's own content security policy.
package coretest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cairn/companion/chromium"
)

// script plays the offscreen document: it runs the extension's own client and
// Worker, and reports the results.
const script = `
import { CoreClient } from "/lib/core-port.js";

const now = "2026-02-03T04:05:06.000Z";
const records = ["a", "b", "c"].map((stepId, i) => ({ seq: i + 1, step: {
  schemaVersion: 1, stepId, sessionId: "s-wallet", timestamp: now, outcome: { ok: true },
  tool: { name: "mm_click", target: { testId: "send-button", role: "button", name: "Send" } },
} }));
const workers = [];
const core = new CoreClient(
  () => {
    workers.push(new Worker("/offscreen/core-worker.js", { type: "module" }));
    return workers.at(-1);
  },
  async function* () {
    for (const record of records) yield { op: "put", now, records: [record] };
  },
);

globalThis.reported = (async () => {
  const first = await core.call({ op: "status", now });
  const found = await core.call({ op: "search", now, search: { query: "send" } });
  const refused = await core.call({ op: "search", now });
  const { startMs, deaths, lastError } = core.health;
  core.stop();
  const again = await core.call({ op: "status", now });
  return {
    startMs, deaths, lastError, steps: first.status?.steps, found: found.steps?.length, refused: refused.error?.code,
    again: again.status?.steps, workers: workers.length,
  };
})();
`

// reported is the report of the script.
type reported struct {
	StartMs   float64 `json:"startMs"`
	Deaths    int     `json:"deaths"`
	LastError string  `json:"lastError"`
	Steps     int     `json:"steps"`
	Found     int     `json:"found"`
	Refused   string  `json:"refused"`
	Again     int     `json:"again"`
	Workers   int     `json:"workers"`
}

// TestWorkerAnswersInChromium runs core-worker.js in a real browser, under the
// extension's own content security policy: streaming compilation, a module
// Worker, records pulled from the document, and a second Worker after the
// first has ended.
func TestWorkerAnswersInChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a browser")
	}
	got := runScript[reported](t, t.TempDir(), serveExtension(t, script, nil), "reported")
	if got.Steps != 3 || got.Found == 0 || got.Refused != "MM_INVALID_INPUT" || got.Again != 3 || got.Workers != 2 || got.Deaths != 0 {
		t.Errorf("got %+v", got)
	}
}

// BenchmarkWorkerStartInChromium measures from the Worker's start to its first
// answer, each time in a browser that has never seen the file.
func BenchmarkWorkerStartInChromium(b *testing.B) {
	url := serveExtension(b, script, nil)
	var sum float64
	for b.Loop() {
		sum += runScript[reported](b, b.TempDir(), url, "reported").StartMs
	}
	b.ReportMetric(sum/float64(b.N), "ms/start")
}

// serveExtension serves the extension's files, with the core as it is built
// now, a page for the script, and any other file that the script asks for by path.
func serveExtension(t testing.TB, script string, more map[string][]byte) string {
	t.Helper()
	wasm := build(t)
	files := http.FileServerFS(os.DirFS(".."))
	answer := func(kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write([]byte(body))
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/", files)
	mux.Handle("/core/core.wasm", answer("application/wasm", string(wasm)))
	mux.Handle("/page.html", answer("text/html", `<!doctype html><script type="module" src="/page.js"></script>`))
	mux.Handle("/page.js", answer("text/javascript", script))
	for path, body := range more {
		mux.Handle(path, answer("application/octet-stream", string(body)))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'")
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/page.html"
}

// build compiles the core from the sources as they are: a stale file can never
// pass.
func build(t testing.TB) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "core.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", out, "../../wasm")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build core.wasm: %v\n%s", err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// runScript opens a page in a browser with a profile, and returns the value of an
// expression of its promises.
func runScript[T any](t testing.TB, profile, url, expression string) (reported T) {
	t.Helper()
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.UserDataDir(profile))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	ctx, expire := context.WithTimeout(ctx, longest)
	defer expire()
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	reported, err = chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Cancel(ctx); err != nil { // so that the profile is whole on the disk
		t.Fatal(err)
	}
	return reported
}

// longest is how long a story may take, on a machine that is busy with others.
const longest = 10 * time.Minute
