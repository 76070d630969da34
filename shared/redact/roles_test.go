package redact

import (
	"slices"
	"strings"
	"testing"
)

// TestNamesReadsRoles: a value may stand behind an element that shows or explains it, an answer is a text, and a label and its
// value make a pair.
func TestNamesReadsRoles(t *testing.T) {
	for _, c := range []struct{ name, names, roles, want string }{
		{"behind a button that hides it", "Your PIN is ready|Hide|2497", "text|button|text", "Your PIN is ready|Hide|" + Mark},
		{"behind a sentence", "Secret key|We show it only once.|Store it somewhere safe.|Xq7Rt2Lm9Zp4Wd", "heading|text|text|text", "Secret key|We show it only once.|Store it somewhere safe.|" + Mark},
		{"an answer", "Sicherheitsfrage|Lieblingstier|Antwort|Dackel", "", "Sicherheitsfrage|Lieblingstier|Antwort|" + Mark},
		{"a name of one", "Mother's maiden name|Okonkwo", "term|definition", "Mother's maiden name|" + Mark},
		{"no answer where none is of security", "How do I pay?|Answer|By card", "", "How do I pay?|Answer|By card"},
		{"no button", "Security question|Answer|Save", "heading|text|button", "Security question|Answer|Save"},
		{"no text behind a field", "Security question|Answer|Billing", "heading|textbox|heading", "Security question|Answer|Billing"},
		{"a button behind a field", "Password|einloggen", "textbox|button", "Password|einloggen"},
		{"a word behind its label", "Password|einhorn77", "text|text", "Password|" + Mark},
		{"an answer that begins as a statement", "Beveiligingsvraag|Antwoord|De Klimop", "term|term|definition", "Beveiligingsvraag|Antwoord|" + Mark},
		{"no state", "Security answer|Not set", "term|definition", "Security answer|Not set"},
		{"a word of a pair", "Kundenkennwort|Nordlicht", "term|definition", "Kundenkennwort|" + Mark},
		{"a word of a pair in a language whose statements are not known", "Hasło|Ustawione", "term|definition", "Hasło|Ustawione"},
		{"a state of a pair", "Password|Expired", "term|definition", "Password|Expired"},
		{"a word of no pair", "Password|Billing", "text|text", "Password|Billing"},
		{"words", "Password|mussels and fries", "text|text", "Password|" + Mark},
		{"what is said", "Password|must have eight characters", "text|text", "Password|must have eight characters"},
	} {
		names := strings.Split(c.names, "|")
		var roles []string
		if c.roles != "" {
			roles = strings.Split(c.roles, "|")
		}
		if Names(names, roles); !slices.Equal(names, strings.Split(c.want, "|")) {
			t.Errorf("%s: %q", c.name, names)
		}
	}
}
