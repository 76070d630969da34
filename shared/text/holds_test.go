package text

import "testing"

func TestHoldsWords(t *testing.T) {
	for _, c := range []struct {
		s, words string
		want     bool
	}{
		{"Open the vault of Ann, then leave", "Vault of Ann", true},
		{"Open the vault", "Vault of Ann", false},
		{"Send 0.1 ETH", "send", true},
		{"Resend it", "send", false},
		{"press #send-next now", "send-next", true},
		{"Für Käthe öffnen", "KÄTHE", true},
		{"送金を確認する", "送金", true},
		{"送る", "送金", false},
		{"anything", "", false},
		{"anything", "!?", false},
		{"", "a", false},
	} {
		if got := HoldsWords(c.s, c.words); got != c.want {
			t.Errorf("%q in %q: %t", c.words, c.s, got)
		}
	}
}
