package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/companion/control"
	"cairn/companion/home"
)

func pairVerb(c *call) *cobra.Command {
	var renew bool
	cmd := c.reads(c.verb("pair", "Show the code that pairs an extension installed in another way", func(_ context.Context, h home.Dir, _ []string) error {
		if renew {
			if err := renewPairing(h); err != nil {
				return err
			}
			fmt.Fprintf(c.errOut, "The pairing key and the token for MCP clients over HTTP are new; what held the ones before is cut off.\n"+
				"The browser of cairn run has the new key. Other browsers: run cairn extension DIR again for a copy that it wrote, or use the code below.\n"+
				"MCP clients over HTTP need what %s holds now.\n\n", h.Path(home.BearerTokenFile))
		}
		p, err := h.Pairing()
		if err != nil {
			return err
		}
		code := fmt.Sprintf("%d-%s", p.Port, p.Key)
		return c.show(map[string]string{"code": code}, func() error {
			return c.say("%s\n\nPaste this code into the extension's popup. It gives access to everything that Cairn remembers.\n", code)
		})
	}))
	cmd.Long = `--new first replaces the key and the token, in case somebody has seen them: browsers
and HTTP clients with the old ones are disconnected. Records do not change.`
	cmd.Flags().BoolVar(&renew, "new", false, "first replace the pairing key and the token of HTTP clients")
	return cmd
}

// renewPairing has the daemon renew the secrets, or renews them itself if no daemon
// runs.
func renewPairing(h home.Dir) error {
	if control.Running(h) {
		_, err := control.Ask(h, control.Request{Want: control.WantRenewPairing})
		return err
	}
	_, _, err := h.RenewSecrets()
	return err
}
