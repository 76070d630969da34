package cdp

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// maxComplaints bounds the number of reported console messages; more add no
	// information.
	maxComplaints = 20
	// maxComplaint bounds one message, in bytes: its first line names the error.
	maxComplaint = 200
)

// consoleWatch collects a page's console errors since a time.
type consoleWatch struct {
	since float64 // in ms
	texts []string
}

// Complaints returns the errors that the tab's page has written to its console or not
// caught since a time, the newest last. The browser stores them, so that actions cost
// nothing extra; this query costs two commands.
func (t *Tab) Complaints(ctx context.Context, since types.Time) ([]string, error) {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	if d := t.Dialog(); d != nil {
		return nil, covered(d)
	}
	t.mu.Lock()
	_, straight := t.way.(*direct)
	watch := &consoleWatch{since: float64(since)}
	if straight {
		t.console = watch
	}
	t.mu.Unlock()
	if !straight {
		reply, err := t.caller.Call(ctx, wire.Envelope{Kind: wire.KindConsole, Console: &wire.Console{TabID: t.id, Since: int64(since)}})
		if err != nil {
			return nil, err
		}
		return reply.Texts, nil
	}
	err = t.command(ctx, runtime.Enable.Method, cdp.Empty{}, nil)
	t.mu.Lock()
	t.console = nil
	t.mu.Unlock()
	if err == nil {
		err = t.command(ctx, runtime.Disable.Method, cdp.Empty{}, nil)
	}
	return watch.texts[max(0, len(watch.texts)-maxComplaints):], err
}

// note records an event of the tab, with the tab's lock held.
func (w *consoleWatch) note(method string, params json.RawMessage) {
	var text string
	switch method {
	case runtime.ExceptionThrown.Method:
		var e runtime.EventExceptionThrown
		if jsonv2.Unmarshal(jsonv2.Value(params), &e) != nil || e.ExceptionDetails == nil || float64(e.Timestamp) < w.since {
			return
		}
		text = e.ExceptionDetails.Text
		if o := e.ExceptionDetails.Exception; o != nil {
			text = describe(o)
		}
	case runtime.ConsoleAPICalled.Method:
		var e runtime.EventConsoleAPICalled
		if jsonv2.Unmarshal(jsonv2.Value(params), &e) != nil || e.Type != "error" || float64(e.Timestamp) < w.since {
			return
		}
		var parts []string
		for _, o := range e.Args {
			parts = append(parts, describe(o))
		}
		text = strings.Join(parts, " ")
		if strings.TrimSpace(text) == "" {
			text = "console.error"
		}
	default:
		return
	}
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	w.texts = append(w.texts, strings.ToValidUTF8(text[:min(len(text), maxComplaint)], ""))
}

// describe formats a page's value as its console does.
func describe(o *runtime.RemoteObject) string {
	var text string
	if json.Unmarshal(o.Value, &text) == nil {
		return text
	}
	switch {
	case len(o.Value) > 0:
		return string(o.Value)
	case o.UnserializableValue != "":
		return string(o.UnserializableValue)
	}
	return o.Description
}
