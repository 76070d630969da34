package recall

import (
	"net/netip"
	"strings"
)

// maxHost is the longest host name (RFC 1035).
const maxHost = 253

// Site returns the site of a page's address, "" if it has none: the host in lower
// case without "www.". Hosts without a public name (localhost, IP addresses, single
// words) keep their port, because every port there is another application. The site
// of an extension under test is its name below "extension", which is not a domain of
// the web.
func Site(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	scheme = strings.ToLower(scheme)
	extension := scheme == "extension"
	if !ok || scheme != "http" && scheme != "https" && !extension {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
		rest = rest[:i]
	}
	host, port := splitPort(strings.ToLower(rest[strings.LastIndexByte(rest, '@')+1:]))
	if extension {
		host += ".extension"
	}
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		port = ""
	}
	return siteKey(host, port)
}

// Domain returns the site for a domain that a person or an agent gave, normalised
// ("EXAMPLE.com.", "www.example.com", "bücher.de", "127.0.0.1:3000"); ok is false for
// invalid names, so that they never become a key.
func Domain(name string) (site string, ok bool) {
	if len(name) > 4*maxHost {
		return "", false
	}
	host, port := splitPort(strings.ToLower(name))
	local := isLocal(host)
	if !local && port != "" || !local && !strings.Contains(strings.TrimSuffix(host, "."), ".") {
		return "", false
	}
	site = siteKey(host, port)
	return site, site != ""
}

// siteKey joins a valid host and port to the name of a site.
func siteKey(host, port string) string {
	if !validPort(port) {
		return ""
	}
	if addr, ok := ipOf(host); ok {
		return withPort(addr, port)
	}
	host, ok := asciiHost(strings.TrimSuffix(host, "."))
	if !ok {
		return ""
	}
	if isLocal(host) || !strings.Contains(host, ".") {
		return withPort(host, port)
	}
	if rest, www := strings.CutPrefix(host, "www."); www && strings.Contains(rest, ".") {
		host = rest
	}
	return host
}

// Candidates returns the sites whose cards may answer for a site, nearest first: the
// site itself, then its parents down to the registered domain (public suffix list). Hosts without a public name have no parents.
func Candidates(site string) []string {
	all := []string{site}
	if isLocal(site) || !strings.Contains(site, ".") || strings.ContainsAny(site, ":[") {
		return all
	}
	if _, isIP := ipOf(site); isIP {
		return all
	}
	registered := registeredDomain(site)
	if registered == "" {
		return all
	}
	for host := site; host != registered; {
		_, host, _ = strings.Cut(host, ".")
		all = append(all, host)
	}
	return all
}

// splitPort splits "host:port" and "[v6]:port".
func splitPort(s string) (host, port string) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 || strings.HasSuffix(s, "]") || strings.Count(s, ":") > 1 && !strings.HasPrefix(s, "[") {
		return s, ""
	}
	if i == len(s)-1 {
		return s, "" // a host with a colon but no port is invalid
	}
	return s[:i], s[i+1:]
}

func withPort(host, port string) string {
	if port == "" {
		return host
	}
	return host + ":" + port
}

func validPort(port string) bool {
	return len(port) <= 5 && strings.Trim(port, "0123456789") == ""
}

// ipOf parses an IP address, v6 in brackets, and returns its canonical form.
func ipOf(host string) (string, bool) {
	bare, bracketed := strings.CutPrefix(host, "[")
	if bracketed {
		if !strings.HasSuffix(bare, "]") {
			return "", false
		}
		bare = bare[:len(bare)-1]
	}
	addr, err := netip.ParseAddr(bare)
	if err != nil || addr.Is6() != bracketed || addr.Zone() != "" {
		return "", false
	}
	if bracketed {
		return "[" + addr.String() + "]", true
	}
	return addr.String(), true
}

// isLocal reports whether a host, with or without port, is this machine or an IP
// address.
func isLocal(host string) bool {
	host, _ = splitPort(host)
	if _, ok := ipOf(host); ok {
		return true
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// asciiHost checks a host name's labels and converts those of other scripts to their
// ASCII form. It rejects a name that ends in a number.
func asciiHost(host string) (string, bool) {
	labels := strings.Split(host, ".")
	for i, label := range labels {
		ascii, ok := asciiLabel(label)
		if !ok {
			return "", false
		}
		labels[i] = ascii
	}
	host = strings.Join(labels, ".")
	top := labels[len(labels)-1]
	if len(host) > maxHost || strings.Trim(top, "0123456789") == "" || len(labels) > 1 && len(top) < 2 {
		return "", false
	}
	return host, true
}

func asciiLabel(label string) (string, bool) {
	ascii := label
	for _, r := range label {
		if r >= 0x80 {
			encoded, ok := punycode(label)
			if !ok || strings.HasPrefix(label, "xn--") {
				return "", false
			}
			ascii = "xn--" + encoded
			break
		}
	}
	if ascii == "" || len(ascii) > 63 || ascii[0] == '-' || ascii[len(ascii)-1] == '-' || strings.Trim(ascii, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return "", false
	}
	if rest, foreign := strings.CutPrefix(ascii, "xn--"); foreign && !validPunycode(rest) {
		return "", false
	}
	return ascii, true
}
