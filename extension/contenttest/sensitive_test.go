package contenttest

import (
	"encoding/json"
	"slices"
	"testing"

	"cairn/shared/redact"
	"cairn/testdata/vectors"
)

// TestFieldsAreSensitiveAsInTheCore compares the page's judgement of field names with
// that of package redact.
func TestFieldsAreSensitiveAsInTheCore(t *testing.T) {
	t.Parallel()
	names := []string{"APIKey", "user-pin", "2fa-code", "import-srp__srp-word-0", "Passwort bestätigen", "密码", "secretary", "Token ID", "tokenAddress", "token", "boarding-pass", "mapPin", "XMLHttpToken", "İstanbul", "cell 0 0", "Q1 2026 Planning"}
	for _, c := range vectors.Cases[struct{ Field string }](t, "redaction_field.json") {
		names = append(names, c.Field)
	}
	asked, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	tb := open(t, "other.html")
	var says []bool
	tb.eval(string(asked)+".map((n) => Cairn.sensitive.says(n))", &says)
	for i, name := range names {
		if says[i] != redact.Sensitive(name) {
			t.Errorf("%q: the page says %v, the core %v", name, says[i], redact.Sensitive(name))
		}
	}
}

// TestFieldsAreSensitiveByTheirPage: new-password on many fields means nothing, because pages have it so that browsers fill
// none of them, and a field without a name is for a secret that the last sentence before it names, if it is no question.
func TestFieldsAreSensitiveByTheirPage(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	var is []bool
	tb.eval(`(() => {
		const field = (name) => '<label>' + name + ' <input autocomplete=new-password></label>';
		const judged = (html) => { document.body.innerHTML = html; return [...document.querySelectorAll('input')].map((el) => Cairn.sensitive.is(el)); };
		return [...judged(field('City') + field('Again')), ...judged('<p>Passphrase <b>*</b></p><input><p>Forgot your password?</p><input><p>Your pass is ready. Add a note</p><input>'), ...judged(field('City') + field('Subject') + field('Password') + '<input type=password autocomplete=new-password>')];
	})()`, &is)
	if want := []bool{true, true, true, false, false, false, false, true, true}; !slices.Equal(is, want) {
		t.Errorf("fields are sensitive: %v, want %v", is, want)
	}
}

// TestAMaskedNameFindsItsElement: agents name elements as they were shown them.
func TestAMaskedNameFindsItsElement(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	var found []int
	tb.eval(`(async () => {
		document.body.innerHTML = '<button>Reveal key sk-live-a1b2c3</button><button>Reveal key</button><button data-testid="row-ghp_16C7e42F">Other</button>';
		const matches = async (target) => (await askContent({to: 'content', kind: 'locate', locate: {tabId: 1, target, for: 'see', timeoutMs: 1}})).located?.matches ?? 0;
		return [await matches({role: 'button', name: 'Reveal key [REDACTED]'}), await matches({testId: 'row-[REDACTED]'}), await matches({role: 'button', name: 'Copy [REDACTED]'}), await matches({role: 'button', name: 'Reveal key'})];
	})()`, &found)
	if want := []int{1, 1, 0, 1}; !slices.Equal(found, want) {
		t.Errorf("matches are %v, want %v", found, want)
	}
}
