package pilot

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// usualPorts are the default ports.
var usualPorts = map[string]string{"http": "80", "https": "443"}

// ownAddress reports whether an address leads to Cairn's own port on this machine.
// Browsers accept many spellings of loopback (127.1, 2130706433, full-width digits,
// any name below localhost), so at that port every numeric address and every name
// that is not plain ASCII counts as Cairn's. The listener itself refuses other names
// that resolve to this machine.
func ownAddress(u *url.URL, port int) bool {
	given, err := strconv.Atoi(cmp.Or(u.Port(), usualPorts[u.Scheme]))
	if err != nil || given != port {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	last := host[strings.LastIndexByte(host, '.')+1:]
	return last == "localhost" || strings.Contains(host, ":") || last == "" || '0' <= last[0] && last[0] <= '9' ||
		strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isOwn is ownAddress for an address or origin reported by the browser.
func (a *Agent) isOwn(address string) bool {
	u, err := url.Parse(address)
	return err == nil && ownAddress(u, a.cfg.Port)
}
