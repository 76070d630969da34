package gateway

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/shared/text"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// requester is an adapter of a driver that lists the requests of a page.
type requester interface {
	// requests returns the call that lists them; ok is false if the driver has none.
	requests(tab string) (tool string, arguments map[string]any, ok bool)
}

// answerTime bounds the wait for the server's answer to a request of an action that writes.
const answerTime = time.Second

// requestLine matches a request in a driver's list: its method, its address and the server's status, which is missing
// while there is no answer.
var requestLine = regexp.MustCompile(`(?m)^(?:\d+\. \[([A-Z]+)\]|reqid=\d+ ([A-Z]+)) ([^\s?#]+)\S*(?: (?:=> )?\[([^\]]+)\].*)?$`)

// refused returns the request of the last action that the server answered with an error, nil for none. The page alone
// may show what it expects of its server. The first call only notes the requests that were made before.
func (h *hands) refused(ctx context.Context) *tool.Refusal {
	a, is := h.w.adapt.(requester)
	if !is {
		return nil
	}
	h.w.task.mu.Lock()
	tab := h.w.task.tab
	h.w.task.mu.Unlock()
	name, given, ok := a.requests(tab)
	if !ok {
		return nil
	}
	page := h.w.task.address()
	origin := text.Origin(page)
	for end := time.Now().Add(answerTime); ; {
		said, failure, err := h.say(ctx, &call{tool: name, began: now()}, given)
		if err != nil || failure != "" {
			return nil // such as a dialog in front of the page
		}
		var failures []wire.Failure
		waits, listed := false, map[string]bool{}
		for _, m := range requestLine.FindAllStringSubmatch(said.text, -1) {
			if listed[m[0]] = true; h.requests == nil || h.requests[m[0]] {
				continue
			}
			f := wire.Failure{Method: cmp.Or(m[1], m[2]), URL: m[3]}
			f.Status, _ = strconv.Atoi(m[4]) // other words are no status
			failures = append(failures, f)
			waits = waits || (m[4] == "" || m[4] == "pending") && f.Writes() && strings.HasPrefix(f.URL, origin+"/")
		}
		if !waits || time.Now().After(end) || ctx.Err() != nil {
			h.requests = listed
			return wire.Refusal(failures, page)
		}
		time.Sleep(answerTime / 10)
	}
}

func (a *playwright) requests(string) (string, map[string]any, bool) {
	return "browser_network_requests", map[string]any{}, slices.Contains(a.args("browser_network_requests"), "filter")
}

func (a *devtools) requests(tab string) (string, map[string]any, bool) {
	return a.paged("list_network_requests", map[string]any{}, tab, len(a.args("list_network_requests")) > 0)
}
