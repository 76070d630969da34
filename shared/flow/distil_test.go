package flow

import (
	"fmt"
	"slices"
	"testing"

	"cairn/shared/types"
)

func TestOneSessionBecomesAFlow(t *testing.T) {
	users := []string{`heading "Team"`, `button "Invite"`, `link "Settings"`}
	form := []string{`heading "Invite a member"`, `textbox "Email"`, `combobox "Role"`, `button "Send invitation"`, `button "Cancel"`}
	for name, x := range map[string]struct {
		tape *tape
		want string
	}{
		"values of the goal become parameters": {
			record(1, "Invite bob@corp.test as Viewer").on("/team", users...).click(`button "Invite"`, led("/team", `dialog "Invite a member"`)).
				on("/team", form...).write(`textbox "Email"`, "bob@corp.test").write(`combobox "Role"`, "Viewer", fromList).
				click(`button "Send invitation"`, led("/team", `status "Invitation sent"`)),
			`invite-email-role: Invite {email} as {role}
at /team
text email
choice role of Viewer
1. click button "Invite", grants
2. type "{email}" into textbox "Email"
3. type "{role}" into combobox "Role"
4. click button "Send invitation", sends
`},
		"a control that the question behind it repeats keeps its name": {
			record(1, "Delete the page Prices").on("/pages", `columnheader "Actions"`, `link "Edit"`, `link "Delete"`).
				click(`link "Delete"`, row("Prices · Edit · Delete"), func(s *types.Step) { s.Tool.Target.Tag, s.Tool.Target.Column = "a", "Actions" }, led("/pages", `button "Delete"`)).
				on("/pages", `columnheader "Actions"`, `link "Edit"`, `link "Delete"`, `button "Cancel"`, `button "Delete"`).click(`button "Delete"`),
			`delete-page-row: Delete the page {row}
at /pages
choice row
1. click link "Delete" in the row with "{row}", deletes
2. click button "Delete", deletes
`},
		"two spellings of a word are two values": {
			record(1, "Add the user dora named Dora").on("/users", `textbox "Login"`, `textbox "Name"`, `button "Add"`).write(`textbox "Name"`, "Dora").write(`textbox "Login"`, "dora").click(`button "Add"`),
			`add-user-login-named-name: Add the user {login} named {name}
at /users
text name
text login
1. type "{name}" into textbox "Name"
2. type "{login}" into textbox "Login"
3. click button "Add"
`},
		"what was typed and is not in the goal is asked for; a chosen option stays": {
			record(1, "Invite somebody").on("/team", form...).write(`textbox "Email"`, "bob@corp.test").write(`combobox "Role"`, "Viewer", fromList).click(`button "Send invitation"`),
			`invite-somebody: Invite somebody
at /team
text email
1. type "{email}" into textbox "Email"
2. type "Viewer" into combobox "Role"
3. click button "Send invitation", sends
`},
		"a button that repeats a chosen option is no value": {
			record(1, "Delete the printer beta").on("/printers/beta", `combobox "Action"`, `option "Delete Printer"`).write(`combobox "Action"`, "Delete Printer", fromList).
				on("/admin", `heading "Delete Printer beta"`, `button "Delete Printer"`).click(`button "Delete Printer"`),
			`delete-printer-beta: Delete the printer beta
at /printers/beta
1. type "Delete Printer" into combobox "Action"
2. click button "Delete Printer", deletes
`},
		"a text with a colon is the label of a field in a row": {
			record(1, "Let only berta print").on("/admin", `textbox ""`, `radio "Allow"`, `radio "Prevent"`, `button "Delete others"`).write(`textbox ""`, "berta", row("Users: · Allow · Prevent")).click(`button "Delete others"`),
			`only-print: Let only {only} print
at /admin
text only
1. type "{only}" into the textbox with "Users:"
2. click button "Delete others", deletes
`},
		"a label of several words that the goal writes small is no value": {
			record(1, "Limit the download rate to 250").on("/settings", `textbox ""`, `textbox ""`, `button "Save"`).write(`textbox ""`, "250", row("Download Rate (kB/s)")).click(`button "Save"`),
			`limit-download-rate-kb-s: Limit the download rate to {download_rate_kb_s}
at /settings
text download_rate_kb_s
1. type "{download_rate_kb_s}" into the textbox with "Download Rate (kB/s)"
2. click button "Save"
`},
		"a value that is a part of a word keeps the rest of it": {
			record(1, "Search for slate and start what is found").on("/files", `searchbox "Search"`, `link "slate.iso"`, `button "Start"`).write(`searchbox "Search"`, "slate").click(`link "slate.iso"`).click(`button "Start"`),
			`search-start-found: Search for {search} and start what is found
at /files
text search
1. type "{search}" into searchbox "Search"
2. click the link with "{search}.iso"
3. click button "Start"
`},
		"a sign between a label and a value is the page's": {
			record(1, "Silence the alerts of the host mail7 and expire those of the job backup").on("/silences", `textbox "Matchers"`, `button "job=backup"`, `button "Expire"`, `button "Expire"`).
				write(`textbox "Matchers"`, `host="mail7"`).click(`button "Expire"`, row("Ends soon · Expire · job=backup")),
			`silence-alerts-host-expire-job: Silence the alerts of the host {host} and expire those of the job {job}
at /silences
text host
choice job
1. type "host="{host}"" into textbox "Matchers"
2. click button "Expire" in the row with "{job}"
`},
		"hovering before a press stays: a page may have the entries of its menus all the time": {
			record(1, "Show the groups").on("/users", `link "Accounts"`, `link "Groups"`).do("hover", `link "Accounts"`).click(`link "Groups"`),
			`show-groups: Show the groups
at /users
1. hover over link "Accounts"
2. click link "Groups"
`},
		"failures, corrections, waits and clicks into fields go": {
			record(1, "Invite bob@corp.test").on("/team", form...).click(`textbox "Email"`).write(`textbox "Email"`, "bib@corp.test").do("wait_for", `button "Cancel"`).
				write(`textbox "Email"`, "bob@corp.test").click(`button "Send"`, failed).click(`button "Send invitation"`),
			`invite-email: Invite {email}
at /team
text email
1. type "{email}" into textbox "Email"
2. click button "Send invitation", sends
`},
		"a press that reached no page did not lead to the next one": {
			record(1, "Open the stock").on("/signing-in", `link "Stock"`).click(`link "Stock"`, fails(types.CodeTargetNotActable)).on("/home", `link "Stock"`).click(`link "Stock"`),
			`open-stock: Open the stock
at /home
1. click link "Stock"
`},
		"one that may have reached it did": {
			record(1, "Open the stock").on("/signing-in", `link "Stock"`).click(`link "Stock"`, fails(types.CodeClickTimeout)).on("/home", `link "Stock"`).click(`link "Stock"`),
			`open-stock: Open the stock
at /signing-in
1. click link "Stock"
2. click link "Stock"
`},
		"hovering at the end, where nothing appeared, goes": {
			record(1, "Pause the printer").on("/printers", `button "Pause"`, `button "More"`).click(`button "Pause"`).do("hover", `button "More"`),
			`pause-printer: Pause the printer
at /printers
1. click button "Pause"
`},
		"a press that is repeated for what it had not brought is in vain": {
			record(1, "Edit the folder").on("/", `button "Folder"`).click(`button "Folder"`).click(`button "Edit"`, fails(types.CodeTargetNotFound)).
				click(`button "Folder"`).on("/", `button "Folder"`, `button "Edit"`).click(`button "Edit"`),
			`edit-folder: Edit the folder
at /
1. click button "Folder"
2. click button "Edit"
`},
		"a press that is repeated after another failed is not": {
			record(1, "Add two rows").on("/", `button "Add"`).click(`button "Add"`).click(`button "More"`, fails(types.CodeTargetNotFound)).
				click(`button "Add"`).on("/", `button "Add"`, `textbox "Row 2"`).write(`textbox "Row 2"`, "x"),
			`add-two-rows: Add two rows
at /
text row_2
1. click button "Add"
2. click button "Add"
3. type "{row_2}" into textbox "Row 2"
`},
		"repeated steps and Enter stay": {
			record(1, "Add milk and bread").on("/todos", `textbox "New todo"`).write(`textbox "New todo"`, "milk", submit).write(`textbox "New todo"`, "bread").press("Enter"),
			`add-new-todo-2: Add {new_todo} and {new_todo_2}
at /todos
text new_todo
text new_todo_2
1. type "{new_todo}" into textbox "New todo" and press Enter
2. type "{new_todo_2}" into textbox "New todo"
3. press Enter
`},
		"secrets are asked for, once for both fields": {
			record(1, "Sign up as ann").on("/signup", `textbox "User"`, `textbox "Password"`, `textbox "Confirm password"`, `button "Sign up"`).write(`textbox "User"`, "ann").
				write(`textbox "Password"`, "[REDACTED]", sensitive, unkept).write(`textbox "Confirm password"`, "[REDACTED]", sensitive, unkept).click(`button "Sign up"`),
			`sign-up-user: Sign up as {user}
at /signup
text user
secret password
1. type "{user}" into textbox "User"
2. type "{password}" into textbox "Password"
3. type "{password}" into textbox "Confirm password"
4. click button "Sign up"
`},
		"a secret is named by the word that makes it one, among the labels of its form": {
			record(1, "Log in and empty the cart").on("/login", `textbox ""`, `button "Login"`).write(`textbox ""`, "[REDACTED]", sensitive, unkept, row("User name Password Language Login")).click(`button "Login"`),
			`log-in-empty-cart: Log in and empty the cart
at /login
secret password
1. type "{password}" into the textbox with "User name Password Language Login"
2. click button "Login"
`},
		"the secrets of a login and of a form behind it are two": {
			record(1, "Add the member ann").on("/login", `textbox "User"`, `textbox "Password"`).write(`textbox "User"`, "boss").write(`textbox "Password"`, "[REDACTED]", sensitive, unkept, submit, led("/members", `button "Save"`)).
				on("/members", `textbox "Member"`, `textbox "Password"`, `textbox "Confirm password"`, `button "Save"`).write(`textbox "Member"`, "ann").
				write(`textbox "Password"`, "[REDACTED]", sensitive, unkept).write(`textbox "Confirm password"`, "[REDACTED]", sensitive, unkept).click(`button "Save"`),
			`add-member: Add the member {member}
at /login
text user
secret password
text member
secret password_2
1. type "{user}" into textbox "User"
2. type "{password}" into textbox "Password" and press Enter
3. type "{member}" into textbox "Member"
4. type "{password_2}" into textbox "Password"
5. type "{password_2}" into textbox "Confirm password"
6. click button "Save"
`},
		"a row is chosen by each cell that the goal names": {
			record(1, "Silence the alert DiskFull on web1").on("/alerts", `link "Silence"`, `link "Silence"`, `link "Silence"`).
				click(`link "Silence"`, row("2026-11-24 Info Silence · alertname=\"DiskFull\" + instance=\"web1\" + severity=\"warning\" +"), led("/new", `button "Create"`)).on("/new", `button "Create"`).click(`button "Create"`),
			`silence-alert-on-row: Silence the alert {alert} on {row}
at /alerts
choice alert
choice row
1. click link "Silence" in the row with "{alert} · {row}"
2. click button "Create"
`},
		"a text that the task changes selects no row": {
			record(1, "Set the stock of Marble to 250").on("/stock", `textbox "Stock"`, `button "Save"`, `button "Save"`).
				write(`textbox "Stock"`, "250", row("Marble · 250 kg")).click(`button "Save"`, row("Marble · 250 kg")),
			`set-stock-row: Set the stock of {row} to {stock}
at /stock
choice row
text stock
1. type "{stock}" into textbox "Stock" in the row with "{row}"
2. click button "Save" in the row with "{row}"
`},
		"a row is chosen by the words of the goal": {
			record(1, "Delete the invoice INV-42").on("/invoices", `button "Delete"`, `button "Delete"`, `button "Delete"`).
				click(`button "Delete"`, row("INV-42 · ACME · $20"), led("/invoices", `dialog "Delete?"`)).on("/invoices", `button "Yes"`, `button "No"`).click(`button "Yes"`),
			`delete-invoice: Delete the invoice {invoice}
at /invoices
choice invoice
1. click button "Delete" in the row with "{invoice}", deletes
2. click button "Yes"
`},
		"a list on to which something is dragged is chosen by the goal": {
			record(1, "Move the card Oil the saw to Later").on("/board", `link "Oil the saw"`, `link "Fell the ash"`, `heading "Now"`, `heading "Later"`).do("drag", `link "Oil the saw"`, onto("heading", "Later")),
			`move-card-place: Move the card {card} to {place}
at /board
choice card
choice place
1. drag link "{card}" to heading "{place}"
`},
		"a list that the goal does not name stays": {
			record(1, "Put the card Oil the saw off").on("/board", `link "Oil the saw"`, `link "Fell the ash"`, `heading "Now"`, `heading "Later"`).do("drag", `link "Oil the saw"`, onto("heading", "Later")),
			`put-card-off: Put the card {card} off
at /board
choice card
1. drag link "{card}" to heading "Later"
`},
		"of buttons that are pressed or not, the goal chooses one": {
			record(1, "Print the plan with margins for binders").on("/plan", `button "screens"`, `button "binders"`, `button "Delete"`, `button "Print"`).
				states(0, 1).click(`button "binders"`).click(`button "Print"`),
			`print-plan-margins-choice: Print the plan with margins for {choice}
at /plan
choice choice of binders, screens
1. click button "{choice}"
2. click button "Print"
`},
		"a word for the kind of thing is the page's": {
			record(1, "Close the stall South 2").on("/fair", `button "Stall South 1"`, `button "Stall South 2"`).click(`button "Stall South 2"`).on("/fair", `button "Close"`).click(`button "Close"`),
			`close-stall: Close the stall {stall}
at /fair
choice stall
1. click button "Stall {stall}"
2. click button "Close"
`},
		"an acronym is a kind of thing, and no name of one": {
			record(1, "Enable the batch API").on("/settings", `button "Batch API Disabled"`, `button "Rate limiting Disabled"`).click(`button "Batch API Disabled"`).on("/settings", `button "Enable"`).click(`button "Enable"`),
			`enable-batch-api: Enable the batch API
at /settings
1. click button "Batch API Disabled"
2. click button "Enable", grants
`},
		"a secret of the goal is a parameter": {
			record(1, "Add the user kim with the password "+redacted).on("/users", `textbox "Login"`, `textbox "Password"`, `button "Add"`).write(`textbox "Login"`, "kim").write(`textbox "Password"`, "x", sensitive).click(`button "Add"`),
			`add-user-login-password: Add the user {login} with the password {password}
at /users
text login
secret password
1. type "{login}" into textbox "Login"
2. type "{password}" into textbox "Password"
3. click button "Add"
`},
		"the words of a long prompt are no name": {
			record(1, "Search the books for Ember").on("/books", `textbox "Search term or filter like created > 2022"`, `textbox "Give the list a good name"`, `button "Search"`).write(`textbox "Search term or filter like created > 2022"`, "Ember").write(`textbox "Give the list a good name"`, "Ash").click(`button "Search"`),
			`search-books-term: Search the books for {search_term}
at /books
text search_term
text name
1. type "{search_term}" into textbox "Search term or filter like created > 2022"
2. type "{name}" into textbox "Give the list a good name"
3. click button "Search"
`},
		"a list without a name is what stands beside it, and not its value": {
			record(1, "Hand the plot over to Ivo").on("/plot", `textbox "Plot"`, `combobox ""`, `button "Apply"`).
				click(`combobox ""`, row("Owner · Jule"), func(s *types.Step) { s.Tool.Target.RowRole = "" }).on("/plot", `option "Ivo"`, `option "Jule"`).click(`option "Ivo"`).on("/plot", `button "Apply"`).click(`button "Apply"`),
			`hand-plot-choice: Hand the plot over to {choice}
at /plot
choice choice of Ivo, Jule
1. click the combobox with "Owner"
2. click option "{choice}"
3. click button "Apply"
`},
		"a list without a name that shows its value alone is known by its place": {
			record(1, "Hand the plot over to Ivo").on("/plot", `textbox "Plot"`, `combobox ""`, `button "Apply"`).
				click(`combobox ""`, row("Jule"), func(s *types.Step) { s.Tool.Target.RowRole = "" }).on("/plot", `option "Ivo"`, `option "Jule"`).click(`option "Ivo"`).on("/plot", `button "Apply"`).click(`button "Apply"`),
			`hand-plot-choice: Hand the plot over to {choice}
at /plot
choice choice of Ivo, Jule
1. click combobox beside textbox "Plot"
2. click option "{choice}"
3. click button "Apply"
`},
		"of equals in the row, their place chooses": {
			record(1, "Delete the tool Easel").on("/stock", `button ""`, `button ""`, `button ""`, `button ""`).
				click(`button ""`, row("Easel · $20"), func(s *types.Step) { s.Tool.Target.RowNth, s.Tool.Target.RowOf = 2, 2 }),
			`delete-tool: Delete the tool {tool}
at /stock
choice tool
1. click button 2 of 2 in the row with "{tool}"
`},
		"a cell is known by its column, not by what it shows": {
			record(1, "Set the price of Easel to 14").on("/stock", `gridcell "33"`, `textbox "Price"`).
				click(`gridcell "33"`, row("Easel · 33"), func(s *types.Step) { s.Tool.Target.RowNth, s.Tool.Target.RowOf = 2, 3 }).write(`textbox "Price"`, "14"),
			`set-price-row: Set the price of {row} to {price}
at /stock
choice row
text price
1. click gridcell 2 of 3 in the row with "{row}"
2. type "{price}" into textbox "Price"
`},
		"what is around an element that its test id names chooses nothing": {
			record(1, "Send 0.1 ETH").on("/w", `button "Send"`).click(`button "Send"`, testID("overview-send"), row("ETH · Buy · Swap"), func(s *types.Step) { s.Tool.Target.RowRole = "region" }).
				on("/w", `textbox "Amount"`).write(`textbox "Amount"`, "0.1", submit),
			`send-amount-eth: Send {amount} ETH
at /w
text amount
1. click button "Send", sends
2. type "{amount}" into textbox "Amount" and press Enter
`},
		"a name is chosen as a whole": {
			record(1, "Close the issue Typo on the welcome page").on("/i", `link "Typo on the welcome page"`).click(`link "Typo on the welcome page"`, row("Typo on the welcome page · open")).
				on("/i/7", `button "Close issue"`).click(`button "Close issue"`),
			`close-issue: Close the issue {issue}
at /i
choice issue
1. click link "{issue}"
2. click button "Close issue"
`},
		"what a step types does not choose its row": {
			record(1, "Set the colour red").on("/c", `textbox "colour"`, `textbox "colour"`).write(`textbox "colour"`, "red", row("red · colour"), submit),
			`set-colour: Set the colour {colour}
at /c
text colour
1. type "{colour}" into textbox "colour" and press Enter
`},
		"the value of a list beside its label is no text of the row": {
			record(1, "Give the tree Ash to the warden Dov").on("/k", `combobox ""`, `combobox ""`, `button "Save"`).click(`combobox ""`, row("Warden · Bram"), func(s *types.Step) { s.Tool.Target.RowRole = "" }).
				on("/k", `combobox ""`, `combobox ""`, `option "Bram"`, `option "Dov"`, `button "Save"`).click(`option "Dov"`).click(`button "Save"`),
			`give-tree-ash-warden: Give the tree Ash to the warden {warden}
at /k
choice warden of Dov, Bram
1. click the combobox with "Warden"
2. click option "{warden}"
3. click button "Save"
`},
		"what is to be changed does not choose the row": {
			record(1, "Send the ship Dione to the East dock").on("/h", `button "⋯"`, `button "⋯"`).click(`button "⋯"`, row("Dione · Dean · South dock"), nth(2)).
				on("/h", `textbox "Dock"`, `button "Save"`).write(`textbox "Dock"`, "East dock").click(`button "Save"`),
			`send-ship-dock: Send the ship {ship} to the {dock}
at /h
choice ship
text dock
1. click button "⋯" in the row with "{ship}"
2. type "{dock}" into textbox "Dock"
3. click button "Save"
`},
		"who gets a quantity is no label of it": {
			record(1, "Give the hive Clover 11 frames").on("/h", `spinbutton ""`, `spinbutton ""`).write(`spinbutton ""`, "11", row("Clover"), nth(2), func(s *types.Step) { s.Tool.Target.RowRole = "listitem" }),
			`give-hive-clover-frames: Give the hive {hive} {clover} frames
at /h
choice hive
text clover
1. type "{clover}" into the spinbutton with "{hive}"
`},
		"a control with its value for a name is chosen by its row": {
			record(1, "Make Dorte the coach of the Foxes").on("/c", `button "Anders"`, `button "Claus"`).click(`button "Claus"`, row("Foxes · junior")).
				on("/c", `button "Anders"`, `button "Claus"`, `option "Claus"`, `option "Dorte"`).click(`option "Dorte"`),
			`make-choice-coach-row: Make {choice} the coach of the {row}
at /c
choice row
choice choice of Dorte, Claus
1. click button "Claus" in the row with "{row}"
2. click option "{choice}"
`},
		"what an address lost is asked for": {
			record(1, "Empty the list").open("/_/#/lists?list=").on("/_/#/lists?list=&sort=&filter=&page=", `button "Empty"`).click(`button "Empty"`),
			`empty-list: Empty the list
at /_/#/lists?list={list}
text list, optional
1. click button "Empty"
`},
		"all fields that it lost are parameters": {
			record(1, "Empty the list").open("/?db=&table=&from=&rows=").on("/?db=&table=&from=&rows=", `button "Empty"`).click(`button "Empty"`),
			`empty-list: Empty the list
at /?db={db}&table={table}&from={from}&rows={rows}
text db, optional
text table, optional
text from, optional
text rows, optional
1. click button "Empty"
`},
		"a row that the goal does not name is asked for": {
			record(1, "Approve a request").on("/requests", `button "Approve"`, `button "Approve"`).click(`button "Approve"`, row("Ann Lee · leave")),
			`approve-request: Approve a request
at /requests
choice row
1. click button "Approve" in the row with "{row}", grants
`},
		"a row with several texts is asked for": {
			record(1, "Start it again").on("/", `link "Start"`, `link "Start"`).click(`link "Start"`, row("Not started · mill")),
			`start: Start it again
at /
choice row
1. click link "Start" in the row with "{row}"
`},
		"a part of the page with several texts is part of the task": {
			record(1, "Save the theme").on("/s", `button "Update"`, `button "Update"`).click(`button "Update"`, func(s *types.Step) {
				s.Tool.Target.RowRole, s.Tool.Target.Row = "group", "Look · Pages"
			}),
			`save-theme: Save the theme
at /s
1. click button "Update" in the row with "Look"
`},
		"a field that two texts of its row name is part of the task": {
			record(1, "Insert the stone Onyx").on("/t", `textbox ""`, `textbox ""`).write(`textbox ""`, "Onyx", row("name · TEXT")),
			`insert-stone: Insert the stone {stone}
at /t
text stone
1. type "{stone}" into the textbox with "name"
`},
		"a field is named by its row before a word behind its value": {
			record(1, "Insert Onyx from Oslo, since 2024").on("/t", `textbox ""`, `textbox ""`).write(`textbox ""`, "Oslo", row("city · TEXT")).write(`textbox ""`, "2024", row("since · DATE")),
			`insert-onyx-city-since: Insert Onyx from {city}, since {since}
at /t
text city
text since
1. type "{city}" into the textbox with "city"
2. type "{since}" into the textbox with "since"
`},
		"a field without a name is the one within its id, whichever labels of its form the goal names": {
			record(1, "Set the height of the tree Greta to 9").on("/trees", `textbox ""`, `spinbutton ""`).write(`spinbutton ""`, "9", among("Title · Height · Kind", `#height input`)),
			`set-height-tree-greta-text: Set the height of the tree Greta to {text}
at /trees
text text
1. type "{text}" into spinbutton "#height input"
`},
		"one without an id stays in its form": {
			record(1, "Set the height of the tree Greta to 9").on("/trees", `textbox ""`, `spinbutton ""`).write(`spinbutton ""`, "9", among("Title · Height · Kind", "")),
			`set-height-tree-greta-text: Set the height of the tree Greta to {text}
at /trees
text text
1. type "{text}" into the spinbutton with "Title"
`},
		"a row is not chosen by the name of the field that it has changed": {
			record(1, "Change the site title in the settings to Pier").on("/settings", `button "Edit"`, `button "Edit"`).click(`button "Edit"`, among("General · Site title", "")).
				on("/settings", `textbox "Site title"`).write(`textbox "Site title"`, "Pier"),
			`change-site-title-in-settings: Change the site title in the settings to {site_title}
at /settings
text site_title
1. click button "Edit" in the row with "Site title"
2. type "{site_title}" into textbox "Site title"
`},
		"one in a list of things is chosen by its thing": {
			record(1, "Order 4 of the tea Oolong").on("/teas", `spinbutton ""`, `spinbutton ""`).write(`spinbutton ""`, "4", among("Oolong · Taiwan · in stock", "#oolong input")),
			`order-text-tea: Order {text} of the tea {tea}
at /teas
choice tea
text text
1. type "{text}" into the spinbutton with "{tea}"
`},
		"a row that the goal names by a word of controls": {
			record(1, "Start the process press").on("/", `link "Start"`, `link "Start"`).click(`link "Start"`, row("Not started · press")),
			`start-process: Start the process {process}
at /
choice process
1. click link "Start" in the row with "{process}"
`},
		"a row of the kind of thing that the goal speaks of is part of the task": {
			record(1, "Delete everything in a group").on("/admin", `link "Clear"`, `link "Clear"`).click(`link "Clear"`, row("Groups · Clear · Change"), led("/g")).on("/g", `button "Delete all"`).click(`button "Delete all"`),
			`delete-everything-in-group: Delete everything in a group
at /admin
1. click link "Clear" in the row with "Groups"
2. click button "Delete all", deletes
`},
		"that cell names it, and no other that all rows have": {
			record(1, "Insert a stone basalt").on("/db", `link "Insert"`, `link "Insert"`).click(`link "Insert"`, row("Table · stones · Browse · Insert · 3"), led("/i")).on("/i", `textbox "name"`, `button "Go"`).write(`textbox "name"`, "basalt").click(`button "Go"`),
			`insert-stone-name: Insert a stone {name}
at /db
text name
1. click link "Insert" in the row with "stones"
2. type "{name}" into textbox "name"
3. click button "Go"
`},
		"of a kind and a name in a row the name says which": {
			record(1, "Rename the table carts to lorries").on("/db", `link "Rename"`, `link "Rename"`).click(`link "Rename"`, row("Table · carts · Browse · Rename · 0"), led("/r")).on("/r", `textbox "Name"`, `button "Go"`).write(`textbox "Name"`, "lorries").click(`button "Go"`),
			`rename-table-name: Rename the table {table} to {name}
at /db
choice table
text name
1. click link "Rename" in the row with "{table}"
2. type "{name}" into textbox "Name"
3. click button "Go"
`},
		"so is one that the goal says nothing of where nothing is done for good": {
			record(1, "Show the timetable").on("/lines", `link "Times"`, `link "Times"`).click(`link "Times"`, row("Ferry · Times")),
			`show-timetable: Show the timetable
at /lines
1. click link "Times" in the row with "Ferry"
`},
		"a choice that each row has is that of the goal's row": {
			record(1, "Rate the bike Kite 7 with 4 stars").on("/r", `radio "3 star"`, `radio "4 star"`, `radio "3 star"`, `radio "4 star"`).click(`radio "4 star"`, row("Kite 7"), nth(2)),
			`rate-bike-4-stars: Rate the bike {bike} with 4 stars
at /r
choice bike
1. click radio "4 star" in the row with "{bike}"
`},
		"a link in the verb's words is no value": {
			record(1, "Hand out the bike Raven 14").on("/b", `button "⋮"`, `button "⋮"`).click(`button "⋮"`, row("Raven 14 · Lars"), nth(2)).
				on("/b", `link "Edit"`, `link "Hand out"`, `link "Scrap"`).click(`link "Hand out"`, row("Hand out")),
			`hand-out-bike: Hand out the bike {bike}
at /b
choice bike
1. click button "⋮" in the row with "{bike}"
2. click link "Hand out"
`},
		"an object is a parameter though a page writes it small and in no row": {
			record(1, "Delete the group printers").on("/groups", `link "editors"`, `link "printers"`).click(`link "printers"`, led("/g/2")).on("/g/2", `link "Delete"`).click(`link "Delete"`),
			`delete-group: Delete the group {group}
at /groups
choice group
1. click link "{group}"
2. click link "Delete", deletes
`},
		"so is one of a single letter": {
			record(1, "Delete the group A").on("/groups", `link "A"`, `link "B"`).click(`link "A"`, row("A · 2 members"), led("/g/2")).on("/g/2", `link "Delete"`).click(`link "Delete"`),
			`delete-group: Delete the group {group}
at /groups
choice group
1. click link "{group}"
2. click link "Delete", deletes
`},
		"a button that shows an object beside other things is known by it": {
			record(1, "Pause the folder Photos").on("/", `button "Invoices Idle"`, `button "Photos Idle"`).click(`button "Photos Idle"`, led("/", `button "Pause"`)).on("/", `button "Photos Idle"`, `button "Pause"`).click(`button "Pause"`),
			`pause-folder: Pause the folder {folder}
at /
choice folder
1. click the button with "{folder}"
2. click button "Pause"
`},
		"a name that the row's object is a part of is chosen by it": {
			record(1, "Make the user berta an Editor").on("/users", `checkbox "Select berta"`, `combobox "Role"`, `button "Change"`).click(`checkbox "Select berta"`, row("Select berta · berta Edit | Delete · Subscriber")).
				write(`combobox "Role"`, "Editor", fromList).click(`button "Change"`),
			`make-user-role: Make the user {user} an {role}
at /users
choice user
choice role of Editor
1. click checkbox "Select {user}"
2. type "{role}" into combobox "Role"
3. click button "Change"
`},
		"a name that has more of the row is none, but the row is": {
			record(1, "Activate the products Cookie").on("/shop", `generic "Select product Ball Acme draft"`, `generic "Select product Cookie Dune draft"`, `button "Activate"`).
				click(`generic "Select product Cookie Dune draft"`, row("Select product · Cookie · Dune · draft")).click(`button "Activate"`),
			`activate-products: Activate the products {products}
at /shop
choice products
1. click the generic with "{products}"
2. click button "Activate"
`},
		"boxes of one name are no choice, but their rows are": {
			record(1, "Put the product Ball on sale").on("/shop", `checkbox "On sale"`, `checkbox "On sale"`).click(`checkbox "On sale"`, row("Ball · On sale"), nth(2)),
			`put-product-on-sale: Put the product {product} on sale
at /shop
choice product
1. click checkbox "On sale" in the row with "{product}"
`},
		"a button that unfolds the row of the goal's object is chosen by it": {
			record(1, "Diagnose a broken wing for Coco").on("/pets", `button "Ajax"`, `button "Coco"`, `button "Duke"`).click(`button "Coco"`).
				on("/pets", `button "Ajax"`, `button "Coco"`, `textbox ""`, `button "Duke"`).write(`textbox ""`, "broken wing", row("Coco · Diagnosis")),
			`diagnose-text-item: Diagnose a {text} for {item}
at /pets
choice item
text text
1. click button "{item}"
2. type "{text}" into the textbox with "{item}"
`},
		"the text beside a field with a name and equals is no label": {
			record(1, "Give the server delphi 6 cores").on("/", `spinbutton "Input"`, `spinbutton "Input"`).write(`spinbutton "Input"`, "6", row("delphi"), nth(2)),
			`give-server-input-cores: Give the server {server} {input} cores
at /
choice server
text input
1. type "{input}" into spinbutton "Input" in the row with "{server}"
`},
		"so it is where the goal has no word for its kind": {
			record(1, "Make berta an Editor").on("/users", `checkbox "Select berta"`, `combobox "Role"`, `button "Change"`).click(`checkbox "Select berta"`, row("Select berta · berta Edit | Delete · Subscriber")).
				write(`combobox "Role"`, "Editor", fromList).click(`button "Change"`),
			`make-choice-role: Make {choice} an {role}
at /users
choice choice
choice role of Editor
1. click checkbox "Select {choice}"
2. type "{role}" into combobox "Role"
3. click button "Change"
`},
		"the word for a kind of thing is no object, though the row has it": {
			record(1, "Delete the group printers").on("/groups", `link "Delete group"`, `link "Delete group"`).click(`link "Delete group"`, row("printers · group of 3 · Delete group")),
			`delete-group: Delete the group {group}
at /groups
choice group
1. click link "Delete group" in the row with "{group}", deletes
`},
		"a name in the words of others of its kind is chosen by its object": {
			record(1, "Rename the post Marble prices to Carrara").on("/posts", `button "Quick edit “Granite prices” inline"`, `button "Quick edit “Marble prices” inline"`).click(`button "Quick edit “Marble prices” inline"`, led("/posts", `textbox "Title"`)).
				on("/posts", `textbox "Title"`, `button "Update"`).write(`textbox "Title"`, "Carrara").click(`button "Update"`),
			`rename-post-title: Rename the post {post} to {title}
at /posts
choice post
text title
1. click button "Quick edit “{post}” inline"
2. type "{title}" into textbox "Title"
3. click button "Update"
`},
		"an object that a menu has as well is chosen below its heading": {
			record(1, "Rename the table carts to lorries").on("/db", `link "carts"`, `link "orders"`, `heading "Tables"`, `link "carts"`, `link "orders"`).click(`link "carts"`, nth(2), led("/t")).
				on("/t", `textbox "Name"`, `button "Save"`).write(`textbox "Name"`, "lorries").click(`button "Save"`),
			`rename-table-name: Rename the table {table} to {name}
at /db
choice table
text name
1. click link "{table}" under "Tables"
2. type "{name}" into textbox "Name"
3. click button "Save"
`},
		"words before an object that say no action are data as well": {
			record(1, "File the mail Lunch").on("/", `link "Ada Lane · Supper"`, `link "Ada Lane · Lunch"`).click(`link "Ada Lane · Lunch"`, row("Ada Lane · Lunch · Star"), led("/m")).on("/m", `button "File"`).click(`button "File"`),
			`file-mail: File the mail {mail}
at /
choice mail
1. click the link with "{mail}"
2. click button "File"
`},
		"a unit behind what is typed chooses no row": {
			record(1, "Limit all downloads to 250 KiB/s").on("/o", `spinbutton "Download:"`, `spinbutton "Download:"`, `button "Save"`).write(`spinbutton "Download:"`, "250", row("KiB/s"), nth(1)).click(`button "Save"`),
			`limit-all-downloads-download-kib-s: Limit all downloads to {download} KiB/s
at /o
text download
1. type "{download}" into spinbutton "Download:" in the row with "KiB/s"
2. click button "Save"
`},
		"equals are distinguished by the heading that the goal names": {
			record(1, "Replace the section Prices by Free.").on("/page", `heading "Start"`, `button "Edit"`, `heading "Prices"`, `button "Edit"`, `heading "Directions"`, `button "Edit"`).click(`button "Edit"`, nth(2), led("/edit")).
				on("/edit", `textbox "Text"`, `button "Save"`).write(`textbox "Text"`, "Free.").click(`button "Save"`),
			`replace-section-text: Replace the section {section} by {text}
at /page
choice section
text text
1. click button "Edit" under "{section}"
2. type "{text}" into textbox "Text"
3. click button "Save"
`},
		"fields without names are counted below their heading, which has no values": {
			record(1, "Rename the collection Holidays to Days off").on("/c", `link "Edit"`, `link "Edit"`).click(`link "Edit"`, row("Holidays · URL"), led("/c")).
				on("/c", `heading "Edit Holidays:"`, `textbox ""`, `textbox ""`, `button "Save"`).write(`textbox ""`, "Days off", nth(1)).click(`button "Save"`),
			`rename-collection-text: Rename the collection {collection} to {text}
at /c
choice collection
text text
1. click link "Edit" in the row with "{collection}"
2. type "{text}" into textbox 1 of 2 under "Edit {collection}:"
3. click button "Save"
`},
		"what is typed later chooses nothing before, and a list says what it has": {
			record(1, "Create the calendar Deliveries").on("/c", `link "Create addressbook or calendar"`, `link "Upload"`).click(`link "Create addressbook or calendar"`, led("/n")).
				on("/n", `heading "New"`, `combobox ""`, `option "addressbook"`, `option "calendar"`, `textbox "Name"`, `button "Create"`).
				write(`combobox ""`, "calendar", fromList, inList).write(`textbox "Name"`, "Deliveries").click(`button "Create"`),
			`create-choice-name: Create the {choice} {name}
at /c
choice choice of calendar, addressbook
text name
1. click link "Create addressbook or calendar"
2. type "{choice}" into combobox beside heading "New"
3. type "{name}" into textbox "Name"
4. click button "Create"
`},
		"a kind of thing that is written large is no object": {
			record(1, "Lösche die Rechnung von Acme").on("/r", `button "Rechnung löschen"`).click(`button "Rechnung löschen"`),
			`losche-die-rechnung-acme: Lösche die Rechnung von Acme
at /r
1. click button "Rechnung löschen", deletes
`},
		"nor is a word of a goal that is written as a title": {
			record(1, "Create New Invoice For Acme").on("/r", `button "Add Invoice"`).click(`button "Add Invoice"`),
			`create-new-invoice-acme: Create New Invoice For Acme
at /r
1. click button "Add Invoice"
`},
		"a JavaScript dialog is answered where it says the same": {
			record(1, "Delete the photo Sunrise").on("/p", `link "Sunrise"`, `link "Noon"`).click(`link "Sunrise"`, row("Sunrise · 2 MB"), led("/p/1")).on("/p/1", `button "Delete"`).click(`button "Delete"`).
				on("/p/1", `alertdialog "Delete Sunrise for good?"`, `button "OK"`, `button "Cancel"`).click(`button "OK"`, inDialog(`alertdialog "Delete Sunrise for good?"`)),
			`delete-photo: Delete the photo {photo}
at /p
choice photo
1. click link "{photo}"
2. click button "Delete", deletes
3. click button "OK" under "Delete {photo} for good?", deletes
`},
		"what nothing but its text names is found by it": {
			record(1, "Start the transfer marble.iso").on("/t", `button "Start"`).click("", shows("marble.iso")).click(`button "Start"`),
			`start-transfer: Start the transfer {transfer}
at /t
choice transfer
1. click text "{transfer}"
2. click button "Start"
`},
		"a word that a row happens to have chooses no row": {
			record(1, "Limit downloads to 250 kB/s").on("/s", `spinbutton ""`).write(`spinbutton ""`, "250", row("Download (kB/s):")).press("Enter"),
			`limit-downloads-download-kb-s: Limit downloads to {download_kb_s} kB/s
at /s
text download_kb_s
1. type "{download_kb_s}" into the spinbutton with "Download (kB/s):"
2. press Enter
`},
		"no parameter has the name of another's value": {
			record(1, "Give the user kofi staff status").on("/users", `link "ines"`, `link "kofi"`).click(`link "kofi"`, row("kofi · Mensah"), led("/u/3")).
				on("/u/3", `checkbox "Active"`, `checkbox "Staff status"`, `button "Save"`).click(`checkbox "Staff status"`).click(`button "Save"`),
			`give-user-choice: Give the user {user} {choice}
at /users
choice user
choice choice of Staff status, Active
1. click link "{user}"
2. click checkbox "{choice}"
3. click button "Save"
`},
		"a menu that is closed by clipping is opened before its entry is pressed, others are not": {
			record(1, "Mute all hosts").on("/", `link "Reports"`, `link "Configuration"`, `link "Hosts"`).click(`link "Reports"`, row("Reports · Audit")).
				on("/", `link "Reports"`, `link "Configuration"`, `link "Hosts"`).click(`link "Configuration"`, row("Configuration · Hosts Templates")).
				on("/", `link "Reports"`, `link "Configuration"`, `link "Hosts"`).click(`link "Hosts"`, row("Configuration · Hosts Templates"), led("/hosts")).on("/hosts", `button "Mute"`).click(`button "Mute"`),
			`mute-all-hosts: Mute all hosts
at /
1. click link "Configuration"
2. click link "Hosts"
3. click button "Mute"
`},
		"a text that found an option is the option that the goal names": {
			record(1, "Put web-07 into the group Linux servers").on("/new", `textbox "Groups"`, `textbox "Name"`, `button "Add"`).write(`textbox "Name"`, "web-07").write(`textbox "Groups"`, "Linux").
				on("/new", `textbox "Groups"`, `generic "Linux servers"`, `generic "Linux (new)"`, `button "Add"`).click(`generic "Linux servers"`).click(`button "Add"`),
			`put-name-group-groups: Put {name} into the group {groups}
at /new
text name
text groups
1. type "{name}" into textbox "Name"
2. type "{groups}" into textbox "Groups"
3. click generic "{groups}"
4. click button "Add"
`},
		"a row of buttons that each list has tells no list from the other": {
			record(1, "Silence the alarms").on("/f", `heading "Match"`, `button "Select"`, `button "Add"`, `heading "Actions"`, `button "Select"`, `button "Add"`).
				click(`button "Add"`, row("Select Add"), nth(1)).click(`button "Add"`, row("Select Add"), nth(2)),
			`silence-alarms: Silence the alarms
at /f
1. click button "Add" under "Match"
2. click button "Add" under "Actions"
`},
		"a button beside one of a kind says which list it is in": {
			record(1, "Silence the alarms").on("/f", `button "Rules"`, `button "Add"`, `button "Actions"`, `button "Add"`).click(`button "Add"`, row("Rules Add"), nth(1)),
			`silence-alarms: Silence the alarms
at /f
1. click button "Add" in the row with "Rules Add"
`},
		"a press that a form refused is not repeated, one for each thing is": {
			record(1, "Add the tags moss and fern").on("/f", `textbox "Tag"`, `textbox "Owner"`, `button "Add"`).
				write(`textbox "Tag"`, "moss").click(`button "Add"`, led("/f", `alert "Owner is required"`)).write(`textbox "Owner"`, "Ann").click(`button "Add"`, led("/f", `alert "Added"`)).
				write(`textbox "Tag"`, "fern").click(`button "Add"`, led("/f", `alert "Added"`)),
			`add-tags-tag-2: Add the tags {tag} and {tag_2}
at /f
text tag
text owner
text tag_2
1. type "{tag}" into textbox "Tag"
2. type "{owner}" into textbox "Owner"
3. click button "Add"
4. type "{tag_2}" into textbox "Tag"
5. click button "Add"
`},
		"days of a calendar are written as the goal writes them": {
			record(1, "Book a stay from 19 May to 23 May for Ann").on("/b", `button "Wednesday, May 19, 2027"`, `button "Sunday, May 23, 2027"`, `textbox "Guest"`, `button "Book"`).
				click(`button "Wednesday, May 19, 2027"`).click(`button "Sunday, May 23, 2027"`).write(`textbox "Guest"`, "Ann").click(`button "Book"`),
			`book-stay-day-2-guest: Book a stay from {day} to {day_2} for {guest}
at /b
choice day
choice day_2
text guest
1. click button "{day}"
2. click button "{day_2}"
3. type "{guest}" into textbox "Guest"
4. click button "Book"
`},
		"an opened and closed dialog is a detour": {
			record(1, "Invite bob@corp.test").on("/team", users...).click(`link "Settings"`, led("/settings")).on("/settings", `heading "Settings"`).do("back", "").
				on("/team", users...).click(`button "Invite"`).on("/team", form...).write(`textbox "Email"`, "bob@corp.test").click(`button "Send invitation"`),
			`invite-email: Invite {email}
at /team
text email
1. click button "Invite", grants
2. type "{email}" into textbox "Email"
3. click button "Send invitation", sends
`},
		"a visit that changed something is none": {
			record(1, "Mute the team").on("/team", users...).click(`link "Settings"`, led("/settings")).on("/settings", `switch "Mute"`).click(`switch "Mute"`).do("back", "").
				on("/team", users...).click(`button "Invite"`),
			`mute-team: Mute the team
at /team
1. click link "Settings"
2. click switch "Mute"
3. go back
4. click button "Invite", grants
`},
		"the address that it began with is where it starts": {
			record(1, "Open the settings").open("/team").on("/team", users...).click(`link "Settings"`, led("/settings")).on("/settings").open("/settings").click(`switch "Mute"`),
			`open-settings: Open the settings
at /team
1. click link "Settings"
2. click switch "Mute"
`},
		"a label to tick is a choice where others stand beside it": {
			record(1, "Label the issue Crash on start as bug").on("/issues", `link "Crash on start"`, `link "Slow search"`).click(`link "Crash on start"`, led("/issue")).
				on("/issue", `checkbox "bug"`, `checkbox "docs"`, `button "Save"`).click(`checkbox "bug"`).click(`button "Save"`),
			`label-issue-choice: Label the issue {issue} as {choice}
at /issues
choice issue
choice choice of bug, docs
1. click link "{issue}"
2. click checkbox "{choice}"
3. click button "Save"
`},
		"a single box to tick is part of the task": {
			record(1, "Subscribe to the newsletter").on("/me", `checkbox "Newsletter"`, `button "Save"`).click(`checkbox "Newsletter"`).click(`button "Save"`),
			`subscribe-newsletter: Subscribe to the newsletter
at /me
1. click checkbox "Newsletter"
2. click button "Save"
`},
		"a word for what to do is no object, though a link has it as its name": {
			record(1, "Place a debug node in the flow and deploy").on("/", `link "Deploy"`, `generic "inject"`, `generic "debug"`, `generic "catch"`).click(`generic "debug"`).click(`link "Deploy"`, row("Deploy · Full Deploys everything")),
			`place-node-in-deploy: Place a {node} node in the flow and deploy
at /
choice node
1. click generic "{node}"
2. click link "Deploy", publishes
`},
		"what an application's own menu leads to is a part of the task": {
			record(1, "Open Settings and mute the team").on("/", `link "Settings"`, `link "People"`).click(`link "Settings"`, row("Settings · People"), inPart("navigation")).on("/settings", `switch "Mute"`).click(`switch "Mute"`),
			`open-settings-mute-team: Open Settings and mute the team
at /
1. click link "Settings"
2. click switch "Mute"
`},
		"what the goal calls a text chooses no row": {
			record(1, "Try the request that lists the stones of colour red").on("/api", `textbox "colour"`, `button "Execute"`).write(`textbox "colour"`, "red", row("colour string ( query )")).click(`button "Execute"`),
			`request-lists-stones-colour: Try the request that lists the stones of colour {colour}
at /api
text colour
1. type "{colour}" into textbox "colour"
2. click button "Execute"
`},
		"of two links of one name, the row tells which": {
			record(1, "Rename the table carts to lorries").on("/db", `link "carts"`, `link "orders"`, `link "carts"`, `link "Browse"`, `link "orders"`, `link "Browse"`).click(`link "carts"`, row("carts · Browse · 0")).
				on("/table", `textbox "Name"`).write(`textbox "Name"`, "lorries", submit),
			`rename-table-name: Rename the table {table} to {name}
at /db
choice table
text name
1. click link "{table}" in the row with "Browse"
2. type "{name}" into textbox "Name" and press Enter
`},
		"a label with a colon chooses no row": {
			record(1, "File the ticket Basalt is wet of the type Documentation").on("/new", `combobox ""`, `combobox ""`, `button "Submit"`).
				write(`combobox ""`, "Documentation", fromList, row("Type: · What type of ticket is this?")).click(`button "Submit"`),
			`file-ticket-basalt-wet-type: File the ticket Basalt is wet of the type {type}
at /new
choice type of Documentation
1. type "{type}" into the combobox with "Type:"
2. click button "Submit"
`},
		"the object is in the row's first cell and in a longer word of the link's name": {
			record(1, "Delete the user petra").on("/users", `link "petra@harbor.test"`).click(`link "petra@harbor.test"`, row("petra, petra@harbor.test · 0 · User")).
				on("/users", `link "Delete User"`).click(`link "Delete User"`),
			`delete-user: Delete the user {user}
at /users
choice user
1. click link "{user}@harbor.test" in the row with "{user}"
2. click link "Delete User", deletes
`},
		"two fields with one label are two fields": {
			record(1, "Enrol petra").on("/enrol", `textbox ""`, `button "OK"`).write(`textbox ""`, "petra", row("Username"), nth(1)).
				write(`textbox ""`, "quay-7", row("Password"), nth(2)).write(`textbox ""`, "quay-7", row("Password"), nth(3)).click(`button "OK"`),
			`enrol-username: Enrol {username}
at /enrol
text username
text password
1. type "{username}" into the textbox with "Username"
2. type "{password}" into textbox 1 of 2 in the row with "Password"
3. type "{password}" into textbox 2 of 2 in the row with "Password"
4. click button "OK"
`},
		"the kind of an object behind a verb is no value, in capitals": {
			record(1, "Add a device group named Quay").on("/", `link "Add Device Group"`).click(`link "Add Device Group"`, row("Add Device Group · MeshCmd")).on("/new", `textbox "Name"`).write(`textbox "Name"`, "Quay"),
			`add-device-group-named-name: Add a device group named {name}
at /
text name
1. click link "Add Device Group"
2. type "{name}" into textbox "Name"
`},
		"a kind of object behind an article is no value": {
			record(1, "Create an API key for the tide script").on("/keys", `link "Create a new API key"`).click(`link "Create a new API key"`),
			`create-api-key-tide-script: Create an API key for the tide script
at /keys
1. click link "Create a new API key"
`},
		"a word of the goal that a page begins with a capital is no object": {
			record(1, "Make a silence for SawBlunt").on("/", `link "New Silence"`).click(`link "New Silence"`, row("Alerts · New Silence")).
				on("/new", `textbox "Matcher"`, `button "Create"`).write(`textbox "Matcher"`, "SawBlunt").click(`button "Create"`),
			`make-silence-matcher: Make a silence for {matcher}
at /
text matcher
1. click link "New Silence"
2. type "{matcher}" into textbox "Matcher"
3. click button "Create"
`},
		"the only text beside a field is its label, though the task deletes": {
			record(1, "Delete the stones, because of dust").on("/", `textbox ""`, `textbox ""`, `button "Delete"`).write(`textbox ""`, "keeper", row("Creator")).write(`textbox ""`, "dust", row("Comment")).click(`button "Delete"`),
			`delete-stones-comment: Delete the stones, because of {comment}
at /
text creator
text comment
1. type "{creator}" into the textbox with "Creator"
2. type "{comment}" into the textbox with "Comment"
3. click button "Delete", deletes
`},
		"the label beside a field chooses no row, though the goal has its word": {
			record(1, "Set the author of the book to Kafka").on("/", `textbox ""`, `textbox ""`, `button "Save"`).write(`textbox ""`, "Kafka", row("Author")).click(`button "Save"`),
			`set-author-book: Set the author of the book to {author}
at /
text author
1. type "{author}" into the textbox with "Author"
2. click button "Save"
`},
		"the label within a field chooses no row, and its value is no part of it": {
			record(1, "Let Ada teach the course").on("/", `combobox "Select an option"`, `combobox "Select an option"`, `button "Save"`).
				click(`combobox "Select an option"`, row("Teacher · Dino"), func(s *types.Step) { s.Tool.Target.RowRole = "combobox" }, nth(1)).click(`button "Save"`),
			`ada-teach-course: Let Ada teach the course
at /
1. click combobox "Select an option" in the row with "Teacher"
2. click button "Save"
`},
		"the label in the paragraph of a list chooses no row": {
			record(1, "Take the stall, size Medium").on("/", `combobox "Small"`, `button "Save"`).
				click(`combobox "Small"`, row("Size · Small"), func(s *types.Step) { s.Tool.Target.RowRole = "paragraph" }).
				on("/", `combobox "Small"`, `option "Small"`, `option "Medium"`, `button "Save"`).click(`option "Medium"`).click(`button "Save"`),
			`take-stall-size: Take the stall, size {size}
at /
choice size of Medium, Small
1. click combobox "Small"
2. click option "{size}"
3. click button "Save"
`},
		"a row whose name holds what is never kept is known by a cell": {
			record(1, "Mark the book Emma as read").on("/books", `row "[REDACTED] Emma Austen False"`, `row "[REDACTED] Middlemarch Eliot False"`).click(`row "[REDACTED] Emma Austen False"`, row("[REDACTED] · Emma · Austen · False")).
				on("/books", `checkbox "read"`, `button "Save changes"`).click(`checkbox "read"`).click(`button "Save changes"`),
			`mark-book-read: Mark the book {book} as read
at /books
choice book
1. click the row with "{book}"
2. click checkbox "read"
3. click button "Save changes"
`},
		"the only field without a name is known by what is around it": {
			record(1, "Write a note Marble with the tag polished").on("/", `searchbox ""`, `button "Cancel"`, `button "Confirm"`, `textbox ""`, `textbox "tag name"`).write(`textbox ""`, "Marble").write(`textbox "tag name"`, "polished").click(`button "Confirm"`),
			`write-note-tag-name: Write a note {note} with the tag {tag_name}
at /
text note
text tag_name
1. type "{note}" into textbox beside button "Confirm"
2. type "{tag_name}" into textbox "tag name"
3. click button "Confirm"
`},
		"of several fields without names the record says which": {
			record(1, "Add a stone with the body flint").on("/api", `textbox ""`, `button "Explore"`, `tab "Schema"`, `tab "Edit"`, `textbox ""`, `button "Execute"`).write(`textbox ""`, "flint", nth(2)).click(`button "Execute"`),
			`add-stone-body: Add a stone with the body {body}
at /api
text body
1. type "{body}" into textbox beside tab "Edit"
2. click button "Execute"
`},
		"an option is a choice, with those beside it": {
			record(1, "Switch to the Dark theme").on("/look", `radio "Light"`, `radio "Dark"`, `radio "System"`, `button "Save"`).click(`radio "Dark"`).click(`button "Save"`),
			`switch-theme: Switch to the {theme} theme
at /look
choice theme of Dark, Light, System
1. click radio "{theme}"
2. click button "Save"
`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := listing(only(t, distil(x.tape))); got != x.want {
				t.Errorf("got\n%s\nwant\n%s", got, x.want)
			}
		})
	}
}

