package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/shared/types"
)

func extensionVerb(c *call) *cobra.Command {
	var allSites bool
	var keep *types.Keep
	cmd := c.verb("extension DIR", "Write the unpacked extension, paired with this companion, to DIR", func(_ context.Context, h home.Dir, args []string) error {
		p, err := h.Pairing()
		if err != nil {
			return err
		}
		p.Managed, p.Keep = allSites, home.KeepOrUsual(*keep, allSites)
		path, err := filepath.Abs(args[0])
		if err != nil {
			return err
		}
		if err := home.WriteExtension(path, p); err != nil {
			return err
		}
		return c.say("wrote the extension to %s\nIn Chromium: open chrome://extensions, switch on Developer mode, press \"Load unpacked\" and choose that directory.\nThe directory holds your pairing key: keep it to yourself.\n", path)
	})
	cmd.Long = `In your browser it asks for permission per site, or once for all sites. --all-sites
is for automated browsers, where no person can answer: it has access to every site.
--keep sets the mode until you choose one in the browser (default: needed; full with
--all-sites).`
	cmd.Example = `  cairn extension ~/cairn-extension`
	cmd.Flags().BoolVar(&allSites, home.AllSitesFlag, false, "write a copy for an automated browser, with access to every site")
	keep = keepFlag(cmd)
	return cmd
}
