package recall

import (
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

func FuzzDomain(f *testing.F) {
	for _, s := range []string{"example.com", "bücher.de", "[::1]:80", "xn--bcher-kva.de", "127.0.0.1", "a.b.c.co.uk", "..", "xn--a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		site, ok := Domain(s)
		if !ok {
			return
		}
		if len(site) > maxHost+6 || strings.ContainsAny(site, "/\\ %*?\x00\n") || strings.Contains(site, "..") {
			t.Errorf("Domain(%q) = %q", s, site)
		}
		if again, ok := Domain(site); !ok || again != site {
			t.Errorf("Domain(%q) = %q, and of that %q %v", s, site, again, ok)
		}
		Candidates(site)
		Site("https://" + s)
	})
}

func FuzzContext(f *testing.F) {
	f.Add(".x", "words", "hint")
	f.Fuzz(func(t *testing.T, value, words, hint string) {
		b := New()
		card := &types.KnowledgeCard{Domain: "x.test"}
		for _, kind := range kindOrder {
			card.Patterns = append(card.Patterns, types.Pattern{Type: kind, Value: value, Description: words, Confidence: 0.9, LastUsedAt: vectorNow})
		}
		if err := b.Put(card); err != nil {
			t.Fatal(err)
		}
		res, err := b.Recall(vectorNow, types.RecallRequest{Domain: "x.test", TaskHint: hint})
		if err != nil {
			t.Fatal(err)
		}
		if units(res.Context) > maxContext || strings.Count(res.Context, "\n") > len(kindOrder)+8 || strings.ContainsAny(res.Context, "\x00\x1b\u202e\u2028") {
			t.Errorf("%q", res.Context)
		}
	})
}

func BenchmarkContextWithLongHint(b *testing.B) {
	card := &types.KnowledgeCard{Domain: "x.test"}
	for i := range 30 {
		card.Patterns = append(card.Patterns, types.Pattern{Type: types.PatternTaskIntent, Value: fmt.Sprintf("在京东搜索手机并比价 %d %s", i, strings.Repeat("任务步骤说明", 20)), Confidence: 0.9, LastUsedAt: vectorNow})
	}
	hint := strings.Repeat("在淘宝搜索手机然后下单并付款", 10)[:129*3]
	for b.Loop() {
		buildContext(&chinese, card, maxContext, hint, "", vectorNow)
	}
}

func BenchmarkCardOfABusySite(b *testing.B) {
	var nodes []types.A11yNode
	for i := range 100 {
		nodes = append(nodes, types.A11yNode{Role: "button", Name: fmt.Sprintf("Button %d", i)})
	}
	book := New()
	for i := range 5000 {
		session := &types.Session{SessionID: fmt.Sprintf("mm-%d", i/20), Goal: fmt.Sprintf("Goal %d", i/200)}
		screen, next := fmt.Sprintf("s%d", i%40), fmt.Sprintf("s%d", (i+1)%40)
		book.Learn(session, &types.Step{StepID: fmt.Sprint(i), SessionID: session.SessionID, Timestamp: vectorNow + types.Time(i), Tool: types.Tool{Name: "mm_click", Target: button(fmt.Sprintf("Button %d", i%97), fmt.Sprintf("b-%d", i%97))},
			Outcome: types.Outcome{OK: true}, After: &types.After{CurrentURL: "https://x.test/" + next, CurrentScreen: next},
			Observation: &types.Observation{State: types.State{CurrentURL: "https://x.test/" + screen, CurrentScreen: screen, Origin: "https://x.test"}, A11y: types.A11y{Nodes: nodes}}})
	}
	for b.Loop() {
		book.Changed("x.test")
		book.Card("x.test")
	}
}
