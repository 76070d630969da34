package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shop is a session in a small shop: look for a thing, open it, buy it.
func shop(id, thing string) string {
	row := map[string]any{
		"session": map[string]any{"sessionId": id, "goal": "Buy the " + thing, "domain": "shop.example", "site": "shop", "flow": "buy " + thing,
			"createdAt": "2026-01-16T1" + id[len(id)-1:] + ":00:00Z", "tags": []string{"shop"}},
	}
	page := func(screen string, names ...string) map[string]any {
		var nodes []map[string]any
		for _, n := range names {
			role, name, _ := strings.Cut(n, " ")
			nodes = append(nodes, map[string]any{"role": role, "name": name})
		}
		return map[string]any{"url": "https://shop.example/" + screen, "screen": screen, "a11y": nodes, "testIds": []any{"header", map[string]any{"testId": "footer"}}}
	}
	step := func(n int, tool, role, name string, page map[string]any) map[string]any {
		page["timestamp"] = fmt.Sprintf("2026-01-16T1%s:00:0%dZ", id[len(id)-1:], n)
		page["tool"], page["outcome"] = tool, map[string]any{"ok": true}
		page["target"] = map[string]any{"role": role, "name": name}
		return page
	}
	again := step(2, "click", "button", "Search", page("start"))
	again["a11y"] = nil
	row["steps"] = []any{
		step(1, "type", "searchbox", "What are you looking for?", page("start", "searchbox What are you looking for?", "button Search", "link Help")),
		again,
		step(3, "click", "link", "The "+thing, page("results", "link The lamp", "link The chair", "link The table", "link Help")),
		step(4, "click", "button", "Buy", page("thing", "button Buy", "link Help")),
	}
	b, _ := json.Marshal(row)
	return string(b)
}

// conversation replays rows the way a scorer does, all remembered.
func conversation(rows ...string) string {
	var out strings.Builder
	line := func(v any) {
		b, _ := json.Marshal(v)
		out.Write(append(b, '\n'))
	}
	qid := 0
	for _, text := range rows {
		var row struct {
			Session map[string]any   `json:"session"`
			Steps   []map[string]any `json:"steps"`
		}
		if err := json.Unmarshal([]byte(text), &row); err != nil {
			panic(err)
		}
		line(map[string]any{"type": "session_start", "session": row.Session})
		for _, s := range row.Steps {
			qid++
			line(map[string]any{"type": "observe", "qid": qid, "context": s})
			line(map[string]any{"type": "step", "step": s})
		}
		line(map[string]any{"type": "session_end", "session": row.Session, "remember": true})
	}
	return out.String()
}

// TestSuggestAnswersEveryObserve plays two sessions: the first finds nothing
// remembered, the second is led, with its own thing in the list of results. Its
// name has an icon, which answers leave out and the trace spells. Both are led
// alike whether names are remembered in clear or hidden.
func TestSuggestAnswersEveryObserve(t *testing.T) {
	for _, keep := range []string{"full", "needed"} {
		var out bytes.Buffer
		if err := Suggest(strings.NewReader(conversation(shop("shop-1", "\uea13 lamp"), shop("shop-2", "\uea13 lamp"))), &out, keep); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, text := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			var r reply
			if err := json.Unmarshal([]byte(text), &r); err != nil {
				t.Fatal(err)
			}
			first := "-"
			if len(r.Suggestions) > 0 {
				first = r.Suggestions[0].Action + " " + r.Suggestions[0].Name
			}
			got = append(got, fmt.Sprint(r.QID, " ", first))
		}
		want := []string{"1 -", "2 -", "3 -", "4 -", "5 type What are you looking for?", "6 click Search", "7 click The \uea13 lamp", "8 click Buy"}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: answers\n%s\nwant\n%s", keep, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if err := Suggest(strings.NewReader(""), &bytes.Buffer{}, "some"); err == nil || !strings.Contains(err.Error(), "full or needed") {
		t.Errorf("another form: %v", err)
	}
}

