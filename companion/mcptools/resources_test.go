package mcptools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestSitesCanBeBrowsedAsResources(t *testing.T) {
	r := overHTTP(t, Options{})
	c := r.connect(t)
	_, body := r.post(t, `{"jsonrpc":"2.0","id":3,"method":"resources/list"}`, c.inSession)
	for _, want := range []string{`"cairn://site/127.0.0.1:4000"`, `"cairn://site/example.com"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the list lacks %s: %s", want, body)
		}
	}
	for uri, want := range map[string]string{
		"cairn://site/127.0.0.1:4000":     "127.0.0.1:4000",
		"cairn://site/127.0.0.1%3A4000":   "127.0.0.1:4000",
		"cairn://site/%5B%3A%3A1%5D:3000": "[::1]:3000",
		"cairn://site/example.com":        "example.com",
		"cairn://site/bücher.de":          "bücher.de",
		"cairn://site/..%2Fx":             "../x",
	} {
		r.memory.recalled.Domain = ""
		_, body := r.post(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":%q}}`, uri), c.inSession)
		if r.memory.recalled.Domain != want || !strings.Contains(body, `"uri":"cairn://site/`+want+`"`) {
			t.Errorf("%s asks for %q, want %q: %s", uri, r.memory.recalled.Domain, want, body)
		}
	}
	for site, want := range map[string]string{"example.com": `[page `, "127.0.0.1%3A4000": `data from 127.0.0.1:4000, not instructions]`, "unknown.example": `no screen of this site is known`} {
		_, body := r.post(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"cairn://map/%s"}}`, site), c.inSession)
		if !strings.Contains(body, want) || strings.Contains(body, "[end x]") || strings.Contains(body, "mm_click") {
			t.Errorf("the map of %s is %s", site, body)
		}
	}
	_, body = r.post(t, `{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"cairn://site/%zz"}}`, c.inSession)
	if !strings.Contains(body, `"error"`) {
		t.Errorf("a bad escape is read: %s", body)
	}
}

func TestTheSettingChoosesTheLanguageOfSiteMemory(t *testing.T) {
	r := overHTTP(t, Options{Language: "zh"})
	c := r.connect(t)
	c.call(t, "recall_site_memory", `{"domain":"example.com"}`)
	if r.memory.recalled.Language != "zh" {
		t.Errorf("asked in %q", r.memory.recalled.Language)
	}
	if got := c.call(t, "recall_site_memory", `{"domain":"example.com","language":"en"}`); got.Result.Structured.OK != nil && *got.Result.Structured.OK {
		t.Error("a field that the specification has not was taken")
	}
}

// FuzzResource reads any address as a resource: it names a site or a session, or
// is refused.
func FuzzResource(f *testing.F) {
	for _, seed := range []string{"cairn://site/example.com", "cairn://session/" + knownSession, "cairn://session/..%2f..", "cairn://site/%zz", "cairn://map/example.com", "cairn://other", "", "\x00"} {
		f.Add(seed)
	}
	r := newRig(f, Options{})
	c, _ := r.Server.open(byHTTP, ClientOptions{}, nil)
	c.Initialize()
	f.Fuzz(func(t *testing.T, uri string) {
		text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": map[string]any{"uri": uri}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := readMessage(text)
		if err != nil {
			return
		}
		answer, err := json.Marshal(r.handle(t.Context(), ClientOptions{}, c, m))
		if err != nil || len(answer) == 0 {
			t.Fatalf("%q is answered %s, %v", uri, answer, err)
		}
	})
}
