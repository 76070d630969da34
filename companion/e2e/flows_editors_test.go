package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// decapFlows are of an editor of sites. They were written before any run of them, after the rules that
// those of the relays were run with.
func decapFlows() flowApp {
	state := func(title string, put ...string) string {
		return swapped([]string{"Granite 12", "Marble 30", "Slate 7"}, title, put...)
	}
	price := map[string]string{"Granite": "12", "Marble": "30", "Slate": "7"}
	open := flowAct{do: "click", at: "main li a|{title}", words: []string{`link "{title}"`}}
	publish := []flowAct{{do: "click", at: "[aria-haspopup]|Publish", words: []string{`button "publish"`}}, {do: "click", at: "[role=menuitem]|Publish now", words: []string{"Publish now"}}}
	return flowApp{name: "decap", start: startDecap, ready: `document.querySelectorAll('main li').length >= 3`, flows: []flowCase{
		{name: "rename", goal: "Rename the stone {title} to {name}", start: "/#/collections/stones",
			params: map[string]string{"title": "Marble", "name": "Carrara"}, others: map[string]string{"title": "Slate", "name": "Schist"},
			acts:  append([]flowAct{open, {do: "type", at: "#title-field-1", words: []string{"Title"}, text: "{name}"}}, publish...),
			pivot: 1, row: "{title}",
			wants:    func(p map[string]string) string { return state(p["title"], p["name"]+" "+price[p["title"]]) },
			say:      []string{"The stone {title} is called {name} now", "Give the entry {title} the title {name}"},
			siblings: []sibling{{goal: "Rename the stone Granite to Gneiss", params: map[string]string{"title": "Granite", "name": "Gneiss"}}}},
		{name: "add", goal: "Add the stone {title} at the price {price}", start: "/#/collections/stones",
			params: map[string]string{"title": "Basalt", "price": "25"}, others: map[string]string{"title": "Chalk", "price": "4"},
			acts:  append([]flowAct{{do: "click", at: "main a[href$='/new']", words: []string{"Create entry of type Stone"}}, {do: "type", at: "#title-field-1", words: []string{"Title"}, text: "{title}"}, {do: "type", at: "#price-field-2", words: []string{"Price"}, text: "{price}"}}, publish...),
			pivot: 1,
			wants: func(p map[string]string) string { return state("", p["title"]+" "+p["price"]) },
			say:   []string{"We sell {title} too, for {price}", "Make an entry for {title}, which costs {price}"}},
		{name: "delete", goal: "Delete the stone {title}", start: "/#/collections/stones",
			params: map[string]string{"title": "Granite"}, others: map[string]string{"title": "Marble"},
			acts:  []flowAct{open, {do: "click", at: "button|Delete entry", words: []string{"Delete entry"}}, {do: "answer", text: "OK"}},
			pivot: 1, row: "{title}",
			wants:    func(p map[string]string) string { return state(p["title"]) },
			say:      []string{"Throw the entry {title} away", "Nobody sells {title} any more: take it off the site"},
			siblings: []sibling{{goal: "Delete the stone Slate", params: map[string]string{"title": "Slate"}}}},
		{name: "kind", goal: "Set the kind of the stone {title} to {kind}", start: "/#/collections/stones",
			params: map[string]string{"title": "Slate", "kind": "soft"}, others: map[string]string{"title": "Granite", "kind": "hard"},
			acts:  append([]flowAct{open, {do: "open", at: "[role=combobox]", words: []string{"Kind (optional)"}}, {do: "click", at: "[role=option]|{kind}", words: []string{`option "{kind}"`}}}, publish...),
			pivot: 2, row: "{title}",
			wants: func(p map[string]string) string {
				return state(p["title"], p["title"]+" "+price[p["title"]]+" "+p["kind"])
			},
			say: []string{"{title} is {kind}: note that on its page", "The entry {title} should say that it is {kind}"}},
	}}
}

// startDecap serves Decap CMS with three entries, to a browser that is signed in.
func startDecap(t testing.TB) (string, flowData, error) {
	apps, err := had(t, "editors")
	if err != nil {
		return "", nil, err
	}
	dir, port := t.TempDir(), freePort(t)
	behind := fmt.Sprintf("http://127.0.0.1:%d/api/v1", port)
	for k, v := range map[string]string{"GIT_REPO_DIRECTORY": dir, "PORT": fmt.Sprint(port), "BIND_HOST": "127.0.0.1"} {
		t.Setenv(k, v)
	}
	if err := startProgram(t, behind, dir, "node", filepath.Join(apps, "node_modules", "decap-server", "dist", "index.js")); err != nil {
		return "", nil, err
	}
	bundle := http.FileServer(http.Dir(filepath.Join(apps, "node_modules", "decap-cms", "dist")))
	url := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			rw.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(rw, `<!doctype html><html lang="en"><head><title>Quarry</title></head><body><script src="/decap-cms.js"></script></body></html>`)
		case "/config.yml":
			fmt.Fprintf(rw, `backend: {name: proxy, proxy_url: %q}
media_folder: media
collections:
  - name: stones
    label: Stones
    label_singular: Stone
    folder: stones
    create: true
    fields:
      - {label: Title, name: title, widget: string}
      - {label: Price, name: price, widget: number}
      - {label: Kind, name: kind, widget: select, options: [hard, soft], required: false}
      - {label: Text, name: body, widget: text, required: false}
`, behind)
		default:
			bundle.ServeHTTP(rw, r)
		}
	}))
	stones := filepath.Join(dir, "stones")
	return strings.TrimSuffix(url, "/"), signedData{remoteData{
		clear: func() {
			_ = os.RemoveAll(stones) // files that are left show in the state
			if err := os.MkdirAll(stones, 0o755); err != nil {
				t.Fatal(err)
			}
			for title, price := range map[string]string{"Granite": "12", "Marble": "30", "Slate": "7"} {
				text := fmt.Sprintf("---\ntitle: %s\nprice: %s\n---\n%s is a stone.\n", title, price, title)
				if err := os.WriteFile(filepath.Join(stones, strings.ToLower(title)+".md"), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		},
		tell: func() string {
			var all []string
			files, _ := filepath.Glob(filepath.Join(stones, "*.md")) // the pattern is right
			for _, f := range files {
				text, _ := os.ReadFile(f) // one that has just gone has no text
				var fields []string
				for _, name := range []string{"title: ", "price: ", "kind: "} {
					if _, rest, is := strings.Cut(string(text), name); is {
						value, _, _ := strings.Cut(rest, "\n")
						fields = append(fields, strings.TrimSpace(value))
					}
				}
				all = append(all, strings.Join(fields, " "))
			}
			slices.Sort(all)
			return strings.Join(all, "; ")
		},
	}, map[string]string{"decap-cms-user": `{"backendName":"proxy"}`}}, nil
}
