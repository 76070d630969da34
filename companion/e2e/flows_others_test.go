package e2e

import (
	"fmt"
	"slices"
	"strings"
)

// otherFlowApps are applications that this project did not write.
func otherFlowApps() []flowApp {
	const todos = `JSON.stringify(JSON.parse(localStorage.getItem('todos-knockoutjs') ?? '[]').filter((x) => x.title !== 'Zest a lemon').map((x) => (x.completed ? '+' : '-') + x.title).sort().join('; ')).slice(1, -1) + ' ' + (location.hash.replace(/^#\/?(?:all)?$/, ''))`
	return []flowApp{
		{name: "verdaccio", start: startVerdaccioFlows, ready: `document.querySelector('a[href*="detail/"]')`,
			page: `location.pathname.replace('/-/web/detail/', '') + ' ' + [...document.querySelectorAll('[role=tab][aria-selected=true]:not([data-equal])')].map((x) => (x.closest('#decoys') ? '' : ['README', 'DEPENDENCIES', 'VERSIONS', 'UPLINKS'].find((n) => x.innerText.toUpperCase().includes(n)))).join('') + ' ' + (localStorage.getItem('username') ?? '')`,
			flows: []flowCase{
				{name: "versions", goal: "Show the versions of the package {package}", start: "/",
					params: map[string]string{"package": "cairn-fixture-slate"}, others: map[string]string{"package": "cairn-fixture-marble"},
					acts: []flowAct{{do: "click", at: `a[href*="detail/"]|{package}`}, {do: "click", at: "[role=tab]|Versions"}},
					want: "{package} VERSIONS ", pivot: 1,
					say:      []string{"Which releases of {package} are there?", "List all published versions of {package}"},
					siblings: []sibling{{goal: "Show the versions of the package cairn-fixture-stone", params: map[string]string{"package": "cairn-fixture-stone"}}}},
				{name: "search", goal: "Search for {package} and see what it depends on", start: "/",
					params: map[string]string{"package": "cairn-fixture-stone"}, others: map[string]string{"package": "cairn-fixture-slate"},
					acts: []flowAct{{do: "type", at: `input[placeholder]`, words: []string{"Search Packages"}, text: "{package}"}, {do: "click", at: `[role=option]|{package}`, words: []string{"option", "{package}"}}, {do: "click", at: "[role=tab]|Dependencies"}},
					want: "{package} DEPENDENCIES ", pivot: 2,
					say:      []string{"Look up {package} and its dependencies", "Find the package {package}; what does it need?"},
					siblings: []sibling{{goal: "Search for cairn-fixture-marble and see what it depends on", params: map[string]string{"package": "cairn-fixture-marble"}}}},
				{name: "login", goal: "Log in as {user}", start: "/",
					params: map[string]string{"user": "mason", "password": "quarry-77-lime"}, others: map[string]string{"user": "mason", "password": "quarry-77-lime"},
					acts: []flowAct{{do: "click", at: `button|Login`}, {do: "type", at: `#login--dialog-username`, words: []string{"Username"}, text: "{user}"}, {do: "type", at: `#login--dialog-password`, words: []string{"Password"}, text: "{password}"}, {do: "click", at: `#login--dialog-button-submit`, words: []string{"button", "Login"}}},
					want: "/  mason", pivot: 0,
					say: []string{"Sign in with the account {user}", "Authenticate as {user}"}},
			}},
		{name: "swagger", start: startSwaggerFlows, ready: `document.querySelector('.opblock')`, flows: []flowCase{
			{name: "list", goal: "Try the request that lists the stones of colour {colour}", start: "/",
				params: map[string]string{"colour": "red"}, others: map[string]string{"colour": "grey"},
				acts: []flowAct{{do: "click", at: ".opblock-summary-control|List the stones"}, {do: "click", at: "button|Try it out"}, {do: "type", at: ".opblock input[placeholder=colour]", words: []string{"colour"}, text: "{colour}"}, {do: "click", at: "button|Execute"}},
				want: "GET /v1/stones?colour={colour}", pivot: 3,
				say:      []string{"Ask the API for all {colour} stones", "Run the stones query with {colour}"},
				siblings: []sibling{{goal: "Try the request that lists the carts of colour blue", params: map[string]string{"colour": "blue"}, acts: []flowAct{{do: "click", at: ".opblock-summary-control|List the carts"}, {do: "click", at: "button|Try it out"}, {do: "type", at: ".opblock input[placeholder=colour]", words: []string{"colour"}, text: "{colour}"}, {do: "click", at: "button|Execute"}}, want: "GET /v1/carts?colour={colour}"}}},
			{name: "get", goal: "Try the request for the stone {id}", start: "/",
				params: map[string]string{"id": "s-17"}, others: map[string]string{"id": "s-42"},
				acts: []flowAct{{do: "click", at: ".opblock-summary-control|Get one stone"}, {do: "click", at: "button|Try it out"}, {do: "type", at: ".opblock input[placeholder=id]", words: []string{"id"}, text: "{id}"}, {do: "click", at: "button|Execute"}},
				want: "GET /v1/stones/{id}", pivot: 3,
				say: []string{"Fetch stone {id} through the API page", "Call get stone for {id}"}},
			{name: "add", goal: "Add a stone with the body {body} by the API", start: "/",
				params: map[string]string{"body": `{"name":"flint"}`}, others: map[string]string{"body": `{"name":"chalk"}`},
				acts: []flowAct{{do: "click", at: ".opblock-summary-control|Add a stone"}, {do: "click", at: "button|Try it out"}, {do: "type", at: ".opblock textarea", words: []string{"body-param__text"}, text: "{body}"}, {do: "click", at: "button|Execute"}},
				want: "POST /v1/stones {body}", pivot: 1,
				say: []string{"Post a new stone {body}", "Create the stone {body} with a request"}},
		}},
		{name: "todomvc", start: startTodo, ready: `document.querySelector('#todo-list li')`, page: todos, flows: []flowCase{
			{name: "add", goal: "Add the todos {first} and {second}", start: "/",
				params: map[string]string{"first": "Mend the bike", "second": "Read the paper"}, others: map[string]string{"first": "Feed the cat", "second": "Pay the rent"},
				acts: []flowAct{{do: "type", at: "#new-todo", words: []string{"What needs to be done?"}, text: "{first}", enter: true}, {do: "type", at: "#new-todo", words: []string{"What needs to be done?"}, text: "{second}", enter: true}},
				want: "-Buy milk; -Call the bank; -{first}; -{second}; -Water the plants", pivot: 0,
				say: []string{"Put {first} and {second} on my list", "New tasks: {first}, {second}"}},
			{name: "complete", goal: "Complete the todo {title} and show the active ones", start: "/",
				params: map[string]string{"title": "Call the bank"}, others: map[string]string{"title": "Water the plants"},
				acts:  []flowAct{{do: "tick", at: "#todo-list li|{title} >> .toggle", words: []string{"{title}"}}, {do: "click", at: "#filters a|Active"}},
				pivot: 1,
				wants: func(p map[string]string) string {
					var rest []string
					for _, t := range []string{"Buy milk", "Call the bank", "Water the plants"} {
						if t != p["title"] {
							rest = append(rest, "-"+t)
						}
					}
					return "+" + p["title"] + "; " + strings.Join(rest, "; ") + " #/active"
				}, row: "{title}",
				say:      []string{"Tick off {title} and list what is left", "{title} is done; show only what is open"},
				siblings: []sibling{{goal: "Complete the todo Buy milk and show the active ones", params: map[string]string{"title": "Buy milk"}}}},
			{name: "clear", goal: "Mark all todos as complete and clear them", start: "/",
				params: map[string]string{}, others: map[string]string{},
				acts: []flowAct{{do: "tick", at: "#toggle-all", words: []string{"Mark all as complete"}}, {do: "click", at: "#clear-completed"}},
				want: "", pivot: 1,
				say: []string{"Finish everything on the list and remove it", "Tick all tasks and throw them away"}},
		}},
		{name: "tiddlywiki", held: true, start: startTiddly, ready: `document.querySelector('[data-tiddler-title=Granite]')`, flows: []flowCase{
			{name: "new", goal: "Write a note {title} with the tag {tag}", start: "/",
				params: map[string]string{"title": "Marble", "tag": "polished"}, others: map[string]string{"title": "Chalk", "tag": "soft"},
				acts: []flowAct{{do: "click", at: ".tc-page-controls button[aria-label='new tiddler']", words: []string{"new tiddler"}}, {do: "type", at: ".tc-titlebar.tc-edit-texteditor", words: []string{"tc-titlebar"}, text: "{title}"},
					{do: "type", at: ".tc-edit-tags input", words: []string{"Tag name|tag name"}, text: "{tag}"}, {do: "click", at: ".tc-edit-add-tag button|add", words: []string{"add"}}, {do: "click", at: ".tc-tiddler-edit-frame button[aria-label='Confirm changes to this tiddler']", words: []string{"Confirm changes to this tiddler"}}},
				wants: func(p map[string]string) string { // by title
					all := []string{"Basalt (stone)", "Granite (stone)", p["title"] + " (" + p["tag"] + ")"}
					slices.Sort(all)
					return strings.Join(all, "; ")
				}, pivot: 4,
				say: []string{"Make a tiddler called {title} tagged {tag}", "Add the entry {title} under the tag {tag}"}},
			{name: "rename", goal: "Rename the note {title} to {name}", start: "/",
				params: map[string]string{"title": "Granite", "name": "Gneiss"}, others: map[string]string{"title": "Basalt", "name": "Gabbro"},
				acts:  []flowAct{{do: "click", at: "[data-tiddler-title='{title}'] button[aria-label='Edit this tiddler']", words: []string{"Edit this tiddler", "{title}"}}, {do: "type", at: ".tc-titlebar.tc-edit-texteditor", words: []string{"tc-titlebar"}, text: "{name}"}, {do: "click", at: ".tc-tiddler-edit-frame button[aria-label='Confirm changes to this tiddler']", words: []string{"Confirm changes to this tiddler"}}},
				pivot: 2,
				wants: func(p map[string]string) string {
					all := []string{map[string]string{"Granite": "Basalt", "Basalt": "Granite"}[p["title"]] + " (stone)", p["name"] + " (stone)"}
					slices.Sort(all)
					return strings.Join(all, "; ")
				}, row: "{title}",
				say:      []string{"Give the tiddler {title} the new title {name}", "Call {title} {name} from now on"},
				siblings: []sibling{{goal: "Rename the note Basalt to Andesite", params: map[string]string{"title": "Basalt", "name": "Andesite"}}}},
		}},
		{name: "node-red", held: true, start: startNodeREDFlows, ready: `document.querySelector('.red-ui-palette-node') && document.querySelector('.red-ui-tab-label')?.checkVisibility() && !document.querySelector('#red-ui-loading-progress')?.checkVisibility()`, flows: []flowCase{
			{name: "node", goal: "Place a {node} node in the flow and deploy", start: "/",
				params: map[string]string{"node": "debug"}, others: map[string]string{"node": "complete"},
				acts:  []flowAct{{do: "drag", at: ".red-ui-palette-node|{node}", to: "#red-ui-workspace-chart", point: []int{300, 120}}, {do: "click", at: "#red-ui-header-button-deploy", words: []string{"Deploy"}}},
				pivot: 1,
				wants: func(p map[string]string) string {
					all := []string{p["node"] + " " + map[string]string{"debug": "debug 1"}[p["node"]], "tab Flow 1"}
					slices.Sort(all)
					return strings.Join(all, "; ")
				},
				say:      []string{"Put a {node} node on the canvas and publish it", "Add {node} to the workspace, then deploy"},
				siblings: []sibling{{goal: "Place a catch node in the flow and deploy", params: map[string]string{"node": "catch"}}}},
			{name: "tab", goal: "Name the flow tab {name} and deploy", start: "/",
				params: map[string]string{"name": "Heating"}, others: map[string]string{"name": "Lights"},
				acts: []flowAct{{do: "double", at: ".red-ui-tab-label|Flow 1"}, {do: "type", at: "#node-input-name", words: []string{"Name|Flow 1"}, text: "{name}"}, {do: "click", at: "#node-dialog-ok", words: []string{"Done"}}, {do: "click", at: "#red-ui-header-button-deploy", words: []string{"Deploy"}}},
				want: "tab {name}", pivot: 2,
				say: []string{"Rename Flow 1 to {name} and publish", "Change the tab's title to {name}, then deploy"}},
		}},
		{name: "pocketbase", held: true, start: startPocketBase, ready: `document.body.innerText.includes('books')`, flows: []flowCase{
			{name: "record", goal: "Add the book {title} by {author}", start: "/_/#/collections?collection=books",
				params: map[string]string{"title": "Ulysses", "author": "Joyce"}, others: map[string]string{"title": "Persuasion", "author": "Austen"},
				acts:  []flowAct{{do: "click", at: "button|New record"}, {do: "type", at: ".overlay-panel .form-field:has(label)|title >> textarea, input", words: []string{"title"}, text: "{title}"}, {do: "type", at: ".overlay-panel .form-field:has(label)|author >> textarea, input", words: []string{"author"}, text: "{author}"}, {do: "click", at: ".overlay-panel button|Create"}},
				pivot: 3,
				wants: func(p map[string]string) string { return books(p["title"], p["author"], false) },
				say:   []string{"Create a record for {author}'s {title}", "Enter {title} ({author}) into the books"}},
			{name: "read", goal: "Mark the book {title} as read", start: "/_/#/collections?collection=books",
				params: map[string]string{"title": "Emma"}, others: map[string]string{"title": "Middlemarch"},
				acts:  []flowAct{{do: "click", at: "tr|{title}", words: []string{"{title}"}}, {do: "tick", at: ".overlay-panel .form-field:has(label)|read >> input", words: []string{"read"}}, {do: "click", at: ".overlay-panel button|Save changes"}},
				pivot: 2, wants: func(p map[string]string) string { return books(p["title"], "", true) }, row: "{title}",
				say:      []string{"Say that I have read {title}", "Set read on the record {title}"},
				siblings: []sibling{{goal: "Mark the book Dubliners as read", params: map[string]string{"title": "Dubliners"}}}},
			{name: "rename", goal: "Change the author of {title} to {author}", start: "/_/#/collections?collection=books",
				params: map[string]string{"title": "Middlemarch", "author": "Mary Evans"}, others: map[string]string{"title": "Dubliners", "author": "J. Joyce"},
				acts:  []flowAct{{do: "click", at: "tr|{title}", words: []string{"{title}"}}, {do: "type", at: ".overlay-panel .form-field:has(label)|author >> textarea, input", words: []string{"author"}, text: "{author}"}, {do: "click", at: ".overlay-panel button|Save changes"}},
				pivot: 2, wants: func(p map[string]string) string { return books(p["title"], p["author"], false) }, row: "{title}",
				say:      []string{"The writer of {title} is {author}: correct it", "Set the author field of {title} to {author}"},
				siblings: []sibling{{goal: "Change the author of Emma to Jane Austen", params: map[string]string{"title": "Emma", "author": "Jane Austen"}}}},
		}},
	}
}

// books are the records of PocketBase once one was changed or added.
func books(title, author string, read bool) string {
	var all []string
	had := false
	for _, b := range [][2]string{{"Dubliners", "Joyce"}, {"Emma", "Austen"}, {"Middlemarch", "Eliot"}, {title, author}} {
		if b[0] == title {
			if had {
				continue
			}
			had = true
			if author != "" {
				b[1] = author
			}
			all = append(all, fmt.Sprintf("%s by %s read=%v", b[0], b[1], read))
			continue
		}
		all = append(all, fmt.Sprintf("%s by %s read=false", b[0], b[1]))
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}
