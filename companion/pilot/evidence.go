package pilot

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
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
	// maxAddress bounds an address in an answer, in characters.
	maxAddress = 80
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
	at.result.Refused = refusal(at.failures.Failures, t.info.URL)
	at.result.Evidence = &tool.Evidence{FailedRequests: at.failures.Failed, ConsoleErrors: len(complaints)}
	if trouble {
		at.result.Evidence.Line = evidenceLine(&at.failures, complaints, t.origin)
	}
}

// refusal returns the first request for a page itself that its server answered with an error, else the first one to its
// origin that writes; nil for none. Other requests may fail without a loss to the page.
func refusal(failures []wire.Failure, page string) *tool.Refusal {
	u, err := url.Parse(page)
	if err != nil {
		return nil
	}
	origin := text.Origin(page)
	var first *tool.Refusal
	for _, f := range failures {
		r := &tool.Refusal{Request: failureName(f, origin), Status: f.Status, Page: f.URL == origin+u.EscapedPath(), Writes: !slices.Contains(reading, f.Method)}
		switch own := strings.HasPrefix(f.URL, origin+"/"); {
		case f.Status < http.StatusBadRequest || !own:
		case r.Page:
			return r
		case r.Writes && first == nil:
			first = r
		}
	}
	return first
}

// reading are the methods of requests that change nothing on their server.
var reading = []string{http.MethodGet, http.MethodHead, http.MethodOptions}

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
			named = append(named, failureName(f, origin))
		}
		parts = append(parts, fmt.Sprintf("%s failed (%s)", text.Counted(failed.Failed, "request"), pageWords(strings.Join(named, ", "))))
	}
	if n := len(complaints); n > 0 {
		parts = append(parts, fmt.Sprintf("%s: %s", text.Counted(n, "console error"), pageWords(complaints[n-1])))
	}
	return strings.Join(parts, ", ")
}

// failureName returns a request as in POST /api/orders 500.
func failureName(f wire.Failure, origin string) string {
	address := f.URL
	if u, err := url.Parse(address); err == nil && u.Scheme+"://"+u.Host == origin {
		address = u.EscapedPath()
	}
	if runes := []rune(address); len(runes) > maxAddress {
		address = string(runes[:maxAddress-1]) + "…"
	}
	why := f.Fault
	if f.Status > 0 {
		why = fmt.Sprint(f.Status)
	}
	return strings.Join(strings.Fields(f.Method+" "+address+" "+why), " ")
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
