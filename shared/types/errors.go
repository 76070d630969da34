package types

import "errors"

// Error is a fault that the one who caused it can mend: Code for programs,
// Message describes the fault, Hint the next step. It travels unchanged
// through the Wasm call, the link and MCP.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Code names a kind of fault. Codes are only ever added: clients branch on
// them.
type Code string

// The codes. Those with MM_ are the faults of agents' calls (specs 000 and 002).
const (
	CodeInvalidInput      Code = "MM_INVALID_INPUT"
	CodeNotFound          Code = "MM_NOT_FOUND"
	CodeNoSession         Code = "MM_NO_ACTIVE_SESSION"
	CodeNoBrowser         Code = "MM_BROWSER_NOT_CONNECTED"
	CodePageGone          Code = "MM_PAGE_GONE"
	CodePageCrashed       Code = "MM_PAGE_CRASHED"
	CodePageDenied        Code = "MM_PAGE_NOT_ALLOWED"
	CodeActionDenied      Code = "MM_ACTION_DENIED"       // B64: an action that no agent may do
	CodeConfirmation      Code = "MM_CONFIRMATION_NEEDED" // a risky action: the token or the person's approval is missing
	CodeTargetNotFound    Code = "MM_TARGET_NOT_FOUND"
	CodeTargetAmbiguous   Code = "MM_TARGET_AMBIGUOUS"
	CodeTargetNotActable  Code = "MM_TARGET_NOT_ACTIONABLE"
	CodeStaleRef          Code = "MM_STALE_REF"
	CodeClickTimeout      Code = "MM_CLICK_TIMEOUT"
	CodeClickFailed       Code = "MM_CLICK_FAILED"
	CodeClickLost         Code = "MM_CLICK_LOST" // the button was pressed on the element, and no click arrived: the page may have acted on the press
	CodeTypeTimeout       Code = "MM_TYPE_TIMEOUT"
	CodeTypeFailed        Code = "MM_TYPE_FAILED"
	CodeDragTimeout       Code = "MM_DRAG_TIMEOUT"
	CodeDragFailed        Code = "MM_DRAG_FAILED"
	CodeUploadTimeout     Code = "MM_UPLOAD_TIMEOUT"
	CodeUploadFailed      Code = "MM_UPLOAD_FAILED"
	CodeActionTimeout     Code = "MM_ACTION_TIMEOUT" // of a key press, a hover and the like
	CodeActionFailed      Code = "MM_ACTION_FAILED"
	CodeWaitTimeout       Code = "MM_WAIT_TIMEOUT"
	CodeNavigationFailed  Code = "MM_NAVIGATION_FAILED"
	CodeNavigationTimeout Code = "MM_NAVIGATION_TIMEOUT"
	CodeScreenshotFailed  Code = "MM_SCREENSHOT_FAILED"
	CodeTooLarge          Code = "MM_TOO_LARGE"    // an answer that does not fit one message of the link
	CodeRateLimited       Code = "MM_RATE_LIMITED" // B56
	CodeInterrupted       Code = "MM_INTERRUPTED"  // the daemon ended amid a call
	CodeInternal          Code = "MM_INTERNAL"
	CodeNoCompanion       Code = "COMPANION_NOT_CONNECTED" // the extension's view of its link
	CodeCoreDied          Code = "CORE_DIED"
	CodeUnknownType       Code = "UNKNOWN_TYPE"
	CodeUnauthorized      Code = "UNAUTHORIZED"
	CodeSeqConflict       Code = "SEQ_CONFLICT"
	CodeStoreLocked       Code = "STORE_LOCKED"
	CodeStoreNewer        Code = "STORE_NEWER"
	CodeStoreKey          Code = "STORE_KEY"
	CodeStoreDamaged      Code = "STORE_DAMAGED"
	CodeStoreFull         Code = "STORE_FULL"
	// CodeSegmentUnusable is a segment that is damaged or of other rules: its
	// records must come from elsewhere.
	CodeSegmentUnusable    Code = "SEGMENT_UNUSABLE"
	CodeStoreFsync         Code = "STORE_FSYNC_FAILED"
	CodePathDenied         Code = "PATH_DENIED" // B47: a link that leads out of where we may write
	CodePortInUse          Code = "PORT_IN_USE"
	CodeVersionUnsupported Code = "VERSION_UNSUPPORTED"
	CodeInviteUsed         Code = "TEAM_INVITE_USED" // T15
	CodeInviteExpired      Code = "TEAM_INVITE_EXPIRED"
	CodeInviteBad          Code = "TEAM_INVITE_BAD"
	CodeTeamRefused        Code = "TEAM_REFUSED"  // the server does not allow it to this member
	CodeTeamStalled        Code = "TEAM_STALLED"  // the server is connected, and acknowledges nothing
	CodeTeamOutdated       Code = "TEAM_OUTDATED" // T14: the team wants a newer Cairn of those who share
	CodeTeamServer         Code = "TEAM_SERVER"   // T16: not the team's server
	CodeTeamOffline        Code = "TEAM_OFFLINE"
	CodeNoTeam             Code = "TEAM_NONE"
	CodeTeamForked         Code = "TEAM_FORKED" // T2: another batch has its place
)

// Fault builds an [*Error].
func Fault(code Code, message, hint string) *Error {
	return &Error{Code: code, Message: message, Hint: hint}
}

// Invalid builds an [*Error] about an input.
func Invalid(message, hint string) *Error { return Fault(CodeInvalidInput, message, hint) }

// HasCode reports whether err is an [*Error] of a code.
func HasCode(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// OrEmpty returns a list that is JSON's [], not null, if it is nil.
func OrEmpty[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s
}

// AsError finds the [*Error] in err, or wraps err as CodeInternal: every
// boundary answers with one.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: CodeInternal, Message: err.Error()}
}

// ConcernsElement reports whether the error is evidence against the named element, and not
// against the browser, the page or the caller.
func (e *Error) ConcernsElement() bool {
	if e == nil {
		return true // an observed failure: the page displayed an error
	}
	switch e.Code {
	case CodeTargetNotFound, CodeTargetAmbiguous, CodeTargetNotActable, CodeStaleRef,
		CodeClickFailed, CodeClickTimeout, CodeClickLost, CodeTypeFailed, CodeTypeTimeout, CodeWaitTimeout, CodeActionFailed, CodeActionTimeout:
		return true
	}
	return false
}
