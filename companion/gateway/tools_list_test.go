package gateway

import (
	"path/filepath"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

// The names are listed in a file, with which texts for agents are compared.
func TestOwnToolsAreListed(t *testing.T) {
	var names strings.Builder
	for _, tool := range ownTools {
		names.WriteString(tool.name + "\n")
	}
	golden.Check(t, filepath.Join("testdata", "own-tools.golden"), names.String())
}
