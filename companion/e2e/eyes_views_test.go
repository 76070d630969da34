package e2e

// view is a state of a page that is described: where it is, how it is reached,
// and the next steps that a person might take there.
type view struct {
	app, path string
	goal      string   // the stated goal of the session
	ready     string   // JavaScript that is true once the page can be looked at
	setup     []string // JavaScript that brings the page there, each followed by a rest
	until     string   // JavaScript that is true once it is there
	held      bool     // never described to who works on descriptions: its totals alone are printed
	steps     []eyeStep
}

// eyeStep is one next step: the words by which a person would name its target,
// each with its other names after a bar, and the element that it is, in
// JavaScript. kind is press, tick, type, or empty for an element that is chosen in any way.
type eyeStep struct {
	task   string
	kind   string
	words  []string
	target string
}

func press(task, target string, words ...string) eyeStep {
	return eyeStep{task, "press", words, target}
}
func check(task, target string, words ...string) eyeStep  { return eyeStep{task, "tick", words, target} }
func choose(task, target string, words ...string) eyeStep { return eyeStep{task, "", words, target} }
func fill(task, target string, words ...string) eyeStep   { return eyeStep{task, "type", words, target} }

const tick = "checkbox|select|tick|pick|box|mark|choose|toggle"

// ownViews are pages of this project, written for this bench and by nobody who
// works on descriptions.
var ownViews = []view{
	{app: "mail", path: "mail.html", goal: "Sort the mail: star the contract draft, open the mail of Finance about invoice 8841", steps: []eyeStep{
		press("Open the mail about photos from the offsite", `$at('.row', 'Photos from the offsite')`, "Photos from the offsite"),
		press("Star the contract draft v4", `$at('.row', 'Contract draft v4', '.star')`, "Contract draft v4", "star|starred|not starred"),
		check("Select the mail of the build bot", `$at('.row', 'main is green again', '.box')`, "main is green again", tick),
		press("Open the mail on invoice 8841", `$at('.row', 'Invoice 8841 is due')`, "Invoice 8841 is due"),
		press("Write a new mail", `$at('.compose')`, "Compose"),
		press("Go to the drafts", `$at('[data-folder=Drafts]')`, "Drafts"),
		press("Go to the sent mail", `$at('[data-folder=Sent]')`, "Sent"),
		press("Open the settings", `$at('.gear')`, "Settings"),
		press("Select all mails", `$at('[data-act=all]')`, "Select all"),
		press("Turn to older mails", `$at('[data-act=older]')`, "Older"),
		fill("Search for ferry", `$at('.top input')`, "Search mail"),
		press("Open the mail of Sarah Chen on the budget", `$at('.row', 'Re: Budget for 2027')`, "Re: Budget for 2027"),
	}},
	{app: "mail letter", path: "mail.html", goal: "Answer the mail about lunch", setup: []string{`$at('.row', 'Lunch on Thursday').click()`}, steps: []eyeStep{
		press("Answer", `$at('[data-act=reply]')`, "Reply"),
		press("Go back to the list", `$at('[data-act=back]')`, "Back to list"),
	}},
	{app: "settings", path: "settings.html", goal: "Switch on dark mode and change the time zone", steps: []eyeStep{
		choose("Switch on dark mode", `$at('.item', 'Dark mode', '.sw')`, "Dark mode"),
		choose("Switch off the sound effects", `$at('.item', 'Sound effects', '.sw')`, "Sound effects"),
		press("Change the language", `$at('.item', 'Language', '.pick')`, "Language"),
		press("Change the time zone", `$at('.item', 'Time zone', '.pick')`, "Time zone"),
		press("Make the text larger", `$at('[data-size="1"]')`, "Text size", "+|plus|larger|increase"),
		press("Make plum the accent colour", `$at('.chip', 'Plum')`, "Plum"),
		press("Go to notifications", `$at('.tab', 'Notifications')`, "Notifications"),
		press("Go to privacy", `$at('.tab', 'Privacy')`, "Privacy"),
	}},
	{app: "settings menu", path: "settings.html", goal: "Change the language to Portuguese", setup: []string{`$at('.item', 'Language', '.pick').click()`}, steps: []eyeStep{
		press("Choose Portuguese", `$at('[data-choice="Português"]')`, "Português"),
		press("Choose Japanese", `$at('[data-choice="日本語"]')`, "日本語"),
	}},
	{app: "settings privacy", path: "settings.html", goal: "Delete the account", setup: []string{`$at('.tab', 'Privacy').click()`}, steps: []eyeStep{
		press("Delete the account", `$at('.danger')`, "Delete my account"),
		choose("Hide the online status", `$at('.item', 'online status', '.sw')`, "Show my online status"),
		choose("Let others find me", `$at('.item', 'find me', '.sw')`, "Let others find me by phone"),
	}},
	{app: "invoices", path: "invoices.html", goal: "Open invoice INV-2049 and delete INV-2046", steps: []eyeStep{
		press("Open invoice INV-2049", `$at('tr', 'INV-2049')`, "INV-2049", "INV-2049"),
		check("Select invoice INV-2044", `$at('tr', 'INV-2044', 'input')`, "INV-2044", tick),
		press("Delete invoice INV-2046", `$at('tr', 'INV-2046', '.fa-trash')`, "INV-2046", "delete|trash"),
		press("Show only the overdue ones", `$at('[data-filter=Overdue]')`, "Overdue only"),
		press("Sort by amount", `$at('th', 'Amount')`, "Amount"),
		press("Sort by customer", `$at('th', 'Customer')`, "Customer"),
		press("Make a new invoice", `$at('#new')`, "New invoice"),
		fill("Search for Kite Studio", `$at('input[type=search]')`, "Search invoices"),
		check("Select all", `$at('#every')`, "Number|all|every", tick),
		press("Open the menu of INV-2043", `$at('tr', 'INV-2043', '.kebab')`, "INV-2043", "⋮|menu|more"),
	}},
	{app: "invoices menu", path: "invoices.html", goal: "Mark invoice INV-2042 as paid", setup: []string{`$at('tr', 'INV-2042', '.kebab').click()`}, steps: []eyeStep{
		press("Mark it as paid", `$at('.menu div', 'Mark as paid')`, "Mark as paid"),
		press("Download the PDF", `$at('.menu div', 'Download PDF')`, "Download PDF"),
	}},
	{app: "canvas", path: "canvas.html", goal: "Draw a rectangle on the poster and make it green", steps: []eyeStep{
		press("Take the rectangle tool", `$at('[data-tool=rect]')`, "Rectangle"),
		press("Take the text tool", `$at('[data-tool=text]')`, "Text"),
		press("Undo", `$at('[tabindex]', 'Undo')`, "Undo"),
		press("Export", `$at('button', 'Export')`, "Export"),
		press("Choose the layer Badge", `$at('.layer', 'Badge', '.name')`, "Badge"),
		press("Hide the header block", `$at('.layer', 'Header block', '[data-hide]')`, "Header block", "Hide"),
		press("Fill it green", `$at('.swatch[title=Green]')`, "Green"),
		choose("Set the opacity", `$at('input[type=range]')`, "Opacity"),
		press("Go to the files", `$at('.crumb')`, "Files"),
		press("Draw on the canvas", `$at('canvas')`, "canvas|drawing"),
	}},
	{app: "flow", path: "flow.html", goal: "Place an inject node and deploy", setup: []string{`app.nodes.push({kind: 'inject', x: 200, y: 80}, {kind: 'debug 7', x: 420, y: 160}); app.wires.push([0, 1]); draw()`}, steps: []eyeStep{
		press("Take a filter node from the palette", `$at('.entry', 'filter')`, "filter"),
		press("Deploy", `$at('#deploy')`, "Deploy"),
		press("Open the menu", `$at('.menu')`, "Menu ▾"),
		press("Take the debug node on the canvas", `$at('.node', 'debug 7')`, "debug 7"),
	}},
	{app: "todo", path: "todo.html", goal: "Finish calling grandma, remove sending the tax papers", steps: []eyeStep{
		check("Finish calling grandma", `$at('li', 'Call grandma', '.ring')`, "Call grandma", "clickable|"+tick),
		press("Remove sending the tax papers", `$at('li', 'Send tax papers', '.kill')`, "Send tax papers", "×|remove|delete"),
		fill("Add a task", `$at('#new')`, "Add a task"),
		press("Show those that are done", `$at('.foot span', 'Done')`, "Done"),
		press("Clear the finished ones", `$at('.clear')`, "Clear finished"),
		press("Change the text of order coffee", `$at('li', 'Order coffee', '.label')`, "Order coffee"),
	}},
	{app: "50 rows", path: "rows?n=50", goal: "Edit person 1033", steps: []eyeStep{
		press("Edit person 1002", `$at('[data-testid=edit-2]')`, "Person 1002", "Edit"),
		press("Edit person 1033", `$at('[data-testid=edit-33]')`, "Person 1033", "Edit"),
		press("Open person 1033", `$at('a', 'Person 1033')`, "Person 1033", "Person 1033|open|link"),
		press("Invite", `$at('button', 'Invite')`, "Invite"),
		press("Edit the last person", `$at('[data-testid=edit-49]')`, "Person 1049", "Edit"),
	}},
	{app: "200 rows", path: "rows?n=200", goal: "Remove person 1137", steps: []eyeStep{
		press("Remove person 1001", `$at('[data-testid=remove-1]')`, "Person 1001", "Remove"),
		press("Remove person 1137", `$at('[data-testid=remove-137]')`, "Person 1137", "Remove"),
		fill("Search for a person", `$at('[data-testid=people-search]')`, "Search"),
	}},
	{app: "wallet", path: "wallet", goal: "Hide the token Aave", steps: []eyeStep{
		press("Hide Aave", `$at('[aria-label="Hide Aave"]')`, "Aave", "Hide"),
		press("Open Uniswap", `$at('a', 'Uniswap')`, "Uniswap", "Uniswap|open|link"),
		press("Send", `$at('[data-testid=send]')`, "Send"),
		press("Go to the activity", `$at('[data-testid=nav-activity]')`, "Activity"),
		press("Look at the swap", `$at('a', 'Swapped ETH for DAI')`, "Swapped ETH for DAI"),
	}},
	{app: "small todo", path: "todo", goal: "Finish mending the bike", steps: []eyeStep{
		check("Finish mending the bike", `$at('label', 'Mend the bike', 'input')`, "Mend the bike", tick),
		press("Delete paying the rent", `$at('[aria-label="Delete Pay the rent"]')`, "Pay the rent", "Delete"),
		press("Show the completed ones", `$at('a', 'Completed')`, "Completed"),
	}},

	{app: "issues", path: "unseen/issues.html", goal: "Find the bug about night mode", steps: []eyeStep{
		press("Open the issue on night mode", `$at('.t', 'Night mode flickers')`, "Night mode flickers"),
		press("Show all with the label windows", `$at('.tag', 'windows')`, "windows", "windows"),
		check("Select the issue on the load chart", `$at('.issue', 'Load chart is off', 'input')`, "Load chart is off by one", tick),
		press("See who opened the issue on the wind limits", `$at('.issue', 'wind limits', '.by')`, "explain the wind limits", "milo"),
		press("Show the closed ones", `$at('.seg > div', '412 closed')`, "412 closed"),
		press("Choose an assignee", `$at('.drop', 'Assignee')`, "Assignee"),
		press("Write a new issue", `$at('.new')`, "New issue"),
		press("Go to the wiki", `$at('header span', 'Wiki')`, "Wiki"),
		press("Turn the page", `$at('.pager span')`, "Next page"),
		fill("Filter", `$at('input[placeholder]')`, "Filter by words"),
	}},
	{app: "shop", path: "unseen/shop.html", goal: "Put Jasmine Pearls into the basket", steps: []eyeStep{
		press("Put Darjeeling into the basket", `$at('.card', 'Darjeeling', '.add')`, "Darjeeling First Flush", "Add"),
		press("Wish for Assam Gold", `$at('.card', 'Assam Gold', '.heart')`, "Assam Gold", "wish|heart|♡"),
		press("Look at White Peony", `$at('.card', 'White Peony')`, "White Peony"),
		press("Take only the needed cookies", `$at('[data-go=reject]')`, "Only what is needed"),
		press("Go to teaware", `$at('[data-go=ware]')`, "Teaware"),
		press("Check out", `$at('[data-go=checkout]')`, "Check out"),
		choose("Only organic tea", `$at('.filters label', 'Organic', 'input')`, "Organic"),
		press("Take one Rooibos less", `$at('.basket p', 'Rooibos', '.minus')`, "Rooibos Vanilla × 1", "−|less|minus"),
	}},
	{app: "kanban", path: "unseen/kanban.html", goal: "Look at the card on voucher codes", steps: []eyeStep{
		press("Open the card on voucher codes", `$at('.card', 'Voucher codes')`, "Voucher codes"),
		press("Open the menu of the card on the address form", `$at('.card', 'Address form', '.dots')`, "Address form", "⋯|menu|more|dots"),
		press("Add a card to Review", `$at('[data-col=Review]', '', '.plus')`, "Review", "Add a card"),
		press("Show my cards", `$at('#filter')`, "My cards"),
		press("Finish the sprint", `$at('#finish')`, "Finish sprint"),
	}},
	{app: "kanban dialog", path: "unseen/kanban.html", goal: "Move the card to done", setup: []string{`$at('.card', 'Voucher codes').click()`}, steps: []eyeStep{
		press("Move it to done", `$at('.btn.x')`, "Move to Done"),
		press("Close it", `$at('.btn.y')`, "Close"),
		fill("Write a comment", `$at('textarea')`, "Comment"),
	}},
	{app: "shadow list", path: "unseen/shadow.html", goal: "Remove the black beans from the list", steps: []eyeStep{
		press("Remove the black beans", `$at('list-item', 'Black beans', '.rm')`, "Black beans", "Remove"),
		check("Tick the rye bread", `$at('list-item', 'Rye bread', 'input')`, "Rye bread", tick),
		press("Move the lemons up", `$at('list-item', 'Two lemons', '.up')`, "Two lemons", "↑|up"),
		press("See next week", `$at('nav span', 'Next week')`, "Next week"),
		fill("Add an item", `$at('label input')`, "Add item"),
		press("Share the list", `$at('button', 'Share list')`, "Share list"),
	}},
	{app: "crm", path: "unseen/crm.html", goal: "Change the stage of Amara Okafor", steps: []eyeStep{
		press("Open Hiro Tanaka", `$at('.c', 'Hiro Tanaka')`, "Hiro Tanaka"),
		press("Change the city", `$at('#dl').children[5]`, "City", "Edit|✎"),
		press("Change the stage", `$at('#dl').children[11]`, "Stage", "Edit|✎"),
		press("Log a note", `$at('.quick span', 'Log a note')`, "Log a note"),
		press("See the deals", `$at('.tabs div', 'Deals')`, "Deals (3)"),
		press("Remove the meeting from the activity", `$at('.ev', 'Demo for the warehouse', '.del')`, "Demo for the warehouse team", "Remove|✕"),
	}},
	{app: "chat", path: "later/chat.html", goal: "Reply to Tomasz in a thread", steps: []eyeStep{
		press("Go to the design channel", `$at('[data-ch=design]')`, "# design"),
		press("Write to Ravi", `$at('[data-dm="Ravi Pillai"]')`, "Ravi Pillai"),
		press("Make a new channel", `$at('.add-channel')`, "add-channel|add channel|new channel"),
		press("Reply in a thread to the smoke tests", `$at('.msg', 'Smoke tests pass', '[aria-label="Reply in thread"]')`, "Smoke tests pass on staging.", "Reply in thread"),
		press("Open the thread on the smoke tests", `$at('.msg', 'Smoke tests pass', '.thread')`, "3 replies"),
		press("Take back the celebration", `$at('.msg', 'The release branch', '.re')`, "The release branch is cut.", "🎉 4|🎉"),
		press("See who Ravi is", `$at('.msg', 'Changelog needs', '.who')`, "Changelog needs one more review, please.", "Ravi Pillai"),
		press("Search", `$at('#search')`, "search"),
		fill("Write a message", `$at('.ed')`, "Message #release"),
		press("Send it", `$at('.send')`, "Send message"),
		press("Attach a file", `$at('[title="Attach a file"]')`, "Attach a file"),
	}},
	{app: "files", path: "later/files.html", goal: "Rename the timeline", steps: []eyeStep{
		press("Open the slides", `$at('#list .row', 'Slides.key', '.f')`, "Slides.key", "Slides.key"),
		check("Select the press list", `$at('#list .row', 'Press list.csv', '.ck')`, "Press list.csv", tick),
		press("Rename the timeline", `$at('#list .row', 'Timeline.pdf', '.rename')`, "Timeline.pdf", "rename"),
		press("Delete the budget", `$at('#list .row', 'Budget.xlsx', '[title=Delete]')`, "Budget.xlsx", "Delete"),
		press("Open the menu of the folder with logos", `$at('.tile', 'Logos', '.kebab')`, "Logos|📁 Logos", "⋮|menu|kebab"),
		press("Open the folder with what is to be printed", `$at('.tile', 'Print')`, "Print|📁 Print", "Print|📁 Print"),
		press("Sort by size", `$at('[data-sort=size]')`, "Size"),
		press("Show the files as a grid", `$at('[data-v=grid]')`, "grid"),
		press("Unfold the photos", `$at('.node', 'Photos', '.tw')`, "Photos", "▸"),
		press("Go to what is shared with me", `$at('.nm', 'Shared with me')`, "Shared with me"),
		press("Make something new", `$at('.new')`, "+ New"),
		press("Go up to my files", `$at('.crumbs span', 'My files')`, "My files"),
	}},
	{app: "hours", path: "later/hours.html", goal: "Enter Friday's hours for the Winch API", steps: []eyeStep{
		press("Enter the hours of Friday for the Winch API", `$at('tr[data-p="Winch API"]', '', '[data-day="4"]')`, "Winch API", "Fri"),
		press("Go to the next week", `$at('[data-go=next]')`, "›|next"),
		press("See the reports", `$at('[data-p=reports]')`, "Reports"),
		choose("Change the state", `$at('[data-status]')`, "Draft|Draft ▼"),
		press("Remove the office", `$at('tr[data-p="Office"]', '', '.x')`, "Office", "Remove|✕"),
		press("Add a project", `$at('.addrow')`, "Add a project|+ Add a project|＋ Add a project"),
		press("Submit the week", `$at('.submit')`, "Submit week"),
		press("Change the rate", `$at('[title="Edit rate"]')`, "Edit rate"),
		press("Take the tag urgent away", `$at('.tags span', 'urgent', 'b')`, "urgent", "×|remove"),
		choose("Make it blue", `$at('[data-colour=blue]')`, "blue"),
	}},
	{app: "house", path: "fresh/home.html", held: true, goal: "Switch the lamps of the study on", steps: []eyeStep{
		press("Open the menu of the hall", `$at('#rooms .tile', 'Hall', '.more')`, "Hall", "⋮|menu|more"),
		choose("Switch the lamps of the study on", `$at('#rooms .tile', 'Study', '.lamp')`, "Study", "lamp"),
		press("Make the bathroom warmer", `$at('#heat .tile', 'Bathroom', '.up')`, "Bathroom", "+|up"),
		press("Make the bedroom cooler", `$at('#heat .tile', 'Bedroom', '.down')`, "Bedroom", "−|down"),
		press("Everyone leaves", `$at('.scene', 'Everyone out')`, "Everyone out"),
	}},
	{app: "profile", path: "fresh/profile.html", held: true, goal: "Change the home port", steps: []eyeStep{
		choose("Change the home port", `$at('.f', 'Home port', '.v')`, "Home port", "Home port|textbox|field"),
		choose("Change the sail number", `$at('.f', 'Sail number', '.v')`, "Sail number", "Sail number|textbox|field"),
		choose("Get the newsletter monthly", `$at('.opt', 'Monthly')`, "Monthly"),
		choose("Write about me", `$at('.note')`, "About me", "About me|textbox|field"),
		press("Keep the changes", `$at('#keep')`, "Keep changes"),
		press("Undo all", `$at('#drop')`, "Undo all"),
	}},
	{app: "player", path: "fresh/player.html", held: true, goal: "Play Fog Signal next", steps: []eyeStep{
		press("Play Fog Signal next", `$at('.track', 'Fog Signal', '.queue')`, "Fog Signal", "Play next"),
		press("Like Low Water", `$at('.track', 'Low Water', '.like')`, "Low Water", "Like"),
		press("Pause", `$at('.play-pause')`, "pause|play-pause"),
		press("Skip to the next", `$at('.next-track')`, "next|next-track"),
		press("Mute", `$at('.volume-off')`, "volume|volume-off|mute"),
		press("Move to another position", `$at('.seek')`, "Position"),
	}},
	{app: "ferry", path: "fresh/seats.html", held: true, goal: "Book a cabin at 10:15 on Wednesday", steps: []eyeStep{
		press("Travel on Wednesday", `$at('.day', 'Wed')`, "Wed|Wed 25"),
		press("Take a cabin at 10:15", `$at('tr', '10:15', 'td:nth-child(4)')`, "10:15", "Cabin|40 €"),
		press("Take the lounge at 06:40", `$at('tr', '06:40', 'td:nth-child(3)')`, "06:40", "Lounge|18 €"),
		press("One child more", `$at('.q', 'Children', '.r:last-child')`, "Children", "+"),
		press("One adult less", `$at('.q', 'Adults', '.r')`, "Adults", "-"),
		press("Leave the dog at home", `$at('.chips span', 'Dog', 'i')`, "Dog", "×|remove"),
		press("Book", `$at('p a')`, "Book this ferry"),
	}},
}

