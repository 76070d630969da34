package flow

import (
	"encoding/json"
	"testing"

	"cairn/shared/types"
)

// FuzzRead feeds steps of any form: each flow of them passes Check, and the same steps
// come to the same flow.
func FuzzRead(f *testing.F) {
	for _, t := range []*tape{
		record(1, "Invite bob@corp.test as {Viewer}").on("/team", `textbox "Email"`, `button "Send"`).write(`textbox "Email"`, "bob@corp.test", submit).click(`button "Send"`, row("a · b"), led("/x", `dialog "d"`)),
		record(2, "Delete the invoice INV-42").open("/invoices").on("/invoices", `button "Delete"`, `button "Delete"`).click(`button "Delete"`, row("INV-42 · ACME")).press("Enter"),
		record(3, "").on("/a", `radio "x"`).click(`radio "x"`, failed).do("back", "").do("drag", `radio "x"`).do("upload", `radio "x"`),
	} {
		text, _ := json.Marshal(t.steps)
		f.Add(text, t.session.Goal)
	}
	f.Fuzz(func(t *testing.T, text []byte, goal string) {
		var steps []*types.Step
		if json.Unmarshal(text, &steps) != nil {
			return
		}
		for _, s := range steps {
			if s == nil {
				return
			}
		}
		made := func() []*types.Flow {
			a, b := record(1, goal), record(2, goal)
			a.steps, b.steps = steps, steps[:len(steps)/2]
			return distil(a, b)
		}
		flows := made()
		for _, flow := range flows {
			if err := Check(flow); err != nil {
				t.Fatalf("%v", err)
			}
		}
		one, _ := json.Marshal(flows)
		other, _ := json.Marshal(made())
		if string(one) != string(other) {
			t.Fatalf("the same steps come to\n%s\nand\n%s", one, other)
		}
	})
}
