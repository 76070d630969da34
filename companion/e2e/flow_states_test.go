package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"cairn/shared/types"
)

// stateful is an application whose page is in another state at the second visit: state is empty at the first.
type stateful struct {
	state atomic.Value
	page  func(state string, r *http.Request) (status int, body string)
	did   atomic.Value // the last thing that was done in it
}

func (s *stateful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if did, is := strings.CutPrefix(r.URL.Path, "/did/"); is {
		s.did.Store(did)
		return
	}
	status, body := s.page(s.state.Load().(string), r)
	w.WriteHeader(status)
	fmt.Fprintf(w, `<!doctype html><title>States</title><script>const did = (what) => navigator.sendBeacon("/did/" + what);
		const say = (what, role) => document.body.append(Object.assign(document.createElement("p"), { role, textContent: what }));</script>%s`, body)
}

// otherState is a task whose page is in another state at the second run of its flow.
type otherState struct {
	goal string
	acts []map[string]any
	page func(state string, r *http.Request) (int, string)
	stop types.FlowReason // at the second run
	did  string           // then
	// through is the stop at a run through another driver where that differs: it then does nothing.
	through types.FlowReason
	// unproved is a run without a stop that says that its end is not verified.
	unproved bool
}

func otherStates() map[string]otherState {
	const created = `<h1>Labels</h1><ul><li>urgent</li></ul>`
	form := func(said string) string {
		return `<h1>New label</h1>` + said + `<form method="post" action="/labels"><label>Label <input name="l"></label><button>Create</button></form>`
	}
	create := []map[string]any{{"role": "link", "name": "New label"}, {"role": "textbox", "name": "Label", "text": "urgent"}, {"role": "button", "name": "Create"}}
	labels := func(state string, r *http.Request) (int, string) {
		switch {
		case r.Method == http.MethodPost && state != "":
			return http.StatusUnprocessableEntity, form("<p>This name is taken.</p>")
		case r.Method == http.MethodPost:
			return http.StatusOK, created
		case r.URL.Path == "/new":
			return http.StatusOK, form("")
		}
		return http.StatusOK, `<h1>Labels</h1><a href="/new">New label</a>`
	}
	return map[string]otherState{
		"switched on already": {"Enable notifications for the project", []map[string]any{{"role": "button", "name": "Enable notifications"}}, func(state string, _ *http.Request) (int, string) {
			next := map[string]string{"": "Enable", "other": "Disable"}[state]
			return http.StatusOK, `<h1>Project</h1><button id="n" onclick="did(this.textContent.split(' ')[0]); this.textContent = this.textContent.startsWith('E') ? 'Disable notifications' : 'Enable notifications'; say('Saved', 'status')">` + next + ` notifications</button><button>Rename</button>`
		}, types.FlowMissing, "", "", false},
		"a refused form": {"Create the label urgent", create, labels, types.FlowError, "", "", false},
		"a failure at last": {"Publish the article", []map[string]any{{"role": "button", "name": "Publish"}}, func(state string, _ *http.Request) (int, string) {
			end := map[string]string{"": `did('published'); this.remove(); say('Article published', 'status')`, "other": `this.textContent = 'Publish'; say('Could not publish: the network is down', 'alert')`}[state]
			return http.StatusOK, `<h1>Article</h1><button onclick="this.textContent = 'Publishing…'; setTimeout(() => { ` + end + ` }, 800)">Publish</button>`
		}, types.FlowError, "", "", false},
		"a field that is emptied once": {"Comment the issue with Looks good", []map[string]any{{"role": "textbox", "name": "Comment", "text": "Looks good"}, {"role": "button", "name": "Send"}}, func(state string, _ *http.Request) (int, string) {
			empties := map[string]string{"": "false", "other": "true"}[state]
			return http.StatusOK, `<h1>Issue</h1><label>Comment <textarea id="c"></textarea></label><button onclick="did(c.value); say('Sent', 'status')">Send</button>
				<script>let empties = ` + empties + `; c.oninput = () => { if (empties) setTimeout(() => { c.value = ''; }, 5); empties = false; }</script>`
		}, "", "Looks good", "", false},
		"a transfer the other way round": {"Cancel the transfer from Ada to Ben", []map[string]any{{"selector": "tr:nth-child(2) button"}}, func(state string, _ *http.Request) (int, string) {
			row := func(from, to string) string {
				return `<tr><td>` + from + `</td><td>` + to + `</td><td><button onclick="did('` + from + `'); this.closest('tr').remove(); say('Cancelled', 'status')">Cancel transfer</button></td></tr>`
			}
			first := map[string]string{"": row("Ada", "Ben"), "other": row("Ben", "Ada")}[state]
			return http.StatusOK, `<h1>Transfers</h1><table><tr><th>From</th><th>To</th><th></th></tr>` + first + row("Cid", "Eve") + `</table>`
		}, types.FlowMissing, "", "", false},
		"another row is selected": {"Delete the message Lunch", []map[string]any{{"role": "checkbox", "name": "Select", "within": map[string]any{"role": "row", "name": "Lunch"}}, {"role": "button", "name": "Delete selected"}}, func(state string, _ *http.Request) (int, string) {
			row := func(name, checked string) string {
				return `<tr><td><input type="checkbox" aria-label="Select" value="` + name + `" ` + checked + `></td><td>` + name + `</td></tr>`
			}
			return http.StatusOK, `<h1>Inbox</h1><button onclick="const all = [...document.querySelectorAll(':checked')]; did(all.map((e) => e.value)); all.map((e) => e.closest('tr').remove()); say('Deleted', 'status')">Delete selected</button>
				<table>` + row("Lunch", "") + row("Invoice", map[string]string{"other": "checked"}[state]) + row("Party", "") + `</table>`
		}, types.FlowChanged, "", "", false},
		"an option that is chosen": {"Add the label bug", []map[string]any{{"role": "button", "name": "Labels"}, {"role": "option", "name": "bug"}, {"role": "button", "name": "Apply"}}, func(state string, _ *http.Request) (int, string) {
			option := func(name, chosen string) string {
				return `<div role="option" tabindex="0" aria-selected="` + chosen + `" onclick="this.setAttribute('aria-selected', String(this.getAttribute('aria-selected') === 'false'))">` + name + `</div>`
			}
			return http.StatusOK, `<h1>Issue</h1><button aria-expanded="false" onclick="l.hidden = !l.hidden">Labels</button><div id="l" role="listbox" aria-label="Labels" aria-multiselectable="true" hidden>` +
				option("bug", map[string]string{"": "false", "other": "true"}[state]) + option("idea", "false") + `</div><button onclick="did([...document.querySelectorAll('[aria-selected=true]')].map((e) => e.textContent)); say('Applied', 'status')">Apply</button>`
		}, "", "bug", types.FlowChanged, false},
		"a section that is open": {"Show the advanced settings", []map[string]any{{"role": "button", "name": "Advanced"}}, func(state string, _ *http.Request) (int, string) {
			open, hidden := map[string]string{"": "false", "other": "true"}[state], map[string]string{"": "hidden"}[state]
			return http.StatusOK, `<h1>Settings</h1><button aria-expanded="` + open + `" onclick="d.hidden = !d.hidden; this.setAttribute('aria-expanded', String(!d.hidden)); did('it')">Advanced</button><div id="d" ` + hidden + `><label>Proxy <input></label></div>`
		}, "", "", "", false},
		"a page that trusts its server": {"Save the note Plan", []map[string]any{{"role": "textbox", "name": "Title", "text": "Plan"}, {"role": "button", "name": "Save"}}, func(state string, r *http.Request) (int, string) {
			if r.URL.Path == "/api/notes" && state != "" {
				return http.StatusInternalServerError, ""
			}
			return http.StatusOK, `<h1>New note</h1><label>Title <input></label><button onclick="fetch('/api/notes', { method: 'POST' }); history.pushState({}, '', '/list'); document.body.innerHTML = '<h1>Notes</h1><ul><li>Plan</li></ul>'">Save</button>`
		}, "", "", "", true},
	}
}

