package e2e

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ownApp is a small application whose data lie in the test process.
type ownApp interface {
	http.Handler
	// reset puts the data back to where each run begins.
	reset()
	// state is the data as text, without extra records that are as they were put in.
	state() string
	// drift changes the data: "row" puts a record above all, "twin" one more that looks
	// like the one that key names, "gone" takes that away, "order" turns the order round.
	drift(kind, key string)
}

// driftRows changes a list as drift says. The task is about the row at, if that is not -1; twin is a row that looks like
// another, and other is one more.
func driftRows[T any](rows []T, kind string, at int, other T, twin func(T) T) []T {
	switch {
	case kind == "row":
		return slices.Insert(rows, 0, other)
	case kind == "twin" && at >= 0:
		return slices.Insert(rows, 0, twin(rows[at]))
	case kind == "gone" && at >= 0:
		rows[at] = other
	case kind == "order":
		slices.Reverse(rows)
	}
	return rows
}

// mailApp is a mail list: one page, routes in the fragment, few test ids.
type mailApp struct {
	mu    sync.Mutex
	mails []mailItem
	sent  []string
}

type mailItem struct {
	ID      int    `json:"id"`
	From    string `json:"from"`
	Subject string `json:"subject"`
	Body    string `json:"body"`
	Star    bool   `json:"star"`
	Folder  string `json:"folder"`
}

const extraID = 9000 // records from here on were added by a drift

// extra marks a record that a drift added, where a state tells of it.
func extra(id int) string {
	if id >= extraID {
		return " (extra)"
	}
	return ""
}

func (m *mailApp) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mails, m.sent = nil, nil
	for i, pair := range [][2]string{{"Ada Byron", "Notes on the engine"}, {"Grace Hopper", "A moth in the relay"}, {"Alan Kay", "Invoice for March"}, {"Barbara Liskov", "Seminar on Friday"}, {"Edsger Dijkstra", "Letter 1318"}} {
		m.mails = append(m.mails, mailItem{ID: 11 + i, From: pair[0], Subject: pair[1], Body: "See you.", Folder: "inbox"})
	}
}

func (m *mailApp) drift(kind, key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.mails, func(x mailItem) bool { return key != "" && strings.Contains(x.From+x.Subject, key) })
	other := mailItem{ID: extraID, From: "Zoe Quill", Subject: "News of today", Folder: "inbox"}
	m.mails = driftRows(m.mails, kind, at, other, func(x mailItem) mailItem { x.ID = extraID; return x })
}

func (m *mailApp) state() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []string
	for _, x := range m.mails {
		if x.Star || x.Folder != "inbox" {
			all = append(all, fmt.Sprintf("%s star=%v in %s%s", x.From, x.Star, x.Folder, extra(x.ID)))
		}
	}
	slices.Sort(all)
	return strings.Join(append(all, m.sent...), "; ")
}

func (m *mailApp) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var in struct {
		ID                        int
		Folder, To, Subject, Body string
	}
	if r.Method == http.MethodPost {
		_ = json.NewDecoder(r.Body).Decode(&in) // a body that is none changes nothing
	}
	at := slices.IndexFunc(m.mails, func(x mailItem) bool { return x.ID == in.ID })
	var out any = true
	switch r.URL.Path {
	case "/":
		http.ServeFile(rw, r, filepath.Join(repoRoot, "testdata", "apps", "flows", "mail.html"))
		return
	case "/api/mails":
		shown := []mailItem{}
		for _, x := range m.mails {
			if f := r.URL.Query().Get("folder"); f == "" || f == x.Folder {
				shown = append(shown, x)
			}
		}
		out = shown
	case "/api/star":
		if at >= 0 {
			m.mails[at].Star = !m.mails[at].Star
		}
	case "/api/move":
		if at >= 0 {
			m.mails[at].Folder = in.Folder
		}
	case "/api/send":
		m.sent = append(m.sent, fmt.Sprintf("sent to %s: %s: %s", in.To, in.Subject, in.Body))
	default:
		http.NotFound(rw, r)
		return
	}
	_ = json.NewEncoder(rw).Encode(out) // an error is a client that is gone
}

// issueApp is an issue tracker of plain forms: each click loads a page, and there is
// no test id.
type issueApp struct {
	mu     sync.Mutex
	issues []*issueItem
}

type issueItem struct {
	ID       int
	Title    string
	Priority string
	Assignee string
	Labels   []string
	Comments []string
	Closed   bool
}

func (a *issueApp) reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.issues = nil
	for i, title := range []string{"Window flickers on resize", "Crash when the disk is full", "Typo on the welcome page", "Search ignores accents"} {
		a.issues = append(a.issues, &issueItem{ID: 101 + i, Title: title, Priority: "Normal"})
	}
}

