package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"

	"cairn/shared/wire"
)

// glanceTime bounds a glance. A page that is busy for longer is queried through the
// extension, which names the cause of the delay.
const glanceTime = 3 * time.Second

// Glance asks the extension's script in the tab's page, over the endpoint, whether the
// page is still exactly as it was under that stamp (wire.Page), including its texts if
// they matter. A query through the extension passes four processes, this one two. Nil
// means that this way gives no answer.
func (t *Tab) Glance(ctx context.Context, stamp string, outlined bool) *wire.Page {
	if t.endpoint == nil || stamp == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, glanceTime)
	defer cancel()
	release, err := t.keepAttached(ctx)
	if err != nil {
		return nil
	}
	defer release()
	t.mu.Lock()
	_, straight := t.way.(*direct)
	world := t.world
	t.mu.Unlock()
	if !straight || t.Dialog() != nil {
		return nil
	}
	if world == "" {
		if world = t.scriptWorld(ctx); world == "" {
			return nil
		}
	}
	page, err := t.glanceIn(ctx, world, stamp, outlined)
	if err != nil { // its document is gone: the next one has another context
		world = ""
	}
	t.mu.Lock()
	t.world = world
	t.mu.Unlock()
	return page
}

func (t *Tab) glanceIn(ctx context.Context, world, stamp string, outlined bool) (*wire.Page, error) {
	quoted, err := json.Marshal(stamp)
	if err != nil {
		return nil, err
	}
	value, err := t.evaluateIn(ctx, world, "Cairn.lane.glance("+string(quoted)+", "+strconv.FormatBool(outlined)+")")
	if err != nil {
		return nil, fmt.Errorf("glance: %w", err)
	}
	var page *wire.Page
	if err := json.Unmarshal(value, &page); err != nil {
		return nil, fmt.Errorf("glance: decode: %w", err)
	}
	return page, nil
}

// scriptWorld returns the context in which the extension's script runs: the context of
// an extension that has the script. The browser lists its contexts only to
// subscribers, so scriptWorld subscribes and unsubscribes at once.
func (t *Tab) scriptWorld(ctx context.Context) string {
	created, cancel := t.Subscribe(runtime.ExecutionContextCreated.Method)
	err := t.command(ctx, runtime.Enable.Method, cdp.Empty{}, nil)
	cancel()
	if err == nil {
		err = t.command(ctx, runtime.Disable.Method, cdp.Empty{}, nil)
	}
	if err != nil {
		return ""
	}
	for raw := range created {
		var event runtime.EventExecutionContextCreated
		if jsonv2.Unmarshal(raw, &event) != nil || !strings.HasPrefix(event.Context.Origin, "chrome-extension://") {
			continue
		}
		if t.hasLane(ctx, event.Context.UniqueID) {
			return event.Context.UniqueID
		}
	}
	return ""
}

// hasLane reports whether a context belongs to a main frame in which the extension's
// script runs.
func (t *Tab) hasLane(ctx context.Context, world string) bool {
	is, err := t.evaluateIn(ctx, world, "window === top && typeof Cairn === 'object' && typeof Cairn.lane?.glance === 'function'")
	return err == nil && string(is) == "true"
}

// evaluateIn runs a script in a context, and returns its result, or that of its
// promise, as JSON.
func (t *Tab) evaluateIn(ctx context.Context, world, expression string) ([]byte, error) {
	yes := true
	var out runtime.EvaluateResult
	err := t.command(ctx, runtime.Evaluate.Method, runtime.EvaluateParams{
		Expression: expression, UniqueContextID: world, AwaitPromise: &yes, ReturnByValue: &yes,
	}, &out)
	if err != nil {
		return nil, err
	}
	if out.ExceptionDetails != nil {
		return nil, errors.New(out.ExceptionDetails.Text)
	}
	return out.Result.Value, nil
}
