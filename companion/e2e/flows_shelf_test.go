package e2e

import (
	"slices"
	"strings"
)

// shelfFlowApps are applications whose flows were written before any run of them, the last two
// after the rules that the others led to.
func shelfFlowApps() []flowApp {
	return []flowApp{syncthingFlows(), phpLiteAdminFlows(), chakraFlows(), quasarFlows(), radixFlows(), supervisorFlows()}
}

func syncthingFlows() flowApp {
	// state is the data with one folder, device or option changed.
	state := func(from, to string, more ...string) string {
		all := []string{"device barn", "device office", "folder Ledger sendreceive random", "folder Photos sendreceive random", "folder Plans sendreceive random", "send 0", "browser false"}
		return swapped(append(all, more...), from, slices.DeleteFunc([]string{to}, func(s string) bool { return s == "" })...)
	}
	folder := flowAct{do: "click", at: "#folders button.panel-heading|{label}", words: []string{"{label}"}}
	edit := flowAct{do: "click", at: "#folders .collapse.in button|Edit", words: []string{"Edit"}}
	advanced := flowAct{do: "click", at: "#editFolder a|Advanced", words: []string{"Advanced"}}
	save := flowAct{do: "click", at: "#editFolder .modal-footer button|Save", words: []string{"Save"}}
	return flowApp{name: "syncthing", start: startSyncthing, ready: `document.querySelectorAll('#folders button.panel-heading').length >= 3 && document.querySelector('#devices button.panel-heading')`, flows: []flowCase{
		{name: "add", goal: "Add the folder {label} of the type {type}", start: "/", params: map[string]string{"label": "Maps", "type": "Send Only"}, others: map[string]string{"label": "Letters", "type": "Receive Only"},
			acts: []flowAct{{do: "click", at: "button|Add Folder"}, {do: "type", at: "#folderLabel", words: []string{"Folder Label"}, text: "{label}"}, advanced, {do: "type", at: "#folder-advanced select[ng-model='currentFolder.type']", words: []string{"Folder Type"}, text: "{type}"}, save},
			wants: func(p map[string]string) string {
				return state("", "folder "+p["label"]+" "+strings.ToLower(strings.ReplaceAll(p["type"], " ", ""))+" random")
			}},
		{name: "order", goal: "Set the pull order of the folder {label} to {order}", start: "/", params: map[string]string{"label": "Photos", "order": "Newest First"}, others: map[string]string{"label": "Plans", "order": "Alphabetic"},
			acts: []flowAct{folder, edit, advanced, {do: "type", at: "#folder-advanced select[ng-model='currentFolder.order']", words: []string{"File Pull Order"}, text: "{order}"}, save},
			wants: func(p map[string]string) string {
				order := map[string]string{"Newest First": "newestFirst", "Alphabetic": "alphabetic"}[p["order"]]
				return state("folder "+p["label"], "folder "+p["label"]+" sendreceive "+order)
			}},
		{name: "pause", goal: "Pause the folder {label}", start: "/", params: map[string]string{"label": "Ledger"}, others: map[string]string{"label": "Photos"},
			acts: []flowAct{folder, {do: "click", at: "#folders .collapse.in button|Pause", words: []string{"Pause"}}},
			wants: func(p map[string]string) string {
				return state("folder "+p["label"], "folder "+p["label"]+" sendreceive random paused")
			}},
		{name: "remove", goal: "Remove the folder {label}", start: "/", params: map[string]string{"label": "Plans"}, others: map[string]string{"label": "Ledger"},
			acts:  []flowAct{folder, edit, {do: "click", at: "#editFolder .modal-footer button|Remove", words: []string{"Remove"}}, {do: "click", at: "#remove-folder-confirmation button|Yes", words: []string{"Yes"}}},
			wants: func(p map[string]string) string { return state("folder "+p["label"], "") }},
		{name: "device", goal: "Rename the device {name} to {to}", pivot: 3, row: "{name}", start: "/", params: map[string]string{"name": "barn", "to": "stable"}, others: map[string]string{"name": "office", "to": "study"},
			acts: []flowAct{{do: "click", at: "#devices button.panel-heading|{name}", words: []string{"{name}"}}, {do: "click", at: "#devices .collapse.in button|Edit", words: []string{"Edit"}}, {do: "type", at: "#editDevice #name", words: []string{"Device Name"}, text: "{to}"},
				{do: "click", at: "#editDevice .modal-footer button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string { return state("device "+p["name"], "device "+p["to"]) }},
		{name: "limit", goal: "Limit the outgoing rate to {rate} KiB/s and start the browser", start: "/", params: map[string]string{"rate": "250"}, others: map[string]string{"rate": "75"},
			acts: []flowAct{{do: "click", at: "a.dropdown-toggle|Actions", words: []string{"Actions"}}, {do: "click", at: "ul.dropdown-menu a|Settings", words: []string{"Settings"}}, {do: "click", at: "#settings .nav-tabs a|GUI", words: []string{"GUI"}}, {do: "tick", at: "#StartBrowser", words: []string{"Start Browser"}},
				{do: "click", at: "#settings .nav-tabs a|Connections", words: []string{"Connections"}}, {do: "type", at: "#MaxSendKbps", words: []string{"Outgoing Rate Limit"}, text: "{rate}"}, {do: "click", at: "#settings .modal-footer button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string {
				return strings.Replace(state("send 0", "send "+p["rate"]), "browser false", "browser true", 1)
			}},
	}}
}

func phpLiteAdminFlows() flowApp {
	rows := []string{"buyers: Ash & Sons Bern", "buyers: Birch Ltd Delft", "buyers: Cedar Co Essen", "notes: Order rope", "stones: Basalt 40 yes", "stones: Chalk 8 yes", "stones: Gneiss 55 no", "stones: Granite 70 yes", "stones: Marble 90 no", "stones: Slate 30 yes"}
	without := func(table string) []string {
		return slices.DeleteFunc(slices.Clone(rows), func(s string) bool { return strings.HasPrefix(s, table) })
	}
	const base = "/phpliteadmin.php?database=.%2Fdata%2Fquarry.sqlite&fulltexts=0&numRows=30"
	const stones = base + "&table=stones&action=row_view"
	confirm := flowAct{do: "click", at: "input[value=Confirm]", words: []string{"Confirm"}}
	return flowApp{name: "phpliteadmin", start: startPHPLiteAdmin, ready: `document.querySelector('#main table')`, flows: []flowCase{
		{name: "insert", goal: "Insert the stone {name} at {price}", start: base, params: map[string]string{"name": "Onyx", "price": "120"}, others: map[string]string{"name": "Tuff", "price": "12"},
			acts: []flowAct{{do: "click", at: "#main tr|stones >> a|Insert", words: []string{"stones", "Insert"}}, {do: "type", at: "#row_0_field_1_value", words: []string{"by its place"}, text: "{name}"}, {do: "type", at: "#row_0_field_2_value", words: []string{"by its place"}, text: "{price}"},
				{do: "click", at: "input[value=Insert]", words: []string{"button \"insert\""}}},
			wants: func(p map[string]string) string { return swapped(rows, "-", "stones: "+p["name"]+" "+p["price"]+" ") }},
		{name: "price", goal: "Set the price of the stone {name} to {price}", pivot: 2, row: "{name}", start: stones, params: map[string]string{"name": "Gneiss", "price": "61"}, others: map[string]string{"name": "Slate", "price": "28"},
			acts: []flowAct{{do: "click", at: "#main tr|{name} >> a[title=Edit]", words: []string{"{name}", "Edit"}}, {do: "type", at: "#row_0_field_2_value", words: []string{"by its place"}, text: "{price}"}, {do: "click", at: "input[value='Save Changes']", words: []string{"Save Changes"}}},
			wants: func(p map[string]string) string {
				i := slices.IndexFunc(rows, func(s string) bool { return strings.HasPrefix(s, "stones: "+p["name"]) })
				return swapped(rows, rows[i], "stones: "+p["name"]+" "+p["price"]+rows[i][strings.LastIndex(rows[i], " "):])
			}},
		{name: "delete", goal: "Delete the stone {name}", row: "{name}", start: stones, params: map[string]string{"name": "Chalk"}, others: map[string]string{"name": "Marble"},
			acts:  []flowAct{{do: "click", at: "#main tr|{name} >> a[title=Delete]", words: []string{"{name}", "Delete"}}, confirm},
			wants: func(p map[string]string) string { return swapped(rows, "stones: "+p["name"]) }},
		{name: "two", goal: "Delete the stones {one} and {other}", start: stones, params: map[string]string{"one": "Basalt", "other": "Slate"}, others: map[string]string{"one": "Granite", "other": "Marble"},
			acts: []flowAct{{do: "tick", at: "#main tr|{one} >> input[type=checkbox]", words: []string{"{one}"}}, {do: "tick", at: "#main tr|{other} >> input[type=checkbox]", words: []string{"{other}"}}, {do: "type", at: "select[name=type]", words: []string{"With Selected"}, text: "Delete"}, {do: "click", at: "input[name=massGo]", words: []string{"button \"go\""}}, confirm},
			wants: func(p map[string]string) string {
				return swapped(strings.Split(swapped(rows, "stones: "+p["one"]), "; "), "stones: "+p["other"])
			}},
		{name: "drop", goal: "Drop the table {table}", row: "{table}", start: base, params: map[string]string{"table": "notes"}, others: map[string]string{"table": "buyers"},
			acts:  []flowAct{{do: "click", at: "#main tr|{table} >> a|Drop", words: []string{"{table}", "Drop"}}, confirm},
			wants: func(p map[string]string) string { return strings.Join(without(p["table"]), "; ") }},
		{name: "rename", goal: "Rename the table {table} to {to}", start: base, params: map[string]string{"table": "buyers", "to": "clients"}, others: map[string]string{"table": "notes", "to": "memos"},
			acts: []flowAct{{do: "click", at: "#main tr|{table} >> a|Rename", words: []string{"{table}", "Rename"}}, {do: "type", at: "input[name=newname]", words: []string{"newname|Rename table"}, text: "{to}"}, {do: "click", at: "input[name=rename]", words: []string{"button \"rename\""}}},
			wants: func(p map[string]string) string {
				all := slices.Clone(rows)
				for i := range all {
					all[i] = strings.Replace(all[i], p["table"]+":", p["to"]+":", 1)
				}
				slices.Sort(all)
				return strings.Join(all, "; ")
			}},
	}}
}

func supervisorFlows() flowApp {
	state := func(name, to string) string {
		all := []string{"harvest RUNNING", "mill RUNNING", "press STOPPED", "sorter RUNNING", "washer STOPPED"}
		return swapped(all, name, name+" "+to)
	}
	return flowApp{name: "supervisor", start: startSupervisor, ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "stop", goal: "Stop the process {name}", row: "{name}", start: "/", params: map[string]string{"name": "mill"}, others: map[string]string{"name": "sorter"},
			acts:  []flowAct{{do: "click", at: "tr|{name} >> a|Stop", words: []string{"{name}", "Stop"}}},
			wants: func(p map[string]string) string { return state(p["name"], "STOPPED") }},
		{name: "start", goal: "Start the process {name}", row: "{name}", start: "/", params: map[string]string{"name": "press"}, others: map[string]string{"name": "washer"},
			acts:  []flowAct{{do: "click", at: "tr|{name} >> a|Start", words: []string{"{name}", "Start"}}},
			wants: func(p map[string]string) string { return state(p["name"], "RUNNING") }},
		{name: "stopall", goal: "Stop all processes", start: "/", params: map[string]string{}, others: map[string]string{},
			acts: []flowAct{{do: "click", at: "#buttons a|Stop All", words: []string{"Stop All"}}},
			wants: func(map[string]string) string {
				return "harvest STOPPED; mill STOPPED; press STOPPED; sorter STOPPED; washer STOPPED"
			}},
	}}
}
