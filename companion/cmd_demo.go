package main

import (
	"context"
	"fmt"
	"os"

	"cairn/companion/demo"
	"cairn/companion/home"
)

func runDemo(ctx context.Context, c *call) error {
	headed := c.flags.Bool("headed", false, "show the browser")
	keep := c.flags.Bool("keep", false, "keep the demo's data directory")
	if _, _, err := c.parse(0, 0); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "cairn-demo-")
	if err != nil {
		return err
	}
	if !*keep {
		defer os.RemoveAll(dir)
	}
	h, err := home.Open(dir)
	if err != nil {
		return err
	}
	if err := demo.Play(ctx, h, c.out, !*headed); err != nil {
		return err
	}
	if *keep {
		fmt.Fprintf(c.out, "\nThe data lies in %s; look into it with: cairn search --data %s send\n", dir, dir)
	}
	return nil
}
