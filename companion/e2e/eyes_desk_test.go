package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// serveDesk serves testdata/apps/desk: pages of component libraries, which are bundled,
// and the applications that npm installs for them.
func serveDesk(t testing.TB) (url string, err error) {
	dir, err := had(t, "desk")
	if err != nil {
		return "", err
	}
	source := filepath.Join(repoRoot, "testdata", "apps", "desk")
	for _, name := range []string{"booking.jsx", "plant.js"} {
		copyFile(t, filepath.Join(source, name), filepath.Join(dir, name))
	}
	if _, err := os.Stat(filepath.Join(dir, "built", "plant.js")); err != nil {
		runIn(t, dir, nil, filepath.Join("node_modules", ".bin", "esbuild"), "booking.jsx", "plant.js", "--bundle", "--format=esm", "--splitting", "--minify", "--outdir=built",
			`--define:process.env.NODE_ENV="production"`)
	}
	return serve(t, pagesBefore(filepath.Join(source, "pages"), dir)) + "/", nil
}

// serveGentelella serves an administration template, which is a whole application.
func serveGentelella(t testing.TB) (url string, err error) {
	dir, err := had(t, "desk")
	if err != nil {
		return "", err
	}
	return serve(t, http.FileServer(http.Dir(filepath.Join(dir, "node_modules", "gentelella", "dist")))) + "/", nil
}

// serveTransfers serves Transmission with three paused transfers.
func serveTransfers(t testing.TB) (url string, err error) {
	url, data, err := startTransmission(t)
	if err != nil {
		return "", err
	}
	data.reset()
	return url + "/", nil
}

