package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// boats is a page with a list that marks the item under a click by a class alone, and a button for that item. It counts
// what the button was pressed for.
const boats = `<!doctype html><title>Boats</title><div title="Launch selected" style="cursor:pointer" id="launch">&#9654;</div><ul>
<li><div>Alba</div><div>moored</div></li><li><div>Brisa</div><div>moored</div></li><li><div>Calma</div><div>moored</div></li></ul><script>
const on = %q;
for (const li of document.querySelectorAll("li")) li.onclick = () => {
  if (!on) return;
  document.querySelector("." + on)?.classList.remove(on);
  li.classList.add(on);
};
launch.onclick = () => {
  const li = document.querySelector("." + on);
  if (li) fetch("/launch?" + li.firstChild.textContent).then(() => { li.lastChild.textContent = "at sea"; });
};</script>`

// TestGatewayRunsSelectInListsMarkedByClass runs a flow that selects an item, which no snapshot shows. It goes on
// where the page marks the item, and stops where the click selects nothing.
func TestGatewayRunsSelectInListsMarkedByClass(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon("--headless")
	var mu sync.Mutex
	var launched []string
	marks := "x-row-selected"
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path == "/launch" {
			launched = append(launched, r.URL.RawQuery)
			return
		}
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(rw, boats, marks)
	}))
	c := startRaw(t, t.TempDir(), []string{"CAIRN_GOAL=Launch the boat Brisa"}, append([]string{w.binary, "mcp", "--data", w.home, "--wrap", "--"}, playwrightCommand(t)...)...)
	c.ask("tools/list", `{}`)
	c.call("browser_navigate", `{"url":"`+site+`/"}`)
	_, page, _ := c.call("browser_snapshot", `{}`)
	for _, given := range []string{`{"target":"<generic Brisa>"}`, `{"target":"<generic \"Launch selected\">"}`} {
		given = strings.Replace(given, "<generic Brisa>", refBefore(page, "]: Brisa"), 1)
		c.call("browser_click", refsIn(given, page))
	}
	c.call("memory_goal", `{"outcome":"done"}`)
	for _, one := range []struct{ marks, boat, says, launched string }{
		{"x-row-selected", "Calma", "done: all 2 steps", "Brisa Calma"},
		{"", "Alba", ": no_effect\n", "Brisa Calma"},
	} {
		mu.Lock()
		marks = one.marks
		mu.Unlock()
		_, text, _ := c.call("memory_run_flow", fmt.Sprintf(`{"goal":"Launch the boat %s","url":%q}`, one.boat, site+"/"))
		mu.Lock()
		if got := strings.Join(launched, " "); !strings.Contains(text, one.says) || got != one.launched {
			t.Errorf("with the mark %q it launched %q: %s", one.marks, got, text)
		}
		mu.Unlock()
	}
	c.close()
}

// refBefore returns the ref on the snapshot's line with a text.
func refBefore(snapshot, text string) string {
	lines := strings.Split(snapshot, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, text) })
	_, ref, _ := strings.Cut(lines[max(at, 0)], "[ref=")
	ref, _, _ = strings.Cut(ref, "]")
	return ref
}
