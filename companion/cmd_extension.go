package main

import (
	"context"
	"fmt"
	"path/filepath"

	"cairn/companion/home"
)

func runExtension(_ context.Context, c *call) error {
	allSites := c.flags.Bool(home.AllSitesFlag, false, "write a copy for a browser that a program drives: it has access to every site")
	keep := keepFlag(c.flags)
	dir, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	p, err := h.Pairing()
	if err != nil {
		return err
	}
	p.Managed, p.Keep = *allSites, home.KeepOrUsual(*keep, *allSites)
	path, err := filepath.Abs(dir[0])
	if err != nil {
		return err
	}
	if err := home.WriteExtension(path, p); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "wrote the extension to %s\nIn Chromium: open chrome://extensions, switch on Developer mode, press \"Load unpacked\" and choose that directory.\nThe directory holds your pairing key: keep it to yourself.\n", path)
	return err
}
