package pilot

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	// complaintTime bounds the query for console errors.
	complaintTime = time.Second
	// maxNamed bounds the failed requests in an answer.
	maxNamed = 3
)

// gather collects failed requests and console errors during an action. The console is
// read only if the action had no effect or the page shows an error, because only then
// are they reported.
func (a *Agent) gather(ctx context.Context, t *tab, at *attempt, err error) {
	if at.began == 0 {
		return // nothing was done
	}
	trouble := err != nil || at.result.After == nil || at.showsError() || at.fit != "type" && at.cameToNothing()
	var complaints []string
	if trouble && a.tab == t && t.input.Dialog() == nil {
		side, cancel := sideContext(ctx, complaintTime)
		defer cancel()
		complaints, _ = t.input.Complaints(side, at.began) // an answer without them is right all the same
	}
	if at.failures.Failed+len(complaints) == 0 {
		return
	}
	at.result.Refused = wire.Refusal(at.failures.Failures, t.info.URL)
	at.result.Evidence = &tool.Evidence{FailedRequests: at.failures.Failed, ConsoleErrors: len(complaints)}
	if trouble {
		at.result.Evidence.Line = evidenceLine(&at.failures, complaints, t.origin)
	}
}

// showsError reports whether a new alert appeared.
func (at *attempt) showsError() bool {
	for _, label := range at.result.After.Appeared {
		if strings.HasPrefix(label, "alert ") || strings.HasPrefix(label, "alertdialog ") {
			return true
		}
	}
	return false
}

// cameToNothing reports whether the page did not change.
func (at *attempt) cameToNothing() bool {
	after := at.result.After
	return len(after.Appeared) == 0 && at.before != nil && after.CurrentURL == at.before.State.CurrentURL && len(at.result.Opened) == 0
}

func evidenceLine(failed *wire.Page, complaints []string, origin string) string {
	var parts []string
	if failed.Failed > 0 {
		var named []string
		for _, f := range failed.Failures[:min(len(failed.Failures), maxNamed)] {
			named = append(named, f.Name(origin))
		}
		parts = append(parts, fmt.Sprintf("%s failed (%s)", text.Counted(failed.Failed, "request"), pageWords(strings.Join(named, ", "))))
	}
	if n := len(complaints); n > 0 {
		parts = append(parts, fmt.Sprintf("%s: %s", text.Counted(n, "console error"), pageWords(complaints[n-1])))
	}
	return strings.Join(parts, ", ")
}

// pageWords quotes page text so that it cannot end the quotes.
func pageWords(s string) string {
	return `"` + strings.NewReplacer(`"`, "'", `\`, "/").Replace(s) + `"`
}

// withEvidence appends the evidence to an error for the agent. The step stores the
// error without it.
func withEvidence(failure *types.Error, e *tool.Evidence) *types.Error {
	if e == nil || e.Line == "" || failure.Code == types.CodeInvalidInput || failure.Code == types.CodeActionDenied {
		return failure
	}
	return types.Fault(failure.Code, failure.Message+"; meanwhile "+e.Line, failure.Hint)
}
