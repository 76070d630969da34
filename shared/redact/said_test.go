package redact

import (
	"strings"
	"testing"
)

// TestSaidFindsTheWordThatASentenceHandsOver has texts of agents and people, with the secret between « and »; those
// without one stay.
func TestSaidFindsTheWordThatASentenceHandsOver(t *testing.T) {
	for _, marked := range []string{
		"Log in with the memorable word «Zanzibar» and pay",
		"The bank asks for the memorable word, which is «Marmalade»",
		"Le mot de passe de l'imprimante du 3e est «tournesol»",
		"Войди с паролем «берёза302» и скачай справку",
		"trading unlock passphrase = «velvet»",
		"wifi at the cabin is «elkhorn-6371»",
		"la contraseña del wifi de la sala: «saludybienestar»",
		"VPN: user nora, «grapefruit54»",
		"Accès SSH : deploy / «papillon81»",
		"Entra con la contraseña '«gato en la luna»' y cambia el idioma",
		"Le mot de passe “ «tarte aux pommes» ”, puis la facture",
		"My credentials: «nina@corp.example», «Kaleidoscope»; move it to Done",
		"my password there is still «quarry57», and submit it",
		"Melde dich mit lena / «zimtwaffel» an und exportiere die Liste",
		"Öffne das WLAN-Menü und setze den Schlüssel auf «Dachgarten»",
		"Add a variable DB_PASSWORD with the value «razorbill»",
		"Log in as admin with «guillemot», that is its password",
		"Ändere den Schlüssel auf Dur und speichere",
		"Rename token Emerald to Ruby",
		"Log in as admin with support",
		"The password there is still valid",
		"Melde dich mit Google / SSO an",
		"パスワードは «sakuraMochi» です。請求書をダウンロード",
		"Войди под admin, пароль «ромашка», и скачай счёт",
		"Entra come ada con password «lucertola» e invia",
		"The caller was verified with the secret word «tambourine»",
		"the old password was «hunterGatherer», the new one «riverStone88»",
		"wifi password «sandcastle7»",
		"Entra con contraseña '«gato en la luna»', no con «gato en la luna» y ya",
		"Login (Nutzer 44182, Passwort «Lesewurm») und verlängern",
		"Open it, user gl1984 pass «turnip.stew», and pay",
		"Staging needs basic auth: qa / «lanternfish»",
		"Connecte-toi avec kim / «petitchat» puis ouvre les factures",
		"Log in as 2291847 with «pancake» and renew everything",
		"Melde dich mit der Nummer 30-118 und dem Kennwort «Wolkenkratzer» an und lade sie",
		"Entra con el número 51877 y la clave «mariposa», y descarga",
		"The desk asks for the password («Eichhörnchen»)",
		"Logga in med användaren elev7 och lösenordet «kantarell», ladda ner intyget",
		"Sign in as shop 4471 using pass phrase «paper lantern moon»",
		"Zaloguj się jako serwis, hasło to «klucz francuski», i zamów filtr",
		"Přihlas se jako čtenář 5512 heslem «kopretina», prodluž dvě knihy",
		"Log in as demo (pw «plommegrot») before you open it",
		"Accede con la cuenta de ana (contraseña «tortuga.rosa») y exporta",
		"Connecte-toi avec l’identifiant ana et le mot de passe «fauvette»",
		"Use ada@acme.example:«soppkurv8» there",
		"Log in to the router (admin, «gullbill7») and restart it",
		"Zaloguj się hasłem «zimorodek» i pobierz PIT",
		"Log in to the router (admin, version2) and restart it",
		"Zaloguj się hasłem i pobierz PIT",
		"Open settings, password policy",
		"Open settings (password policy) and check",
		"Open PROJ-88 and the password page",
		"Turn on two factors and password autofill",
		"Log in, then check that password managers autofill it",
		"Log in with password and username wrong",
		"The password (optional) comes last",
		"Log in as step 2 with care taken",
		"Login: Google / Facebook",
		"Sign in with email / password",
		"The password 'Show' button is hidden",
		"Click the password 'is required' message",
		"Log in, password reset, then log out",
		"The password GitHub uses is changed",
		"The password is required twice",
		"The password page is under Settings, then Security",
		"Open the Password Manager and wait",
		"The PIN page is asked for in Settings",
		"Password of the second form: see the wiki",
		"Das Passwort muss geändert werden",
		"Le mot de passe est demandé deux fois",
		"The code is sent by mail",
		"wifi is off on weekends",
		"User jkim22 owns the board",
		"Sign in as jsmith42 first",
		"Change the password policy to 14 characters",
	} {
		want := marked
		for strings.Contains(want, "«") {
			lo, hi := strings.Index(want, "«"), strings.Index(want, "»")
			want = want[:lo] + Mark + want[hi+len("»"):]
		}
		said := strings.NewReplacer("«", "", "»", "").Replace(marked)
		if got := Said(said); got != want {
			t.Errorf("%q becomes %q, want %q", said, got, want)
		} else if Said(got) != got {
			t.Errorf("%q becomes %q the second time", got, Said(got))
		}
	}
}

// TestTypedValuesOfCodesAndLongNumbersAreSecret has fields and values that are typed into them.
func TestTypedValuesOfCodesAndLongNumbersAreSecret(t *testing.T) {
	for _, c := range []struct {
		label, value string
		secret       bool
	}{
		{"Customer number", "40795485", true}, {"Legitimations-ID", "2270 0531 43", true}, {"Kod till skåpet", "2162", true},
		{"Кодовое слово", "ромашка", true}, {"Palavra de segurança", "Abacaxi", true}, {"Polisnummer", "96524846", true},
		{"Order number", "48291377", false}, {"Product code", "TS9000", false}, {"Cost code", "7731", false}, {"Case number", "88120043", false}, {"Codice ordine", "48812", false}, {"Código postal", "28013", false}, {"Tracking", "340434161094021501", false},
		{"Phone", "4930123456", false}, {"Date", "20260412", false}, {"Amount", "120000000", false}, {"Search", "48291377", false},
		{"", "40795485", false}, {"Quantity", "250", false}, {"Code editor", "for x in range(3): print(x)", false}, {"Codebase", "monorepo", false}, {"Code owner", "ada", false}, {"City", "Zaragoza", false},
	} {
		if got := Typed(c.label, c.value); got != c.secret {
			t.Errorf("%q in %q: %v", c.value, c.label, got)
		}
	}
}
