package e2e

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/pages"
)

// measurementKB is the documentation of the application, which was
// true before it was rebuilt.
const measurementKB = `[
 {"knowledge_id": "concatenate_mode", "description": "Set the operation mode to concatenate files", "ui_location": "Menu → File → Concatenate",
  "action_sequence": ["click_button('File')", "click_menuitem('Concatenate')"], "shortcut": null, "prerequisites": ["app_open"],
  "output_state": "concatenate", "doc_citation": "GUI#Modes", "parameters": {}, "kb_learnings": [], "trust_score": 1.0},
 {"knowledge_id": "start_all", "description": "Start the operation", "ui_location": "Mode", "action_sequence": ["click_button('Start')"],
  "shortcut": null, "prerequisites": [], "output_state": "done", "doc_citation": "GUI#Start", "parameters": {}, "kb_learnings": [], "trust_score": 1.0}
]`

// movedApp serves the application, which moves its commands on request.
func movedApp(t *testing.T) (url string, move func()) {
	t.Helper()
	page, err := fs.ReadFile(pages.Moved(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	var tabs atomic.Bool
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		text := string(page)
		if tabs.Load() {
			text = strings.Replace(text, `data-layout="menu"`, `data-layout="tab"`, 1)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(text)) // a browser that went away is its own loss
	})
	return serve(t, handler) + "/", func() { tabs.Store(true) }
}

// recovered reads the way that worked instead out of kb_search's text.
var recovered = regexp.MustCompile(`✓ Recovery Approach: Worked instead: click (\w+) "([^"]+)"`)

// concatenate sets the mode as the KB item says, or as it was learnt: shown by
// the text of kb_search alone, as a model is. It answers how many actions it
// took and how many of them failed.
func (a *agent) concatenate(url string) (actions, failed int) {
	a.t.Helper()
	a.do("mm_launch", map[string]any{"goal": "Concatenate measurement files", "flowTags": []string{"concatenate"}, "url": url})
	text := a.do("kb_search", map[string]any{"query": "concatenate files"}).Text
	way := []map[string]any{{"role": "button", "name": "File"}, {"role": "menuitem", "name": "Concatenate"}}
	if better := recovered.FindStringSubmatch(text); better != nil {
		way = []map[string]any{{"role": better[1], "name": better[2]}}
	}
	for _, target := range way {
		target["kb_source"] = "concatenate_mode"
		actions++
		if a.call("mm_click", target).OK {
			continue
		}
		failed++
		for _, n := range a.describe().A11y.Nodes {
			if n.Name == "Concatenate" {
				actions++
				a.do("mm_click", map[string]any{"role": n.Role, "name": n.Name})
			}
		}
	}
	a.do("mm_wait_for", map[string]any{"role": "heading", "name": "Mode: concatenate"})
	return actions, failed
}

func (w *world) item(id string) *types.KBItem {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "knowledge_catalog.json")
	w.mustCairn("kb", "export", file)
	text, err := os.ReadFile(file)
	if err != nil {
		w.t.Fatal(err)
	}
	var items []*types.KBItem
	if err := json.Unmarshal(text, &items); err != nil {
		w.t.Fatal(err)
	}
	for _, item := range items {
		if item.KnowledgeID == id {
			return item
		}
	}
	w.t.Fatalf("there is no item %s in\n%s", id, text)
	return nil
}

