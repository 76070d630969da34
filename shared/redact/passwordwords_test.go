package redact

import "testing"

// TestMadeUpWordsAreNoRemark has words behind an English label that end as Romance participles do, and such participles.
func TestMadeUpWordsAreNoRemark(t *testing.T) {
	for in, want := range map[string]string{
		"The password is tavida laninumu pilinu": "The password is " + Mark,
		"Passwort: gazato tamabuza mufupi":       "Passwort: gazato tamabuza mufupi", // behind a colon it may be in any language
		"La password è salvata nel browser":      "La password è salvata nel browser",
		"La contraseña es guardada por separado": "La contraseña es guardada por separado",
		"The password is stored in the browser":  "The password is stored in the browser",
	} {
		if got := Text(in); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}
