package control

import (
	"cairn/companion/bridge"
	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
)

// Health is the daemon's state for the doctor.
type Health struct {
	home.DaemonInfo
	Store store.Stats `json:"store"`
	// Core counts the stored records, as cairn status does.
	Core   types.Status `json:"core"`
	Hidden int          `json:"hidden"` // steps that hold names as hashes
	Unfit  int          `json:"unfit"`  // stored records that the core refused
	// Ignored counts steps on pages that are never recorded, since the start.
	Ignored int           `json:"ignored"`
	Links   []bridge.Info `json:"links"`
	// Newest is the time of the newest step, 0 for none.
	Newest types.Time `json:"newest"`
	// Left is when a link last ended, Mispaired when an extension with another key
	// last tried to connect, Outdated and Ahead when one with an older or a newer
	// protocol did; 0 if that has not happened since the daemon started.
	Left      types.Time `json:"left"`
	Mispaired types.Time `json:"mispaired"`
	Outdated  types.Time `json:"outdated"`
	Ahead     types.Time `json:"ahead"`
}

// KeptNames describes which names a browser's steps store in clear text.
func KeptNames(l bridge.Info) string {
	words := map[types.Keep]string{types.KeepNeeded: "names that were used", types.KeepFull: "all names"}
	if l.Keeping == nil {
		return words[types.KeepNeeded] + " (it has said nothing of that)"
	}
	said := words[l.Keeping.Of()]
	if n := len(l.Keeping.Sites); n > 0 {
		said += ", other than that on " + console.Counted(n, "site", "sites")
	}
	return said
}
