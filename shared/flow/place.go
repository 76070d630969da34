package flow

import (
	"crypto/sha256"
	"fmt"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// place is a page at one moment.
type place struct {
	screen, url string
	route       string // capture.Route of url
	appeared    []string
	sum         string // checksum of the page's content; empty where unknown
	unseen      bool   // no answer showed the page behind the act; route may be known from the next one
}

func placeBefore(o *types.Observation) place {
	if o == nil {
		return place{}
	}
	p := place{screen: knownScreen(o.State.CurrentScreen), url: o.State.CurrentURL, route: capture.Route(o.State.CurrentURL)}
	if o.State.Embedder != "" { // the address of the page around it is not recorded
		p.screen, p.url, p.route = "", o.State.Embedder, ""
	}
	if len(o.A11y.Nodes) > 0 {
		h := sha256.New()
		fmt.Fprint(h, p.url)
		for _, n := range o.A11y.Nodes {
			fmt.Fprintf(h, "\n%s %q %s %s %t", n.Role, n.Name, n.Checked, n.Expanded, n.Filled)
		}
		p.sum = string(h.Sum(nil)[:16])
	}
	return p
}

func placeAfter(a *types.After) place {
	if a == nil {
		return place{unseen: true}
	}
	return place{screen: knownScreen(a.CurrentScreen), url: a.CurrentURL, route: capture.Route(a.CurrentURL), appeared: a.Appeared}
}

func knownScreen(screen string) string {
	if screen == types.UnknownScreen || !capture.ClearPlace(screen) {
		return ""
	}
	return screen
}
