package redact

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// labelledValues are values by the first row of testdata/labels.txt, whose other rows are the same names in other languages.
var labelledValues = map[string]func(r *rand.Rand) string{
	"password":          func(r *rand.Rand) string { return "Xk" + rs(r, lo, 5) + "-" + rs(r, "123456789", 2) },
	"PIN":               digits(4),
	"verification code": digits(6),
	"one-time password": digits(6),
	"access code":       digits(5),
	"door code":         digits(4),
	"recovery code":     func(r *rand.Rand) string { return rs(r, lo, 2) + rs(r, "123456789", 3) + "-" + rs(r, lo+di, 5) },
	"API key":           func(r *rand.Rand) string { return rs(r, lo, 9) + rs(r, di, 6) + rs(r, lo, 9) },
	"secret key":        func(r *rand.Rand) string { return rs(r, an, 24) + "4x7Q" },
	"card number":       func(r *rand.Rand) string { return "45" + rs(r, "123456789", 13) },
	"security code":     digits(3),
	"account number":    digits(9),
	"passport number":   func(r *rand.Rand) string { return "X" + rs(r, "123456789", 8) },
	"security answer":   func(*rand.Rand) string { return "Wombat Hill" },
	"order number":      digits(7),
	"invoice number":    digits(6),
	"product code":      digits(6),
	"error code":        digits(4),
	"postcode":          digits(5),
	"country code":      func(r *rand.Rand) string { return "+" + rs(r, "123456789", 2) },
	"discount code":     func(r *rand.Rand) string { return "AUTUMN" + rs(r, "123456789", 2) },
	"phone number": func(r *rand.Rand) string {
		return "+" + rs(r, "123456789", 2) + " " + rs(r, di, 3) + " " + rs(r, di, 3) + " " + rs(r, di, 2)
	},
}

func digits(n int) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return rs(r, "123456789", n) }
}

// TestLabelsOfManyLanguages has the names of fourteen secrets, and of eight things that look like them, in some fifty
// languages: before a value, and in one text with it. An empty cell is a name that is not known.
func TestLabelsOfManyLanguages(t *testing.T) {
	for file, secret := range map[string]bool{"labels": true, "plain_labels": false} {
		text, err := os.ReadFile("testdata/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 0))
		rows := strings.Split(strings.TrimSpace(string(text)), "\n")
		kinds := strings.Split(rows[0], "|")
		wrong := 0
		for _, row := range rows[1:] {
			for i, label := range strings.Split(row, "|") {
				if i == 0 || label == "" {
					continue
				}
				value := labelledValues[kinds[i]](r)
				names := []string{Text(label), Text(value)}
				Names(names, nil)
				said := label + ": " + value
				if hidden := names[1] != value; hidden != secret {
					wrong++
					t.Logf("seed %d: %q, %q becomes %q", seed, label, value, names)
				}
				if hidden := !strings.HasSuffix(Text(said), value); hidden != secret {
					wrong++
					t.Logf("seed %d: %q becomes %q", seed, said, Text(said))
				}
			}
		}
		if wrong > 1 { // a name that is not read has two; chance may make a word of a value
			t.Errorf("%s: %d are wrong", file, wrong)
		}
	}
}