func TestTestIDsAndRowsOfOtherObjectsAreNotKept(t *testing.T) {
	for name, x := range map[string]struct {
		id     string
		shared bool
		want   string
	}{
		"of one row":     {"delete-inv-42", false, ""},
		"of all of them": {"delete", true, "delete"},
	} {
		t.Run(name, func(t *testing.T) {
			tape := record(1, "Delete the invoice INV-42").on("/invoices", `button "Delete"`, `button "Delete"`).
				click(`button "Delete"`, row("INV-42 · ACME"), testID(x.id), func(s *types.Step) {
					s.Observation.TestIDs = []types.TestID{{TestID: x.id}}
					if x.shared {
						s.Observation.TestIDs = append(s.Observation.TestIDs, types.TestID{TestID: x.id})
					}
				})
			if got := only(t, distil(tape)).Steps[0].Targets[0].TestID; got != x.want {
				t.Errorf("the test id is %q, want %q", got, x.want)
			}
		})
	}
}

// TestEqualsAreKnownByTheirPlace wants neighbours for one of two buttons of one name.
func TestEqualsAreKnownByTheirPlace(t *testing.T) {
	page := []string{`textbox "Tag"`, `button "Add"`, `textbox "Field"`, `textbox "Value"`, `button "Add"`, `button "More"`}
	for n, want := range map[int]string{0: "[]", 1: `[textbox "Tag" textbox "Field" textbox "Value"]`, 2: `[textbox "Value" button "More" textbox "Field"]`, 3: "[]"} {
		f := only(t, distil(record(1, "Tag it").on("/", page...).click(`button "Add"`, nth(n))))
		if got := fmt.Sprint(f.Steps[0].Targets[0].Near); got != want {
			t.Errorf("number %d has the neighbours %s, want %s", n, got, want)
		}
	}
}

