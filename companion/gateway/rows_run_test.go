package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types/tool"
)

// membersPage is a table whose rows have a box without a name and two icons of a font.
const membersPage = "### Page\n- Page URL: http://a.test/members\n- Page Title: Members\n### Snapshot\n```yaml\n" + `- main [ref=e9]:
  - button "New member" [ref=e16] [cursor=pointer]
  - button "First page" [disabled]
  - table [ref=e19]:
    - rowgroup [ref=e20]:
      - row [ref=e21]:
        - columnheader "Name" [ref=e22]
        - columnheader "Town" [ref=e26]
        - columnheader "Active" [ref=e34]
        - columnheader "Actions" [ref=e37]
    - rowgroup [ref=e40]:
      - row [ref=e41]:
        - cell "Ada Moss" [ref=e42]
        - cell "Bern" [ref=e43]
        - cell [ref=e45]:
          - generic [ref=e49]:
            - generic [ref=e50] [cursor=pointer]
            - checkbox [checked] [ref=e52] [cursor=pointer]
        - cell [ref=e53]:
          - button "` + "\U000f03eb" + `" [ref=e54] [cursor=pointer]
          - button "` + "\U000f01b4" + `" [ref=e55] [cursor=pointer]
      - row [ref=e56]:
        - cell "Ben Rook" [ref=e57]
        - cell "Delft" [ref=e58]
        - cell [ref=e60]:
          - generic [ref=e64]:
            - generic [ref=e65] [cursor=pointer]
            - checkbox [checked] [ref=e67] [cursor=pointer]
        - cell [ref=e68]:
          - button "` + "\U000f03eb" + `" [ref=e69] [cursor=pointer]
          - button "` + "\U000f01b4" + `" [ref=e70] [cursor=pointer]
` + "```"

func mustAria(t *testing.T, text string) []element {
	t.Helper()
	r, err := (&playwright{}).read(&call{tool: "browser_snapshot", arguments: []byte(`{}`)}, answer{text: text})
	if err != nil {
		t.Fatal(err)
	}
	return r.tree
}

// members is a client of a wrapped driver on that page, with memory.
type members struct {
	t       *testing.T
	w       *watcher
	page    string
	clicked string // by runs: the refs
	keyed   func()
	said    bytes.Buffer
}

