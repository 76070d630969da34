package recall

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"cairn/shared/types"
)

// Limits of site names, far above a person's use.
const (
	maxSiteName     = 40
	maxNames        = 500
	maxSitePatterns = 50 // of one name
)

// OneWordPort is appended to a one-word host that equals the name of a named site, to name its card.
const OneWordPort = ":80"

// Names holds the names of sites (DESIGN 9.24). An application under test changes its address; one name for several
// addresses means that knowledge of one applies to the others. It stores edits and derives the names from them in
// chronological order, so that the order in which they arrive does not matter. The zero Names has none.
type Names struct {
	edits    []*types.Edit
	patterns map[string]string // by pattern, the name
}

// SiteOf returns the name of an origin, the origin itself if it has none. Evidence is keyed by it: two origins share
// knowledge if they have the same key. A name never looks like an origin.
func (n *Names) SiteOf(origin string) string {
	if len(n.patterns) == 0 {
		return origin
	}
	for _, p := range Generalisations(origin) {
		if name := n.patterns[p]; name != "" {
			return name
		}
	}
	return origin
}

// Named reports whether there is a site of that name.
func (n *Names) Named(name string) bool {
	for _, known := range n.patterns {
		if known == name {
			return true
		}
	}
	return false
}

// Card returns the name of the card of a site (see [Site]). A host of one word that equals the name of another site
// keeps a separate card.
func (n *Names) Card(site string) string {
	if len(n.patterns) == 0 || site == "" {
		return site
	}
	for _, scheme := range []string{"http://", "https://", "https://www."} {
		if name := n.SiteOf(scheme + site); !strings.Contains(name, "://") {
			return name
		}
	}
	if n.Named(site) {
		return site + OneWordPort
	}
	return site
}

// Patterns lists the address patterns of a name, in order.
func (n *Names) Patterns(name string) (all []string) {
	for pattern, of := range n.patterns {
		if of == name {
			all = append(all, pattern)
		}
	}
	slices.Sort(all)
	return all
}

// List lists the named sites by name.
func (n *Names) List() []types.SiteName {
	out := []types.SiteName{}
	for _, name := range slices.Compact(slices.Sorted(maps.Values(n.patterns))) {
		out = append(out, types.SiteName{Name: name, Patterns: n.Patterns(name)})
	}
	return out
}

// Edit applies an edit and reports whether it changed the names of addresses. It ignores one with a known id.
func (n *Names) Edit(e *types.Edit) (changed bool, err error) {
	fit, err := cleanSiteEdit(e)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(n.edits, func(old *types.Edit) bool { return old.EditID == fit.EditID }) {
		return false, nil
	}
	at, _ := slices.BinarySearchFunc(n.edits, fit, func(a, b *types.Edit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.EditID, b.EditID))
	})
	n.edits = slices.Insert(n.edits, at, fit)
	return n.fold(), nil
}

// Forget removes edits and reports whether that changed the names of addresses.
func (n *Names) Forget(ids []string) (changed bool) {
	n.edits = slices.DeleteFunc(n.edits, func(e *types.Edit) bool { return slices.Contains(ids, e.EditID) })
	return n.fold()
}

// Edits lists all edits, in chronological order. Callers must not change them.
func (n *Names) Edits() []*types.Edit { return slices.Clone(n.edits) }

// EditsOf lists the ids of the edits of a name.
func (n *Names) EditsOf(name string) (ids []string) {
	for _, e := range n.edits {
		if e.Site.Name == name {
			ids = append(ids, e.EditID)
		}
	}
	return ids
}

// fold derives the names again. It skips conflicting edits, because two replicas may have made them at the same time.
func (n *Names) fold() (changed bool) {
	before := n.patterns
	n.patterns = map[string]string{}
	for _, e := range n.edits {
		_ = n.apply(e.Site)
	}
	return !maps.Equal(before, n.patterns)
}

