package pilot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn/shared/types"
)

// Errors for agents have a message for the failure and a hint for the next step.
// Page text in them is quoted.

// hints are for errors of extension or browser that have none.
var hints = map[types.Code]string{
	types.CodeNoBrowser:         "start a browser with: cairn run, then call mm_launch again",
	types.CodePageGone:          "look again with mm_describe_screen, or open a page with mm_navigate",
	types.CodePageCrashed:       "mm_navigate to its address reloads it; typed text and open dialogs there are lost",
	types.CodeActionDenied:      "use an http:// or https:// URL that is not Cairn's own",
	types.CodePageDenied:        "Cairn does not look at or act on such pages; go to another with mm_navigate",
	types.CodeTargetNotFound:    "call mm_describe_screen and use a target that it lists",
	types.CodeTargetAmbiguous:   "use a testId or an a11yRef from mm_describe_screen",
	types.CodeTargetNotActable:  "it may be disabled, hidden or covered: call mm_describe_screen, then wait or close what is in front",
	types.CodeStaleRef:          "refs end with their page: call mm_describe_screen for new ones",
	types.CodeClickTimeout:      "look with mm_describe_screen whether it worked, then try again or give a larger timeoutMs",
	types.CodeClickFailed:       "look with mm_describe_screen, then try another target",
	types.CodeTypeTimeout:       "look with mm_describe_screen whether it worked, then try again or give a larger timeoutMs",
	types.CodeTypeFailed:        "click the field first, or try another target",
	types.CodeDragTimeout:       "look with mm_describe_screen whether it worked, then try again or give a larger timeoutMs",
	types.CodeDragFailed:        "look with mm_describe_screen what became of it, then drag from another point (at) or to another place",
	types.CodeUploadTimeout:     "look with mm_describe_screen whether it worked, then try again or give a larger timeoutMs",
	types.CodeUploadFailed:      "name the file input, its label, or the button or drop zone that opens the chooser",
	types.CodeActionTimeout:     "look with mm_describe_screen whether it worked, then try again or give a larger timeoutMs",
	types.CodeActionFailed:      "look with mm_describe_screen, then try another target",
	types.CodeWaitTimeout:       "call mm_describe_screen to see what is there instead",
	types.CodeNavigationFailed:  "check the address and that its server runs",
	types.CodeNavigationTimeout: "the page may still load: call mm_describe_screen, or mm_navigate again with a larger timeoutMs",
	types.CodeScreenshotFailed:  "try again without fullPage, or use mm_describe_screen",
	types.CodeInternal:          "this is a fault of Cairn's; see its log, and try again",
}

// fault returns err as a *types.Error with a hint. A timeout gets the code late, any
// other error without code gets failed.
func fault(err error, late, failed types.Code) *types.Error {
	var e *types.Error
	if !errors.As(err, &e) {
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			e = types.Fault(late, "it took longer than the time allowed", "")
		case errors.Is(err, context.Canceled):
			e = types.Fault(failed, "the call was cancelled", "")
		default:
			e = types.Fault(failed, err.Error(), "")
		}
	}
	if e.Hint != "" {
		return e
	}
	hinted := *e
	hinted.Hint = hints[e.Code]
	if hinted.Hint == "" {
		hinted.Hint = hints[failed]
	}
	return &hinted
}

func noSession() *types.Error {
	return types.Fault(types.CodeNoSession, "this client has no session", "call mm_launch first")
}

func tabGone() *types.Error {
	return types.Fault(types.CodePageGone, "the session's tab is closed", "call mm_navigate with a url to go on in a new tab, or mm_tabs to see what else is open")
}

func frozen() *types.Error {
	return types.Fault(types.CodePageGone, "the page does not answer: it is busy, or a dialog (alert, confirm, prompt) that opened while nobody acted is in front of it",
		"mm_click with role button and name Cancel closes such a dialog; else wait a little and call mm_describe_screen again, or leave the page with mm_navigate")
}

func wentAstray(to string) *types.Error {
	return types.Fault(types.CodeTargetNotActable, "the element had moved or was covered when the input came, which would have gone to "+to+"; nothing was done",
		"wait until the page is at rest, close what comes in front of the element, or click it and look what it opens")
}

func unpressed(failed types.Code) *types.Error {
	return types.Fault(failed, "the press did not arrive at the element: its page was being replaced, and nothing more was done",
		"look with mm_describe_screen, then try again")
}

func lostClick() *types.Error {
	return types.Fault(types.CodeClickLost, "no click arrived at the element: the page replaced it before the button was released, or the browser dropped the input",
		"look with mm_describe_screen whether the page reacted all the same; if not, click again")
}

func notTaken() *types.Error {
	return types.Fault(types.CodeTypeFailed, "the field does not take this text, neither at once nor key by key",
		"it may take another (digits alone, a shorter one, a date in its own form), or be filled in another way: click the field and look what it opens")
}

// takenOut reports a text that the page took out of its field again, before Enter or a press that would have
// sent the field without it.
func takenOut(code types.Code) *types.Error {
	return types.Fault(code, "the page took the typed text out of its field again, so the Enter or press that followed was kept back",
		"look whether the page used the text, such as for an entry of a list: then do this again; else fill the field in another way: press Enter in it, or click it and look what it opens")
}

func badTarget(given []string, what string) *types.Error {
	hint := "name the " + what + " by exactly one of: a11yRef; testId; selector; role and name together; its visible text"
	if len(given) == 0 {
		return types.Invalid("no "+what+" is given", hint)
	}
	return types.Invalid(fmt.Sprintf("the %s is named by %s", what, joinAnd(given)), hint)
}

// orDefault returns the agent's timeout, or the default.
func orDefault(ms int, usual time.Duration) time.Duration {
	if ms <= 0 {
		return usual
	}
	return time.Duration(ms) * time.Millisecond
}

// msLeft returns the time until ctx's deadline minus a reserve, at least half of it.
func msLeft(ctx context.Context, reserve time.Duration) int {
	end, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	left := time.Until(end)
	return int(max(left-reserve, left/2, time.Millisecond).Milliseconds())
}
