package capture

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/testdata/vectors"
)

func TestInputVectors(t *testing.T) {
	// wanted replaces outputs that the vectors mark as a known fault of another program.
	wanted := map[string]string{
		"redaction_input-4":  `{"input":{"a11yRef":"e5","text":"[REDACTED]"},"textRedacted":true,"textLength":19}`,
		"redaction_input-10": `{"input":{"steps":[{"tool":"type","args":{"testId":"unlock-password","text":"[REDACTED]"}}]}}`,
		"redaction_input-16": `{"input":{"screen":"url","url":"https://x.test/reset?token=&email="}}`,
	}
	type result struct {
		Input        map[string]any
		TextRedacted bool
		TextLength   int
	}
	for _, c := range vectors.Cases[struct {
		ID, Verdict string
		Input       map[string]any
		Expected    result
	}](t, "redaction_input.json") {
		want := c.Expected
		if c.Verdict == "differ" {
			want = result{}
			if err := json.Unmarshal([]byte(wanted[c.ID]), &want); err != nil {
				t.Fatal(c.ID, err)
			}
		}
		res := Input(nil, c.Input)
		if got := (result{res.Input, res.Redacted, res.Length}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", c.ID, got, want)
		}
	}
}

// manyKeys are more members of an object than are kept.
var manyKeys = func() (all string) {
	for i := range maxItems + 1 {
		all += fmt.Sprintf(`"k%d":1,`, i)
	}
	return all
}()

func TestInputFindsSecretsWhereverTheyAre(t *testing.T) {
	const secret = "hunter2!x"
	for name, in := range map[string]string{
		"nested object":             `{"a":{"b":{"password":"hunter2!x"}}}`,
		"object under secret key":   `{"credentials":{"user":"hunter2!x"}}`,
		"array under secret key":    `{"passwords":["hunter2!x"]}`,
		"form fields":               `{"fields":[{"name":"Password","value":"hunter2!x"}]}`,
		"nested target":             `{"steps":[{"target":{"testId":"pin"},"text":"hunter2!x"}]}`,
		"target beside":             `{"text":"hunter2!x","target":{"role":"textbox","name":"API key"}}`,
		"authorization header":      `{"headers":{"Authorization":"hunter2!x"}}`,
		"a ref that names nothing":  `{"a11yRef":"e5","text":"hunter2!x"}`,
		"a list in a secret field":  `{"testId":"pin","text":["hunter2!x"]}`,
		"deeper than is kept":       `{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{"j":"hunter2!x"}}}}}}}}}}`,
		"a nested ref":              `{"steps":[{"tool":"type","args":{"a11yRef":"e5","text":"hunter2!x"}}]}`,
		"in the label before it":    `{"role":"textbox","name":"The password is","text":"hunter2!x"}`,
		"a field that is marked":    `{"target":{"name":"City","sensitive":true},"text":"hunter2!x"}`,
		"beside a number of a card": `{"text":"4111 1111 1111 1111 hunter2!x"}`,
		"in too long a text":        `{"text":"hunter2!x` + strings.Repeat(" word", redact.MaxText/5+1) + `"}`,
		"among too many keys":       `{"a":{` + manyKeys + `"z":"hunter2!x"}}`,
		"in a sentence":             `{"goal":"log in with password: hunter2!x"}`,
		"in an address":             `{"url":"https://u:hunter2!x@host/?q=hunter2!x#k=hunter2!x"}`,
		"in text with an address":   `{"note":"see https://h.test/?token=hunter2!x now"}`,
	} {
		var input map[string]any
		if err := json.Unmarshal([]byte(in), &input); err != nil {
			t.Fatal(name, err)
		}
		out, _ := json.Marshal(Input(nil, input).Input)
		if strings.Contains(string(out), secret) {
			t.Errorf("%s: %s", name, out)
		}
	}
}

func TestInputKeepsOrdinaryText(t *testing.T) {
	for _, in := range []map[string]any{{"a11yRef": "e5", "name": "City", "text": "Graz"}, {"a11yRef": "", "text": "Graz"}, {"text": ""}, {"text": redact.Mark}} {
		if res := Input(nil, in); !reflect.DeepEqual(res.Input, in) || res.Redacted {
			t.Errorf("%v is kept as %+v", in, res)
		}
	}
	in := map[string]any{"testId": "amount", "text": "0.1", "timeoutMs": float64(15000), "rememberPassword": true, "name": "Send 0.1 ETH",
		"steps": []any{map[string]any{"text": "Ada Lovelace", "testId": "recipient"}}, "selector": "input[name=amount]", "nothing": nil}
	if res := Input(nil, in); !reflect.DeepEqual(res.Input, in) || res.Redacted {
		t.Errorf("got %+v", res)
	}
	if res := Input(&types.Target{Name: "Password"}, map[string]any{"text": "Ada"}); res.Input["text"] != redact.Mark || !res.Redacted || res.Length != 3 {
		t.Errorf("the target's name was ignored: %+v", res)
	}
	if res := Input(&types.Target{Role: "textbox", Name: "City"}, map[string]any{"a11yRef": "e5", "text": "Graz"}); res.Input["text"] != "Graz" {
		t.Errorf("the target's name did not say what its ref is: %+v", res)
	}
	if res := Input(&types.Target{Sensitive: true}, map[string]any{"text": "Ada"}); res.Input["text"] != redact.Mark {
		t.Errorf("the target's mark was ignored: %+v", res)
	}
}
