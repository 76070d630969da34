package e2e

import (
	"slices"
	"strings"
)

// heldFlowApps are applications not written here, and not seen by those who work on flows.
func heldFlowApps() []flowApp {
	return []flowApp{djangoFlows(), dokuFlows(), radicaleFlows(), transmissionFlows()}
}

func djangoFlows() flowApp {
	save := flowAct{do: "click", at: "input[name=_save]", words: []string{"Save"}}
	// state is the data with one user or the groups changed.
	state := func(user, row string, groups ...string) string {
		rows := []string{"ines Ines Lund staff=0", "jarek Jarek Mazur staff=0", "kofi Kofi Mensah staff=0"}
		for i := range rows {
			if user != "" && strings.HasPrefix(rows[i], user+" ") {
				rows[i] = row
			}
		}
		slices.Sort(groups)
		return strings.Join(append(rows, groups...), "; ")
	}
	first := map[string]string{"ines": "Ines", "jarek": "Jarek", "kofi": "Kofi"}
	last := map[string]string{"ines": "Lund", "jarek": "Mazur", "kofi": "Mensah"}
	return flowApp{name: "django", held: true, start: startDjango, ready: `document.querySelector('#content')`, flows: []flowCase{
		{name: "group", goal: "Create the group {name}", start: "/admin/",
			params: map[string]string{"name": "carvers"}, others: map[string]string{"name": "polishers"},
			acts:  []flowAct{{do: "click", at: "tr|Groups >> a|Add", words: []string{"Groups", "Add"}}, {do: "type", at: "#id_name", words: []string{"Name"}, text: "{name}"}, save},
			pivot: 2,
			wants: func(p map[string]string) string { return state("", "", "editors", "printers", "visitors", p["name"]) },
			say:   []string{"Add a user group called {name}", "We need one more group, {name}"},
			siblings: []sibling{{goal: "Create the site depot.example with the display name Depot", params: map[string]string{"domain": "depot.example", "name": "Depot"},
				acts: []flowAct{{do: "click", at: "tr|Sites >> a|Add", words: []string{"Sites", "Add"}}, {do: "type", at: "#id_domain", words: []string{"Domain name"}, text: "{domain}"}, {do: "type", at: "#id_name", words: []string{"Display name"}, text: "{name}"}, save}}}},
		{name: "lastname", goal: "Change the last name of the user {user} to {last}", start: "/admin/auth/user/",
			params: map[string]string{"user": "ines", "last": "Berg"}, others: map[string]string{"user": "kofi", "last": "Boateng"},
			acts:  []flowAct{{do: "click", at: "#result_list a|{user}"}, {do: "type", at: "#id_last_name", words: []string{"Last name"}, text: "{last}"}, save},
			pivot: 2, row: "{user}",
			wants: func(p map[string]string) string {
				return state(p["user"], p["user"]+" "+first[p["user"]]+" "+p["last"]+" staff=0", "editors", "printers", "visitors")
			},
			say: []string{"{user} got married: the surname is {last} now", "Set the surname of the account {user} to {last}"},
			siblings: []sibling{{goal: "Change the last name of the user jarek to Nowak", params: map[string]string{"user": "jarek", "last": "Nowak"}},
				{goal: "Change the first name of the user ines to Inés", params: map[string]string{"user": "ines", "first": "Inés"}, acts: []flowAct{{do: "click", at: "#result_list a|{user}"}, {do: "type", at: "#id_first_name", words: []string{"First name"}, text: "{first}"}, save}}}},
		{name: "staff", goal: "Give the user {user} staff status", start: "/admin/",
			params: map[string]string{"user": "kofi"}, others: map[string]string{"user": "jarek"},
			acts:  []flowAct{{do: "click", at: "th a|Users"}, {do: "click", at: "#result_list a|{user}"}, {do: "tick", at: "#id_is_staff", words: []string{"Staff status"}}, save},
			pivot: 3, row: "{user}",
			wants: func(p map[string]string) string {
				return state(p["user"], p["user"]+" "+first[p["user"]]+" "+last[p["user"]]+" staff=1", "editors", "printers", "visitors")
			},
			say:      []string{"Let {user} log in to the administration as staff", "Make {user} a member of the staff"},
			siblings: []sibling{{goal: "Give the user ines staff status", params: map[string]string{"user": "ines"}}}},
		{name: "delete", goal: "Delete the group {name}", start: "/admin/auth/group/",
			params: map[string]string{"name": "printers"}, others: map[string]string{"name": "visitors"},
			acts:  []flowAct{{do: "click", at: "#result_list a|{name}"}, {do: "click", at: "a.deletelink", words: []string{"Delete"}}, {do: "click", at: "form input[type=submit]|Yes, I’m sure"}},
			pivot: 2, row: "{name}",
			wants: func(p map[string]string) string {
				return state("", "", slices.DeleteFunc([]string{"editors", "printers", "visitors"}, func(g string) bool { return g == p["name"] })...)
			},
			say:      []string{"Remove the user group {name}", "Nobody is in {name} any more: get rid of that group"},
			siblings: []sibling{{goal: "Delete the group editors", params: map[string]string{"name": "editors"}}}},
	}}
}

