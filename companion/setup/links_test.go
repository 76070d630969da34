package setup

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"cairn/companion/version"
)

// The install buttons of the README carry the command that setup writes for npx.
func TestButtonsInstallWhatSetupWrites(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	npx := Server{Command: "npx", Args: []string{"-y", version.NPM, "mcp"}}
	decode := map[string]func(link *url.URL) string{
		"cursor":          func(link *url.URL) string { return fromBase64(t, link.Query().Get("config")) },
		"vscode":          func(link *url.URL) string { return fromCode(t, link, "vscode") },
		"vscode-insiders": func(link *url.URL) string { return fromCode(t, link, "vscode-insiders") },
		"lm-studio":       func(link *url.URL) string { return fromBase64(t, link.Query().Get("config")) },
		"kiro":            func(link *url.URL) string { return link.Query().Get("config") },
		"goose": func(link *url.URL) string {
			q := link.Query()
			text, _ := json.Marshal(map[string]any{"command": q.Get("cmd"), "args": q["arg"]})
			return string(text)
		},
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`\[<img alt="Install in ([^"]+)"[^>]*>\]\(([^)]+)\)`).FindAllStringSubmatch(string(readme), -1) {
		all := clientsOf(folders{getenv: func(string) string { return "" }})
		at := slices.IndexFunc(all, func(c client) bool { return c.title == m[1] })
		if at < 0 || decode[all[at].name] == nil {
			t.Errorf("no client is called %s", m[1])
			continue
		}
		c := all[at]
		seen[c.name] = true
		link, err := url.Parse(m[2])
		if err != nil {
			t.Fatal(err)
		}
		got, want := map[string]any{}, map[string]any{}
		if err := json.Unmarshal([]byte(decode[c.name](link)), &got); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if f, ok := c.format.(jsonFormat); ok {
			var file map[string]map[string]map[string]any
			if err := json.Unmarshal([]byte(f.snippet(npx)), &file); err != nil {
				t.Fatal(err)
			}
			want = file[f.key][serverName]
		} else {
			s := c.format.server(c.format.snippet(npx))
			text, _ := json.Marshal(map[string]any{"command": s.Command, "args": s.Args})
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the button installs %v, setup %v", c.name, got, want)
		}
	}
	if len(seen) != len(decode) {
		t.Errorf("there are buttons for %v", slices.Sorted(maps.Keys(seen)))
	}
}

func fromBase64(t *testing.T, text string) string {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

// fromCode decodes the address of VS Code in a link to its website, without the name.
func fromCode(t *testing.T, link *url.URL, scheme string) string {
	t.Helper()
	inner, err := url.Parse(link.Query().Get("url"))
	if err != nil || inner.Scheme != scheme || inner.Opaque != "mcp/install" {
		t.Fatalf("the link leads to %v, %v", inner, err)
	}
	text, err := url.QueryUnescape(inner.RawQuery)
	if err != nil {
		t.Fatal(err)
	}
	var entry map[string]any
	if err := json.Unmarshal([]byte(text), &entry); err != nil || entry["name"] != serverName {
		t.Errorf("%s: %v", text, err)
	}
	delete(entry, "name")
	data, _ := json.Marshal(entry)
	return string(data)
}
