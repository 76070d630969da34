package redact

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The parts of an address that are kept.
var (
	keptSchemes = strings.Fields("http https ws wss chrome-extension moz-extension extension") // with host, path and query; of all others the scheme alone
	placeParams = strings.Fields(`page p view tab route screen section module action controller step mode panel pane
		sort order dir lang locale hl category cat type kind format id year month`)  // whose values may be kept
	rightWords = strings.Fields(`invite invites invitation invitations catch join reset recover recovery verify verification confirm confirmation activate activation magic
		token tokens key secret auth login signin sso otp code unsubscribe share shared sharing ical ics calendar webhook webhooks hook hooks session ticket redeem gift claim access password pwd download unlock pin door`)  // in a segment before a key
	versionWords = strings.Fields("commit commits tree blob raw blame compare changeset")              // segments before the hash of a source
	inviteHosts  = strings.Fields("discord.gg t.me chat.whatsapp.com 1drv.ms we.tl onetimesecret.com") // whose first segment is a capability
)

const (
	maxURL      = 2048
	maxValue    = 40
	shortestKey = 20       // of those that are not slugs
	tokenMark   = ":token" // replaces a path segment
)

// URL redacts an address. Scheme, host and path stay, with token-like segments
// replaced; query parameters keep their names, and values that name a place; a
// fragment stays if it is a route. Of data:, blob:, javascript: and others only the scheme
// stays. Text that is no address is treated as a path.
func URL(raw string) string {
	if off != "" {
		return raw
	}
	return cleaner{}.address(raw)
}

// scrubURLs redacts every address of the web inside a text.
func scrubURLs(s string) string {
	return webAddress().ReplaceAllStringFunc(s, func(raw string) string {
		end := strings.TrimRight(raw, ".,;:!?*")
		if strings.Count(end, ")") > strings.Count(end, "(") {
			end = end[:strings.LastIndexByte(end, ')')]
		}
		_, rest, _ := strings.Cut(end, "://")
		clean := cleaner{shown: true}.address(end)
		if !strings.ContainsAny(rest, "/?#@") || strings.EqualFold(clean, strings.TrimRight(end, "?#")) {
			return raw // only a host, or a placeholder for one
		}
		return clean + raw[len(end):]
	})
}

var webAddress = lazy("(?i)\\b(?:https?|wss?)://[^\\s\"'<>`{}|\\\\^\\[\\]]+")

// cleaner cleans an address. shown is set for addresses in a page's visible text, whose
// readable values are kept too.
type cleaner struct{ shown bool }

// schemeOf is the scheme of an address, with the colon.
var schemeOf = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

func (c cleaner) address(raw string) string {
	s := wholeParts(strings.TrimFunc(cut(raw, 2*MaxText), unicode.IsSpace), MaxText)
	if i := strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }); i >= 0 {
		s = s[:i] // an address ends where a space begins
	}
	scheme := strings.ToLower(schemeOf.FindString(s))
	rest, hasHost := strings.CutPrefix(s[len(scheme):], "//")
	switch {
	case scheme == "":
		return wholeParts(c.pathQueryFragment(s, false), maxURL)
	case s == "about:blank" || s == "about:srcdoc":
		return s
	case !hasHost || !slices.Contains(keptSchemes, scheme[:len(scheme)-1]):
		return scheme
	}
	host := rest
	if end := strings.IndexAny(rest, "/?#\\"); end >= 0 {
		host = rest[:end]
	}
	rest = rest[len(host):]
	host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
	if !plainHost().MatchString(host) || strings.Contains(host, "[redacted]") {
		return scheme
	}
	return wholeParts(scheme+"//"+host+c.pathQueryFragment(rest, slices.Contains(inviteHosts, host)), maxURL)
}

// wholeParts returns the longest beginning of an address of at most n bytes that
// ends where a part of it does: half a token would no longer look like one.
func wholeParts(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.TrimRight(s[:max(0, strings.LastIndexAny(s[:n+1], "/?&#"))], "?&#")
}

// plainHost matches the characters of hosts: letters of any script, digits, dots,
// hyphens, a port, brackets.
var plainHost = lazy(`^[a-z0-9.\-_:\[\]\x{80}-\x{10FFFF}]+$`)

// pathQueryFragment cleans the address after the host; invites is set if its first
// segment is a capability. A fragment stays where it is a route: "/a/b", "!/a/b", with a
// query of its own; "access_token=…" is none.
func (c cleaner) pathQueryFragment(s string, invites bool) string {
	s, fragment, _ := strings.Cut(s, "#")
	path, query, _ := strings.Cut(s, "?")
	out := c.withQuery(cleanPath(path, invites), query)
	path, query, hasQuery := strings.Cut(fragment, "?")
	switch {
	case !strings.ContainsAny(path, "=&"):
		fragment = c.withQuery(cleanPath(path, false), query)
	case c.shown && !hasQuery:
		fragment = strings.TrimPrefix(c.withQuery("", path), "?")
	default:
		fragment = ""
	}
	if fragment != "" {
		out += "#" + fragment
	}
	return out
}

