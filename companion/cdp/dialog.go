package cdp

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
)

// maxDialogs bounds what one action reports: a page may alert in a loop.
const maxDialogs = 5

// dialog answers a JavaScript dialog, with the lock held. What asks nothing is
// accepted (alert; beforeunload, for the agent did mean to leave). What asks
// something is declined: nobody has agreed to it.
func (t *Tab) dialog(params json.RawMessage) {
	var opening page.EventJavascriptDialogOpening
	if err := jsonv2.Unmarshal(params, &opening); err != nil {
		opening = page.EventJavascriptDialogOpening{}
	}
	accept := opening.Type == page.DialogTypeAlert || opening.Type == page.DialogTypeBeforeunload
	if len(t.dialogs) < maxDialogs {
		t.dialogs = append(t.dialogs, types.Dialog{Type: string(opening.Type), Message: opening.Message, Accepted: accept})
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), sideTime)
		defer cancel()
		// A dialog that went by itself needs no answer.
		_ = t.command(ctx, page.HandleJavaScriptDialog.Method, page.HandleJavaScriptDialogParams{Accept: accept}, nil)
	}()
}
