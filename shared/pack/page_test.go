package pack

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAPageIsLookedThrough finds elements by the letters of words, in a pack
// that is being written and in a sealed one.
func TestAPageIsLookedThrough(t *testing.T) {
	w := NewWriter()
	add := func(o *types.Observation) {
		if err := w.Add(&types.Step{StepID: "s", SessionID: "mm-a", Observation: o}); err != nil {
			t.Fatal(err)
		}
	}
	add(&types.Observation{
		TestIDs: []types.TestID{{TestID: "send-button"}, {TestID: "SENDER"}, {TestID: "größe"}, {TestID: ""}},
		A11y:    types.A11y{Nodes: []types.A11yNode{{Role: "link", Name: "Home"}, {Role: "button", Name: "Send"}, {Role: "button", Name: "2 more"}}},
	})
	add(nil)
	sealed, err := Open(w.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	sets := func(words ...string) (out []uint32) {
		for _, w := range words {
			out = append(out, WordLetters(w))
		}
		return out
	}
	for name, p := range map[string]*Pack{"being written": &w.Pack, "sealed": sealed} {
		for range 2 { // the second time the letters are known
			var looked []string
			id := p.Page(0).FirstTestID(sets("sender", "zz"), func(id string) bool {
				looked = append(looked, id)
				return strings.EqualFold(id, "sender")
			})
			if id != "SENDER" || !slices.Equal(looked, []string{"send-button", "SENDER"}) && !slices.Equal(looked, []string{"SENDER"}) {
				t.Errorf("%s: found %q, looked at %q", name, id, looked)
			}
			if id := p.Page(0).FirstTestID(sets("grosse"), func(id string) bool { return id != "" }); id != "größe" {
				t.Errorf("%s: folded, found %q", name, id)
			}
			if id := p.Page(0).FirstTestID(nil, func(string) bool { return true }); id != "" {
				t.Errorf("%s: no word, found %q", name, id)
			}
			role, text, ok := p.Page(0).FirstNode(sets("button", "2"), func(role, name string) bool { return name != "Send" })
			if role != "button" || text != "2 more" || !ok {
				t.Errorf("%s: found %q %q %v", name, role, text, ok)
			}
			if _, _, ok := p.Page(0).FirstNode(sets("dialog"), func(string, string) bool { return true }); ok {
				t.Errorf("%s: found what is not there", name)
			}
			if id := p.Page(1).FirstTestID(sets(""), func(string) bool { return true }); id != "" {
				t.Errorf("%s: no page, found %q", name, id)
			}
		}
	}
}

// FuzzLetters holds it to its promise: a text that folds to something with
// a word in it has all letters of the word.
func FuzzLetters(f *testing.F) {
	for _, s := range []string{"Send", "nft2Tab", "café", "搜索 x", "\xff", "\u212a"} {
		f.Add(s, 0, 3)
	}
	f.Fuzz(func(t *testing.T, s string, from, to int) {
		lower := strings.ToLower(s)
		if from < 0 || to < from || to > len(lower) {
			return
		}
		if word := lower[from:to]; WordLetters(word)&^Letters(s) != 0 {
			t.Errorf("%q lacks letters of %q", s, word)
		}
	})
}
