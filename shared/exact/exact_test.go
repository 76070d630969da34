package exact

import (
	"strings"
	"testing"

	"cairn/shared/redact"
)

func TestMasksExactSecrets(t *testing.T) {
	k := New([]byte("salt"))
	for _, secret := range []string{"purple sausages", "1720", "abc", "longerthaneight", "Zoë’s Hündin"} {
		k.Add(secret)
	}
	for in, want := range map[string]string{
		"Hello purple sausages!":          "Hello [REDACTED]!",
		"purple sausages":                 redact.Mark,
		"purple sausages purple sausages": redact.Mark + " " + redact.Mark,
		"Purple sausages":                 "Purple sausages",
		"Your door: 1720.":                "Your door: [REDACTED].",
		"Order 17200":                     "Order 17200", // a short one in a longer word is another
		"xlongerthaneighty":               "x[REDACTED]y",
		"abc":                             redact.Mark, // three characters count as all of a text alone
		"abc def":                         "abc def",
		"Für Zoë’s Hündin da":             "Für [REDACTED] da",
		"":                                "",
	} {
		if got := k.Mask(in); got != want {
			t.Errorf("Mask(%q) = %q, want %q", in, got, want)
		}
	}
	var none *Secrets
	if got := none.Mask("1720"); got != "1720" {
		t.Errorf("no secrets are known, and %q came of one", got)
	}
	for range 3 * maxKnown {
		k.Add(strings.Repeat("x", k.Len()+20))
	}
	if k.Len() > maxKnown {
		t.Errorf("%d secrets are kept", k.Len())
	}
}

func TestHiddenFindsWhatLabelsBesideShow(t *testing.T) {
	hidden := Hidden([]string{"Settings", "PIN", "4711", "Copy", "Client secret", "Xk29fLq0aZ77", "Save"})
	if got := hidden.Mask("4711"); got != redact.Mark {
		t.Errorf("the PIN stays: %q", got)
	}
	if got := hidden.Mask("Save"); got != "Save" {
		t.Errorf("an ordinary name became %q", got)
	}
}
