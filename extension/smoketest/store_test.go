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
		for form, encrypted := range map[string]bool{"plain": false, "encrypted": true} {
			t.Run(name+"/"+form, func(t *testing.T) {
				if fault := evaluate[string](b, b.Ctx, fmt.Sprintf("(%s)(%q, %t)", storeScript, name, encrypted)); fault != "" {
					t.Error(fault)
				}
			})
		}
	}
}