// apply applies all of an edit or nothing.
func (n *Names) apply(s *types.SiteEdit) error {
	if s.Op == types.SiteUnname {
		gone := s.Patterns
		if len(gone) == 0 {
			gone = n.Patterns(s.Name)
		}
		for _, p := range gone {
			if n.patterns[p] == s.Name {
				delete(n.patterns, p)
			}
		}
		return nil
	}
	have := n.Patterns(s.Name)
	if len(have) == 0 && len(n.List()) >= maxNames || len(have)+len(s.Patterns) > maxSitePatterns {
		return types.Fault(types.CodeStoreFull, "there are too many site names, or too many patterns of one", "Remove some: cairn site remove NAME.")
	}
	home := ""
	for _, p := range append(have, s.Patterns...) {
		of := homeOf(p)
		if of == "" {
			continue // this machine
		}
		if home != "" && home != of {
			return types.Invalid(fmt.Sprintf("%s and %s belong to different owners", home, of), "A site name spans this machine and the hosts of one registered domain.")
		}
		home = of
	}
	for _, p := range s.Patterns {
		if other := n.patterns[p]; other != "" && other != s.Name {
			return types.Invalid(fmt.Sprintf("%s is named %q already", p, other), "First take it from there: cairn site remove "+other+" "+p)
		}
	}
	for _, p := range s.Patterns {
		n.patterns[p] = s.Name
	}
	return nil
}

// Check reports whether an edit is possible now: a pattern belongs to one name only, and a removed one must exist.
func (n *Names) Check(e *types.Edit) error {
	fit, err := cleanSiteEdit(e)
	if err != nil {
		return err
	}
	s := fit.Site
	if s.Op == types.SiteUnname {
		if !n.Named(s.Name) {
			return types.Fault(types.CodeNotFound, fmt.Sprintf("there is no site named %q", s.Name), "cairn site list shows the names.")
		}
		for _, p := range s.Patterns {
			if n.patterns[p] != s.Name {
				return types.Fault(types.CodeNotFound, fmt.Sprintf("%s is not a pattern of %q", p, s.Name), "cairn site list shows the patterns.")
			}
		}
		return nil
	}
	then := Names{patterns: maps.Clone(n.patterns)}
	if then.patterns == nil {
		then.patterns = map[string]string{}
	}
	return then.apply(s)
}

// CheckAgent is Check for an agent's edit in mm_launch: it may name the one origin that it opens. An origin that is not
// on this machine joins a name only if an address under the same registered domain has it already, or no address has.
func (n *Names) CheckAgent(e *types.Edit) error {
	if err := n.Check(e); err != nil {
		return err
	}
	fit, _ := cleanSiteEdit(e)
	home := homeOf(fit.Site.Patterns[0])
	have := n.Patterns(fit.Site.Name)
	if len(have) == 0 || slices.ContainsFunc(have, func(p string) bool { return homeOf(p) == home }) {
		return nil
	}
	return types.Invalid(fmt.Sprintf("no address like %s is named %q yet", fit.Site.Patterns[0], fit.Site.Name), "A person adds it: cairn site alias "+fit.Site.Name+" "+fit.Site.Patterns[0])
}

// CheckSiteEdit returns the error in an edit of a site's name, nil if it is valid.
func CheckSiteEdit(e *types.Edit) error {
	_, err := cleanSiteEdit(e)
	return err
}

// cleanSiteEdit checks an edit and returns it with its patterns in canonical form.
func cleanSiteEdit(e *types.Edit) (*types.Edit, error) {
	if e == nil || e.Site == nil || e.EditID == "" || len(e.EditID) > maxEditID {
		return nil, types.Invalid("this is no edit of a site's name", "Send editId, at and site.")
	}
	s := *e.Site
	if s.Op != types.SiteNamed && s.Op != types.SiteUnname {
		return nil, types.Invalid(fmt.Sprintf("there is no operation %.40q on site names", s.Op), "Use name or unname.")
	}
	if err := CheckSiteName(s.Name); err != nil {
		return nil, err
	}
	if len(s.Patterns) == 0 && s.Op == types.SiteNamed {
		return nil, types.Invalid("no address is given for "+s.Name, patternHint)
	}
	if len(s.Patterns) > maxSitePatterns {
		return nil, types.Invalid(fmt.Sprintf("there are more than %d patterns", maxSitePatterns), "Use a pattern with a star.")
	}
	s.Patterns = slices.Clone(s.Patterns)
	for i, raw := range s.Patterns {
		p, err := Pattern(raw)
		if err != nil {
			return nil, err
		}
		s.Patterns[i] = p
	}
	return &types.Edit{EditID: e.EditID, At: e.At, Site: &s}, nil
}

