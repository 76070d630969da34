package dispatch

import (
	"encoding/json"
	"testing"

	"cairn/shared/wire"
)

// FuzzCall holds Call to its promise: whatever comes in, out comes a reply
// that decodes, never a panic, and the core still answers afterwards.
func FuzzCall(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, `[]`, `{"op":"status"}`, `{"op":"reset"}`,
		`{"op":"put",` + now + `,"records":[{"seq":1,"session":{"sessionId":"s-1234"},"step":{"stepId":"a","sessionId":"s-1234","timestamp":1,"tool":{"name":"click","target":{"testId":"x"}},"outcome":{"ok":true},"observation":{"state":{"currentUrl":"http://a/#/b"},"testIds":[{"testId":"x"}],"a11y":{"nodes":[{"role":"button","name":"Send"}]}}}},7,null]}`,
		`{"op":"put",` + now + `,"records":[{"forget":{"all":true}},{"card":{"domain":"a.example"}}]}`,
		`{"op":"rules","rules":{"a.example":[]}}`,
		`{"op":"capture",` + now + `,"capture":{"sessionId":"s-1234","tool":{"name":"type","input":{"text":"hi"}}}}`,
		`{"op":"observe","observe":{"state":{"currentUrl":"http://a/#/b"}}}`,
		`{"op":"search",` + now + `,"search":{"query":"send","limit":5,"scope":{"sessionId":"s-1234"},"filters":{"flowTag":"send"},"explain":true}}`,
		`{"op":"last",` + now + `,"last":{"n":3,"scope":"current"}}`,
		`{"op":"sessions",` + now + `,"sessions":{"filters":{"sinceHours":2}}}`,
		`{"op":"recipe",` + now + `,"recipe":{"sessionId":"s-1234"}}`,
		`{"op":"prior",` + now + `,"prior":{"observation":{"state":{"currentUrl":"http://a/#/b"},"testIds":[],"a11y":{"nodes":[]}}}}`,
		`{"op":"map",` + now + `,"map":{"url":"http://a/#/b","here":"b","screens":1}}`,
		`{"op":"recall",` + now + `,"recall":{"url":"http://a.example/"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		d := New()
		mustPut(t, d, record(1), record(2))
		var reply wire.CoreReply
		out := d.Call(request)
		if err := json.Unmarshal(out, &reply); err != nil {
			t.Fatalf("reply %q: %v", out, err)
		}
		if reply.Suspect {
			t.Fatalf("panic: %s", reply.Error.Message)
		}
		if again := call(t, d, `{"op":"status"}`); again.Status == nil {
			t.Fatalf("no status after %q: %+v", request, again)
		}
	})
}
