package e2e

import (
	"slices"
	"strings"
)

// unseenFlowApps are applications whose flows were written before any run of them, after the
// rules that they measure.
func unseenFlowApps() []flowApp {
	return []flowApp{mediaWikiFlows(), liteAdminFlows(), syncthingFlows()}
}

func mediaWikiFlows() flowApp {
	texts := map[string]string{"Granite": "Granite is hard.", "Marble": "Marble takes polish.", "Slate": "Slate splits."}
	// state is the data with one page put in another's place, and what users are.
	state := func(page string, put []string, users ...string) string {
		var all []string
		for _, name := range []string{"Granite", "Marble", "Slate"} {
			if name != page {
				all = append(all, name+": "+texts[name])
			}
		}
		all = append(all, put...)
		slices.Sort(all)
		return strings.Join(append(all, users...), "; ")
	}
	more := flowAct{do: "click", at: "#p-cactions-checkbox", words: []string{"More"}}
	return flowApp{name: "mediawiki", held: true, start: startMediaWiki, ready: `document.querySelector('#footer')`, flows: []flowCase{
		{name: "move", goal: "Rename the page {page} to {name}", start: "/index.php/Special:AllPages",
			params: map[string]string{"page": "Marble", "name": "Carrara"}, others: map[string]string{"page": "Slate", "name": "Schist"},
			acts: []flowAct{{do: "click", at: ".mw-allpages-body a|{page}"}, more, {do: "click", at: "#ca-move a", words: []string{"Move"}},
				{do: "type", at: "input[name=wpNewTitleMain]", words: []string{"New title|wpNewTitleMain"}, text: "{name}"}, {do: "click", at: "button[name=wpMove]", words: []string{"Move page"}}},
			pivot: 4, row: "{page}",
			wants: func(p map[string]string) string {
				return state(p["page"], []string{p["page"] + ": #REDIRECT [[" + p["name"] + "]]", p["name"] + ": " + texts[p["page"]]})
			},
			say:      []string{"{page} should be called {name} from now on", "Give the article {page} the title {name}"},
			siblings: []sibling{{goal: "Rename the page Granite to Gneiss", params: map[string]string{"page": "Granite", "name": "Gneiss"}}}},
		{name: "delete", goal: "Delete the page {page}", start: "/index.php/Special:AllPages",
			params: map[string]string{"page": "Granite"}, others: map[string]string{"page": "Marble"},
			acts:  []flowAct{{do: "click", at: ".mw-allpages-body a|{page}"}, more, {do: "click", at: "#ca-delete a", words: []string{"Delete"}}, {do: "click", at: "#wpConfirmB", words: []string{"Delete page"}}},
			pivot: 3, row: "{page}",
			wants:    func(p map[string]string) string { return state(p["page"], nil) },
			say:      []string{"Remove the article {page}", "The wiki needs no {page} page: take it away"},
			siblings: []sibling{{goal: "Delete the page Slate", params: map[string]string{"page": "Slate"}}}},
		{name: "rights", goal: "Make the user {user} a {group}", start: "/index.php/Special:UserRights",
			params: map[string]string{"user": "Berta", "group": "bureaucrat"}, others: map[string]string{"user": "Anton", "group": "bot"},
			acts: []flowAct{{do: "type", at: "#username", words: []string{"Enter a username:"}, text: "{user}"}, {do: "click", at: "input[value='Load user groups']", words: []string{"Load user groups"}},
				{do: "tick", at: "#wpGroup-{group}", words: []string{"{group}"}}, {do: "click", at: "input[name=saveusergroups]", words: []string{"Save user groups"}}},
			pivot: 3,
			wants: func(p map[string]string) string { return state("", nil, p["user"]+" "+p["group"]) },
			say:   []string{"{user} is a {group} from today", "Put {user} into the group {group}"}},
		{name: "edit", goal: "Replace the text of the page {page} by {text}", start: "/index.php/Special:AllPages",
			params: map[string]string{"page": "Slate", "text": "Slate makes roofs."}, others: map[string]string{"page": "Granite", "text": "Granite makes kerbs."},
			acts: []flowAct{{do: "click", at: ".mw-allpages-body a|{page}"}, {do: "click", at: "#ca-edit a", words: []string{"Edit"}},
				{do: "type", at: "#wpTextbox1", words: []string{"wpTextbox1|Wikitext"}, text: "{text}"}, {do: "click", at: "#wpSave", words: []string{"Save page|Save changes"}}},
			pivot: 3, row: "{page}",
			wants: func(p map[string]string) string { return state(p["page"], []string{p["page"] + ": " + p["text"]}) },
			say:   []string{"The article {page} should read: {text}", "Rewrite {page} as: {text}"}},
	}}
}

