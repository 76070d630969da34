// Package limits bounds the actions of agents: on which origins they may look and
// act, and which of their actions are to be confirmed.
package limits

import (
	"cmp"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// Bounds of a person's patterns: far above anybody's need.
const (
	maxPattern  = 300
	maxPatterns = 200
)

// usualPorts are those that an address does not say.
var usualPorts = map[string]string{"http": "80", "https": "443"}

// pattern fits origins: a scheme or any, a host or all below it, a port or any.
type pattern struct {
	scheme string // "*" for http and https
	host   string // "*" for any; without the "*." of below
	below  bool   // hosts below host, and not host itself
	port   string // "*" for any; empty for the scheme's usual one
	text   string // as it was written
}

// parsePattern reads https://app.example.com, https://*.example.com,
// http://127.0.0.1:*, *://intranet, https://*, or extension://name.
func parsePattern(text string) (p pattern, err error) {
	bad := func(why string) (pattern, error) {
		return p, types.Invalid(fmt.Sprintf("the origin pattern %.80q %s", text, why),
			"write patterns such as https://app.example.com, https://*.example.com or http://127.0.0.1:*, with commas between them")
	}
	if len(text) > maxPattern {
		return bad("is too long")
	}
	p.text = text
	scheme, rest, found := strings.Cut(strings.ToLower(text), "://")
	if p.scheme = scheme; !found {
		return bad("has no scheme")
	}
	if usualPorts[scheme] == "" && scheme != "*" && scheme != extensionScheme {
		return bad("is of no scheme that agents can open")
	}
	rest = strings.TrimSuffix(rest, "/")
	if strings.ContainsAny(rest, "/?#\\") {
		return bad("names more than an origin")
	}
	host, port, ok := splitPort(rest)
	if p.host, p.port = host, port; !ok {
		return bad("has a port that is none")
	}
	if port != "" && scheme == extensionScheme {
		return bad("has a port, which extensions have not")
	}
	if host == "*" {
		return p, nil
	}
	if p.host, p.below = strings.CutPrefix(host, "*."); p.host == "" {
		return bad("has no host")
	}
	if strings.Contains(p.host, "*") {
		return bad("has a * elsewhere than before the whole host or for the port")
	}
	if p.host, ok = plainHost(p.host); !ok {
		return bad("has a host that is spelt otherwise than browsers show it")
	}
	if _, err := netip.ParseAddr(strings.Trim(p.host, "[]")); err == nil && p.below {
		return bad("asks for hosts below an address of numbers")
	}
	return p, nil
}

// extensionScheme is that of pages of extensions under test, which are addressed by name.
const extensionScheme = "extension"

// splitPort takes the port off a host. An address of IPv6 has colons of its own.
func splitPort(hostPort string) (host, port string, ok bool) {
	i := strings.LastIndexByte(hostPort, ':')
	if i < 0 || i < strings.LastIndexByte(hostPort, ']') {
		return hostPort, "", true
	}
	host, port = hostPort[:i], hostPort[i+1:]
	n, err := strconv.Atoi(port)
	return host, port, port == "*" || err == nil && n > 0 && n < 1<<16 && port == strconv.Itoa(n)
}

// plainHost is a host in the one spelling that browsers show: lower case, ASCII,
// addresses in their usual form. Others are refused, since they would be compared
// with names that they only look different from.
func plainHost(host string) (string, bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if inner, found := strings.CutPrefix(host, "["); found {
		inner, closed := strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		return "[" + addr.String() + "]", closed && err == nil && addr.Is6() && addr.Zone() == ""
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return "", false
		}
	}
	last := labels[len(labels)-1]
	if number(last) { // browsers read it as an address of IPv4, in many spellings
		addr, err := netip.ParseAddr(host)
		return host, err == nil && addr.Is4()
	}
	return host, true
}

// number reports whether browsers take a host's last label for a number.
func number(label string) bool {
	if strings.Trim(label, "0123456789") == "" {
		return true
	}
	hex, found := strings.CutPrefix(label, "0x")
	return found && strings.Trim(hex, "0123456789abcdef") == ""
}

// origin is the part of an address that patterns are compared with.
type origin struct{ scheme, host, port string }

// originOf reads an address or an origin; ok is false where it has none that
// could be compared.
func originOf(address string) (o origin, ok bool) {
	address = strings.TrimPrefix(address, "blob:")
	u, err := url.Parse(address)
	if err != nil {
		return o, false
	}
	o.scheme = strings.ToLower(u.Scheme)
	if o.scheme == extensionScheme {
		o.host = strings.ToLower(u.Host)
		return o, o.host != ""
	}
	if usualPorts[o.scheme] == "" {
		return o, false
	}
	host := u.Hostname()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	o.port = cmp.Or(u.Port(), usualPorts[o.scheme])
	if n, err := strconv.Atoi(o.port); err == nil {
		o.port = strconv.Itoa(n)
	}
	o.host, ok = plainHost(host)
	return o, ok
}

// fits reports whether an origin is one of those that the pattern means.
func (p *pattern) fits(o origin) bool {
	web := usualPorts[o.scheme] != ""
	switch {
	case p.scheme != o.scheme && (p.scheme != "*" || !web):
		return false
	case web && p.port != "*" && o.port != cmp.Or(p.port, usualPorts[o.scheme]):
		return false
	case p.host == "*":
		return true
	case p.below:
		return strings.HasSuffix(o.host, "."+p.host)
	}
	return o.host == p.host
}