func (x *otherState) test(t *testing.T, w *world, name string) {
	t.Helper()
	s := &stateful{page: x.page}
	s.state.Store("")
	site := serve(t, s)
	a := w.stdioAgent("states: " + name)
	a.do("mm_launch", map[string]any{"goal": x.goal, "url": site})
	for _, act := range x.acts {
		tool := "mm_click"
		switch {
		case act["text"] != nil:
			tool = "mm_type"
		case act["key"] != nil:
			tool = "mm_press"
		}
		a.do(tool, act)
	}
	a.do("mm_cleanup", map[string]any{"outcome": "done"})
	for _, state := range []string{"", "other"} {
		s.state.Store(state)
		s.did.Store("")
		got := a.run(map[string]any{"goal": x.goal, "url": site, "allowRisky": true})
		reason := types.FlowReason("")
		if got.Stop != nil {
			reason = got.Stop.Reason
		}
		if state == "" && !got.Verified {
			t.Errorf("%s: the first run: %s", name, asJSON(t, got))
		}
		if did := s.did.Load(); state != "" && (reason != x.stop || did != x.did || got.Verified != (x.stop == "" && !x.unproved)) {
			t.Errorf("%s: stop %q, did %q, verified %t; want stop %q, did %q: %s", name, reason, did, got.Verified, x.stop, x.did, asJSON(t, got))
		}
		a.call("mm_cleanup", map[string]any{"outcome": "failed"})
	}
}

// TestRunsOnPagesInAnotherState has a page be in another state at the second run than at the first: a run neither undoes
// what is done already, nor reports as done what its server or page refused.
func TestRunsOnPagesInAnotherState(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	for name, x := range otherStates() {
		x.test(t, w, name)
	}
}
