package cdp

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
)

const (
	// maxDialogs bounds the dialogs that one action reports: a page may alert in a
	// loop.
	maxDialogs = 5
	// boxTime bounds the wait for an answer to a dialog: the page is frozen meanwhile,
	// and the agent may have forgotten the dialog.
	boxTime = 2 * time.Minute
	// maxMessage bounds the stored text of a dialog, in characters.
	maxMessage = 2000
)

// box is an open JavaScript dialog that waits for an answer.
type box struct {
	types.Dialog
	late *time.Timer
	// owed releases the key or button that opened the dialog: the page does not
	// receive the release while the dialog is open.
	owed func()
}

// dialogOpened records a JavaScript dialog, with the lock held. A dialog without a
// question is accepted at once (alert; beforeunload, because the agent meant to
// leave). A dialog with a question stays open until it is answered, and the page is
// frozen until then.
func (t *Tab) dialogOpened(params json.RawMessage) {
	var opening page.EventJavascriptDialogOpening
	if err := jsonv2.Unmarshal(params, &opening); err != nil {
		opening = page.EventJavascriptDialogOpening{}
	}
	d := types.Dialog{Type: string(opening.Type), Message: fmt.Sprintf("%.*s", maxMessage, opening.Message), URL: opening.URL}
	switch opening.Type {
	case page.DialogTypeConfirm, page.DialogTypePrompt:
		d.Open = true
		d.Default = fmt.Sprintf("%.*s", maxMessage, opening.DefaultPrompt)
		t.boxClosed()
		t.box = &box{Dialog: d, late: time.AfterFunc(boxTime, t.decline)}
		t.users++ // the tab's last user dismisses its dialog
		close(t.boxed)
	default:
		d.Accepted = true
		go t.respond(true)
	}
	t.note(d)
}

// note stores a dialog for the next report, with the lock held.
func (t *Tab) note(d types.Dialog) {
	if len(t.dialogs) < maxDialogs {
		t.dialogs = append(t.dialogs, d)
	}
}

// boxClosed removes the open dialog, with the lock held.
func (t *Tab) boxClosed() {
	if t.box == nil {
		return
	}
	t.box.late.Stop()
	if t.box.owed != nil {
		go t.box.owed()
	}
	t.box = nil
	t.boxed = make(chan struct{})
	t.letGo()
}

// respond answers a dialog without a waiting caller. A dialog that closed by itself
// needs no answer.
func (t *Tab) respond(accept bool) {
	ctx, cancel := context.WithTimeout(context.Background(), sideTime)
	defer cancel()
	_ = t.command(ctx, page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: accept}, nil)
}

// decline answers a dialog that the agent leaves unanswered.
func (t *Tab) decline() {
	t.mu.Lock()
	if t.box == nil {
		t.mu.Unlock()
		return
	}
	d := t.box.Dialog
	d.Open = false
	t.boxClosed()
	t.note(d)
	t.mu.Unlock()
	t.respond(false)
}

// Dialogs returns the dialogs that opened since the last call.
func (t *Tab) Dialogs() []types.Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := t.dialogs
	t.dialogs = nil
	return seen
}

// Dialog returns the dialog that waits for an answer, or nil.
func (t *Tab) Dialog() *types.Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.box == nil {
		return nil
	}
	d := t.box.Dialog
	return &d
}

// Boxed returns a channel that is closed while a dialog waits for an answer. The
// answer replaces it with a new one.
func (t *Tab) Boxed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.boxed
}

// Answer answers the waiting dialog; text is the input for a prompt.
func (t *Tab) Answer(ctx context.Context, accept bool, text string) error {
	t.mu.Lock()
	waiting := t.box
	if waiting == nil {
		t.mu.Unlock()
		return types.Fault(types.CodeTargetNotFound, "the dialog is closed already", "look at the page with mm_describe_screen")
	}
	owed := waiting.owed
	waiting.owed = nil
	t.boxClosed() // first, because the page may open the next one at once
	t.mu.Unlock()
	err := t.command(ctx, page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: accept, PromptText: text}, nil)
	if owed != nil {
		owed()
	}
	return err
}

// covered returns the error for a dialog that blocks the whole page.
func covered(d *types.Dialog) *types.Error {
	return types.Fault(types.CodeTargetNotActable, fmt.Sprintf("the page is covered by its %s dialog %.200q", d.Type, d.Message),
		"answer it first: mm_click with role button and name OK or Cancel")
}

// feel sends one input event. A page that opens a dialog while it handles the event
// answers only after the dialog closes, so feel does not wait for it then.
func (t *Tab) feel(ctx context.Context, method string, params any) error {
	boxed := t.Boxed()
	if d := t.Dialog(); d != nil {
		return covered(d)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- t.command(ctx, method, params, nil) }()
	select {
	case err := <-done:
		return err
	case <-boxed:
		return nil
	}
}

// feelLast is feel for the event that ends an earlier one: it must reach the page even
// after the deadline, and after a dialog that opened in between.
func (t *Tab) feelLast(ctx context.Context, method string, params any) error {
	if t.owe(func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
		defer cancel()
		_ = t.feel(late, method, params) // a closed page has released it as well
	}) {
		return nil
	}
	last, cancel := releasing(ctx)
	defer cancel()
	return t.feel(last, method, params)
}

// owe schedules do for when the open dialog closes. It returns false if none is open.
func (t *Tab) owe(do func()) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.box == nil {
		return false
	}
	t.box.owed = do
	return true
}
