package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/sitemap"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// mapFormat is a form in which cairn map prints.
type mapFormat string

const mapJSON mapFormat = "json"

// drawings are the other forms.
var drawings = map[mapFormat]func(*types.SiteMap) string{"mermaid": sitemap.Mermaid, "dot": sitemap.DOT, "svg": sitemap.SVG}

func mapVerb(c *call) *cobra.Command {
	var req types.SiteMapRequest
	format := mapFormat("mermaid")
	cmd := c.verb("map SITE", "Draw a site: its screens, what leads from one to the other, and its flows", func(_ context.Context, h home.Dir, args []string) error {
		req.URL, req.Domain = addressOrDomain(args[0])
		core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpMap, Map: &req})
		if err != nil {
			return err
		}
		if len(core.Map.Screens) == 0 {
			return unknownSite(h, args[0])
		}
		c.json = c.json || format == mapJSON
		return c.show(core.Map, func() error {
			_, err := fmt.Fprint(c.out, drawings[format](core.Map))
			return err
		})
	})
	cmd.Long = `SITE is a host, an address, or the name that cairn site gave.
The width and label of an arrow say how often its actions worked; red ones with
✕ fail. Dotted or dashed arrows are an agent's. Dashed screens are on no flow.`
	cmd.Example = `  cairn map wallet.example --format svg > wallet.svg
  cairn map wallet.example --format dot | dot -Tpng -o wallet.png`
	choiceFlag(cmd, &format, "format", "form of the map (default mermaid)", "mermaid", "dot", mapJSON, "svg")
	countFlag(cmd, &req.Screens, "screens", sitemap.DefaultScreens, sitemap.MaxScreens, "`N` screens at most, those of flows and the most visited")
	return c.reads(cmd)
}
