package e2e

import (
	"slices"
	"strings"
)

// unseenFlowApps are applications whose flows were written before any run of them, after the
// rules that they measure.
func unseenFlowApps() []flowApp {
	return []flowApp{mediaWikiFlows(), jupyterFlows(), fossilFlows(), shaarliFlows(), rabbitFlows()}
}

func mediaWikiFlows() flowApp {
	texts := map[string]string{"Granite": "Granite is hard.", "Marble": "Marble takes polish.", "Slate": "Slate splits."}
	// state returns the data with one page put in another's place, and the users.
	state := func(page string, put []string, users ...string) string {
		pages := swapped([]string{"Granite: Granite is hard.", "Marble: Marble takes polish.", "Slate: Slate splits."}, page+":", put...)
		return strings.Join(append([]string{pages}, users...), "; ")
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

// swapped is a list of items, sorted, with others in the place of the one that is, or begins with, from.
func swapped(items []string, from string, to ...string) string {
	all := slices.DeleteFunc(slices.Clone(items), func(s string) bool { return s == from || strings.HasPrefix(s, from+" ") })
	all = append(all, to...)
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func jupyterFlows() flowApp {
	state := func(from string, to ...string) string {
		return swapped([]string{"archive/", "plans/", "granite.txt", "marble.txt", "slate.txt"}, from, to...)
	}
	tick := flowAct{do: "tick", at: ".list_item|{file} >> input[type=checkbox]", words: []string{"{file}"}}
	return flowApp{name: "jupyter", start: startJupyter, ready: `document.querySelectorAll('#notebook_list .list_item').length >= 5`, flows: []flowCase{
		{name: "rename", goal: "Rename the file {file} to {name}", start: "/tree",
			params: map[string]string{"file": "marble.txt", "name": "carrara.txt"}, others: map[string]string{"file": "slate.txt", "name": "schist.txt"},
			acts:  []flowAct{tick, {do: "click", at: ".rename-button", words: []string{"Rename selected"}}, {do: "type", at: ".modal.in input", words: []string{"Enter a new file name"}, text: "{name}"}, {do: "click", at: ".modal.in button|Rename", words: []string{`button "rename"`}}},
			pivot: 3, row: "{file}",
			wants:    func(p map[string]string) string { return state(p["file"], p["name"]) },
			say:      []string{"{file} should be called {name}", "Give {file} the name {name}"},
			siblings: []sibling{{goal: "Rename the file granite.txt to gneiss.txt", params: map[string]string{"file": "granite.txt", "name": "gneiss.txt"}}}},
		{name: "delete", goal: "Delete the file {file}", start: "/tree",
			params: map[string]string{"file": "granite.txt"}, others: map[string]string{"file": "marble.txt"},
			acts:  []flowAct{tick, {do: "click", at: ".delete-button", words: []string{"Delete selected"}}, {do: "click", at: ".modal.in button|Delete", words: []string{`button "delete"`}}},
			pivot: 2, row: "{file}",
			wants:    func(p map[string]string) string { return state(p["file"]) },
			say:      []string{"Throw {file} away", "Nobody needs {file} any more: remove it"},
			siblings: []sibling{{goal: "Delete the file slate.txt", params: map[string]string{"file": "slate.txt"}}}},
		{name: "move", goal: "Move the file {file} to the folder {folder}", start: "/tree",
			params: map[string]string{"file": "slate.txt", "folder": "archive"}, others: map[string]string{"file": "granite.txt", "folder": "plans"},
			acts:  []flowAct{tick, {do: "click", at: ".move-button", words: []string{"Move selected"}}, {do: "type", at: ".modal.in input", words: []string{"Enter new destination|Enter a new destination"}, text: "{folder}"}, {do: "click", at: ".modal.in button|Move", words: []string{`button "move"`}}},
			pivot: 3, row: "{file}",
			wants: func(p map[string]string) string { return state(p["file"], p["folder"]+"/"+p["file"]) },
			say:   []string{"Put {file} into {folder}", "{file} belongs in {folder}"}},
		{name: "folder", goal: "Make a folder {name}", start: "/tree",
			params: map[string]string{"name": "orders"}, others: map[string]string{"name": "letters"},
			acts: []flowAct{{do: "click", at: "#new-dropdown-button", words: []string{"New"}}, {do: "click", at: "#new-folder a", words: []string{"Folder"}}, {do: "tick", at: ".list_item|Untitled Folder >> input[type=checkbox]", words: []string{"Untitled Folder"}},
				{do: "click", at: ".rename-button", words: []string{"Rename selected"}}, {do: "type", at: ".modal.in input", words: []string{"Enter a new directory name"}, text: "{name}"}, {do: "click", at: ".modal.in button|Rename", words: []string{`button "rename"`}}},
			pivot: 5,
			wants: func(p map[string]string) string { return state("", p["name"]+"/") },
			say:   []string{"Create the directory {name}", "We need a folder called {name}"}},
	}}
}

func fossilFlows() flowApp {
	state := func(ticket string, put ...string) string {
		return swapped([]string{"Granite is dear Open Code_Defect", "Marble is stained Open Code_Defect", "Slate is split Open Code_Defect"}, ticket, put...)
	}
	preview := flowAct{do: "click", at: "input[name=preview]", words: []string{`button "preview"`}}
	submit := flowAct{do: "click", at: "input[name=submit]", words: []string{`button "submit`}}
	return flowApp{name: "fossil", start: startFossil, ready: `document.querySelector('.footer')`, flows: []flowCase{
		{name: "ticket", goal: "File the ticket {title} of the type {type}", start: "/ticket",
			params: map[string]string{"title": "Basalt is wet", "type": "Documentation"}, others: map[string]string{"title": "Chalk is soft", "type": "Build_Problem"},
			acts:  []flowAct{{do: "click", at: ".content a|New ticket", words: []string{"New ticket"}}, {do: "type", at: "input[name=title]", words: []string{"title"}, text: "{title}"}, {do: "type", at: "#type", words: []string{`Type`}, text: "{type}"}, preview, submit},
			pivot: 4,
			wants: func(p map[string]string) string { return state("", p["title"]+" Open "+p["type"]) },
			say:   []string{"Report {title}; it is a {type}", "Open a {type} ticket that says {title}"}},
		{name: "close", goal: "Set the ticket {title} to {status}", start: "/rptview/1",
			params: map[string]string{"title": "Marble is stained", "status": "Fixed"}, others: map[string]string{"title": "Slate is split", "status": "Deferred"},
			acts:  []flowAct{{do: "click", at: "tr|{title} >> a|edit", words: []string{"{title}", "edit"}}, {do: "type", at: "#status", words: []string{"Status"}, text: "{status}"}, preview, submit},
			pivot: 3, row: "{title}",
			wants: func(p map[string]string) string {
				return state(p["title"], p["title"]+" "+p["status"]+" Code_Defect")
			},
			say:      []string{"{title} is {status}", "Mark {title} as {status}"},
			siblings: []sibling{{goal: "Set the ticket Granite is dear to Review", params: map[string]string{"title": "Granite is dear", "status": "Review"}}}},
		{name: "user", goal: "Add the user {user} as a developer", start: "/setup_ulist",
			params: map[string]string{"user": "anton"}, others: map[string]string{"user": "berta"},
			acts:  []flowAct{{do: "click", at: "a.sml-add", words: []string{`link "add"`}}, {do: "type", at: "input[name=login]", words: []string{"Login:"}, text: "{user}"}, {do: "tick", at: "label|Developer >> input", words: []string{"Developer"}}, {do: "click", at: "input[name=apply]", words: []string{"Apply Changes"}}},
			pivot: 3,
			wants: func(p map[string]string) string { return state("") + "; " + p["user"] },
			say:   []string{"{user} develops with us from today", "Make an account for the developer {user}"}},
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