func newMembers(t *testing.T) *members {
	m, _ := openMemory(t)
	c := &members{t: t, page: membersPage}
	var own *calls
	own = newCalls(&sink{out: writerFunc(func(line []byte) {
		var o struct {
			ID     json.RawMessage
			Params struct{ Arguments struct{ Target, Key string } }
		}
		if json.Unmarshal(line, &o) != nil || o.ID == nil {
			return
		}
		if c.clicked += o.Params.Arguments.Target; o.Params.Arguments.Key == "Shift" {
			c.keyed()
		}
		block, _ := json.Marshal(c.page) // of a string
		message := read(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`, o.ID, block))
		own.answered(&message)
	})})
	c.w = newWatcher(t.Context(), Options{Memory: m, Err: &c.said}, own)
	c.w.driver("Playwright", "")
	c.w.offered["memory_run_flow"] = true
	return c
}

// does makes a call of the driver and returns the text added to its answer.
func (c *members) does(tool, arguments string) string {
	answer := answerMessage(c.t, c.page, false)
	return c.w.answered(&call{tool: tool, arguments: []byte(arguments), began: now()}, &answer)
}

// own calls a tool of the gateway.
func (c *members) own(name, arguments string) string {
	c.t.Helper()
	text, err := c.w.answer(c.t.Context(), call{tool: name, arguments: []byte(arguments)}, func(tool.FlowProgress) {})
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

// learn does a task of one click, and opens the page for the same task once more. It returns
// the texts added for the goal and for the page.
func (c *members) learn(goal, ref string) (offer, next string) {
	for range 2 {
		offer = c.own("memory_goal", `{"goal":"`+goal+`"}`)
		next = c.does("browser_navigate", `{"url":"http://a.test/members"}`)
		if next != "" || offer != "" && strings.Contains(offer, "known flow") {
			return offer, next
		}
		c.does("browser_click", `{"target":"`+ref+`"}`)
		c.own("memory_goal", `{"outcome":"done"}`)
	}
	return offer, next
}

// TestElementsWithoutWordsAreFoundInTheirRows runs a flow on a box without a name and on an icon of
// a font. Both are found in their rows, and the icon is suggested, beside a disabled button, which has
// no ref.
func TestElementsWithoutWordsAreFoundInTheirRows(t *testing.T) {
	for ref, member := range map[string]string{"e67": "Ben Rook", "e70": "Ben Rook", "e54": "Ada Moss"} { // e67 is the box
		t.Run(ref, func(t *testing.T) {
			c := newMembers(t)
			offer, next := c.learn("Change the member "+member, ref)
			if !strings.Contains(offer, `"flow":"change-member"`) || ref != "e67" && !strings.Contains(next, `"target":"`+ref+`"`) {
				t.Errorf("the second run gets %s\n%s", offer, next)
			}
			text := c.own("memory_run_flow", `{"flow":"change-member","params":{"member":"`+member+`"}}`)
			if c.clicked != ref || c.said.Len() > 0 {
				t.Errorf("%q is clicked: %s, %s", c.clicked, text, c.said.String())
			}
		})
	}
}

// TestCellsAreFoundByTheirColumn tells the cells of a row apart by the heads of their columns, which
// are stored with the click.
func TestCellsAreFoundByTheirColumn(t *testing.T) {
	p := pageOf("http://a.test/", "", mustAria(t, membersPage))
	for ref, head := range map[string]string{"e58": "Town", "e60": "Active", "e67": "Active", "e70": "Actions", "e26": "", "e16": ""} {
		if got, _ := p.target(ref); got.Column != head {
			t.Errorf("%s is in the column %q, want %q", ref, got.Column, head)
		}
	}
	_, rows, _ := strings.Cut(membersPage, "    - rowgroup [ref=e40]:")
	heads := strings.TrimSuffix(membersPage, "    - rowgroup [ref=e40]:"+rows)
	for name, x := range map[string]struct{ between, head string }{"heads in a table of their own": {"", "Town"}, "a table with rows of its own": {"  - table [ref=e80]:\n    - row [ref=e81]:\n      - cell \"Total\" [ref=e82]\n", ""}} {
		p := pageOf("http://a.test/", "", mustAria(t, heads+x.between+"  - table [ref=e39]:\n    - rowgroup [ref=e40]:"+rows))
		if got, _ := p.target("e58"); got.Column != x.head {
			t.Errorf("%s: it is in the column %q, want %q", name, got.Column, x.head)
		}
	}
	c := newMembers(t)
	offer, _ := c.learn("Change the town of the member Ben Rook", "e58")
	_, offered, ok := strings.Cut(offer, "memory_run_flow ")
	if !ok {
		t.Fatalf("the second task is offered %s", offer)
	}
	offered, _, _ = strings.Cut(offered, "\n")
	text := c.own("memory_run_flow", strings.ReplaceAll(offered, "Ben Rook", "Ada Moss"))
	if c.clicked != "e43" {
		t.Errorf("%q is clicked: %s", c.clicked, text)
	}
}

// TestOneRowIsARow takes the only row that a search left for a row, but not the row of the heads.
func TestOneRowIsARow(t *testing.T) {
	before, _, _ := strings.Cut(membersPage, "      - row [ref=e56]")
	p := pageOf("http://a.test/", "", mustAria(t, before+"```"))
	for ref, row := range map[string]string{"e54": "Ada Moss · Bern", "e26": ""} {
		if got, _ := p.target(ref); !strings.HasPrefix(got.Row, row) || row == "" && got.Row != "" {
			t.Errorf("%s is in the row %q, want %q", ref, got.Row, row)
		}
	}
	secret := strings.NewReplacer(`"Town"`, `"Contraseña"`, `"Bern"`, `"lluvia.verde9"`).Replace(membersPage)
	if got, _ := pageOf("http://a.test/", "", mustAria(t, secret)).target("e54"); !strings.HasPrefix(got.Row, "Ada Moss") || strings.Contains(got.Row, "lluvia") {
		t.Errorf("a row with a password is %q", got.Row)
	}
}

// TestActionsOfACardAreInItsRow takes the card for the row of the actions that it lists, and not each action's item; the
// heading says a link's name once, without the texts in the link. A page's menu of other names keeps its items.
func TestActionsOfACardAreInItsRow(t *testing.T) {
	lines := "- list:\n  - listitem [ref=m1]:\n    - link \"Feeds\" [ref=m2]\n  - listitem [ref=m3]:\n    - link \"Users\" [ref=m4]\n- main:\n"
	for i, name := range []string{"Piers", "Ports"} {
		lines += fmt.Sprintf("  - article [ref=a%d]:\n    - heading [level=2] [ref=h%d]:\n      - link \"%s, none unread\" [ref=l%d]:\n        - text: %s\n        - generic [ref=x%d]: (0)\n", i, i, name, i, name, i) +
			fmt.Sprintf("    - list [ref=u%d]:\n      - listitem [ref=i%d]:\n        - link \"Edit\" [ref=e%d]\n      - listitem [ref=j%d]:\n        - button \"Remove\" [ref=r%d]\n", i, i, i, i, i)
	}
	p := pageOf("http://a.test/", "", mustAria(t, "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n"+lines+"```"))
	for ref, want := range map[string]string{"e1": "article Ports, none unread · Edit Remove", "r0": "article Piers, none unread · Edit Remove", "h1": "article Ports, none unread · Edit Remove", "m4": " "} {
		if got, _ := p.target(ref); got.RowRole+" "+got.Row != want {
			t.Errorf("%s is in the row %s %q, want %q", ref, got.RowRole, got.Row, want)
		}
	}
	if got, _ := p.target("h1"); got.Name != "Ports, none unread" {
		t.Errorf("the heading is %q", got.Name)
	}
}

// TestIconsAreNoCells leaves the icons of a font out of a row, also where the row begins with one.
func TestIconsAreNoCells(t *testing.T) {
	tree, err := readAria("- table:\n  - row [ref=e1]:\n    - cell [ref=e2]:\n      - checkbox [ref=e3]\n    - cell \"\ue022\" [ref=e4]\n    - cell \"slate.txt\" [ref=e5]")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := pageOf("http://a.test/", "", tree).target("e3"); got.Row != "slate.txt" {
		t.Errorf("the row is %q", got.Row)
	}
}

// TestEqualsAreFoundByTheirHeading tells equal elements apart by the headings above them.
func TestEqualsAreFoundByTheirHeading(t *testing.T) {
	c := newMembers(t)
	c.page = "### Page\n- Page URL: http://a.test/members\n### Snapshot\n```yaml\n- main [ref=e9]:\n"
	for i, name := range []string{"Ada", "Ben", "Cid"} {
		c.page += fmt.Sprintf("  - heading %q [level=4] [ref=e2%d]\n  - checkbox \"Letter\" [ref=e3%d]\n", name, i, i)
	}
	c.page += "```"
	offer, _ := c.learn("Write to the member Ben", "e31")
	_, offered, _ := strings.Cut(offer, "memory_run_flow ")
	offered, _, _ = strings.Cut(offered, "\n")
	text := c.own("memory_run_flow", strings.ReplaceAll(offered, "Ben", "Cid"))
	if c.clicked != "e32" {
		t.Errorf("%s: %q is clicked: %s", offer, c.clicked, text)
	}

	c.page = strings.ReplaceAll(c.page, `"Cid"`, `"Ben"`)
	c.own("memory_goal", `{"goal":"Write to the member Ben"}`)
	text = c.own("memory_run_flow", offered)
	for _, said := range []string{"stopped before step 1 of 1: ambiguous\n", `do step 1 yourself, then memory_run_flow {"continue":true}`, "it could be e21, e22", "### Snapshot"} {
		if !strings.Contains(text, said) || c.clicked != "e32" {
			t.Errorf("two are alike, and %q is clicked, without %q: %s", c.clicked, said, text)
		}
	}
}

// TestRunsRepeatNothingThatTheirClientDid offers a flow once for each task. A flow of which the
// client did a part runs only at the second call, because it would do that part twice.
func TestRunsRepeatNothingThatTheirClientDid(t *testing.T) {
	const run = `{"flow":"change-member","params":{"member":"Ben Rook"}}`
	c := newMembers(t)
	c.learn("Change the member Ben Rook", "e70")
	added := c.does("browser_snapshot", `{}`) + c.does("browser_click", `{"target":"e70"}`) + c.does("browser_snapshot", `{}`)
	if strings.Contains(added, "memory_run_flow") {
		t.Errorf("a task under way gets %s", added)
	}
	for range 2 {
		if text := c.own("memory_run_flow", run); c.clicked != "" || !strings.Contains(text, "done_before") {
			t.Errorf("%q is clicked again: %s", c.clicked, text)
		}
	}
	if text := c.own("memory_run_flow", `{"continue":true}`); c.clicked != "e70" {
		t.Errorf("%q is clicked where that was asked for: %s", c.clicked, text)
	}
	if offer := c.own("memory_goal", `{"goal":"Change the member Ben Rook"}`); !strings.Contains(offer, "memory_run_flow") {
		t.Errorf("the next task is offered %s", offer)
	}
}

// TestACellOfSeveralTextsHasThemAll takes the name and the description below it for two cells, and a text with a marked
// word for one.
func TestACellOfSeveralTextsHasThemAll(t *testing.T) {
	lines := "- table:\n  - rowgroup:\n"
	for i, name := range []string{"tenant", "region"} {
		lines += strings.ReplaceAll("    - row [ref=r#]:\n      - cell [ref=a#]:\n        - link \""+name+" the "+name+"\" [ref=b#]:\n          - generic [ref=c#]:\n"+
			"            - generic [ref=d#]: "+name+"\n            - generic [ref=e#]: the "+name+"\n"+
			"      - cell \"pin "+name+" flag\" [ref=f#]:\n        - generic [ref=g#]:\n          - button \"pin\" [ref=h#]\n          - link \""+name+"\" [ref=i#]\n        - generic [ref=j#]: flag\n"+
			"      - cell \"used 3 times\" [ref=k#]:\n        - text: used\n        - strong [ref=l#]: \"3\"\n        - text: times\n      - cell [ref=m#]:\n        - button \"Edit\" [ref=n#]\n", "#", fmt.Sprint(i))
	}
	p := pageOf("http://a.test/", "", mustAria(t, "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n"+lines+"```"))
	const want = "region · the region · region · flag · pin · used 3 times · Edit"
	if got, _ := p.target("n1"); got.Row != want {
		t.Errorf("the row is %q, want %q", got.Row, want)
	}
}
