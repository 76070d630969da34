package redact

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const phrase = "abandon ability able about above absent absorb abstract absurd abuse access accident"

// secrets are strings with something in them that must not be kept: the part
// that must go, as it stands in the text. None is real.
var secrets = []struct{ name, text, secret string }{
	{"pem", "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"},
	{"jwt", "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r", "eyJzdWIiOiIxMjM0In0"},
	{"hex key", "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318", "4c0883a69102937d"},
	{"wif", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "5HueCGU8rMjxEXxiPuD5"},
	{"xprv", "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi", "s21ZrQH143K3QTDL4LXw"},
	{"aws", "key AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"},
	{"aws secret", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "bPxRfiCYEXAMPLEKEY"},
	{"github", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F292c6912E7710c838347Ae178B4a"},
	{"gitlab", "glpat-7yX2kP9qLmZ4vB6nR8sT", "7yX2kP9qLmZ4vB6nR8sT"},
	{"slack", "xoxb-123456789012-abcdEFGHijkl", "123456789012-abcdEFGHijkl"},
	{"stripe", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"},
	{"google", "AIzaSyD4x9bC7aQ2wE5rT8yU1iO3pA6sD9fG0hJ", "SyD4x9bC7aQ2wE5rT8yU1"},
	{"npm", "npm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "a1B2c3D4e5F6g7H8"},
	{"sendgrid", "SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc", "TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc"},
	{"bearer", "Authorization: Bearer abc123.def456-ghi", "abc123.def456-ghi"},
	{"basic", "Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA"},
	{"ssn", "SSN 078-05-1120 on file", "078-05-1120"},
	{"iban", "Pay to DE89 3704 0044 0532 0130 00 today", "3704 0044 0532 0130"},
	{"card", "Visa 4111 1111 1111 1111 exp 12/29", "4111 1111 1111 1111"},
	{"card amex", "378282246310005", "378282246310005"},
	{"cvv", "CVV: 123", "123"},
	{"otp", "Your verification code is 482913.", "482913"},
	{"otp split", "Use code 482 913 to sign in", "482 913"},
	{"otp first", "482913 is your Acme login code", "482913"},
	{"otp google", "G-482913 is your Google verification code", "482913"},
	{"otp chinese", "验证码：482913，请勿泄露", "482913"},
	{"seed phrase", "Your phrase: " + phrase, "abandon ability"},
	{"seed numbered", "1. abandon 2. ability 3. able 4. about 5. above 6. absent 7. absorb 8. abstract 9. absurd 10. abuse 11. access 12. accident", "absorb"},
	{"seed capitals", strings.ToUpper(phrase), "ABANDON"},
	{"assigned", "Temporary password: Xk9#mQ2v", "Xk9#mQ2v"},
	{"env", "DB_PASSWORD=hunter2x", "hunter2x"},
	{"quoted", `{"api_key": "q8w7e6r5"}`, "q8w7e6r5"},
	{"dsn", "postgres://admin:s3cr3t@db.internal:5432/app", "s3cr3t"},
	{"link", "Reset: https://x.test/reset?token=abc123", "abc123"},
	{"totp", "otpauth://totp/Acme:ada?secret=JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXP"},
	{"recovery codes", "f7d2e-91ac3 8b4c1-d0e5f", "91ac3"},
	{"license key", "A1B2C-D3E4F-G5H6I-J7K8L", "D3E4F"},
	{"stellar", "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR", "SBU2RRGLXH3E5CQH"},
	{"telegram", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "AAHdqTcvCH1vGWJx"},
	{"azure", "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsu==", "Eby8vdM02xNOcqFlqUwJ"},
	{"wifi", "WIFI:T:WPA;S:home;P:m0rning-sun;;", "m0rning"},
	{"account", "Account number: 12345678", "12345678"},
	{"ripple", "snoPBrXtMeMyMHUVTgbuqAfg1SUTb", "MeMyMHUVT"},
	{"puk", "PUK 12345678", "12345678"},
	{"answer", "Security answer: Fluffy", "Fluffy"},
	{"a word behind the name of a password", "Parola d'ordine: melograno", "melograno"},
	{"a word with a capital behind it and what it is for", "Passwort für das Gäste-WLAN: Kuchenblech", "Kuchenblech"},
	{"code of a network", "The guest wifi code is harvest-moon", "harvest-moon"},
	{"password of a network", "La password del wifi è nonna-lucia", "nonna-lucia"},
	{"words with a capital and a number", "Mot de passe provisoire Etoile-Filante9", "Etoile"},
	{"a word between name and number", "CLABE interbancaria 193915914846231000", "1939"},
	{"a number with capitals and no word for number", "Voter ID ABC1234567", "1234567"},
	{"whose number", "Steuer-ID des Kindes: 47272226613", "4727"},
	{"a number between name and number", "Паспорт 45 12 номер 447834", "447834"},
	{"password with a sign and one digit", "Sign in as m.roe with password Lantern#Reef9", "Reef9"},
	{"four digits at the end behind the name of a password", "Voicemail password 9931", "9931"},
	{"number of a bank's form", "RIB : 59426 83310 37548206991 83", "37548206991"},
	{"number after the word for id", "ID nasional 9699002490542846", "9699"},
	{"code on a card's back", "3-digit code on the back: 903", "903"},
	{"day of birth in a sentence", "Né le 12/04/1985", "1985"},
	{"label in brackets behind it", "Guest WLAN Sommerwiese24 (Passwort)", "wiese24"},
	{"key of an authenticator without digits", "Setup key: edgg myml lusv uxvl", "lusv"},
	{"code behind a card and its date", "Visa 4111 1111 1111 1111 08/27 221", "221"},
	{"code behind a card", "Amex 3782 822463 10005 CID 4471", "4471"},
	{"spanish phrase", "ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar", "abogado"},
	{"monero phrase", "tavern cube duckling amaze fuselage gulp saxophone ritual vulture agony tender eggs", "saxophone"},
	{"chinese phrase", "的 一 是 在 不 了 有 和 人 这 中 大", "人 这"},
	{"japanese phrase", "あいこくしん　あいさつ　あいだ　あおぞら　あかちゃん　あきる　あけがた　あける　あこがれる　あさい　あさひ　あしあと", "あおぞら"},
	{"backup codes", "Backup codes: 1234 5678, 8765 4321", "8765 4321"},
	{"code of letters", "Code: ABX9-KQ2P", "KQ2P"},
	{"otp use", "774411 - use this to log in", "774411"},
	{"password with &", "password is Tr0ub4dor&3", "&3"},
	{"password with two %", "Ihr Passwort lautet Xh2VXxd%%07QZ", "07QZ"},
	{"account german", "Kontonummer: 12345678", "12345678"},
	{"address in brackets", "[reset](https://x.test/reset?token=abc123)", "abc123"},
	{"password set", "We set your new password to ivory37E.", "ivory37E"},
	{"unknown maker", "deploy with zq_9fK2mX7pL4vN8bR3tW6yA1cE5", "9fK2mX7pL4vN8bR3tW6yA1cE5"},
}

func TestTextRemovesSecrets(t *testing.T) {
	for _, c := range secrets {
		got := Text(c.text)
		if strings.Contains(got, c.secret) || got == c.text {
			t.Errorf("%s: Text(%q) = %q", c.name, c.text, got)
		}
		if again := Text(got); again != got {
			t.Errorf("%s: a second time gives %q, was %q", c.name, again, got)
		}
	}
}

func TestTextKeepsWhatPeopleRead(t *testing.T) {
	for _, s := range []string{
		"", "Send", "Confirm transfer", "Reset link", "Enter your password", "Password must have 8 characters", "Password: 8–64 characters", "Password: wrong", "Object ID: c5d9f1ceb65a5669025c89ac", "Image: registry.example/app:5bdfe8a8ea287e28b933aee227a72dba309a9a87", "Fingerprint A8:17:5C:74:9C:13:EE:2F:01:18:62:D4:16:F6:9B:6B:66:25:F5:D3",
		"Meeting ID 883 2041 7765", "Pension fund: 8386306269", "Total tax 379120.27", "Update your contact number to 555-678-9012 and log in", "Use code SAVE15 at checkout", "Password: required", "Forgot your password?",
		"Error code 404", "Zip code 94103", "status code: 5001", "Order 10023 shipped", "Tuesday, 24 November 2026 at 10:30", "+1,000", "+1 000 000", "+12.345678",
		"0x71C7656EC7ab88b098defB751B7401B5f6d8976F", "Balance 25.1234 ETH ($45,678.90)", "TestParseBase64EncodedStringInput2", "v2.14.0-beta.3",
		"coin-overview-send-button", "transaction-list-item-42", "Basic understanding of tokens", "Token: USDC", "Tokens: 1000", "2026-11-21T02:34:44Z",
		"Home News Sport Business Health Culture Travel Video Music Science Weather Future Arts", "The quick brown fox jumps over the lazy dog again and again today",
		"ISBN 978-3-16-148410-0", "Gate B22, seat 14C", "3 of 12 results", "搜索手机", "MM_CLICK_TIMEOUT", "Code of conduct 2021", "session expired", "Keyboard: Alt+Shift+5",
		"Session: settings opened", "Promo code: SAVE20", "docker kubernetes linux and cloud tools for every team that ships software every day", "x << 2 and y >> 3", "born in Paris", "Zip code: 94103",
		"select a date range then press the button below to see your results here", "node_modules/@types/chrome/index.d.ts", "e2e/playwright/llm-workflow/mcp-server", "C++ and Go 1.26 on linux/amd64",
		"License: LGPLv3+_or_GPLv2+", "test/shape/fonts/d9b8bc10985f24796826c29f7ccba3d0ae11ec02.ttf", "0123456789abcdefghijklmnopqrstuvwxyz", "a b c d e f g 1 2 3 4 5 6 7",
		"ops_gcc_aarch64_common.hpp", "ISBN: 9783161484100", "See [Red Hat](https://redhat.com), or https://Example.com/.", "https://git.test/acme/app/commit/1cbd6e71a9b83620b1d0b11e49d3d9ff48c27e22",
		"Your code: optional", "Tracking: 1234567", "Nodes &#38; edges", "Registered office: 12 High Street",
		"SHA-1 42a73fa9aa54ab45a34bb60106de38c28ece0e2e", "parent 4220110ecf3df47b4826267d366d2ca0f60e8126", "Change-Id: I35fc71c527369dde7e5b0b2f48ced933cc3196d8",
		"sha512-hBrN7CsvqlKrZHxj6wOy8JM1kgd6HE92CU404Bp63+4PO3ls//7IZkyBUC+OJ5XoW7B8FY9mGp6/Q87i7pVWsw==",
	} {
		if got := Text(s); got != s {
			t.Errorf("Text(%q) = %q", s, got)
		}
		if got := Attr(s); got != s && !strings.HasPrefix(s, "0x") {
			t.Errorf("Attr(%q) = %q", s, got)
		}
	}
}

// TestTextReadsCapitalsAlike: a code of a door has the Cyrillic letter that its keypad has.
func TestTextReadsCapitalsAlike(t *testing.T) {
	for _, s := range []string{"Код домофона 91К9485", "Κωδικός πόρτας: 4Β77"} {
		if got := Text(s); !strings.HasSuffix(got, Mark) {
			t.Errorf("Text(%q) = %q", s, got)
		}
	}
}

// TestPublicAfter has values that look like keys beside what they are.
func TestPublicAfter(t *testing.T) {
	for _, c := range []struct {
		label, value string
		want         bool
	}{
		{"Commit", "9f86d081884c7d65", true},
		{"Suma kontrolna", "1f159aed7ef16e427d09983d25f5192a5bff5c2a", true},
		{"Transaction", "0x136bcce750f87eef750c356039aa000821b5b0cc15a40101efa899875f4c791d", true},
		{"Fingerprint (SHA-256)", "3f:a1:9c:00:12:5e:77:b8:c4:d9:01:fe:6a:20:4b:8d", true},
		{"Organization ID", "org-uW3kZ9pQ7rT1xY5vB2nM8", true},
		{"公開鍵", "9f86d081884c7d659a2feaa0c55ad015", true},
		{"Secret ID", "uW3kZ9pQ7rT1xY5vB2nM8", false},
		{"Session ID", "9f86d081884c7d659a2feaa0c55ad015", false},
		{"Value", "9f86d081884c7d659a2feaa0c55ad015", false},
		{"Public key", "-----BEGIN PRIVATE KEY----- MIIEowIBAAKCAQEA7", false},
	} {
		if got := PublicAfter(c.label, c.value); got != c.want {
			t.Errorf("PublicAfter(%q, %q) = %v", c.label, c.value, got)
		}
	}
}

func TestTextCutsBeyondTheCap(t *testing.T) {
	got := Text(strings.Repeat("é", MaxText))
	if len(got) > MaxText || !strings.HasPrefix(got, "éé") || strings.ContainsRune(got, '\uFFFD') {
		t.Errorf("got %d bytes ending %q", len(got), got[len(got)-4:])
	}
	if got := Text("a\xffb"); got != "ab" {
		t.Errorf("invalid UTF-8 stayed: %q", got)
	}
}

func TestNamesFindsPhraseSpreadOverSiblings(t *testing.T) {
	names := append([]string{"Your recovery words"}, strings.Fields(phrase)...)
	names[5] = "5. above"
	names = append(names, "Continue")
	if !Names(names, nil) || names[0] != "Your recovery words" || names[1] != Mark || names[5] != Mark || names[12] != Mark || names[13] != "Continue" {
		t.Errorf("got %q", names)
	}
	menu := strings.Fields("Home News Sport Business Health Culture Travel Video Music Science Weather Future Art Food")
	if Names(menu, nil) {
		t.Errorf("a menu was taken for a phrase: %q", menu)
	}
	stars := strings.Split("Locks|"+strings.Repeat("1 star|2 star|3 star|4 star|5 star|", 5), "|")
	if Names(stars, nil) {
		t.Errorf("the stars of ratings were taken for a phrase: %q", stars)
	}
	few := strings.Fields("abandon ability able about above")
	if Names(few, nil) {
		t.Errorf("five words were taken for a phrase")
	}
}

// TestFewFalsePositivesOnProse reads the package comments of the standard
// library: prose about codes, keys, tokens and passwords, harder than a page.
func TestFewFalsePositivesOnProse(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the standard library")
	}
	lines, touched := 0, []string{}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	for _, dir := range []string{"net/http", "crypto/tls", "crypto/x509", "encoding/json", "os", "fmt", "go/ast", "database/sql", "time", "strings", "text/template", "log/slog", "testing", "regexp", "archive/zip", "html/template", "net/url", "net/mail", "sync", "context"} {
		files, _ := filepath.Glob(filepath.Join(root, dir, "*.go"))
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			scan := bufio.NewScanner(f)
			for scan.Scan() {
				comment, ok := strings.CutPrefix(strings.TrimSpace(scan.Text()), "// ")
				if !ok {
					continue
				}
				lines++
				if got := Text(comment); got != comment && !strings.Contains(comment, "://") {
					touched = append(touched, comment)
				}
			}
			f.Close()
		}
	}
	if lines < 5000 {
		t.Skipf("only %d lines of prose here", lines)
	}
	t.Logf("%d of %d lines touched", len(touched), lines)
	if len(touched)*2000 > lines {
		t.Errorf("more than 0.05 %% of ordinary lines touched:\n%s", strings.Join(touched, "\n"))
	}
}

// TestWorkIsLinear feeds each rule the string that suits it worst and only asks
// that the test ends: a backtracking blow-up would not.
func TestWorkIsLinear(t *testing.T) {
	start := time.Now()
	for _, seed := range []string{"code ", "code is your ", "password", "4 ", "a1b2-", "abcd ", "eyJ.", "1.", "://", "://a:", "abandon ", "DE89 ", "aA1", "pass:", "=", "-", "验证码 "} {
		for _, n := range []int{1000, 100000} {
			s := strings.Repeat(seed, n)
			Text(s)
			URL("https://x.test/" + s)
			Sensitive(s)
		}
	}
	t.Logf("took %v", time.Since(start))
}

func FuzzText(f *testing.F) {
	for _, c := range secrets {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Text(s)
		if again := Text(once); again != once {
			t.Errorf("not a fixed point:\n%q\n%q\n%q", s, once, again)
		}
		if got := URL(s); URL(got) != got {
			t.Errorf("URL is no fixed point: %q, %q, %q", s, got, URL(got))
		}
		Sensitive(s)
	})
}