func (a *issueApp) drift(kind, key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := slices.IndexFunc(a.issues, func(x *issueItem) bool { return key != "" && strings.Contains(x.Title, key) })
	other := func(title string) *issueItem { return &issueItem{ID: extraID, Title: title, Priority: "Normal"} }
	a.issues = driftRows(a.issues, kind, at, other("Zebra stripes are grey"), func(x *issueItem) *issueItem { return other(x.Title) })
}

func (a *issueApp) state() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []string
	for _, x := range a.issues {
		if x.Closed || len(x.Labels)+len(x.Comments) > 0 || x.Priority != "Normal" || x.Assignee != "" || x.ID >= 200 && x.ID < extraID {
			all = append(all, fmt.Sprintf("%s: %s %s %v %v closed=%v%s", x.Title, x.Priority, x.Assignee, x.Labels, x.Comments, x.Closed, extra(x.ID)))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func (a *issueApp) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	_ = r.ParseForm() // a form that is none is an empty one
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	page, data := "list", any(a.issues)
	switch {
	case r.URL.Path == "/new":
		page = "new"
	case r.URL.Path == "/create":
		it := &issueItem{ID: 200 + len(a.issues), Title: r.Form.Get("title"), Priority: r.Form.Get("priority"), Assignee: r.Form.Get("assignee")}
		a.issues = append(a.issues, it)
		http.Redirect(rw, r, fmt.Sprintf("/issue/%d", it.ID), http.StatusSeeOther)
		return
	case parts[0] == "issue" && len(parts) >= 2:
		id, _ := strconv.Atoi(parts[1])
		at := slices.IndexFunc(a.issues, func(x *issueItem) bool { return x.ID == id })
		if at < 0 {
			http.NotFound(rw, r)
			return
		}
		page, data = "issue", any(a.issues[at])
		if r.Method == http.MethodPost {
			a.issues[at].change(parts[len(parts)-1], r)
			http.Redirect(rw, r, "/issue/"+parts[1], http.StatusSeeOther)
			return
		}
	case r.URL.Path != "/":
		http.NotFound(rw, r)
		return
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = issuePages.ExecuteTemplate(rw, page, data) // an error is a client that is gone
}

func (it *issueItem) change(verb string, r *http.Request) {
	switch verb {
	case "labels":
		it.Labels = r.Form["label"]
	case "comment":
		if c := r.Form.Get("comment"); c != "" {
			it.Comments = append(it.Comments, c)
		}
		it.Closed = it.Closed || r.Form.Get("do") == "close"
	}
}

// Has reports whether the issue has a label; the template asks it.
func (it *issueItem) Has(label string) bool { return slices.Contains(it.Labels, label) }

var issuePages = template.Must(template.New("").Parse(`
{{define "head"}}<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Snags</title><style>body{font:15px sans-serif;margin:0 1em}label{display:block;margin:.4em 0}nav a{margin-right:1em}</style><header><h1>Snags</h1><nav><a href="/">All issues</a><a href="/new">New issue</a></nav></header>{{end}}
{{define "list"}}{{template "head"}}<main><h2>Open issues</h2><ul>{{range .}}{{if not .Closed}}<li><a href="/issue/{{.ID}}">{{.Title}}</a> <small>#{{.ID}}</small></li>{{end}}{{end}}</ul></main>{{end}}
{{define "new"}}{{template "head"}}<main><h2>New issue</h2><form method="post" action="/create"><label>Title <input name="title" required></label>
<label>Priority <select name="priority"><option>Low<option selected>Normal<option>Urgent</select></label>
<fieldset><legend>Assignee</legend><label><input type="radio" name="assignee" value="Mira"> Mira</label><label><input type="radio" name="assignee" value="Tomasz"> Tomasz</label><label><input type="radio" name="assignee" value="Wen"> Wen</label></fieldset>
<button>Create issue</button></form></main>{{end}}
{{define "issue"}}{{template "head"}}<main><h2>{{.Title}}</h2><p>{{if .Closed}}Closed{{else}}Open{{end}} · {{.Priority}} · {{.Assignee}}</p>
<form method="post" action="/issue/{{.ID}}/labels"><fieldset><legend>Labels</legend><label><input type="checkbox" name="label" value="bug" {{if .Has "bug"}}checked{{end}}> bug</label><label><input type="checkbox" name="label" value="docs" {{if .Has "docs"}}checked{{end}}> docs</label><label><input type="checkbox" name="label" value="design" {{if .Has "design"}}checked{{end}}> design</label></fieldset><button>Save labels</button></form>
<h3>Comments</h3><ul>{{range .Comments}}<li>{{.}}</li>{{end}}</ul>
<form method="post" action="/issue/{{.ID}}/comment"><label>Comment <textarea name="comment"></textarea></label><button name="do" value="say">Comment</button> <button name="do" value="close">Close issue</button></form></main>{{end}}`))
