package cdp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
)

// chooserTime bounds the wait for a page to open its file chooser.
const chooserTime = 3 * time.Second

// hereKey is a key that no keyboard has. The extension hides it from the page; for the
// browser it is user activation, without which no page may open a chooser.
var hereKey = keyStroke{key: "F24", code: "F24", vk: 135}

// Here sends the page user activation.
func (t *Tab) Here(ctx context.Context) error { return t.strike(ctx, hereKey, 0) }

// Upload lets open make the page open its file chooser, and answers it with files,
// which are absolute paths. The screen shows no chooser meanwhile.
func (t *Tab) Upload(ctx context.Context, files []string, open func(context.Context) error) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	choosers, cancel := t.Subscribe(page.FileChooserOpened.Method)
	defer cancel()
	if err := t.intercept(ctx, true); err != nil {
		return err
	}
	defer func() {
		late, cancel := releasing(ctx)
		defer cancel()
		_ = t.intercept(late, false) // a closed tab intercepts nothing
	}()
	if err := open(ctx); err != nil {
		return err
	}
	select {
	case raw, ok := <-choosers:
		if !ok {
			return errDetached
		}
		return t.give(ctx, raw, files)
	case <-time.After(chooserTime):
		return types.Fault(types.CodeUploadFailed, "no file chooser opened: nothing was uploaded",
			"name the file input, its label, or the button or drop zone that opens the chooser; mm_describe_screen shows what the click did instead")
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Tab) intercept(ctx context.Context, on bool) error {
	return t.command(ctx, page.SetInterceptFileChooserDialog.Method, page.SetInterceptFileChooserDialogParams{Enabled: on}, nil)
}

func (t *Tab) give(ctx context.Context, raw jsonv2.Value, files []string) error {
	var chooser page.EventFileChooserOpened
	if err := jsonv2.Unmarshal(raw, &chooser); err != nil {
		return fmt.Errorf("file chooser: decode: %w", err)
	}
	if chooser.BackendNodeID == 0 {
		return types.Fault(types.CodeUploadFailed, "the page asks for files in a way that has no input (a file system picker): nothing was uploaded", "look for another way on the page, or ask the person at the browser")
	}
	if len(files) > 1 && chooser.Mode == page.FileChooserOpenedModeSelectSingle {
		return types.Fault(types.CodeUploadFailed, fmt.Sprintf("the page takes one file at a time, not %d: nothing was uploaded", len(files)), "upload them one by one")
	}
	err := t.feel(ctx, dom.SetFileInputFiles.Method, dom.SetFileInputFilesParams{Files: files, BackendNodeID: chooser.BackendNodeID})
	if err != nil && strings.Contains(err.Error(), "Not allowed") {
		return types.Fault(types.CodeActionDenied, "this browser lets no extension give files to pages: nothing was uploaded",
			"the person can allow it: chrome://extensions, Cairn, Details, Allow access to file URLs; a browser that Cairn starts needs no leave")
	}
	return err
}
