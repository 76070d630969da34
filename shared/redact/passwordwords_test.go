package redact

import "testing"

// TestAWordThatInterfacesDoNotUseIsAPassword has single words behind a label.
func TestAWordThatInterfacesDoNotUseIsAPassword(t *testing.T) {
	for in, want := range map[string]string{
		"Sanne: wachtwoord van de tablet is stroopwafel": "Sanne: wachtwoord van de tablet is " + Mark,
		"The password is dandelion":                      "The password is " + Mark,
		"The password is required":                       "The password is required",
		"Het wachtwoord is verlopen":                     "Het wachtwoord is verlopen",
	} {
		if got := Text(in); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}

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
