package redact

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

var urlRule = URLRule{
	Schemes: []string{"http", "https", "ws", "wss", "chrome-extension", "moz-extension"},
	Params: []string{"page", "p", "view", "tab", "route", "screen", "section", "module", "action", "controller", "step", "mode", "panel", "pane",
		"sort", "order", "dir", "lang", "locale", "hl", "category", "cat", "type", "kind", "format", "id", "year", "month"},
	Rights: []string{"invite", "invites", "invitation", "invitations", "catch", "join", "reset", "recover", "recovery", "verify", "verification", "confirm", "confirmation", "activate", "activation", "magic",
		"token", "tokens", "key", "secret", "auth", "login", "signin", "sso", "otp", "code", "unsubscribe", "share", "shared", "sharing", "ical", "ics", "calendar", "webhook", "webhooks", "hook", "hooks", "session", "ticket", "redeem", "gift", "claim", "access", "password", "pwd", "download", "unlock", "pin", "door"},
	Versions:    []string{"commit", "commits", "tree", "blob", "raw", "blame", "compare", "changeset"},
	LongestHash: 40, // in hex digits, of SHA-1
	MaxValue:    40,
	MaxURL:      2048, // B39
	Hosts:       []string{"discord.gg", "t.me", "chat.whatsapp.com", "1drv.ms", "we.tl", "onetimesecret.com"},
	LongestName: 255, // as in file systems
	TokenLen:    20,
	Token:       ":token",
}

// URL redacts an address. Scheme, host and path stay, without user info and
// with token-like segments replaced; query parameters keep their names, and
// their values where the name says that it is a place; a fragment stays where
// it is a route. Of data:, blob:, javascript: and other addresses the scheme
// alone stays. What is no address is treated as a path.
func URL(raw string) string {
	if off != "" {
		return raw
	}
	return cleanAddress(raw, false)
}

// cleanAddress is URL. Of an address that a page shows in a text, the values that
// anybody can read stay too.
func cleanAddress(raw string, shown bool) string {
	s := wholeParts(strings.TrimFunc(cut(raw, 2*MaxText), isSpace), MaxText)
	if i := strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || isSpace(r) }); i >= 0 {
		s = s[:i] // an address ends where a space begins
	}
	scheme, rest, ok := cutScheme(s)
	if !ok {
		return wholeParts(pathQueryFragment(s, false, shown), urlRule.MaxURL)
	}
	if s == "about:blank" || s == "about:srcdoc" {
		return s
	}
	rest, hasHost := strings.CutPrefix(rest, "//")
	if !hasHost || !contains(urlRule.Schemes, scheme) {
		return scheme + ":"
	}
	end := strings.IndexAny(rest, "/?#\\")
	if end < 0 {
		end = len(rest)
	}
	host := rest[:end]
	user := ""
	if at := strings.LastIndexByte(host, '@'); shown && at > 0 && readable(host[:at]) && !strings.Contains(host[:at], ":") {
		user = host[:at+1]
	}
	host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
	if !plainHost(host) {
		return scheme + ":"
	}
	return wholeParts(scheme+"://"+user+host+pathQueryFragment(rest[end:], contains(urlRule.Hosts, host), shown), urlRule.MaxURL)
}

// isSpace reports whether r is what JavaScript takes for a space: a byte order
// mark is one, and U+0085 none.
func isSpace(r rune) bool { return r == 0xFEFF || r != 0x85 && unicode.IsSpace(r) }

// wholeParts is the longest beginning of an address of at most n bytes that
// ends where a part of it does: half a token would no longer look like one.
func wholeParts(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.TrimRight(s[:max(0, strings.LastIndexAny(s[:n+1], "/?&#"))], "?&#")
}

// plainHost reports whether a host is made of what hosts are made of: letters
// of any script, digits, dots, hyphens, a port, brackets.
func plainHost(host string) bool {
	for i := 0; i < len(host); i++ {
		c := host[i]
		if !isLower(c) && !isDigit(c) && c < 0x80 && strings.IndexByte(".-_:[]", c) < 0 {
			return false
		}
	}
	return host != "" && !strings.Contains(host, "[redacted]")
}

