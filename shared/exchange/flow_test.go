package exchange

import (
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/golden"
)

// team is a flow with one step of each kind.
func team() *types.Flow {
	x, y := 40, -5
	button := func(name string) []types.FlowTarget { return []types.FlowTarget{{Role: "button", Name: name}} }
	return &types.Flow{
		ID: "invite-member", Title: "Invite {email} as {role}", Site: "https://app.example", Start: "/teams/{team}?tab=all#list",
		Params: []types.FlowParam{
			{Name: "team", Kind: types.FlowText},
			{Name: "email", Kind: types.FlowText, Label: "Email\nevil()"},
			{Name: "role", Kind: types.FlowChoice, Label: "Role"},
			{Name: "password", Kind: types.FlowSecret, Label: "Password"},
			{Name: "note", Kind: types.FlowText, Optional: true},
			{Name: "größe", Kind: types.FlowChoice},
			{Name: "photo", Kind: types.FlowFile},
		},
		Steps: []types.FlowStep{
			{Tool: "click", Targets: button("Accept cookies"), Optional: true},
			{Tool: "click", Targets: []types.FlowTarget{{TestID: "invite", Role: "button", Name: "Invite"}, {Role: "button", Name: "Invite people"}},
				Screen: types.FlowScreen{Path: "/teams/*"}, Expect: types.FlowScreen{Path: "/teams/*/invite"}},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Email", Tag: "input"}}, Value: "{email}", Submit: true},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Password", Tag: "input", Sensitive: true}}, Value: "{password}"},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "combobox", Name: "Role", Tag: "select"}}, Value: "{role}"},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "listbox", Name: "Days", Tag: "select"}}, Value: "Monday\nFriday"},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Note", Tag: "textarea"}}, Value: "Dear {{all}}, {note}", Append: true, Optional: true},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Edit", Twins: 3, RowRole: "row", Row: "{email}"}}, Click: &types.Clicking{Count: 2}},
			{Tool: "click", Targets: []types.FlowTarget{{TestID: "delete", Role: "button", Name: "Delete", Twins: 3, Row: "{email}"}}, Risk: "deletes"},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Row: "{größe}"}}},
			{Tool: "click", Targets: []types.FlowTarget{{TestID: "size", Role: "option", Name: "Size {größe}"}}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "generic", Name: "A long text that was cut…"}}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "More", Twins: 1, Selector: "my-menu >>> button.more"}}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Pay", Origin: "https://pay.example"}}},
			{Tool: "press", Key: "Control+k"},
			{Tool: "press", Key: "ArrowDown", Times: 2, Targets: []types.FlowTarget{{Role: "listbox", Name: "People"}}},
			{Tool: "hover", Targets: button("Menu")},
			{Tool: "drag", Targets: []types.FlowTarget{{TestID: "card"}}, At: &types.Point{X: 1, Y: 2}, To: &types.FlowDrop{X: &x, Y: &y}},
			{Tool: "drag", Targets: []types.FlowTarget{{TestID: "card"}}, To: &types.FlowDrop{Target: &types.FlowTarget{Role: "list", Name: "Done"}, At: &types.Point{X: 3, Y: 4}}},
			{Tool: "upload", Targets: []types.FlowTarget{{Role: "button", Name: "Photo", Tag: "input"}}, Value: "{photo}"},
			{Tool: "upload", Targets: button("Attach"), Value: "{photo}"},
			{Tool: "navigate", Value: "https://app.example/teams/{team}"},
			{Tool: "back"},
			{Tool: "click", Targets: button("Save")},
		},
		End: types.FlowScreen{Screen: "team", Path: "/teams/*/members#/all", Appeared: []string{`status "Invited {team}"`, `row "Ann"`}},
	}
}

var given = map[string]string{"team": "a b", "email": "o'neill@x.example", "role": "Admin", "password": "hunter2", "größe": "L", "photo": "me.png"}

func TestFlowsAreWrittenAsTheyHaveAlwaysBeen(t *testing.T) {
	for format, file := range map[Format]string{Playwright: "flow.spec.ts", Recorder: "flow.json", Skill: "flow.md"} {
		files, err := WriteFlow(format, team(), given)
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %d files, %v", format, len(files), err)
		}
		golden.Check(t, filepath.Join("testdata", file), files[0].Text)
		if strings.Contains(files[0].Text, "hunter2") {
			t.Errorf("%s holds a secret", format)
		}
	}
}
