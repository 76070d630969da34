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

func TestALongerSecretGoesBeforeItsParts(t *testing.T) {
	k := New([]byte("salt"))
	for _, secret := range []string{"1234", "foo-1234", "bar 1234 foo-1234"} {
		k.Add(secret)
	}
	for in, want := range map[string]string{
		"x foo-1234 y 1234":   "x [REDACTED] y [REDACTED]",
		"a bar 1234 foo-1234": "a [REDACTED]",
		"1234foo-1234":        "1234[REDACTED]",
	} {
		if got := k.Mask(in); got != want {
			t.Errorf("Mask(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMasksSecretsInAddresses(t *testing.T) {
	k := New([]byte("salt"))
	for _, secret := range []string{"p@ss wörd+1", "482913", "ab%41cd"} {
		k.Add(secret)
	}
	for in, want := range map[string]string{
		"https://x.test/hi/p%40ss%20w%C3%B6rd%2B1/z": "https://x.test/hi/[REDACTED]/z",
		"https://x.test/?q=p%40ss+w%C3%B6rd%2B1&r=2": "https://x.test/?q=[REDACTED]&r=2",
		"https://x.test/p@ss%20wörd+1":               "https://x.test/[REDACTED]",
		"https://x.test/#482913":                     "https://x.test/#[REDACTED]",
		"https://x.test/%34%382913?a=%zz&b=%4":       "https://x.test/[REDACTED]?a=%zz&b=%4",
		"https://x.test/48291":                       "https://x.test/48291",
		"https://x.test/1482913":                     "https://x.test/1482913",
		"":                                           "",
	} {
		if got := k.MaskURL(in); got != want {
			t.Errorf("MaskURL(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWhatIsTypedOutlivesItsSecrets(t *testing.T) {
	k, again := New([]byte("salt")), New([]byte("salt"))
	for secret, kept := range map[string]bool{"purple sausages": true, "1720": true, "ÄÖÜ": false, "123": false, "": false, redact.Mark: false, strings.Repeat("x", redact.MaxText+1): false} {
		stored := k.AddTyped(secret)
		if (stored != "") != kept {
			t.Errorf("AddTyped(%q) = %q", secret, stored)
		}
		if stored != "" && (!again.Restore(stored) || again.Restore(stored) || k.AddTyped(secret) != "") {
			t.Errorf("%q is not new once", secret)
		}
	}
	for _, bad := range []string{"", "x", "AAAA", strings.Repeat("A", 35), strings.Repeat("A", 36), "!"} {
		if again.Restore(bad) {
			t.Errorf("%q stands for a secret", bad)
		}
	}
	const said = "Say purple sausages, 1720 and 123"
	if got, want := again.Mask(said), "Say [REDACTED], [REDACTED] and 123"; got != want || k.Mask(said) != want {
		t.Errorf("%q became %q", said, got)
	}
}

func TestWordsOfInterfacesAndTheApplicationAreNoSecrets(t *testing.T) {
	const page = "Lab: Zabbix https://lab.corp.test/hunter2/login?next=/setup"
	for typed, public := range map[string]bool{"zabbix": true, "ADMIN": true, "Password": true, "password1": false, "user-guest": false, "setup": true, "test": true, "hunter": false, "hunter2": false, "zab": false, "corp.test": false, "": false} {
		if got := Public(typed, page); got != public {
			t.Errorf("Public(%q) is %v", typed, got)
		}
	}
}

func FuzzRestore(f *testing.F) {
	f.Add("AAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "text")
	f.Fuzz(func(t *testing.T, stored, text string) {
		k := New([]byte("salt"))
		k.Restore(stored)
		k.Mask(text)
		k.MaskURL(text)
	})
}

func TestHiddenFindsWhatLabelsBesideShow(t *testing.T) {
	hidden := Hidden([]string{"Settings", "PIN", "4711", "Copy", "Client secret", "Xk29fLq0aZ77", "Save"}, nil, nil)
	if got := hidden.Mask("4711"); got != redact.Mark {
		t.Errorf("the PIN stays: %q", got)
	}
	if got := hidden.Mask("Save"); got != "Save" {
		t.Errorf("an ordinary name became %q", got)
	}
}
