package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"cairn/shared/types"
)

func isCrash(err error) bool {
	var e *types.Error
	return errors.As(err, &e) && e.Code == types.CodePageCrashed && e.Hint != ""
}

// TestACrashEndsWhatIsUnderWay crashes a page during an input: the input fails, and the next
// one attaches to the page again.
func TestACrashEndsWhatIsUnderWay(t *testing.T) {
	for name, act := range map[string]func(context.Context, *Tab) error{
		"a click":      func(ctx context.Context, tab *Tab) error { return tab.Click(ctx, 1, 2) },
		"typing":       func(ctx context.Context, tab *Tab) error { return tab.InsertText(ctx, "x") },
		"a picture":    func(ctx context.Context, tab *Tab) error { _, err := tab.Screenshot(ctx, false); return err },
		"a navigation": func(ctx context.Context, tab *Tab) error { return tab.Navigate(ctx, "http://x/") },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			tab := newTestTab(t, f)
			crash := func(json.RawMessage) (string, error) {
				f.event("Inspector.targetCrashed", `{}`)
				return "", context.Canceled // the browser never answers
			}
			for _, method := range []string{"Input.dispatchMouseEvent", "Input.dispatchKeyEvent", "Page.getLayoutMetrics"} {
				f.answer[method] = crash
			}
			f.answer["Page.navigate"] = func(json.RawMessage) (string, error) {
				f.event("Inspector.targetCrashed", `{}`)
				return `{"frameId":"F","loaderId":"L"}`, nil
			}
			if err := act(t.Context(), tab); !isCrash(err) {
				t.Fatalf("answered %v", err)
			}
			clear(f.answer)
			f.answer["Page.getLayoutMetrics"] = func(json.RawMessage) (string, error) { return `{}`, nil }
			if err := tab.InsertText(t.Context(), "x"); err != nil || f.count("attach") != 2 || f.count("detach") != 1 {
				t.Errorf("after it was loaded again: %v, log is %v", err, f.log)
			}
		})
	}
}

func TestATabThatCannotBePreparedIsLetGoOf(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	f.answer["Page.enable"] = pageGone
	if err := tab.InsertText(t.Context(), "x"); !isClosed(err) || f.count("detach") != 1 {
		t.Fatalf("%v, log is %v", err, f.log)
	}
	delete(f.answer, "Page.enable")
	if err := tab.InsertText(t.Context(), "x"); err != nil || f.count("attach") != 2 {
		t.Errorf("%v, log is %v", err, f.log)
	}
}
