package wire

import (
	"strings"

	"cairn/shared/types"
)

// Keeping holds a browser's settings for names in clear (DESIGN 5.3). The companion
// follows them for the steps of agents, which it records itself.
type Keeping struct {
	Mode types.Keep `json:"mode"` // of sites without a mode of their own
	// Sites are the modes of single sites, by host and port.
	Sites map[string]types.Keep `json:"sites,omitempty"`
}

// Of returns the mode of a step that concerns the pages at these addresses: the
// strictest of theirs. Without settings it is needed.
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

// site returns the mode of the site of an address, false if that is not a web page.
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
