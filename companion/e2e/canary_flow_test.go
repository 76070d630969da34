package e2e

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestCanariesStayOutOfFlows has two agents do a task among secrets: in its goal, in the address, shown, in the name of
// a button, and typed into a field of the flow. Nothing that is made of it later may have one: the flow as file, test,
// recording and skill, its runs and what a stopped one hands over, the panel, the answers of the command line, and what
// the servers of the agents print.
func TestCanariesStayOutOfFlows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(rand.Uint64(), 0))
	const digits = "123456789"
	words := []string{madeUp(r, 3), madeUp(r, 4), madeUp(r, 3)}
	secrets := map[string]string{
		"typed":     "Pw" + drawn(r, "bcdfgh23456789", 12),
		"retyped":   "Pw" + drawn(r, "bcdfgh23456789", 12),
		"in a run":  "Pw" + drawn(r, "bcdfgh23456789", 12),
		"shown":     "R" + drawn(r, "BCDFGHJK", 4) + drawn(r, digits, 6),
		"as words":  strings.Join(words, " "),
		"in a name": drawn(r, digits, 6),
		"as a goal": drawn(r, digits, 8),
		"address":   drawn(r, "bcdfgh23456789", 24),
	}
	renamed := false
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		save := "Save"
		if renamed {
			save = "Discard"
		}
		fmt.Fprintf(rw, `<!doctype html><meta charset="utf-8"><title>Accounts</title><h1>New account</h1><h2>Recovery key</h2><p>Keep it somewhere safe.</p><p>%s</p><p>The password is %s</p>
			<form action="/saved"><label>Name <input name="name"></label><label>Secret key <input name="key"></label><button>%s</button></form><button type="button" aria-label="Copy code %s">Copy</button><p role="status">%s</p>`,
			secrets["shown"], secrets["as words"], save, secrets["in a name"], html.EscapeString(req.FormValue("name")))
	}))
	w := borrowWorld(t)
	said := ""
	var logs []*lockedBuffer
	speak := func() *rawClient {
		c := startRaw(t, t.TempDir(), nil, w.binary, "mcp", "--data", w.home)
		logs = append(logs, c.err)
		return c
	}
	call := func(c *rawClient, tool, arguments string) string {
		line, _, _ := c.call(tool, arguments)
		said += strings.Replace(string(line), secrets["as a goal"], "", 1) // mm_launch repeats the agent's own words to it
		return string(line)
	}
	for i, name := range []string{"Eve Adams", "Pat Smith"} {
		c := speak()
		call(c, "mm_launch", fmt.Sprintf(`{"url":"%s/?token=%s","goal":"Add the account %s, password %s"}`, site, secrets["address"], name, secrets["as a goal"]))
		call(c, "mm_describe_screen", `{}`)
		call(c, "mm_type", fmt.Sprintf(`{"role":"textbox","name":"Name","text":%q}`, name))
		call(c, "mm_type", fmt.Sprintf(`{"role":"textbox","name":"Secret key","text":%q}`, secrets[[]string{"typed", "retyped"}[i]]))
		if got := call(c, "mm_click", `{"role":"button","name":"Save"}`); strings.Contains(got, `"isError":true`) {
			t.Fatalf("the button is not pressed: %s", got)
		}
		call(c, "mm_cleanup", fmt.Sprintf(`{"outcome":"done","evidence":"saved, recovery key %s"}`, secrets["shown"]))
		c.close()
	}
	var listed []struct{ ID string }
	if err := json.Unmarshal([]byte(w.mustCairn("flow", "list", "--json")), &listed); err != nil || len(listed) != 1 {
		t.Fatalf("flows are %+v, %v", listed, err)
	}
	id := listed[0].ID
	flow := w.flowOf(id)
	run := func(c *rawClient) string {
		params := map[string]string{}
		for _, p := range flow.Params {
			params[p.Name] = "Ann Lee"
			if p.Kind == types.FlowSecret {
				params[p.Name] = secrets["in a run"]
			}
		}
		given, err := json.Marshal(params) // one line is one message
		if err != nil {
			t.Fatal(err)
		}
		return call(c, "mm_run_flow", fmt.Sprintf(`{"flow":%q,"allowRisky":true,"params":%s}`, id, given))
	}
	c := speak()
	run(c)
	renamed = true
	call(c, "mm_cleanup", `{}`)
	if got := run(c); !strings.Contains(got, "stop") {
		t.Errorf("with another button the run ends with %s", got)
	}
	call(c, "mm_describe_screen", `{}`)
	call(c, "mm_cleanup", `{"outcome":"failed"}`)
	c.close()

	panel := w.ownWindow("panel/panel.html")
	for _, view := range evaluate[[]string](panel, `Array.from(document.querySelectorAll('[id^="tab-"]'), (tab) => '#' + tab.id)`) {
		panel.click(view)
		w.eventually("the view "+view+" is drawn", func() bool {
			return evaluate[bool](panel, `document.querySelector('`+strings.Replace(view, "#tab-", "#view-", 1)+`:not([hidden])') !== null`)
		})
		said += evaluate[string](panel, `document.documentElement.outerHTML`)
	}
	for _, format := range []string{"yaml", "playwright", "recorder", "skill"} {
		args := []string{"flow", "export", id, "--format", format}
		if format == "recorder" {
			for _, p := range flow.Params {
				if p.Kind != types.FlowSecret {
					args = append(args, "--param", p.Name+"=Ann Lee")
				}
			}
		}
		said += w.mustCairn(args...)
	}
	for _, args := range [][]string{{"flow", "show", id, "--json"}, {"flow", "list", "--json"}, {"map", site, "--json"}, {"stats", "--json"}, {"search", "save account key code", "--json"}, {"sessions", "--json"}, {"recall", site}, {"kb", "list", "--json"}, {"card", "list", "--json"}} {
		out, _ := w.cairn(args...)
		said += out
	}
	for _, log := range logs {
		said += log.String()
	}
	for _, sign := range []string{"Pat Smith", "Keep it somewhere safe", "@playwright/test", "view-flows"} {
		if !strings.Contains(said, sign) {
			t.Errorf("%q is nowhere: a secret could not have been found either", sign)
		}
	}
	all := make([]string, 0, len(secrets))
	for where, secret := range secrets {
		all = append(all, secret)
		if at := strings.Index(said, secret); at >= 0 {
			t.Errorf("%s is shown: …%s…", where, said[max(0, at-200):min(len(said), at+80)])
		}
	}
	for _, found := range seek(all...).in([]byte(said)) {
		t.Errorf("it holds %s", found)
	}
	w.wantNoTrace(t, all...)
}