// cutScheme splits "scheme:rest"; a colon behind a slash is none of a scheme.
func cutScheme(s string) (scheme, rest string, ok bool) {
	i := strings.IndexByte(s, ':')
	if i <= 0 {
		return "", s, false
	}
	for j := 0; j < i; j++ {
		c := s[j]
		if !isUpper(c) && !isLower(c) && (j == 0 || !isDigit(c) && strings.IndexByte("+.-", c) < 0) {
			return "", s, false
		}
	}
	return strings.ToLower(s[:i]), s[i+1:], true
}

// pathQueryFragment cleans what is behind the host; invites says that its first
// part gives a right, shown that values which anybody can read may stay.
func pathQueryFragment(s string, invites, shown bool) string {
	s, fragment, _ := strings.Cut(s, "#")
	path, query, _ := strings.Cut(s, "?")
	out := cleanPath(path, invites)
	if q := cleanQuery(query, shown); q != "" {
		out += "?" + q
	}
	if f := cleanFragment(fragment, shown); f != "" {
		out += "#" + f
	}
	return out
}

func cleanPath(path string, invites bool) string {
	segments := strings.Split(path, "/")
	right := false // what comes next gives a right to whoever has it
	for i, seg := range segments {
		version := i > 0 && isVersion(segments[i-1], seg)
		if !version && TokenSegment(seg) || right && grant(seg) {
			segments[i] = urlRule.Token
		}
		number := seg != "" && kindsOf(seg).digits == len(seg) // whose it is; the key comes behind it
		right = givesRight(seg) || i == 0 && invites || right && number
	}
	return strings.Join(segments, "/")
}

// givesRight reports whether a path segment says that the next one is a key to
// something: /invite/…, /reset-password/….
func givesRight(seg string) bool {
	if len(seg) > 40 || seg == urlRule.Token {
		return false
	}
	for _, word := range nameTokens(seg) {
		if contains(urlRule.Rights, word) {
			return true
		}
	}
	return false
}

// grant reports whether a segment behind one that gives a right may be the key:
// it is no word.
func grant(seg string) bool {
	k := kindsOf(seg)
	letters := k.upper + k.lower
	return units(seg) >= 6 && (k.digits > 0 && letters > 0 || k.digits >= 6 || letters+strings.Count(seg, "-")+strings.Count(seg, "_") == len(seg) && surprise(seg, false) >= chanceLabelAlpha)
}

// cleanQuery keeps names as "name=" and values that may stay as "name=value".
// A part without "=" stays where it is a word.
func cleanQuery(query string, shown bool) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, value, pair := strings.Cut(part, "=")
		switch {
		case !pair:
			if isWord(name) || shown && readable(name) {
				kept = append(kept, name)
			}
		case !plainName(name):
		case contains(urlRule.Params, strings.ToLower(name)) && plainValue(value),
			shown && !Sensitive(name) && !givesRight(name) && readable(value):
			kept = append(kept, name+"="+value)
		default:
			kept = append(kept, name+"=")
		}
	}
	return strings.Join(kept, "&")
}

// cleanFragment keeps a route: "/a/b", "!/a/b", "inbox", "inbox/5", with a
// query of its own. "access_token=…" is no route.
func cleanFragment(fragment string, shown bool) string {
	path, query, hasQuery := strings.Cut(fragment, "?")
	if strings.ContainsAny(path, "=&") {
		if shown && !hasQuery {
			return cleanQuery(path, shown)
		}
		return ""
	}
	bang := ""
	if rest, ok := strings.CutPrefix(path, "!"); ok {
		bang, path = "!", rest
	}
	out := bang + cleanPath(path, false)
	if hasQuery {
		if q := cleanQuery(query, shown); q != "" {
			out += "?" + q
		}
	}
	return out
}

