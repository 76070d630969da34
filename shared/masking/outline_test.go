package masking

import (
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestOutlinesAreMasked(t *testing.T) {
	const key = "Xq7Rt2Lm9Zp4Wd8KcV31"
	page := func(items ...types.OutlineItem) *wire.Page {
		return &wire.Page{
			Observation: types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "API key"}, {Ref: "e2", Role: "generic", Name: key}, {Ref: "e3", Role: "button", Name: "Copy"}, {Ref: "e4", Role: "checkbox", Name: "Select"}}}},
			Outline:     &types.Outline{Items: items, Overlays: []types.Overlay{{Role: "dialog", Name: "Token ghp_16C7e42F292c6912E7710c838347Ae178B4a"}}},
		}
	}
	for _, c := range []struct {
		name string
		page *wire.Page
		gone string
		kept []string
	}{
		{"what a rule finds", page(types.OutlineItem{Text: "Your token is ghp_16C7e42F292c6912E7710c838347Ae178B4a, copy it"}), "ghp_16", []string{"Your token is", "copy it"}},
		{"a text behind a label that is a text", page(types.OutlineItem{Text: "API key", Row: 1}, types.OutlineItem{Text: key, Row: 1}), key, []string{`"API key"`}},
		{"an element behind a label that is a text", page(types.OutlineItem{Text: "Recovery code", Row: 1}, types.OutlineItem{Ref: "e2", Row: 1}, types.OutlineItem{Text: "Total $1,240.50"}), key, []string{"Recovery code", "$1,240.50"}},
		{"a cell below its head", page(types.OutlineItem{Text: "User", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Contraseña", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Rol", Kind: types.TextHeader, Row: 1, List: 1},
			types.OutlineItem{Text: "ana", Row: 2, List: 1}, types.OutlineItem{Text: "lluvia.verde9", Row: 2, List: 1}, types.OutlineItem{Text: "editora", Row: 2, List: 1}), "lluvia", []string{"ana", "editora"}},
		{"a word in a column of passwords", page(types.OutlineItem{Text: "Kennwort", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Sonnenblume3", Row: 2, List: 1}, types.OutlineItem{Text: "Kirschbaum!", Row: 3, List: 1}, types.OutlineItem{Text: "not set", Row: 4, List: 1}), "Kirschbaum", []string{"not set"}},
		{"the value of a variable for a password, behind another cell", page(types.OutlineItem{Text: "Variable", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Protected", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Value", Kind: types.TextHeader, Row: 1, List: 1},
			types.OutlineItem{Text: "FTP_PASSWORD", Row: 2, List: 1}, types.OutlineItem{Text: "yes", Row: 2, List: 1}, types.OutlineItem{Text: "kingfisher", Row: 2, List: 1}), "kingfisher", []string{`"yes"`}},
		{"a cell below its head, behind a box and before a button without heads", page(types.OutlineItem{Text: "User", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Contraseña", Kind: types.TextHeader, Row: 1, List: 1},
			types.OutlineItem{Ref: "e4", Row: 2, List: 1}, types.OutlineItem{Text: "ana", Row: 2, List: 1}, types.OutlineItem{Text: "lluvia.verde9", Row: 2, List: 1}, types.OutlineItem{Ref: "e3", Row: 2, List: 1}), "lluvia", []string{"ana", "Copy"}},
		{"no cell below a code of goods", page(types.OutlineItem{Text: "Code", Kind: types.TextHeader, Row: 1, List: 1}, types.OutlineItem{Text: "Product", Kind: types.TextHeader, Row: 1, List: 1},
			types.OutlineItem{Text: "482917", Row: 2, List: 1}, types.OutlineItem{Text: "Shoe", Row: 2, List: 1}), "none", []string{"482917"}},
		{"the hash of a commit, and no key behind it", page(types.OutlineItem{Text: "Commit"}, types.OutlineItem{Text: "9fceb02d0ae598e95dc970b74767f19372d61af8"}, types.OutlineItem{Text: "4b825dc642cb6eb9a060e54bf8d69288fbee4904"}), "4b825dc", []string{"9fceb02d0ae598e95dc970b74767f19372d61af8"}},
		{"the number of an article", page(types.OutlineItem{Text: "SKU"}, types.OutlineItem{Text: "ABX9-KQ2P-77"}, types.OutlineItem{Text: "SKU guide"}), "none", []string{"ABX9-KQ2P-77"}},
		{"a word in a line of two texts", page(types.OutlineItem{Text: "Kundenkennwort", Row: 1}, types.OutlineItem{Text: "Nordlicht", Row: 1}, types.OutlineItem{Ref: "e3", Row: 1}), "Nordlicht", []string{"Kundenkennwort"}},
		{"a text behind a label and a button", page(types.OutlineItem{Text: "Secret key"}, types.OutlineItem{Ref: "e3"}, types.OutlineItem{Text: "purple7sausage9x"}), "purple7", []string{"Secret key"}},
		{"a text behind a label that is an element", page(types.OutlineItem{Ref: "e1"}, types.OutlineItem{Text: key}), key, []string{"API key"}},
	} {
		Page(c.page, nil)
		out, err := json.Marshal(c.page)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), c.gone) || strings.Contains(string(out), "ghp_") {
			t.Errorf("%s: left in %s", c.name, out)
		}
		for _, kept := range c.kept {
			if !strings.Contains(string(out), kept) {
				t.Errorf("%s: %q is gone from %s", c.name, kept, out)
			}
		}
	}
}