// TestForgottenSessionsSuggestNothing ends a session that is not to be
// remembered.
func TestForgottenSessionsSuggestNothing(t *testing.T) {
	text := strings.Replace(conversation(shop("s-1", "lamp"), shop("s-2", "lamp")), `"remember":true`, `"remember":false`, 1)
	var out bytes.Buffer
	if err := Suggest(strings.NewReader(text), &out, ""); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"suggestions":[]`); n != 8 {
		t.Errorf("%d empty answers, want 8:\n%s", n, out.String())
	}
}

// TestSuggestRefusesWhatIsNoMessage has every malformed input end in an error
// that names the line.
func TestSuggestRefusesWhatIsNoMessage(t *testing.T) {
	for _, text := range []string{"{", `{"type":"hello"}`, `{"type":"observe","qid":1}`, `{"type":"step"}`, `{"type":"session_start"}`, `{"type":"session_end"}`,
		`{"type":"observe","qid":1,"context":{}}`, `[]`} {
		if err := Suggest(strings.NewReader("\n"+text+"\n"), &bytes.Buffer{}, ""); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: error %v, want one about line 2", text, err)
		}
	}
}

// TestSearchRanksDocuments finds the right document of a small set and leaves
// out the one that a query was made from.
func TestSearchRanksDocuments(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "docs.jsonl", `{"id":"a","text":"Send ETH to a friend"}`, `{"id":"b","text":"Transfer ETH to my other account"}`, `{"id":"c","text":"Read the news"}`)
	write(t, dir, "queries.jsonl", `{"qid":"q1","text":"read news"}`, `{"qid":"q2","text":"Send ETH to a friend","exclude":"a"}`, `{"qid":"q3","text":"`+strings.Repeat("x", 400)+`"}`)
	for _, ranker := range []string{"", "spec"} {
		var out bytes.Buffer
		if err := Search(filepath.Join(dir, "docs.jsonl"), filepath.Join(dir, "queries.jsonl"), ranker, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		want := `{"qid":"q1","ranked":["c"]}` + "\n" + `{"qid":"q2","ranked":["b"]}` + "\n" + `{"qid":"q3","ranked":[]}` + "\n"
		if out.String() != want {
			t.Errorf("ranker %q: %s\nwant %s", ranker, out.String(), want)
		}
	}
	if err := Search(filepath.Join(dir, "absent.jsonl"), filepath.Join(dir, "queries.jsonl"), "", &bytes.Buffer{}, io.Discard); err == nil {
		t.Error("a set without files is no error")
	}
}

// TestSearchStaysOnTheSiteAndReadsAll finds by the end of a long query, among the documents
// of its site alone.
func TestSearchStaysOnTheSiteAndReadsAll(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "docs.jsonl", `{"id":"a","text":"Read the news","site":"x"}`, `{"id":"b","text":"Read the news","site":"y"}`)
	write(t, dir, "queries.jsonl", `{"qid":"q1","site":"y","text":"`+strings.Repeat("so ", 100)+`news"}`)
	var out bytes.Buffer
	if err := Search(filepath.Join(dir, "docs.jsonl"), filepath.Join(dir, "queries.jsonl"), "", &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if want := `{"qid":"q1","ranked":["b"]}` + "\n"; out.String() != want {
		t.Errorf("%s\nwant %s", out.String(), want)
	}
}

func write(t *testing.T, dir, name string, lines ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSearchNamesTheLineThatIsNoRecord wants nothing ranked by half a set.
func TestSearchNamesTheLineThatIsNoRecord(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, ask := `{"id":"a","text":"Send tokens"}`+"\n", `{"qid":"q","text":"send"}`+"\n"
	for name, c := range map[string]struct{ docs, queries, want string }{
		"no JSON":             {good + "\nnot json\n", ask, "docs.jsonl line 3"},
		"an id that is none":  {good + `{"id":5,"text":"x"}`, ask, "docs.jsonl line 2"},
		"no id":               {`{"text":"x"}`, ask, `line 1: a document needs an "id"`},
		"a query without id":  {good, ask + `{"text":"x"}`, `queries.jsonl line 2: a query needs a "qid"`},
		"a line without end":  {good + strings.Repeat("x", maxLine+1), ask, "docs.jsonl after line 1"},
		"a list for a record": {"[]", ask, "docs.jsonl line 1"},
	} {
		var out bytes.Buffer
		err := Search(write("docs.jsonl", c.docs), write("queries.jsonl", c.queries), "", &out, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) || out.Len() > 0 {
			t.Errorf("%s: error %v and output %q, want an error with %q and no output", name, err, out.String(), c.want)
		}
	}
	var out bytes.Buffer
	empty := ask + `{"qid":"none","text":""}` + "\n" + `{"qid":"stop","text":"the flow"}` + "\n" + `{"qid":"self","text":"send","exclude":"a"}`
	if err := Search(write("docs.jsonl", good), write("queries.jsonl", empty), "", &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	want := `{"qid":"q","ranked":["a"]}
{"qid":"none","ranked":[]}
{"qid":"stop","ranked":[]}
{"qid":"self","ranked":[]}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