func cleanPath(path string, invites bool) string {
	segments := strings.Split(path, "/")
	right := false // the next segment is a capability
	for i, seg := range segments {
		if TokenSegment(seg) && !isVersion(segments[:i], seg) || right && isCapability(seg) {
			segments[i] = tokenMark
		}
		number := seg != "" && kindsOf(seg).digits == len(seg) // an account's; the key comes behind it
		right = precedesCapability(seg) || i == 0 && invites || right && number
	}
	return strings.Join(segments, "/")
}

// isVersion reports whether a segment behind others is the hash of a source.
func isVersion(before []string, seg string) bool {
	return len(before) > 0 && len(seg) <= 40 && isHex(seg) && slices.Contains(versionWords, before[len(before)-1])
}

// precedesCapability reports whether the segment after seg is a capability: /invite/…,
// /reset-password/….
func precedesCapability(seg string) bool {
	for word := range strings.FieldsSeq(wordsOf(cut(seg, maxValue))) {
		if seg != tokenMark && slices.Contains(rightWords, word) {
			return true
		}
	}
	return false
}

// isCapability reports whether a segment after one that givesRight may be the key: it is no word.
func isCapability(seg string) bool {
	k := kindsOf(seg)
	joints := strings.Count(seg, "-") + strings.Count(seg, "_")
	return utf8.RuneCountInString(seg) >= 6 && (k.digits > 0 && k.letters() > 0 || k.digits >= 6 || k.letters()+joints == len(seg) && randomness(seg, false) >= chanceLabelAlpha)
}

// withQuery adds the kept parts of a query: "name=" and values that may stay as
// "name=value"; a part without "=" where it is a word.
func (c cleaner) withQuery(path, query string) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, value, pair := strings.Cut(part, "=")
		switch {
		case !pair && (paramWord().MatchString(name) || c.shown && readable(name, 4)):
			kept = append(kept, name)
		case !pair || !paramName().MatchString(name) || chance(name):
		case c.stays(name, value):
			kept = append(kept, part)
		default:
			kept = append(kept, name+"=")
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}

// stays reports whether the value of a parameter may be kept.
func (c cleaner) stays(name, value string) bool {
	if slices.Contains(placeParams, strings.ToLower(name)) && readable(value, 10) {
		return true
	}
	return c.shown && !Sensitive(name) && !precedesCapability(name) && readable(value, 4)
}

var (
	paramName = lazy(`^[A-Za-z0-9_.\[\]-]{1,40}$`)
	paramWord = lazy(`^[A-Za-z_-]{1,31}$`)
)

// readable reports whether a value consists of words and short numbers:
// "flat-square", "is%3Aopen+label%3Abug", "v2".
func readable(value string, digits int) bool {
	value, err := url.PathUnescape(strings.ReplaceAll(value, "+", " "))
	if err != nil || value == "" || utf8.RuneCountInString(value) > 2*maxValue || !utf8.ValidString(value) || strings.Contains(value, "@") {
		return false
	}
	if strings.Contains(value, "://") { // an address without values of its own
		return !strings.Contains(value, "?") && cleaner{shown: true}.address(value) == value
	}
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r < 0x80 && !isAlnum(byte(r)) }) {
		if !readableWord(part, digits) {
			return false
		}
	}
	return true
}

// readableWord: letters that are a word or few, few digits, or a few of both.
func readableWord(s string, digits int) bool {
	k := kindsOf(s)
	letters := strings.TrimRight(s, "0123456789")
	switch {
	case letters == "":
		return k.digits <= digits
	case k.digits != len(s)-len(letters) || k.digits > 3:
		return false
	}
	return utf8.RuneCountInString(letters) <= 3 || randomness(letters, false) <= 0 && changes(letters) <= 1+utf8.RuneCountInString(letters)/8
}

// TokenSegment reports whether a path segment names a right or a single object, not
// a place. Slugs ("top-10-tips-for-2026") and short ids do not.
func TokenSegment(seg string) bool {
	if decoded, err := url.PathUnescape(seg); err == nil && utf8.ValidString(decoded) {
		seg = decoded
	}
	k, n := kindsOf(seg), utf8.RuneCountInString(seg)
	switch {
	case n < 7:
		return false
	case uuidPattern().MatchString(seg), min(k.upper, 2*k.lower) > 1 && Jumbled(seg), !strings.Contains(seg, "://") && Text(seg) != seg:
		return true
	case k.letters() == len(seg):
		return n >= 32 && !mostlyWords(seg)
	case n < chanceLong, !hasLettersAndDigits(seg), versionForm().MatchString(seg):
		return false
	}
	return chance(seg) || n >= shortestKey && !nameParts(seg)
}

// versionForm matches one or two version numbers, and file names of scripts and style
// sheets, with or without a content hash.
var versionForm = lazy(`^v?\d{1,4}\.[0-9.]{1,12}(?:(?:\.{3}|-)[a-z0-9.-]{1,30})?$|^[A-Za-z][A-Za-z_-]*(?:[.-][0-9a-f]{6,20})?(?:[.-][a-z]{1,12}){0,2}\.(?:js|mjs|css|map)$`)
