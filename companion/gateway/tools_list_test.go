package gateway

import (
	"path/filepath"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

// TestOwnToolsAreListed writes the names of the own tools to a file that texts for agents are
// compared with.
func TestOwnToolsAreListed(t *testing.T) {
	var names strings.Builder
	for _, tool := range ownTools {
		names.WriteString(tool.name + "\n")
	}
	golden.Check(t, filepath.Join("testdata", "own-tools.golden"), names.String())
}
