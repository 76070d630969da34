package cdp

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// FuzzAnswers gives a tab anything as an answer of the browser's and as an event:
// it may not understand, and nothing else comes of it.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `"x"`, `{"type":"confirm","message":"Sure?","defaultPrompt":"me"}`, `{"type":"alert","message":7}`, `{"frameId":"f","loaderId":"l","name":"load"}`,
		`{"frameId":"f","loaderId":"l","errorText":"net::ERR"}`, `{"data":"iVBORw0KGgo="}`, `{"cssVisualViewport":{"clientWidth":1e400}}`, `{"result":{"type":"object","value":{"stamp":"x"}}}`,
		`{"context":{"id":1,"origin":"chrome-extension://x","uniqueId":"u"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) || len(text) > 1<<16 {
			return // the link and the pipe refuse it before
		}
		fake := newFake()
		for _, method := range []string{page.CommandNavigate, page.CommandCaptureScreenshot, page.CommandGetLayoutMetrics, runtime.CommandEvaluate, browser.CommandGetVersion} {
			fake.answer[method] = func(json.RawMessage) (string, error) { return string(text), nil }
		}
		tab := newTestTab(t, fake)
		if _, err := tab.Screenshot(t.Context(), true); err == nil && len(text) < 8 {
			t.Errorf("%q is a picture", text)
		}
		for _, method := range []string{page.JavascriptDialogOpening.Method, page.JavascriptDialogClosed.Method, page.LifecycleEvent.Method, runtime.ExecutionContextCreated.Method, "Unknown.event"} {
			fake.hear(wire.Envelope{Kind: wire.KindCDPEvent, CDPEvent: &wire.CDPEvent{TabID: tabID, Method: method, Params: text}})
		}
		for _, d := range append(tab.Dialogs(), deref(tab.Dialog())...) {
			if len([]rune(d.Message)) > maxMessage || len([]rune(d.Default)) > maxMessage {
				t.Errorf("a dialog of %d characters is kept", len([]rune(d.Message)))
			}
		}
		var life page.EventLifecycleEvent
		_ = jsonv2.Unmarshal(text, &life)
	})
}

func deref(d *types.Dialog) []types.Dialog {
	if d == nil {
		return nil
	}
	return []types.Dialog{*d}
}
