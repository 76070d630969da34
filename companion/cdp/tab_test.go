package cdp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const tabID = 5

// fakeCaller is a browser that answers commands from a table and lets tests
// send events.
type fakeCaller struct {
	mu     sync.Mutex
	log    []string // attach, detach, or a method
	params []json.RawMessage
	answer map[string]func(params json.RawMessage) (string, error)
	hear   func(wire.Envelope)
	ctx    context.Context
}

func newFake() *fakeCaller {
	return &fakeCaller{answer: map[string]func(json.RawMessage) (string, error){}}
}

func (f *fakeCaller) Subscribe(fn func(wire.Envelope)) func() {
	f.hear = fn
	return func() {}
}

func (f *fakeCaller) Call(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	what, params := string(e.Kind), json.RawMessage(nil)
	if e.Command != nil {
		what, params = e.Command.Method, e.Command.Params
	}
	f.mu.Lock()
	f.log = append(f.log, what)
	f.params = append(f.params, params)
	answer := f.answer[what]
	f.mu.Unlock()
	if answer == nil {
		return &wire.Reply{Result: json.RawMessage("{}")}, nil
	}
	result, err := answer(params)
	if err != nil {
		return nil, err
	}
	return &wire.Reply{Result: json.RawMessage(result)}, nil
}

func (f *fakeCaller) event(method, params string) {
	f.hear(wire.Envelope{Kind: wire.KindCDPEvent, CDPEvent: &wire.CDPEvent{TabID: tabID, Method: method, Params: json.RawMessage(params)}})
}

// did lists the calls, without those of attaching.
func (f *fakeCaller) did() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(f.log), func(s string) bool {
		return s == "attach" || s == "Page.enable" || s == "Page.setLifecycleEventsEnabled" || s == "Emulation.setFocusEmulationEnabled"
	})
}

func (f *fakeCaller) count(what string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.log {
		if l == what {
			n++
		}
	}
	return n
}

func newTestTab(t *testing.T, f *fakeCaller) *Tab {
	tab := NewTab(f, nil, tabID)
	tab.linger = time.Hour
	t.Cleanup(tab.Close)
	return tab
}

// held keeps a tab attached until the test ends.
func held(t *testing.T, tab *Tab) *Tab {
	t.Helper()
	if _, err := tab.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tab
}

func pageGone(json.RawMessage) (string, error) {
	return "", types.Fault(types.CodePageGone, "gone", "")
}

