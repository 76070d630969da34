package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// startRows serves the applications made of parts, with rows of comma-separated columns as data.
func startRows(columns string, rows []string) func(t testing.TB) (string, flowData, error) {
	return func(t testing.TB) (string, flowData, error) {
		return startParts(t, local("rows", rowsJSON(columns, rows)))
	}
}

// rowsJSON returns rows of comma-separated columns as JSON.
func rowsJSON(columns string, rows []string) string {
	names := strings.Split(columns, ",")
	var all []map[string]any
	for i, r := range rows {
		m := map[string]any{"id": i + 1}
		for j, v := range strings.Split(r, ",") {
			m[names[j]] = v
			if v == "true" || v == "false" {
				m[names[j]] = v == "true"
			}
		}
		all = append(all, m)
	}
	data, _ := json.Marshal(all) // strings and booleans
	return string(data)
}

// rowsPage yields the rows that an application of startRows has now, sorted.
func rowsPage(columns string) string {
	return fmt.Sprintf(`(() => { const c = %q.split(','); return JSON.parse(localStorage.getItem('rows') ?? '[]').map((r) => c.map((k) => r[k]).join(',')).sort().join('; '); })()`, columns)
}

// putRow returns rows with one column of the row that is named which changed to a text, without
// that row for no text, or with a text as one more row for no name.
func putRow(rows []string, which string, column int, to string) string {
	var all []string
	for _, r := range rows {
		if parts := strings.Split(r, ","); parts[0] == which {
			if to == "" {
				continue
			}
			parts[column] = to
			r = strings.Join(parts, ",")
		}
		all = append(all, r)
	}
	if which == "" {
		all = append(all, to)
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func vuetifyFlows() flowApp {
	const cols = "name,town,plan,active"
	rows := []string{"Ada Moss,Bern,Basic,yes", "Ben Rook,Delft,Family,yes", "Cora Lind,Essen,Basic,yes", "Dan Frost,Celle,Student,yes", "Eva Stern,Gouda,Basic,yes", "Finn Hall,Bern,Basic,yes", "Gina Bay,Fulda,Family,yes"}
	save := flowAct{do: "click", at: ".v-dialog button|Save", words: []string{"Save"}}
	plan := flowAct{do: "open", at: ".v-dialog .v-select:not(.v-autocomplete) .v-field", words: []string{"Plan"}}
	return flowApp{name: "vuetify", start: startRows(cols, rows), page: rowsPage(cols), ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "add", goal: "Register the member {name} from {town} with the plan {plan}", start: "/members", params: map[string]string{"name": "Hugo Weir", "town": "Halle", "plan": "Family"}, others: map[string]string{"name": "Ines Vogt", "town": "Aalen", "plan": "Student"},
			acts: []flowAct{{do: "click", at: "button|New member"}, {do: "type", at: ".v-dialog .v-text-field input", words: []string{"Full name"}, text: "{name}"}, {do: "type", at: ".v-dialog .v-autocomplete input", words: []string{"Town"}, text: "{town}"}, {do: "click", at: ".v-overlay .v-list-item|{town}"}, plan, {do: "click", at: ".v-overlay .v-list-item|{plan}"}, save},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["name"]+","+p["town"]+","+p["plan"]+",yes")
			}},
		{name: "plan", goal: "Change the plan of member {name} to {plan}", start: "/members", params: map[string]string{"name": "Cora Lind", "plan": "Student"}, others: map[string]string{"name": "Ben Rook", "plan": "Basic"}, pivot: 3, row: "{name}",
			siblings: []sibling{{goal: "Change the plan of member Finn Hall to Family", params: map[string]string{"name": "Finn Hall", "plan": "Family"}}},
			never:    []string{"Change the town of member Finn Hall to Celle"},
			acts:     []flowAct{{do: "click", at: "tr|{name} >> .mdi-pencil", words: []string{"{name}", "mdi-pencil|pencil|edit"}}, plan, {do: "click", at: ".v-overlay .v-list-item|{plan}"}, save},
			wants:    func(p map[string]string) string { return putRow(rows, p["name"], 2, p["plan"]) }},
		{name: "remove", goal: "Remove the member {name}", start: "/members", params: map[string]string{"name": "Dan Frost"}, others: map[string]string{"name": "Ada Moss"}, pivot: 0, row: "{name}",
			siblings: []sibling{{goal: "Remove the member Cora Lind", params: map[string]string{"name": "Cora Lind"}}},
			never:    []string{"Add the member Cora Lind", "Remove the plan Student"},
			acts:     []flowAct{{do: "click", at: "tr|{name} >> .mdi-delete", words: []string{"{name}", "mdi-delete|delete"}}, {do: "click", at: ".v-dialog button|OK", words: []string{"OK"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["name"], 0, "") }},
		{name: "suspend", goal: "Switch the member {name} to inactive", start: "/members", params: map[string]string{"name": "Ben Rook"}, others: map[string]string{"name": "Eva Stern"},
			acts:  []flowAct{{do: "tick", at: "tr|{name} >> input[type=checkbox]", words: []string{"{name}"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 3, "no") }},
		{name: "second", goal: "Remove the member {name} on page 2", start: "/members", params: map[string]string{"name": "Gina Bay"}, others: map[string]string{"name": "Finn Hall"},
			acts:  []flowAct{{do: "click", at: "button[aria-label='Next page']", words: []string{"Next page"}}, {do: "click", at: "tr|{name} >> .mdi-delete", words: []string{"{name}", "mdi-delete|delete"}}, {do: "click", at: ".v-dialog button|OK", words: []string{"OK"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 0, "") }},
	}}
}

func shoelaceFlows() flowApp {
	const cols = "title,meal,minutes,vegan,fav"
	rows := []string{"Onion soup,dinner,40,-,-", "Granola,breakfast,15,vegan,-", "Lentil stew,lunch,35,vegan,-", "Pancakes,breakfast,20,-,-", "Ramen,dinner,90,-,-"}
	return flowApp{name: "shoelace", start: startRows(cols, rows), page: `(` + rowsPage(cols) + `) + ' | ' + (localStorage.getItem('prefs') ?? '')`, ready: `document.querySelector('sl-card')`, flows: []flowCase{
		{name: "add", goal: "Add the recipe {title} for {meal}, {minutes} minutes", start: "/recipes", params: map[string]string{"title": "Dal", "meal": "Lunch", "minutes": "25"}, others: map[string]string{"title": "Toast", "meal": "Breakfast", "minutes": "5"},
			acts: []flowAct{{do: "click", at: "sl-button|New recipe", words: []string{"New recipe"}}, {do: "type", at: "sl-dialog sl-input[name=title]", words: []string{"Title"}, text: "{title}"}, {do: "open", at: "sl-dialog sl-select", words: []string{"Meal"}}, {do: "click", at: "sl-dialog sl-option|{meal}", words: []string{"{meal}"}}, {do: "type", at: "sl-dialog sl-input[name=minutes]", words: []string{"Minutes"}, text: "{minutes}"}, {do: "click", at: "sl-dialog sl-button|Create", words: []string{"Create"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["title"]+","+strings.ToLower(p["meal"])+","+p["minutes"]+",-,-") + " |"
			}},
		{name: "delete", goal: "Delete the recipe {title}", start: "/recipes", params: map[string]string{"title": "Lentil stew"}, others: map[string]string{"title": "Onion soup"}, pivot: 1, row: "{title}",
			siblings: []sibling{{goal: "Delete the recipe Ramen", params: map[string]string{"title": "Ramen"}}},
			never:    []string{"Restore the recipe Ramen"},
			acts:     []flowAct{{do: "click", at: "sl-card|{title} >> sl-icon-button", words: []string{"{title}", "More"}}, {do: "click", at: "sl-card|{title} >> sl-menu-item|Delete", words: []string{"Delete"}}, {do: "click", at: "#sure sl-button|Delete", words: []string{"Delete"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["title"], 0, "") + " |" }},
		{name: "favorite", goal: "Make the recipe {title} a favorite", start: "/recipes", params: map[string]string{"title": "Pancakes"}, others: map[string]string{"title": "Ramen"},
			acts:  []flowAct{{do: "tick", at: "sl-card|{title} >> sl-switch", words: []string{"{title}", "Favorite"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 4, "fav") + " |" }},
		{name: "rename", goal: "Rename the recipe {title} to {to}", start: "/recipes", params: map[string]string{"title": "Granola", "to": "Muesli"}, others: map[string]string{"title": "Ramen", "to": "Noodle soup"}, pivot: 3, row: "{title}",
			siblings: []sibling{{goal: "Rename the recipe Pancakes to Crepes", params: map[string]string{"title": "Pancakes", "to": "Crepes"}}},
			never:    []string{"Rename the shopping list Pancakes to Crepes"},
			acts:     []flowAct{{do: "click", at: "sl-card|{title} >> sl-icon-button", words: []string{"{title}", "More"}}, {do: "click", at: "sl-card|{title} >> sl-menu-item|Rename", words: []string{"Rename"}}, {do: "type", at: "#newTitle", words: []string{"New title"}, text: "{to}"}, {do: "click", at: "#rename", words: []string{"Rename"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["title"], 0, p["to"]) + " |" }},
		{name: "prefs", goal: "Use {units} units and send the weekly mail", start: "/recipes", params: map[string]string{"units": "Imperial"}, others: map[string]string{"units": "Metric"},
			acts: []flowAct{{do: "click", at: "sl-tab|Preferences", words: []string{"Preferences"}}, {do: "open", at: "#units", words: []string{"Units"}}, {do: "click", at: "#units sl-option|{units}", words: []string{"{units}"}}, {do: "tick", at: "#mail", words: []string{"Weekly mail"}}, {do: "click", at: "#savePrefs", words: []string{"Save preferences"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "-", 0, "") + ` | {"units":"` + strings.ToLower(p["units"]) + `","mail":true}`
			}},
	}}
}

func tabulatorFlows() flowApp {
	const cols = "item,status,price,checked"
	rows := []string{"Anvil,stored,80,false", "Bucket,ordered,7,false", "Chisel,stored,12,false", "Drill,sold out,95,false", "Easel,stored,33,false", "Funnel,ordered,3,false", "Gauge,stored,21,false"}
	return flowApp{name: "tabulator", start: startRows(cols, rows), page: rowsPage(cols), ready: `document.querySelector('.tabulator-row')`, flows: []flowCase{
		{name: "price", goal: "Set the price of {item} to {price}", start: "/stock", params: map[string]string{"item": "Chisel", "price": "14"}, others: map[string]string{"item": "Easel", "price": "40"}, pivot: 0, row: "{item}",
			siblings: []sibling{{goal: "Set the price of Drill to 99", params: map[string]string{"item": "Drill", "price": "99"}}},
			never:    []string{"Set the status of Drill to ordered"},
			acts:     []flowAct{{do: "click", at: ".tabulator-row|{item} >> [tabulator-field=price]", words: []string{"by its place"}}, {do: "type", at: ".tabulator-row input[type=number]", words: []string{"Price|{item}"}, text: "{price}", enter: true}},
			wants:    func(p map[string]string) string { return putRow(rows, p["item"], 2, p["price"]) }},
		{name: "check", goal: "Mark the item {item} as checked", start: "/stock", params: map[string]string{"item": "Easel"}, others: map[string]string{"item": "Anvil"},
			acts:  []flowAct{{do: "click", at: ".tabulator-row|{item} >> [tabulator-field=checked]", words: []string{"by its place"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["item"], 3, "true") }},
	}}
}
