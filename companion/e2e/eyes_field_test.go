package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// startMailDev starts a mail catcher that has received four mails.
func startMailDev(t testing.TB) (url string, err error) {
	dir, err := had(t, "field")
	if err != nil {
		return "", err
	}
	smtpPort, port := freePort(t), freePort(t)
	url = fmt.Sprintf("http://127.0.0.1:%d/", port)
	if err := startProgram(t, url, "", "node", filepath.Join(dir, "node_modules", "maildev", "dist", "bin", "maildev.js"), "-s", fmt.Sprint(smtpPort), "-w", fmt.Sprint(port),
		"--ip", "127.0.0.1", "--web-ip", "127.0.0.1", "--mail-directory", t.TempDir()); err != nil {
		return "", err
	}
	for _, mail := range [][3]string{
		{"Stripe <billing@stripe.example>", "Your invoice for May", "Invoice 3310 over 42.00 EUR"},
		{"Mila Ross <mila@harbour.example>", "Crane booking for Friday", "Can we move it to 10:00?"},
		{"CI <ci@build.example>", "Build 881 failed", "Tests failed in package dock"},
		{"Anna Vik <anna@vik.example>", "Photos from the regatta", "See attached"},
	} {
		text := fmt.Sprintf("From: %s\r\nTo: Ines Holm <ines@office.example>\r\nSubject: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<h1>%s</h1><p>%s</p><a href=\"http://x.example/\">Open it</a>\r\n", mail[0], mail[1], mail[1], mail[2])
		if err := smtp.SendMail(fmt.Sprintf("127.0.0.1:%d", smtpPort), nil, "a@b.example", []string{"ines@office.example"}, []byte(text)); err != nil {
			return "", err
		}
	}
	return url, nil
}

// startQuietSyncthing starts Syncthing, without connections to others, with three folders and another device.
func startQuietSyncthing(t testing.TB) (url string, err error) {
	if _, err := exec.LookPath("syncthing"); err != nil {
		return "", errors.New("syncthing is missing")
	}
	home, port := t.TempDir(), freePort(t)
	if out, err := exec.Command("syncthing", "generate", "--home", home, "--no-default-folder").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	file := filepath.Join(home, "config.xml")
	config, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	for from, to := range map[string]string{
		`<address>127[^<]*`:      fmt.Sprintf("<address>127.0.0.1:%d", port),
		`<listenAddress>default`: "<listenAddress>tcp://127.0.0.1:0",
		`<(\w+AnnounceEnabled|relaysEnabled|natEnabled|startBrowser|crashReportingEnabled)>true`: "<$1>false",
		`<urAccepted>0`: "<urAccepted>-1",
	} {
		config = regexp.MustCompile(from).ReplaceAll(config, []byte(to))
	}
	if err := os.WriteFile(file, config, 0o600); err != nil {
		return "", err
	}
	url = fmt.Sprintf("http://127.0.0.1:%d/", port)
	if err := startProgram(t, url, "", "syncthing", "serve", "--home", home, "--no-browser", "--no-restart", "--no-upgrade"); err != nil {
		return "", err
	}
	key := regexp.MustCompile(`<apikey>([^<]*)`).FindSubmatch(config)[1]
	set := func(path, body string) error {
		req, err := http.NewRequest("POST", url+"rest/config/"+path, bytes.NewBufferString(body))
		if err != nil {
			return err
		}
		req.Header.Set("X-API-Key", string(key))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return res.Body.Close()
	}
	for _, name := range []string{"Photos", "Invoices", "Recipes"} {
		if err := set("folders", fmt.Sprintf(`{"id":%q,"label":%q,"path":%q}`, name, name, filepath.Join(t.TempDir(), name))); err != nil {
			return "", err
		}
	}
	time.Sleep(time.Second) // it restarts its parts
	return url, set("devices", `{"deviceID":"VKQDNOG-D7GU5MG-CGIM6VU-E25NGJW-DDO3M3J-ZXCRXZ7-5YSNFQI-NMEWFQ2","name":"Office tower"}`)
}

