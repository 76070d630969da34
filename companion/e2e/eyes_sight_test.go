package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// serveSight serves testdata/apps/sight: pages of component libraries, one of them bundled.
func serveSight(t testing.TB) (url string, err error) {
	dir, err := had(t, "sight")
	if err != nil {
		return "", err
	}
	source := filepath.Join(repoRoot, "testdata", "apps", "sight")
	copyFile(t, filepath.Join(source, "yard.jsx"), filepath.Join(dir, "yard.jsx"))
	if _, err := os.Stat(filepath.Join(dir, "built", "yard.js")); err != nil {
		runIn(t, dir, nil, filepath.Join("node_modules", ".bin", "esbuild"), "yard.jsx", "--bundle", "--format=esm", "--minify", "--outdir=built",
			`--define:process.env.NODE_ENV="production"`, "--loader:.woff2=file", "--loader:.woff=file", "--loader:.ttf=file", "--loader:.eot=file", "--loader:.svg=file")
	}
	return serve(t, pagesBefore(filepath.Join(source, "pages"), dir)) + "/", nil
}

// sightViews are held back: their steps were written from pictures of the pages, before
// their descriptions were read.
func sightViews(at map[string]string) []view {
	return []view{
		{app: "crew", held: true, path: at["sight"] + "crew.html", goal: "Change Bram Okafor", ready: `!!$at('tr', 'Bram Okafor')`, steps: []eyeStep{
			press("Look at the payroll", `$at('.p-menubar-item', 'Crew', '.p-menubar-item-content')`, "Crew"),
			press("Go to the reports", `$at('.p-menubar-item', 'Reports', '.p-menubar-item-content')`, "Reports"),
			press("Add someone", `$at('.p-button', 'New')`, "New"),
			press("Print the list", `$at('.pi-print').closest('button')`, "print|printer"),
			press("Upload a list", `$at('.pi-upload').closest('button')`, "upload"),
			fill("Find someone", `$at('.p-toolbar input')`, "Search the crew"),
			press("Save in another way", `$at('.p-splitbutton-dropdown')`, "Save", "dropdown|menu|more|options|chevron-down|down"),
			press("Choose no rank", `$at('.p-select-clear-icon')`, "Rank", "clear|×|remove|reset|times"),
			choose("Choose a rank", `$at('.p-select')`, "Rank"),
			press("Open the calendar", `$at('.p-datepicker-dropdown')`, "Aboard since", "calendar|choose date|date|open"),
			press("Pay more", `$at('.p-inputnumber-increment-button')`, "Pay", "plus|+|increment|increase|more"),
			press("Take the night watch", `$at('.p-selectbutton button', 'Night')`, "Night"),
			choose("Be on leave", `$at('.p-toggleswitch')`, "On leave"),
			check("Swim no more", `$at('.p-checkbox:has(#swims)')`, "Swims"),
			press("Put the warning away", `$at('.p-message-close-button')`, "Two papers are out of date.", "close|×|dismiss|times"),
			press("Show the engine", `$at('.p-tab', 'Engine')`, "Engine"),
			press("Sort by home port", `$at('th', 'Home port')`, "Home port"),
			check("Select Cleo Hart", `$at('tr', 'Cleo Hart', '.p-checkbox')`, "Cleo Hart", tick),
			choose("Give Ada Lind four stars", `$at('tr', 'Ada Lind').querySelectorAll('.p-rating-option')[3]`, "Ada Lind", "4 stars|4|four stars"),
			press("Change Bram Okafor", `$at('tr', 'Bram Okafor', '.pi-pencil').closest('button')`, "Bram Okafor", "pencil|edit|change"),
			press("Remove Dirk Sand", `$at('tr', 'Dirk Sand', '.pi-trash').closest('button')`, "Dirk Sand", "trash|delete|remove"),
			press("Turn to the last page", `$at('.p-paginator-last')`, "last page|last|»"),
			press("Unfold the hold", `[...document.querySelectorAll('.p-tree-node')].find((n) => n.textContent.trim() === 'Hold').querySelector('.p-tree-node-toggle-button')`, "Hold", "toggle|expand|unfold|open|node-toggle|chevron"),
			check("Tick the mess", `[...document.querySelectorAll('.p-tree-node')].find((n) => n.textContent.trim() === 'Mess').querySelector('.p-checkbox')`, "Mess", tick),
			press("Fold the papers", `$at('.p-panel-toggle-button')`, "Papers", "toggle|collapse|fold|minus|Papers"),
			press("Take the medic away", `$at('.p-chip', 'Medic', '.p-chip-remove-icon')`, "Medic", "remove|×|close|times|delete"),
		}},
		{app: "quay", held: true, path: at["sight"] + "quay.html", goal: "Change the Juno", ready: `!!$at('tr', 'Juno')`, steps: []eyeStep{
			press("Open the drawer", `$at('.q-header .q-btn')`, "menu"),
			press("Read the notices", `[...document.querySelectorAll('.q-header .q-btn')][1]`, "notifications|bell|notices|alerts"),
			press("See more", `[...document.querySelectorAll('.q-header .q-btn')][2]`, "more_vert|more|menu|⋮|options"),
			press("Show the goods", `$at('.q-tab', 'Goods')`, "Goods"),
			press("Look at the dues", `$at('.q-item', 'Dues')`, "Dues"),
			press("Unfold the repairs", `$at('.q-expansion-item .q-item', 'Repairs')`, "Repairs|Expand \"Repairs\""),
			choose("Watch at night", `$at('.q-item', 'Night watch', '.q-toggle')`, "Night watch"),
			press("Empty the ship", `$at('.q-field', 'Ship', '[class*=q-field__focusable-action]')`, "Ship", "clear|cancel|×|close"),
			choose("Choose a berth", `$at('.q-field', 'Berth')`, "Berth"),
			press("Open the calendar", `[...document.querySelectorAll('.q-field .q-icon')].find((i) => i.textContent === 'event')`, "Arrival", "event|calendar|date|open"),
			press("See the gate code", `[...document.querySelectorAll('.q-field .q-icon')].find((i) => i.textContent === 'visibility_off')`, "Gate code", "visibility_off|visibility|show|eye|reveal"),
			press("Measure in feet", `$at('.q-btn', 'Feet')`, "Feet"),
			check("Want a pilot", `$at('.q-checkbox', 'Pilot wanted')`, "Pilot wanted"),
			press("Take the grain away", `$at('.q-chip', 'grain', '.q-chip__icon--remove')`, "grain", "remove|×|cancel|close|delete"),
			fill("Find a ship", `$at('.q-table__top input')`, "Search ships"),
			press("Sort by tons", `$at('th', 'Tons')`, "Tons"),
			check("Select the Isolde", `$at('tr', 'Isolde', '.q-checkbox')`, "Isolde", tick),
			press("Change the Juno", `[...document.querySelectorAll('tbody tr')].find((r) => r.textContent.includes('Juno')).querySelectorAll('.q-btn')[0]`, "Juno", "edit|pencil|change"),
			press("Remove the Lark", `[...document.querySelectorAll('tbody tr')].find((r) => r.textContent.includes('Lark')).querySelectorAll('.q-btn')[1]`, "Lark", "delete|remove|trash"),
			press("Turn to the next page", `[...document.querySelectorAll('.q-table__bottom .q-btn')].at(-1)`, "next page|next|chevron_right"),
			press("Weigh the grain: done", `[...document.querySelectorAll('.q-page .q-item')].find((i) => i.textContent.includes('Weigh the grain')).querySelector('.q-btn')`, "Weigh the grain", "done|check"),
			press("Add a ship", `$at('.q-fab .q-btn')`, "add|plus|+|expand"),
		}},
		{app: "shipyard", held: true, path: at["sight"] + "yard.html", goal: "Change the rudder job", ready: `!!$at('tr', 'Rudder')`, steps: []eyeStep{
			press("Go to the files", `$at('.bp6-navbar button', 'Files')`, "Files"),
			fill("Find a job", `$at('.bp6-navbar input')`, "Search jobs"),
			press("Read the notices", `[...document.querySelectorAll('.bp6-navbar .bp6-align-right button')][0]`, "notifications|bell|notices"),
			press("Open the settings", `[...document.querySelectorAll('.bp6-navbar .bp6-align-right button')][1]`, "cog|settings|gear"),
			press("Unfold the invoices", `$at('.bp6-tree-node', 'Invoices', '.bp6-tree-node-caret')`, "Invoices", "caret|expand|unfold|tree-node-caret|caret-closed|expand group|chevron-right"),
			choose("Choose the keel", `$at('.bp6-tree-node-content', 'Keel.dwg')`, "Keel.dwg"),
			press("Look at the mast", `$at('.bp6-tree-node-content', 'Mast.dwg', 'button')`, "Mast.dwg", "eye-open|eye|view|open|show"),
			press("Copy", `$at('.bp6-menu-item', 'Copy')`, "Copy"),
			press("Scrap it", `$at('.bp6-menu-item', 'Scrap')`, "Scrap"),
			press("Go to dock 2", `$at('.bp6-breadcrumb', 'Dock 2')`, "Dock 2"),
			choose("Rename the ship", `$at('.bp6-editable-text')`, "Marlin"),
			fill("Change the owner", `$at('#owner')`, "Owner"),
			press("Empty the owner", `$at('.bp6-form-group', 'Owner', 'button')`, "Owner", "cross|clear|×|remove"),
			press("Make it longer", `$at('.bp6-numeric-input button')`, "Length", "increment|chevron-up|up|increase|plus|+"),
			choose("Choose a class", `$at('.bp6-html-select select')`, "Class"),
			press("Take Omar off", `$at('.bp6-tag-input .bp6-tag', 'Omar', 'button, .bp6-tag-remove')`, "Omar", "remove|×|cross|remove tag|small-cross"),
			choose("Put it in the water", `$at('.bp6-switch', 'In the water', 'input')`, "In the water"),
			check("Insure it", `$at('.bp6-checkbox', 'Insured', 'input')`, "Insured"),
			choose("Paint it copper", `$at('.bp6-radio', 'Copper', 'input')`, "Copper"),
			press("Show the board", `$at('.bp6-segmented-control button', 'Board')`, "Board"),
			choose("Choose a plan", `$at('.bp6-file-input')`, "Choose a plan...|Browse|Choose File"),
			press("Align to the centre", `$at('[data-icon=align-center], .bp6-icon-align-center').closest('button')`, "align-center|center|centre"),
			press("Take teak away", `$at('.bp6-tag', 'teak', 'button, .bp6-tag-remove')`, "teak", "remove|×|cross|remove tag|small-cross"),
			press("Open the actions", `$at('button', 'Actions')`, "Actions"),
			press("Fold the papers", `$at('.bp6-section-header', 'Papers')`, "Papers"),
			press("Open the delivery", `$at('.bp6-card-list .bp6-card', 'Delivery')`, "Delivery"),
			press("Show the costs", `$at('[role=tab]', 'Costs')`, "Costs"),
			press("Change the rudder", `$at('tr', 'Rudder').querySelectorAll('button')[0]`, "Rudder", "edit|pencil|change"),
			press("Scrap the hull", `$at('tr', 'Hull').querySelectorAll('button')[1]`, "Hull", "trash|delete|remove"),
		}},
		{app: "article", held: true, path: at["sight"] + "article.html", goal: "Set the heading in bold", ready: `window.ready === true`, steps: []eyeStep{
			press("Open the table menu", `$at('.tox-mbtn', 'Table')`, "Table"),
			press("Undo", `$at('[data-mce-name=undo]')`, "Undo"),
			press("Make it a paragraph", `$at('[data-mce-name=blocks]')`, "Block Heading 2|Blocks|Heading 2|Block"),
			press("Write bold", `$at('[data-mce-name=bold]')`, "Bold"),
			press("Choose another colour", `$at('[data-mce-name=forecolor] .tox-split-button__chevron, .tox-split-button__chevron')`, "Text color menu|Text color", "menu|chevron|more|Text color menu"),
			press("Centre it", `$at('[data-mce-name=aligncenter]')`, "Align center"),
			press("Begin a bullet list", `$at('[data-mce-name=bullist]')`, "Bullet list"),
			press("Set a link", `$at('[data-mce-name=link]')`, "Insert/edit link|link"),
			press("Find and replace", `$at('[data-mce-name=searchreplace]')`, "Find and replace"),
			press("See the source", `$at('[data-mce-name=code]')`, "Source code"),
			choose("Write on", `$at('.tox-edit-area iframe').contentDocument.body`, "Rich Text Area|Rich Text Area. Press ALT-0 for help.|editor|text"),
			press("Count the words", `$at('.tox-statusbar__wordcount')`, "11 words"),
			press("Publish it", `$at('#publish')`, "Publish"),
		}},
		{app: "ledger", held: true, path: at["sight"] + "ledger.html", goal: "Change the sum of the nails", ready: `!!$at('.tui-grid-cell', 'Nails')`, steps: []eyeStep{
			check("Select the canvas", `document.querySelectorAll('.tui-grid-lside-area .tui-grid-body-area input')[2]`, "Canvas", tick),
			check("Select all", `$at('.tui-grid-header-area input')`, "all|all rows|every|_checked|checkbox|header", tick),
			choose("Change the sum of the nails", `$at('.tui-grid-cell[data-row-key="3"][data-column-name=sum]')`, "Nails", "160|Sum"),
			choose("Change whether the tar is paid", `$at('.tui-grid-cell[data-row-key="1"][data-column-name=paid]')`, "Tar", "yes|Paid"),
			press("Sort by goods", `$at('.tui-grid-cell-header', 'Goods', '.tui-grid-btn-sorting')`, "Goods", "sorting|sort|Goods|btn-sorting"),
			press("Filter by supplier", `$at('.tui-grid-cell-header', 'Supplier', '.tui-grid-btn-filter')`, "Supplier", "filter|btn-filter"),
		}},
	}
}
