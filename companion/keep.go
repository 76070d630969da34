package main

import (
	"errors"
	"flag"

	"cairn/shared/types"
)

// keepFlag registers --keep, which says which names of pages steps hold in clear.
// Without it the flag is empty.
func keepFlag(flags *flag.FlagSet) *types.Keep {
	keep := new(types.Keep)
	flags.Func("keep", "which names of pages are kept in clear: needed (of what was used; the rest as hashes) or full (all)", func(text string) error {
		switch mode := types.Keep(text); mode {
		case types.KeepNeeded, types.KeepFull:
			*keep = mode
			return nil
		}
		return errors.New("give needed or full")
	})
	return keep
}
