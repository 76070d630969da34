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
	// maxDialogs bounds what one action reports: a page may alert in a loop.
	maxDialogs = 5
	// boxTime is how long a dialog that asks something waits for an answer: the
	// page is frozen for as long, and an agent may have forgotten it.
	boxTime = 2 * time.Minute
	// maxMessage bounds what is kept of a dialog's text, in characters.
	maxMessage = 2000
)

// box is a JavaScript dialog that is open and waits for an answer.
type box struct {
	types.Dialog
	late *time.Timer
	// owed lets go of the key or button that opened it: while it is open the
	// page does not feel that.
	owed func()
}

// dialogOpened takes note of a JavaScript dialog, with the lock held. What asks
// nothing is accepted at once (alert; beforeunload, for the agent did mean to
// leave). What asks something stays open until it is answered, and the page is
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

// note keeps a dialog to be reported, with the lock held.
func (t *Tab) note(d types.Dialog) {
	if len(t.dialogs) < maxDialogs {
		t.dialogs = append(t.dialogs, d)
	}
}

// boxClosed forgets the open dialog, with the lock held.
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

// respond answers a dialog without a waiting caller. One that went by itself
// needs no answer.
func (t *Tab) respond(accept bool) {
	ctx, cancel := context.WithTimeout(context.Background(), sideTime)
	defer cancel()
	_ = t.command(ctx, page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: accept}, nil)
}

// decline answers for an agent that does not.
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

// Dialogs returns the dialogs that were opened since the last time it was
// asked.
func (t *Tab) Dialogs() []types.Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := t.dialogs
	t.dialogs = nil
	return seen
}

// Dialog is the dialog that waits for an answer, nil when there is none.
func (t *Tab) Dialog() *types.Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.box == nil {
		return nil
	}
	d := t.box.Dialog
	return &d
}

// Boxed is closed while a dialog waits for an answer; a new one comes with the
// answer.
func (t *Tab) Boxed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.boxed
}

// Answer answers the dialog that waits; text is what a prompt gets.
func (t *Tab) Answer(ctx context.Context, accept bool, text string) error {
	t.mu.Lock()
	waiting := t.box
	if waiting == nil {
		t.mu.Unlock()
		return types.Fault(types.CodeTargetNotFound, "the dialog is closed already", "look at the page with mm_describe_screen")
	}
	owed := waiting.owed
	waiting.owed = nil
	t.boxClosed() // before it is: the page may open the next at once
	t.mu.Unlock()
	err := t.command(ctx, page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: accept, PromptText: text}, nil)
	if owed != nil {
		owed()
	}
	return err
}

// covered says that a dialog is in front of the whole page.
func covered(d *types.Dialog) *types.Error {
	return types.Fault(types.CodeTargetNotActable, fmt.Sprintf("the page is covered by its %s dialog %.200q", d.Type, d.Message),
		"answer it first: mm_click with role button and name OK or Cancel")
}

// feel sends one input event. A page that opens a dialog in the middle of it
// answers only when that is closed, so that feel does not wait for it then.
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

// feelLast is feel for the event that ends what another began: it must reach
// the page even when the time is over, and after a dialog that came between.
func (t *Tab) feelLast(ctx context.Context, method string, params any) error {
	if t.owe(func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
		defer cancel()
		_ = t.feel(late, method, params) // a page that went has let go as well
	}) {
		return nil
	}
	last, cancel := atLeast(ctx, releaseTime)
	defer cancel()
	return t.feel(last, method, params)
}

// owe leaves something to be done when the open dialog closes, if there is one.
func (t *Tab) owe(do func()) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.box == nil {
		return false
	}
	t.box.owed = do
	return true
}
