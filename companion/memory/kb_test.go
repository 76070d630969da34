package memory

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

const smallCatalog = `[
  {
    "knowledge_id": "send_eth",
    "description": "Send ETH to another account",
    "ui_location": "home → send",
    "action_sequence": ["click('Send')", "click('Continue')"],
    "shortcut": null,
    "prerequisites": ["unlocked"],
    "output_state": "activity",
    "doc_citation": "guide#send",
    "parameters": {},
    "kb_learnings": [],
    "trust_score": 1,
    "their_own": [1, 2]
  },
  {
    "knowledge_id": "lock",
    "description": "Lock the wallet",
    "ui_location": "menu",
    "action_sequence": [],
    "shortcut": "Ctrl+L",
    "prerequisites": [],
    "output_state": "locked",
    "doc_citation": "",
    "parameters": {},
    "kb_learnings": [],
    "trust_score": 0.9
  }
]
`

func writeCatalog(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "knowledge_catalog.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// acted is a step of an agent.
func acted(session, id, testID, source string, minutes int, fails bool) *types.Step {
	step := click(session, id, testID, minutes)
	step.Actor, step.KBSource = types.ActorAgent, source
	step.Tool.Target.Name = testID
	if fails {
		step.Outcome = types.Outcome{Error: types.Fault(types.CodeTargetNotFound, "nothing has the test id "+testID, "look again")}
	}
	return step
}

func putAll(t testing.TB, m *Memory, session *types.Session, steps ...*types.Step) {
	t.Helper()
	for _, step := range steps {
		if _, err := m.PutStep(context.Background(), session, step, types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheKnowledgeBaseOutlivesTheProcess(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon.Add(-2*time.Hour)
	m, s := open(t, dir, &clock)
	file := writeCatalog(t, smallCatalog)
	if done, err := m.ImportCatalog(ctx, file); err != nil || done != "imported 2 KB items; 0 were known already" {
		t.Fatalf("%q, %v", done, err)
	}
	if done, err := m.ImportCatalog(ctx, file); err != nil || done != "imported 0 KB items; 2 were known already" {
		t.Fatalf("again: %q, %v", done, err)
	}
	back := filepath.Join(t.TempDir(), "back.json")
	if _, err := m.ExportCatalog(ctx, back); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(back); string(text) != reindented(smallCatalog) {
		t.Errorf("the catalog came back as\n%s", text)
	}
	clock = noon
	putAll(t, m, testSession("mm-one1", "Send 0.1 ETH"), acted("mm-one1", "s-0001", "send", "send_eth", 20, true), acted("mm-one1", "s-0002", "transfer", "", 19, false))
	if _, err := m.KBNote(ctx, types.KBNoteRequest{KnowledgeID: "send_eth", RecoveryApproach: "The button is called transfer now", SessionID: "mm-one1"}); err != nil {
		t.Fatal(err)
	}
	before, err := m.KBSearch(ctx, types.KBSearchRequest{Query: "send ether", URL: "https://wallet.example/#/home"})
	if err != nil || len(before.Items) != 1 || before.Items[0].Learnings != 1 || before.Items[0].Trust != 0.95 || !strings.Contains(before.Text, "✓ Recovery Approach: The button is called transfer now (Worked instead: click button \"transfer\"") {
		t.Fatalf("%v %+v\n%s", err, before.Items, before.Text)
	}
	if r := m.KBReport(ctx); r.Failures != 1 || r.Attributed != 1 || r.Learnings != 1 || r.Attribution != nil {
		t.Errorf("got %+v", r)
	}
	s.Close()
	m, _ = open(t, dir, &clock)
	after, err := m.KBSearch(ctx, types.KBSearchRequest{Query: "send ether", URL: "https://wallet.example/#/home"})
	if err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("after a restart: %v\n%s\nwant\n%s", err, after.Text, before.Text)
	}
	if receipt, err := m.Forget(ctx, types.Forget{SessionID: "mm-one1"}); err != nil || receipt.Edits != 1 {
		t.Fatalf("%+v %v", receipt, err)
	}
	if items, err := m.KB("send_eth", "", 0); err != nil || len(items[0].KBLearnings) != 0 || items[0].TrustScore != 1 {
		t.Errorf("after the session was forgotten: %+v %v", items, err)
	}
}

func reindented(s string) string {
	return strings.NewReplacer(`["click('Send')", "click('Continue')"]`, "[\n      \"click('Send')\",\n      \"click('Continue')\"\n    ]", `["unlocked"]`, "[\n      \"unlocked\"\n    ]", "[1, 2]", "[\n      1,\n      2\n    ]").Replace(s)
}

func TestCatalogsThatAreRefused(t *testing.T) {
	m, _ := fresh(t)
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge.json")
	if f, err := os.Create(huge); err != nil || f.Truncate(100<<20) != nil || f.Close() != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Skipf("no pipe can be made: %v %s", err, out)
	}
	for name, c := range map[string]struct {
		file string
		code types.Code
		want string
	}{
		"no file":       {filepath.Join(dir, "none.json"), types.CodeNotFound, "there is no file"},
		"a directory":   {dir, codeImportRejected, "is not a plain file"},
		"a pipe":        {pipe, codeImportRejected, "is not a plain file"},
		"100 MB":        {huge, codeImportTooLarge, "104857600 bytes"},
		"no list":       {writeCatalog(t, `{"knowledge_id":"a"}`), types.CodeInvalidInput, "cannot be read"},
		"no id":         {writeCatalog(t, `[{"knowledge_id":"a"},{"description":"b"}]`), types.CodeInvalidInput, "row 1: knowledge_id"},
		"duplicate ids": {writeCatalog(t, `[{"knowledge_id":"a"},{"knowledge_id":"b"},{"knowledge_id":"a"}]`), types.CodeInvalidInput, "rows 0 and 2 have the same"},
		"half a file":   {writeCatalog(t, smallCatalog[:200]), types.CodeInvalidInput, "unexpected end"},
	} {
		_, err := m.ImportCatalog(context.Background(), c.file)
		if fault := types.AsError(err); fault == nil || fault.Code != c.code || !strings.Contains(fault.Message, c.want) || fault.Hint == "" {
			t.Errorf("%s: %+v, want %s with %q", name, types.AsError(err), c.code, c.want)
		}
	}
	if items, _ := m.KB("", "", 0); len(items) != 0 {
		t.Errorf("something was taken: %+v", items[0])
	}
	for name, file := range map[string]string{"a directory": dir, "a pipe": pipe} {
		if _, err := m.ExportCatalog(context.Background(), file); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("exported to %s: %v", name, err)
		}
	}
	if _, err := m.ExportCatalog(context.Background(), filepath.Join(dir, "no", "such", "x.json")); err == nil {
		t.Error("exported to nowhere")
	}
}

// namesUnder lists the files under dir, but for the store's own.

// TestARetrievedRecipeLeavesNoWordsOfItsSession: a recipe's id is made of the goal
// and the site of the session that it comes from. When that session is forgotten,
// no other session holds these words, though the recipe was retrieved for it; while
// it is remembered, it is blamed as any other item.
func TestARetrievedRecipeLeavesNoWordsOfItsSession(t *testing.T) {
	ctx := context.Background()
	m, s := fresh(t)
	done := testSession("mm-ses1", "Pay the secret quarterly invoice")
	done.EndedAt, done.Statement = types.At(noon.Add(-time.Hour)), types.Statement{Outcome: types.SessionDone}
	for i, id := range []string{"open", "pay"} {
		step := acted("mm-ses1", "s-"+id, id, "", 60-i, false)
		if _, err := m.PutStep(ctx, done, step, types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	found, err := m.KBSearch(ctx, types.KBSearchRequest{Query: "pay the quarterly invoice"})
	if err != nil || len(found.Items) != 1 {
		t.Fatalf("found %+v, %v", found, err)
	}
	recipe := found.Items[0].KnowledgeID
	later := testSession("mm-ses2", "Look around")
	if err := m.PutSession(ctx, later); err != nil {
		t.Fatal(err)
	}
	if err := m.Retrieved(ctx, "mm-ses2", []string{recipe}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.PutStep(ctx, later, acted("mm-ses2", "s-failed", "pay", "", 5, true), types.KeepFull); err != nil {
		t.Fatal(err)
	}
	if items, err := m.KB(recipe, "", 0); err != nil || len(items[0].KBLearnings) != 1 || items[0].KBLearnings[0].Guess < 0.8 {
		t.Errorf("the recipe was not blamed: %+v, %v", items, err)
	}
	if _, err := m.Forget(ctx, types.Forget{SessionID: "mm-ses1"}); err != nil {
		t.Fatal(err)
	}
	for _, rec := range fed(t, s) {
		if rec.Session != nil && strings.Contains(strings.Join(rec.Session.RetrievedKB, " "), "invoice") {
			t.Errorf("session %s still holds %q", rec.Session.SessionID, rec.Session.RetrievedKB)
		}
	}
	if got := m.Session("mm-ses2"); len(got.RetrievedKB) != 1 || strings.Contains(got.RetrievedKB[0], "invoice") {
		t.Errorf("the later session holds %q", got.RetrievedKB)
	}
}

// TestRetrievedItemsStayWithTheSession: the ids that kb_search gave are durable,
// hold against copies of the session that come late, and say which item a failed
// click was made from.
func TestRetrievedItemsStayWithTheSession(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	if _, err := m.ImportCatalog(ctx, writeCatalog(t, strings.Replace(smallCatalog, `"click('Continue')"`, `"click(testId=\"gone-button\")"`, 1))); err != nil {
		t.Fatal(err)
	}
	clock = noon.Add(time.Hour)
	began := testSession("mm-ses1", "Do it")
	if err := m.PutSession(ctx, began); err != nil {
		t.Fatal(err)
	}
	for _, ids := range [][]string{{"lock", "send_eth"}, {"lock"}, {"bad\nid"}} {
		if err := m.Retrieved(ctx, "mm-ses1", ids); err != nil {
			t.Fatal(err)
		}
	}
	failed := acted("mm-ses1", "s-gone", "gone-button", "", -30, true)
	failed.Tool.Target = &types.Target{TestID: "gone-button"}
	if _, err := m.PutStep(ctx, began, failed, types.KeepFull); err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		if got := m.Session("mm-ses1").RetrievedKB; !reflect.DeepEqual(got, []string{"send_eth", "lock"}) {
			t.Errorf("%s: the session has %q", when, got)
		}
		items, err := m.KB("send_eth", "", 0)
		if err != nil || len(items[0].KBLearnings) != 1 || items[0].KBLearnings[0].Guess == 0 {
			t.Errorf("%s: %v, the item is %+v", when, err, items)
		}
	}
	check("at once")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, _ = open(t, dir, &clock)
	check("after a restart")
	if err := types.AsError(m.Retrieved(ctx, "mm-none", []string{"lock"})); err == nil || err.Code != types.CodeNotFound {
		t.Errorf("an unknown session: %v", err)
	}
}
