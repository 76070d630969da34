package flow

import (
	"maps"
	"testing"

	"cairn/shared/types"
)

// TestNamesSideBySideAreOneWordEach reads goals as a title whose names nothing separates.
func TestNamesSideBySideAreOneWordEach(t *testing.T) {
	param := func(name string, form types.FlowForm) types.FlowParam {
		return types.FlowParam{Name: name, Kind: types.FlowText, Form: form}
	}
	names := &types.Flow{ID: "add", Title: "Add the contact {first} {last} with the email {email}", Params: []types.FlowParam{param("first", types.FormName), param("last", types.FormName), param("email", types.FormAddress)}}
	numbers := &types.Flow{ID: "book", Title: "Book the hall {day} {hour} for the choir", Params: []types.FlowParam{param("day", types.FormNumber), param("hour", types.FormNumber)}}
	renamed := &types.Flow{ID: "call", Title: "Call the category {category} {title}", Params: []types.FlowParam{{Name: "category", Kind: types.FlowChoice}, param("title", types.FormName)}}
	ada := map[string]string{"first": "Ada", "last": "Ruiz", "email": "ada@lab.example"}
	for _, x := range []struct {
		flow *types.Flow
		goal string
		want map[string]string
	}{
		{names, "Add the contact Ada Ruiz with the email ada@lab.example", ada},
		{names, "Add a contact Ada Ruiz with email ada@lab.example", ada},
		{names, "Add the contact Ruiz with the email ada@lab.example", map[string]string{"email": "ada@lab.example"}},
		{names, "Add the contact Ruiz, Ada with the email ada@lab.example", map[string]string{"email": "ada@lab.example"}},
		{names, "With the email ada@lab.example add the contact Ruiz, Ada", map[string]string{"email": "ada@lab.example"}},
		{names, "Add the contact Ada Luz Ruiz with the email ada@lab.example", map[string]string{"email": "ada@lab.example"}},
		{names, "Add the contact Ada de Ruiz with the email ada@lab.example", map[string]string{"email": "ada@lab.example"}},
		{names, `Add the contact "Ada Ruiz" with the email ada@lab.example`, map[string]string{"email": "ada@lab.example"}},
		{numbers, "Book the hall 10 12 for the choir", map[string]string{}},  // nothing says which is the hour
		{renamed, "Call the category Tools Implements", map[string]string{}}, // the words after the parameter's name are not all its own
	} {
		got, _, err := Bind(x.flow, x.goal, nil)
		if err != nil || !maps.Equal(got, x.want) {
			t.Errorf("%s: %v, %v, want %v", x.goal, got, err, x.want)
		}
	}
}
