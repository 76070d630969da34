package e2e

import (
	"slices"
	"strings"
)

// unseenFlowApps are applications whose flows were written before any run of them, after the
// rules that they measure.
func unseenFlowApps() []flowApp {
	return []flowApp{mediaWikiFlows(), liteAdminFlows(), shaarliFlows(), rabbitFlows()}
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
				{do: "click", at: "input[name=rename]", words: []string{`button "rename"`}}},
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
			acts: []flowAct{{do: "click", at: "#main_column tr|stones >> a|Insert", words: []string{"stones", "Insert"}}, {do: "type", at: "#row_0_field_1_value", words: []string{"row_0_field_1_value"}, text: "{name}"},
				{do: "type", at: "#row_0_field_2_value", words: []string{"row_0_field_2_value"}, text: "{colour}"}, {do: "click", at: "input[value=Insert]", words: []string{`button "insert"`}}},
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

func shaarliFlows() flowApp {
	// state is the data with one bookmark in another's place.
	state := func(name string, put ...string) string {
		all := slices.Clone(put)
		for _, n := range []string{"Granite", "Marble", "Slate"} {
			if low := strings.ToLower(n); n != name {
				all = append(all, "https://"+low+".example/ "+n+" prices ["+low+" stones]")
			}
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}
	at := func(title string) string { name, _, _ := strings.Cut(title, " "); return name }
	edit := flowAct{do: "click", at: ".linklist-item|{title} >> a[title=Edit]", words: []string{"{title}", "Edit"}}
	save := flowAct{do: "click", at: "input[name=save_edit]", words: []string{"Save|Apply Changes"}}
	return flowApp{name: "shaarli", held: true, start: startShaarli, ready: `document.querySelector('#footer')`, flows: []flowCase{
		{name: "add", goal: "Bookmark {url} as {title} with the tag {tag}", start: "/",
			params: map[string]string{"url": "https://basalt.example/", "title": "Basalt offers", "tag": "lava"}, others: map[string]string{"url": "https://gneiss.example/", "title": "Gneiss stock", "tag": "alps"},
			acts: []flowAct{{do: "click", at: "#shaarli-menu-shaare", words: []string{"Shaare"}}, {do: "type", at: "#shaare", words: []string{"URL or leave empty to post a note"}, text: "{url}"}, {do: "click", at: "input[value='Add link']", words: []string{"Add link"}},
				{do: "type", at: "#lf_title", words: []string{"Title"}, text: "{title}"}, {do: "type", at: "#lf_tags", words: []string{"Tags"}, text: "{tag}"}, save},
			pivot: 5,
			wants: func(p map[string]string) string { return state("", p["url"]+" "+p["title"]+" ["+p["tag"]+"]") },
			say:   []string{"Keep {url}, call it {title} and tag it {tag}", "Save the link {url} under the name {title}, tagged {tag}"}},
		{name: "tag", goal: "Rename the tag {tag} to {name}", start: "/admin/tags",
			params: map[string]string{"tag": "granite", "name": "hard"}, others: map[string]string{"tag": "slate", "name": "roofs"},
			acts:  []flowAct{{do: "type", at: "input[name=fromtag]", words: []string{"Tag|fromtag"}, text: "{tag}"}, {do: "type", at: "input[name=totag]", words: []string{"New name|totag"}, text: "{name}"}, {do: "click", at: "input[name=renametag]", words: []string{"Rename tag"}}},
			pivot: 2,
			wants: func(p map[string]string) string {
				tags := []string{"stones", p["name"]}
				slices.Sort(tags)
				return state(strings.ToUpper(p["tag"][:1])+p["tag"][1:], "https://"+p["tag"]+".example/ "+strings.ToUpper(p["tag"][:1])+p["tag"][1:]+" prices ["+strings.Join(tags, " ")+"]")
			},
			say: []string{"The tag {tag} should be {name}", "Replace the tag {tag} by {name} everywhere"}},
		{name: "title", goal: "Change the title of the bookmark {title} to {name}", start: "/",
			params: map[string]string{"title": "Marble prices", "name": "Carrara"}, others: map[string]string{"title": "Slate prices", "name": "Schist"},
			acts:  []flowAct{edit, {do: "type", at: "#lf_title", words: []string{"Title"}, text: "{name}"}, save},
			pivot: 2, row: "{title}",
			wants: func(p map[string]string) string {
				low := strings.ToLower(at(p["title"]))
				return state(at(p["title"]), "https://"+low+".example/ "+p["name"]+" ["+low+" stones]")
			},
			say:      []string{"The bookmark {title} is called {name} now", "Give the link {title} the title {name}"},
			siblings: []sibling{{goal: "Change the title of the bookmark Granite prices to Gneiss", params: map[string]string{"title": "Granite prices", "name": "Gneiss"}}}},
		{name: "delete", goal: "Delete the bookmark {title}", start: "/",
			params: map[string]string{"title": "Granite prices"}, others: map[string]string{"title": "Marble prices"},
			acts:  []flowAct{edit, {do: "click", at: ".confirm-delete", words: []string{"Delete"}}, {do: "answer", text: "OK"}},
			pivot: 1, row: "{title}",
			wants:    func(p map[string]string) string { return state(at(p["title"])) },
			say:      []string{"Remove the link {title}", "The bookmark {title} is not needed any more: take it away"},
			siblings: []sibling{{goal: "Delete the bookmark Slate prices", params: map[string]string{"title": "Slate prices"}}}},
	}}
}

func rabbitFlows() flowApp {
	state := func(gone, exchange string, more ...string) string {
		queues := slices.DeleteFunc(append([]string{"orders", "invoices", "letters"}, more...), func(q string) bool { return q == gone })
		slices.Sort(queues)
		return "queues " + strings.Join(queues, " ") + "; exchanges " + exchange
	}
	// The page is signed in by its own function, where it is not yet.
	const ready = `(document.querySelector('#login') && typeof set_auth_pref === 'function' ? (set_auth_pref('guest:guest'), location.reload(), false) : document.querySelector('#main h1'))`
	return flowApp{name: "rabbitmq", held: true, start: startRabbitMQ, ready: ready, flows: []flowCase{
		{name: "queue", goal: "Add the queue {name}", start: "/#/queues",
			params: map[string]string{"name": "returns"}, others: map[string]string{"name": "payments"},
			acts:  []flowAct{{do: "click", at: "h2|Add a new queue"}, {do: "type", at: "form[action='#/queues'] input[name=name]", words: []string{"by its place"}, text: "{name}"}, {do: "click", at: "input[value='Add queue']", words: []string{`button "add queue"`}}},
			pivot: 2,
			wants: func(p map[string]string) string { return state("", "", p["name"]) },
			say:   []string{"We need a queue called {name}", "Create another queue, {name}"}},
		{name: "delete", goal: "Delete the queue {name}", start: "/#/queues",
			params: map[string]string{"name": "letters"}, others: map[string]string{"name": "orders"},
			acts:  []flowAct{{do: "click", at: "table.list a|{name}"}, {do: "click", at: "h2|Delete"}, {do: "click", at: "input[value='Delete Queue']", words: []string{`button "delete queue"`}}, {do: "answer", text: "OK"}},
			pivot: 2, row: "{name}",
			wants:    func(p map[string]string) string { return state(p["name"], "") },
			say:      []string{"Remove the queue {name}", "{name} is not needed any more: delete that queue"},
			siblings: []sibling{{goal: "Delete the queue invoices", params: map[string]string{"name": "invoices"}}}},
		{name: "exchange", goal: "Add the {type} exchange {name}", start: "/#/exchanges",
			params: map[string]string{"name": "harbour", "type": "fanout"}, others: map[string]string{"name": "station", "type": "topic"},
			acts: []flowAct{{do: "click", at: "h2|Add a new exchange"}, {do: "type", at: "form[action='#/exchanges'] input[name=name]", words: []string{"by its place"}, text: "{name}"},
				{do: "type", at: "form[action='#/exchanges'] select[name=type]", words: []string{"by its place"}, text: "{type}"}, {do: "click", at: "input[value='Add exchange']", words: []string{`button "add exchange"`}}},
			pivot: 3,
			wants: func(p map[string]string) string { return state("", p["name"]+" "+p["type"]) },
			say:   []string{"Create an exchange {name} of the type {type}", "We need the exchange {name}, {type}"}},
	}}
}