// BenchmarkText measures texts of a page, and the part of the time for those expressions
// of the table that no gate leaves out.
func BenchmarkText(b *testing.B) {
	labels := strings.Split("Add to cart|Home|Sign in|Search products|Checkout|Your orders|Wish list|Privacy policy|Contact us|Next page|Quantity|Remove item|"+
		"Apply coupon|€ 24.90|4.5 out of 5 stars|Delivery on Tuesday|Show 24 more|Language: English|Help center|Account settings", "|")
	for _, set := range []struct {
		name  string
		texts []string
	}{
		{"twenty names", labels},
		{"4 KB with numbers", []string{strings.Repeat("Your order 10023 has shipped and arrives on Tuesday, 24 November. ", 60)}},
		{"4 KB of words", []string{strings.Repeat("Most of the members were surprised by how few of the proposals dealt with what everybody had been talking about. ", 36)}},
	} {
		b.Run(set.name, func(b *testing.B) {
			start, rounds := time.Now(), 3
			for range rounds {
				for _, s := range set.texts {
					for i := range rules {
						rules[i].apply(s)
					}
				}
			}
			all := time.Since(start) / time.Duration(rounds)
			for b.Loop() {
				for _, s := range set.texts {
					Text(s)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(all), "of-ungated")
		})
	}
}