// CheckSiteName reports whether a text can name a site: letters, digits and dashes, so that it is neither a host with a
// dot nor an address nor a number.
func CheckSiteName(name string) error {
	ok := name != "" && len(name) <= maxSiteName && name[0] != '-' && name != "localhost"
	for _, r := range name {
		ok = ok && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-')
	}
	if _, host := asciiHost(name); !ok || !host {
		return types.Invalid(fmt.Sprintf("%.60q cannot name a site", strings.ToValidUTF8(name, "")), fmt.Sprintf("A name has up to %d small letters, digits and dashes, and a letter, such as shop.", maxSiteName))
	}
	return nil
}

const patternHint = "A pattern is an origin (http://localhost:3000), all ports of this machine (http://localhost:*) or the hosts below one domain (https://*.preview.example.com)."

// Pattern returns a site pattern in canonical form. It rejects patterns that would join the sites of different
// owners: a star may replace the port of a loopback host, or the labels below a registered domain.
func Pattern(raw string) (string, error) {
	refuse := func(why string) (string, error) {
		return "", types.Invalid(fmt.Sprintf("%.100q %s", strings.ToValidUTF8(raw, ""), why), patternHint)
	}
	scheme, rest, ok := strings.Cut(strings.TrimSuffix(raw, "/"), "://")
	scheme = strings.ToLower(scheme)
	if !ok || scheme != "http" && scheme != "https" {
		return refuse("does not begin with http:// or https://")
	}
	if strings.ContainsAny(rest, "/?#@\\ ") || rest == "" {
		return refuse("is no origin: a pattern has neither a path nor a user")
	}
	host, port := splitPort(strings.ToLower(rest))
	below, wild := strings.CutPrefix(host, "*.")
	if port == "*" && wild {
		return refuse("has two stars")
	}
	if port != "*" && !validPort(port) || port == "0" || strings.HasSuffix(host, ":") {
		return refuse("has no valid port")
	}
	if strings.Contains(below, "*") {
		return refuse("has a star that stands for the hosts of different owners")
	}
	if addr, ip := ipOf(below); ip {
		below = addr
	} else if below, ok = asciiHost(strings.TrimSuffix(below, ".")); !ok {
		return refuse("has no valid host")
	}
	switch {
	case port == "*" && !loopback(below):
		return refuse("has a star for the port of a host that is not this machine")
	case wild && (isLocal(below) || registeredDomain(below) == ""):
		return refuse("would join the sites of different owners: " + below + " is not a domain that somebody registered")
	}
	if wild {
		below = "*." + below
	}
	return scheme + "://" + withPort(below, explicitPort(scheme, port)), nil
}

// explicitPort returns a port, "" if the scheme implies it.
func explicitPort(scheme, port string) string {
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return ""
	}
	return port
}

// Generalisations lists the patterns that an origin fits, the most specific first: the origin itself, then all ports
// of a loopback host, or the domains above the host down to the registered one. Other texts have none.
func Generalisations(origin string) []string {
	scheme, rest, ok := strings.Cut(origin, "://")
	if scheme = strings.ToLower(scheme); !ok || scheme != "http" && scheme != "https" {
		return nil
	}
	host, port := splitPort(strings.ToLower(rest))
	port = explicitPort(scheme, port)
	all := []string{scheme + "://" + withPort(host, port)}
	if loopback(host) {
		return append(all, scheme+"://"+host+":*")
	}
	registered := ""
	if !isLocal(host) && strings.Contains(host, ".") {
		registered = registeredDomain(host)
	}
	for registered != "" && host != registered {
		_, host, _ = strings.Cut(host, ".")
		all = append(all, scheme+"://*."+withPort(host, port))
	}
	return all
}

// OnThisMachine reports whether a pattern, or an origin, is of a loopback host.
func OnThisMachine(pattern string) bool {
	_, rest, ok := strings.Cut(strings.ToLower(pattern), "://")
	host, _ := splitPort(rest)
	return ok && loopback(host)
}

// homeOf returns the owner of a pattern's hosts: the registered domain, the host if it has none, "" for this machine.
func homeOf(pattern string) string {
	_, rest, _ := strings.Cut(pattern, "://")
	host, _ := splitPort(rest)
	host = strings.TrimPrefix(host, "*.")
	if loopback(host) {
		return ""
	}
	if _, ip := ipOf(host); ip {
		return host
	}
	return cmp.Or(registeredDomain(host), host)
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	if addr, ip := ipOf(host); ip {
		parsed, err := netip.ParseAddr(strings.Trim(addr, "[]"))
		return err == nil && parsed.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
