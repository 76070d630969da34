package redact

import (
	"strings"
	"testing"

	"cairn/testdata/vectors"
)

func TestSensitiveFieldVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Verdict, Field string
		Expected           bool
	}](t, "redaction_field.json") {
		want := c.Expected
		if c.Verdict == "differ" {
			want = !want // the vectors' "wanted": tokens, not substrings
		}
		if got := Sensitive(c.Field); got != want {
			t.Errorf("%s: Sensitive(%q) = %v, want %v", c.ID, c.Field, got, want)
		}
	}
}

func TestSensitiveGoesByTokens(t *testing.T) {
	yes := []string{"pin", "user-pin", "card", "cardNumber", "cc-number", "credit card", "Card number", "authorization", "accessToken", "api_key",
		"APIKey", "2fa-code", "mfa", "recovery-phrase-3", "import-srp__srp-word-0", "Secret Recovery Phrase", "#login_password", "newpassword", "input[name=cvc]",
		"Date of birth", "verificationCode", "one-time-code", "Passwort bestätigen", "密码", "contraseña", "sort-code", "csrf_token", "private_key", "client_secret",
		"Geheim", "Segreto", "Секрет", "Wie hieß Ihr erstes Haustier?", "What was the name of your first school?", "userpassword2", "Sicherheitscode / CVV", "Token", "token-input", "Social security number",
		"Lösenord", "Jelszó", "Salasana uudelleen", "كلمة المرور", "סיסמה", "Mật khẩu", "Tajné heslo", "암호", "パスコード", "Секретный ключ", "Clé secrète", "WLAN-Schlüssel"}
	no := []string{"Geheimtipp", "Sekretariat", "What is your first name?", "API Key Label", "access token name", "Key description", "secretary", "seedling", "paraphrase", "tokenise", "username", "email", "search", "card-title-input", "Enter a title for this card", "flashcard",
		"token-amount", "tokenAddress", "Search tokens", "spinner", "pinned", "mapPin", "passenger", "compass", "boarding-pass", "keyboard", "monkey", "key", "code",
		"promo-code", "zip code", "area code", "description", "postcode", "random seed", "tangent", "business card name", "authors", "", "bypass", "amount", "recipient",
		"Schlüsselwort", "Keyboard", "Red key", "Parolee", "Tastaturschlüssel", "клавиша", "Cartridge", "Ключевые слова", "mot clé"}
	for _, name := range yes {
		if !Sensitive(name) {
			t.Errorf("%q is not sensitive, and should be", name)
		}
	}
	for _, name := range no {
		if Sensitive(name) {
			t.Errorf("%q is sensitive, and should not be", name)
		}
	}
}

func TestURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://Example.com/a/b?x=1#top":                                          "https://example.com/a/b?x=#top",
		"https://user:pw@secret.example.org/p":                                     "https://secret.example.org/p",
		"https://x.test/reset/9f8c7d6e5a4b3c2d1e0f9a8b?email=a@b.c":                "https://x.test/reset/:token?email=",
		"https://x.test/cb#access_token=abc&state=1":                               "https://x.test/cb",
		"https://x.test/#/send/asset?amount=5&tab=nft":                             "https://x.test/#/send/asset?amount=&tab=nft",
		"https://x.test/#!/inbox":                                                  "https://x.test/#!/inbox",
		"https://mail.test/u/0/#inbox/FMfcgzQXKhbDlZxKwPqRsTuVw123":                "https://mail.test/u/0/#inbox/:token",
		"https://news.test/world/top-10-tips-for-better-sleep-2026":                "https://news.test/world/top-10-tips-for-better-sleep-2026",
		"https://shop.test/index.php?route=checkout/cart&sid=abc":                  "https://shop.test/index.php?route=checkout/cart&sid=",
		"https://shop.test/list?page=2&sort=price_asc":                             "https://shop.test/list?page=2&sort=price_asc",
		"https://x.test/p?id=9f8c7d6e5a4b3c2d1e0f":                                 "https://x.test/p?id=",
		"https://x.test/?eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc":                 "https://x.test/",
		"https://x.test/o/550e8400-e29b-41d4-a716-446655440000/edit":               "https://x.test/o/:token/edit",
		"https://x.test/%E6%90%9C%E7%B4%A2":                                        "https://x.test/%E6%90%9C%E7%B4%A2",
		"data:text/html,<b>secret</b>":                                             "data:",
		"blob:https://x.test/550e8400-e29b-41d4-a716-446655440000":                 "blob:",
		"javascript:alert(1)":                                                      "javascript:",
		"mailto:ada@example.org":                                                   "mailto:",
		"about:blank":                                                              "about:blank",
		"/login?next=/x&code=123":                                                  "/login?next=&code=",
		"":                                                                         "",
		"chrome-extension://abc/home.html#/confirm-transaction/0xabc/1":            "chrome-extension://abc/home.html#/confirm-transaction/0xabc/1",
		"http://127.0.0.1:3000/wallet/#/":                                          "http://127.0.0.1:3000/wallet/#/",
		"https://x.test/" + strings.Repeat("ab/", 4000):                            "https://x.test/" + strings.Repeat("ab/", 677) + "ab",
		"https://x.test/reset-password-aB3dE5fG7hI9jK1lM3nO5p/done?lang=en#!/x?t=": "https://x.test/:token/done?lang=en#!/x?t=",
	} {
		got := URL(in)
		if got != want {
			t.Errorf("URL(%.80q)\n  got  %.120q\n  want %.120q", in, got, want)
		}
		if again := URL(got); again != got {
			t.Errorf("URL(URL(%.80q)) = %.80q, was %.80q", in, again, got)
		}
	}
}

func TestAddressesInTextKeepWhatAnybodyCanRead(t *testing.T) {
	for in, want := range map[string]string{
		"[ci]: https://img.shields.io/badge/ci.svg?branch=main&style=flat-square": "",
		"See https://h.test/issues?q=is%3Aopen+label%3Abug#comments.":             "",
		"https://h.test/compare/v1.12.0...v1.13.0?expand=1":                       "",
		"new URL(`http://${host}:${port}/`)":                                      "",
		"https://h.test/login?next=%2Fdashboard":                                  "",
		"https://h.test/?q=sunshine&password=sunshine":                            "https://h.test/?q=sunshine&password=",
		"https://h.test/?invite=sunshine":                                         "https://h.test/?invite=",
		"https://h.test/?c=482913&n=12":                                           "https://h.test/?c=&n=12",
		"https://h.test/?u=ada%40x.test":                                          "https://h.test/?u=",
		"https://h.test/?r=xkqzvw&s=q8w7e6":                                       "https://h.test/?r=&s=",
	} {
		if want == "" {
			want = in
		}
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := URL("https://h.test/?q=sunshine"), "https://h.test/?q="; got != want {
		t.Errorf("the address of a page is %q, want %q", got, want)
	}
}

func TestFoundByNamesTheRules(t *testing.T) {
	for in, want := range map[string]string{
		"Add to cart":      "",
		"Your PIN is 4821": "code after its name",
		"See https://h.test/?token=q8w7e6r5 with password: q8w7e6r5": "address,assignment",
	} {
		if got := strings.Join(FoundBy(in), ","); got != want {
			t.Errorf("FoundBy(%q) = %q, want %q", in, got, want)
		}
	}
}
