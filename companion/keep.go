package main

import (
	"github.com/spf13/cobra"

	"cairn/shared/types"
)

// keepFlag registers --keep, which selects the page names that steps store in clear
// text. Without the flag the mode is empty.
func keepFlag(cmd *cobra.Command) *types.Keep {
	keep := new(types.Keep)
	choiceFlag(cmd, keep, "keep", "names stored in clear: needed (of used elements; others as hashes) or full (all)", types.KeepNeeded, types.KeepFull)
	return keep
}