func TestAButtonMovesAndTheNextRunKnows(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	url, move := movedApp(t)
	catalog := filepath.Join(t.TempDir(), "knowledge_catalog.json")
	if err := os.WriteFile(catalog, []byte(measurementKB), 0o600); err != nil {
		t.Fatal(err)
	}
	w.mustCairn("kb", "import", catalog)

	for _, run := range []struct {
		name            string
		actions, failed int
		trust           float64
		learnings       int
		verified        int
	}{
		{"as documented", 2, 0, 1, 0, 0},
		{"the button has moved", 3, 1, 0.95, 1, 0},
		{"the next run", 1, 0, 0.95 * 1.02, 1, 1},
	} {
		if run.failed > 0 {
			move()
		}
		a := w.stdioAgent("agent")
		actions, failed := a.concatenate(url)
		if actions != run.actions || failed != run.failed {
			t.Errorf("%s: %d actions, %d failed, want %d and %d", run.name, actions, failed, run.actions, run.failed)
		}
		a.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the files are concatenated"})
		item := w.item("concatenate_mode")
		if item.TrustScore != run.trust || len(item.KBLearnings) != run.learnings || run.learnings > 0 && item.KBLearnings[0].Verified != run.verified {
			t.Errorf("%s: %+v", run.name, item)
		}
	}

	l := w.item("concatenate_mode").KBLearnings[0]
	if l.Task != "Concatenate measurement files" || l.StepNum != 2 || l.OriginalAction.KBSource != "concatenate_mode" || l.Origin+"/" != url || l.Screen != "files" ||
		!strings.HasPrefix(l.OriginalError, "MM_TARGET_NOT_FOUND") || l.RecoveryApproach != `Worked instead: click tab "Concatenate" on screen files` {
		t.Errorf("the learning is %+v", l)
	}
	b := w.stdioAgent("planner")
	text := b.do("kb_report", nil).Text
	for _, want := range []string{"1 of 1 failed steps name their KB item", "1 learnings were there 1 times", "over 3 uses", "trust 0.90 to 1.00: 2 of 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if shown := w.mustCairn("kb", "show", "concatenate_mode"); !strings.Contains(shown, "✓ Recovery Approach: Worked instead") || !strings.Contains(shown, "worked again 1 time(s)") {
		t.Errorf("cairn kb show says\n%s", shown)
	}

	t.Run("the site's card knows what moved", func(t *testing.T) {
		var card types.RecallResult
		b.do("recall_site_memory", map[string]any{"url": url, "task_hint": "concatenate"}).into(t, &card)
		if !card.Found || card.SiteType != "spa" || card.RequiresLogin == nil || *card.RequiresLogin ||
			!strings.Contains(card.Context, "- Task: Concatenate measurement files | files → concatenate") ||
			!strings.Contains(card.Context, `role=menuitem[name="Concatenate"]`+"` → menuitem \"Concatenate\" (confidence 0.30)") ||
			!strings.Contains(card.Context, `role=tab[name="Concatenate"]`+"` → tab \"Concatenate\" (confidence 0.70, used 2 times)") {
			t.Errorf("the card says %+v\n%s", card, card.Context)
		}
	})
	t.Run("a person's hand corrects the agent", func(t *testing.T) { handCorrects(t, w, url) })
	t.Run("the recipe of two runs is confirmed", func(t *testing.T) {
		text := b.do("kb_search", map[string]any{"query": "concatenate measurement files", "url": url}).Text
		_, recipe, _ := strings.Cut(text, "KB ID: concatenate_measurement_files_127_0_0_1_")
		recipe, _, _ = strings.Cut(recipe, "\n---")
		if !strings.Contains(recipe, "  - click(role=\"tab\", name=\"Concatenate\")\n") || strings.Contains(recipe, "draft") || strings.Contains(recipe, `name="File"`) {
			t.Errorf("no recipe was distilled and confirmed:\n%s", text)
		}
	})
	t.Run("the extension alone knows it too", func(t *testing.T) {
		ext := w.inExtension()
		w.eventually("the replica has the learning", func() bool {
			items := ext.core(wire.CoreRequest{Op: wire.OpKB, KB: &wire.KBRequest{Query: "concatenate mode"}}).KB
			return len(items) > 0 && items[0].KnowledgeID == "concatenate_mode" && len(items[0].KBLearnings) == 1
		})
	})
	t.Run("a person corrects a card in the extension", func(t *testing.T) { cardInExtension(t, w, url) })
}

// handCorrects lets a person press another button in the agent's own tab.
func handCorrects(t *testing.T, w *world, url string) {
	a := w.stdioAgent("helped")
	a.do("mm_launch", map[string]any{"goal": "Start everything", "url": url + "#/concatenate"})
	a.do("mm_click", map[string]any{"role": "button", "name": "Start", "kb_source": "start_all"})
	w.takeTab(url).click("main button:nth-of-type(3)")
	w.eventually("the person's step is recorded", func() bool { return len(w.item("start_all").KBLearnings) == 1 })
	a.do("mm_cleanup", nil)
	l := w.item("start_all").KBLearnings[0]
	if !l.Human() || l.CorrectedAction == nil || !strings.Contains(asJSON(t, l.CorrectedAction), `"name": "Start all"`) ||
		!strings.Contains(asJSON(t, l.OriginalAction), `"name": "Start"`) || l.Screen != "concatenate" {
		t.Errorf("the correction is %s", asJSON(t, l))
	}
}

// cardInExtension puts a card's pattern in the extension: it is there
// at once and comes to the companion.
func cardInExtension(t *testing.T, w *world, url string) {
	ext := w.inExtension()
	domain := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	w.stopDaemon()
	add := &types.Edit{Card: &types.CardEdit{Op: types.CardAdd, Domain: domain, Pattern: &types.Pattern{Type: types.PatternSelector, Value: "#menu", Description: "the file menu"}}}
	if reply := ext.askExtension(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunEdit, Edit: add}); reply.Error != nil {
		t.Fatal(reply.Error)
	}
	bad := &types.Edit{Card: &types.CardEdit{Op: types.CardPin, Domain: domain, Of: &types.PatternKey{Type: types.PatternSelector, Value: "#nothing"}}}
	if reply := ext.askExtension(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunEdit, Edit: bad}); reply.Error == nil || reply.Error.Code != types.CodeNotFound {
		t.Errorf("a pin of nothing is answered %+v", reply.Error)
	}
	cards := ext.core(wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if len(cards.Cards) != 1 || len(cards.Versions) != 2 || !strings.Contains(asJSON(t, cards.Cards[0].Patterns), `"#menu"`) {
		t.Errorf("the extension alone has %s", asJSON(t, cards))
	}
	w.startDaemon()
	w.eventually("the outbox is empty", func() bool { return ext.health().Outbox == 0 }) // a page that looks makes the link look too
	w.eventually("the companion has the edit", func() bool {
		out, err := w.cairn("card", "show", domain)
		return err == nil && strings.Contains(out, "#menu")
	})
}
