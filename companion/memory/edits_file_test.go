package memory

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

func TestWhatPeopleWroteGoesWithAnExport(t *testing.T) {
	ctx := context.Background()
	m, _ := fresh(t)
	putAll(t, m, testSession("mm-one1", "Send"), click("mm-one1", "s-0001", "send", 20))
	if _, err := m.ImportCatalog(ctx, writeCatalog(t, smallCatalog)); err != nil {
		t.Fatal(err)
	}
	add := types.Edit{Card: &types.CardEdit{Op: types.CardAdd, Domain: "wallet.example", Pattern: &types.Pattern{Type: types.PatternSelector, Value: "#fee"}}}
	if err := m.Edit(ctx, add); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := m.Export(ctx, dir); err != nil {
		t.Fatal(err)
	}
	later := noon.Add(time.Hour)
	other, _ := open(t, t.TempDir(), &later)
	for _, want := range []string{"; 3 edits of cards, KB items and site names", "; 3 edits of cards, KB items and site names"} {
		if done, err := other.Import(ctx, dir); err != nil || !strings.Contains(done, want) {
			t.Fatalf("%q, %v", done, err)
		}
	}
	if got, want := other.CardsOf("wallet.example"), m.CardsOf("wallet.example"); !reflect.DeepEqual(got, want) {
		t.Errorf("the card came back as %+v, want %+v", got[0], want[0])
	}
	if err := os.Remove(filepath.Join(dir, editsFile)); err != nil {
		t.Fatal(err)
	}
	third, _ := fresh(t)
	if done, err := third.Import(ctx, dir); err != nil || !strings.Contains(done, "imported 2 KB items") {
		t.Errorf("with the catalog alone: %q, %v", done, err)
	}
}

func TestNothingIsWrittenOutsideTheStore(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	clock := noon
	m, _ := open(t, filepath.Join(home, "data", "store"), &clock)
	before := namesUnder(t, home)
	for _, domain := range []string{"../x", "../../evil", "evil.com/..", "/etc/x", `..\\x`, "x.example/../..", "%2e%2e", ".", "..", "con", "a\x00b", strings.Repeat("a.", 125) + "exam"} {
		card := &types.KnowledgeCard{Domain: domain, Patterns: []types.Pattern{{Type: types.PatternSelector, Value: "#a"}}}
		if err := m.Edit(ctx, types.Edit{Card: &types.CardEdit{Op: types.CardPut, Domain: domain, Card: card}}); err == nil && domain != "con" {
			t.Errorf("a card of %q was kept", domain)
		}
		item := &types.KBItem{KnowledgeID: domain}
		_ = m.Edit(ctx, types.Edit{KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: domain, Item: item}}) // an id may be any plain text: it names no file
	}
	if after := namesUnder(t, home); after != before {
		t.Errorf("written outside the store:\n%s\nwas\n%s", after, before)
	}
}

func namesUnder(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Base(filepath.Dir(path)) != "store" {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, "\n")
}

func TestWhatItemsLearntOutlivesTheStepsThatWereTooOld(t *testing.T) {
	ctx := context.Background()
	clock := noon.Add(-200 * 24 * time.Hour)
	m, s := open(t, t.TempDir(), &clock)
	if _, err := m.ImportCatalog(ctx, writeCatalog(t, smallCatalog)); err != nil {
		t.Fatal(err)
	}
	minutes := func(days int) int { return days * 24 * 60 }
	old, young := testSession("mm-old1", "Send"), testSession("mm-new1", "Send")
	clock = noon
	putAll(t, m, old, acted("mm-old1", "s-0001", "send", "send_eth", minutes(120), true), acted("mm-old1", "s-0002", "transfer", "", minutes(120)-1, false))
	putAll(t, m, young, acted("mm-new1", "s-0003", "lock", "lock", minutes(2), true))
	items := func() string {
		t.Helper()
		all, err := m.KB("", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v %+v", all[0], all[1])
	}
	before := items()
	if said, err := m.Retain(ctx, Limits{Days: 90}, s); err != nil || len(said) != 1 {
		t.Fatalf("%q, %v", said, err)
	}
	if after := items(); after != before {
		t.Errorf("after the old steps went:\n%s\nwant\n%s", after, before)
	}
	if _, err := m.Forget(ctx, types.Forget{SessionID: "mm-new1"}); err != nil {
		t.Fatal(err)
	}
	if all, err := m.KB("lock", "", 0); err != nil || len(all[0].KBLearnings) != 0 || all[0].TrustScore != 0.9 {
		t.Errorf("a forgotten session left %+v, %v", all, err)
	}
	if _, err := m.Forget(ctx, types.Forget{Origin: "https://wallet.example"}); err != nil {
		t.Fatal(err)
	}
	if all, err := m.KB("send_eth", "", 0); err != nil || len(all[0].KBLearnings) != 0 {
		t.Errorf("a forgotten site left %+v, %v", all[0], err)
	}
}