func liteAdminFlows() flowApp {
	// state is the data with one table or stone in another's place.
	state := func(change func(tables map[string]string)) string {
		tables := map[string]string{"carts": "", "orders": "Elm Press", "stones": "granite grey, marble white, slate black"}
		change(tables)
		var all []string
		for name, rows := range tables {
			all = append(all, name+": "+rows)
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}
	colour := map[string]string{"granite": "grey", "marble": "white", "slate": "black"}
	const start = "/phpliteadmin.php"
	return flowApp{name: "phpliteadmin", held: true, start: startLiteAdmin, ready: `document.querySelector('#main_column')`, flows: []flowCase{
		{name: "rename", goal: "Rename the table {table} to {name}", start: start,
			params: map[string]string{"table": "carts", "name": "lorries"}, others: map[string]string{"table": "orders", "name": "sales"},
			acts: []flowAct{{do: "click", at: "#main_column tr|{table} >> a|Rename", words: []string{"{table}", "Rename"}}, {do: "type", at: "input[name=newname]", words: []string{"newname"}, text: "{name}"},
				{do: "click", at: "input[name=rename]", words: []string{"Rename"}}},
			pivot: 2, row: "{table}",
			wants: func(p map[string]string) string {
				return state(func(all map[string]string) { all[p["name"]] = all[p["table"]]; delete(all, p["table"]) })
			},
			say:      []string{"The table {table} should be called {name}", "Give {table} the name {name}"},
			siblings: []sibling{{goal: "Rename the table stones to rocks", params: map[string]string{"table": "stones", "name": "rocks"}}}},
		{name: "drop", goal: "Drop the table {table}", start: start,
			params: map[string]string{"table": "orders"}, others: map[string]string{"table": "carts"},
			acts:  []flowAct{{do: "click", at: "#main_column tr|{table} >> a|Drop", words: []string{"{table}", "Drop"}}, {do: "click", at: "input[value=Confirm]", words: []string{"Confirm"}}},
			pivot: 1, row: "{table}",
			wants: func(p map[string]string) string {
				return state(func(all map[string]string) { delete(all, p["table"]) })
			},
			say:      []string{"Delete the table {table}", "Get rid of {table} with all that is in it"},
			siblings: []sibling{{goal: "Drop the table stones", params: map[string]string{"table": "stones"}}}},
		{name: "insert", goal: "Insert a stone {name} of colour {colour}", start: start,
			params: map[string]string{"name": "basalt", "colour": "dark"}, others: map[string]string{"name": "chalk", "colour": "pale"},
			acts: []flowAct{{do: "click", at: "#main_column tr|stones >> a|Insert", words: []string{"stones", "Insert"}}, {do: "type", at: "#row_0_field_1_value", words: []string{"name"}, text: "{name}"},
				{do: "type", at: "#row_0_field_2_value", words: []string{"colour"}, text: "{colour}"}, {do: "click", at: "input[value=Insert]", words: []string{"Insert"}}},
			pivot: 3,
			wants: func(p map[string]string) string {
				return state(func(all map[string]string) { all["stones"] += ", " + p["name"] + " " + p["colour"] })
			},
			say: []string{"Add the {colour} stone {name}", "We have a new stone, {name}, and its colour is {colour}"}},
		{name: "colour", goal: "Change the colour of the stone {name} to {colour}", start: start,
			params: map[string]string{"name": "marble", "colour": "pink"}, others: map[string]string{"name": "slate", "colour": "green"},
			acts: []flowAct{{do: "click", at: "#main_column tr|stones >> a|Browse", words: []string{"stones", "Browse"}}, {do: "click", at: "#main_column tr|{name} >> a.edit", words: []string{"{name}", "Edit"}},
				{do: "type", at: "tr|colour >> textarea, input[type=text]", words: []string{"colour"}, text: "{colour}"}, {do: "click", at: "input[value='Save Changes']", words: []string{"Save Changes"}}},
			pivot: 3, row: "{name}",
			wants: func(p map[string]string) string {
				return state(func(all map[string]string) {
					all["stones"] = strings.Replace(all["stones"], p["name"]+" "+colour[p["name"]], p["name"]+" "+p["colour"], 1)
				})
			},
			say:      []string{"{name} is {colour} now", "Set {name}'s colour to {colour}"},
			siblings: []sibling{{goal: "Change the colour of the stone granite to red", params: map[string]string{"name": "granite", "colour": "red"}}}},
	}}
}

func syncthingFlows() flowApp {
	// state is the data with one folder in another's place.
	state := func(device, folder string, put ...string) string {
		all := slices.Clone(put)
		for _, name := range []string{"Drawings", "Invoices", "Photos"} {
			if name != folder {
				all = append(all, name+" in "+name)
			}
		}
		slices.Sort(all)
		return strings.Join(append(all, "device "+device), "; ")
	}
	panel := flowAct{do: "click", at: "#folders button.panel-heading|{label}", words: []string{"{label}"}}
	save := flowAct{do: "click", at: ".modal.in button|Save", words: []string{"Save"}}
	return flowApp{name: "syncthing", held: true, start: startSyncthing, ready: `document.querySelectorAll('#folders .panel').length === 3`, flows: []flowCase{
		{name: "add", goal: "Share the folder {label} in the directory {path}", start: "/",
			params: map[string]string{"label": "Deliveries", "path": "deliveries-2026"}, others: map[string]string{"label": "Suppliers", "path": "suppliers-2026"},
			acts:  []flowAct{{do: "click", at: "button|Add Folder"}, {do: "type", at: "#folderLabel", words: []string{"Folder Label"}, text: "{label}"}, {do: "type", at: "#folderPath", words: []string{"Folder Path"}, text: "{path}"}, save},
			pivot: 3,
			wants: func(p map[string]string) string { return state("quarry", "", p["label"]+" in "+p["path"]) },
			say:   []string{"Add a folder {label} that lies in {path}", "Keep {path} in sync as the folder {label}"}},
		{name: "rename", goal: "Rename the folder {label} to {name}", start: "/",
			params: map[string]string{"label": "Invoices", "name": "Bills"}, others: map[string]string{"label": "Photos", "name": "Pictures"},
			acts:  []flowAct{panel, {do: "click", at: "#folders .panel|{label} >> button|Edit", words: []string{"Edit"}}, {do: "type", at: "#folderLabel", words: []string{"Folder Label"}, text: "{name}"}, save},
			pivot: 3, row: "{label}",
			wants:    func(p map[string]string) string { return state("quarry", p["label"], p["name"]+" in "+p["label"]) },
			say:      []string{"The folder {label} is called {name} now", "Give {label} the label {name}"},
			siblings: []sibling{{goal: "Rename the folder Drawings to Sketches", params: map[string]string{"label": "Drawings", "name": "Sketches"}}}},
		{name: "pause", goal: "Pause the folder {label}", start: "/",
			params: map[string]string{"label": "Photos"}, others: map[string]string{"label": "Drawings"},
			acts:  []flowAct{panel, {do: "click", at: "#folders .panel|{label} >> button|Pause", words: []string{"Pause"}}},
			pivot: 1, row: "{label}",
			wants: func(p map[string]string) string {
				return state("quarry", p["label"], p["label"]+" in "+p["label"]+" paused")
			},
			say:      []string{"Do not sync {label} for a while", "Suspend {label}"},
			siblings: []sibling{{goal: "Pause the folder Invoices", params: map[string]string{"label": "Invoices"}}}},
		{name: "device", goal: "Call this device {name}", start: "/",
			params: map[string]string{"name": "depot"}, others: map[string]string{"name": "office"},
			acts: []flowAct{{do: "click", at: "a.dropdown-toggle|Actions", words: []string{"Actions"}}, {do: "click", at: ".dropdown-menu a|Settings", words: []string{"Settings"}},
				{do: "type", at: "#DeviceName", words: []string{"Device Name"}, text: "{name}"}, save},
			pivot: 3,
			wants: func(p map[string]string) string { return state(p["name"], "") },
			say:   []string{"This machine is {name} from now on", "Set the device name to {name}"}},
	}}
}
