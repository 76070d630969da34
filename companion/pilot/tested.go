package pilot

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/types"
)

// testedScheme is that of pages of extensions under test, which are named by the
// manifest's name (extension://wallet/popup.html): Chrome's ids differ from machine
// to machine, and memory is to outlive them.
const testedScheme = "extension"

// named is an address as Cairn shows it: of a page of an extension under test by the
// extension's name.
func (a *Agent) named(address string) string {
	for id, name := range a.cfg.Tested {
		if rest, ok := strings.CutPrefix(address, "chrome-extension://"+id); ok && (rest == "" || rest[0] == '/' || rest[0] == '?' || rest[0] == '#') {
			return testedScheme + "://" + name + rest
		}
	}
	return address
}

// real is a named address as the browser has it.
func (a *Agent) real(address string) string {
	if a.cfg.Address == nil {
		return address
	}
	return a.cfg.Address(address)
}

// tests reports whether an address is that of a page of an extension under test, by
// its name.
func (a *Agent) tests(u *url.URL) bool {
	return u.Scheme == testedScheme && slices.Contains(slices.Collect(maps.Values(a.cfg.Tested)), u.Host)
}

// notTested refuses a page of another extension, Cairn's own among them.
func (a *Agent) notTested() error {
	names := slices.Sorted(maps.Values(a.cfg.Tested))
	hint := "no extension is under test: a person loads one with cairn run --load-extension DIR"
	if len(names) > 0 {
		hint = "extensions under test: " + testedScheme + "://" + strings.Join(names, "/, "+testedScheme+"://") + "/ and the page's path"
	}
	return types.Fault(types.CodeActionDenied, "agents may open pages of extensions under test alone", hint)
}
