package redact

import (
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// listed are words of each list, in the order of the sets.
var listed = []struct{ name, words string }{
	{"BIP-39 czech", "abdikace abeceda adresa agrese akce aktovka alej alkohol amputace ananas andulka anekdota"},
	{"BIP-39 english", "legal winner thank year wave sausage worth useful switch change delay trigger"},
	{"BIP-39 french", "abaisser abandon abdiquer abeille abolir aborder aboutir aboyer abrasif abreuver abriter abroger"},
	{"BIP-39 french, decomposed", "abaisser abandon abdiquer académie acquérir adéquat abolir aborder aboutir aboyer abrasif abreuver"},
	{"BIP-39 italian", "abaco abbaglio abbinato abete abisso abolire abrasivo abrogato accadere accenno accusato acetone"},
	{"BIP-39 portuguese", "abacate abaixo abalar abater abduzir abelha aberto abismo abotoar abranger abreviar abrigar"},
	{"BIP-39 spanish", "ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar"},
	{"BIP-39 spanish, decomposed", "ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso ácido"},
	{"BIP-39 spanish without accents", "abaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acido"},
	{"SLIP-39", "academic acid acne acquire acrobat activity actress adapt adequate adjust admit adorn"},
	{"Monero dutch", "aalglad aalscholver aambeeld aangeef aanlandig aanvaard aanwakker aapmens aarten abdicatie abnormaal abrikoos"},
	{"Monero english", "tavern cube duckling amaze fuselage gulp saxophone ritual vulture agony tender eggs"},
	{"Electrum's first", "like just love know never want time out there make look eye"},
	{"Monero french", "abandon abattre aboi abolir aborder abri absence absolu abuser acacia acajou accent"},
	{"Monero german", "Abakus Abart abbilden Abbruch Abdrift Abendrot Abfahrt abfeuern Abflug abfragen Abglanz abhärten"},
	{"Monero russian", "абажур абзац абонент абрикос абсурд авангард август авиация авоська автор агат агент"},
}

func TestNamesFindsWordsOfAnyListAmongOthers(t *testing.T) {
	for _, l := range listed {
		words := strings.Fields(l.words)
		names := slices.Concat([]string{"Show", "4", "Show all"}, words, []string{"done", "", "Continue"})
		if !Names(names, nil) {
			t.Errorf("%s: %q stayed", l.name, words)
		}
		for i, name := range names[3 : 3+len(words)] {
			if name != Mark {
				t.Errorf("%s: %q stayed", l.name, words[i])
			}
		}
		if names[0] != "Show" || names[2] != "Show all" || names[len(names)-1] != "Continue" {
			t.Errorf("%s: more than the phrase went: %q", l.name, names)
		}
	}
}

func TestTextFindsWordsOfAnyList(t *testing.T) {
	for _, l := range listed {
		lower := strings.ToLower(l.words)
		if got := Text(lower); got != Mark {
			t.Errorf("%s: Text(%q) = %q", l.name, lower, got)
		}
	}
}

// words that no wallet has, as pages have them: a palette, a list of tags, columns.
var palettes = []string{
	"inject debug complete catch status comment function switch change range template delay trigger exec filter",
	"accordion alert badge breadcrumb button carousel dropdown modal navbar pagination popover progress",
	"javascript typescript python golang rust kotlin swift haskell erlang elixir clojure scala",
	"merge split sort batch csv html json xml yaml tcp udp http",
}

func TestNamesKeepsPalettes(t *testing.T) {
	for _, p := range palettes {
		names := strings.Fields(p)
		if Names(names, nil) {
			t.Errorf("%q was taken for a phrase: %q", p, names)
		}
		if got := Text(strings.Join(names, " ")); got != p {
			t.Errorf("Text(%q) = %q", p, got)
		}
	}
}

func TestNamesFindsUnlistedWordsOfAWallet(t *testing.T) {
	words := strings.Fields(palettes[1])
	for name, names := range map[string][]string{
		"behind what a wallet calls them": append([]string{"Secret recovery phrase"}, words...),
		"numbered":                        {"1. accordion", "2. alert", "3. badge", "4. breadcrumb", "5. button", "6. carousel", "7. dropdown", "8. modal", "9. navbar", "10. pagination", "11. popover", "12. progress"},
		"a few of them":                   {"Seed phrase (1-3)", "ocean garlic hammer"},
	} {
		if last := len(names) - 1; !Names(names, nil) || names[last] != Mark || names[1] != Mark {
			t.Errorf("%s: %q", name, names)
		}
	}
}

func TestNamesFindsTheWordsThatAWalletAsksFor(t *testing.T) {
	for _, label := range []string{"Word 7", "#7", "7"} {
		names := []string{"Confirm your recovery phrase", label, "galaxy", "next", "Word 9 of 12"}
		if !Names(names, nil) || names[2] != Mark || names[3] != "next" {
			t.Errorf("%q", names)
		}
		if names := []string{"Spelling test", label, "galaxy"}; Names(names, nil) {
			t.Errorf("without a wallet: %q", names)
		}
	}
}

// TestAddingSomethingIsNoLabel: the name behind a button that adds a card is no secret.
func TestAddingSomethingIsNoLabel(t *testing.T) {
	if names := []string{"+ Add a card", "Doing2", "+ Create a token", "Review14"}; Names(names, nil) {
		t.Errorf("got %q", names)
	}
}

// TestNamesFindsListsOfCodes: each code is an element of its own, under a heading in any
// language, and some look like cards by themselves.
func TestNamesFindsListsOfCodes(t *testing.T) {
	for _, names := range [][]string{
		{"Save your backup codes", "bx1j-1dmv", "r9jv-vcrb", "ltl6-z939", "dmbr-2sa6", "eiai-36tk"},
		{"Záložní kódy", "9enh22o5me", "k9zyf5mw4g", "5jq1atxe7u", "ntx87iwoz2"},
		{"Codes de récupération", "zuhrulv6", "mooagzl1", "oin2wcmw", "isef43e2"},
		{"Save these codes", "nzvsu-62pte", "24q6b-u90th", "rnolo-mwvhg", "f0jn6-39feu"},
		{"Two-factor recovery", "1. 44b2965e", "2. 05b53c64", "3. 53520e8d", "4. 1d899ca0"},
		{"バックアップ コード", "89978866", "01364656", "87350776", "91406649"},
	} {
		got := make([]string, len(names))
		for i, name := range names {
			got[i] = Text(name)
		}
		Names(got, nil)
		if got[0] != names[0] || slices.ContainsFunc(got[1:], func(name string) bool { return name != Mark }) {
			t.Errorf("%q becomes %q", names, got)
		}
	}
	said := []string{"Recovery codes", "Keep these somewhere safe", "Each works once", "i4y3-b418", "reha-x4rd", "gikr-4ujg", "Download"}
	Names(said, nil)
	if got := strings.Join(said, "|"); got != "Recovery codes|Keep these somewhere safe|Each works once|"+Mark+"|"+Mark+"|"+Mark+"|Download" {
		t.Errorf("below two sentences: %s", got)
	}
	if before := []string{"482914", "is the next order", "482913", "is your login code"}; !Names(before, nil) || before[2] != Mark || before[0] != "482914" {
		t.Errorf("before its sentence: %q", before)
	}
	if apart := []string{"Backup codes", "1.", "0662 2074", "2.", "8577 8494", "3.", "5575 9807"}; !Names(apart, nil) || strings.Join(apart, "|") != "Backup codes|1.|"+Mark+"|2.|"+Mark+"|3.|"+Mark {
		t.Errorf("beside their numbers: %q", apart)
	}
	for _, names := range [][]string{
		{"Recovery codes", "Order numbers below", "Sorted by date", "Newest first", "10442817", "20938471", "19294857"},
		{"Product codes", "10442817", "20938471", "19294857", "20448139"},
		{"Codes", "2019", "2020", "2021", "2022"},
		{"Database backup", "10442817", "20938471", "19294857"},
	} {
		if got := slices.Clone(names); Names(got, nil) {
			t.Errorf("%q becomes %q", names, got)
		}
	}
}

// TestNamesFindsCodesOfAuthenticators: only the names beside them tell them from thousands.
func TestNamesFindsCodesOfAuthenticators(t *testing.T) {
	for _, names := range [][]string{{"GitHub", "ada-l", "482 913", "12s"}, {"Nextcloud: ada", "482\u00a0913", "00:14"}, {"ada@x.test", "482 913", "Next"}, {"Two-factor codes", "GitHub", "482 913", "Next"}, {"482 913", "Amazon (ada@x.test)"}} {
		if got := slices.Clone(names); !Names(got, nil) || got[len(got)-2] != Mark {
			t.Errorf("%q becomes %q", names, got)
		}
	}
	for _, names := range [][]string{{"Views", "482 913", "0:42"}, {"Stars", "482 913", "Forks"}, {"Build", "482913", "12s"}} {
		if got := slices.Clone(names); Names(got, nil) {
			t.Errorf("%q becomes %q", names, got)
		}
	}
}

func TestACardsCodeIsBehindItsNumberAndMonth(t *testing.T) {
	if names := []string{"Visa", Mark, "03/29", "967"}; !Names(names, nil) || names[3] != Mark {
		t.Errorf("a card became %q", names)
	}
	for _, names := range [][]string{{"Visa", "Platinum", "03/29", "967"}, {"Visa", Mark, "13/29", "967"}} {
		if got := slices.Clone(names); Names(got, nil) {
			t.Errorf("%q becomes %q", names, got)
		}
	}
}

func TestALabelMayHaveTwoParts(t *testing.T) {
	if names := []string{"SIM PIN / PUK", "5153 / 46534223"}; !Names(names, nil) || names[1] != Mark {
		t.Errorf("got %q", names)
	}
	if names := []string{"Rows / columns", "5153 / 46534223"}; Names(names, nil) {
		t.Errorf("got %q", names)
	}
}

func TestALabelMayHaveARemark(t *testing.T) {
	for _, names := range [][]string{{"PIN (4 digits)", "4829"}, {"Disarm code", "8027"}, {"WLAN-Netzwerkschlüssel (WPA2)", "86948912387038196149"}, {"API key (v2)", "9f86d081884c7d659a2feaa0"}} {
		if got := slices.Clone(names); !Names(got, nil) {
			t.Errorf("%q stays", names)
		}
	}
	if names := []string{"Password (required)", "Show"}; Names(names, nil) {
		t.Errorf("got %q", names)
	}
}

func TestSetsAreAsManyAsListsAndSparse(t *testing.T) {
	if len(wordSets) != 18*setBytes {
		t.Fatalf("%d bytes, expected 18 sets of %d", len(wordSets), setBytes)
	}
	for i := range 18 {
		n := 0
		for _, b := range wordSets[i*setBytes : (i+1)*setBytes] {
			n += bits.OnesCount8(b)
		}
		if n < 900 || n > 8*setBytes*16/100 {
			t.Errorf("set %d has %d bits", i, n)
		}
	}
}

func TestASignBesideALabelIsNoValue(t *testing.T) {
	fields := []string{"Log in", "Username", "*", "Username *", "Password", "*", "Password *", "CANCEL"}
	if names := slices.Clone(fields); Names(names, nil) {
		t.Errorf("fields that are required became %q", names)
	}
	if names := []string{"Password", ":", "*", "hunter22x"}; !Names(names, nil) || names[1] != ":" || names[3] != Mark {
		t.Errorf("a value behind signs became %q", names)
	}
}

// FuzzNames: a name that stays is as it was, and a second time nothing goes.
func FuzzNames(f *testing.F) {
	for _, l := range listed {
		f.Add(l.words)
	}
	f.Add("1. accordion 2 alert\x00 Ábaco 12")
	f.Fuzz(func(t *testing.T, text string) {
		names := strings.Split(text, " ")
		before := slices.Clone(names)
		changed := Names(names, nil)
		if changed == slices.Equal(before, names) {
			t.Errorf("%v for %q, which became %q", changed, before, names)
		}
		for i := range names {
			if names[i] != before[i] && names[i] != Mark {
				t.Errorf("%q became %q", before[i], names[i])
			}
		}
	})
}
