package smoketest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"testing"
)

//go:embed encrypt.js
var encryptScript string

// TestTheDatabaseIsEncrypted runs encrypt.js in the extension's page.
func TestTheDatabaseIsEncrypted(t *testing.T) {
	b := start(t, pages())
	for _, name := range evaluate[[]string](b, b.Ctx, "("+encryptScript+")()") {
		t.Run(name, func(t *testing.T) {
			if fault := evaluate[string](b, b.Ctx, fmt.Sprintf("(%s)(%q)", encryptScript, name)); fault != "" {
				t.Error(fault)
			}
		})
	}
}

// BenchmarkEncryptedDatabase measures the cost of encryption against a plain database
// in the same run.
func BenchmarkEncryptedDatabase(b *testing.B) {
	browser := start(b, pages())
	for b.Loop() {
		var took map[string][2]float64
		if err := json.Unmarshal([]byte(evaluate[string](browser, browser.Ctx, fmt.Sprintf("(%s)(%q)", encryptScript, "cost"))), &took); err != nil {
			b.Fatal(err)
		}
		for what, ms := range took {
			b.Logf("%s: plain %.0f ms, encrypted %.0f ms, ratio %.2f", what, ms[0], ms[1], ms[1]/ms[0])
		}
	}
}