func TestTabAttachesForUseAndLeavesAfterwards(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	if len(f.log) != 0 {
		t.Error("something was said before the first use")
	}
	for range 3 {
		if err := tab.InsertText(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if f.count("attach") != 1 || f.count("detach") != 0 {
		t.Errorf("log is %v", f.log)
	}
	tab.detachUnused()
	if f.count("detach") != 1 {
		t.Errorf("log is %v", f.log)
	}
	if err := tab.InsertText(t.Context(), "x"); err != nil || f.count("attach") != 2 {
		t.Errorf("%v, log is %v", err, f.log)
	}
}

func TestTabDoesNotLeaveUnderAnOperation(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	f.answer["Input.insertText"] = func(json.RawMessage) (string, error) {
		tab.detachUnused()
		return "{}", nil
	}
	if err := tab.InsertText(t.Context(), "x"); err != nil || f.count("detach") != 0 {
		t.Errorf("%v, log is %v", err, f.log)
	}
}

func TestTabAttachesAgainWhenItWasDetached(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	if err := tab.InsertText(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	f.event("Inspector.detached", `{"reason":"canceled_by_user"}`)
	if err := tab.InsertText(t.Context(), "x"); err != nil || f.count("attach") != 2 {
		t.Errorf("%v, log is %v", err, f.log)
	}
}

func TestEventsDuringAttachDoNotBlock(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	f.answer["attach"] = func(json.RawMessage) (string, error) {
		f.event("Page.loadEventFired", `{}`) // as the one reader of a link would
		return "", nil
	}
	if err := tab.InsertText(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
}

func TestAttachThatFailsIsAnError(t *testing.T) {
	f := newFake()
	f.answer["attach"] = pageGone
	if err := newTestTab(t, f).InsertText(t.Context(), "x"); !isClosed(err) || len(f.did()) != 0 {
		t.Errorf("%v, log is %v", err, f.log)
	}
}

func TestGeneratedCommandsAndEventsWork(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	f.answer["Page.navigate"] = func(json.RawMessage) (string, error) { return `{"frameId":"F","loaderId":"L"}`, nil }
	events := cdp.Events(t.Context(), tab, page.FrameNavigated)
	got, err := cdp.Call(t.Context(), tab, page.Navigate, page.NavigateParams{URL: "http://x/"})
	if err != nil || got.LoaderID != "L" {
		t.Fatalf("%+v, %v", got, err)
	}
	f.event("Page.frameNavigated", `{"frame":{"id":"F","loaderId":"L","url":"http://x/"},"type":"Navigation"}`)
	for e, err := range events {
		if err != nil || e.Frame.URL != "http://x/" {
			t.Errorf("%+v, %v", e, err)
		}
		break
	}
}

func TestNavigateWaitsForItsOwnDocument(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		events []string
		want   types.Code // empty for success, "late" for a time-out
	}{
		"loads":               {`{"frameId":"F","loaderId":"L"}`, []string{"F L DOMContentLoaded", "F L load"}, ""},
		"same document":       {`{"frameId":"F"}`, nil, ""},
		"old document loads":  {`{"frameId":"F","loaderId":"L"}`, []string{"F OLD load", "G L load"}, "late"},
		"only parsed in time": {`{"frameId":"F","loaderId":"L"}`, []string{"F L DOMContentLoaded"}, ""},
		"superseded":          {`{"frameId":"F","loaderId":"L"}`, []string{"F L init", "F M init", "F M DOMContentLoaded", "F M load"}, ""},
		"superseded twice":    {`{"frameId":"F","loaderId":"L"}`, []string{"F L init", "F M init", "F N init", "F N DOMContentLoaded", "F N load"}, ""},
		"not there yet":       {`{"frameId":"F","loaderId":"L"}`, []string{"F L init", "F M init"}, "late"},
		"of another frame":    {`{"frameId":"F","loaderId":"L"}`, []string{"F L init", "G M init", "G M load"}, "late"},
		"refused":             {`{"frameId":"F","loaderId":"L","errorText":"net::ERR_CONNECTION_REFUSED"}`, nil, types.CodeNavigationFailed},
		"download":            {`{"frameId":"F","loaderId":"L","isDownload":true}`, nil, types.CodeNavigationFailed},
		"detached":            {`{"frameId":"F","loaderId":"L"}`, []string{"detach"}, types.CodePageGone},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.answer["Page.navigate"] = func(json.RawMessage) (string, error) {
				for _, e := range c.events {
					if e == "detach" {
						f.event("Inspector.detached", `{}`)
						continue
					}
					w := strings.Fields(e)
					f.event("Page.lifecycleEvent", fmt.Sprintf(`{"frameId":%q,"loaderId":%q,"name":%q,"timestamp":1}`, w[0], w[1], w[2]))
				}
				return c.answer, nil
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			err := newTestTab(t, f).Navigate(ctx, "http://x/")
			var fault *types.Error
			switch {
			case c.want == "" && err == nil:
			case c.want == "late" && errors.Is(err, context.DeadlineExceeded):
			case errors.As(err, &fault) && fault.Code == c.want:
			default:
				t.Errorf("navigate: %v, want %q", err, c.want)
			}
		})
	}
}

// TestNavigateAgainWhereThePageItselfWent aborts navigations, as a page that goes somewhere by itself does.
func TestNavigateAgainWhereThePageItselfWent(t *testing.T) {
	for name, c := range map[string]struct {
		aborts, calls int
		answer        string // of an aborted one
		fails         bool
	}{
		"once":       {1, 2, `{"frameId":"F","loaderId":"L","errorText":"net::ERR_ABORTED"}`, false},
		"always":     {9, 3, `{"frameId":"F","loaderId":"L","errorText":"net::ERR_ABORTED"}`, true},
		"a download": {9, 1, `{"frameId":"F","loaderId":"L","errorText":"net::ERR_ABORTED","isDownload":true}`, true},
		"refused":    {9, 1, `{"frameId":"F","loaderId":"L","errorText":"net::ERR_CONNECTION_REFUSED"}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.answer["Page.navigate"] = func(json.RawMessage) (string, error) {
				if f.count("Page.navigate") <= c.aborts {
					return c.answer, nil
				}
				return `{"frameId":"F"}`, nil
			}
			err := newTestTab(t, f).Navigate(t.Context(), "http://x/")
			if n := f.count("Page.navigate"); n != c.calls || (err != nil) != c.fails {
				t.Errorf("%d navigations, then %v; want %d", n, err, c.calls)
			}
		})
	}
}

func openDialog(f *fakeCaller, kind string) {
	f.event("Page.javascriptDialogOpening", fmt.Sprintf(`{"url":"http://x/","frameId":"F","message":"Sure?","type":%q,"hasBrowserHandler":true,"defaultPrompt":"me"}`, kind))
}

func TestScreenshotThatDoesNotFitIsTakenCheaper(t *testing.T) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewRGBA(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	picture := fmt.Sprintf(`{"data":%q}`, base64.StdEncoding.EncodeToString(buf.Bytes()))
	f := newFake()
	f.answer["Page.getLayoutMetrics"] = func(json.RawMessage) (string, error) {
		return `{"cssLayoutViewport":{"pageX":0,"pageY":0,"clientWidth":800,"clientHeight":600},
			"cssVisualViewport":{"offsetX":0,"offsetY":0,"pageX":0,"pageY":40,"clientWidth":800,"clientHeight":600,"scale":1},
			"cssContentSize":{"x":0,"y":0,"width":800,"height":99999}}`, nil
	}
	var asked []string
	f.answer["Page.captureScreenshot"] = func(p json.RawMessage) (string, error) {
		asked = append(asked, string(p))
		if len(asked) < 3 {
			return "", types.Fault(types.CodeTooLarge, "over 1 MiB", "")
		}
		return picture, nil
	}
	shot, err := newTestTab(t, f).Screenshot(t.Context(), true)
	if err != nil || shot.Width != 4 || shot.Height != 3 || shot.MIME != "image/jpeg" {
		t.Fatalf("%+v, %v", shot, err)
	}
	if !strings.Contains(asked[0], `"format":"png"`) || !strings.Contains(asked[0], `"height":8000`) || !strings.Contains(asked[2], `"scale":0.5`) {
		t.Errorf("asked %v", asked)
	}
}
