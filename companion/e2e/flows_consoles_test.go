package e2e

import (
	"slices"
	"strings"
)

// consoleFlowApps administer servers. Their flows were written before any run of them.
func consoleFlowApps() []flowApp {
	return []flowApp{crontabFlows(), redisFlows(), asynqFlows(), roundcubeFlows()}
}

func crontabFlows() flowApp {
	state := func(name, to string) string {
		var put []string
		if to != "" {
			put = []string{to}
		}
		return swapped([]string{"backup: tar -c /srv at 0 3 * * *", "report: wc -l /etc/group at 30 6 * * *", "sweep: ls /var/tmp at 15 4 * * *"}, name+":", put...)
	}
	ok := flowAct{do: "click", at: "#modal-button", words: []string{`button "ok"`}}
	return flowApp{name: "crontab-ui", start: startCrontabUI, ready: `document.querySelectorAll('#main_table tbody tr').length >= 3`, flows: []flowCase{
		{name: "add", goal: "Add the daily job {name} with the command {command}", start: "/",
			params: map[string]string{"name": "mirror", "command": "ls /srv"}, others: map[string]string{"name": "census", "command": "wc -l /etc/passwd"},
			acts: []flowAct{{do: "click", at: "a.btn-primary|New", words: []string{"New"}}, {do: "type", at: "#job-name", words: []string{"Name (Optional)"}, text: "{name}"}, {do: "type", at: "#job-command", words: []string{"Command"}, text: "{command}"},
				{do: "click", at: "#job-body a|Daily", words: []string{"Daily"}}, {do: "click", at: "#job-save", words: []string{`button "save"`}}},
			pivot: 4,
			wants: func(p map[string]string) string { return state("", p["name"]+": "+p["command"]+" at @daily") },
			say:   []string{"Every day, {command} should run; call it {name}", "Make the job {name}: {command}, once a day"}},
		{name: "disable", goal: "Disable the job {name}", start: "/",
			params: map[string]string{"name": "report"}, others: map[string]string{"name": "sweep"},
			acts:  []flowAct{{do: "click", at: "#main_table tbody tr|{name} >> a|Disable", words: []string{"{name}", "Disable"}}, ok},
			pivot: 1, row: "{name}",
			wants: func(p map[string]string) string {
				return state(p["name"], map[string]string{"report": "report: wc -l /etc/group at 30 6 * * * stopped", "sweep": "sweep: ls /var/tmp at 15 4 * * * stopped", "backup": "backup: tar -c /srv at 0 3 * * * stopped"}[p["name"]])
			},
			say:      []string{"The job {name} should not run any more", "Switch {name} off"},
			siblings: []sibling{{goal: "Disable the job backup", params: map[string]string{"name": "backup"}}}},
		{name: "delete", goal: "Delete the job {name}", start: "/",
			params: map[string]string{"name": "sweep"}, others: map[string]string{"name": "backup"},
			acts:  []flowAct{{do: "click", at: "#main_table tbody tr|{name} >> a.btn-danger", words: []string{"{name}", "trash"}}, ok},
			pivot: 1, row: "{name}",
			wants:    func(p map[string]string) string { return state(p["name"], "") },
			say:      []string{"Remove the job {name}", "Nobody needs {name} any more: take it off the list"},
			siblings: []sibling{{goal: "Delete the job report", params: map[string]string{"name": "report"}}}},
	}}
}

