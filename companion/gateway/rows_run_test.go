package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
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

// A box without a name and an icon of a font are found again in their rows by a run, and the
// icon as the next step, beside a disabled button, which has no ref.
func TestElementsWithoutWordsAreFoundInTheirRows(t *testing.T) {
	for ref, member := range map[string]string{"e67": "Ben Rook", "e70": "Ben Rook", "e54": "Ada Moss"} { // e67 is the box
		goal := "Change the member " + member
		t.Run(ref, func(t *testing.T) {
			m, _ := openMemory(t)
			clicked := ""
			var own *calls
			own = newCalls(&sink{out: writerFunc(func(line []byte) {
				var c struct {
					ID     json.RawMessage
					Params struct{ Arguments struct{ Target string } }
				}
				if json.Unmarshal(line, &c) != nil || c.ID == nil {
					return
				}
				clicked += c.Params.Arguments.Target
				block, _ := json.Marshal(membersPage) // of a string
				message := read(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`, c.ID, block))
				own.answered(&message)
			})})
			var said bytes.Buffer
			w := newWatcher(t.Context(), Options{Memory: m, Err: &said, Goal: goal}, own)
			w.driver("Playwright", "")
			w.offered["memory_run_flow"] = true
			does := func(tool, arguments string) string {
				answer := answerMessage(t, membersPage, false)
				return w.answered(&call{tool: tool, arguments: []byte(arguments), began: now()}, &answer)
			}
			state := func(arguments string) string {
				text, err := w.answer(t.Context(), call{tool: "memory_goal", arguments: []byte(arguments)}, nil)
				if err != nil {
					t.Fatal(err)
				}
				return text
			}
			for range 2 {
				state(`{"goal":"` + goal + `"}`)
				does("browser_navigate", `{"url":"http://a.test/members"}`)
				does("browser_click", `{"target":"`+ref+`"}`)
				state(`{"outcome":"done"}`)
			}
			offer := state(`{"goal":"` + goal + `"}`)
			next := does("browser_navigate", `{"url":"http://a.test/members"}`)
			if !strings.Contains(next, `"flow":"change-member"`) || ref != "e67" && !strings.Contains(next, `"target":"`+ref+`"`) {
				t.Errorf("the second run is told %s", next)
			}
			flows := m.Flows("http://a.test")
			if len(flows) != 1 {
				t.Fatalf("there are %d flows, and the goal is answered %s", len(flows), offer)
			}
			text, err := w.runFlow(t.Context(), []byte(`{"flow":"`+flows[0].ID+`","params":{"member":"`+member+`"}}`), nil)
			if err != nil || clicked != ref {
				t.Errorf("%q is clicked: %s, %v", clicked, text, err)
			}
			if said.Len() > 0 {
				t.Error(said.String())
			}
		})
	}
}
