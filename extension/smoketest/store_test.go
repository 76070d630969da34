package smoketest

import (
	_ "embed"
	"fmt"
	"testing"
)

//go:embed store.js
var storeScript string

//go:embed store_older.js
var olderChecks string

//go:embed store_steps.js
var stepChecks string

//go:embed store_forget.js
var forgetChecks string

// TestTheStoreKeepsItsPromises runs the checks of store_*.js in the extension's page,
// each over a database of its own in the browser's real IndexedDB.
func TestTheStoreKeepsItsPromises(t *testing.T) {
	b := start(t, pages())
	groups := fmt.Sprintf("[%s, %s, %s]", olderChecks, stepChecks, forgetChecks)
	for _, name := range evaluate[[]string](b, b.Ctx, fmt.Sprintf("(%s)(%s)", storeScript, groups)) {
		for form, encrypted := range map[string]bool{"plain": false, "encrypted": true} {
			t.Run(name+"/"+form, func(t *testing.T) {
				if fault := evaluate[string](b, b.Ctx, fmt.Sprintf("(%s)(%s, %q, %t)", storeScript, groups, name, encrypted)); fault != "" {
					t.Error(fault)
				}
			})
		}
	}
}
