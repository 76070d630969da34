package redact

import "testing"

func TestDoubtfulTextsHandSomethingOverInASentence(t *testing.T) {
	for text, want := range map[string]bool{
		"Host: let yourself in, 5529 then the tick key":       true,
		"Parcel shop: show QX71P at the counter":              true,
		"640 275 confirms your seat change":                   true,
		"Rui: o portão abre com 8815":                         true,
		"Door 8815":                                           true,
		"Rui: palavra-passe da impressora andorinha":          true,
		"Lucía: el usuario es invitado y la clave girasol":    true,
		"DK-99X2-71LQ-8842":                                   true,
		"Invoice 4471 ACME GmbH 1,200.00 EUR":                 false,
		"The best films of the year 1994":                     false,
		"Change your password":                                false,
		"Mot de passe oublié ?":                               false,
		"Your password is required again":                     false,
		"Verein Login mitglied, Zugang Waldameise":            true,
		"14:00 Retro, passcode mangoRain":                     true,
		"母：パソコンのパスワードはhimawari":                               true,
		"状態：完了":                                               false,
		"User settings of Ramona":                             false,
		"API-2041 Token expires too early":                    false,
		"Flat 12: I paid 36.50 for the tickets":               false,
		"INV-2026-0042":                                       false,
		"Room for 8000 people is open":                        false,
		"How to write a good test for a function in a module": false,
	} {
		if got := Doubtful(text); got != want {
			t.Errorf("Doubtful(%q) = %v", text, got)
		}
	}
}

func TestVaultsAreListsOfPasswords(t *testing.T) {
	for title, want := range map[string]bool{"Family vault": true, "Meine Passwörter": true, "Zugänge": true, "Inbox": false, "Accessories": false} {
		if got := Vault(title); got != want {
			t.Errorf("Vault(%q) = %v", title, got)
		}
	}
}

func TestReservedLeavesOutWhatMayBeThePassword(t *testing.T) {
	for goal, want := range map[string]string{
		"Sign in to the tool library, member 4410, featherduster, and view the order": "Sign in to the … library, member …, …, and view the order",
		"Einloggen (" + Mark + ", Geigenkasten) und buchen":                           "… (" + Mark + ", …) und …",
		"Add the featherduster to the order":                                          "Add the featherduster to the order",
	} {
		if got := Reserved(goal); got != want {
			t.Errorf("Reserved(%q) = %q, want %q", goal, got, want)
		}
	}
}
