package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestClickMovesPressesAndReleases(t *testing.T) {
	f := newFake()
	if err := newTestTab(t, f).Click(t.Context(), 12.5, 30); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, p := range f.params {
		var m struct {
			Type       string
			X, Y       float64
			Button     string
			ClickCount int
		}
		if json.Unmarshal(p, &m) == nil && m.X == 12.5 && m.Y == 30 {
			kinds = append(kinds, fmt.Sprint(m.Type, m.Button, m.ClickCount))
		}
	}
	if want := []string{"mouseMoved0", "mousePressedleft1", "mouseReleasedleft1"}; !slices.Equal(kinds, want) {
		t.Errorf("mouse did %v, want %v", kinds, want)
	}
}

func TestClickThatClosesTheTabIsDone(t *testing.T) {
	f := newFake()
	presses := 0
	f.answer["Input.dispatchMouseEvent"] = func(p json.RawMessage) (string, error) {
		if presses++; presses == 3 {
			return pageGone(p)
		}
		return "{}", nil
	}
	if err := newTestTab(t, f).Click(t.Context(), 1, 1); err != nil {
		t.Errorf("click: %v", err)
	}
}

func TestClickOnAPageThatIsGoneFails(t *testing.T) {
	f := newFake()
	f.answer["Input.dispatchMouseEvent"] = pageGone
	if err := newTestTab(t, f).Click(t.Context(), 1, 1); !isClosed(err) {
		t.Errorf("click: %v", err)
	}
}

func TestButtonIsReleasedEvenWhenTimeIsOver(t *testing.T) {
	f := newFake()
	ctx, cancel := context.WithCancel(t.Context())
	f.answer["Input.dispatchMouseEvent"] = func(p json.RawMessage) (string, error) {
		if strings.Contains(string(p), "mousePressed") {
			cancel()
			return "", context.Canceled
		}
		return "{}", nil
	}
	if err := newTestTab(t, f).Click(ctx, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("click: %v", err)
	}
	if n := f.count("Input.dispatchMouseEvent"); n != 3 {
		t.Errorf("%d mouse events, want the release too", n)
	}
}

func TestKeys(t *testing.T) {
	f := newFake()
	tab := newTestTab(t, f)
	if err := tab.Press(t.Context(), "Enter"); err != nil {
		t.Fatal(err)
	}
	if err := tab.SelectAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprintf("%s", f.params)
	for _, want := range []string{`"type":"keyDown","text":"\r"`, `"type":"keyUp"`, `"commands":["selectAll"]`, `"type":"rawKeyDown"`} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in %s", want, all)
		}
	}
	if err := tab.Press(t.Context(), "F13"); err == nil {
		t.Error("an unknown key was pressed")
	}
}
