package learn

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/vectors"
)

func TestFormatVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Expected string
		Items        []*types.KBItem
	}](t, "kb_format.json") {
		if got := Format(c.Items, ""); got != c.Expected {
			t.Errorf("%s:\n got  %q\n want %q", c.ID, got, c.Expected)
		}
	}
}

func TestTrustVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, KB   string
		Times    int
		Expected []struct {
			Trust     float64
			Learnings int
		}
	}](t, "kb_trust.json") {
		start := 1.0
		if c.KB == "low" {
			start = 0.51
		}
		item := &types.KBItem{KnowledgeID: c.KB, TrustScore: start}
		for i, want := range c.Expected {
			attach(item, types.Learning{OriginalError: fmt.Sprint(i), Timestamp: fmt.Sprint(i)})
			if math.Abs(item.TrustScore-want.Trust) > 1e-12 || len(item.KBLearnings) != want.Learnings {
				t.Errorf("%s after %d: %v and %d learnings, want %+v", c.ID, i+1, item.TrustScore, len(item.KBLearnings), want)
			}
		}
	}
	// wanted where the vectors differ: the same failure is one learning, and
	// success restores trust.
	item := &types.KBItem{KnowledgeID: "a", TrustScore: 0.6}
	for i := range 3 {
		attach(item, types.Learning{OriginalError: "gone", Timestamp: fmt.Sprintf("2026-01-0%dT00:00:00", i+1)})
	}
	if len(item.KBLearnings) != 1 || item.KBLearnings[0].Count != 3 {
		t.Errorf("duplicates did not merge: %+v", item.KBLearnings)
	}
	before := item.TrustScore
	if verified(item, 1, ""); item.TrustScore <= before || item.TrustScore >= before/trustFall {
		t.Errorf("trust went from %v to %v: up, and less than a failure takes", before, item.TrustScore)
	}
}

// handle failure: with a kb_source the learning goes to just that item; without
// one and without anything that fits, nowhere; under the name of an item that is
// not there it waits for that item.
func TestHandleFailureVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID         string
		KBSource   string `json:"kb_source"`
		AttachedTo []string
	}](t, "kb_handle_failure.json") {
		b := New()
		put(t, b, &types.KBItem{KnowledgeID: "open_files", Description: "Open files", TrustScore: 1}, &types.KBItem{KnowledgeID: "other", Description: "x", TrustScore: 1})
		b.Learn(concatenating, act1(1, "Add Files", false, c.KBSource))
		for _, item := range b.Items() {
			want := 0
			if slices.Contains(c.AttachedTo, item.KnowledgeID) {
				want = 1
			}
			if len(item.KBLearnings) != want {
				t.Errorf("%s: %s has %d learnings, want %d", c.ID, item.KnowledgeID, len(item.KBLearnings), want)
			}
		}
	}
	b := New()
	b.Learn(concatenating, act1(1, "Add Files", false, "comes_later"))
	put(t, b, &types.KBItem{KnowledgeID: "comes_later", Description: "x", TrustScore: 1})
	if item := b.Item("comes_later"); len(item.KBLearnings) != 1 || item.TrustScore != 0.95 {
		t.Errorf("what failed under its name did not wait for the item: %+v", item)
	}
}

var edits int

// put writes items as a catalog does, after everything that was before.
func put(t *testing.T, b *Base, items ...*types.KBItem) {
	t.Helper()
	for _, item := range items {
		edits++
		e := &types.Edit{EditID: fmt.Sprintf("e-%d", edits), At: types.Time(edits), KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}}
		if err := b.Edit(e); err != nil {
			t.Fatal(err)
		}
	}
}

func load(t testing.TB, b *Base, catalog string) {
	t.Helper()
	items, err := ParseCatalog([]byte(catalog))
	if err != nil {
		t.Fatal(err)
	}
	for i, item := range items {
		if err := b.Edit(&types.Edit{EditID: fmt.Sprintf("c-%03d", i), At: 1, KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}}); err != nil {
			t.Fatal(err)
		}
	}
}

// act1 is a step on the concatenation screen of a made-up application.
func TestSearchRanksByRelevanceTimesTrust(t *testing.T) {
	b := New()
	for _, item := range []*types.KBItem{
		{KnowledgeID: "send_eth", Description: "Send ETH to another account", TrustScore: 0.6},
		{KnowledgeID: "send_token", Description: "Send a token to another account", TrustScore: 1},
		{KnowledgeID: "delete_invoices", Description: "Delete all invoices", TrustScore: 1},
		{KnowledgeID: "elsewhere", Description: "Send ETH", TrustScore: 1, Origin: "https://other.test"},
	} {
		put(t, b, item)
	}
	ids := func(hits []Hit) (out []string) {
		for _, h := range hits {
			out = append(out, h.Item.KnowledgeID)
		}
		return out
	}
	if got := ids(b.Search("transfer to an account", "https://app.test", 0)); !reflect.DeepEqual(got, []string{"send_token", "send_eth"}) {
		t.Errorf("got %q", got)
	}
	if got := b.Search("zzzz nothing", "", 0); got != nil {
		t.Errorf("nothing matches nothing, got %v", ids(got))
	}
	if got := b.Search("", "", 0); got != nil {
		t.Errorf("got %v", ids(got))
	}
}

// played is a Base that saw sessions from beginning to end.
func TestReportCountsOrSaysNothing(t *testing.T) {
	b := New()
	for i := range 6 {
		put(t, b, &types.KBItem{KnowledgeID: fmt.Sprintf("k%d", i), Description: "x", TrustScore: 0.5 + float64(i)/10})
	}
	n := 0
	for i := range 6 {
		for use := range 10 {
			n += 10
			step := act1(n, fmt.Sprintf("b%d", use), use < 2*i, fmt.Sprintf("k%d", i))
			step.SessionID = fmt.Sprintf("mm-%d-%d", i, use)
			b.Learn(&types.Session{SessionID: step.SessionID, Goal: "g"}, step)
		}
	}
	r := b.Report()
	if r.TrustCorrelation == nil || *r.TrustCorrelation < 0.3 || r.Uses != 60 || r.Enriched == nil || *r.Enriched != 5.0/6 || r.Attribution == nil || *r.Attribution != 1 || r.Failures != 30 || r.Reuse == nil {
		t.Errorf("got %+v", r)
	}
	uses := 0
	for _, band := range r.Bands {
		uses += band.Uses
	}
	if uses != 60 {
		t.Errorf("bands hold %d uses", uses)
	}
	if r := New().Report(); r.Attribution != nil || r.Reuse != nil || r.TrustCorrelation != nil || r.Enriched != nil {
		t.Errorf("out of nothing: %+v", r)
	}
}
