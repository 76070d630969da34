package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func siteGroup(c *call) *cobra.Command {
	g := group("site", "Name an application, so that its addresses share one memory",
		c.verb("alias NAME PATTERN...", "Name the addresses that match the patterns", func(_ context.Context, h home.Dir, args []string) error {
			return editSite(h, c, types.SiteEdit{Op: types.SiteNamed, Name: args[0], Patterns: args[1:]})
		}),
		c.reads(c.verb("list", "List the named sites and their patterns", func(_ context.Context, h home.Dir, _ []string) error { return listSites(h, c) })),
		c.verb("remove NAME [PATTERN...]", "Remove patterns from a name, or all", func(_ context.Context, h home.Dir, args []string) error {
			return editSite(h, c, types.SiteEdit{Op: types.SiteUnname, Name: args[0], Patterns: args[1:]})
		}))
	g.Long = `A pattern is an origin (http://localhost:3000), all ports of a host of this
machine ('http://localhost:*'), or the hosts below one registered domain
('https://*.preview.example.com'). Records of one address of a site are used at its
other addresses, and nowhere else. Patterns that span registered domains are
refused. cairn recall and cairn forget --site accept the name.`
	g.Example = `  cairn site alias shop 'http://localhost:*' 'https://*.preview.example.com'`
	return g
}

func siteNames(h home.Dir) ([]types.SiteName, error) {
	core, err := control.AskCore(h, nil, wire.CoreRequest{Op: wire.OpSites})
	if err != nil {
		return nil, err
	}
	return core.SiteNames, nil
}

func listSites(h home.Dir, c *call) error {
	sites, err := siteNames(h)
	if err != nil {
		return err
	}
	if c.json {
		return console.PrintJSON(c.out, types.OrEmpty(sites))
	}
	if len(sites) == 0 {
		fmt.Fprintln(c.out, "no site has a name; cairn site alias NAME PATTERN... gives one")
	}
	for _, s := range sites {
		fmt.Fprintf(c.out, "%s: %s\n", s.Name, strings.Join(s.Patterns, ", "))
	}
	return nil
}

// editSite gives addresses a name, or removes it from them, and prints the name's
// addresses.
func editSite(h home.Dir, c *call, edit types.SiteEdit) error {
	if _, err := control.AskOrStart(h, control.Request{Want: control.WantEdit, Edit: &types.Edit{Site: &edit}}); err != nil {
		return err
	}
	sites, err := siteNames(h)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(sites, func(s types.SiteName) bool { return s.Name == edit.Name }); at >= 0 {
		return c.say("%s: %s\n", edit.Name, strings.Join(sites[at].Patterns, ", "))
	}
	return c.say("%s is no longer the name of a site\n", edit.Name)
}
