package gateway

import (
	"fmt"
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
		"behind an icon":         {"- text: Name\n- generic: \uf059\n- textbox [ref=e1]\n- text: Town\n- text: '*'\n- textbox [ref=e2]\n- text: –\n- textbox [ref=e3]", "Name|Town|"},
		"a count":                {"- text: All 3 Sites\n- combobox [ref=e1]\n- text: 1 / 20\n- combobox [ref=e2]\n- text: Street 2\n- textbox [ref=e3]\n- text: 4. Town\n- textbox [ref=e4]", "All Sites||Street 2|4. Town"},
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

// TestFieldsForSecretsAreKnownByTheirLabel marks the fields whose name, or else whose label, says that a secret is
// typed, also where two fields share the label and have no name therefore.
func TestFieldsForSecretsAreKnownByTheirLabel(t *testing.T) {
	for name, c := range map[string]struct {
		yaml string
		want []bool
	}{
		"two rows of one label":       {"- row:\n  - cell: Login\n  - cell:\n    - textbox [ref=e1]\n- row:\n  - cell: 'Password:'\n  - cell:\n    - textbox [ref=e2]\n- row:\n  - cell: 'Password:'\n  - cell:\n    - textbox [ref=e3]", []bool{false, true, true}},
		"two texts of one label":      {"- text: PIN code\n- textbox [ref=e1]\n- text: PIN code\n- textbox [ref=e2]", []bool{true, true}},
		"a name beside a label":       {"- text: Password\n- textbox \"Find\" [ref=e1]", []bool{false}},
		"a row with several texts":    {"- row:\n  - cell: Password\n  - cell: Ada\n  - cell:\n    - textbox [ref=e1]\n- row:\n  - cell: x\n  - cell: y", []bool{false}},
		"a label that says no secret": {"- row:\n  - cell: Town\n  - cell:\n    - textbox [ref=e1]\n- row:\n  - cell: Town\n  - cell:\n    - textbox [ref=e2]", []bool{false, false}},
	} {
		tree, err := readAria(c.yaml)
		if err != nil {
			t.Fatal(name, err)
		}
		p := pageOf("http://a.test/", "", tree)
		for i, want := range c.want {
			if got, _ := p.target(fmt.Sprintf("e%d", i+1)); got.Sensitive != want {
				t.Errorf("%s: field %d is sensitive: %v", name, i+1, got.Sensitive)
			}
		}
	}
}