func dokuFlows() flowApp {
	// state is the data with one of its parts changed.
	state := func(page, more, user, mail, title string) string {
		all := []string{"start: " + strings.Join(strings.Fields(page), " ")}
		if more != "" {
			all = append(all, more)
			slices.Sort(all)
		}
		for _, u := range []string{"anton Anton", "berta Berta", "carla Carla"} {
			name, _, _ := strings.Cut(u, " ")
			address := name + "@example.org"
			if name == user {
				address = mail
			}
			all = append(all, u+" "+address)
		}
		return strings.Join(append(all, "title "+title), "; ")
	}
	plain := dokuPage("", "")
	text := flowAct{do: "type", at: "#wiki__text", words: []string{"wiki__text"}, text: "{text}"}
	save := flowAct{do: "click", at: "#edbtn__save", words: []string{"Save"}}
	return flowApp{name: "dokuwiki", held: true, start: startDokuWiki, ready: `document.querySelector('#dokuwiki__footer')`, flows: []flowCase{
		{name: "section", goal: "Replace the section {section} by {text}", start: "/doku.php?id=start",
			params: map[string]string{"section": "Prices", "text": "Free for members."}, others: map[string]string{"section": "Opening hours", "text": "Closed in May."},
			acts:  []flowAct{{do: "click", at: "button[title='{section}']", words: []string{"{section}", "Edit"}}, text, save},
			pivot: 2, row: "{section}",
			wants: func(p map[string]string) string {
				return state(dokuPage(p["section"], p["text"]), "", "", "", "Quarry")
			},
			say:      []string{"Under {section} the page should say: {text}", "Rewrite the paragraph {section}: {text}"},
			siblings: []sibling{{goal: "Replace the section Directions by Behind the church.", params: map[string]string{"section": "Directions", "text": "Behind the church."}}}},
		{name: "page", goal: "Create the page {page} with the text {text}", start: "/doku.php?id=start",
			params: map[string]string{"page": "granite", "text": "A hard stone."}, others: map[string]string{"page": "limestone", "text": "A soft stone."},
			acts:  []flowAct{{do: "type", at: "#qsearch__in", words: []string{"Search"}, text: "{page}", enter: true}, {do: "click", at: "#dokuwiki__content a|:{page}"}, text, save},
			pivot: 3,
			wants: func(p map[string]string) string {
				return state(plain, p["page"]+": "+p["text"], "", "", "Quarry")
			},
			say: []string{"Start an article on {page} that reads {text}", "The wiki lacks {page}: write {text} there"}},
		{name: "mail", goal: "Change the e-mail address of the user {user} to {mail}", start: "/doku.php?id=start&do=admin&page=usermanager",
			params: map[string]string{"user": "berta", "mail": "berta@quarry.example"}, others: map[string]string{"user": "anton", "mail": "toni@quarry.example"},
			acts:  []flowAct{{do: "click", at: "td a|{user}"}, {do: "type", at: "#modify_usermail", words: []string{"modify_usermail"}, text: "{mail}"}, {do: "click", at: "button[name='fn[modify]']", words: []string{"Save"}}},
			pivot: 2, row: "{user}",
			wants:    func(p map[string]string) string { return state(plain, "", p["user"], p["mail"], "Quarry") },
			say:      []string{"{user} has a new mail address, {mail}", "Update the account {user}: mail goes to {mail}"},
			siblings: []sibling{{goal: "Change the e-mail address of the user carla to carla@quarry.example", params: map[string]string{"user": "carla", "mail": "carla@quarry.example"}}}},
		{name: "title", goal: "Call the wiki {title}", start: "/doku.php?id=start&do=admin",
			params: map[string]string{"title": "Stonework"}, others: map[string]string{"title": "Rubble"},
			acts:  []flowAct{{do: "click", at: "#dokuwiki__content a|Configuration Settings"}, {do: "type", at: "#config___title", words: []string{"Wiki title aka. your wiki's name"}, text: "{title}"}, {do: "click", at: "#config__manager button[type=submit]", words: []string{"Save"}}},
			pivot: 2,
			wants: func(p map[string]string) string { return state(plain, "", "", "", p["title"]) },
			say:   []string{"Rename the whole wiki to {title}", "The site's name is {title} from now on: set it"}},
	}}
}

