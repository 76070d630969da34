package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// failed returns the halt for an action that ended with an error.
func (r *run) failed(ctx context.Context, err error, proof *tool.Proof) *halt {
	h := &halt{reason: types.FlowFailed, message: messageOf(err), hint: hintOf(err), does: proof.Does}
	var u *unproved
	if errors.As(err, &u) {
		return &halt{reason: u.reason, message: u.message, candidates: u.candidates, hint: hintFor(u.reason)}
	}
	has := func(codes ...types.Code) bool {
		return slices.ContainsFunc(codes, func(c types.Code) bool { return isFault(err, c) })
	}
	if !proof.Begun {
		h.reason = unbegun(err, has)
		switch {
		case ctx.Err() != nil && !has(types.CodeConfirmation):
			return cancelled(ctx)
		case has(types.CodeConfirmation):
			h.message = fmt.Sprintf("the step %s something", proof.Does)
			h.hint = "If the task asks for just this, allow it, or have the person approve it in the panel of Cairn."
			if r.flow.Steps[r.at].Risk != proof.Does {
				h.message += ", which it did not do when the flow was learnt"
				h.hint = "Look whether the task asks for just this. Only then allow it, or have the person approve it in the panel of Cairn."
			}
		}
		return h
	}
	switch {
	case has(types.CodeTargetNotActable): // the input was not sent
		h.reason = types.FlowDialog
		if !covered(err) {
			h.reason = types.FlowChanged
		}
		return h
	case has(types.CodeTypeFailed):
		h.reason = types.FlowNeedsParam
		return h
	case has(types.CodeInvalidInput, types.CodeActionDenied, types.CodeNavigationFailed, types.CodeUploadFailed):
		h.done = has(types.CodeNavigationFailed)
		return h
	}
	h.reason, h.done = types.FlowUnknown, true
	h.message = "the step may have been done: " + h.message
	h.hint = "Look at the page whether it was. If it was not, do it."
	return h
}

// unbegun returns the reason why an action was not begun.
func unbegun(err error, has func(...types.Code) bool) types.FlowReason {
	switch {
	case has(types.CodeConfirmation):
		return types.FlowRisky
	case has(types.CodeTargetNotActable) && covered(err):
		return types.FlowDialog
	case has(types.CodeTargetNotActable, types.CodeStaleRef):
		return types.FlowChanged
	case has(types.CodeTargetNotFound):
		return types.FlowMissing
	case has(types.CodeTargetAmbiguous):
		return types.FlowAmbiguous
	case has(types.CodeInvalidInput):
		return types.FlowNeedsParam
	}
	return types.FlowFailed
}

// covered reports whether another element covers the element of an action.
func covered(err error) bool {
	hint := hintOf(err)
	return strings.Contains(hint, "covers it") || strings.Contains(hint, "in front of") || strings.Contains(hint, "answer it first")
}

// underMouse reports whether an element may show while the mouse is on its surroundings.
func underMouse(err error) bool {
	return isFault(err, types.CodeTargetNotActable) && strings.Contains(hintOf(err), "mm_hover")
}