func TestAddressesBehindAChosenThingAreData(t *testing.T) {
	for _, x := range []struct{ to, then, want string }{
		{"/users/ada", "/users/ada", "/users/*"},
		{"/users", "/users/ada", "/users/*"}, // the page came late
		{"/users/ada-lovelace/tasks", "/users/ada-lovelace/tasks", "/users/*/tasks"},
		{"/users/edit", "/users/edit", "/users/edit"},
	} {
		f := only(t, distil(record(1, "Archive the user Ada Lovelace").on("/users", `link "Ada Lovelace"`, `link "Alan Turing"`).click(`link "Ada Lovelace"`, row("Ada Lovelace"), led(x.to)).
			on(x.then, `button "Archive"`).click(`button "Archive"`)))
		if got := f.Steps[1].Screen.Path; got != x.want {
			t.Errorf("behind %s, the step is done on %s, want %s", x.then, got, x.want)
		}
	}
}

func TestOnlyLinksAndOptionsThatAreVerbsShowAnEffect(t *testing.T) {
	f := only(t, distil(record(1, "Disable the job report").on("/jobs", `link "Disable"`, `link "Run now"`).click(`link "Disable"`, led("/jobs", `link "Enable"`, `link "Backup of the weekend"`, `link "marble"`, `option "Edit"`, `option "Marble"`))))
	if want := []string{`link "Enable"`, `option "Edit"`}; !slices.Equal(f.End.Appeared, want) {
		t.Errorf("at the end, %q appeared, want %q", f.End.Appeared, want)
	}
}

