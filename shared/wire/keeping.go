package wire

import (
	"strings"

	"cairn/shared/types"
)

// Keeping says which names a browser's steps hold in clear (DESIGN 5.3). The
// companion records an agent's steps in that browser itself, and asks it.
type Keeping struct {
	Mode types.Keep `json:"mode"` // of a site that has none of its own
	// Sites are the modes of single sites, by host and port.
	Sites map[string]types.Keep `json:"sites,omitempty"`
}

// Of returns the mode of a step that says something of the pages at these
// addresses: the strictest of theirs. Where nothing is known it is needed.
func (k *Keeping) Of(addresses ...string) types.Keep {
	if k == nil {
		return types.KeepNeeded
	}
	modes := []types.Keep{}
	for _, address := range addresses {
		if mode, ok := k.site(address); ok {
			modes = append(modes, mode)
		}
	}
	if len(modes) == 0 {
		modes = append(modes, k.Mode)
	}
	for _, mode := range modes {
		if mode != types.KeepFull {
			return types.KeepNeeded
		}
	}
	return types.KeepFull
}

// site returns the mode of the site of an address, false for one that is no web page's.
func (k *Keeping) site(address string) (types.Keep, bool) {
	scheme, rest, ok := strings.Cut(strings.ToLower(address), "://")
	if !ok || scheme != "http" && scheme != "https" && scheme != "extension" {
		return "", false
	}
	host := rest[:(strings.IndexAny(rest+"/", "/?#"))]
	host = host[strings.LastIndex(host, "@")+1:]
	if mode, ok := k.Sites[host]; ok {
		return mode, true
	}
	return k.Mode, true
}
