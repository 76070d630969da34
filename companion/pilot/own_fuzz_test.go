package pilot

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// FuzzAllowed asks for any address: an address that agents may open is a page of the web, and
// never our own port of this machine.
func FuzzAllowed(f *testing.F) {
	for _, seed := range []string{"https://a.example/", "http://127.0.0.1:17837/mcp", "http://LOCALHOST.:17837", "http://127.1:17837", "http://[::1]:017837", "about:blank", "file:///etc/passwd", "javascript:alert(1)", "http://user@127.0.0.1:17837@a/", " http://a"} {
		f.Add(seed)
	}
	a := &Agent{cfg: Config{Port: 17837}}
	f.Fuzz(func(t *testing.T, address string) {
		if a.allowed(address) != nil || address == "about:blank" {
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
			t.Fatalf("%q may be opened", address)
		}
		if strings.TrimLeft(u.Port(), "0") != "17837" {
			return
		}
		ip, err := netip.ParseAddr(u.Hostname())
		if strings.EqualFold(strings.TrimSuffix(u.Hostname(), "."), "localhost") || err == nil && (ip.IsLoopback() || ip.Unmap().IsLoopback() || ip.IsUnspecified()) {
			t.Errorf("%q may be opened", address)
		}
	})
}
