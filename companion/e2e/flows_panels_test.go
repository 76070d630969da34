package e2e

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// panelFlowApps are applications of three libraries: DataTables with Bootstrap, PrimeVue, and Angular
// Material. Their flows were written before any run of them.
func panelFlowApps() []flowApp {
	return []flowApp{dataTablesFlows(), primeVueFlows(), angularFlows()}
}

// startKits serves the applications made of these libraries.
func startKits(columns string, rows []string) func(t testing.TB) (string, flowData, error) {
	return func(t testing.TB) (string, flowData, error) {
		dir, err := had(t, "kits")
		if err != nil {
			return "", nil, err
		}
		source := filepath.Join(repoRoot, "testdata", "apps", "kits")
		for _, name := range []string{"wines.js", "courses.ts", "tsconfig.json"} {
			copyFile(t, filepath.Join(source, name), filepath.Join(dir, name))
		}
		runIn(t, dir, nil, filepath.Join("node_modules", ".bin", "esbuild"), "wines.js", "courses.ts", "--bundle", "--format=esm", "--minify", "--outdir=out", `--define:process.env.NODE_ENV="production"`,
			"--define:__VUE_OPTIONS_API__=true", "--define:__VUE_PROD_DEVTOOLS__=false", "--define:__VUE_PROD_HYDRATION_MISMATCH_DETAILS__=false")
		files := http.FileServer(http.Dir(dir))
		return serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/wines", "/courses":
				rw.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprintf(rw, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Work</title><link rel="stylesheet" href="/node_modules/@angular/material/prebuilt-themes/azure-blue.css"><div id="root"></div><app-root></app-root><script type="module" src="/out%s.js"></script></html>`, r.URL.Path)
			case "/contracts":
				http.ServeFile(rw, r, filepath.Join(source, "contracts.html"))
			default:
				files.ServeHTTP(rw, r)
			}
		})), local("rows", rowsJSON(columns, rows)), nil
	}
}

func dataTablesFlows() flowApp {
	const cols = "ship,berth,until,state"
	rows := []string{"Albatross,East 1,2026-01-31,open", "Brigand,Pier 7,2026-03-15,open", "Cormorant,West 4,2025-12-24,open", "Dauntless,East 2,2026-02-02,open", "Evergreen,Pier 7,2026-05-05,open", "Fulmar,East 1,2026-06-30,closed", "Gannet,West 4,2026-04-01,open"}
	more := flowAct{do: "click", at: "tr|{ship} >> .dropdown-toggle-split", words: []string{"by its place"}}
	berth := []flowAct{{do: "click", at: "#edit .select2-selection", words: []string{"Berth", "combobox"}}, {do: "click", at: ".select2-results__option|{berth}", words: []string{"{berth}"}}}
	save := flowAct{do: "click", at: "#edit button|Save changes", words: []string{"Save changes"}}
	day := func(n string) string { return time.Now().Format("2006-01-") + n }
	return flowApp{name: "datatables", start: startKits(cols, rows), page: `(` + rowsPage(cols) + `) + ' | ' + (localStorage.getItem('rates') ?? '')`, ready: `document.querySelector('tbody tr .edit')`, flows: []flowCase{
		{name: "add", goal: "Give the ship {ship} the berth {berth} until the {day}th", start: "/contracts", params: map[string]string{"ship": "Heron", "berth": "East 2", "day": "18"}, others: map[string]string{"ship": "Ibis", "berth": "Pier 7", "day": "21"},
			acts: []flowAct{{do: "click", at: "#new", words: []string{"Contract", "button"}}, {do: "type", at: "#edit [name=ship]", words: []string{"Ship"}, text: "{ship}"}, berth[0], berth[1], {do: "click", at: "#edit [name=until]", words: []string{"by its place"}},
				{do: "click", at: ".flatpickr-day:not(.prevMonthDay):not(.nextMonthDay)|{day}", words: []string{"by its place"}}, save},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["ship"]+","+p["berth"]+","+day(p["day"])+",open") + " |"
			}},
		{name: "close", goal: "Close the contract of {ship}", start: "/contracts", params: map[string]string{"ship": "Brigand"}, others: map[string]string{"ship": "Dauntless"}, pivot: 1, row: "{ship}",
			siblings: []sibling{{goal: "Close the contract of Evergreen", params: map[string]string{"ship": "Evergreen"}}},
			never:    []string{"Reopen the contract of Brigand", "Extend the contract of Gannet", "Close the berth Pier 7"},
			acts:     []flowAct{more, {do: "click", at: ".dropdown-menu.show .close-it", words: []string{"Close contract"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["ship"], 3, "closed") + " |" }},
		{name: "delete", goal: "Delete the contract of {ship}", start: "/contracts", params: map[string]string{"ship": "Cormorant"}, others: map[string]string{"ship": "Albatross"},
			acts:  []flowAct{more, {do: "click", at: ".dropdown-menu.show .drop", words: []string{"Delete…"}}, {do: "click", at: ".swal2-confirm", words: []string{"Yes, delete it!"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["ship"], 0, "") + " |" }},
		{name: "berth", goal: "Move the ship {ship} to the berth {berth}", start: "/contracts", params: map[string]string{"ship": "Dauntless", "berth": "West 4"}, others: map[string]string{"ship": "Brigand", "berth": "East 1"}, pivot: 3, row: "{ship}",
			siblings: []sibling{{goal: "Move the ship Gannet to the berth East 1", params: map[string]string{"ship": "Gannet", "berth": "East 1"}}},
			never:    []string{"Rename the ship Gannet to Heron"},
			acts:     []flowAct{{do: "click", at: "tr|{ship} >> .edit", words: []string{"{ship}", "Edit"}}, berth[0], berth[1], save},
			wants:    func(p map[string]string) string { return putRow(rows, p["ship"], 1, p["berth"]) + " |" }},
		{name: "rates", goal: "Set the fee per day to {fee} with the winter discount", start: "/contracts", params: map[string]string{"fee": "45"}, others: map[string]string{"fee": "52"},
			acts: []flowAct{{do: "click", at: "button|Rates", words: []string{"Rates"}}, {do: "type", at: "#fee", words: []string{"Fee per day"}, text: "{fee}"}, {do: "tick", at: "#winter", words: []string{"Winter discount"}}, {do: "click", at: "#rate button", words: []string{"Apply"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "-", 0, "") + ` | {"fee":"` + p["fee"] + `","winter":true}`
			}},
	}}
}

func primeVueFlows() flowApp {
	const cols = "name,region,bottles,notes,sold"
	rows := []string{"Auslese,Mosel,12,Apple,false", "Burgunder,Baden,30,Oak,false", "Dornfelder,Pfalz,24,Smoke,false", "Elbling,Mosel,6,Citrus,false", "Gutedel,Baden,48,Apple,false", "Kerner,Saale,18,Citrus,false"}
	more := flowAct{do: "click", at: "tr|{name} >> button", words: []string{"{name}", "button"}}
	return flowApp{name: "primevue", start: startKits(cols, rows), page: rowsPage(cols), ready: `document.querySelector('tbody tr button')`, flows: []flowCase{
		{name: "add", goal: "Store {bottles} bottles of {name} from {region}", start: "/wines", params: map[string]string{"name": "Riesling", "region": "Pfalz", "bottles": "36"}, others: map[string]string{"name": "Traminer", "region": "Saale", "bottles": "15"},
			acts: []flowAct{{do: "click", at: "button|New wine", words: []string{"New wine"}}, {do: "type", at: "#name", words: []string{"Name"}, text: "{name}"}, {do: "open", at: ".p-dialog .p-select [role=combobox]", words: []string{"Select one"}}, {do: "click", at: ".p-select-option|{region}", words: []string{"{region}", "option"}},
				{do: "type", at: "#bottles", words: []string{"Bottles"}, text: "{bottles}"}, {do: "click", at: ".p-dialog button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string {
				return putRow(rows, "", 0, p["name"]+","+p["region"]+","+p["bottles"]+",,false")
			}},
		{name: "remove", goal: "Remove the wine {name}", start: "/wines", params: map[string]string{"name": "Elbling"}, others: map[string]string{"name": "Auslese"}, pivot: 2, row: "{name}",
			siblings: []sibling{{goal: "Remove the wine Kerner", params: map[string]string{"name": "Kerner"}}},
			never:    []string{"Restore the wine Kerner", "Remove the notes of the wine Kerner"},
			acts:     []flowAct{more, {do: "click", at: ".p-menu-item-link|Remove", words: []string{"Remove"}}, {do: "click", at: ".p-confirmdialog-accept-button", words: []string{`button "remove"|Remove`}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["name"], 0, "") }},
		{name: "sold", goal: "Mark the wine {name} as sold out", start: "/wines", params: map[string]string{"name": "Burgunder"}, others: map[string]string{"name": "Gutedel"}, pivot: 0, row: "{name}",
			siblings: []sibling{{goal: "Mark the wine Kerner as sold out", params: map[string]string{"name": "Kerner"}}},
			never:    []string{"Mark the wine Burgunder as available again"},
			acts:     []flowAct{{do: "tick", at: "tr|{name} >> input[type=checkbox]", words: []string{"{name}"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["name"], 4, "true") }},
		{name: "notes", goal: "Note {taste} for the wine {name}", start: "/wines", params: map[string]string{"name": "Dornfelder", "taste": "Oak"}, others: map[string]string{"name": "Auslese", "taste": "Citrus"},
			acts: []flowAct{more, {do: "click", at: ".p-menu-item-link|Edit", words: []string{"Edit"}}, {do: "click", at: ".p-dialog .p-multiselect", words: []string{"Notes", "combobox"}}, {do: "click", at: ".p-multiselect-option|{taste}", words: []string{"{taste}", "option"}}, {do: "press", at: ".p-dialog .p-multiselect input", words: []string{"by its place"}, key: "Escape"}, {do: "click", at: ".p-dialog button|Save", words: []string{"Save"}}},
			wants: func(p map[string]string) string {
				had := map[string]string{"Dornfelder": "Smoke", "Auslese": "Apple"}[p["name"]]
				return putRow(rows, p["name"], 3, had+"+"+p["taste"])
			}},
	}}
}

func angularFlows() flowApp {
	const cols = "title,level,day,online,stage"
	rows := []string{"Bookbinding,Beginner,2026-12-01,false,planned", "Calligraphy,Expert,2026-12-08,false,planned", "Drawing,Beginner,2026-12-15,false,planned", "Pottery,Intermediate,2026-11-10,false,running", "Weaving,Beginner,2026-10-01,false,over"}
	more := flowAct{do: "click", at: "tr|{title} >> button[aria-label=More]", words: []string{"{title}", "More"}}
	return flowApp{name: "angular", start: startKits(cols, rows), page: rowsPage(cols), ready: `document.querySelector('tr[mat-row]')`, flows: []flowCase{
		{name: "create", goal: "Plan the course {title} for the level {level} on {day}", start: "/courses", params: map[string]string{"title": "Knitting", "level": "Expert", "day": "12/20/2026"}, others: map[string]string{"title": "Origami", "level": "Intermediate", "day": "12/23/2026"},
			acts: []flowAct{{do: "click", at: "button|New course", words: []string{"New course"}}, {do: "type", at: "app-wizard input", words: []string{"Title"}, text: "{title}"}, {do: "click", at: "mat-select", words: []string{"Level", "combobox"}}, {do: "click", at: "mat-option|{level}", words: []string{"{level}", "option"}},
				{do: "click", at: "app-wizard [aria-expanded=true] button|Next", words: []string{"Next"}}, {do: "type", at: "input.mat-datepicker-input", words: []string{"First day"}, text: "{day}"}, {do: "click", at: "app-wizard [id$='-1'] button|Next", words: []string{"Next"}}, {do: "click", at: "app-wizard button|Create course", words: []string{"Create course"}}},
			wants: func(p map[string]string) string {
				at := p["day"]
				return putRow(rows, "", 0, p["title"]+","+p["level"]+","+at[6:]+"-"+at[:2]+"-"+at[3:5]+",false,planned")
			}},
		{name: "level", goal: "Set the level of the course {title} to {level}", start: "/courses", params: map[string]string{"title": "Drawing", "level": "Intermediate"}, others: map[string]string{"title": "Calligraphy", "level": "Beginner"}, pivot: 1, row: "{title}",
			siblings: []sibling{{goal: "Set the level of the course Weaving to Expert", params: map[string]string{"title": "Weaving", "level": "Expert"}}},
			never:    []string{"Set the day of the course Weaving to 12/30/2026"},
			acts:     []flowAct{more, {do: "click", at: "[mat-menu-item]|{level}", words: []string{"{level}", "menuitem"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["title"], 1, p["level"]) }},
		{name: "cancel", goal: "Cancel the course {title}", start: "/courses", params: map[string]string{"title": "Pottery"}, others: map[string]string{"title": "Bookbinding"}, pivot: 2, row: "{title}",
			siblings: []sibling{{goal: "Cancel the course Weaving", params: map[string]string{"title": "Weaving"}}},
			never:    []string{"Resume the course Pottery", "Cancel the booking Weaving"},
			acts:     []flowAct{more, {do: "click", at: "[mat-menu-item]|Cancel course…", words: []string{"Cancel course"}}, {do: "click", at: "app-sure button|Yes", words: []string{"Yes"}}},
			wants:    func(p map[string]string) string { return putRow(rows, p["title"], 0, "") }},
		{name: "online", goal: "Hold the course {title} online", start: "/courses", params: map[string]string{"title": "Calligraphy"}, others: map[string]string{"title": "Drawing"},
			acts:  []flowAct{{do: "tick", at: "tr|{title} >> [role=switch]", words: []string{"{title}"}}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 3, "true") }},
		{name: "begin", goal: "Move the course {title} to {stage} on the board", start: "/courses", params: map[string]string{"title": "Bookbinding", "stage": "running"}, others: map[string]string{"title": "Drawing", "stage": "over"},
			acts:  []flowAct{{do: "click", at: "[role=tab]|Board", words: []string{"Board"}}, {do: "drag", at: ".card|{title}", words: []string{"by its place"}, to: "#stage-{stage}"}},
			wants: func(p map[string]string) string { return putRow(rows, p["title"], 4, p["stage"]) }},
	}}
}
