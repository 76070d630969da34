package flow

import (
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/types"
)

func whole() *types.Flow {
	return &types.Flow{ID: "invite", Title: "Invite {email}", Site: site, Start: "/team", Params: []types.FlowParam{{Name: "email", Kind: types.FlowText}},
		Steps: []types.FlowStep{
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Email"}}, Value: "{email}", Submit: true},
			{Tool: "click", Targets: []types.FlowTarget{{TestID: "send"}}},
		}}
}

func TestCheckSaysThePlaceOfTheFirstFault(t *testing.T) {
	step := func(s types.FlowStep) func(*types.Flow) { return func(f *types.Flow) { f.Steps[1] = s } }
	button := []types.FlowTarget{{Role: "button", Name: "Send"}}
	for name, x := range map[string]struct {
		change func(*types.Flow)
		want   string
	}{
		"a whole flow":              {func(*types.Flow) {}, ""},
		"no id":                     {func(f *types.Flow) { f.ID = "" }, `id: "" is no name of a flow`},
		"an id with a path":         {func(f *types.Flow) { f.ID = "../x" }, `id: "../x" is no name of a flow`},
		"no title":                  {func(f *types.Flow) { f.Title = " " }, "title: there is none"},
		"braces in the title":       {func(f *types.Flow) { f.Title = "Invite {email" }, `title: "Invite {email" has a brace without its other half`},
		"a site that is a path":     {func(f *types.Flow) { f.Site = "https://app.test/x" }, `site: "https://app.test/x" is neither an origin nor a name`},
		"a start elsewhere":         {func(f *types.Flow) { f.Start = "//evil.test/" }, `start: "//evil.test/" is no path of the site`},
		"a parameter twice":         {func(f *types.Flow) { f.Params = append(f.Params, f.Params[0]) }, "parameter email: it is declared twice"},
		"a parameter of no kind":    {func(f *types.Flow) { f.Params[0].Kind = "number" }, `parameter email: there is no kind "number"`},
		"a form that is none":       {func(f *types.Flow) { f.Params[0].Form = "colour" }, `parameter email: there is no form "colour"`},
		"a secret with a form":      {func(f *types.Flow) { f.Params[0].Kind, f.Params[0].Form = "secret", "number" }, "parameter email: only a text or a choice has a form"},
		"a parameter of no use":     {func(f *types.Flow) { f.Params = append(f.Params, types.FlowParam{Name: "x", Kind: types.FlowText}) }, "parameter x: no step uses it"},
		"an undeclared parameter":   {func(f *types.Flow) { f.Params = nil; f.Title = "Invite" }, "step 1: parameter {email} is not declared"},
		"no steps":                  {func(f *types.Flow) { f.Steps = nil }, "steps: there are 0"},
		"10,000 steps":              {func(f *types.Flow) { f.Steps = make([]types.FlowStep, 10_000) }, "steps: there are 10000"},
		"an unknown tool":           {step(types.FlowStep{Tool: "eval"}), `step 2: there is no action "eval"`},
		"a click on nothing":        {step(types.FlowStep{Tool: "click"}), "step 2: click needs a target"},
		"a target without a name":   {step(types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button"}}}), "step 2: a target names no element"},
		"a field by a text":         {step(types.FlowStep{Tool: "type", Targets: []types.FlowTarget{{Name: "Total"}}, Value: "x"}), "step 2: only what is clicked or hovered over can be named by its text alone"},
		"a place below no heading":  {step(types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Edit", Nth: 1, Of: 2}}}), "step 2: a target's place below its heading or in its row is none"},
		"a place that is not there": {step(types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Edit", Under: "Prices", Nth: 3, Of: 2}}}), "step 2: a target's place below its heading or in its row is none"},
		"a parameter in a heading":  {step(types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Edit", Under: "{section}", Nth: 1, Of: 1}}}), "step 2: parameter {section} is not declared"},
		"a selector that counts":    {step(types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Selector: "li:nth-child(3)"}}}), `step 2: the selector "li:nth-child(3)" counts`},
		"an address elsewhere":      {step(types.FlowStep{Tool: "navigate", Value: "https://evil.test/"}), `step 2: "https://evil.test/" is not an address of the site`},
		"an address by a script":    {step(types.FlowStep{Tool: "navigate", Value: "javascript:alert(1)"}), `step 2: "javascript:alert(1)" is not an address of the site`},
		"a host by a parameter":     {step(types.FlowStep{Tool: "navigate", Value: "https://{email}/"}), `step 2: "https://{email}/" is not an address of the site`},
		"an address of the site":    {step(types.FlowStep{Tool: "navigate", Value: "https://app.test/u/{email}"}), ""},
		"a click with a value":      {step(types.FlowStep{Tool: "click", Targets: button, Value: "x"}), "step 2: click has no value"},
		"a press without a key":     {step(types.FlowStep{Tool: "press"}), "step 2: a key is for press alone, which needs one"},
		"a key that there is not":   {step(types.FlowStep{Tool: "press", Key: "Enterr"}), `step 2: there is no key "Enterr"`},
		"a key too often":           {step(types.FlowStep{Tool: "press", Key: "Enter", Times: 101}), "step 2: times is 101"},
		"a drag to nowhere":         {step(types.FlowStep{Tool: "drag", Targets: button}), "step 2: a drag ends on a target or at x and y"},
		"an upload of nothing":      {step(types.FlowStep{Tool: "upload", Targets: button}), "step 2: it uploads nothing"},
		"a click that nobody makes": {step(types.FlowStep{Tool: "click", Targets: button, Click: &types.Clicking{Button: "left-ish"}}), "step 2: it cannot be clicked so"},
		"a risk that there is not":  {step(types.FlowStep{Tool: "click", Targets: button, Risk: "none"}), `step 2: there is no risk "none"`},
		"a huge text":               {step(types.FlowStep{Tool: "type", Targets: button, Value: strings.Repeat("x", 10_000)}), "step 2: a text is longer than 2000 characters"},
		"bytes that are no text":    {func(f *types.Flow) { f.Title = "\xff" }, "title: a text is not UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			f := whole()
			x.change(f)
			got := ""
			if err := Check(f); err != nil {
				got = types.AsError(err).Message
			}
			if got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
	if Check(nil) == nil {
		t.Error("no flow is a flow")
	}
}

// FuzzCheck holds Check to its promise: a flow that passes can be filled, said, named and read.
func FuzzCheck(f *testing.F) {
	text, _ := json.Marshal(whole())
	f.Add(text, "Invite eve@x.test")
	f.Add([]byte(`{"id":"a","title":"{{}} {a}","site":"s","start":"/{a}","params":[{"name":"a","kind":"choice","options":["x","x y"]}],"steps":[{"tool":"click","targets":[{"role":"row","row":"{a}"}]}]}`), `open "x y"`)
	f.Fuzz(func(t *testing.T, text []byte, goal string) {
		flow := new(types.Flow)
		if json.Unmarshal(text, flow) != nil || Check(flow) != nil {
			return
		}
		values, missing, err := Bind(flow, goal, nil)
		if err != nil {
			t.Fatalf("nothing is given, and yet %v", err)
		}
		for _, p := range flow.Params {
			if _, bound := values[p.Name]; !bound {
				values[p.Name] = "}{"
			}
		}
		_ = missing
		for i, s := range flow.Steps {
			texts := []string{flow.Title, s.Value}
			for _, target := range s.Targets {
				texts = append(texts, target.TestID, target.Name, target.Row, target.Under)
			}
			for _, text := range texts {
				if _, err := Fill(text, values); err != nil {
					t.Fatalf("%q of a flow that passed: %v", text, err)
				}
			}
			_ = Words(flow, i, values)
		}
		if _, err := FillAddress(flow.Start, values); err != nil {
			t.Fatal(err)
		}
		for _, call := range Rank([]*types.Flow{flow}, goal) {
			if call.Confidence < 0 || call.Confidence > 1 {
				t.Fatalf("confidence %v", call.Confidence)
			}
		}
		if again, err := FitEdit(&types.FlowEdit{Op: types.FlowPut, ID: flow.ID, Flow: flow}); err == nil && Check(again.Flow) != nil {
			t.Fatal("what was fit to be kept no longer passes")
		}
	})
}