// TokenSegment reports whether a path segment is a token, an address or another
// value that names a right or a single object, not a place. Slugs
// ("top-10-tips-for-2026") and short ids are none.
func TokenSegment(seg string) bool {
	if units(seg) < shortKeyMin {
		return false
	}
	if decoded, err := url.PathUnescape(seg); err == nil && utf8.ValidString(decoded) {
		seg = decoded
	}
	if seg == urlRule.Token {
		return false
	}
	if uuid(seg) || scrubWord(seg) {
		return true
	}
	k := kindsOf(seg)
	letters, n := k.upper+k.lower, units(seg)
	switch {
	case n >= 32 && letters == len(seg) && !mostlyWords(seg), n > urlRule.LongestName:
		return true
	case shortKey(seg, k):
		return true
	case versions(seg), bundle(seg):
		return false
	case letters < 2 || k.digits < 2:
		return false
	case n >= 16 && random(seg):
		return true
	}
	return n >= urlRule.TokenLen && !slug(seg)
}

// units is the length of s as JavaScript counts it.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// shortKeyMin is how long the shortest name of a thing is that only those know who
// were told it.
const shortKeyMin = 7

// shortKey reports whether a path segment is such a name: letters and digits of
// which four in ten differ from their neighbours in kind, as no name's do.
func shortKey(seg string, k kinds) bool {
	n := k.digits + k.upper + k.lower
	return n == len(seg) && k.upper > 1 && k.lower > 0 && changes(seg)*10 >= 4*n
}

// scrubWord reports whether a text rule finds something in a path segment.
func scrubWord(seg string) bool {
	return !strings.Contains(seg, "://") && Attr(seg) != seg
}

// slug reports whether every part of a segment is a word, a number or a short
// mixture such as "v2", as in the addresses that people read.
func slug(seg string) bool {
	words := 0
	for _, part := range strings.FieldsFunc(seg, func(r rune) bool { return strings.ContainsRune("-_.~+, ", r) }) {
		k := kindsOf(part)
		switch {
		case k.digits == len(part) && len(part) <= 10:
		case k.digits == 0 && len([]rune(part)) <= 20, namePart(part) && mostlyWords(part), version(part), units(part) > 5 && readableWord(part):
			words++
		case units(part) <= 4:
		default:
			return false
		}
	}
	return words > 0
}

// versions reports whether s is numbers of versions and words beside them:
// v1.12.0-beta.2...v1.13.0.
func versions(s string) bool {
	if !strings.Contains(s, ".") {
		return false
	}
	first := true
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '.' || r == '-' }) {
		k := kindsOf(part)
		switch {
		case version(part), k.digits == len(part) && len(part) <= 4:
		case first || !readableWord(part) || k.lower < 2 || k.upper > 0:
			return false
		}
		first = false
	}
	return !first
}

// bundle reports whether s is the name of a script or a sheet of styles, with or
// without the hash of what is in it: main.2dd8023.chunk.js.
func bundle(s string) bool {
	at := strings.LastIndexByte(s, '.')
	if at < 0 || !contains(bundleEndings, s[at+1:]) {
		return false
	}
	for part := range strings.FieldsFuncSeq(s[:at], func(r rune) bool { return r == '.' || isJoint(r) }) {
		if !namePart(part) && (!isHex(part) || len(part) > 20) {
			return false
		}
	}
	return true
}

// version reports whether s is a number of a version: v12.
func version(s string) bool {
	return len(s) <= 4 && len(s) > 1 && s[0] == 'v' && kindsOf(s).digits == len(s)-1
}

// plainName reports whether a parameter's name may be kept.
func plainName(name string) bool {
	if name == "" || len(name) > 40 || len(name) >= 16 && random(name) {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !isUpper(c) && !isLower(c) && !isDigit(c) && strings.IndexByte("_-.[]", c) < 0 {
			return false
		}
	}
	return true
}

// plainValue reports whether the value of a parameter that names a place may be
// kept: short, made of words and numbers, and nothing that a rule finds.
func plainValue(value string) bool {
	if value == "" || len(value) > urlRule.MaxValue {
		return false
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		if !isUpper(c) && !isLower(c) && !isDigit(c) && strings.IndexByte("_-./:", c) < 0 {
			return false
		}
	}
	for seg := range strings.SplitSeq(value, "/") {
		if TokenSegment(seg) {
			return false
		}
	}
	return true
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isUpper(c) && !isLower(c) && c != '_' && c != '-' {
			return false
		}
	}
	return s != "" && len(s) < 32
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}
