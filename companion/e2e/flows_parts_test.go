package e2e

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// furtherFlowApps are applications whose flows were written before any second run of them, after
// the rules that they measure.
func furtherFlowApps() []flowApp {
	return []flowApp{qBittorrentFlows(), wordPressFlows(), reactAdminFlows(), elementPlusFlows(), antDesignFlows(), adminerFlows(), vuetifyFlows(), shoelaceFlows(), tabulatorFlows(), mantineFlows(), ionicFlows()}
}

// startParts serves the applications made of the parts of libraries.
func startParts(t testing.TB, data *localData) (string, flowData, error) {
	dir, err := had(t, "parts")
	if err != nil {
		return "", nil, err
	}
	source := filepath.Join(repoRoot, "testdata", "apps", "parts")
	build := []string{"admin.jsx", "orders.jsx", "tasks.jsx"}
	for _, name := range build {
		copyFile(t, filepath.Join(source, name), filepath.Join(dir, name))
	}
	runIn(t, dir, nil, filepath.Join("node_modules", ".bin", "esbuild"), append(build, "--bundle", "--format=esm", "--minify", "--jsx=automatic", "--outdir=out", `--define:process.env.NODE_ENV="production"`)...)
	files := http.FileServer(http.Dir(dir))
	return serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/admin", "/orders", "/tasks":
			rw.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(rw, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="stylesheet" href="/out%[1]s.css"><div id="root"></div><script type="module" src="/out%[1]s.js"></script></html>`, r.URL.Path)
		case "/trips", "/members", "/recipes", "/stock", "/guests":
			http.ServeFile(rw, r, filepath.Join(source, r.URL.Path+".html"))
		default:
			files.ServeHTTP(rw, r)
		}
	})), data, nil
}

func reactAdminFlows() flowApp {
	const seed = `{"stones":[{"id":1,"name":"Basalt","quarryId":1,"stage":"draft","price":40,"since":"2024-02-01"},{"id":2,"name":"Chalk","quarryId":2,"stage":"listed","price":8,"since":"2023-05-11"},{"id":3,"name":"Gneiss","quarryId":1,"stage":"draft","price":55,"since":"2022-09-30"},
{"id":4,"name":"Granite","quarryId":3,"stage":"listed","price":70,"since":"2021-01-15"},{"id":5,"name":"Marble","quarryId":2,"stage":"draft","price":90,"since":"2024-07-07"},{"id":6,"name":"Slate","quarryId":3,"stage":"retired","price":30,"since":"2020-03-03"},{"id":7,"name":"Tuff","quarryId":1,"stage":"draft","price":12,"since":"2023-12-12"}],
"quarries":[{"id":1,"name":"North Hill","open":false},{"id":2,"name":"Lake Side","open":false},{"id":3,"name":"Old Mill","open":true}]}`
	const page = `(() => { const d = JSON.parse(localStorage.getItem('ra-data-local-storage') ?? 'null'); if (!d) return ''; const q = (id) => d.quarries.find((x) => x.id == id)?.name ?? '-';
return d.stones.map((s) => s.name + ' ' + q(s.quarryId) + ' ' + (s.stage ?? '-')).sort().join('; ') + ' | ' + d.quarries.map((x) => x.name + (x.open ? ' open' : ' shut')).sort().join('; '); })()`
	stones := []string{"Basalt North Hill draft", "Chalk Lake Side listed", "Gneiss North Hill draft", "Granite Old Mill listed", "Marble Lake Side draft", "Slate Old Mill retired", "Tuff North Hill draft"}
	state := func(stone, put, quarry string) string {
		all := slices.DeleteFunc(slices.Clone(stones), func(s string) bool { return stone != "" && strings.HasPrefix(s, stone+" ") })
		if put != "" {
			all = append(all, put)
		}
		slices.Sort(all)
		var quarries []string
		for _, q := range []string{"Lake Side shut", "North Hill shut", "Old Mill open"} {
			if quarry != "" && strings.HasPrefix(q, quarry) {
				q = quarry + " open"
			}
			quarries = append(quarries, q)
		}
		return strings.Join(all, "; ") + " | " + strings.Join(quarries, "; ")
	}
	save := flowAct{do: "click", at: "button|Save", words: []string{"Save"}}
	return flowApp{name: "react-admin", start: func(t testing.TB) (string, flowData, error) {
		return startParts(t, local("ra-data-local-storage", seed))
	}, page: page, ready: `document.querySelector('tbody tr')`, flows: []flowCase{
		{name: "create", goal: "Add the stone {name} from the quarry {quarry}", start: "/admin#/stones",
			params: map[string]string{"name": "Onyx", "quarry": "Lake Side"}, others: map[string]string{"name": "Schist", "quarry": "Old Mill"},
			acts: []flowAct{{do: "click", at: "a|Create", words: []string{"Create"}}, {do: "type", at: "input[name=name]", words: []string{"Name"}, text: "{name}"},
				{do: "type", at: "input[role=combobox]", words: []string{"Quarry"}, text: "{quarry}"}, {do: "click", at: "[role=option]|{quarry}"}, save},
			pivot: 4,
			wants: func(p map[string]string) string { return state("", p["name"]+" "+p["quarry"]+" -", "") },
			say:   []string{"We now sell {name}, which comes from {quarry}", "Create a stone called {name} of the quarry {quarry}"}},
		{name: "stage", goal: "Set the stage of the stone {name} to {stage}", start: "/admin#/stones",
			params: map[string]string{"name": "Gneiss", "stage": "Listed"}, others: map[string]string{"name": "Basalt", "stage": "Retired"},
			acts:  []flowAct{{do: "click", at: "tbody tr td|{name}"}, {do: "click", at: "[role=tab]|Sale"}, {do: "click", at: "[role=combobox]", words: []string{"Stage"}}, {do: "click", at: "[role=option]|{stage}"}, save},
			pivot: 4, row: "{name}",
			wants: func(p map[string]string) string {
				i := slices.IndexFunc(stones, func(s string) bool { return strings.HasPrefix(s, p["name"]+" ") })
				return state(p["name"], stones[i][:strings.LastIndex(stones[i], " ")+1]+strings.ToLower(p["stage"]), "")
			},
			say:      []string{"{name} is {stage} from now on", "Change the stage field of {name} to {stage}"},
			siblings: []sibling{{goal: "Set the stage of the stone Chalk to Draft", params: map[string]string{"name": "Chalk", "stage": "Draft"}}}},
		{name: "delete", goal: "Delete the stone {name}", start: "/admin#/stones",
			params: map[string]string{"name": "Chalk"}, others: map[string]string{"name": "Marble"},
			acts:  []flowAct{{do: "tick", at: "tbody tr|{name} >> input[type=checkbox]", words: []string{"{name}"}}, {do: "click", at: "button|Delete"}, {do: "click", at: "[role=dialog] button|Confirm", words: []string{"Confirm"}}},
			pivot: 2, row: "{name}",
			wants:    func(p map[string]string) string { return state(p["name"], "", "") },
			say:      []string{"We no longer sell {name}: take it off the list", "Remove {name} from the stones"},
			siblings: []sibling{{goal: "Delete the stone Granite", params: map[string]string{"name": "Granite"}}}},
		{name: "open", goal: "Mark the quarry {quarry} as open", start: "/admin#/quarries",
			params: map[string]string{"quarry": "North Hill"}, others: map[string]string{"quarry": "Lake Side"},
			acts:  []flowAct{{do: "click", at: "tr|{quarry} >> a|Edit", words: []string{"{quarry}", "Edit"}}, {do: "tick", at: "input[name=open]", words: []string{"Open"}}, save},
			pivot: 2, row: "{quarry}",
			wants: func(p map[string]string) string { return state("", "", p["quarry"]) },
			say:   []string{"{quarry} has opened", "Switch the quarry {quarry} to open"}},
	}}
}

func elementPlusFlows() flowApp {
	const seed = `[{"id":1,"city":"Lviv","day":"2027-03-02","guest":"Ada"},{"id":2,"city":"Porto","day":"2027-03-09","guest":"Ben"},{"id":3,"city":"Tartu","day":"2027-04-01","guest":"Cleo"},{"id":4,"city":"Ghent","day":"2027-04-20","guest":"Dora"},{"id":5,"city":"Cadiz","day":"2027-05-05","guest":"Emil"},{"id":6,"city":"Dresden","day":"2027-05-11","guest":"Faye"}]`
	trips := []string{"Lviv 2027-03-02 Ada -", "Porto 2027-03-09 Ben -", "Tartu 2027-04-01 Cleo -", "Ghent 2027-04-20 Dora -", "Cadiz 2027-05-05 Emil -", "Dresden 2027-05-11 Faye -"}
	state := func(change func(all []string) []string) string {
		return strings.Join(change(slices.Clone(trips)), "; ")
	}
	next := flowAct{do: "click", at: ".el-dialog button|Next", words: []string{"Next"}}
	return flowApp{name: "element-plus", start: func(t testing.TB) (string, flowData, error) {
		return startParts(t, local("trips", seed))
	}, page: `JSON.parse(localStorage.getItem('trips') ?? '[]').map((t) => [t.city, t.day, t.guest, t.meal ?? '-'].join(' ')).join('; ')`,
		ready: `document.querySelector('.el-table__row')`, flows: []flowCase{
			{name: "book", goal: "Book a trip to {city} on {day} for {guest} with {meal} as meal", start: "/trips",
				params: map[string]string{"city": "Bergen", "day": "2027-06-15", "guest": "Gwen", "meal": "Meat"}, others: map[string]string{"city": "Porto", "day": "2027-08-03", "guest": "Hugo", "meal": "Plants"},
				acts: []flowAct{{do: "click", at: "button|New trip"}, {do: "click", at: ".el-dialog .el-select__wrapper", words: []string{"City|Choose a city"}}, {do: "click", at: ".el-select-dropdown__item|{city}"}, next,
					{do: "type", at: ".el-dialog .el-date-editor input", words: []string{"Day|Pick a day"}, text: "{day}", enter: true}, next,
					{do: "type", at: ".el-dialog .el-form-item|Guest >> input", words: []string{"Guest"}, text: "{guest}"}, {do: "click", at: ".el-dialog .el-radio-button|{meal}"}, {do: "click", at: ".el-dialog button|Book", words: []string{"Book"}}},
				pivot: 8,
				wants: func(p map[string]string) string {
					return state(func(all []string) []string {
						return append(all, strings.Join([]string{p["city"], p["day"], p["guest"], strings.ToLower(p["meal"])}, " "))
					})
				},
				say: []string{"{guest} goes to {city} on {day} and eats {meal}", "Plan a journey to {city} for {guest}, day {day}, meal {meal}"}},
			{name: "cancel", goal: "Cancel the trip to {city}", start: "/trips",
				params: map[string]string{"city": "Tartu"}, others: map[string]string{"city": "Lviv"},
				acts:  []flowAct{{do: "click", at: "tr|{city} >> button|Cancel", words: []string{"{city}", "Cancel"}}, {do: "click", at: ".el-popper button|Yes", words: []string{"Yes"}}},
				pivot: 0, row: "{city}",
				wants: func(p map[string]string) string {
					return state(func(all []string) []string {
						return slices.DeleteFunc(all, func(s string) bool { return strings.HasPrefix(s, p["city"]) })
					})
				},
				say:      []string{"Nobody goes to {city}: call the trip off", "The journey to {city} is cancelled"},
				siblings: []sibling{{goal: "Cancel the trip to Ghent", params: map[string]string{"city": "Ghent"}}}},
			{name: "guest", goal: "Give the trip to {city} to the guest {guest}", start: "/trips",
				params: map[string]string{"city": "Porto", "guest": "Iris"}, others: map[string]string{"city": "Ghent", "guest": "Jonas"},
				acts:  []flowAct{{do: "double", at: "tr|{city} >> td:nth-child(3)", words: []string{"by its place"}}, {do: "type", at: ".el-table input", words: []string{"Guest"}, text: "{guest}", enter: true}},
				pivot: 1, row: "{city}",
				wants: func(p map[string]string) string {
					return state(func(all []string) []string {
						for i, s := range all {
							if part := strings.Fields(s); part[0] == p["city"] {
								part[2] = p["guest"]
								all[i] = strings.Join(part, " ")
							}
						}
						return all
					})
				},
				say: []string{"{guest} goes to {city} instead", "The guest of the {city} trip is {guest}"}},
			{name: "late", goal: "Cancel the trip to {city} on the second page", start: "/trips",
				params: map[string]string{"city": "Cadiz"}, others: map[string]string{"city": "Dresden"},
				acts:  []flowAct{{do: "click", at: ".el-pager li|2"}, {do: "click", at: "tr|{city} >> button|Cancel", words: []string{"{city}", "Cancel"}}, {do: "click", at: ".el-popper button|Yes", words: []string{"Yes"}}},
				pivot: 1, row: "{city}",
				wants: func(p map[string]string) string {
					return state(func(all []string) []string {
						return slices.DeleteFunc(all, func(s string) bool { return strings.HasPrefix(s, p["city"]) })
					})
				},
				say: []string{"On page two, call off {city}"}},
		}}
}

func antDesignFlows() flowApp {
	const seed = `[{"id":1,"customer":"Ash & Sons","product":"Kerb","amount":4,"day":"2027-02-01","state":"open"},{"id":2,"customer":"Birch Ltd","product":"Slab","amount":9,"day":"2027-02-08","state":"open"},{"id":3,"customer":"Cedar Co","product":"Tile","amount":40,"day":"2027-02-15","state":"open"},{"id":4,"customer":"Dogwood","product":"Step","amount":2,"day":"2027-03-01","state":"open"},{"id":5,"customer":"Elder Inc","product":"Kerb","amount":7,"day":"2027-03-09","state":"open"}]`
	orders := []string{"Ash & Sons Kerb 4 2027-02-01 open", "Birch Ltd Slab 9 2027-02-08 open", "Cedar Co Tile 40 2027-02-15 open", "Dogwood Step 2 2027-03-01 open", "Elder Inc Kerb 7 2027-03-09 open"}
	// state is the data with the order of a customer changed; to nothing, it is gone.
	state := func(customer string, change func(order string) string) string {
		var all []string
		for _, o := range orders {
			if strings.HasPrefix(o, customer+" ") {
				if o = change(o); o == "" {
					continue
				}
			}
			all = append(all, o)
		}
		return strings.Join(all, "; ")
	}
	as := func(to string) func(string) string {
		return func(o string) string { return strings.Replace(o, "open", to, 1) }
	}
	menu := flowAct{do: "click", at: "tr|{customer} >> button|Actions", words: []string{"{customer}", "Actions"}}
	ok := flowAct{do: "click", at: ".ant-modal-confirm button|OK", words: []string{"OK"}}
	return flowApp{name: "antd", start: func(t testing.TB) (string, flowData, error) { return startParts(t, local("orders", seed)) },
		page:  `JSON.parse(localStorage.getItem('orders') ?? '[]').map((o) => [o.customer, o.product, o.amount, o.day, o.state].join(' ')).join('; ')`,
		ready: `document.querySelector('.ant-table-row')`, flows: []flowCase{
			{name: "create", goal: "Add an order of {amount} pieces of {product} for {customer}, due on {day}", start: "/orders",
				params: map[string]string{"amount": "12", "product": "Slab", "customer": "Fir Works", "day": "2027-04-05"}, others: map[string]string{"amount": "30", "product": "Tile", "customer": "Hazel Bros", "day": "2027-05-20"},
				acts: []flowAct{{do: "click", at: "button|New order"}, {do: "type", at: ".ant-modal #customer", words: []string{"Customer"}, text: "{customer}"}, {do: "open", at: ".ant-modal .ant-select", words: []string{"* Product :"}},
					{do: "click", at: ".ant-select-item-option|{product}"}, {do: "type", at: "#amount", words: []string{"Amount"}, text: "{amount}"}, {do: "type", at: "#day", words: []string{"Due"}, text: "{day}", enter: true},
					{do: "click", at: ".ant-modal-footer button|Create", words: []string{"Create"}}},
				pivot: 6,
				wants: func(p map[string]string) string {
					return state("", nil) + "; " + strings.Join([]string{p["customer"], p["product"], p["amount"], p["day"], "open"}, " ")
				},
				say: []string{"{customer} orders {amount} of {product} for the {day}", "New order: {customer}, {amount} {product}, {day}"}},
			{name: "ship", goal: "Ship the order of {customer}", start: "/orders",
				params: map[string]string{"customer": "Birch Ltd"}, others: map[string]string{"customer": "Dogwood"},
				acts:  []flowAct{menu, {do: "click", at: ".ant-dropdown-menu-item|Ship", words: []string{"Ship"}}, ok},
				pivot: 0, row: "{customer}",
				wants:    func(p map[string]string) string { return state(p["customer"], as("shipped")) },
				say:      []string{"Send {customer} what they ordered", "The order of {customer} is on its way: mark it as shipped"},
				siblings: []sibling{{goal: "Ship the order of Cedar Co", params: map[string]string{"customer": "Cedar Co"}}}},
			{name: "delete", goal: "Delete the order of {customer}", start: "/orders",
				params: map[string]string{"customer": "Cedar Co"}, others: map[string]string{"customer": "Ash & Sons"},
				acts:  []flowAct{menu, {do: "click", at: ".ant-dropdown-menu-item|Delete", words: []string{"Delete"}}, ok},
				pivot: 0, row: "{customer}",
				wants:    func(p map[string]string) string { return state(p["customer"], func(string) string { return "" }) },
				say:      []string{"{customer} cancelled: remove the order"},
				siblings: []sibling{{goal: "Delete the order of Dogwood", params: map[string]string{"customer": "Dogwood"}}}},
			{name: "amount", goal: "Change the amount of the order of {customer} to {amount}", start: "/orders",
				params: map[string]string{"customer": "Dogwood", "amount": "15"}, others: map[string]string{"customer": "Birch Ltd", "amount": "21"},
				acts:  []flowAct{{do: "click", at: "tr|{customer} >> a|Edit", words: []string{"{customer}", "Edit"}}, {do: "type", at: ".ant-drawer input[role=spinbutton]", words: []string{"Amount"}, text: "{amount}"}, {do: "click", at: ".ant-drawer button|Save", words: []string{"Save"}}},
				pivot: 2, row: "{customer}",
				wants: func(p map[string]string) string {
					return state(p["customer"], func(o string) string {
						parts := strings.Fields(o)
						parts[len(parts)-3] = p["amount"]
						return strings.Join(parts, " ")
					})
				},
				say: []string{"{customer} wants {amount} pieces now"}},
			{name: "archive", goal: "Search for {customer} and archive that order", start: "/orders",
				params: map[string]string{"customer": "Elder Inc"}, others: map[string]string{"customer": "Cedar Co"},
				acts: []flowAct{{do: "type", at: ".ant-input-search input", words: []string{"Search customers"}, text: "{customer}", enter: true}, {do: "tick", at: "tbody tr|{customer} >> input[type=checkbox]", words: []string{"{customer}"}},
					{do: "click", at: "button|Archive selected", words: []string{"Archive selected"}}},
				pivot: 2, row: "{customer}",
				wants: func(p map[string]string) string { return state(p["customer"], as("archived")) },
				say:   []string{"Find the order of {customer} and put it into the archive"}},
		}}
}
