package e2e

import (
	"strings"
	"time"
)

func chakraFlows() flowApp {
	const cols = "title,teacher,room,seats,tags,open"
	rows := []string{"Baskets,Ayla,Barn,8,wood,yes", "Candles,Boris,Attic,12,-,no", "Dyeing,Carmen,Cellar,6,wool,yes", "Etching,Dietrich,Attic,5,-,no", "Felting,Elif,Barn,10,wool,no"}
	menu := flowAct{do: "click", at: "tr|{title} >> [data-scope=menu][data-part=trigger]", words: []string{"{title}", "button"}}
	edit := flowAct{do: "click", at: "[data-state=open] [role=menuitem]|Edit", words: []string{"menuitem \"edit\""}}
	save := flowAct{do: "click", at: "[role=dialog] button|Save", words: []string{"Save"}}
	return flowApp{name: "chakra", start: startShelf(cols, rows, "workshops.jsx"), page: rowsPage(cols), ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "offer", goal: "Offer the workshop {title} by {teacher} with {seats} seats for {level}", start: "/workshops", params: map[string]string{"title": "Glazing", "teacher": "Carmen", "seats": "14", "level": "Advanced"}, others: map[string]string{"title": "Hatmaking", "teacher": "Boris", "seats": "7", "level": "Beginners"},
			acts: []flowAct{{do: "click", at: "button|Offer a workshop"}, {do: "type", at: "[role=dialog] [data-scope=field][data-part=root] input", words: []string{"Title"}, text: "{title}"}, {do: "type", at: "[role=dialog] [role=combobox]", words: []string{"Teacher"}, text: "{teacher}"}, {do: "click", at: "[role=option]|{teacher}", words: []string{"{teacher}"}},
				{do: "click", at: "[role=dialog] button|Next", words: []string{"Next"}}, {do: "type", at: "[role=dialog] [role=spinbutton]", words: []string{"Seats"}, text: "{seats}"}, {do: "tick", at: "[role=dialog] label|{level}", words: []string{"{level}"}}, {do: "click", at: "[role=dialog] button|Offer it", words: []string{"Offer it"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["title"]+","+p["teacher"]+",Attic,"+p["seats"]+",-,no")
			}},
		{name: "room", goal: "Move the workshop {title} to the room {room}", pivot: 4, row: "{title}", start: "/workshops", params: map[string]string{"title": "Candles", "room": "Forge"}, others: map[string]string{"title": "Felting", "room": "Cellar"},
			acts:  []flowAct{menu, edit, {do: "open", at: "[role=dialog] [data-scope=select][data-part=trigger]", words: []string{"Room", "collapsed"}}, {do: "click", at: "[role=option]|{room}", words: []string{"{room}"}}, save},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 2, p["room"]) }},
		{name: "tag", goal: "Tag the workshop {title} with {tag}", start: "/workshops", params: map[string]string{"title": "Etching", "tag": "metal"}, others: map[string]string{"title": "Candles", "tag": "wax"},
			acts:  []flowAct{menu, edit, {do: "type", at: "[role=dialog] [data-scope=tags-input] input:not([hidden])", words: []string{"Tags"}, text: "{tag}", enter: true}, save},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 4, p["tag"]) }},
		{name: "off", goal: "Call off the workshop {title}", pivot: 1, row: "{title}", start: "/workshops", params: map[string]string{"title": "Dyeing"}, others: map[string]string{"title": "Baskets"},
			acts:  []flowAct{menu, {do: "click", at: "[data-state=open] [role=menuitem]|Call off", words: []string{"menuitem", "Call off"}}, {do: "click", at: "[role=alertdialog] button|Call off", words: []string{"button \"call off\""}}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 0, "") }},
		{name: "open", goal: "Open the workshop {title} for sign-up", start: "/workshops", params: map[string]string{"title": "Felting"}, others: map[string]string{"title": "Etching"},
			acts:  []flowAct{{do: "tick", at: "tr|{title} >> label[data-scope=switch]", words: []string{"{title}"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 5, "yes") }},
		{name: "seats", goal: "Give the workshop {title} {seats} seats", start: "/workshops", params: map[string]string{"title": "Baskets", "seats": "9"}, others: map[string]string{"title": "Dyeing", "seats": "16"},
			acts:  []flowAct{{do: "click", at: "tr|{title} >> [data-scope=editable][data-part=preview]", words: []string{"by its place"}}, {do: "type", at: "tr|{title} >> [data-scope=editable][data-part=input]", words: []string{"editable input"}, text: "{seats}", enter: true}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 3, p["seats"]) }},
	}}
}

