package recall

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// tool is a step's tool without its prefix.
func tool(step *types.Step) string {
	return strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix)
}

// acting reports whether a step acted on an element.
func acting(step *types.Step) bool {
	return slices.Contains([]string{"click", "type", "select", "press", "press_key"}, tool(step))
}

// targetFault reports whether an error speaks against the element that was
// named, and not against the browser, the page or the caller.
func targetFault(e *types.Error) bool {
	if e == nil {
		return true // an observed failure: the page showed an error
	}
	switch e.Code {
	case types.CodeTargetNotFound, types.CodeTargetAmbiguous, types.CodeTargetNotActable, types.CodeStaleRef,
		types.CodeClickFailed, types.CodeClickTimeout, types.CodeTypeFailed, types.CodeTypeTimeout, types.CodeWaitTimeout, types.CodeActionFailed, types.CodeActionTimeout:
		return true
	}
	return false
}

// screenOf is the screen that a step was taken on, "" when it is not known.
func screenOf(step *types.Step) string {
	if step.Observation == nil {
		return ""
	}
	return known(step.Observation.State.CurrentScreen)
}

// landedOn is the screen that a step led to, "" when it is not known.
func landedOn(step *types.Step) string {
	if step.After == nil {
		return ""
	}
	return known(step.After.CurrentScreen)
}

func known(screen string) string {
	if screen == types.UnknownScreen {
		return ""
	}
	return screen
}

// addresses are those that a step names: where it was taken, where it led and
// where it was to lead.
func addresses(step *types.Step) []string {
	var out []string
	if o := step.Observation; o != nil {
		out = append(out, o.State.Origin, o.State.CurrentURL)
	}
	if step.After != nil {
		out = append(out, step.After.CurrentURL)
	}
	if to, ok := step.Tool.Input["url"].(string); ok {
		out = append(out, to)
	}
	return out
}

// SiteOf is the site that a step speaks of: the one it was taken on, for a
// navigation the one it went to.
func SiteOf(step *types.Step) string {
	here, there := "", ""
	if step.Observation != nil {
		here = Site(step.Observation.State.CurrentURL)
	}
	if tool(step) == "navigate" {
		if to, ok := step.Tool.Input["url"].(string); ok {
			there = Site(to)
		}
		if there == "" && step.After != nil {
			there = Site(step.After.CurrentURL)
		}
	}
	if there != "" {
		return there
	}
	return here
}

// pathOf is an address without its origin.
func pathOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return "/" + strings.TrimPrefix(rest[i:], "/")
	}
	return "/"
}

// fragmentRoute is the route behind the # of an address, "" when there is none.
func fragmentRoute(address string) string {
	_, fragment, _ := strings.Cut(address, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return fragment
	}
	return ""
}

// asksPassword reports whether a page has a field for a password, which may be
// the one that was used.
func asksPassword(step *types.Step) bool {
	if t := step.Tool.Target; t != nil && t.Role == "textbox" && t.Sensitive && redact.Sensitive(t.Name, t.TestID) {
		return true
	}
	for _, n := range step.Observation.A11y.Nodes {
		if n.Role == "textbox" && n.Sensitive && redact.Sensitive(n.Name, n.TestID) {
			return true
		}
	}
	return false
}

// wantedScreen is the screen that a navigation asked for.
func wantedScreen(step *types.Step) string {
	to, ok := step.Tool.Input["url"].(string)
	if !ok {
		return ""
	}
	return screenAt(to)
}

// launchScreen is the screen that a session was launched at, where that was on the
// site of its first step; "" where it was not, or where nobody launched it.
func launchScreen(session *types.Session, first *types.Step) string {
	if session == nil || session.Launch == nil || Site(session.Launch.URL) != SiteOf(first) {
		return ""
	}
	return screenAt(session.Launch.URL)
}

// screenAt is the screen that an address names.
func screenAt(address string) string {
	return known(capture.DefaultRules().Screen(address, "", nil))
}

// returnAddress tells by a sign-in page's own address that somebody was sent to
// it: it says where to go afterwards.
func returnAddress(address string) string {
	_, query, _ := strings.Cut(address, "?")
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == '#' || r == '?' }) {
		name, _, _ := strings.Cut(strings.ToLower(part), "=")
		if slices.Contains([]string{"next", "redirect", "redirect_uri", "redirecturl", "redirect_to", "return", "returnto", "return_to", "returnurl", "continue", "goto"}, name) {
			return "another page"
		}
	}
	return ""
}

// signInWords reports whether an element says, or may say, that it leads to signing
// in: who clicks it wants to, and met no wall.
func signInWords(t *types.Target) bool {
	if t == nil {
		return false
	}
	if capture.IsHidden(t.Name) {
		return true // it may
	}
	words := strings.ToLower(t.Name + " " + t.TestID + " " + t.Selector)
	for _, w := range []string{"log in", "login", "log-in", "sign in", "signin", "sign-in", "sign up", "register", "unlock", "anmelden", "einloggen",
		"connexion", "iniciar sesi", "登录", "登入", "ログイン", "로그인", "войти", "log out", "logout", "sign out", "lock"} {
		if strings.Contains(words, w) {
			return true
		}
	}
	return false
}

// suspicious reports whether a text addresses whoever reads the memory rather
// than naming something on a page. It stays out of cards, which are read as
// advice, and so less is enough than for a name beside others.
func suspicious(s string) bool {
	if text.Orders(s) {
		return true
	}
	s = strings.ToLower(s)
	return slices.ContainsFunc(suspicions, func(w string) bool { return strings.Contains(s, w) })
}

// suspicions are what a card does without, though a button may be called so.
var suspicions = []string{"ignore all", "disregard", "mm_", "system:", "assistant:", "system prompt", "you are now", "new instructions"}
