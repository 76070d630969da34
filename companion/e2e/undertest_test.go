package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/chromium"
	"cairn/extension"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// vault is the sample extension under test.
func vault(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/extensions/vault")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// suggested is the test id of the first suggestion, empty for none.
func (d described) suggested() string {
	if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 {
		return ""
	}
	return d.PriorKnowledge.SuggestedNextActions[0].PreferredTarget.Text
}

func TestExtensionsUnderTest(t *testing.T) {
	t.Parallel()
	const origin = "extension://sample-vault"
	loaded, err := chromium.ReadExtensions([]string{vault(t)})
	if err != nil {
		t.Fatal(err)
	}
	id := loaded[0].ID
	w := newWorld(t)
	w.startDaemon("--headless", "--load-extension", vault(t))
	a := w.stdioAgent("tester")
	a.launch(map[string]any{"url": origin + "/popup.html", "goal": "Add an entry"})

	t.Run("a pop-up is described and acted on", func(t *testing.T) {
		d := a.describe()
		if d.State.Origin != origin || d.State.CurrentURL != origin+"/popup.html" || d.State.Title != "Sample Vault" {
			t.Errorf("the page is %+v", d.State)
		}
		a.do("mm_type", map[string]any{"testId": "vault-entry", "text": "Bank"})
		a.do("mm_type", map[string]any{"testId": "vault-secret", "text": "plum-orbit-41"})
		if got := a.do("mm_click", map[string]any{"testId": "vault-add"}); !strings.Contains(got.Text, "Entry added") {
			t.Errorf("after the click: %s", got.Text)
		}
	})
	t.Run("a window that it opens is a notification", func(t *testing.T) {
		a.do("mm_click", map[string]any{"testId": "vault-connect"})
		var found tool.NotifyResult
		a.do("mm_wait_for_notification", map[string]any{"text": "connect.html"}).into(t, &found)
		if len(found.Found) != 1 || found.Found[0].Kind != tool.NotifyWindow || found.Found[0].Tab.URL != origin+"/connect.html" {
			t.Fatalf("found %+v", found.Found)
		}
		a.do("mm_tabs", map[string]any{"action": "switch", "tabId": found.Found[0].Tab.TabID})
		if d := a.describe(); d.State.CurrentURL != origin+"/connect.html" {
			t.Errorf("the window shows %+v", d.State)
		}
		got := a.do("mm_click", map[string]any{"testId": "vault-approve"})
		var acted tool.ActResult
		got.into(t, &acted)
		if !acted.TabClosed || acted.Tab.URL != origin+"/popup.html" {
			t.Errorf("after the approval: %s", got.Text)
		}
	})
	t.Run("frames of its own are part of its pages", func(t *testing.T) {
		a.do("mm_click", map[string]any{"testId": "vault-options"})
		d := a.describe()
		if d.State.CurrentURL != origin+"/options.html" || !strings.Contains(asJSON(t, d.TestIDs), "vault-thanks") {
			t.Errorf("the options page shows %s", asJSON(t, d))
		}
		a.do("mm_click", map[string]any{"testId": "vault-thanks"})
		a.do("mm_click", map[string]any{"testId": "vault-lock"})
	})
	t.Run("a page that reloads itself", func(t *testing.T) {
		ref := ""
		for _, n := range a.describe().A11y.Nodes {
			if n.TestID == "vault-lock" {
				ref = n.Ref
			}
		}
		a.do("mm_click", map[string]any{"testId": "vault-reload"})
		a.fails(types.CodeStaleRef, "mm_click", map[string]any{"a11yRef": ref})
		a.do("mm_navigate", map[string]any{"url": "chrome-extension://" + id + "/options.html?#restless"})
		a.doInTime("mm_click", map[string]any{"testId": "vault-lock", "timeoutMs": 10_000}) // refused while a document is replaced
	})
	t.Run("no other extension's pages are opened", func(t *testing.T) {
		for _, url := range []string{"extension://cairn/popup/popup.html", "chrome-extension://" + extension.ID + "/popup/popup.html",
			"chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh/x.html", "extension://sample-vault.example/", "extension:sample-vault", "extension:///popup.html", "chrome://version/"} {
			a.fails(types.CodeActionDenied, "mm_navigate", map[string]any{"url": url})
		}
	})
	a.do("mm_cleanup", map[string]any{"outcome": "done"})

	t.Run("another session is shown what worked", func(t *testing.T) {
		b := w.stdioAgent("second")
		b.launch(map[string]any{"url": origin + "/popup.html", "goal": "Add an entry"})
		if got := b.describe().suggested(); got != "vault-entry" {
			t.Errorf("suggested is %q", got)
		}
		recalled := b.do("recall_site_memory", map[string]any{"domain": "sample-vault.extension"}).Text
		if !strings.Contains(recalled, "vault-entry") {
			t.Errorf("site memory says %s", recalled)
		}
	})
	for _, s := range w.exported(t) {
		if text := asJSON(t, s); strings.Contains(text, "chrome-extension:") || strings.Contains(text, "plum-orbit-41") {
			t.Errorf("a step holds an id or a secret: %s", text)
		}
	}
}