func quasarFlows() flowApp {
	const cols = "bike,mechanic,due,price,state"
	rows := []string{"Red tandem,Nobody,2027-01-10,0,waiting", "Green racer,Rosa,2027-01-12,45,waiting", "Blue cruiser,Nobody,2027-01-20,0,waiting", "Grey folder,Sven,2027-02-01,30,running", "White cargo,Nobody,2027-02-03,0,waiting", "Black fixie,Tarek,2027-02-14,15,waiting"}
	day := func(n string) string { return time.Now().Format("2006-01-") + n }
	save := flowAct{do: "click", at: ".q-dialog button|Save", words: []string{"Save"}}
	return flowApp{name: "quasar", start: startShelf(cols, rows), page: rowsPage(cols), ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "book", goal: "Book the repair of the {bike} with {mechanic} for the {day}th", start: "/repairs", params: map[string]string{"bike": "Pink trike", "mechanic": "Sven", "day": "18"}, others: map[string]string{"bike": "Gold unicycle", "mechanic": "Rosa", "day": "25"},
			acts: []flowAct{{do: "click", at: "button|New repair"}, {do: "type", at: ".q-dialog input[aria-label=Bicycle]", words: []string{"Bicycle"}, text: "{bike}"}, {do: "open", at: ".q-dialog .q-select", words: []string{"Mechanic"}}, {do: "click", at: ".q-menu .q-item|{mechanic}", words: []string{"{mechanic}"}},
				{do: "click", at: ".q-dialog .q-icon.cursor-pointer", words: []string{"event"}}, {do: "click", at: ".q-date__calendar-item button|{day}", words: []string{"by its place"}}, {do: "click", at: ".q-date button|Close", words: []string{"Close"}}, save},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["bike"]+","+p["mechanic"]+","+day(p["day"])+",0,waiting")
			}},
		{name: "done", goal: "Mark the repair of the {bike} as done", start: "/repairs", params: map[string]string{"bike": "Green racer"}, others: map[string]string{"bike": "White cargo"},
			acts:  []flowAct{{do: "tick", at: "tr|{bike} >> .q-checkbox", words: []string{"{bike}"}}, {do: "click", at: "button|Mark as done"}},
			wants: func(p map[string]string) string { return putRow(rows, p["bike"], 4, "done") }},
		{name: "price", goal: "Set the price of the {bike} to {price}", start: "/repairs", params: map[string]string{"bike": "Blue cruiser", "price": "60"}, others: map[string]string{"bike": "Grey folder", "price": "35"},
			acts:  []flowAct{{do: "click", at: "tr|{bike} >> td:nth-child(5)", words: []string{"by its place"}}, {do: "type", at: ".q-popup-edit input", words: []string{"Price"}, text: "{price}"}, {do: "click", at: ".q-popup-edit button|Set", words: []string{"Set"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["bike"], 3, p["price"]) }},
		{name: "delete", goal: "Delete the repair of the {bike}", row: "{bike}", start: "/repairs", params: map[string]string{"bike": "Grey folder"}, others: map[string]string{"bike": "Red tandem"},
			acts:  []flowAct{{do: "click", at: "tr|{bike} >> td:last-child button:last-child", words: []string{"{bike}", "delete"}}, {do: "click", at: ".q-dialog button|OK", words: []string{"OK"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["bike"], 0, "") }},
		{name: "assign", goal: "Assign the {bike} to {mechanic}", row: "{bike}", start: "/repairs", params: map[string]string{"bike": "Red tandem", "mechanic": "Tarek"}, others: map[string]string{"bike": "Green racer", "mechanic": "Sven"},
			acts:  []flowAct{{do: "click", at: "tr|{bike} >> .q-btn-dropdown", words: []string{"{bike}", "button"}}, {do: "click", at: ".q-menu .q-item|{mechanic}", words: []string{"{mechanic}"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["bike"], 1, p["mechanic"]) }},
		{name: "find", goal: "Search for {bike} and set its state to {state}", start: "/repairs", params: map[string]string{"bike": "Black fixie", "state": "Running"}, others: map[string]string{"bike": "White cargo", "state": "Done"},
			acts:  []flowAct{{do: "type", at: "input[placeholder=Search]", words: []string{"Search"}, text: "{bike}"}, {do: "click", at: "tr|{bike} >> td:last-child button:first-child", words: []string{"{bike}", "edit"}}, {do: "tick", at: ".q-dialog .q-radio|{state}", words: []string{"{state}"}}, save},
			wants: func(p map[string]string) string { return putRow(rows, p["bike"], 4, strings.ToLower(p["state"])) }},
	}}
}

