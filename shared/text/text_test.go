package text

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"cairn/testdata/vectors"
)

func same(a, b []string) bool { return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) }

// mended holds the wanted result where a vector's verdict is "differ".
var mended = map[string][]string{
	"搜索手机":           {"搜索", "索手", "手机"},
	"emoji 🚀 rocket": {"emoji", "rocket"},
	"İstanbul":       {"istanbul"},
	"nft2Tab":        {"nft2", "tab", "nft2tab"},
	"OAuth2Login":    {"auth2", "login", "auth2login"},
	"购物车-button":     {"购物", "物车", "button"},
}

func TestTokenizeVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Verdict, Query string
		Expected           []string
	}](t, "tokenize.json") {
		want := c.Expected
		if c.Verdict == "differ" {
			want = mended[c.Query]
		}
		if got := Tokenize(c.Query); !same(got, want) {
			t.Errorf("%s: Tokenize(%q) = %q, want %q", c.ID, c.Query, got, want)
		}
	}
}

func TestTokenizeIdentifierVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Verdict, Identifier string
		Expected                []string
	}](t, "tokenize_identifier.json") {
		want := c.Expected
		if c.Verdict == "differ" {
			want = mended[c.Identifier]
		}
		if got := TokenizeIdentifier(c.Identifier); !same(got, want) {
			t.Errorf("%s: TokenizeIdentifier(%q) = %q, want %q", c.ID, c.Identifier, got, want)
		}
	}
}

func TestExpandSynonymsVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID               string
		Tokens, Expected []string
	}](t, "synonyms.json") {
		if got := ExpandSynonyms(c.Tokens); !same(got, c.Expected) {
			t.Errorf("%s: ExpandSynonyms(%q) = %q, want %q", c.ID, c.Tokens, got, c.Expected)
		}
	}
}

func TestTokenizeEveryScript(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"café crème", "café crème"},
		{"Straße", "straße"},
		{"Отправить деньги", "отправить деньги"},
		{"ارسال پول", "ارسال پول"},
		{"पैसे भेजें", "पैसे भेजें"},
		{"購入", "購入"},
		{"买", "买"},
		{"買い物かごに追加", "買い い物 物か かご ごに に追 追加"},
		{"スーパー", "スー ーパ パー"},
		{"결제하기", "결제 제하 하기"},
		{"iPhone手机 Pro", "iphone 手机 pro"},
		{"ＡＢＣ１２", "abc12"},
		{"、。！", ""},
		{"e\u0301te\u0301", "e\u0301te\u0301"},
		{"constructor __proto__", "constructor proto"},
		{"\u202esend\u202c\x00now", "send now"},
	} {
		if got := strings.Join(Tokenize(c.in), " "); got != c.want {
			t.Errorf("Tokenize(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFoldForgivesAccents(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"café", "cafe"}, {"cafe\u0301", "cafe"}, {"straße", "strasse"}, {"đặng", "dang"},
		{"łódź", "lodz"}, {"ёлка", "елка"}, {"йод", "йод"}, {"搜索", "搜索"}, {"send", "send"},
		{"भेजें", "भेजें"}, {"\u0301", "\u0301"},
	} {
		if got := Fold(c.in); got != c.want {
			t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLongestCommonSubstring(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 0}, {"abc", "abc", 3}, {"xabcy", "zabcw", 3}, {"abcd", "dcba", 1},
		{"搜索手机价格", "在京东搜索手机", 4}, {"aaaa", "aa", 2}, {"abab", "baba", 3}, {"send eth", "please send it", 5},
		{"\xff\xfe", "\xff", 1},
	} {
		if got := LongestCommonSubstring(c.a, c.b); got != c.want {
			t.Errorf("LongestCommonSubstring(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// slowLCS tries every run of a.
func slowLCS(a, b string) (best int) {
	x, in := []rune(a), string([]rune(b))
	for i := range x {
		for i+best < len(x) && strings.Contains(in, string(x[i:i+best+1])) {
			best++
		}
	}
	return best
}

func FuzzLongestCommonSubstring(f *testing.F) {
	f.Add("xabcy", "zabcw")
	f.Add("aabaab", "abaaba")
	f.Add("搜索手机", "手机搜索")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)*len(b) > 1<<12 {
			t.Skip()
		}
		if got, want := LongestCommonSubstring(a, b), slowLCS(a, b); got != want {
			t.Errorf("LongestCommonSubstring(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

func FuzzTokenize(f *testing.F) {
	for _, s := range []string{"Send 0.1 ETH", "搜索手机", "nft2Tab", "café", "İ", "\xff\xfe", "*a*a*", "e\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := Tokenize(s)
		if again := Tokenize(strings.Join(words, " ")); !same(again, words) {
			t.Errorf("Tokenize is not stable on its own words: %q, then %q", words, again)
		}
		for _, w := range append(words, TokenizeIdentifier(s)...) {
			if !utf8.ValidString(w) || w == "" || Fold(w) == "" || Stem(Fold(w)) == "" {
				t.Errorf("Tokenize(%q) gives the word %q", s, w)
			}
		}
	})
}
