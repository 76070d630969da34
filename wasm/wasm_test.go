// Package main_test runs the Wasm file itself, under wazero, beside the native
// build of the same functions: both must give the same bytes for the same
// questions, because a user must not get one answer from the extension and
// another from the companion.
package main_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/wire"
	"cairn/wasm/dispatch"
)

const now = `"now":"2026-02-03T04:05:06.000Z"`

// story is one life of a core: its records, questions, refusals and deletions.
var story = []string{
	`{"op":"status",` + now + `}`,
	`{"op":"search",` + now + `,"search":{"query":"send"}}`,
	`{"op":"put",` + now + `,"records":[` + walletRecords + `]}`,
	`{"op":"put",` + now + `,"records":[` + walletRecords + `]}`,
	`{"op":"capture",` + now + `,"capture":` + rawStep + `}`,
	`{"op":"observe",` + now + `,"observe":` + look + `}`,
	`{"op":"search",` + now + `,"search":{"query":"transfer tokens","explain":true}}`,
	`{"op":"search",` + now + `,"search":{"query":"send","ranker":"spec","limit":2,"filters":{"flowTag":"send","sinceHours":48}}}`,
	`{"op":"search",` + now + `,"search":{"query":"送金 café","scope":{"sessionId":"s-wallet-a"}}}`,
	`{"op":"last",` + now + `,"last":{"scope":"all","n":3}}`,
	`{"op":"last",` + now + `,"last":{"currentSessionId":"s-wallet-a"}}`,
	`{"op":"sessions",` + now + `,"sessions":{"limit":5}}`,
	`{"op":"recipe",` + now + `,"recipe":{"sessionId":"s-wallet-a"}}`,
	`{"op":"recipe",` + now + `,"recipe":{"sessionId":"s-nobody"}}`,
	`{"op":"prior",` + now + `,"prior":{"observation":` + look + `,"sessionId":"s-wallet-b","flowTags":["send"]}}`,
	`{"op":"recall",` + now + `,"recall":{"url":"http://wallet.example/#/home","task_hint":"send"}}`,
	`{"op":"recall",` + now + `,"recall":{"domain":"nowhere.example"}}`,
	`{"op":"rules",` + now + `,"rules":7}`,
	`{"op":"search",` + now + `,"search":{"query":7}}`,
	`{"op":"fly",` + now + `}`,
	`{"op":`,
	``,
	"\xff\xfe",
	`{"op":"put",` + now + `,"records":[{"forget":{"sessionId":"s-wallet-a"}}]}`,
	`{"op":"search",` + now + `,"search":{"query":"send"}}`,
	`{"op":"reset",` + now + `}`,
	`{"op":"sessions",` + now + `,"sessions":{}}`,
}

func TestWasmAnswersTheSameBytesAsNative(t *testing.T) {
	wasm, native := newModule(t), dispatch.New()
	for _, request := range story {
		compare(t, wasm, native, request)
	}
}

func TestWasmAnswersTheSameBytesAsNativeOnRandomStores(t *testing.T) {
	seeds := 8
	if testing.Short() {
		seeds = 1
	}
	wasm := newModule(t)
	for seed := range seeds {
		wasm.Call([]byte(`{"op":"reset"}`))
		native := dispatch.New()
		for _, request := range randomStory(t, uint64(seed)) {
			if !compare(t, wasm, native, request) {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

// compare asks both and reports whether they agree.
func compare(t *testing.T, wasm *module, native *dispatch.Dispatcher, request string) bool {
	t.Helper()
	got, want := wasm.Call([]byte(request)), native.Call([]byte(request))
	if !bytes.Equal(got, want) {
		t.Errorf("request %.300s\nwasm   %s\nnative %s", request, got, want)
		return false
	}
	if bytes.Contains(got, []byte(`"suspect":true`)) {
		t.Errorf("request %.300s\npanicked: %s", request, got)
		return false
	}
	// The extension's types promise lists where Go might leave nil.
	if bytes.Contains(got, []byte(`:null`)) {
		t.Errorf("request %.300s\nhas a null in its reply: %s", request, got)
		return false
	}
	return true
}

func TestWasmBufferIsBounded(t *testing.T) {
	m := newModule(t)
	if ptr := m.run(m.buffer, wire.MaxCoreRequest+1); ptr != 0 {
		t.Error("buffer gave more than a request may have")
	}
	if ptr := m.run(m.buffer, 1<<32-1); ptr != 0 {
		t.Error("buffer gave 4 GiB")
	}
	// A call for more than the buffer holds is answered, and the instance lives.
	var reply wire.CoreReply
	text := m.reply(m.run(m.call, 1<<31))
	if err := json.Unmarshal(text, &reply); err != nil || reply.Error == nil || !reply.Suspect {
		t.Errorf("got %s (%v)", text, err)
	}
	if text := m.Call([]byte(`{"op":"status"}`)); !bytes.Contains(text, []byte(`"status"`)) {
		t.Errorf("got %s", text)
	}
}

func TestWasmBufferServesRequestsAndRepliesOfAnySize(t *testing.T) {
	m, native := newModule(t), dispatch.New()
	for _, size := range []int{0, 100, 64<<10 - 40, 64 << 10, 1 << 20, 5 << 20, 10} {
		compare(t, m, native, `{"op":"`+strings.Repeat("é", size)+`"}`)
	}
}

func TestWasmSaysItsVersion(t *testing.T) {
	m := newModule(t)
	out, err := m.mod.ExportedFunction("version").Call(t.Context())
	if err != nil || len(out) != 1 || out[0] != 2 {
		t.Errorf("version is %v (%v), extension/lib/core.js speaks 2", out, err)
	}
}