func radixFlows() flowApp {
	const cols = "name,hall,status,guide,shown"
	rows := []string{"Amber,East wing,planned,nobody,no", "Bronze,Rotunda,open,Hanna,yes", "Coins,Basement,planned,nobody,no", "Drums,North wing,open,Igor,no", "Egypt,Rotunda,closed,Jana,yes"}
	menu := flowAct{do: "click", at: "tr|{name} >> td:last-child button", words: []string{"by its place"}}
	return flowApp{name: "radix", start: startShelf(cols, rows, "exhibits.jsx"), page: rowsPage(cols), ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "add", goal: "Add the exhibit {name} to the hall {hall}", start: "/exhibits", params: map[string]string{"name": "Fossils", "hall": "Basement"}, others: map[string]string{"name": "Glass", "hall": "Rotunda"},
			acts: []flowAct{{do: "click", at: "button|Add exhibit"}, {do: "type", at: "[role=dialog] input", words: []string{"Name"}, text: "{name}"}, {do: "open", at: "[role=dialog] [role=combobox]", words: []string{"Hall"}}, {do: "click", at: "[role=option]|{hall}", words: []string{"{hall}"}}, {do: "click", at: "[role=dialog] button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["name"]+","+p["hall"]+",planned,nobody,no")
			}},
		{name: "status", goal: "Set the status of the exhibit {name} to {status}", pivot: 1, row: "{name}", start: "/exhibits", params: map[string]string{"name": "Coins", "status": "open"}, others: map[string]string{"name": "Drums", "status": "closed"},
			acts:  []flowAct{menu, {do: "click", at: "[role=menuitem]|Status", words: []string{"menuitem \"status\""}}, {do: "click", at: "[role=menuitem]|{status}", words: []string{"menuitem \"{status}\""}}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 2, p["status"]) }},
		{name: "remove", goal: "Remove the exhibit {name}", pivot: 2, row: "{name}", start: "/exhibits", params: map[string]string{"name": "Drums"}, others: map[string]string{"name": "Amber"},
			acts:  []flowAct{menu, {do: "click", at: "[role=menuitem]|Remove", words: []string{"menuitem \"remove\""}}, {do: "click", at: "[role=alertdialog] button|Remove exhibit", words: []string{"Remove exhibit"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 0, "") }},
		{name: "guide", goal: "Make {guide} the guide of the exhibit {name}", start: "/exhibits", params: map[string]string{"name": "Bronze", "guide": "Kiran"}, others: map[string]string{"name": "Egypt", "guide": "Luis"},
			acts:  []flowAct{{do: "click", at: "tr|{name} >> td:nth-child(4) button", words: []string{"by its place"}}, {do: "type", at: "input[placeholder='Name of the guide']", words: []string{"Name of the guide"}, text: "{guide}"}, {do: "click", at: "button|Apply"}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 3, p["guide"]) }},
		{name: "show", goal: "Show the exhibit {name} to the public", start: "/exhibits", params: map[string]string{"name": "Amber"}, others: map[string]string{"name": "Coins"},
			acts:  []flowAct{{do: "click", at: "[role=tab]|Visibility", words: []string{"Visibility"}}, {do: "tick", at: ".rt-Card|{name} >> [role=switch]", words: []string{"{name}"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["name"], 4, "yes") }},
	}}
}