// fieldViews are applications, editors and grids: their steps were written from pictures
// of the pages, before their descriptions were read.
func fieldViews(at map[string]string) []view {
	nth := func(css string, n int) string { return fmt.Sprintf(`document.querySelectorAll('%s')[%d]`, css, n) }
	svg := at["field"] + "node_modules/svgedit/dist/editor/"
	return []view{
		{app: "syncthing", path: at["syncthing"], goal: "Add a folder", ready: `!!$at('button', 'Recipes') && !!$at('button', 'Office tower')`, until: `!document.querySelector('.modal.in')`, steps: []eyeStep{
			press("Open the folder of the photos", `$at('button.panel-heading', 'Photos')`, "Photos"),
			press("Look at the office tower", `$at('button.panel-heading', 'Office tower')`, "Office tower"),
			press("Scan all again", `$at('button', 'Rescan All')`, "Rescan All"),
			press("Add a folder", `$at('button', 'Add Folder')`, "Add Folder"),
			press("Change the language", `$at('a', 'English')`, "English"),
			press("Open the actions", `$at('a.dropdown-toggle', 'Actions')`, "Actions"),
			press("Put the advice away", `[...document.querySelectorAll('button')].find((b) => b.checkVisibility() && b.textContent.trim() === 'OK')`, "OK"),
			press("Show the id of this device", `[...document.querySelectorAll('tr')].find((r) => r.checkVisibility() && r.textContent.includes('Identification')).querySelector('a')`, "Identification", "clickable|link|Identification"),
			press("Read the changes", `$at('a', 'Changelog')`, "Changelog"),
		}},
		{app: "mail catcher", path: at["maildev"], goal: "Open the mail on the crane", ready: `!!$at('button', 'Photos from the regatta')`, steps: []eyeStep{
			press("Open the mail on the crane", `$at('button', 'Crane booking for Friday')`, "Crane booking for Friday"),
			press("Open the invoice", `$at('button', 'Your invoice for May')`, "Your invoice for May"),
			fill("Find a mail", `$at('input')`, "Search emails..."),
			press("Load the mails again", `$at('[aria-label="Refresh emails"]')`, "Refresh emails"),
			press("Delete all", `$at('[aria-label="Delete all emails"]')`, "Delete all emails"),
			press("Hide the list", `$at('[aria-label="Toggle sidebar"]')`, "Toggle sidebar"),
			press("Make it dark", `$at('[aria-label="Switch to dark mode"]')`, "Switch to dark mode"),
			press("Open the settings", `$at('[aria-label="Settings"]')`, "Settings"),
		}},
		{app: "mail letter 2", path: at["maildev"], goal: "Delete the mail on the crane", ready: `!!$at('button', 'Photos from the regatta')`, setup: []string{`$at('button', 'Crane booking for Friday').click()`}, until: `!!document.querySelector('iframe')`, steps: []eyeStep{
			press("Follow the link", `document.querySelector('iframe').contentDocument.querySelector('a')`, "Open it"),
			press("Open the other mail", `$at('button', 'Build 881 failed')`, "Build 881 failed"),
		}},
		{app: "drawing", path: svg, goal: "Draw an ellipse", ready: `!!$at('#tool_select') && !!$at('[aria-label="SVG-Edit storage preferences"], #storage_ok')`, until: `true`, steps: []eyeStep{
			press("Agree", `$at('#storage_ok')`, "OK"),
			press("Refuse", `$at('#storage_cancel')`, "Cancel"),
			check("Forget the choice", `$at('#se-remember, #se_remember, input[type=checkbox]')`, "Remember this choice?"),
			choose("Choose what is stored", `$at('.se-storage-pref, #se-storage-pref')`, "Store preferences and SVG content locally|storage"),
		}},
		{app: "drawing board", path: svg, goal: "Draw an ellipse", ready: `!!$at('#storage_ok')`, setup: []string{`$at('#storage_ok').click()`}, until: `!$at('#storage_ok')`, steps: []eyeStep{
			press("Take the pencil", `$at('#tool_fhpath')`, "Pencil Tool|Pencil Tool [Q]"),
			press("Draw a line", `$at('#tool_line')`, "Line Tool|Line Tool [L]"),
			press("Draw an ellipse", `$at('#tools_ellipse')`, "Ellipse/Circle Tool"),
			press("Write text", `$at('#tool_text')`, "Text Tool|Text Tool [T]"),
			press("Pick a colour from the picture", `$at('#tool_eyedropper')`, "Eye Dropper Tool|Eye Dropper Tool [ctrl+I]"),
			press("Change the fill", `$at('#fill_color')`, "Change fill color"),
			press("Draw a thicker line", `$at('#stroke_width').shadowRoot.querySelector('elix-number-spin-box').shadowRoot.querySelector('#upButton')`, "stroke width|Change stroke width by 1, shift-click to change by 0.1", "▲|up|increase|+"),
			press("Show the grid", `$at('#view_grid')`, "Show/Hide Grid"),
			press("See the source", `$at('#tool_source')`, "Edit Source|Edit Source [U]"),
			press("Open the panel", `$at('#sidepanel_handle')`, "Panel"),
			press("Open the menu", `$at('#MenuButton')`, "Main Menu|SVG-Edit"),
		}},
		{app: "blocks", path: at["field"] + "circuits.html", goal: "Change the speed", ready: `window.ready === true`, steps: []eyeStep{
			press("Show the loops", `$at('.blocklyToolboxCategoryContainer', 'Loops')`, "Loops"),
			press("Show the variables", `$at('.blocklyToolboxCategoryContainer', 'Variables')`, "Variables"),
			press("Run it", `$at('#run')`, "Run"),
			choose("Change how often it repeats", `[...document.querySelectorAll('.blocklyEditableField, .blocklyEditableText')].find((f) => f.textContent === '12')`, "12"),
			choose("Set another variable", `[...document.querySelectorAll('.blocklyEditableField, .blocklyEditableText')].find((f) => f.textContent.includes('speed'))`, "speed|speed ▾"),
			choose("Change what is printed", `[...document.querySelectorAll('.blocklyEditableField, .blocklyEditableText')].find((f) => /gripper.closed/.test(f.textContent))`, "gripper closed"),
			press("Zoom in", `$at('.blocklyZoomIn')`, "zoom in|zoomIn|blocklyZoomIn"),
		}},
		{app: "visa", path: at["field"] + "forms.html", goal: "Add a number", ready: `window.ready === true && !!$at('.formcomponent', 'Number')`, steps: []eyeStep{
			choose("Add a number", `$at('.formcomponent', 'Number')`, "Number"),
			choose("Add a password", `$at('.formcomponent', 'Password')`, "Password"),
			fill("Find a component", `$at('.builder-sidebar_search')`, "Search field(s)"),
			press("Show the layouts", `$at('.builder-group-button', 'Layout')`, "Layout"),
			fill("Try the name", `$at('[name="data[name]"]')`, "Full name"),
			choose("Try the purpose", `$at('.formio-choices')`, "Purpose"),
			check("Try the insurance", `$at('[name="data[insured]"]')`, "Insured"),
			press("Try to send", `$at('[name="data[send]"]')`, "Send application"),
		}},
		{app: "darkroom", path: at["field"] + "darkroom.html", goal: "Draw a circle", ready: `window.ready === true`, steps: []eyeStep{
			press("Crop it", `$at('.tie-btn-crop')`, "crop"),
			press("Turn it", `$at('.tie-btn-rotate')`, "rotate"),
			press("Write on it", `$at('.tie-btn-text')`, "text"),
			press("Draw a circle", `$at('.tui-image-editor-button.circle')`, "Circle"),
			press("Choose the stroke's colour", `$at('.tie-color-stroke')`, "Stroke"),
			press("Zoom in", `$at('.tie-btn-zoomIn')`, "zoom in|zoomIn|zoom-in|ic-zoom-in"),
			press("Look at the history", `$at('.tie-btn-history')`, "history"),
			choose("Load another", `$at('.tui-image-editor-load-btn')`, "Load"),
			press("Download it", `$at('.tui-image-editor-download-btn')`, "Download"),
			fill("Make the stroke thicker", `$at('.tie-stroke-range-value')`, "Stroke"),
		}},
		{app: "payroll", path: at["field"] + "payroll.html", goal: "Change the hours of Maja Lind", ready: `window.ready === true && !!$at('td', 'Rui Santos')`, steps: []eyeStep{
			choose("Change the hours of Maja Lind", `[...document.querySelectorAll('.ht_master td')].find((c) => c.textContent === '171')`, "Maja Lind", "171|Hours"),
			check("Give Theo Brandt a bonus", `[...document.querySelectorAll('.ht_master tbody tr')][1].querySelector('input')`, "Theo Brandt", "Bonus|unchecked|checkbox"),
			choose("Choose the team of Kofi Mensah", `[...document.querySelectorAll('.ht_master tbody tr')][3].querySelector('.htAutocompleteArrow').parentElement`, "Kofi Mensah", "Docks|Team|▼"),
			press("Sort by hours", `[...document.querySelectorAll('.ht_clone_top .colHeader, .ht_master .colHeader')].filter((c) => c.textContent === 'Hours' && document.elementsFromPoint(c.getBoundingClientRect().x + 3, c.getBoundingClientRect().y + 5)[0] === c)[0] ?? $at('.colHeader', 'Hours')`, "Hours"),
			press("Filter by team", `[...document.querySelectorAll('th')].filter((c) => c.textContent.trim() === 'Team').map((c) => c.querySelector('button')).find((b) => { const r = b.getBoundingClientRect(); return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2) === b })`, "Team", "menu|filter|changeType|▼|open|button"),
			press("Export it", `$at('button', 'Export')`, "Export"),
			press("Approve all", `$at('button', 'Approve all')`, "Approve all"),
		}},
		{app: "boatyard", path: at["field"] + "plans.html", goal: "Change the Gannet", ready: `window.ready === true && !!$at('tr', 'Gannet')`, steps: []eyeStep{
			press("Open the menu", `$at('#bar .dx-button[aria-label=menu]')`, "menu"),
			press("Print", `$at('#bar .dx-button', 'Print')`, "Print"),
			press("Change the Gannet", `$at('tr', 'Gannet', '.dx-link-edit')`, "Gannet", "Edit"),
			press("Delete the Tern", `$at('tr', 'Tern', '.dx-link-delete')`, "Tern", "Delete"),
			check("Select the Marlin", `$at('tr', 'Marlin', '.dx-select-checkbox')`, "Marlin", tick),
			press("Filter by owner", `$at('.dx-header-row td', 'Owner', '.dx-header-filter')`, "Owner", "filter|Show filter options for column Owner"),
			fill("Find a boat", `$at('#grid .dx-searchbox input')`, "Search in the data grid|Search..."),
			press("Turn to page 2", `$at('.dx-page', '2')`, "2|Page 2"),
			press("Show the month", `$at('#sched .dx-button', 'Month')`, "Month"),
			press("Go on a week", `$at('#sched [aria-label="Next page"]')`, "Next page"),
			press("Open the crane check", `$at('.dx-scheduler-appointment', 'Crane check')`, "Crane check"),
			press("Upload a file", `$at('.dx-button', 'Upload files')`, "Upload files"),
			choose("Open the drawings", `$at('.dx-treeview-item', 'Drawings')`, "Drawings"),
			press("See more on the survey", `$at('#files tr', 'Survey.pdf', '.dx-datagrid-adaptive-more')`, "Survey.pdf", "overflow|more|…|⋯|menu"),
			choose("Open the notes", `$at('#files tr', 'Notes.txt')`, "Notes.txt"),
			fill("Rename the boat", `$at('#form input[name=name]')`, "Name"),
			press("One berth more", `$at('#form .dx-numberbox-spin-up')`, "Berth", "increase|up|spin-up|+|spin up"),
			choose("Take the mast off", `$at('#form .dx-switch')`, "Mast"),
			press("Choose no paint", `$at('#form .dx-selectbox .dx-clear-button-area')`, "Paint", "clear|×"),
			press("Open the calendar", `$at('#form .dx-datebox .dx-dropdowneditor-button')`, "Ready", "Select|open|calendar|dropdown"),
			press("Take wood away", `$at('#form .dx-tag-remove-button')`, "wood", "remove|×|clear|delete|tag-remove-button"),
			fill("Write a note", `$at('#form textarea')`, "Note"),
			press("Save it", `$at('#form .dx-button', 'Save boat')`, "Save boat"),
		}},
		{app: "ward", path: at["field"] + "ward.html", goal: "Discharge Lena Sol", ready: `window.ready === true`, steps: []eyeStep{
			press("Go to the rounds", `$at('.rs-navbar-item', 'Rounds')`, "Rounds"),
			press("Open the reports", `$at('.rs-navbar-item', 'Reports')`, "Reports"),
			press("Unfold the north wing", `$at('[aria-label="Expand North wing"]')`, "North wing", "Expand|Expand North wing"),
			press("Put the message away", `$at('.rs-message .rs-btn-close')`, "Bed 4 needs linen.", "Close|×"),
			fill("Find a patient", `$at('input[placeholder="Find a patient"]')`, "Find a patient"),
			press("Search", `$at('.rs-input-group-btn')`, "Find a patient", "search|button"),
			check("Select Piet Vos", `$at('tr', 'Piet Vos', 'input')`, "Piet Vos", tick),
			press("Discharge Lena Sol", `$at('tr', 'Lena Sol').querySelectorAll('button')[1]`, "Lena Sol", "Discharge"),
			press("See the chart of Otto Reim", `$at('tr', 'Otto Reim').querySelectorAll('button')[0]`, "Otto Reim", "chart|bar-chart"),
			press("Turn to page 3", `$at('.rs-pagination-btn[title="3"]')`, "3"),
			fill("Rename him", `$at('#nm')`, "Name"),
			choose("Choose a doctor", nth(".rs-picker-toggle", 0), "Doctor"),
			press("Choose no doctor", nth(".rs-picker-clean", 0), "Doctor", "Clear"),
			press("Be allergic to nuts no more", `$at('.rs-tag-icon-close')`, "Nuts", "Remove"),
			press("One drip more", `$at('[aria-label=Increment]')`, "Drips", "Increment"),
			choose("Give him a private room", `$at('.rs-toggle')`, "Private room"),
			choose("He is asleep", `$at('.rs-radio', 'Asleep')`, "Asleep"),
			choose("Say how much it hurts", `$at('.rs-slider')`, "Pain"),
			choose("Give five stars", nth(".rs-rate-character", 4), "5 of 5|5 stars"),
			press("Read the menu of the day", `$at('.rs-panel-btn', 'Menu of the day')`, "Menu of the day"),
			press("See more", `$at('.rs-dropdown-toggle', 'More')`, "More"),
		}},
		{app: "newsletter", path: at["field"] + "leaflet.html", goal: "Insert a table", ready: `window.ready === true`, steps: []eyeStep{
			press("Make it bold", `[...document.querySelectorAll('.ck-button')].find((b) => /^Bold/.test(b.dataset.ckeTooltipText))`, "Bold"),
			press("Strike it through", `[...document.querySelectorAll('.ck-button')].find((b) => /^Strike/.test(b.dataset.ckeTooltipText))`, "Strikethrough"),
			press("Make it a paragraph", `$at('.ck-heading-dropdown button')`, "Heading 1|Heading 1, Heading|Heading"),
			press("Set a link", `[...document.querySelectorAll('.ck-button')].find((b) => /^Link/.test(b.dataset.ckeTooltipText))`, "Link"),
			press("Insert a table", `[...document.querySelectorAll('.ck-button')].find((b) => /^Insert table/.test(b.dataset.ckeTooltipText))`, "Insert table"),
			press("Begin a list of things to do", `[...document.querySelectorAll('.ck-button')].find((b) => /^To-do/.test(b.dataset.ckeTooltipText))`, "To-do List"),
			press("Find and replace", `[...document.querySelectorAll('.ck-button')].find((b) => /^Find and/.test(b.dataset.ckeTooltipText))`, "Find and replace"),
			press("See the source", `$at('.ck-source-editing-button')`, "Source"),
			choose("Write on", `$at('.ck-editor__editable')`, "Rich Text Editor|Editing area|editor|Rich Text Editor. Editing area: main"),
			choose("Change the price of A4", `[...document.querySelectorAll('.ck-editor__nested-editable')].at(-1)`, "120"),
			fill("Change the subject", `$at('#subject')`, "Subject"),
			press("Send it", `$at('#send')`, "Send to 412 readers"),
		}},
		{app: "query", path: at["field"] + "query.html", goal: "Run the query", ready: `window.ready === true && !!$at('.graphiql-execute-button')`, steps: []eyeStep{
			press("Run the query", `$at('.graphiql-execute-button')`, "Execute query|Execute query (Ctrl-Enter)"),
			press("Copy it", `$at('[aria-label^="Copy query"]')`, "Copy query|Copy query (Shift-Ctrl-C)"),
			press("Look at the history", `$at('[aria-label="Show History"]')`, "Show History"),
			press("Change the settings", `$at('[aria-label="Open settings dialog"]')`, "Open settings dialog"),
			press("Set headers", `$at('.graphiql-editor-tools button', 'Headers')`, "Headers"),
			press("Add a tab", `$at('.graphiql-tab-add')`, "Add tab"),
			fill("Change the query", `$at('.graphiql-query-editor .CodeMirror')`, "Query Editor|Editor|query"),
			fill("Set variables", `$at('.graphiql-editor-tool:not(.hidden) .CodeMirror')`, "Variables"),
		}},
		{app: "rota", path: at["field"] + "rota.html", goal: "Change the crane", ready: `window.ready === true && !!$at('.dhx_cal_event', 'Crane')`, steps: []eyeStep{
			press("Go on a week", `$at('.dhx_cal_next_button')`, "Next"),
			press("Go to today", `$at('.dhx_cal_today_button')`, "Today"),
			press("Show the month", `$at('.dhx_cal_tab', 'Month')`, "Month"),
			choose("Open the crane", `$at('.dhx_cal_event', 'Crane: Sato')`, "Crane: Sato"),
			choose("Open the office", `$at('.dhx_cal_event', 'Office: Ek')`, "Office: Ek"),
		}},
		{app: "sea chart", path: at["field"] + "chart.html", goal: "Go to the old pier", ready: `window.ready === true`, steps: []eyeStep{
			press("Go to the old pier", `$at('li', 'Old pier', 'button')`, "Old pier", "Go"),
			press("Look at the old pier on the chart", `$at('.pin', 'Old pier')`, "Old pier", "clickable|pin"),
			press("Zoom in", `$at('.ol-zoom-in')`, "Zoom in"),
			press("See it large", `$at('.ol-full-screen button')`, "Toggle full-screen"),
			press("Add the wreck to the route", `$at('.pop button')`, "Add to route"),
			press("Close the wreck", `$at('.closer')`, "Wreck of the Juno", "✕|close|closer"),
			check("Show the wrecks", `document.querySelectorAll('aside input')[1]`, "Wrecks"),
			fill("Find a place", `$at('input[placeholder]')`, "Search a place"),
			choose("Drag the zoom", `$at('.ol-zoomslider-thumb')`, "thumb|zoomslider|zoomslider-thumb|zoom slider|ol-zoomslider-thumb"),
		}},
		{app: "chandlery", path: at["field"] + "shop2.html", goal: "Buy the hemp", ready: `window.ready === true`, steps: []eyeStep{
			press("Look at the sails", `$at('.uk-navbar-nav a', 'Sails')`, "Sails"),
			press("Search", `$at('.uk-search-icon')`, "Open Search|search"),
			press("Look into the cart", `$at('[uk-icon=cart]')`, "cart"),
			press("Put the warning away", `$at('.uk-alert-close')`, "Deliveries are late this week.", "close|×"),
			press("Show what is on sale", `$at('.uk-subnav a', 'On sale')`, "On sale"),
			press("Buy the hemp", `$at('.uk-card', 'Hemp', 'button')`, "Hemp 12 mm", "Buy"),
			press("Like the elastic", `$at('.uk-card', 'Elastic', '[uk-icon=heart]')`, "Elastic 4 mm", "heart|like"),
			press("Read on the warranty", `$at('.uk-accordion-title', 'Warranty')`, "Warranty"),
			press("Turn to page 2", `$at('.uk-pagination a', '2')`, "2"),
			press("Turn to the next page", `[...document.querySelectorAll('.uk-pagination a')].at(-1)`, "next|next page|pagination-next"),
			fill("Change the length", `$at('#len')`, "Length"),
			press("Find the place", `$at('.uk-form-icon')`, "Post code", "location"),
			check("Wrap it as a gift", `$at('.uk-checkbox')`, "Gift wrap"),
			choose("Make it thicker", `$at('.uk-range')`, "Thickness"),
			choose("Upload a drawing", `$at('[uk-form-custom] input')`, "Upload a drawing"),
			press("Take the shackles out", `$at('.uk-list li', 'Shackle', 'a')`, "Shackle × 2", "trash|remove|delete"),
			press("Copy the list", `$at('[uk-icon="icon: copy"]')`, "copy"),
			press("Check out", `$at('button', 'Check out')`, "Check out"),
		}},
		{app: "stables", path: at["field"] + "stables.html", goal: "Let Blanca rest", ready: `window.ready === true`, steps: []eyeStep{
			press("Go to the bills", `$at('.semi-navigation-item', 'Bills')`, "Bills"),
			press("Fold the fields", `$at('.semi-navigation-sub-title', 'Fields')`, "Fields"),
			press("Put the message away", `$at('.semi-banner button')`, "The vet comes on Monday.", "Close|×"),
			press("Show the week", `$at('.semi-tabs-tab', 'Week')`, "Week"),
			fill("Find a horse", `$at('input[placeholder="Find a horse"]')`, "Find a horse"),
			press("Let Blanca rest", `$at('tr', 'Blanca').querySelectorAll('button')[1]`, "Blanca", "Rest"),
			press("Ride Pinto", `$at('tr', 'Pinto').querySelectorAll('button')[0]`, "Pinto", "Ride"),
			check("Select Nero", `$at('tr', 'Nero', '.semi-checkbox')`, "Nero", tick),
			press("Sort by horse", `$at('th', 'Horse')`, "Horse", "sort|sorter|Current sort order is none"),
			press("Filter by groom", `$at('th', 'Groom', '.semi-icon-filter')`, "Groom", "filter|Filter data with this column"),
			press("Turn to page 2", `$at('.semi-page-item', '2')`, "2|Page 2"),
			press("Turn to the next page", `$at('.semi-page-next')`, "Next"),
			press("Unfold the tack room", `$at('.semi-tree-option', 'Tack room', '.semi-tree-option-expand-icon, .semi-icon-tree_triangle_down')`, "Tack room", "expand|unfold|collapse|Collapse the tree item|triangle|tree_triangle_down"),
			check("Tick the barn", `$at('.semi-tree-option', 'Barn', '.semi-checkbox')`, "Barn", tick),
			fill("Rename it", `$at('#name')`, "Name"),
			choose("Choose a breed", `$at('#breed')`, "Breed"),
			press("One box up", `$at('.semi-input-number-button-up')`, "Box", "up|increase|+|chevron_up|button-up"),
			choose("Say when it was shod", `$at('.semi-datepicker-input')`, "Shod on|Choose date"),
			choose("Put it outside", `$at('.semi-switch')`, "Outside"),
			press("Not calm any more", `$at('.semi-tag-close')`, "calm", "close|×|remove|tag-close"),
			choose("Give it four stars", `$at('.semi-rating-star-second[aria-label="4 stars"]')`, "4 stars"),
			choose("Bed it on chips", `$at('.semi-radio', 'Chips')`, "Chips"),
			check("Insure it", `$at('.semi-checkbox', 'Insured')`, "Insured"),
			choose("Give it more oats", `$at('.semi-slider')`, "Oats"),
		}},
		{app: "studio", path: at["field"] + "studio.html", goal: "Save the take", ready: `!!document.querySelector('wa-button').shadowRoot?.querySelector('button') && !!document.querySelector('wa-select').shadowRoot`, steps: []eyeStep{
			press("Go to all studios", `$at('wa-breadcrumb-item', 'Studios') ?? document.querySelector('wa-breadcrumb-item')`, "Studios"),
			press("Show the mix", `document.querySelectorAll('wa-tab')[1]`, "Mix"),
			press("Unfold the drums", `document.querySelector('wa-tree-item').shadowRoot.querySelector('.expand-button')`, "Drums", "expand|unfold|toggle|chevron|expand-button"),
			choose("Choose the bass", `[...document.querySelectorAll('wa-tree-item')].at(-1)`, "Bass"),
			press("Read on the microphones", `document.querySelector('wa-details').shadowRoot.querySelector('summary')`, "Microphones"),
			press("Change the tape", `document.querySelector('wa-callout wa-button')`, "Change tape"),
			fill("Rename the song", `document.querySelector('wa-input')`, "Song"),
			press("Empty the name", `document.querySelector('wa-input').shadowRoot.querySelector('.clear')`, "Song", "Clear entry|clear"),
			press("Show the code", `document.querySelectorAll('wa-input')[1].shadowRoot.querySelector('.password-toggle')`, "Show password|Code"),
			press("One take more", `document.querySelector('wa-number-input').shadowRoot.querySelector('.stepper-increment')`, "Takes", "Increment|+"),
			choose("Choose the key", `document.querySelector('wa-select')`, "Key"),
			fill("Write lyrics", `document.querySelector('wa-textarea')`, "Lyrics"),
			choose("Play it faster", `document.querySelector('wa-slider')`, "Tempo"),
			press("Choose a colour", `document.querySelector('wa-color-picker')`, "Colour"),
			choose("Switch the metronome on", `document.querySelector('wa-switch')`, "Metronome"),
			check("Record in mono", `document.querySelector('wa-checkbox')`, "Record stereo"),
			choose("Go into the booth", `document.querySelector('wa-radio')`, "Booth"),
			press("Take live away", `document.querySelectorAll('wa-tag')[1].shadowRoot.querySelector('wa-button, [part~=remove-button]')`, "live", "Remove|×|close"),
			press("Record", `document.querySelectorAll('wa-button-group wa-button')[1]`, "Record"),
			press("Stop", `document.querySelectorAll('wa-button-group wa-button')[2]`, "Stop"),
			press("Export it", `document.querySelector('wa-dropdown wa-button')`, "Export"),
			press("Copy it", `document.querySelector('wa-copy-button')`, "Copy"),
			press("Save the take", `[...document.querySelectorAll('wa-button')].at(-1)`, "Save take"),
		}},
	}
}
