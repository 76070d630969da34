package prior

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode"

	"cairn/shared/types"
)

// plainFold is appendFolded as its comment says it, character by character.
func plainFold(name string) string {
	var b strings.Builder
	for _, r := range cut(name, maxName) {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r >= ' ' && !invisible(r) && !unicode.Is(unicode.Co, r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return r == ' ' }), " ")
}

func TestNamesFoldAsPlainlySaid(t *testing.T) {
	pieces := []string{"Send", " ", "\t", "\u00a0", "\u0085", "É", "İ", "送金", "\u200b", "\u202e", "\uea13", "\x00", "\x7f", "\xff", "z", "-", "\n\n", "ß", strings.Repeat("long", 20)}
	rnd := rand.New(rand.NewSource(3))
	for range 5000 {
		var name string
		for range rnd.Intn(12) {
			name += pieces[rnd.Intn(len(pieces))]
		}
		if got, want := string(appendFolded(nil, name)), plainFold(name); got != want {
			t.Fatalf("%q folds to %q, want %q", name, got, want)
		}
	}
}

// TestPagesAreReadAsPlainlySaid holds a view, which serves page after page and
// finds known names in the origin's lexicon, to maps that are made new.
func TestPagesAreReadAsPlainlySaid(t *testing.T) {
	rnd := rand.New(rand.NewSource(5))
	word := func() string { return []string{"", "Send", "send ", "Swap", "Row 1", "Row 2", "Ünï"}[rnd.Intn(7)] }
	known := newLexicon()
	for _, key := range []string{"Tsend", "TSend", "Acsend", "Aiswap"} {
		known.at([]byte(key)).pages++
	}
	var v pageView
	for number := range uint64(300) {
		obs := &types.Observation{}
		for range rnd.Intn(8) {
			obs.TestIDs = append(obs.TestIDs, types.TestID{TestID: word(), Visible: rnd.Intn(4) > 0, Name: word()})
		}
		for range rnd.Intn(8) {
			obs.A11y.Nodes = append(obs.A11y.Nodes, types.A11yNode{Role: []string{"button", "textbox"}[rnd.Intn(2)], Name: word(), TestID: word(),
				Disabled: rnd.Intn(4) == 0, Filled: rnd.Intn(4) == 0, Copy: rnd.Intn(9) == 0})
		}
		v.read(obs, known, number+1)
		want := map[string]nameView{}
		note := func(key string, change func(*nameView)) {
			if key != "" {
				n := want[key]
				n.number = number + 1
				change(&n)
				want[key] = n
			}
		}
		var order []string
		count := func(n *nameView) { n.count++ }
		for i := range obs.TestIDs {
			if id := &obs.TestIDs[i]; id.Visible {
				order = append(order, testIDKey(id.TestID))
				note(testIDKey(id.TestID), count)
				if id.Name != "" {
					note(testIDKey(id.TestID), func(n *nameView) { n.hint = id })
				}
			}
		}
		for _, node := range obs.A11y.Nodes {
			if node.Copy {
				continue
			}
			order = append(order, nameKey(node.Role, node.Name))
			note(nameKey(node.Role, node.Name), count)
			if node.Disabled || node.Filled {
				for _, key := range []string{nameKey(node.Role, node.Name), testIDKey(node.TestID)} {
					note(key, func(n *nameView) { n.disabled, n.filled = n.disabled || node.Disabled, n.filled || node.Filled })
				}
			}
		}
		for _, key := range []string{"Tsend", "TSend", "Tsend ", "TSwap", "TRow 1", "Acsend", "Acswap", "Aiswap", "Acrow 1", "Acünï", "Ainone"} {
			if got := v.of(key); got != want[key] {
				t.Fatalf("page %d says %+v of %s, want %+v", number, got, key, want[key])
			}
		}
		var shown []string
		for _, n := range append(append([]*name{}, v.testIDs...), v.names...) {
			shown = append(shown, n.key)
		}
		if got, want := fmt.Sprint(shown), fmt.Sprint(distinct(order)); got != want {
			t.Fatalf("page %d shows %s, want %s", number, got, want)
		}
	}
}

// distinct leaves out empty and repeated entries.
func distinct(list []string) (out []string) {
	had := map[string]bool{"": true}
	for _, s := range list {
		if !had[s] {
			out = append(out, s)
		}
		had[s] = true
	}
	return out
}