// TestSessionsThatSawNoEndSayNothingOfIt wants the evidence of the sessions that saw the page
// behind the last step, as far as those agree.
func TestSessionsThatSawNoEndSayNothingOfIt(t *testing.T) {
	unseen := func(s *types.Step) { s.After = nil }
	saved, more := led("/done", `status "Saved"`), led("/done", `status "Saved"`, `button "Undo"`)
	for name, x := range map[string]struct {
		ends []func(*types.Step)
		want string
	}{
		"the first":         {[]func(*types.Step){unseen, saved}, `/done [status "Saved"]`},
		"the second":        {[]func(*types.Step){saved, unseen}, `/done [status "Saved"]`},
		"two of four":       {[]func(*types.Step){unseen, more, unseen, saved}, `/done [status "Saved"]`},
		"all":               {[]func(*types.Step){unseen, unseen}, ` []`},
		"none, they agree":  {[]func(*types.Step){more, saved}, `/done [status "Saved"]`},
		"none, they do not": {[]func(*types.Step){saved, led("/other")}, ` []`},
	} {
		t.Run(name, func(t *testing.T) {
			var tapes []*tape
			for i, end := range x.ends {
				tapes = append(tapes, record(i+1, "Save the order").on("/order", `button "Save"`).click(`button "Save"`, end))
			}
			f := only(t, distil(tapes...))
			if got := fmt.Sprintf("%s %s", f.End.Path, f.End.Appeared); got != x.want {
				t.Errorf("the end is %s, want %s", got, x.want)
			}
		})
	}
}

