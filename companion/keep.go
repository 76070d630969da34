package main

import (
	"github.com/spf13/cobra"

	"cairn/shared/types"
)

// keepFlag registers --keep, which says which names of pages steps hold in clear.
// Without it the mode is empty.
func keepFlag(cmd *cobra.Command) *types.Keep {
	keep := new(types.Keep)
	choiceFlag(cmd, keep, "keep", "which names of pages are kept in clear: needed (of what was used; the rest as hashes) or full (all)", types.KeepNeeded, types.KeepFull)
	return keep
}
