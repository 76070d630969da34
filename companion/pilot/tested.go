package pilot

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/types"
)

// testedScheme is the scheme for pages of extensions under test, with the manifest's name
// (extension://wallet/popup.html), because Chrome's ids differ between machines.
const testedScheme = "extension"

// named returns an address with the name of the extension under test in place of its
// id.
func (a *Agent) named(address string) string {
	for id, name := range a.cfg.Tested {
		if rest, ok := strings.CutPrefix(address, "chrome-extension://"+id); ok && (rest == "" || rest[0] == '/' || rest[0] == '?' || rest[0] == '#') {
			return testedScheme + "://" + name + rest
		}
	}
	return address
}

// real returns a named address with the extension's id.
func (a *Agent) real(address string) string {
	if a.cfg.Address == nil {
		return address
	}
	return a.cfg.Address(address)
}

// tests reports whether an address names a page of an extension under test.
func (a *Agent) tests(u *url.URL) bool {
	return u.Scheme == testedScheme && slices.Contains(slices.Collect(maps.Values(a.cfg.Tested)), u.Host)
}

// notTested returns an error for pages of other extensions, including Cairn's own.
func (a *Agent) notTested() error {
	names := slices.Sorted(maps.Values(a.cfg.Tested))
	hint := "no extension is under test: a person loads one with cairn run --load-extension DIR"
	if len(names) > 0 {
		hint = "extensions under test: " + testedScheme + "://" + strings.Join(names, "/, "+testedScheme+"://") + "/ and the page's path"
	}
	return types.Fault(types.CodeActionDenied, "agents may open pages of extensions under test alone", hint)
}