// A person's browsing goes on in the session that was saved as a flow.
func TestStepsAfterAPersonsStatementAreAnotherTask(t *testing.T) {
	browse := record(1, "Save the order").on("/order", `button "Save"`).click(`button "Save"`).on("/done", `button "Delete"`).click(`button "Delete"`)
	browse.session.Statement = types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByPerson, OutcomeAt: browse.steps[0].Timestamp}
	for ambient, want := range map[bool]int{true: 1, false: 2} {
		browse.session.Ambient = ambient
		if f := only(t, distil(browse)); len(f.Steps) != want {
			t.Errorf("ambient %t: the flow has %d steps, want %d", ambient, len(f.Steps), want)
		}
	}
	browse.session.Ambient, browse.session.From = true, &types.From{} // a team rounds times
	if f := only(t, distil(browse)); len(f.Steps) != 2 {
		t.Errorf("of a member: the flow has %d steps, want 2", len(f.Steps))
	}
}

// TestTheNextOfSeveralThingsIsNoEvidence deletes a mail, after which the page shows the next one.
func TestTheNextOfSeveralThingsIsNoEvidence(t *testing.T) {
	mails := []string{`link "Granite offer"`, `link "Marble offer"`, `link "Settings"`, `button "Delete"`}
	f := only(t, distil(record(1, "Delete the mail Granite offer").on("/mail", mails...).click(`link "Granite offer"`, inPart(`list "Mails"`)).
		click(`button "Delete"`, led("/mail", `heading "Marble offer"`, `heading "Settings"`, `status "Moved to Trash"`))))
	if want := []string{`heading "Marble offer"`, `heading "Settings"`, `status "Moved to Trash"`}; !slices.Equal(f.End.Appeared, want) {
		t.Errorf("of other things, %q appeared, want %q", f.End.Appeared, want)
	}
	f = only(t, distil(record(1, "Delete the mail Granite offer").on("/mail", mails...).click(`link "Granite offer"`).
		click(`button "Delete"`, led("/mail", `heading "Marble offer"`, `status "Moved to Trash"`))))
	if want := []string{`status "Moved to Trash"`}; !slices.Equal(f.End.Appeared, want) {
		t.Errorf("of the same things, %q appeared, want %q", f.End.Appeared, want)
	}
}

