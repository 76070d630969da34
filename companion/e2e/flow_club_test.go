package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// club is a small application with data of its own, whose pages change in the ways in
// which applications do.
type club struct {
	mu      sync.Mutex
	drift   string   // which change is on, several with a space between
	members []string // email|name|role
	posts   []string // the requests sent to it, in their order
}

func (c *club) set(drift string, members ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drift, c.members, c.posts = drift, slices.Clone(members), nil
}

func (c *club) sent() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.posts)
}

func (c *club) all() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.members)
}

func (c *club) is(drift string) bool { return slices.Contains(strings.Fields(c.drift), drift) }

func (c *club) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	slow := c.is("slow")
	c.mu.Unlock()
	if slow {
		time.Sleep(2 * time.Second) // longer than a request is taken for the page's own
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	rw.Header().Set("Cache-Control", "no-store")
	switch {
	case r.Method == http.MethodPost:
		c.post(rw, r)
	case c.is("login") && r.URL.Path != "/login":
		http.Redirect(rw, r, "/login", http.StatusSeeOther)
	default:
		c.page(rw, r)
	}
}

func (c *club) post(rw http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // a form of our own pages
	c.posts = append(c.posts, r.URL.Path+" "+r.Form.Encode())
	switch r.URL.Path {
	case "/members":
		c.members = append(c.members, r.FormValue("email")+"|"+r.FormValue("name")+"|"+r.FormValue("role"))
	case "/remove":
		c.members = slices.DeleteFunc(c.members, func(m string) bool { return strings.HasPrefix(m, r.FormValue("email")+"|") })
	case "/login":
		c.drift = ""
		http.Redirect(rw, r, "/members", http.StatusSeeOther)
		return
	}
	http.Redirect(rw, r, "/members?done="+strings.TrimPrefix(r.URL.Path, "/"), http.StatusSeeOther)
}

// id is a test id as the pages have it today.
func (c *club) id(name string) string {
	switch {
	case c.is("no-ids"):
		return ""
	case c.is("new-ids"):
		return fmt.Sprintf(`data-testid="v2-%s"`, name)
	}
	return fmt.Sprintf(`data-testid="%s"`, name)
}

// say is a text as the pages have it today.
func (c *club) say(old, fresh string) string {
	if c.is("new-texts") {
		return fresh
	}
	return old
}

func (c *club) page(rw http.ResponseWriter, r *http.Request) {
	body := map[string]func(*http.Request) string{"/members": c.list, "/members/new": c.form, "/login": c.login}[r.URL.Path]
	if body == nil {
		http.NotFound(rw, r)
		return
	}
	main := "<main>" + body(r) + "</main>"
	if c.is("lazy") {
		main = `<main id=m></main><template id=t>` + body(r) + `</template><script>setTimeout(() => m.append(t.content), 1300);</script>`
	}
	front := ""
	switch {
	case c.is("cookies"):
		front = `<div style="position:` + map[bool]string{false: "fixed", true: "absolute"}[c.is("absolute")] + `;inset:0;background:#000a;z-index:9"><div style="background:#fff"><h2>We value your privacy</h2><p>We use cookies.</p>
<button onclick="this.parentElement.parentElement.remove()">Accept all</button><button onclick="this.parentElement.parentElement.remove()">Reject all</button></div></div>`
	case c.is("notice"):
		front = `<div role=dialog aria-modal=true aria-label="Summer party" style="position:fixed;inset:0;background:#fff;z-index:9"><p>Come to the party.</p><button aria-label="Close" onclick="this.parentElement.remove()">×</button></div>`
	}
	fmt.Fprintf(rw, `<!doctype html><html lang=en><title>Club</title><nav aria-label=Main><a href=/members>Members</a> <a href=/events>Events</a></nav>%s%s
<script>function ask(email) { document.querySelector('#d input').value = email; d.showModal(); }</script></html>`, main, front) // an error is a client that is gone
}

func (c *club) list(r *http.Request) string {
	rows := ""
	members := slices.Clone(c.members)
	if c.is("row-above") {
		members = append([]string{"aaron@club.org|Aaron|Guest"}, members...)
	}
	for i, m := range members {
		p := strings.Split(m, "|")
		rows += fmt.Sprintf(`<tr><td>%s</td><td>%s</td><td>%s</td><td><button %s onclick="ask('%s')">Remove</button></td></tr>`, p[1], p[0], p[2], c.id(fmt.Sprintf("remove-%d", i)), p[0])
	}
	add := fmt.Sprintf(`<a href="/members/new" %s>%s</a>`, c.id("new"), c.say("New entry", "Another one"))
	switch {
	case c.is("menu"):
		add = `<button aria-expanded=false onclick="m2.hidden = !m2.hidden; this.ariaExpanded = String(!m2.hidden)">More</button><div id=m2 role=menu hidden><a role=menuitem href="/members/new">New entry</a></div>`
	case c.is("decoy"):
		add = `<a href="/ad" data-ad>New entry</a> ` + `<a href="/members/new">New entry</a>`
	}
	done := map[string]string{"members": "Entry saved", "remove": "Entry removed"}[r.URL.Query().Get("done")]
	return `<h1>Members</h1><p role=status>` + done + `</p>` + add + ` <a href="/export">Export</a><table><tr><th>Name<th>Email<th>Role<th>Action</tr>` + rows + `</table>
<dialog id=d aria-label="Remove this member?"><form method=post action=/remove><p>Remove this member?</p><input type=hidden name=email><button type=button onclick="d.close()">Cancel</button><button data-testid=confirm>Remove</button></form></dialog>`
}

func (c *club) form(*http.Request) string {
	save := `<button ` + c.id("save") + `>` + c.say("Save entry", "Store it") + `</button>`
	if c.is("confirm") {
		save = `<button type=button ` + c.id("save") + ` onclick="c.showModal()">Save entry</button><dialog id=c aria-label="One more thing"><p>The member gets a letter.</p><button>Yes, save</button></dialog>`
	}
	return fmt.Sprintf(`<h1>New entry</h1><form method=post action=/members><label>%s <input name=name id=f-name></label><label>%s <input name=email id=f-email></label>
<label>Role <select name=role><option>Guest<option>Player<option>Trainer</select></label>%s</form>`, c.say("Full name", "Called"), c.say("Email", "Reached at"), save)
}

func (c *club) login(*http.Request) string {
	return `<h1>Log in</h1><form method=post action=/login><label>Password <input type=password name=p></label><button>Log in</button></form>`
}
