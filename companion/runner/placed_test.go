package runner

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAFieldWithoutANameIsProvedByItsPlace holds fields that nothing names to what is
// around them.
func TestAFieldWithoutANameIsProvedByItsPlace(t *testing.T) {
	near := []string{`button "Confirm"`, `textbox "Tag"`, `button "Discard"`, `button "List"`}
	for name, x := range map[string]struct {
		page string
		near []string
		want string
	}{
		"as it was":               {"textbox ;heading Away;link A;link B;link C;link D;link E;button Discard;button Confirm;textbox ;textbox Tag;button List", near, "e10"},
		"one neighbour gone":      {"button Discard;button Confirm;textbox ;textbox Tag", near, "e3"},
		"two neighbours gone":     {"button Discard;button Confirm;textbox ", near, "changed"},
		"another of the kind":     {"button Discard;button Confirm;textbox ;textbox ;textbox Tag;button List", near, "ambiguous"},
		"no such field":           {"button Discard;button Confirm;textbox Title;textbox Tag;button List", near, "missing"},
		"with nothing around it":  {"textbox ", nil, "missing"},
		"with one neighbour only": {"button Confirm;textbox ", near[:1], "missing"},
	} {
		t.Run(name, func(t *testing.T) {
			o := &types.Observation{}
			for i, e := range strings.Split(x.page, ";") {
				role, of, _ := strings.Cut(e, " ")
				o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)), Role: role, Name: of})
			}
			found, doubt := prove(&types.FlowTarget{Role: "textbox", Near: x.near}, false, sceneOf(o, nil, ""))
			got := ""
			if found != nil {
				got = strings.Replace(found.node.Ref, "e0", "e", 1)
			} else {
				got = string(doubt.reason)
			}
			if got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}
