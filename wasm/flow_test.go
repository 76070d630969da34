package main_test

import (
	"bytes"
	"testing"

	"cairn/wasm/dispatch"
)

const shopPage = `{"state":{"currentUrl":"https://shop.example/find","currentScreen":"find","origin":"https://shop.example"},"testIds":[],"a11y":{"nodes":[{"ref":"e1","role":"searchbox","name":"Search"},{"ref":"e2","role":"button","name":"Buy"}]}}`

// shopRecords are a session that is done, as it comes from the store.
const shopRecords = `{"session":{"schemaVersion":1,"sessionId":"s-shop-a","createdAt":"2026-02-01T00:00:00.000Z","goal":"Buy green tea for the team","flowTags":[],"tags":[],"outcome":"done","outcomeBy":"agent","outcomeAt":"2026-02-01T00:01:00.000Z"}},
{"step":{"schemaVersion":1,"stepId":"st-0001","sessionId":"s-shop-a","timestamp":"2026-02-01T00:00:10.000Z","actor":"agent","outcome":{"ok":true},"tool":{"name":"mm_type","input":{"text":"green tea"},"target":{"role":"searchbox","name":"Search"}},"observation":` + shopPage + `}},
{"step":{"schemaVersion":1,"stepId":"st-0002","sessionId":"s-shop-a","timestamp":"2026-02-01T00:00:20.000Z","actor":"agent","outcome":{"ok":true},"tool":{"name":"mm_click","target":{"role":"button","name":"Buy"}},"observation":` + shopPage + `}},
{"edit":{"editId":"edit-0001","at":"2026-02-02T00:00:00.000Z","flow":{"op":"put","id":"cancel","flow":{"id":"cancel","title":"Cancel the order {order}","site":"https://shop.example","start":"/orders","params":[{"name":"order","kind":"choice"}],"steps":[{"tool":"click","targets":[{"role":"button","name":"Cancel","row":"{order}"}]}],"end":{},"runs":{"ok":0,"stopped":0},"version":1}}}}`

// TestWasmFindsTheSameFlows asks for a flow that was distilled and for one that was put.
func TestWasmFindsTheSameFlows(t *testing.T) {
	wasm, native := newModule(t), dispatch.New()
	compare(t, wasm, native, `{"op":"put",`+now+`,"records":[`+shopRecords+`]}`)
	for goal, want := range map[string]string{
		"Buy black coffee for the team": `"params":{"search":"black coffee"}`,
		"purchase coffee for my team":   `"flow":"buy-search-team"`,
		"Cancel the order 4711":         `"params":{"order":"4711"}`,
	} {
		request := `{"op":"recall",` + now + `,"recall":{"url":"https://shop.example/","task_hint":"` + goal + `"}}`
		compare(t, wasm, native, request)
		if reply := native.Call([]byte(request)); !bytes.Contains(reply, []byte(want)) {
			t.Errorf("%s: %s", goal, reply)
		}
		compare(t, wasm, native, `{"op":"mask",`+now+`,"mask":{"page":{"tabId":1,"observation":`+shopPage+`}},"ask":{"question":{"now":"2026-02-03T04:05:06.000Z","goal":"`+goal+`"},"steps":1000}}`)
	}
}
