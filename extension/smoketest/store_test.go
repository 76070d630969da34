package smoketest

import (
	_ "embed"
	"testing"
)

//go:embed store.js
var storeScript string

// TestTheStoreKeepsItsPromises runs store.js in the extension's page, over a
// database of its own in the browser's real IndexedDB.
func TestTheStoreKeepsItsPromises(t *testing.T) {
	b := start(t, pages())
	for name, fault := range evaluate[map[string]string](b, b.Ctx, "("+storeScript+")()") {
		t.Run(name, func(t *testing.T) {
			if fault != "" {
				t.Error(fault)
			}
		})
	}
}
