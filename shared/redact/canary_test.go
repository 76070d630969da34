package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// rs is n characters of a set.
func rs(r *rand.Rand, set string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = set[r.IntN(len(set))]
	}
	return string(b)
}

const (
	lo  = "abcdefghijklmnopqrstuvwxyz"
	up  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	di  = "0123456789"
	hx  = "0123456789abcdef"
	an  = lo + up + di
	sym = "!@#$%^&*+=~?-_"
)

// canary is a class of secrets: f makes one that nobody has seen, as a page
// shows it (the names of neighbouring elements), and gives the texts that must not stay.
type canary struct {
	name string
	f    func(r *rand.Rand) (lines []string, secret string)
}

func one(f func(r *rand.Rand) (string, string)) func(r *rand.Rand) ([]string, string) {
	return func(r *rand.Rand) ([]string, string) { l, s := f(r); return []string{l}, s }
}

func pick(r *rand.Rand, s ...string) string { return s[r.IntN(len(s))] }

// canaries are classes of secrets, most of which no rule names.
func canaries() []canary {
	words := strings.Fields("river candle orange planet velvet thunder meadow copper basket window marble lantern silver garden pepper rocket wizard tunnel hammer violin")
	val := func(name string, gen func(r *rand.Rand) string) canary {
		return canary{name, one(func(r *rand.Rand) (string, string) { v := gen(r); return v, v })}
	}
	lab := func(name, format string, gen func(r *rand.Rand) string) canary {
		return canary{name, one(func(r *rand.Rand) (string, string) { v := gen(r); return fmt.Sprintf(format, v), v })}
	}
	sib := func(name, label string, gen func(r *rand.Rand) string) canary {
		return canary{name, func(r *rand.Rand) ([]string, string) { v := gen(r); return []string{"Settings", label, v, "Copy"}, v }}
	}
	R := func(set string, n int) func(r *rand.Rand) string {
		return func(r *rand.Rand) string { return rs(r, set, n) }
	}
	groups := func(set string, n, g int, sep string) func(r *rand.Rand) string {
		return func(r *rand.Rand) string {
			p := make([]string, g)
			for i := range p {
				p[i] = rs(r, set, n)
			}
			return strings.Join(p, sep)
		}
	}
	W := func(n int, sep string) func(r *rand.Rand) string {
		return func(r *rand.Rand) string {
			p := make([]string, n)
			for i := range p {
				p[i] = words[r.IntN(len(words))]
			}
			return strings.Join(p, sep)
		}
	}
	strong := func(n int) func(r *rand.Rand) string {
		return func(r *rand.Rand) string { return rs(r, an, n-4) + rs(r, sym, 2) + rs(r, di, 1) + rs(r, up, 1) }
	}
	return []canary{
		lab("heroku", "HEROKU_API_KEY=%s", func(r *rand.Rand) string {
			return rs(r, hx, 8) + "-" + rs(r, hx, 4) + "-" + rs(r, hx, 4) + "-" + rs(r, hx, 4) + "-" + rs(r, hx, 12)
		}),
		val("nanoid21", R(an+"_-", 21)), val("alnum20", R(an, 20)), val("alnum16", R(an, 16)), val("alnum32", R(an, 32)),
		val("lower20", R(lo, 20)), val("lower32", R(lo, 32)), val("upper20", R(up, 20)), val("loweralnum20", R(lo+di, 20)), val("upperalnum20", R(up+di, 20)),
		val("hex16", R(hx, 16)), val("hex20", R(hx, 20)), val("hex32", R(hx, 32)), val("hex40", R(hx, 40)), val("digits32", R(di, 32)),
		val("b64pad16", func(r *rand.Rand) string { return rs(r, an, 14) + "==" }),
		val("apppw", groups(lo, 4, 4, " ")), val("apppw-", groups(lo, 4, 4, "-")), val("groups5", groups(up+di, 5, 5, "-")), val("groups4x4", groups(up+di, 4, 4, " ")),
		val("digitgroups", groups(di, 4, 6, " ")), val("digitgroups5", groups(di, 6, 8, "-")),
		val("strongpw16", strong(16)), val("strongpw12", strong(12)), val("strongpw24", strong(24)),
		lab("pw label", "Password: %s", strong(12)), lab("pw words", "Password: %s", R(lo, 10)), lab("pw is word", "Your temporary password is %s", func(r *rand.Rand) string { return words[r.IntN(len(words))] + rs(r, di, 2) }),
		lab("pass 4 words", "Passphrase: %s", W(4, "-")), lab("pass words space", "Recovery phrase: %s", W(6, " ")), lab("pass words wifi", "Wi-Fi password: %s", W(3, "-")), lab("pw pt", "Senha: %s", strong(10)), lab("pw fr", "Mot de passe : %s", strong(10)),
		lab("pw de", "Ihr Passwort lautet %s", strong(10)), lab("pw ru", "Пароль: %s", strong(10)), lab("pw ja", "パスワード：%s", strong(10)), lab("pw ko", "비밀번호: %s", strong(10)), lab("pw ar", "كلمة المرور: %s", strong(10)),
		lab("pin", "Your PIN: %s", R(di, 4)), lab("door", "Door code: %s", R(di, 4)), lab("gate", "The gate code is %s#", R(di, 4)), lab("combo", "Locker combination: %s", func(r *rand.Rand) string { return fmt.Sprintf("%d-%d-%d", r.IntN(60)+10, r.IntN(60)+10, r.IntN(60)+10) }),
		lab("otp de", "Ihr Bestätigungscode lautet %s", R(di, 6)), lab("otp es", "Tu código de verificación es %s", R(di, 6)), lab("otp fr", "Votre code de vérification est %s", R(di, 6)), lab("otp ja", "認証コード：%s", R(di, 6)), lab("otp ko", "인증번호 %s", R(di, 6)), lab("otp ru", "Код подтверждения: %s", R(di, 6)), lab("otp pt", "Seu código é %s", R(di, 6)), lab("otp it", "Il tuo codice di verifica è %s", R(di, 6)),
		lab("otp spaced", "Your code: %s", func(r *rand.Rand) string { return strings.Join(strings.Split(rs(r, di, 6), ""), " ") }),
		lab("otp alnum", "Enter this code to sign in: %s", R(up+di, 6)), lab("otp sentence", "%s is the code for your Acme account", R(di, 6)), lab("otp sms", "Acme: %s. Do not share this verification code.", R(di, 6)), lab("otp expire", "Use %s to verify your account. Expires in 10 minutes.", R(di, 6)),
		lab("curl", "curl -u admin:%s https://x.test", strong(10)), lab("cookie", "Cookie: theme=dark; sid2=%s", R(an, 14)), lab("xapikey", "X-Api-Key: %s", R(an, 12)), lab("setcookie", "Set-Cookie: a=%s; Path=/", R(an, 14)),
		lab("bcrypt", "$2b$12$%s", R(an+"./", 53)), lab("shadow", "root:$6$%s:19000:0", func(r *rand.Rand) string { return rs(r, an, 8) + "$" + rs(r, an+"./", 30) }), lab("argon", "$argon2id$v=19$m=65536,t=3,p=4$%s", func(r *rand.Rand) string { return rs(r, an, 22) + "$" + rs(r, an, 43) }),
		lab("invite", "https://x.test/invite/%s", R(an, 8)), lab("reset", "https://x.test/reset-password/%s", R(an, 10)), lab("magic", "https://x.test/magic/%s/go", R(lo+di, 10)), lab("verify", "https://app.test/verify-email/%s", R(lo, 12)), lab("calendar", "https://cal.test/ical/%s/basic.ics", R(hx, 12)),
		lab("slackhook", "https://hooks.slack.com/services/T0000/B0000/%s", R(an, 24)), lab("discord", "https://discord.com/api/webhooks/123456789012345678/%s", R(an+"-_", 68)),
		lab("connstr", "Server=db;User Id=sa;Password=%s;", strong(10)), lab("redis", "redis://:%s@h:6379/0", strong(10)), lab("jdbc", "jdbc:mysql://h/db?user=a&password=%s", R(an, 10)),
		lab("solana", "[%s]", func(r *rand.Rand) string {
			p := make([]string, 64)
			for i := range p {
				p[i] = fmt.Sprint(r.IntN(256))
			}
			return strings.Join(p, ",")
		}),
		lab("byte array hex", "%s", groups(hx, 2, 32, " ")), lab("fingerprint", "%s", groups(hx, 2, 32, ":")), lab("0xarr", "%s", func(r *rand.Rand) string {
			p := make([]string, 32)
			for i := range p {
				p[i] = "0x" + rs(r, hx, 2)
			}
			return strings.Join(p, ", ")
		}),
		lab("discord token", "%s", func(r *rand.Rand) string { return rs(r, an, 24) + "." + rs(r, an, 6) + "." + rs(r, an+"-_", 27) }), lab("paseto", "v4.local.%s", R(an+"-_", 60)), lab("macaroon", "MDA%s", R(an, 50)),
		lab("twilio", "SK%s", R(hx, 32)), lab("mailchimp", "%s-us12", R(hx, 32)), lab("bip38", "6P%s", R("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 56)), lab("ed25519e", "ed25519e_sk1%s", R(lo+di, 90)), lab("lnbc", "lnurl1%s", R(lo+di, 60)),
		lab("atlassian", "ATATT3xFfGF0%s", R(an, 40)),
		sib("sib secret", "Client secret", R(an, 14)), sib("sib pw", "Temporary password", strong(10)), sib("sib pin", "PIN", R(di, 4)), sib("sib api", "API key", R(lo+di, 12)), sib("sib otp", "Your verification code", R(di, 6)), sib("sib pwword", "Password", R(lo, 9)), sib("sib setup key", "Setup key", groups(lo, 4, 4, " ")), sib("sib passphrase", "Recovery passphrase", W(5, " ")), sib("sib acct", "Account number", R(di, 8)), sib("sib cvv", "CVV", R(di, 3)), sib("sib ssn last", "Social Security Number", R(di, 9)), sib("sib webhook secret", "Signing secret", R(hx, 12)),
		{"sib backup codes", func(r *rand.Rand) ([]string, string) {
			l := []string{"Backup codes"}
			for range 10 {
				l = append(l, rs(r, di, 8))
			}
			return append(l, "Done"), l[5]
		}},
		{"sib codes 4-4", func(r *rand.Rand) ([]string, string) {
			l := []string{"Save your recovery codes"}
			for range 10 {
				l = append(l, rs(r, lo, 4)+"-"+rs(r, lo, 4))
			}
			return append(l, "Done"), l[5]
		}},
		{"card split", func(r *rand.Rand) ([]string, string) {
			return []string{"Card number", "4111", "1111", "1111", "1111"}, "1111"
		}},
		{"otp boxes", func(r *rand.Rand) ([]string, string) { return []string{"Your code", "4", "8", "2", "9", "1", "3"}, "9" }},
		lab("gift", "Gift card code: %s", groups(up+di, 4, 4, "-")), lab("voucher pin", "Gift card PIN: %s", R(di, 8)), lab("zoom", "Meeting passcode: %s", R(an, 6)), lab("wpa", "WPA2 key: %s", W(3, "-")), lab("swedish bankid", "Säkerhetskod: %s", R(di, 6)), lab("telegram login", "Login code: %s. Do not give this code to anyone", R(di, 5)), lab("sentry dsn", "https://%s@o1.ingest.sentry.io/1", R(hx, 32)), lab("ftp", "ftp://bob:%s@host/", strong(9)), lab("env secret", "SECRET_KEY_BASE=%s", R(hx, 24)), lab("yaml", "  token: %s", R(an, 12)), lab("json", `{"clientSecret":"%s"}`, R(lo, 14)), lab("pkcs", "Challenge password: %s", R(an, 8)), lab("kube", "password: %s", func(r *rand.Rand) string { return rs(r, an, 10) + "==" }), lab("license", "License key %s", groups(up+di, 5, 4, "-")), lab("serial", "Product key: %s", groups(up, 5, 5, "-")), lab("ssh", "ssh-rsa AAAAB3NzaC1yc2E%s", R(an, 80)),
	}
}

// The share of draws that may get through: letters drawn by chance look like a
// word now and then.
const (
	mostOfClass = 0.30
	mostOfAll   = 0.02
	draws       = 40
)

// TestCanariesOfUnknownMakersAreRemoved draws new secrets at each run, so that
// nothing can be known by heart.
func TestCanariesOfUnknownMakersAreRemoved(t *testing.T) {
	seed := rand.Uint64()
	leaks, all := 0, canaries()
	for _, c := range all {
		n, example := 0, ""
		for i := range uint64(draws) {
			lines, secret := c.f(rand.New(rand.NewPCG(seed, i)))
			if out := strings.Join(asShown(lines), " | "); strings.Contains(out, secret) {
				n, example = n+1, out
			}
		}
		leaks += n
		if float64(n) > mostOfClass*draws {
			t.Errorf("seed %d: %s: %d of %d stay, as in %q", seed, c.name, n, draws, example)
		}
	}
	t.Logf("%d classes, %.2f %% of draws stay", len(all), 100*float64(leaks)/float64(draws*len(all)))
	if float64(leaks) > mostOfAll*float64(draws*len(all)) {
		t.Errorf("seed %d: %d of %d draws stay", seed, leaks, draws*len(all))
	}
}

// asShown redacts neighbouring names as an observation's are.
func asShown(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = Text(line)
	}
	Names(out, nil)
	return out
}