func redisFlows() flowApp {
	state := func(key string, put ...string) string {
		return swapped([]string{"granite 12", "marble 30", "slate 7", "stones {colour=grey}", "tools {saw=3}"}, key, put...)
	}
	key := flowAct{do: "click", at: "#keyTree a|{key}", words: []string{"{key}"}}
	return flowApp{name: "redis-commander", start: startRedisCommander, ready: `document.querySelectorAll('#keyTree a').length >= 6`, flows: []flowCase{
		{name: "set", goal: "Set the key {key} to {value}", start: "/",
			params: map[string]string{"key": "marble", "value": "41"}, others: map[string]string{"key": "slate", "value": "9"},
			acts:  []flowAct{key, {do: "type", at: "#stringValue", words: []string{"by its place"}, text: "{value}"}, {do: "click", at: "#saveKeyButton", words: []string{`button "save"`}}},
			pivot: 2, row: "{key}",
			wants:    func(p map[string]string) string { return state(p["key"], p["key"]+" "+p["value"]) },
			say:      []string{"{key} costs {value} now: put that into the database", "The value of {key} should be {value}"},
			siblings: []sibling{{goal: "Set the key granite to 15", params: map[string]string{"key": "granite", "value": "15"}}}},
		{name: "delete", goal: "Delete the key {key}", start: "/",
			params: map[string]string{"key": "granite"}, others: map[string]string{"key": "marble"},
			acts:  []flowAct{key, {do: "click", at: "#itemActionsBar button|Delete Key", words: []string{"Delete Key"}}, {do: "answer", text: "OK"}},
			pivot: 1, row: "{key}",
			wants:    func(p map[string]string) string { return state(p["key"]) },
			say:      []string{"Throw the key {key} away", "There should be no {key} in Redis any more"},
			siblings: []sibling{{goal: "Delete the key slate", params: map[string]string{"key": "slate"}}}},
		{name: "field", goal: "Add the field {field} with the value {value} to the hash {key}", start: "/",
			params: map[string]string{"key": "stones", "field": "weight", "value": "80"}, others: map[string]string{"key": "tools", "field": "chisel", "value": "5"},
			acts: []flowAct{key, {do: "click", at: "#itemActionsBar button|Add New Field", words: []string{"Add New Field..."}}, {do: "type", at: "#addHashFieldName", words: []string{"Field"}, text: "{field}"},
				{do: "type", at: "#addHashFieldValue", words: []string{"Value"}, text: "{value}"}, {do: "click", at: "#saveHashFieldButton", words: []string{`button "save"`}}},
			pivot: 4, row: "{key}",
			wants: func(p map[string]string) string {
				had := map[string]string{"stones": "colour=grey", "tools": "saw=3"}[p["key"]]
				all := []string{had, p["field"] + "=" + p["value"]}
				slices.Sort(all)
				return state(p["key"], p["key"]+" {"+strings.Join(all, " ")+"}")
			},
			say: []string{"The hash {key} needs {field}, which is {value}", "Put {field} = {value} into {key}"}},
	}}
}

func asynqFlows() flowApp {
	state := func(item string, put ...string) string {
		return swapped([]string{"images run", "mail run", "reports run", "send:granite scheduled", "send:marble scheduled", "send:slate scheduled"}, item, put...)
	}
	return flowApp{name: "asynqmon", start: startAsynqmon, ready: `document.querySelectorAll('tbody tr').length >= 3`, flows: []flowCase{
		{name: "pause", goal: "Pause the queue {queue}", start: "/",
			params: map[string]string{"queue": "mail"}, others: map[string]string{"queue": "reports"},
			acts:  []flowAct{{do: "hover", at: "tbody tr|{queue} >> td:last-child button", words: []string{"by its place"}}, {do: "click", at: "tbody tr|{queue} >> button[title=Pause]", words: []string{"{queue}", "Pause"}}},
			pivot: 1, row: "{queue}",
			wants:    func(p map[string]string) string { return state(p["queue"]+" run", p["queue"]+" paused") },
			say:      []string{"Nothing in {queue} should be worked on for now", "Hold the queue {queue}"},
			siblings: []sibling{{goal: "Pause the queue images", params: map[string]string{"queue": "images"}}}},
		{name: "delete", goal: "Delete the scheduled task {task}", start: "/queues/mail?status=scheduled",
			params: map[string]string{"task": "send:marble"}, others: map[string]string{"task": "send:slate"},
			acts:  []flowAct{{do: "hover", at: "tbody tr|{task} >> td:last-child button", words: []string{"by its place"}}, {do: "click", at: "tbody tr|{task} >> button[title=Delete]", words: []string{"{task}", "Delete"}}},
			pivot: 1, row: "{task}",
			wants:    func(p map[string]string) string { return state(p["task"]) },
			say:      []string{"Remove {task} from what is scheduled", "{task} need not run: take it off the schedule"},
			siblings: []sibling{{goal: "Delete the scheduled task send:granite", params: map[string]string{"task": "send:granite"}}}},
		{name: "archive", goal: "Archive the task {task} that is scheduled", start: "/queues/mail?status=scheduled",
			params: map[string]string{"task": "send:granite"}, others: map[string]string{"task": "send:marble"},
			acts:  []flowAct{{do: "tick", at: "tbody tr|{task} >> button", words: []string{"{task}"}}, {do: "click", at: "[role=tabpanel]:not([hidden]) button[title=Archive]", words: []string{`button "archive"`}}},
			pivot: 1, row: "{task}",
			wants: func(p map[string]string) string { return state(p["task"], p["task"]+" archived") },
			say:   []string{"Put the scheduled task {task} into the archive", "{task} belongs to the archived tasks"}},
	}}
}

