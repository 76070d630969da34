package dispatch

import (
	"encoding/json"
	"reflect"
	"testing"

	"cairn/shared/wire"
)

// quickSeeds are requests as the extension writes them, and what quick must
// leave to encoding/json.
var quickSeeds = []struct {
	name, text string
	quick      bool
}{
	{"what the extension writes", `{"op":"prior","now":"2026-02-03T04:05:06.000Z","prior":{"observation":{"state":{"currentUrl":"https://a.example/#/b","currentScreen":"b","title":"T","origin":"https://a.example"},
		"testIds":[{"testId":"send","tag":"button","visible":true,"role":"button","name":"Send"}],
		"a11y":{"nodes":[{"ref":"e1","role":"heading","name":"Größe 确认","level":1,"path":["dialog \u0022x\"","\n\\"]},{"ref":"e2","role":"button","name":""}]}},"sessionId":"mm-1"}}`, true},
	{"all fields", `{"op":"prior","now":"2026-02-03T04:05:06.000Z","prior":{"observation":{"state":{"currentUrl":"u","currentScreen":"b"},"testIds":[],
		"a11y":{"nodes":[{"ref":"e1","role":"r","name":"Größe 确认","testId":"t","disabled":true,"checked":"mixed","expanded":"true","level":2,"filled":true,"sensitive":false,"offscreen":true,"path":["main","form"]}]},
		"truncated":true,"sanitized":true},"sessionId":"s","goal":"g","flowTags":["a","b"],"gitBranch":"m"}}`, true},
	{"empty parts", `{"op":"prior","now":"2026-02-03T04:05:06.000Z","prior":{"observation":{"a11y":{},"state":{}},"flowTags":[]}} `, true},
	{"a search", `{"op":"search","now":"2026-02-03T04:05:06.000Z","search":{"query":"send eth","limit":10,"scope":"all"}}`, true},
	{"a search with everything", `{"op":"search","search":{"query":"\"Größe\"","limit":100,"scope":"current","explain":true,"ranker":"spec","currentSessionId":"mm-1",
		"filters":{"flowTag":"f","tag":"t","screen":"s","sinceHours":48,"gitBranch":"g","site":"a.example","outcome":"ok"}},"now":"2026-02-03T04:05:06.000Z"}`, true},
	{"the panel's", `{"op":"search","search":{"query":"x","filters":{}},"now":"2026-02-03T04:05:06.000Z"}`, true},
	{"another operation", `{"op":"last","now":"2026-02-03T04:05:06.000Z","last":{"n":3}}`, false},
	{"the scope of a session", `{"op":"search","search":{"query":"x","scope":{"sessionId":"mm-1"}}}`, false},
	{"a scope that is none", `{"op":"search","search":{"query":"x","scope":"mine"}}`, false},
	{"a limit below zero", `{"op":"search","search":{"limit":-1}}`, false},
	{"a limit of many digits", `{"op":"search","search":{"limit":1234567890}}`, false},
	{"a limit with a fraction", `{"op":"search","search":{"limit":1.0}}`, false},
	{"a limit that begins with zero", `{"op":"search","search":{"limit":01}}`, false},
	{"no limit", `{"op":"search","search":{"limit":}}`, false},
	{"an escape", `{"op":"prior","prior":{"goal":"a\"b\\"}}`, true},
	{"half a pair of surrogates", `{"op":"prior","prior":{"goal":"\ud83d"}}`, true},
	{"an escape that is none", `{"op":"prior","prior":{"goal":"\x"}}`, false},
	{"an escaped end", `{"op":"prior","prior":{"goal":"\"}}`, false},
	{"a null", `{"op":"prior","prior":null}`, false},
	{"a field that is not known", `{"op":"prior","prior":{"what":1}}`, false},
	{"a field in other letters", `{"op":"prior","prior":{"Goal":"x"}}`, false},
	{"a field twice", `{"op":"prior","prior":{"goal":"x","goal":"y"}}`, false},
	{"bytes that are no text", "{\"op\":\"prior\",\"prior\":{\"goal\":\"\xff\"}}", false},
	{"milliseconds", `{"op":"prior","now":1770091506000}`, false},
	{"something behind", `{"op":"prior","prior":{}}x`, false},
	{"cut off", `{"op":"prior","prior":{"goal":"x`, false},
	{"a comma too many", `{"op":"prior","prior":{"flowTags":["a",]}}`, false},
	{"a level of two digits", `{"op":"prior","prior":{"observation":{"a11y":{"nodes":[{"level":12}]}}}}`, true},
}

func TestQuickReadsWhatTheExtensionWrites(t *testing.T) {
	for _, c := range quickSeeds {
		t.Run(c.name, func(t *testing.T) {
			if _, ok := quick([]byte(c.text)); ok != c.quick {
				t.Errorf("read quickly: %v", ok)
			}
			alike(t, []byte(c.text))
		})
	}
}

// FuzzQuick holds quick to encoding/json: what it reads, it reads alike.
func FuzzQuick(f *testing.F) {
	for _, c := range quickSeeds {
		f.Add([]byte(c.text))
	}
	f.Fuzz(alike)
}

func alike(t *testing.T, text []byte) {
	got, ok := quick(text)
	if !ok {
		return
	}
	want := new(wire.CoreRequest)
	if err := json.Unmarshal(text, want); err != nil {
		t.Fatalf("read quickly, but %v: %s", err, text)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("read\n%+v\nwant\n%+v\nof %s", got, want, text)
	}
}
