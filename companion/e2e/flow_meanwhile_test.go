package e2e

import (
	"net/http"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestRunsOnPagesThatChangeMeanwhile has a page change by itself during the second run, or since the first: a run neither hands in other entries
// than its own, nor acts on the thing that the page showed before or asks about by mistake, nor takes a message about another
// thing for a proof.
func TestRunsOnPagesThatChangeMeanwhile(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	at := func(page string) func(string, *http.Request) (int, string) {
		return func(state string, _ *http.Request) (int, string) {
			return http.StatusOK, strings.ReplaceAll(page, "LATER", map[string]string{"": "false", "other": "true"}[state])
		}
	}
	tick := []map[string]any{{"role": "checkbox", "name": "Cleanup"}, {"role": "button", "name": "Delete selected"}}
	const jobs = `<h1>Jobs</h1><ul id="l"></ul><button onclick="did([...document.querySelectorAll('li input:checked')].map((e) => e.parentNode.textContent)); say('Deleted', 'status')">Delete selected</button><script>
		const draw = (...names) => { l.innerHTML = names.map((n) => '<li><label><input type="checkbox"><span>' + n + '</span></label></li>').join(''); };
		draw('Import', 'Backup', 'Cleanup');`
	for name, x := range map[string]otherState{
		"a list drawn once more after the tick": {goal: "Delete the job Cleanup of the list", acts: tick, page: at(jobs + `if (LATER) l.addEventListener('change', () => setTimeout(draw, 20, 'Import', 'Backup', 'Cleanup'), { once: true });</script>`), did: "Cleanup"},
		"a list that is a field now": {"Set the country to Norway", []map[string]any{{"role": "combobox", "name": "Country", "text": "Norway"}, {"role": "button", "name": "Save"}}, func(state string, _ *http.Request) (int, string) {
			field := map[string]string{
				"":      `<select id="c" onchange="this.chosen = this.value"><option>Chile<option>Norway</select>`,
				"other": `<input id="c" role="combobox" aria-expanded="false" oninput="l.innerHTML = '<li role=option>Norway</li>'">`}[state]
			return http.StatusOK, `<h1>Profile</h1><label>Country ` + field + `</label><ul role="listbox" id="l" onmousedown="c.chosen = 'Norway'"></ul><button onclick="did(c.chosen || 'none'); say('Saved', 'status')">Save</button>`
		}, types.FlowChanged, "", "", false},
		"a form that loads what it had": {"Set the city to Oslo", []map[string]any{{"role": "textbox", "name": "City", "text": "Oslo"}, {"role": "button", "name": "Save"}}, at(`<h1>Profile</h1><label>City <input id="c"></label><button onclick="did(c.value); say('Profile saved', 'status')">Save</button><script>
			let late = LATER; c.oninput = () => { if (late) setTimeout(() => { c.value = 'Rome'; }, 20); late = false; };</script>`), "", "Oslo", "", false},
		"a field that takes another suggestion": {"Assign the issue to Ada Byron", []map[string]any{{"role": "combobox", "name": "Person", "text": "Ada Byron"}, {"key": "Enter"}, {"role": "button", "name": "Assign"}}, at(`<h1>Issue</h1><label>Person <input id="c" role="combobox" aria-expanded="false"></label><button onclick="did(c.value); say('Assigned', 'status')">Assign</button><script>
			c.onkeydown = (e) => { if (e.key === 'Enter' && LATER) c.value = 'Adam Berg'; };</script>`), types.FlowChanged, "", "", false},
		"a slow filter": {"Delete the files of tmp", []map[string]any{{"role": "textbox", "name": "Filter", "text": "tmp"}, {"role": "checkbox", "name": "Select all"}, {"role": "button", "name": "Delete selected"}}, at(`<h1>Files</h1><label>Filter <input id="f"></label><label><input type="checkbox" id="every" onchange="for (const c of document.querySelectorAll('li input')) c.checked = every.checked"> Select all</label><button onclick="did([...document.querySelectorAll('li input:checked')].map((c) => c.value)); say('Deleted', 'status')">Delete selected</button><ul id="l"></ul><script>
			const draw = () => { l.innerHTML = ['main.go', 'a.tmp', 'b.tmp'].filter((n) => n.includes(f.value)).map((n) => '<li><label><input type="checkbox" value="' + n + '">' + n + '</label></li>').join(''); };
			draw(); f.oninput = () => setTimeout(draw, LATER ? 600 : 0);</script>`), "", "a.tmp,b.tmp", "", false},
		"a page of the thing before": {"Delete the project Beta", []map[string]any{{"role": "link", "name": "Beta"}, {"role": "button", "name": "Delete project"}}, at(`<h1>Projects</h1><nav><a href="#alpha">Alpha</a> <a href="#beta" onclick="if (!LATER) h.textContent = 'Beta'">Beta</a></nav><h2 id="h">Alpha</h2><button onclick="did(h.textContent); say(h.textContent + ' deleted', 'status')">Delete project</button>`), types.FlowChanged, "", "", false},
		"a question about another": {"Close the account Beta", []map[string]any{{"role": "button", "name": "Close", "within": map[string]any{"role": "row", "name": "Beta"}}, {"role": "button", "name": "Confirm"}}, at(`<h1>Accounts</h1><table><tr><td>Alpha</td><td><button>Close</button></td></tr><tr><td>Beta</td><td><button onclick="ask(LATER ? 'Alpha' : 'Beta')">Close</button></td></tr></table>
			<dialog id="d"><h2 id="q"></h2><button onclick="d.close(); did(d.of); say('Account closed', 'status')">Confirm</button><button onclick="d.close()">Cancel</button></dialog><script>const ask = (x) => { d.of = x; q.textContent = 'Close the account ' + x + '?'; d.showModal(); };</script>`), types.FlowChanged, "", "", false},
		"a message about another": {"Archive the report March", []map[string]any{{"role": "button", "name": "Archive", "within": map[string]any{"role": "row", "name": "March"}}}, at(`<h1>Reports</h1><table id="t"><tr><td>June</td><td><button>Archive</button></td></tr><tr><td>March</td><td><button onclick="const row = t.rows[LATER ? 0 : 1], name = row.cells[0].textContent; did(name); row.cells[1].remove(); say(name + ' archived', 'status')">Archive</button></td></tr></table>`), "", "June", "", true},
	} {
		x.test(t, w, name)
	}
}
