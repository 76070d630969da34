package main

import (
	"fmt"
	"net"
	"strings"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/recall"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// unknownSite returns the error for a site of which nothing is known. Its hint names the
// known sites of the same host: an application under test changes its port.
func unknownSite(h home.Dir, site string) error {
	hint := "cairn card list shows the known sites"
	if core, err := control.AskCore(h, nil, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{}}); err == nil {
		if near := sameHost(core.Cards, site); len(near) > 0 {
			hint = fmt.Sprintf("did you mean: %s? %s", strings.Join(near[:min(3, len(near))], ", "), hint)
		}
	}
	return types.Fault(types.CodeNotFound, fmt.Sprintf("nothing is known of %.80q", site), hint)
}

// sameHost returns the sites whose host is that of site, on any port.
func sameHost(cards []types.KnowledgeCard, site string) (near []string) {
	if domain := recall.Site(site); domain != "" {
		site = domain
	}
	for _, card := range cards {
		if hostOf(card.Domain) == hostOf(site) {
			near = append(near, card.Domain)
		}
	}
	return near
}

func hostOf(site string) string {
	if host, _, err := net.SplitHostPort(site); err == nil {
		return host
	}
	return site
}