// foreignViews are applications that this project did not write.
func foreignViews(at map[string]string) []view {
	// One after the other: some take a text over only once the page has been drawn again.
	var todos []string
	for _, text := range []string{"Oil the hinge", "Sand the door", "Paint the frame"} {
		todos = append(todos, `(() => { const i = $at('.new-todo, #new-todo'); i.focus(); i.select(); document.execCommand('insertText', false, '`+text+`'); for (const type of ['keydown', 'keypress', 'keyup']) i.dispatchEvent(new KeyboardEvent(type, {key: 'Enter', code: 'Enter', keyCode: 13, which: 13, bubbles: true})); })()`)
	}
	return []view{
		{app: "verdaccio", path: at["verdaccio"], goal: "See the versions of cairn-fixture-stone", ready: `document.body.innerText.includes('cairn-fixture-stone')`, steps: []eyeStep{
			press("Open the package", `$at('a[href*="detail/cairn-fixture-stone"]')`, "cairn-fixture-stone", "cairn-fixture-stone"),
			press("Log in", `$at('[data-testid="header--button-login"]')`, "login"),
			fill("Search for a package", `$at('header input')`, "search packages"),
			press("Change the settings", `$at('[data-testid="header--tooltip-settings"]')`, "settings|configuration"),
		}},
		{app: "verdaccio login", path: at["verdaccio"], goal: "Log in", ready: `!!$at('[data-testid="header--button-login"]')`, setup: []string{`$at('[data-testid="header--button-login"]').click()`}, until: `!!$at('[role=dialog] input[name=password]')`, steps: []eyeStep{
			fill("Enter the name", `$at('[role=dialog] input[name=username]')`, "username|username *"),
			fill("Enter the password", `$at('[role=dialog] input[name=password]')`, "password|password *"),
			press("Close it", `$at('[data-testid="close-login-dialog-button"]')`, "close"),
		}},
		{app: "verdaccio package", path: at["verdaccio"] + "-/web/detail/cairn-fixture-stone", goal: "See what it depends on", ready: `!!$at('[data-testid="dependencies-tab"]')`, steps: []eyeStep{
			press("See its versions", `$at('[data-testid="versions-tab"]')`, "Versions"),
			press("See its dependencies", `$at('[data-testid="dependencies-tab"]')`, "Dependencies"),
			press("Download the tarball", `$at('[data-testid="download-tarball-btn"]')`, "download tarball|tarball"),
		}},
		{app: "swagger", path: at["swagger"], goal: "Try the request that lists the heaps", ready: `document.querySelectorAll('.opblock').length > 1`, steps: []eyeStep{
			press("Open the request that lists the heaps", `$at('.opblock', 'List the heaps', '.opblock-summary-control')`, "List the heaps"),
			press("Open the request that lists the stones", `$at('.opblock', 'List the stones', '.opblock-summary-control')`, "List the stones"),
		}},
		{app: "swagger try", path: at["swagger"], goal: "Try the request that lists the heaps", ready: `document.querySelectorAll('.opblock').length > 1`, setup: []string{`$at('.opblock', 'List the heaps', '.opblock-summary-control').click()`}, steps: []eyeStep{
			press("Try it out", `$at('.try-out__btn')`, "Try it out"),
			press("Close the request again", `$at('.opblock', 'List the heaps', '.opblock-summary-control')`, "List the heaps"),
		}},
		{app: "node-red", path: at["node-red"], goal: "Place an inject node and a debug node, wire them and deploy", ready: `!!$at('.red-ui-palette-node') && !document.querySelector('#red-ui-loading-progress:not([style*="none"])')`, steps: []eyeStep{
			press("Take an inject node", `$at('.red-ui-palette-node', 'inject')`, "inject"),
			press("Take a debug node", `$at('.red-ui-palette-node', 'debug')`, "debug"),
			press("Take a switch node", `$at('.red-ui-palette-node', 'switch')`, "switch"),
			press("Deploy", `$at('#red-ui-header-button-deploy')`, "Deploy"),
			fill("Filter the nodes", `$at('.red-ui-palette-search input, #red-ui-palette-search input')`, "filter nodes"),
			press("Open the menu", `$at('#red-ui-header-button-sidemenu')`, "menu|bars|sidemenu"),
			press("Add a flow", `$at('.red-ui-tab-button a[title*="flow" i], #red-ui-workspace-tabs-button, .red-ui-tab-button a')`, "Add Flow|add flow|new flow|tabs-add"),
			press("Fold the function nodes", `$at('.red-ui-palette-header', 'function')`, "function", "function|palette-header|header"),
		}},
		{app: "excalidraw", path: at["eyes"] + "excalidraw.html", goal: "Draw a rectangle", ready: `!!$at('[data-testid="toolbar-rectangle"]')`, steps: []eyeStep{
			choose("Take the rectangle tool", `$at('[data-testid="toolbar-rectangle"]')`, "Rectangle"),
			choose("Take the arrow tool", `$at('[data-testid="toolbar-arrow"]')`, "Arrow"),
			choose("Take the text tool", `$at('[data-testid="toolbar-text"]')`, "Text"),
			press("Open the main menu", `$at('[data-testid="main-menu-trigger"]')`, "main-menu|main menu"),
			press("Zoom in", `$at('.zoom-in-button')`, "Zoom in"),
			choose("Open the library", `$at('.sidebar-trigger')`, "Library"),
			choose("Take the eraser", `$at('[data-testid="toolbar-eraser"]')`, "Eraser"),
		}},
		{app: "excalidraw menu", path: at["eyes"] + "excalidraw.html", goal: "Save the drawing as an image", ready: `!!$at('[data-testid="main-menu-trigger"]')`, setup: []string{`$at('[data-testid="main-menu-trigger"]').click()`}, steps: []eyeStep{
			press("Export an image", `$at('[data-testid="image-export-button"]')`, "Export image"),
			press("Make the canvas light blue", `$at('.dropdown-menu .color-picker__button:nth-of-type(3), .dropdown-menu button[title="#f5faff"], .dropdown-menu [data-testid="color-top-pick-#f5faff"]')`, "#f5faff|blue"),
			press("Reset the canvas", `$at('[data-testid="clear-canvas-button"]')`, "Reset the canvas"),
			press("Open a file", `$at('.dropdown-menu [data-testid="load-button"]')`, "Open"),
		}},
		{app: "todomvc react", path: at["todomvc-react"], goal: "Finish sanding the door", ready: `!!$at('.new-todo')`, setup: todos, steps: []eyeStep{
			check("Finish sanding the door", `$at('li', 'Sand the door', '.toggle')`, "Sand the door", tick),
			press("Show the active ones", `$at('.filters a', 'Active')`, "Active"),
			fill("Add one", `$at('.new-todo')`, "What needs to be done?"),
			press("Remove painting the frame", `$at('li', 'Paint the frame', '.destroy')`, "Paint the frame", "button|remove|delete|destroy|×"),
		}},

		{app: "todomvc backbone", path: at["eyes"] + "node_modules/todomvc/examples/backbone/", goal: "Finish sanding the door", ready: `!!$at('#new-todo')`, setup: todos, steps: []eyeStep{
			check("Finish sanding the door", `$at('li', 'Sand the door', '.toggle')`, "Sand the door", tick),
			press("Change the text of oiling the hinge", `$at('li', 'Oil the hinge', 'label')`, "Oil the hinge"),
			press("Remove painting the frame", `$at('li', 'Paint the frame', '.destroy')`, "Paint the frame", "button|remove|delete|destroy|×"),
			press("Show the completed ones", `$at('#filters a', 'Completed')`, "Completed"),
			fill("Add one", `$at('#new-todo')`, "What needs to be done?"),
		}},
		{app: "grapesjs", path: at["eyes"] + "grapesjs.html", goal: "Put a quote on the page", ready: `!!$at('.gjs-pn-btn')`, setup: []string{`editor.Panels.getButton('views', 'open-blocks').set('active', true)`}, until: `!!$at('.gjs-block')`, steps: []eyeStep{
			press("Take a quote", `$at('.gjs-block', 'Quote')`, "Quote"),
			press("Take a map", `$at('.gjs-block', 'Map')`, "Map"),
			press("Look at the code", `$at('.gjs-pn-btn[title="View code"], .fa-code')`, "View code"),
			press("Preview it", `$at('.gjs-pn-btn[title="Preview"], .fa-eye')`, "Preview"),
			press("Open the layers", `$at('[title="Open Layer Manager"], .fa-bars')`, "Open Layer Manager|layers"),
		}},
		{app: "jsoneditor", path: at["eyes"] + "jsoneditor.html", goal: "Set the weight of the shipment", ready: `!!$at('.jsoneditor-tree')`, steps: []eyeStep{
			press("Sort", `$at('.jsoneditor-sort')`, "Sort contents"),
			press("Expand all", `$at('.jsoneditor-expand-all')`, "Expand all fields"),
			press("Collapse all", `$at('.jsoneditor-collapse-all')`, "Collapse all fields"),
			choose("Change the weight", `$at('tr.jsoneditor-expandable, tr', 'weight', '.jsoneditor-value')`, "weight", "12.5"),
			check("Tick insured", `$at('tr', 'insured', 'input[type=checkbox], .jsoneditor-value')`, "insured", "true|"+tick),
			choose("Search", `$at('.jsoneditor-search input')`, "search"),
		}},
		{app: "calendar", path: at["eyes"] + "calendar.html", goal: "Look at the interview with Moreau", ready: `!!$at('.toastui-calendar-weekday-event')`, steps: []eyeStep{
			press("Open the interview", `$at('.toastui-calendar-weekday-event', 'Interview Moreau')`, "Interview Moreau"),
			press("Open the budget talk", `$at('.toastui-calendar-weekday-event', 'Budget talk')`, "Budget talk"),
			press("Turn to the next month", `$at('button', 'Next')`, "Next"),
		}},
		{app: "actual", path: at["actual"], goal: "Try the demo", ready: `!!$at('button', 'Try the demo')`, steps: []eyeStep{
			press("Begin with one's own", `$at('button', 'Start budgeting')`, "Start budgeting"),
			press("Try the demo", `$at('button', 'Try the demo')`, "Try the demo"),
			press("Import a budget", `$at('button', 'Import my budget')`, "Import my budget"),
		}},
		{app: "actual budget", path: at["actual"], goal: "Look at what was spent on food", ready: `!!$at('button', 'Try the demo')`, until: `($at('button', 'Try the demo')?.click(), $at('[data-testid="budget-table"]')) && /Food/.test(document.body.innerText)`, steps: []eyeStep{
			press("Go to the reports", `$at('a', 'Reports')`, "Reports"),
			press("Go to the schedules", `$at('a', 'Schedules')`, "Schedules"),
			press("Open the account Bank of America", `$at('a', 'Bank of America')`, "Bank of America"),
			press("Open all accounts", `$at('a', 'All accounts')`, "All accounts"),
			press("See what was spent on food", `$at('[data-testid="row"]', 'Food', '[data-testid="category-month-spent"]')`, "Food", "spent|-"),
			press("Change what is budgeted for food", `$at('[data-testid="row"]', 'Food', '[data-testid="budget"]')`, "Food", "budgeted|budget"),
		}},
		{app: "todomvc vue", path: at["eyes"] + "node_modules/todomvc/examples/vue/", goal: "Finish sanding the door", ready: `!!$at('.new-todo, #new-todo')`, setup: todos, until: `!!$at('li', 'Sand the door')`, steps: []eyeStep{
			check("Finish sanding the door", `$at('li', 'Sand the door', '.toggle')`, "Sand the door", tick),
			press("Change the text of oiling the hinge", `$at('li', 'Oil the hinge', 'label')`, "Oil the hinge"),
			press("Remove painting the frame", `$at('li', 'Paint the frame', '.destroy')`, "Paint the frame", "button|remove|delete|destroy|×"),
			press("Show the completed ones", `$at('#filters a, .filters a', 'Completed')`, "Completed"),
			fill("Add one", `$at('.new-todo, #new-todo')`, "What needs to be done?"),
			check("Finish all", `$at('.toggle-all, #toggle-all')`, "all|toggle|»|❯|complete"),
		}},
		{app: "todomvc mithril", path: at["eyes"] + "node_modules/todomvc/examples/mithril/", goal: "Remove the frame", ready: `!!$at('.new-todo, #new-todo')`, setup: todos, until: `!!$at('li', 'Sand the door')`, steps: []eyeStep{
			check("Finish oiling the hinge", `$at('li', 'Oil the hinge', '.toggle')`, "Oil the hinge", tick),
			press("Remove sanding the door", `$at('li', 'Sand the door', '.destroy')`, "Sand the door", "button|remove|delete|destroy|×"),
			press("Show the active ones", `$at('#filters a, .filters a', 'Active')`, "Active"),
			fill("Add one", `$at('.new-todo, #new-todo')`, "What needs to be done?"),
		}},
		{app: "tiddlywiki", path: at["wiki"] + "wiki/", goal: "Write a new note", ready: `!!$at('.tc-show-sidebar-btn')`, setup: []string{`$at('.tc-show-sidebar-btn').click()`}, steps: []eyeStep{
			press("Write a new note", `$at('[class*="new-tiddler-button"], button[aria-label*="ew tiddler" i], .tc-btn-\\%24\\%3A\\%2Fcore\\%2Fui\\%2FButtons\\%2Fnew-tiddler')`, "new tiddler"),
			press("Open the settings", `$at('button[aria-label="control panel"], .tc-page-controls button[class*="control-panel"]')`, "control panel"),
			press("See what is recent", `$at('.tc-tab-buttons button', 'Recent')`, "Recent"),
			fill("Search", `$at('.tc-sidebar-search input, .tc-search input')`, "search"),
			press("Hide the sidebar", `$at('.tc-topbar button')`, "hide sidebar"),
		}},
		{app: "tabulator", path: at["wiki"] + "tabulator.html", goal: "Delete the fender", ready: `!!$at('.tabulator-row')`, steps: []eyeStep{
			check("Select the bilge pump", `$at('.tabulator-row', 'Bilge pump', 'input')`, "Bilge pump", tick),
			press("Delete the fender", `$at('.tabulator-row', 'Fender', '.tabulator-cell:last-of-type')`, "Fender", "delete|remove|cross|×"),
			press("Sort by shelf", `$at('.tabulator-col', 'Shelf')`, "Shelf"),
			choose("Change the count of deck paint", `$at('.tabulator-row', 'Deck paint', '[tabulator-field=count]')`, "Deck paint", "count"),
			fill("Filter by article", `$at('.tabulator-header-filter input')`, "Article"),
			press("Turn to page 2", `$at('.tabulator-page[data-page="2"]')`, "2|page 2|show page 2"),
			press("Turn to the last page", `$at('.tabulator-page[data-page="last"]')`, "Last|last page"),
		}},
		{app: "verdaccio settings", path: at["verdaccio"], goal: "Use a dark theme", ready: `document.body.innerText.includes('cairn-fixture-stone')`, setup: []string{`$at('[data-testid="header--tooltip-settings"]').click()`}, until: `!!$at('[role=dialog]')`, steps: []eyeStep{
			press("Close it", `$at('[role=dialog] button', 'Close')`, "Close"),
			press("Choose the language", `[...document.querySelectorAll('[role=dialog] [role=tab]')].at(-1)`, "Translations|Language|Languages"),
		}},
		{app: "swagger models", path: at["swagger"], goal: "Look at what a heap is", ready: `document.querySelectorAll('.opblock').length > 1`, steps: []eyeStep{
			press("Fold the requests", `$at('.opblock-tag button.expand-operation, .opblock-tag .expand-operation')`, "Collapse operation|collapse|default"),
			press("Copy the address of the heaps", `$at('.opblock', 'List the heaps', '.view-line-link')`, "List the heaps", "copy|copy to clipboard"),
			press("Fold the first request open", `$at('.opblock', 'List the stones', '.opblock-control-arrow')`, "List the stones", "arrow|expand|get /stones|toggle"),
		}},
		{app: "sheet", held: true, path: at["kinds"] + "sheet.html", goal: "Change the price of rye", ready: `!!$at('td[data-x="2"]')`, steps: []eyeStep{
			choose("Change the price of rye", `$at('td[data-x="2"][data-y="2"]')`, "Rye", "Price|3.1"),
			choose("Change the sacks of oats", `$at('td[data-x="1"][data-y="1"]')`, "Oats", "Sacks|25"),
			press("Go to the autumn", `$at('.jtabs-headers > div', 'Autumn')`, "Autumn"),
			choose("Take the column of prices", `$at('thead td', 'Price')`, "Price"),
		}},
		{app: "boards", held: true, path: at["kinds"] + "kanban.html", goal: "Look at the job on the hull", ready: `!!$at('.kanban-item')`, steps: []eyeStep{
			press("Open the job on the hull", `$at('.kanban-item', 'Sand the hull')`, "Sand the hull"),
			press("Open the job on the jib", `$at('.kanban-item', 'Order a new jib')`, "Order a new jib"),
			press("Add a job in the yard", `$at('.kanban-board', 'In the yard', '.add-job')`, "In the yard", "Add a job"),
		}},
		{app: "chart", held: true, path: at["kinds"] + "chart.html", goal: "Hide Oslo in the chart", ready: `!!$at('.modebar-btn') && !!$at('.legendtoggle')`, steps: []eyeStep{
			choose("Hide Oslo", `$at('.traces', 'Oslo', '.legendtoggle')`, "Oslo"),
			press("Zoom in", `$at('[data-title="Zoom in"], [data-attr=zoom][data-val=in]')`, "Zoom in"),
			press("Save it as a picture", `$at('[data-title*="Download"]')`, "Download plot as a PNG|Download plot|download"),
			press("Move it", `$at('[data-title="Pan"]')`, "Pan"),
		}},
		{app: "process", held: true, path: at["kinds"] + "process.html", goal: "Add a gateway behind weighing the parcel", ready: `window.ready === true && !!$at('.djs-palette .entry')`, steps: []eyeStep{
			press("Take the lasso", `$at('[data-action=lasso-tool]')`, "lasso|lasso tool|activate lasso tool"),
			press("Take a gateway", `$at('[data-action="create.exclusive-gateway"]')`, "gateway|create gateway"),
			press("Take a task", `$at('[data-action="create.task"]')`, "create task|task"),
			press("Choose the task of the label", `$at('[data-element-id=b]')`, "Print the label"),
		}},
		{app: "letter", held: true, path: at["kinds"] + "letter.html", goal: "Write a letter with a list", ready: `!!$at('.ql-editor')`, steps: []eyeStep{
			choose("Write the letter", `$at('.ql-editor')`, "Write your letter|letter"),
			press("Write bold", `$at('.ql-bold')`, "bold"),
			press("Begin a bullet list", `$at('.ql-list[value=bullet]')`, "bullet|list: bullet|bullet list"),
			choose("Choose a heading", `$at('.ql-header .ql-picker-label')`, "Normal|header|heading"),
			press("Set a link", `$at('button.ql-link')`, "link"),
			press("Send it", `$at('#send')`, "Send the letter"),
		}},
		{app: "grid", held: true, path: at["kinds"] + "grid.html", goal: "Change the height of Roter Sand", ready: `!!$at('.ag-row', 'Roter Sand')`, steps: []eyeStep{
			choose("Change the height of Roter Sand", `$at('.ag-row', 'Roter Sand', '[col-id=height]')`, "Roter Sand", "Height|28"),
			check("Select Eversand", `$at('.ag-row', 'Eversand', 'input')`, "Eversand", tick),
			press("Sort by the year", `$at('.ag-header-cell', 'Built')`, "Built"),
			press("Turn to the next page", `$at('[data-ref=btNext], [ref=btNext]')`, "Next Page|next"),
			check("Select all", `$at('.ag-header-select-all input, .ag-header-cell input')`, "all|rows|selection|select all rows|column with header selection", tick+"|all"),
		}},
		{app: "tree", held: true, path: at["kinds"] + "tree.html", goal: "Open the letters", ready: `!!$at('.jstree-anchor')`, steps: []eyeStep{
			press("Unfold the letters", `$at('.jstree-node', 'Letters', '.jstree-ocl')`, "Letters", "unfold|expand|open|ocl|jstree-ocl|jstree-icon"),
			choose("Choose the map of the river", `$at('.jstree-anchor', 'River mouth.tif')`, "River mouth.tif"),
			check("Tick the photographs", `[...document.querySelectorAll('.jstree-anchor')].find((a) => a.textContent.includes('Photographs')).querySelector('.jstree-checkbox')`, "Photographs", tick),
		}},
		{app: "agenda", held: true, path: at["kinds"] + "agenda.html", goal: "Look at the court repair", ready: `!!$at('.fc-event')`, steps: []eyeStep{
			press("Open the doubles", `$at('.fc-event', 'Doubles with Priya')`, "Doubles with Priya"),
			press("See all of the eleventh", `$at('.fc-more-link')`, "+1 more|more"),
			press("Go to the next month", `$at('.fc-next-button')`, "Next month|next"),
			press("Show the week", `$at('.fc-timeGridWeek-button')`, "week"),
			press("Open the day of the seventeenth", `$at('[data-date="2026-11-17"] .fc-daygrid-day-number')`, "November 17, 2026|17"),
		}},
		{app: "gantt", held: true, path: at["held"] + "gantt.html", goal: "Look at the painting of the hull", ready: `!!$at('.bar-wrapper')`, steps: []eyeStep{
			press("Open the painting", `$at('.bar-wrapper', 'Paint the hull')`, "Paint the hull"),
			press("Open the mast", `$at('.bar-wrapper', 'Step the mast')`, "Step the mast"),
			press("Go to today", `$at('.today-button')`, "Today"),
			choose("Show another scale", `$at('.viewmode-select')`, "Mode|view mode|viewmode-select|Day"),
		}},
		{app: "map", held: true, path: at["held"] + "map.html", goal: "Look at the harbour office", ready: `!!$at('.leaflet-popup-close-button')`, steps: []eyeStep{
			press("Open the harbour office", `$at('.leaflet-marker-icon[title="Harbour office"]')`, "Harbour office"),
			press("Open the lighthouse", `$at('.leaflet-marker-icon[alt="Lighthouse"]')`, "Lighthouse"),
			press("Zoom in", `$at('.leaflet-control-zoom-in')`, "Zoom in|+"),
			choose("Show the depths", `$at('.leaflet-control-layers-overlays label', 'Depths', 'input')`, "Depths"),
			press("Close what is open", `$at('.leaflet-popup-close-button')`, "Close popup|close|×"),
		}},
		{app: "bilge", held: true, path: at["held"] + "bilge.html", goal: "Wire the pump to the sea valve", ready: `window.ready === true`, steps: []eyeStep{
			choose("Choose the pump", `$at('.drawflow-node', 'Pump')`, "Pump"),
			choose("Begin a wire at the tank", `$at('.drawflow-node', 'Tank', '.output')`, "Tank", "output|out"),
			choose("End it at the sea valve", `$at('.drawflow-node', 'Sea valve', '.input')`, "Sea valve", "input|in"),
		}},
		{app: "picker", held: true, path: at["held"] + "picker.html", goal: "Order oats for the seventeenth", ready: `!!$at('.flatpickr-day') && !!$at('.ts-control .item')`, steps: []eyeStep{
			press("Take the seventeenth", `$at('.flatpickr-day[aria-label="November 17, 2026"]')`, "November 17, 2026|17"),
			press("Go to the next month", `$at('.flatpickr-next-month')`, "next|next month|flatpickr-next-month"),
			press("Begin an hour later", `$at('.flatpickr-time .numInputWrapper .arrowUp')`, "Hour", "up|arrowUp|▲"),
			fill("Enter the year", `$at('.cur-year')`, "Year"),
			press("Take no rye", `$at('.ts-control .item', 'Rye', '.remove')`, "Rye", "×|remove|Remove this grain"),
			fill("Add a grain", `$at('.ts-control input')`, "Grains"),
		}},
		{app: "shelf", held: true, path: at["held"] + "shelf.html", goal: "Open the letters", ready: `!!$at('.wb-row', 'Letters')`, steps: []eyeStep{
			press("Unfold the letters", `$at('.wb-row', 'Letters', '.wb-expander')`, "Letters", "unfold|expand|expander|wb-expander|open"),
			check("Tick the photographs", `$at('.wb-row', 'Photographs', '.wb-checkbox')`, "Photographs", tick),
			choose("Choose the coast", `$at('.wb-row', 'Coast 1911', '.wb-title')`, "Coast 1911"),
		}},
		{app: "moorings", held: true, path: at["held"] + "table.html", goal: "Release the Marie", ready: `!!$at('.release')`, steps: []eyeStep{
			press("Release the Marie", `$at('tr', 'Marie', '.release')`, "Marie", "Release"),
			press("Sort by harbour", `$at('th', 'Harbour')`, "Harbour"),
			fill("Search", `$at('.dt-search input')`, "Search:|search"),
			press("Turn to page 2", `$at('.dt-paging button', '2')`, "2|page 2"),
			choose("Show more on a page", `$at('.dt-length select')`, "entries per page"),
		}},
		{app: "leads", held: true, path: at["widgets"] + "leads.html", goal: "Log a call with Bolt", ready: `!!$at('.el-table__row', 'Bolt')`, steps: []eyeStep{
			press("Log a call with Bolt", `$at('.el-table__row', 'Bolt', '.el-button--text')`, "Bolt", "Log call"),
			press("Change the lead Cargo", `$at('.el-table__row', 'Cargo', '.el-icon-edit').closest('button')`, "Cargo", "edit"),
			check("Select the lead Acme", `$at('.el-table__row', 'Acme', 'input')`, "Acme", tick),
			press("Go to the reports", `$at('.el-menu-item', 'Reports')`, "Reports"),
			press("Close the tab with what is closed", `$at('.el-tabs__item', 'Closed', '.el-icon-close')`, "Closed", "close|×"),
			choose("Choose another owner", `$at('.el-form-item', 'Owner', 'input')`, "Owner"),
			choose("Leave out what is not hot", `$at('.el-form-item', 'Hot', '.el-switch')`, "Hot"),
			press("Show the week", `$at('.el-radio-button', 'Week')`, "Week"),
			press("One more", `$at('.el-input-number__increase')`, "increase|plus|+|up"),
			press("Search", `$at('.el-button', 'Search')`, "Search"),
			press("Sort by company", `$at('th', 'Company')`, "Company"),
			press("Turn to page 3", `$at('.el-pager .number', '3')`, "3"),
			check("Tick Bremen", `$at('.el-tree-node__content', 'Bremen', '.el-checkbox')`, "Bremen", tick),
			press("Fold the north", `$at('.el-tree-node__content', 'North', '.el-tree-node__expand-icon')`, "North", "expand|expander|expand-icon|caret|fold|arrow"),
			press("Take the tag web away", `$at('.el-tag', 'web', '.el-tag__close')`, "web", "close|×|remove"),
			press("Fold the notes", `$at('.el-collapse-item__header', 'Notes')`, "Notes"),
		}},
		{app: "cart", held: true, path: at["widgets"] + "cart.html", goal: "Order one plum more", ready: `!!$at('.van-card', 'Plum')`, steps: []eyeStep{
			press("Go back", `$at('.van-nav-bar__left')`, "Back"),
			press("Change the cart", `$at('.van-nav-bar__right')`, "Edit"),
			fill("Search for nuts", `$at('.van-search input')`, "Search goods"),
			press("Show the sale", `$at('.van-tab', 'Sale')`, "Sale"),
			press("Change the address", `$at('.van-cell', 'Address')`, "Address"),
			fill("Write a note", `$at('.van-field', 'Note', 'input')`, "Note|For the courier"),
			choose("Make it a gift", `$at('.van-cell', 'Gift', '.van-switch')`, "Gift"),
			press("Order one plum more", `$at('.van-card', 'Plum', '.van-stepper__plus')`, "Plum", "plus|+|more|increase"),
			press("Remove the pear", `$at('.van-card', 'Pear', '.van-button')`, "Pear", "Remove"),
			choose("Pay later", `$at('.van-radio', 'Pay later')`, "Pay later"),
			check("Select all", `$at('.van-checkbox', 'Select all')`, "Select all"),
			press("Read on returns", `$at('.van-collapse-item__title', 'Returns')`, "Returns"),
			press("Order", `$at('.van-submit-bar__button')`, "Order"),
		}},
		{app: "friends", held: true, path: at["widgets"] + "friends.html", goal: "Make Helen a friend", ready: `!!$at('.cards .card', 'Helen')`, steps: []eyeStep{
			press("Open the tools", `$at('.icon.item')`, "wrench|dropdown|menu"),
			press("Go to the messages", `$at('.item', 'Messages')`, "Messages"),
			fill("Search", `$at('.right.menu input')`, "Search.."),
			press("Read what kinds there are", `$at('.title', 'What kinds?')`, "What kinds?"),
			choose("Choose a country", `$at('.selection.dropdown')`, "Choose country|Country"),
			check("Subscribe", `$at('.checkbox', 'Subscribe', 'input')`, "Subscribe"),
			press("Like it", `$at('.labeled.button .button')`, "Like"),
			press("Delete it", `$at('button .trash').closest('button')`, "trash|delete"),
			press("Go to the billing", `$at('.step', 'Billing')`, "Billing"),
			press("Make Helen a friend", `$at('.card', 'Helen', '.button')`, "Helen", "Add friend"),
			press("Take the tag away", `$at('.label', 'Tag', '.delete')`, "Tag", "delete|remove|×"),
			press("Put the message away", `$at('.message .close')`, "Done", "close|×"),
			press("Turn to page 2", `$at('.pagination .item', '2')`, "2"),
			press("Change Jill", `$at('tr', 'Jill', '.edit')`, "Jill", "edit"),
			press("Remove John", `$at('tr', 'John', '.trash')`, "John", "trash|delete|remove"),
		}},
		{app: "yard", held: true, path: at["widgets"] + "yard.html", goal: "Look at the welding", ready: `!!$at('.gantt_task_line')`, steps: []eyeStep{
			choose("Choose the welding", `$at('.gantt_row', 'Welding')`, "Welding"),
			press("Fold the hull", `$at('.gantt_row', 'Hull', '.gantt_tree_icon.gantt_close')`, "Hull", "close|fold|collapse|tree"),
			press("Add a task below the plates", `$at('.gantt_row', 'Plates', '.gantt_add')`, "Plates", "add|+|new task"),
			choose("Take the bar of the launch", `$at('.gantt_task_line', 'Launch')`, "Launch"),
		}},
		{app: "account", held: true, path: at["widgets"] + "node_modules/sneat-bootstrap-html-admin-template-free/html/pages-account-settings-account.html", goal: "Change the phone number", ready: `!!$at('#phoneNumber')`, steps: []eyeStep{
			fill("Change the phone number", `$at('#phoneNumber')`, "Phone Number"),
			fill("Change the organization", `$at('#organization')`, "Organization"),
			choose("Choose a country", `$at('#country')`, "Country"),
			press("Go to the notifications", `$at('.nav-pills a', 'Notifications')`, "Notifications", "Notifications"),
			press("Upload a photo", `$at('label[for=upload]')`, "Upload new photo"),
			press("Take the old photo", `$at('.account-image-reset')`, "Reset"),
			press("Save", `$at('#formAccountSettings [type=submit]')`, "Save changes"),
			press("Do not save", `$at('#formAccountSettings [type=reset]')`, "Cancel"),
		}},
	}
}
