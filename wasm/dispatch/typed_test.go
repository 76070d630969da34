package dispatch

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/wire"
)

// ask puts a request and decodes the reply.
func ask(t *testing.T, d *Dispatcher, request string) *wire.CoreReply {
	t.Helper()
	var reply wire.CoreReply
	if err := json.Unmarshal(d.Call([]byte(request)), &reply); err != nil {
		t.Fatal(err)
	}
	return &reply
}

const saltOfTyped = "0123456789abcdef0123456789abcdef"

func sendSecret(t *testing.T, d *Dispatcher, rest string) *wire.CoreReply {
	t.Helper()
	return ask(t, d, fmt.Sprintf(`{"op":"know","know":{"salt":%q%s}}`, saltOfTyped, rest))
}

func TestWhatWasTypedIsMaskedInEverythingThatPasses(t *testing.T) {
	d := New()
	reply := sendSecret(t, d, `,"text":"purple sausages"`)
	if reply.Error != nil || len(reply.Digests) != 1 {
		t.Fatalf("the secret is not known: %+v", reply)
	}
	if again := sendSecret(t, d, `,"text":"purple sausages"`); again.Error != nil || len(again.Digests) != 0 {
		t.Errorf("it is new again: %+v", again)
	}
	const look = `{"state":{"currentUrl":"https://x.test/hi/purple%20sausages","title":"purple sausages"},"testIds":[],"a11y":{"nodes":[{"ref":"e1","role":"heading","name":"Hi purple sausages!"}]}}`
	after := New()
	sendSecret(t, after, `,"digests":["`+reply.Digests[0]+`","nonsense"]`)
	for name, d := range map[string]*Dispatcher{"that got the secret": d, "that got its digest": after} {
		for op, request := range map[string]string{
			"mask":    `{"op":"mask","mask":{"page":{"tabId":1,"observation":` + look + `},"tab":{"tabId":1,"title":"purple sausages","url":"https://x.test/purple+sausages"},"error":{"code":"X","message":"no purple sausages"}}}`,
			"observe": `{"op":"observe","observe":` + look + `}`,
			"capture": `{"op":"capture",` + now + `,"capture":{"stepId":"s-abcdefghij","sessionId":"s-abcdefghij","timestamp":"2026-02-03T04:05:06.000Z","tool":{"name":"mm_click","target":{"role":"button","name":"Say purple sausages","row":"purple sausages · Say"},"input":{"url":"/purple%20sausages"}},"actor":"observed","outcome":{"ok":false,"error":{"code":"X","message":"purple sausages"}},"observation":` + look + `,"after":{"title":"purple sausages","currentUrl":"https://x.test/purple%20sausages","appeared":["heading \"purple sausages\""]}}}`,
		} {
			text := string(d.Call([]byte(request)))
			if strings.Contains(text, "purple") || !strings.Contains(text, "REDACTED") {
				t.Errorf("a core %s says in %s: %s", name, op, text)
			}
		}
	}
	ask(t, d, `{"op":"reset"}`)
	if text := string(d.Call([]byte(`{"op":"observe","observe":` + look + `}`))); strings.Contains(text, "purple") {
		t.Errorf("after a reset it is shown: %s", text)
	}
}

func TestKnowRefusesBadInput(t *testing.T) {
	for request, says := range map[string]string{
		`{"op":"know"}`: `its field "know"`,
		`{"op":"know","know":{"text":"purple sausages"}}`:     "salt",
		`{"op":"know","know":{"salt":"short","text":"abcd"}}`: "salt",
	} {
		if reply := ask(t, New(), request); reply.Error == nil || !strings.Contains(reply.Error.Message, says) {
			t.Errorf("%s: %+v", request, reply.Error)
		}
	}
	d := New()
	for _, rest := range []string{``, `,"text":""`, `,"text":"abc"`, `,"digests":["","x","!!"]`, `,"text":"` + strings.Repeat("x", 5000) + `"`} {
		if reply := sendSecret(t, d, rest); reply.Error != nil || len(reply.Digests) != 0 {
			t.Errorf("%.40s: %+v", rest, reply)
		}
	}
}

// TestWhatALabelHidOutlastsTheFirstTypedSecret looks at a labelled number, types a secret, and reads the number in a message.
func TestWhatALabelHidOutlastsTheFirstTypedSecret(t *testing.T) {
	d := New()
	d.Call([]byte(`{"op":"mask","mask":{"page":{"tabId":1,"observation":{"state":{},"testIds":[],"a11y":{"nodes":[]}},"outline":{"items":[{"text":"Member number"},{"text":"482913775"}]}}}}`))
	sendSecret(t, d, `,"text":"purple sausages"`)
	text := string(d.Call([]byte(`{"op":"mask","mask":{"texts":["Copied 482913775 and purple sausages"],"tab":{"url":"https://x.test/m/482913775"}}}`)))
	if strings.Contains(text, "482913775") || strings.Contains(text, "purple") {
		t.Errorf("it is shown: %s", text)
	}
}
