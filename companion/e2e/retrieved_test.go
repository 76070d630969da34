package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestARetrievedItemIsBlamedForItsFailure: a real agent fetches an item before its
// launch, follows it without naming it and fails; the item learns of it. The
// agent's two notes about it then stand beside the failure and its step.
func TestARetrievedItemIsBlamedForItsFailure(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	catalog := filepath.Join(t.TempDir(), "knowledge_catalog.json")
	const items = `[{"knowledge_id": "show_gadget", "description": "Show the new gadget of the wallet", "ui_location": "", "action_sequence": ["click(testId=\"gone-button\")"], "output_state": "", "doc_citation": ""},
		{"knowledge_id": "wallet_gadget", "description": "Hide the gadget", "ui_location": "", "action_sequence": ["click(testId=\"hide\")"], "output_state": "", "doc_citation": ""}]`
	if err := os.WriteFile(catalog, []byte(items), 0o600); err != nil {
		t.Fatal(err)
	}
	w.mustCairn("kb", "import", catalog)
	a := w.stdioAgent("agent")
	a.do("kb_search", map[string]any{"query": "show the gadget of the wallet"})
	session := a.launch(map[string]any{"url": w.site, "goal": "Show the gadget"}).SessionID
	a.do("mm_type", map[string]any{"testId": "unlock-password", "text": password})
	a.fails(types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "gone-button"})
	l := w.item("show_gadget").KBLearnings
	actions := w.actions(session)
	number := slices.IndexFunc(actions, func(s *types.Step) bool { return !s.Outcome.OK }) + 1
	if len(l) != 1 || l[0].Guess < 0.8 || l[0].StepNum != number {
		t.Fatalf("the item that was followed has %s after %s", asJSON(t, l), asJSON(t, actions))
	}
	if l := w.item("wallet_gadget").KBLearnings; len(l) != 0 {
		t.Errorf("the other one has %s", asJSON(t, l))
	}

	const warning = "kb_source names no KB item"
	if got := a.call("mm_click", map[string]any{"testId": "gone-button", "kb_source": "nobody"}); got.OK || !strings.Contains(got.Text, warning) {
		t.Errorf("a failure under an unknown item says %s", got.Text)
	}
	if got := a.call("mm_click", map[string]any{"testId": "unlock-submit", "kb_source": "nobody"}); !got.OK || !strings.Contains(got.Text, warning) {
		t.Errorf("a success under an unknown item says %s", got.Text)
	}

	a.do("kb_record_learning", map[string]any{"knowledge_id": "show_gadget", "recovery_approach": "open it from the menu", "human_reasoning": "the button was taken away"})
	text := a.do("kb_search", map[string]any{"query": "show the gadget of the wallet"}).Text
	for _, want := range []string{fmt.Sprintf("Human Correction at Step %d:", number), "MM_TARGET_NOT_FOUND", "Human Said: the button was taken away", "Recovery Approach: open it from the menu"} {
		if !strings.Contains(text, want) {
			t.Errorf("kb_search lacks %q:\n%s", want, text)
		}
	}
	for _, lack := range []string{"Step 0", "N/A", "related docs"} {
		if strings.Contains(text, lack) {
			t.Errorf("kb_search has %q:\n%s", lack, text)
		}
	}
}
