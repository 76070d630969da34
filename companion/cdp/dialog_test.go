package cdp

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestDialogsThatAskNothingAreAcceptedAndReported(t *testing.T) {
	for _, kind := range []string{"alert", "beforeunload"} {
		t.Run(kind, func(t *testing.T) {
			f := newFake()
			tab := held(t, newTestTab(t, f))
			answered := make(chan string, 1)
			f.answer["Page.handleJavaScriptDialog"] = func(p json.RawMessage) (string, error) {
				answered <- string(p)
				return "{}", nil
			}
			openDialog(f, kind)
			if got, want := <-answered, `{"accept":true}`; got != want {
				t.Errorf("answered %s, want %s", got, want)
			}
			got := tab.Dialogs()
			if len(got) != 1 || got[0] != (types.Dialog{Type: kind, Message: "Sure?", Accepted: true, URL: "http://x/"}) || tab.Dialog() != nil {
				t.Errorf("reported %+v", got)
			}
			if len(tab.Dialogs()) != 0 {
				t.Error("reported twice")
			}
		})
	}
}

func TestDialogsThatAskWaitForAnAnswer(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	if err := tab.InsertText(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	f.answer["Input.dispatchMouseEvent"] = func(p json.RawMessage) (string, error) {
		if strings.Contains(string(p), "mouseReleased") {
			openDialog(f, "prompt") // and the page answers nothing any more
			<-t.Context().Done()
		}
		return "{}", nil
	}
	if err := tab.Click(t.Context(), 1, 1); err != nil {
		t.Fatalf("the click that opens it: %v", err)
	}
	want := types.Dialog{Type: "prompt", Message: "Sure?", Open: true, Default: "me", URL: "http://x/"}
	if d := tab.Dialog(); d == nil || *d != want {
		t.Fatalf("open is %+v, want %+v", d, want)
	}
	select {
	case <-tab.Boxed():
	default:
		t.Error("Boxed does not report that it opened")
	}
	var fault *types.Error
	if err := tab.InsertText(t.Context(), "x"); !errors.As(err, &fault) || fault.Code != types.CodeTargetNotActable || fault.Hint == "" {
		t.Errorf("behind it: %v", err)
	}
	tab.detachUnused()
	if f.count("detach") != 0 {
		t.Error("the tab was let go with its dialog")
	}
	if err := tab.Answer(t.Context(), true, "Ann"); err != nil || tab.Dialog() != nil {
		t.Errorf("answer: %v", err)
	}
	if last := string(f.params[len(f.params)-1]); last != `{"accept":true,"promptText":"Ann"}` {
		t.Errorf("it was answered %s", last)
	}
	if err := tab.Answer(t.Context(), true, ""); !errors.As(err, &fault) || fault.Code != types.CodeTargetNotFound {
		t.Errorf("a second answer: %v", err)
	}
}

func TestAnOpenDialogEnds(t *testing.T) {
	for name, c := range map[string]struct {
		end      func(f *fakeCaller, tab *Tab)
		declined bool
	}{
		"by a person's hand":         {func(f *fakeCaller, _ *Tab) { f.event("Page.javascriptDialogClosed", `{"result":true,"userInput":""}`) }, false},
		"with its tab":               {func(f *fakeCaller, _ *Tab) { f.event("Inspector.detached", `{}`) }, false},
		"without an answer":          {func(_ *fakeCaller, tab *Tab) { tab.decline() }, true},
		"when the tab is given up":   {func(_ *fakeCaller, tab *Tab) { tab.Close() }, true},
		"when another page is asked": {func(f *fakeCaller, tab *Tab) { _ = tab.Navigate(f.ctx, "http://x/") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.ctx = t.Context()
			f.answer["Page.navigate"] = func(json.RawMessage) (string, error) { return `{"frameId":"F"}`, nil }
			tab := held(t, NewTab(f, nil, tabID))
			openDialog(f, "confirm")
			c.end(f, tab)
			if tab.Dialog() != nil || (f.count("Page.handleJavaScriptDialog") == 1) != c.declined {
				t.Errorf("open is %+v; log is %v", tab.Dialog(), f.log)
			}
		})
	}
}
