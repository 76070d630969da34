package smoketest

import (
	_ "embed"
	"fmt"
	"testing"
)

//go:embed store.js
var storeScript string

// TestTheStoreKeepsItsPromises runs store.js in the extension's page, over a
// database of its own in the browser's real IndexedDB.
func TestTheStoreKeepsItsPromises(t *testing.T) {
	b := start(t, pages())
	for _, name := range evaluate[[]string](b, b.Ctx, "("+storeScript+")()") {
		t.Run(name, func(t *testing.T) {
			if fault := evaluate[string](b, b.Ctx, fmt.Sprintf("(%s)(%q)", storeScript, name)); fault != "" {
				t.Error(fault)
			}
		})
	}
}
