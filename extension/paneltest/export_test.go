package paneltest

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
)

// Labels of the forms in which the panel exports.
const (
	asRecording = "Chrome Recorder (JSON)"
	asTest      = "Playwright test"
	asSkill     = "Agent skill (SKILL.md)"
	asDirectory = "Session directory (zip)"
)

// TestSessionsComeAsFilesAndGoBack saves a session in each form, looks at the
// files as they lie on the disk, forgets everything, and takes the recording
// and the unpacked directory in again.
func TestSessionsComeAsFilesAndGoBack(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	dir := t.TempDir()
	if _, err := chromedp.CallBrowser(b.Ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir}); err != nil {
		t.Fatal(err)
	}
	p := b.panel("sessions")
	b.Says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-sessions .vrow")].find((e) => e.innerText.includes("0.1 ETH")).click()`)
	b.Says(p, "#view-sessions .pane", "Step through")
	known := map[string]bool{}
	saved := func(view, format string) (path string) {
		t.Helper()
		b.choose(p, "#view-"+view+" .pane", "Export…", format)
		b.Until(format+" on the disk", func() bool {
			files, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				// Until a download is complete, its name is that of an empty file.
				if stat, err := os.Stat(f); err == nil && stat.Size() > 0 && !known[f] && !strings.HasSuffix(f, ".crdownload") {
					path, known[f] = f, true
				}
			}
			return path != ""
		})
		return path
	}
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	recording := saved("sessions", asRecording)
	var recorder struct {
		Title string
		Steps []struct{ Type string }
	}
	if err := json.Unmarshal([]byte(read(recording)), &recorder); err != nil || recorder.Title != "Send 0.1 ETH to Alice" || len(recorder.Steps) < 7 {
		t.Errorf("%s holds %+v, %v", recording, recorder, err)
	}
	for format, holds := range map[string]string{asTest: `@playwright/test`, asSkill: "coin-overview-send"} {
		if path := saved("sessions", format); !strings.Contains(read(path), holds) {
			t.Errorf("%s has no %q: %s", path, holds, read(path))
		}
	}
	b.show(p, "flows")
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-flows select"); s.value = ""; s.dispatchEvent(new Event("change")); })()`)
	b.Says(p, "#view-flows .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-flows .vrow")].find((e) => e.innerText.includes("0.1 ETH")).click()`)
	// A flow's test differs from its session's: it has parameters.
	if path := saved("flows", asTest); !strings.Contains(read(path), "recipient") {
		t.Errorf("%s has no parameter: %s", path, read(path))
	}
	b.show(p, "sessions")
	archive := saved("sessions", asDirectory)
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatalf("%s: %v", archive, err)
	}
	defer z.Close()
	layout := t.TempDir()
	if err := os.CopyFS(layout, z); err != nil {
		t.Fatalf("unpack: %v", err)
	}
	steps, _ := filepath.Glob(filepath.Join(layout, "seed-0000", "steps", "*.json"))
	if len(steps) != 7 || !strings.Contains(read(filepath.Join(layout, "seed-0000", "session.json")), "Send 0.1 ETH") {
		t.Errorf("the archive holds %d steps", len(steps))
	}

	evaluate[any](b, b.Ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "forget", forget: {all: true}})`)
	b.Until("nothing to be left", func() bool { return b.steps() == 0 })
	b.show(p, "health")
	b.press(p, "#view-health", "Import a recording…")
	b.giveFiles(p, recording)
	b.Says(p, "#receipt", "Imported")
	b.Until("the recording's steps", func() bool { return b.steps() >= 7 })
	before := b.steps()
	b.giveFiles(p, filepath.Join(layout, "seed-0000", "session.json"))
	b.Says(p, "#receipt", "than its directory")
	if n := b.steps(); n != before {
		t.Errorf("a file that is no recording made %d steps", n-before)
	}
	b.press(p, "#view-health", "Import a directory…")
	b.giveFiles(p, layout)
	b.Says(p, "#receipt", "Imported 7 steps of 1 session")
	b.Until("the session's own steps", func() bool { return b.steps() == before+7 })

	b.stopsImporting(p, filepath.Join(layout, "seed-0000"))
}

// stopsImporting takes in a directory of many files, ends that on the way, and
// does it again: sessions that were taken in stay, and nothing comes twice.
func (b *browser) stopsImporting(p context.Context, session string) {
	b.T.Helper()
	steps, err := filepath.Glob(filepath.Join(session, "steps", "*.json"))
	if err != nil || len(steps) == 0 {
		b.T.Fatalf("no steps in %s, %v", session, err)
	}
	text, err := os.ReadFile(steps[0])
	if err != nil {
		b.T.Fatal(err)
	}
	const files = 500 // three parts
	dir := filepath.Join(b.T.TempDir(), "many", "steps")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.T.Fatal(err)
	}
	for i := range files {
		one := strings.NewReplacer("seed-0000-", fmt.Sprintf("many-%d-", i), "seed-0000", "many").Replace(string(text))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(one), 0o600); err != nil {
			b.T.Fatal(err)
		}
	}
	before := b.steps()
	evaluate[any](b, p, `(() => { const send = chrome.runtime.sendMessage.bind(chrome.runtime); window.asked = 0;
		chrome.runtime.sendMessage = async (m, ...rest) => { if (m.kind === "import" && ++window.asked === 2) await new Promise((go) => { window.go = go; }); return send(m, ...rest); }; return 1; })()`)
	b.giveFiles(p, filepath.Dir(dir))
	b.Until("the second part to be on its way", func() bool {
		return evaluate[bool](b, p, `!!window.go && document.querySelector("#receipt progress").value > 0.3`)
	})
	b.press(p, "#receipt", "Cancel")
	evaluate[any](b, p, `(window.go(), 1)`)
	b.Says(p, "#receipt", "Stopped after 400 files. Imported 400 steps")
	if n := b.steps(); n != before+400 {
		b.T.Errorf("%d steps after 400 of %d files", n-before, files)
	}
	b.giveFiles(p, filepath.Dir(dir))
	b.Says(p, "#receipt", "Imported 100 steps; 400 steps known already.")
}

// show shows a view.
func (b *browser) show(p context.Context, view string) {
	b.T.Helper()
	evaluate[any](b, p, `document.getElementById("tab-`+view+`").click()`)
	b.Until(view+" to load", func() bool { return evaluate[bool](b, p, `!!document.querySelector("#view-`+view+` > *")`) })
}

// giveFiles gives files to the panel's chooser, as the browser's dialog would.
func (b *browser) giveFiles(p context.Context, files ...string) {
	b.T.Helper()
	doc, err := chromedp.Call(p, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		b.T.Fatal(err)
	}
	found, err := chromedp.Call(p, dom.QuerySelector, dom.QuerySelectorParams{NodeID: doc.Root.NodeID, Selector: `[aria-label="Files to import"]`})
	if err != nil {
		b.T.Fatal(err)
	}
	if _, err := chromedp.Call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, NodeID: found.NodeID}); err != nil {
		b.T.Fatal(err)
	}
}
