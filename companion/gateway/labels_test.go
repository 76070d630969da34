package gateway

import (
	"strings"
	"testing"
)

// TestFieldsWithoutNamesAreKnownByTheTextBefore reads forms whose labels belong to no field.
func TestFieldsWithoutNamesAreKnownByTheTextBefore(t *testing.T) {
	for name, c := range map[string]struct{ yaml, want string }{
		"beside":                 {"- text: Call sign\n- textbox [ref=e1]\n- text: MMSI\n- textbox [ref=e2]", "Call sign|MMSI"},
		"with a mark":            {"- text: 'Name: *'\n- textbox [ref=e1]", "Name"},
		"in columns of a form":   {"- generic:\n  - generic:\n    - generic: Name\n  - generic:\n    - textbox [ref=e1]\n    - generic: Of the vessel\n- generic:\n  - generic:\n    - generic: Type\n  - generic:\n    - combobox [ref=e2]", "Name|Type"},
		"with a name":            {"- text: Search\n- textbox \"Find\" [ref=e1]", "Find"},
		"of the field before":    {"- text: From\n- textbox [ref=e1]\n- textbox [ref=e2]", "From|"},
		"of several fields":      {"- text: Range\n- textbox [ref=e1]\n- text: Range\n- textbox [ref=e2]", "|"},
		"of another field":       {"- textbox \"Name\" [ref=e1]\n- text: Name\n- textbox [ref=e2]", "Name|"},
		"of fields of two roles": {"- text: Size\n- textbox [ref=e1]\n- text: Size\n- combobox [ref=e2]", "Size|Size"},
		"behind a button":        {"- text: Total\n- button \"Add\" [ref=e1]\n- textbox [ref=e2]", "Add|"},
		"of the row":             {"- row:\n  - cell: Bob\n  - cell:\n    - textbox [ref=e1]\n- row:\n  - cell: Cid\n  - cell:\n    - textbox [ref=e2]", "|"},
		"a paragraph":            {"- text: " + strings.Repeat("word ", 20) + "\n- textbox [ref=e1]", ""},
		"boxes":                  {"- checkbox [ref=e1]\n- text: Apples\n- checkbox [ref=e2]\n- text: Pears", "|"},
	} {
		tree, err := readAria(c.yaml)
		if err != nil {
			t.Fatal(name, err)
		}
		var names []string
		for _, n := range pageOf("http://a.test/", "", tree).obs.A11y.Nodes {
			names = append(names, n.Name)
		}
		if got := strings.Join(names, "|"); got != c.want {
			t.Errorf("%s: the elements are called %q, want %q", name, got, c.want)
		}
	}
}