func radicaleFlows() flowApp {
	login := []flowAct{{do: "type", at: "#loginscene input[data-name=user]", words: []string{"Username"}, text: "{user}"}, {do: "type", at: "#loginscene input[data-name=password]", words: []string{"Password"}, text: "{password}"}, {do: "click", at: "#loginscene button|Next"}}
	state := func(change func(all []string) []string) string {
		all := change([]string{"VADDRESSBOOK Quarrymen", "VCALENDAR Holidays", "VCALENDAR Masonry"})
		slices.Sort(all)
		return strings.Join(all, "; ")
	}
	kind := map[string]string{"Masonry": "VCALENDAR", "Holidays": "VCALENDAR", "Quarrymen": "VADDRESSBOOK"}
	with := func(more map[string]string) map[string]string {
		all := map[string]string{"user": "mason", "password": "lime-and-sand-88"}
		for k, v := range more {
			all[k] = v
		}
		return all
	}
	return flowApp{name: "radicale", held: true, start: startRadicale, ready: `document.querySelector('#loginscene')?.checkVisibility()`, flows: []flowCase{
		{name: "create", goal: "As {user}, create the {type} {title}", start: "/.web/",
			params: with(map[string]string{"title": "Deliveries", "type": "calendar"}), others: with(map[string]string{"title": "Suppliers", "type": "addressbook"}),
			acts: append(slices.Clone(login), flowAct{do: "click", at: "#collectionsscene a|Create new addressbook or calendar"},
				flowAct{do: "type", at: "#createcollectionscene input[data-name=displayname]", words: []string{"Title|displayname"}, text: "{title}"},
				flowAct{do: "type", at: "#createcollectionscene select", words: []string{"Type|type"}, text: "{type}"}, flowAct{do: "click", at: "#createcollectionscene button|Create"}),
			pivot: 6,
			wants: func(p map[string]string) string {
				return state(func(all []string) []string {
					return append(all, map[string]string{"calendar": "VCALENDAR", "addressbook": "VADDRESSBOOK"}[p["type"]]+" "+p["title"])
				})
			},
			say: []string{"{user} needs a new {type} called {title}", "Log in as {user} and add a {type}, {title}"}},
		{name: "rename", goal: "As {user}, rename the collection {title} to {name}", start: "/.web/",
			params: with(map[string]string{"title": "Holidays", "name": "Days off"}), others: with(map[string]string{"title": "Quarrymen", "name": "Workers"}),
			acts: append(slices.Clone(login), flowAct{do: "click", at: "article|{title} >> a|Edit", words: []string{"{title}", "Edit"}},
				flowAct{do: "type", at: "#editcollectionscene input[data-name=displayname]", words: []string{"Title|displayname|{title}"}, text: "{name}"}, flowAct{do: "click", at: "#editcollectionscene button|Save"}),
			pivot: 5, row: "{title}",
			wants: func(p map[string]string) string {
				return state(func(all []string) []string {
					all[slices.Index(all, kind[p["title"]]+" "+p["title"])] = kind[p["title"]] + " " + p["name"]
					return all
				})
			},
			say:      []string{"{user} wants {title} to be called {name}", "Log in as {user} and give {title} the title {name}"},
			siblings: []sibling{{goal: "As mason, rename the collection Masonry to Walls", params: with(map[string]string{"title": "Masonry", "name": "Walls"})}}},
		{name: "delete", goal: "As {user}, delete the collection {title}", start: "/.web/",
			params: with(map[string]string{"title": "Masonry"}), others: with(map[string]string{"title": "Holidays"}),
			acts:  append(slices.Clone(login), flowAct{do: "click", at: "article|{title} >> a|Delete", words: []string{"{title}", "Delete"}}, flowAct{do: "click", at: "#deletecollectionscene button|Yes"}),
			pivot: 4, row: "{title}",
			wants: func(p map[string]string) string {
				return state(func(all []string) []string {
					return slices.DeleteFunc(all, func(x string) bool { return strings.HasSuffix(x, " "+p["title"]) })
				})
			},
			say:      []string{"{user} no longer needs {title}: remove it", "Log in as {user} and throw {title} away"},
			siblings: []sibling{{goal: "As mason, delete the collection Quarrymen", params: with(map[string]string{"title": "Quarrymen"})}}},
	}}
}

