package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// crew is a list of people with two on each page. Its layout is that of the address: a heading and a button
// for each, or a table with their names as links. One more person of the name that comes first stands on the first page.
type crew struct {
	namesake atomic.Bool
	did      atomic.Value // the person of the last action
}

func (c *crew) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if id := q.Get("id"); id != "" {
		c.did.Store(id)
		fmt.Fprintf(w, `<title>Crew</title><h1>Member</h1><p role="status">Done for member %s</p>`, id)
		return
	}
	all := []string{"1|Ada Ash|ada@x.org|Mason", "2|Ben Oak|ben@x.org|Potter"}
	if c.namesake.Load() {
		all = append([]string{"8|Ada Ash|eve@y.org|Baker", "9|Dan Fir|dan@x.org|Smith"}, all...)
	}
	var page int
	fmt.Sscan(q.Get("page"), &page)
	var b strings.Builder
	for _, one := range all[2*page : 2*page+2] {
		p := strings.Split(one, "|")
		switch r.URL.Path {
		case "/cards":
			fmt.Fprintf(&b, `<h3>%s</h3><p>%s</p><p>%s</p><form><input type="hidden" name="id" value="%s"><button>Promote</button></form>`, p[1], p[2], p[3], p[0])
		case "/table":
			fmt.Fprintf(&b, `<table><tr><td><a href="?id=%s">%s</a></td><td>%s</td><td>%s</td></tr></table>`, p[0], p[1], p[2], p[3])
		}
	}
	pager := `<nav aria-label="Pages"><a href="?page=1">Next page</a></nav>`
	if 2*page+2 >= len(all) {
		pager = ""
	}
	fmt.Fprintf(w, `<title>Crew</title><h1>Crew</h1>%s%s`, &b, pager)
}

// TestANamesakeOnAnEarlierPageIsNotTaken has the person whom a flow is about move to the second page of a list, behind
// another one of that name: a run stops.
func TestANamesakeOnAnEarlierPageIsNotTaken(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	page := &crew{}
	site := serve(t, page)
	for layout, tc := range map[string]struct {
		goal, press string
	}{
		"/cards": {"Promote Ada Ash", "form:has([value='1']) button"},
		"/table": {"Open the member Ada Ash", "a[href='?id=1']"},
	} {
		page.namesake.Store(false)
		a := w.stdioAgent("crew " + layout)
		a.do("mm_launch", map[string]any{"goal": tc.goal, "url": site + layout})
		a.do("mm_click", map[string]any{"selector": tc.press})
		a.do("mm_cleanup", map[string]any{"outcome": "done"})
		for namesake, want := range map[bool]string{false: "1", true: ""} {
			page.namesake.Store(namesake)
			page.did.Store("")
			got := a.run(map[string]any{"goal": tc.goal, "url": site + layout, "allowRisky": true})
			if did := page.did.Load(); did != want || want == "" && got.Stop == nil {
				t.Errorf("%s, with a namesake %t: it was done for %q, want %q: %s", layout, namesake, did, want, asJSON(t, got))
			}
			a.call("mm_cleanup", map[string]any{"outcome": "failed"})
		}
	}
}