// TestAMenuChoosesWhatSomethingIsToBecome chooses from a menu, and wants a parameter where the goal
// names the entry as the result.
func TestAMenuChoosesWhatSomethingIsToBecome(t *testing.T) {
	for _, role := range []string{"menuitem", "button"} {
		menu := []string{`link "More"`, role + ` "Beginner"`, role + ` "Expert"`, role + ` "Rename"`}
		for goal, want := range map[string]string{
			"Set the level of the course to Expert": "{level}",
			"Make this an Expert course":            "Expert",
			"Move the course to the Expert":         "{item}",
			"Open the menu for the Expert":          "Expert",
		} {
			f := only(t, distil(record(1, goal).on("/courses", menu[0]).click(menu[0]).on("/courses", menu...).click(menu[2])))
			got := f.Steps[len(f.Steps)-1].Targets[0].Name
			if (want == "Expert" || got == "Expert") && got != want {
				t.Errorf("%s: the %s is %q, want %q", goal, role, got, want)
			}
		}
	}
}

// TestAGroupOfButtonsIsAChoice presses one of the buttons of a group, and wants a parameter where
// they are states of something, and none where they are actions.
func TestAGroupOfButtonsIsAChoice(t *testing.T) {
	inGroup := func(s *types.Step) {
		for i := range s.Observation.A11y.Nodes[:3] {
			s.Observation.A11y.Nodes[i].Path = []string{`group "Period"`}
		}
	}
	for _, x := range []struct {
		goal, press string
		buttons     [3]string
		group       func(*types.Step)
		want        string
	}{
		{"Report each week and keep a trail", "week", [3]string{"hour", "day", "week"}, inGroup, "{choice}"},
		{"Show the items as cards by name", "CARDS", [3]string{"LIST", "CARDS", "MAP"}, inGroup, "{choice}"},
		{"Report each week and keep a trail", "week", [3]string{"hour", "day", "week"}, func(*types.Step) {}, "week"},
		{"Choose the invoice and print it", "print", [3]string{"print", "mail", "note"}, inGroup, "print"},
		{"Show the week of the report", "week", [3]string{"week", "day", "Delete"}, inGroup, "week"},
		{"Report more often", "week", [3]string{"hour", "day", "week"}, inGroup, "week"},
	} {
		var page []string
		for _, b := range x.buttons {
			page = append(page, fmt.Sprintf("button %q", b))
		}
		f := only(t, distil(record(1, x.goal).on("/policy", append(page, `button "Apply"`)...).click(fmt.Sprintf("button %q", x.press), x.group).click(`button "Apply"`)))
		if got := f.Steps[0].Targets[0].Name; got != x.want {
			t.Errorf("%s: the button is %q, want %q", x.goal, got, x.want)
		}
	}
}