func roundcubeFlows() flowApp {
	state := func(item string, put ...string) string {
		return swapped([]string{"Granite offer in INBOX", "Marble offer in INBOX", "Slate offer in INBOX", "folder Trash"}, item, put...)
	}
	return flowApp{name: "roundcube", start: startRoundcube, ready: `document.querySelector('#taskmenu')`, flows: []flowCase{
		{name: "delete", goal: "Delete the mail {subject}", start: "/?_task=mail",
			params: map[string]string{"subject": "Marble offer"}, others: map[string]string{"subject": "Slate offer"},
			acts:  []flowAct{{do: "click", at: "#messagelist tr|{subject} >> .subject a", words: []string{"{subject}"}}, {do: "click", at: "#toolbar-menu a.delete", words: []string{"Delete"}}},
			pivot: 1, row: "{subject}",
			wants:    func(p map[string]string) string { return state(p["subject"], p["subject"]+" in Trash") },
			say:      []string{"Throw the message {subject} away", "{subject} can go: remove that mail"},
			siblings: []sibling{{goal: "Delete the mail Granite offer", params: map[string]string{"subject": "Granite offer"}}}},
		{name: "contact", goal: "Add the contact {first} {last} with the address {address}", start: "/?_task=addressbook",
			params: map[string]string{"first": "Carla", "last": "Weiss", "address": "carla@stones.example"}, others: map[string]string{"first": "Dario", "last": "Conti", "address": "dario@quarry.example"},
			acts: []flowAct{{do: "click", at: "#toolbar-menu a.create, #layout-content a.create", words: []string{`button "create"`}}, {do: "type", at: "#ff_firstname", words: []string{"First Name"}, text: "{first}"}, {do: "type", at: "#ff_surname", words: []string{"Last Name"}, text: "{last}"},
				{do: "type", at: "#ff_email0", words: []string{"Email"}, text: "{address}"}, {do: "click", at: ".formbuttons .submit", words: []string{`button "save"`}}},
			pivot: 0,
			wants: func(p map[string]string) string {
				return state("", "contact "+p["first"]+" "+p["last"]+" "+p["address"])
			},
			say: []string{"{first} {last} writes from {address}: keep that in the address book", "Note the address {address} of {first} {last}"}},
		{name: "folder", goal: "Make the mail folder {name}", start: "/?_task=settings&_action=folders",
			params: map[string]string{"name": "Orders"}, others: map[string]string{"name": "Letters"},
			acts:  []flowAct{{do: "click", at: "a.create", words: []string{`button "create"`}}, {do: "type", at: "#_name", words: []string{"Folder name"}, text: "{name}"}, {do: "click", at: ".formbuttons .submit", words: []string{`button "save"`}}},
			pivot: 0,
			wants: func(p map[string]string) string { return state("", "folder "+p["name"]) },
			say:   []string{"I need a folder called {name}", "Create {name} for mails"}},
		{name: "identity", goal: "Set the organisation of the sender to {name}", start: "/?_task=settings&_action=identities",
			params: map[string]string{"name": "Quarry Ltd"}, others: map[string]string{"name": "Stones Inc"},
			acts:  []flowAct{{do: "click", at: "#identities-table tr td", words: []string{"keeper <keeper@stones.example>"}}, {do: "type", at: "#rcmfd_organization", words: []string{"Organization"}, text: "{name}"}, {do: "click", at: ".formbuttons .submit", words: []string{`button "save"`}}},
			pivot: 0,
			wants: func(p map[string]string) string { return state("", "sender "+p["name"]) },
			say:   []string{"My mails come from {name} now", "Put {name} into the identity as organisation"}},
	}}
}