func transmissionFlows() flowApp {
	names := []string{"granite.iso", "marble.iso", "slate.iso"}
	state := func(limit string, each func(name string) string) string {
		var all []string
		for _, n := range names {
			if s := each(n); s != "" {
				all = append(all, n+" "+s)
			}
		}
		return strings.Join(append(all, "limit "+limit), "; ")
	}
	return flowApp{name: "transmission", held: true, start: startTransmission, ready: `document.querySelectorAll('li.torrent').length === 3`, flows: []flowCase{
		{name: "start", goal: "Start the transfer {name}", start: "/transmission/web/",
			params: map[string]string{"name": "marble.iso"}, others: map[string]string{"name": "granite.iso"},
			acts:  []flowAct{{do: "click", at: ".torrent_name|{name}"}, {do: "click", at: "#toolbar-start", words: []string{"Start Selected Torrents"}}},
			pivot: 1, row: "{name}",
			wants: func(p map[string]string) string {
				return state("false 100", func(n string) string { return map[bool]string{true: "runs", false: "paused"}[n == p["name"]] })
			},
			say:      []string{"Resume the download of {name}", "Let {name} run again"},
			siblings: []sibling{{goal: "Start the transfer slate.iso", params: map[string]string{"name": "slate.iso"}}}},
		{name: "remove", goal: "Remove the transfer {name} from the list", start: "/transmission/web/",
			params: map[string]string{"name": "slate.iso"}, others: map[string]string{"name": "marble.iso"},
			acts:  []flowAct{{do: "click", at: ".torrent_name|{name}"}, {do: "click", at: "#toolbar-remove", words: []string{"Remove Selected Torrents"}}, {do: "click", at: "#dialog_confirm_button", words: []string{"Remove|Confirm"}}},
			pivot: 2, row: "{name}",
			wants: func(p map[string]string) string {
				return state("false 100", func(n string) string { return map[bool]string{true: "", false: "paused"}[n == p["name"]] })
			},
			say:      []string{"Take {name} off the list of downloads", "Drop the torrent {name}"},
			siblings: []sibling{{goal: "Remove the transfer granite.iso from the list", params: map[string]string{"name": "granite.iso"}}}},
		{name: "limit", goal: "Limit downloads to {speed} kB/s", start: "/transmission/web/",
			params: map[string]string{"speed": "250"}, others: map[string]string{"speed": "75"},
			acts: []flowAct{{do: "click", at: "#prefs-button", words: []string{"Edit Preferences…"}}, {do: "click", at: "#prefs-tab-speed a", words: []string{"Speed"}}, {do: "tick", at: "#speed-limit-down-enabled", words: []string{"Download (kB/s)"}},
				{do: "type", at: "#speed-limit-down", words: []string{"speed-limit-down"}, text: "{speed}"}, {do: "click", at: "#prefs-tab-general a", words: []string{"Torrents"}}},
			pivot: 2,
			wants: func(p map[string]string) string {
				return state("true "+p["speed"], func(string) string { return "paused" })
			},
			say: []string{"Downloads may take {speed} kB/s and no more", "Cap the download speed at {speed}"},
			siblings: []sibling{{goal: "Limit uploads to 40 kB/s", params: map[string]string{"speed": "40"},
				acts: []flowAct{{do: "click", at: "#prefs-button", words: []string{"Edit Preferences…"}}, {do: "click", at: "#prefs-tab-speed a", words: []string{"Speed"}}, {do: "tick", at: "#speed-limit-up-enabled", words: []string{"Upload (kB/s)"}},
					{do: "type", at: "#speed-limit-up", words: []string{"speed-limit-up"}, text: "{speed}"}}}}},
	}}
}