// TestAWayThatMayLackAStepIsNoFlow presses a day whose click was lost, which the page may have taken all the same.
func TestAWayThatMayLackAStepIsNoFlow(t *testing.T) {
	for name, x := range map[string]struct {
		press func(*tape) *tape
		flows int
	}{
		"not done again":      {func(t *tape) *tape { return t.click(`button "14"`, lost) }, 0},
		"done again":          {func(t *tape) *tape { return t.click(`button "14"`, lost).click(`button "14"`) }, 1},
		"done on another":     {func(t *tape) *tape { return t.click(`button "14"`, lost).click(`button "15"`) }, 0},
		"failed for certain":  {func(t *tape) *tape { return t.click(`button "14"`, failed).click(`button "15"`) }, 1},
		"led to another page": {func(t *tape) *tape { return t.click(`button "14"`, lost).on("/paid", `button "Apply"`) }, 1},
	} {
		way := x.press(record(1, "Book the room").on("/book", `button "14"`, `button "15"`, `button "Apply"`)).click(`button "Apply"`)
		if flows := distil(way); len(flows) != x.flows {
			t.Errorf("%s: %d flows, want %d", name, len(flows), x.flows)
		}
	}
}

// TestAWayWithoutAValueOfItsGoalIsNoFlow types the date of the goal, which a driver refuses though the field has it then.
func TestAWayWithoutAValueOfItsGoalIsNoFlow(t *testing.T) {
	date := func(tape *tape, text string, change ...func(*types.Step)) *tape {
		return tape.write(`textbox "Start"`, text, change...)
	}
	for name, x := range map[string]struct {
		enter func(*tape) *tape
		flows int
	}{
		"refused":                   {func(t *tape) *tape { return date(t, "2026-12-01", failed) }, 0},
		"a value that no goal says": {func(t *tape) *tape { return date(t, "2026-12-05", failed) }, 1},
		"typed again":               {func(t *tape) *tape { return date(date(t, "2026-12-01", failed), "1 Dec 2026") }, 1},
		"typed elsewhere":           {func(t *tape) *tape { return date(t, "2026-12-01", failed).write(`textbox "Note"`, "2026-12-01") }, 1},
		"chosen":                    {func(t *tape) *tape { return date(t, "2026-12-01", failed).click(`gridcell "1"`, row("1 · 2")) }, 1},
	} {
		way := x.enter(record(1, "Announce it from 2026-12-01").on("/new", `textbox "Start"`, `textbox "Note"`, `gridcell "1"`, `button "Create"`)).click(`button "Create"`)
		if flows := distil(way); len(flows) != x.flows {
			t.Errorf("%s: %d flows, want %d", name, len(flows), x.flows)
		}
	}
}

// TestTheNextElementIsKeptOfThoseThatAppeared opens a page with more new elements than a flow keeps of it.
func TestTheNextElementIsKeptOfThoseThatAppeared(t *testing.T) {
	came := []string{`heading "Books"`, `button "New book"`, `link "Mine"`, `heading "Shared"`, `button "Share"`, `button "Sort"`, `button "Refresh"`, `heading "No contact"`, `button "New contact"`}
	f := only(t, distil(record(1, "Begin a contact").on("/home", `link "Contacts"`).click(`link "Contacts"`, led("/contacts", came...)).on("/contacts", came...).click(`button "New contact"`)))
	if got := f.Steps[0].Expect.Appeared; len(got) != maxAppeared || got[0] != `button "New contact"` || got[1] != came[0] {
		t.Errorf("the flow keeps %q", got)
	}
}
