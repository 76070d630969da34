package e2e

import "strings"

// mantineFlows was written before any run of it, as ionicFlows was.
func mantineFlows() flowApp {
	const cols = "title,owner,state,hours,urgent"
	rows := []string{"Prune roses,Nina,Planned,3,-", "Mow lawn,Oskar,Started,2,-", "Sow beans,Petra,Planned,1,-", "Water ferns,Nina,Planned,1,-", "Turn compost,Quentin,Started,4,-", "Paint fence,Oskar,Planned,6,-"}
	menu := flowAct{do: "click", at: "tr|{title} >> .mantine-ActionIcon-root", words: []string{"{title}", "button"}}
	return flowApp{name: "mantine", start: startRows(cols, rows), page: rowsPage(cols), ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "add", goal: "Plan the task {title} for {owner}, {hours} hours", start: "/tasks", params: map[string]string{"title": "Pick apples", "owner": "Petra", "hours": "5"}, others: map[string]string{"title": "Rake leaves", "owner": "Quentin", "hours": "2"},
			acts: []flowAct{{do: "click", at: "button|Plan a task"}, {do: "type", at: ".mantine-Modal-body .mantine-TextInput-input", words: []string{"Title"}, text: "{title}"}, {do: "open", at: ".mantine-Select-input", words: []string{"Owner"}}, {do: "click", at: "[role=option]|{owner}"}, {do: "type", at: ".mantine-NumberInput-input", words: []string{"Hours"}, text: "{hours}"}, {do: "click", at: ".mantine-Modal-body button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["title"]+","+p["owner"]+",Planned,"+p["hours"]+",-")
			}},
		{name: "finish", goal: "Finish the task {title}", start: "/tasks", params: map[string]string{"title": "Sow beans"}, others: map[string]string{"title": "Turn compost"}, pivot: 1, row: "{title}",
			siblings: []sibling{{goal: "Finish the task Paint fence", params: map[string]string{"title": "Paint fence"}}},
			never:    []string{"Reopen the task Sow beans", "Finish the project Garden"},
			acts:     []flowAct{menu, {do: "click", at: "[role=menuitem]|Finish"}},
			wants:    func(p map[string]string) string { return putRow(rows, p["title"], 2, "Finished") }},
		{name: "remove", goal: "Remove the task {title}", start: "/tasks", params: map[string]string{"title": "Mow lawn"}, others: map[string]string{"title": "Paint fence"},
			acts:  []flowAct{menu, {do: "click", at: "[role=menuitem]|Remove"}, {do: "click", at: ".mantine-Modal-body button|Remove", words: []string{"button \"remove\"|Remove"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 0, "") }},
		{name: "urgent", goal: "Mark the task {title} as urgent", start: "/tasks", params: map[string]string{"title": "Water ferns"}, others: map[string]string{"title": "Prune roses"}, pivot: 0, row: "{title}",
			siblings: []sibling{{goal: "Mark the task Paint fence as urgent", params: map[string]string{"title": "Paint fence"}}},
			never:    []string{"Mark the task Water ferns as not urgent"},
			acts:     []flowAct{{do: "tick", at: "tr|{title} >> input[type=checkbox]", words: []string{"{title}"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["title"], 4, "urgent") }},
		{name: "hand", goal: "Hand the task {title} to {owner} and set it to {state}", start: "/tasks", params: map[string]string{"title": "Prune roses", "owner": "Oskar", "state": "Started"}, others: map[string]string{"title": "Sow beans", "owner": "Nina", "state": "Finished"},
			acts: []flowAct{menu, {do: "click", at: "[role=menuitem]|Edit"}, {do: "open", at: ".mantine-Select-input", words: []string{"Owner"}}, {do: "click", at: "[role=option]|{owner}"}, {do: "tick", at: ".mantine-SegmentedControl-label|{state}", words: []string{"{state}"}}, {do: "click", at: ".mantine-Modal-body button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string {
				return putRow(strings.Split(putRow(rows, p["title"], 1, p["owner"]), "; "), p["title"], 2, p["state"])
			}},
	}}
}

func ionicFlows() flowApp {
	const cols = "name,room,nights,breakfast"
	rows := []string{"Abel Dorn,Attic,2,no", "Bianca Roth,Garden,5,yes", "Cyril Odum,Tower,1,no", "Dina Falk,Attic,3,no", "Edgar Pohl,Garden,7,no"}
	menu := flowAct{do: "click", at: "ion-item|{name} >> ion-button", words: []string{"{name}", "button"}}
	save := flowAct{do: "click", at: "#save", words: []string{"Save guest"}}
	return flowApp{name: "ionic", start: startRows(cols, rows), page: rowsPage(cols), ready: `document.querySelector('ion-item ion-button.hydrated')`, flows: []flowCase{
		{name: "add", goal: "Book the room {room} for {name}, {nights} nights", start: "/guests", params: map[string]string{"name": "Fanny Moll", "room": "Tower", "nights": "4"}, others: map[string]string{"name": "Gregor Laib", "room": "Attic", "nights": "2"},
			acts: []flowAct{{do: "click", at: "#new", words: []string{"New guest"}}, {do: "type", at: "ion-modal ion-input[name=name]", words: []string{"Name"}, text: "{name}"}, {do: "click", at: "ion-modal ion-select", words: []string{"Room"}}, {do: "tick", at: ".alert-radio-button|{room}", words: []string{"{room}"}}, {do: "click", at: "ion-alert .alert-button|OK", words: []string{"OK"}}, {do: "type", at: "ion-modal ion-input[name=nights]", words: []string{"Nights"}, text: "{nights}"}, save},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["name"]+","+p["room"]+","+p["nights"]+",no")
			}},
		{name: "out", goal: "Check out the guest {name}", start: "/guests", params: map[string]string{"name": "Cyril Odum"}, others: map[string]string{"name": "Edgar Pohl"}, pivot: 1, row: "{name}",
			siblings: []sibling{{goal: "Check out the guest Dina Falk", params: map[string]string{"name": "Dina Falk"}}},
			never:    []string{"Check in the guest Cyril Odum", "Check out the room Garden"},
			acts:     []flowAct{menu, {do: "click", at: ".action-sheet-button|Check out", words: []string{"Check out"}}, {do: "click", at: "ion-alert .alert-button|Yes", words: []string{"Yes"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["name"], 0, "") }},
		{name: "breakfast", goal: "Serve breakfast to {name}", start: "/guests", params: map[string]string{"name": "Dina Falk"}, others: map[string]string{"name": "Abel Dorn"},
			acts:  []flowAct{{do: "tick", at: "ion-item|{name} >> ion-toggle", words: []string{"{name}", "Breakfast"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 3, "yes") }},
		{name: "nights", goal: "Let {name} stay for {nights} nights", start: "/guests", params: map[string]string{"name": "Edgar Pohl", "nights": "9"}, others: map[string]string{"name": "Bianca Roth", "nights": "6"},
			acts:  []flowAct{menu, {do: "click", at: ".action-sheet-button|Change", words: []string{"Change"}}, {do: "type", at: "ion-modal ion-input[name=nights]", words: []string{"Nights"}, text: "{nights}"}, save},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 2, p["nights"]) }},
	}}
}