// deskViews are held back: their steps were written from pictures of the pages, before
// their descriptions were read.
func deskViews(at map[string]string) []view {
	row := func(text string) string {
		return `[...document.querySelectorAll('ui5-li')].find((li) => li.textContent.includes('` + text + `')).shadowRoot`
	}
	return []view{
		{app: "booking", held: true, path: at["desk"] + "booking.html", goal: "Change the stay of the Cormoran", ready: `!!$at('tr', 'Cormoran')`, steps: []eyeStep{
			press("Show the arrivals", `$at('[role=tab]', 'Arrivals')`, "Arrivals"),
			press("Read the notices", `$at('.tabler-icon-bell').closest('button')`, "bell|notices|notifications"),
			press("Open the account", `$at('button', 'Ines Holm')`, "Ines Holm"),
			fill("Enter the skipper", `$at('.mantine-TextInput-input')`, "Skipper"),
			choose("Choose a berth", `$at('.mantine-Select-input')`, "Berth"),
			press("Choose no berth", `$at('.mantine-Select-wrapper button')`, "Berth", "clear|close|×|remove|reset"),
			press("Take the water away", `$at('.mantine-Pill-root', 'Water', '.mantine-Pill-remove')`, "Water", "remove|×|close"),
			press("One more in the crew", `$at('[data-direction=up]')`, "Crew", "up|increment|increase|+|more"),
			press("Show the code", `$at('.mantine-PasswordInput-visibilityToggle')`, "Toggle password visibility|show password|eye"),
			press("Add the papers", `$at('.mantine-FileInput-input')`, "Papers|Add the papers"),
			choose("Show the week", `$at('.mantine-SegmentedControl-control', 'Week')`, "Week"),
			choose("Arrive at night", `$at('.mantine-Switch-root', 'night')`, "Arrives at night"),
			check("Not insured", `$at('.mantine-Checkbox-root', 'Insured')`, "Insured"),
			choose("It has a motor", `$at('.mantine-Chip-root', 'Motor')`, "Motor"),
			choose("Give four stars", `$at('.mantine-Rating-input[value="4"]')`, "4|4 stars"),
			choose("Choose the green flag", `$at('.mantine-ColorSwatch-root[aria-label="Green flag"]')`, "Green flag"),
			fill("Add a tag", `$at('.mantine-TagsInput-inputField, .mantine-TagsInput-root input')`, "Tags"),
			press("Take the tag away", `$at('.mantine-Pill-root', 'regular', '.mantine-Pill-remove')`, "regular", "remove|×|close"),
			press("Read on the tides", `$at('.mantine-Accordion-control', 'Tides')`, "Tides"),
			check("Select Brigitta", `$at('tr', 'Brigitta', 'input')`, "Brigitta", tick),
			press("Change Cormoran", `$at('tr', 'Cormoran', '.tabler-icon-pencil').closest('button')`, "Cormoran", "pencil|edit|change"),
			press("Remove Albatros", `$at('tr', 'Albatros', '.tabler-icon-trash').closest('button')`, "Albatros", "trash|delete|remove|bin"),
			press("Turn to page 3", `$at('.mantine-Pagination-control', '3')`, "3"),
			press("Turn to the next page", `[...document.querySelectorAll('.mantine-Pagination-control')].at(-1)`, "next|right|arrow|chevron|›|>"),
			press("Book", `$at('button', 'Book the berth')`, "Book the berth"),
		}},
		{app: "plant", held: true, path: at["desk"] + "plant.html", goal: "Release order 7131", ready: `window.ready === true && !!$at('.ui5-shellbar-bell-button')`, steps: []eyeStep{
			press("Read the notices", `$at('.ui5-shellbar-bell-button')`, "bell|notifications|notices"),
			press("Ask for help", `$at('ui5-shellbar-item')`, "Help"),
			press("Go to the vessels", `$at('ui5-side-navigation-item[text=Vessels]')`, "Vessels"),
			press("Fold the staff", `$at('ui5-side-navigation-item[text=Staff]').shadowRoot.querySelector('.ui5-sn-item-toggle-icon')`, "Staff", "expand|collapse|fold|toggle|arrow|down"),
			press("Go to all orders", `[...document.querySelector('ui5-breadcrumbs').shadowRoot.querySelectorAll('ui5-link')].find((l) => l.textContent === 'All orders')`, "All orders"),
			press("Put the message away", `$at('.ui5-message-strip-close-button')`, "Vessel 4 is being cleaned.", "close|×|dismiss|decline"),
			press("Show the stages", `$at('[role=tab]', 'Stages')`, "Stages"),
			fill("Enter the beer", `$at('#beer')`, "Beer"),
			choose("Choose the vessel", `$at('#vessel')`, "Vessel"),
			press("Open the calendar", `$at('#day').shadowRoot.querySelector('[input-icon], ui5-icon')`, "Brewed on", "calendar|open|picker|date"),
			fill("Enter the hops", `$at('#hops')`, "Hops"),
			press("One hectolitre more", `$at('.ui5-step-inc')`, "Hectolitres", "increase|plus|+|more|add"),
			choose("Leave it unfiltered", `$at('#unfiltered')`, "Unfiltered"),
			check("Make it organic", `$at('#organic')`, "Organic"),
			choose("Fill bottles", `$at('ui5-segmented-button-item', 'Bottle') ?? [...document.querySelectorAll('ui5-segmented-button-item')][1]`, "Bottle"),
			choose("Take bottom yeast", `$at('ui5-radio-button[text="Bottom yeast"]')`, "Bottom yeast"),
			press("Fold the notes", `$at('.ui5-panel-header-button, .ui5-panel-header')`, "Notes of the brewer"),
			fill("Write a note", `$at('ui5-textarea')`, "Taste, colour, smell|Notes of the brewer"),
			check("Select batch 91", row("Batch 91")+`.querySelector('ui5-checkbox')`, "Batch 91", tick),
			press("Change batch 94", row("Batch 94")+`.querySelector('.ui5-li-detailbtn')`, "Batch 94", "edit|detail|details|change|pencil"),
			choose("Choose the bright tank", `$at('ui5-tree-item[text="Bright tank"]')`, "Bright tank"),
			press("Unfold the hot side", `$at('ui5-tree-item[text="Hot side"]').shadowRoot.querySelector('.ui5-li-tree-toggle-icon')`, "Hot side", "expand|unfold|toggle|toggle-icon|arrow|right|navigation"),
			press("Release it", `$at('ui5-button', 'Release the order') ?? document.querySelector('ui5-button')`, "Release the order"),
			press("Delete it", `$at('ui5-button[icon=delete]')`, "Delete the order"),
			press("Print it", `$at('#print')`, "print"),
		}},
		{app: "survey", held: true, path: at["desk"] + "survey.html", goal: "Ask fewer questions on the ferry", ready: `window.ready === true && !!$at('.svc-string-editor', 'Which class?')`, steps: []eyeStep{
			press("Look at a preview", `$at('[role=tab]', 'Preview')`, "Preview"),
			press("Show it as JSON", `$at('#tab-json')`, "JSON|code|code editor|codeeditor"),
			press("Add a rating scale", `$at('.svc-toolbox__item[aria-label="Rating Scale"]')`, "Rating Scale"),
			press("Add a ranking", `$at('.svc-toolbox__item[aria-label=Ranking]')`, "Ranking"),
			press("Open the settings", `$at('[title="Survey settings"]')`, "Survey settings"),
			press("Zoom out", `$at('[title="Zoom Out"]')`, "Zoom Out"),
			press("Collapse all questions", `$at('[title="Collapse All"]')`, "Collapse All"),
			fill("Change the title", `$at('.spg-input[aria-label="Survey title" i], [data-name=title] input, #title input') ?? [...document.querySelectorAll('.svc-side-bar input[type=text]')].find((i) => i.value === 'Ferry survey')`, "Survey title"),
			fill("Describe the survey", `[...document.querySelectorAll('.svc-side-bar textarea')].find((i) => i.checkVisibility())`, "Survey description"),
			check("Make it read-only", `[...document.querySelectorAll('.svc-side-bar label')].find((l) => l.textContent.includes('read-only'))`, "Make the survey read-only"),
			choose("Choose a language", `$at('.svc-side-bar [role=combobox]').closest('.spg-dropdown, .sd-dropdown, .spg-input')`, "Select a survey language"),
			choose("Make it responsive", `[...document.querySelectorAll('.svc-side-bar label')].find((l) => l.textContent.trim() === 'Responsive')`, "Responsive"),
			press("Set conditions", `$at('[title=Conditions]')`, "Conditions"),
			press("Remove the cabin", `[...document.querySelectorAll('.svc-item-value-wrapper')].find((w) => w.textContent.includes('Cabin')).querySelector('.svc-item-value-controls__remove')`, "Cabin", "remove|click to remove the item...|−|-|minus|delete"),
			choose("Choose a logo", `$at('.svc-logo-image-placeholder')`, "logo|image|logo image|picture|icon-image|placeholder|logo placeholder"),
			choose("Change the question on the class", `[...document.querySelectorAll('.sv-string-editor')].find((e) => e.textContent === 'Which class?')`, "Which class?"),
			fill("Allow one answer each", `[...document.querySelectorAll('.svc-side-bar input[type=text]')].filter((i) => i.checkVisibility() && !i.value && !i.placeholder).at(-1)`, "Limit to one response"),
			press("Hide the panel", `$at('[title="Hide Panel"]')`, "Hide Panel"),
		}},
		{app: "inbox", held: true, path: at["gentelella"] + "production/inbox.html", goal: "Open the mail on the invoice", ready: `!!$at('.inbox-item', 'Stripe')`, steps: []eyeStep{
			choose("Open the invoice", `$at('.inbox-item', 'Your invoice is ready')`, "Your invoice is ready"),
			choose("Open the lunch", `$at('.inbox-item', 'Lunch tomorrow')`, "Lunch tomorrow?"),
			press("Star the pull request", `$at('.inbox-item', 'PR #248', '.inbox-star-btn')`, "PR #248 ready for review", "star"),
			press("Take the star of the retro away", `$at('.inbox-item', 'Sprint retro', '.inbox-star-btn')`, "Sprint retro notes", "star|unstar"),
			press("Go to the drafts", `$at('.inbox-folder', 'Drafts')`, "Drafts"),
			press("Show what is urgent", `$at('.inbox-folder', 'Urgent')`, "Urgent"),
			press("Write a mail", `$at('.btn', 'Compose')`, "Compose"),
			fill("Search the folder", `$at('.inbox-search')`, "Search messages|Search this folder…"),
			press("Mark the folder read", `$at('#inbox-mark-read')`, "Search messages|Search this folder…", "Mark all read"),
			press("Change the theme", `$at('.theme-toggle')`, "Toggle theme"),
			press("Look at the notices", `$at('.tb-notifications')`, "Notifications", "button"),
			press("Go to the kanban", `$at('.sidebar a', 'Kanban')`, "Kanban"),
			press("Unfold the dashboards", `$at('.sidebar a, .sidebar button', 'Dashboards')`, "Dashboards"),
			press("Read the documentation", `$at('.tb-docs')`, "Docs"),
		}},
		{app: "orders", held: true, path: at["gentelella"] + "production/orders.html", goal: "Open order 7839", ready: `!!$at('.dt-paging button', '2')`, steps: []eyeStep{
			press("Open order 7839", `$at('#orders-rows a', '#7839')`, "#7839"),
			press("See more on the order of Emily Wang", `$at('tr', 'Emily Wang', '.card-opt-btn')`, "Emily Wang", "More"),
			press("Sort by the total", `$at('th', 'Total')`, "Total|Total: Activate to sort"),
			choose("Show one status", `$at('select[aria-label="Filter by status"]')`, "Filter by status|Status"),
			press("Turn to page 2", `$at('.dt-paging button', '2')`, "2|page 2"),
			press("Turn to the next page", `$at('.dt-paging .next')`, "next|→"),
			press("Enter an order by hand", `$at('.btn', 'Manual order')`, "+ Manual order|Manual order"),
			fill("Search the table", `$at('.dt-search input')`, "Search table|Search…"),
			press("Export the table", `$at('[data-export-btn]')`, "All orders", "Export CSV"),
			press("Go to the detail of an order", `$at('.sidebar a', 'Order detail')`, "Order detail"),
			press("Unfold the charts", `$at('.sidebar a, .sidebar button', 'Charts')`, "Charts"),
		}},
		{app: "depot", held: true, path: at["desk"] + "depot.html", goal: "Repair the Plover", ready: `window.ready === true && !!$at('.wxi-pencil')`, steps: []eyeStep{
			press("Read the notices", `$at('.wxi-alert').closest('button')`, "alert|notices|notifications|warning"),
			press("Open the account", `$at('.wxi-user', '').closest('button') ?? [...document.querySelectorAll('button .wxi-user')].at(-1)`, "Account"),
			choose("Look at the shifts", `$at('[webix_tm_id=shifts]')`, "Shifts"),
			press("Fold the crews", `$at('.webix_tree_item', 'Crews')`, "Crews"),
			press("Show what is in repair", `$at('.webix_item_tab', 'In repair')`, "In repair"),
			fill("Find a tram", `$at('.webix_hcell input')`, "Tram|filter"),
			check("Select the Plover", `[...document.querySelectorAll('.webix_table_checkbox')][1]`, "Plover", tick),
			press("Change the Curlew", `[...document.querySelectorAll('.wxi-pencil')][2]`, "Curlew", "pencil|edit|change"),
			press("Remove the Heron", `[...document.querySelectorAll('.wxi-trash')][0]`, "Heron", "trash|delete|remove|bin"),
			press("Sort by state", `$at('.webix_hcell', 'State')`, "State"),
			fill("Enter the driver", `$at('.webix_el_text input')`, "Driver"),
			fill("Choose the line", `$at('.webix_el_combo input')`, "Line"),
			choose("Choose the first day", `$at('.webix_el_datepicker .webix_inp_static')`, "First day"),
			press("One wagon more", `$at('.webix_inp_counter_next')`, "Wagons", "+|increase value|increase|plus|more"),
			choose("Let it run at night", `$at('.webix_el_switch .webix_el_box')`, "At night"),
			choose("Take the late shift", `$at('.webix_all_segments button', 'Late')`, "Late"),
			press("Send it out", `$at('.webix_el_button', 'Send it out')`, "Send it out"),
		}},
		{app: "transfers", held: true, path: at["transmission"] + "transmission/web/", goal: "Start the transfer of slate.iso", ready: `document.querySelectorAll('li.torrent').length === 3`, steps: []eyeStep{
			press("Open a torrent", `$at('#toolbar-open')`, "Open Torrent|open"),
			press("Start all", `$at('#toolbar-start-all')`, "Start All Torrents|start all"),
			press("Look into one", `$at('#toolbar-inspector')`, "Toggle Inspector|inspector"),
			choose("Show what is paused", `$at('#filter-mode')`, "Show|filter-mode|All"),
			fill("Find a transfer", `$at('#torrent_search')`, "Filter"),
			choose("Choose the marble", `$at('li.torrent', 'marble.iso')`, "marble.iso"),
			press("Start the slate", `$at('li.torrent', 'slate.iso', '.torrent_resume')`, "slate.iso", "resume|start|torrent_resume|play"),
			press("Open the menu", `$at('#settings_menu')`, "Settings Menu|settings"),
			press("Change the preferences", `$at('#prefs-button')`, "Edit Preferences…|preferences"),
			press("Limit the speed", `$at('#turtle-button')`, "Alternative Speed Limits|turtle"),
			press("Make the list compact", `$at('#compact-button')`, "Compact View|compact"),
		}},
	}
}
