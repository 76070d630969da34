package recall

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// toolName returns a step's tool without its prefix.
func toolName(step *types.Step) string {
	return strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix)
}

// isElementAction reports whether a step acted on an element.
func isElementAction(step *types.Step) bool {
	return slices.Contains([]string{"click", "type", "select", "press", "press_key"}, toolName(step))
}

// screenOf returns the screen that a step was taken on, "" if unknown.
func screenOf(step *types.Step) string {
	if step.Observation == nil {
		return ""
	}
	return types.KnownScreen(step.Observation.State.CurrentScreen)
}

// screenAfter returns the screen that a step led to, "" if unknown.
func screenAfter(step *types.Step) string {
	if step.After == nil {
		return ""
	}
	return types.KnownScreen(step.After.CurrentScreen)
}

// SiteOf returns the site of a step: the one on which it was taken, for a navigation
// its destination.
func SiteOf(step *types.Step) string {
	here, there := "", ""
	if step.Observation != nil {
		here = Site(step.Observation.State.CurrentURL)
	}
	if toolName(step) == "navigate" {
		if to, ok := step.Tool.Input["url"].(string); ok {
			there = Site(to)
		}
		if there == "" && step.After != nil {
			there = Site(step.After.CurrentURL)
		}
	}
	return cmp.Or(there, here)
}

// pathOf returns an address without its origin.
func pathOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return "/" + strings.TrimPrefix(rest[i:], "/")
	}
	return "/"
}

// fragmentRoute returns the route after the # of an address, "" if there is none.
func fragmentRoute(address string) string {
	_, fragment, _ := strings.Cut(address, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return fragment
	}
	return ""
}

// asksPassword reports whether a page, or the step's target, is a password field.
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

func navigatedScreen(step *types.Step) string {
	to, ok := step.Tool.Input["url"].(string)
	if !ok {
		return ""
	}
	return screenAt(to)
}

// launchScreen returns the screen at which a session was launched, "" if it was not
// launched or not on the site of its first step.
func launchScreen(session *types.Session, first *types.Step) string {
	if session == nil || session.Launch == nil || Site(session.Launch.URL) != SiteOf(first) {
		return ""
	}
	return screenAt(session.Launch.URL)
}

func screenAt(address string) string {
	return types.KnownScreen(capture.DefaultRules().Screen(address, "", nil))
}

// returnAddress returns a text if the address of a sign-in page has a return parameter,
// which shows that the site redirected there.
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

// signInWords reports whether an element is, or may be, a link to a sign-in page: a click
// on it is no evidence that the site requires a login.
func signInWords(t *types.Target) bool {
	if t == nil {
		return false
	}
	if capture.IsHidden(t.Name) {
		return true // it may be one
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

// suspicious reports whether a text looks like an instruction to an agent. Such texts
// stay out of cards, which agents read as advice, so the check is stricter than for
// names in lists.
func suspicious(s string) bool {
	if text.AddressesModel(s) {
		return true
	}
	s = strings.ToLower(s)
	return slices.ContainsFunc(suspiciousPhrases, func(w string) bool { return strings.Contains(s, w) })
}

// suspiciousPhrases are kept out of cards, although a button may have such a name.
var suspiciousPhrases = []string{"ignore all", "disregard", "mm_", "system:", "assistant:", "system prompt", "you are now", "new instructions"}
