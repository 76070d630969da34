package redact

// sayingRules find codes in sentences that do not call them one: they say what
// to do with a number (enter it, use it) and what for (to log in, to confirm).
// The three stand in any order.
var sayingRules = []TextRule{
	{Name: "enter-to", MinDigits: 4, Keywords: purposeKeywords,
		Pattern: `(?:` + enterWords + `)[^0-9\n.!?$€£%]{0,24}?` + saidCode + `[^0-9\n.!?]{0,40}?(?:` + purposeWords + `)`, Fold: true, Group: 1, Not: noSaidCode},
	{Name: "to-enter", MinDigits: 4, Keywords: purposeKeywords,
		Pattern: `(?:` + purposeWords + `)[^0-9\n.!?]{0,40}?(?:` + enterWords + `)[^0-9\n.!?$€£%]{0,24}?` + saidCode + `(?:[^0-9A-Za-z%]|$)`, Fold: true, Group: 1, Not: noSaidCode},
	{Name: "pin-said", MinDigits: 4, Keywords: []string{"pin", "пин", "пін"},
		Pattern: `(?:(?:^|[^0-9A-Za-z_])pin|пин|пін)(?:[ -][^0-9\n.!?:=#]{0,30})?\s{0,2}[:：=]\s{0,2}(\d{4,8})(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1, Not: `\b(?:gpio|postal|zip|delivery|india|map|board|header|bus|connector|speed|clock|frequency|baud)`},
}

// saidCode is a code of four to eight digits.
const saidCode = `(\d{3}[ -]\d{3}|\d{4,8})`

// enterWords ask for something to be entered or used.
const enterWords = `\b(?:use|enter|type|submit|provide|ange|anvend|använd|skriv|slå|indtast|tast|brug|bruk|syötä|käytä|kirjoita|gib|gebe|geben|eingeben|verwende|nutze|benutze|gebruik|voer|vul|toets|utilise|saisi|entre|tapez|usa|utili[zs]|ingres|introdu|digit|escrib|insira|inser|wpisz|podaj|zadejte|zadajte|girin|kullan|unesi|upiši|koristi|vnesi|uporabi|sisesta|masukkan|gunakan|shkruani|ierakst|ievad)|użyj|použij|použite|vložte|írja|adja meg|használ|foloseș|folosiț|įvesk|naudok|nhập|dùng|введ|использ|укаж|використ|въвед|използ|унес|εισ[αά]γ|πληκτρολογ|χρησιμοποι|输入|輸入|使用|填写|入力|입력|사용|أدخل|استخدم|ادخل|وارد|הזן|הזינו|הקלד|השתמש|दर्ज|उपयोग|ป้อน|ใส่|กรอก`

// purposeWords are what a code is for: to log in, to confirm.
const purposeWords = `\b(?:log[ -]?(?:in|on)\b|sign[ -]?in\b|logga in|loggar? in|logge? inn|logge? ind|logge? på|anmeld|einlog|einzulog|inlog|in te loggen|aanmeld|connecter|connecté|connectez|connexion|identifi|acced|accès|acces[so]|acceso|acessar|entrar|iniciar|inicia|zalog|logow|přihl|prihl|bejelent|belép|autent|authent|conecta|giriş|oturum|prijav|prijung|prisijung|pieteik|piesl|sisene|sisse|kirjau|masuk|hyr\b|confirm|conferm|verif|vérif|bestätig|bevestig|bekräft|bekreft|bekræft|vahvist|potwierd|weryf|zweryf|potvr|ověř|over(?:i|te)|megerős|hitelesít|doğrula|onayl|patvirtin|apstiprin|kinnit|konfirm|unlock|entsperr|déverrouill|desbloque|sbloc)|đăng nhập|xác (?:minh|nhận|thực)|войти|войд|вход|увійти|вхід|влез|подтверд|підтверд|потвърд|авториз|συνδε|σύνδε|επαλήθ|επιβεβαί|登录|登錄|登入|ログイン|サインイン|로그인|验证|驗證|确认|確認|認証|인증|확인|تسجيل الدخول|الدخول|تأكيد|التحقق|ورود|להתחבר|כניסה|להיכנס|אימות|לאמת|לאשר|लॉग ?इन|सत्यापि|पुष्टि|เข้าสู่ระบบ|ยืนยัน`

// purposeKeywords has one of each of purposeWords.
var purposeKeywords = []string{"log", "sign", "anmeld", "aanmeld", "connect", "connexion", "identifi", "acce", "acces", "accè", "acess", "entrar", "inicia", "přihl", "prihl", "bejelent", "belép", "autent", "authent", "conecta", "giriş", "oturum", "prijav", "prijung", "prisijung", "pie", "siss", "sisene", "kirjau", "masuk", "hyr", "confirm", "conferm", "verif", "vérif", "bestätig", "bevestig", "bekräft", "bekreft", "bekræft", "vahvist", "potwierd", "weryf", "potvr", "ověř", "over", "megerős", "hitelesít", "doğrula", "onayl", "patvirtin", "apstiprin", "kinnit", "konfirm", "unlock", "entsperr", "déverr", "desbloq", "sbloc",
	"đăng nhập", "xác ", "вой", "вход", "увій", "вхід", "влез", "подтверд", "підтверд", "потвърд", "авториз", "συνδε", "σύνδε", "επαλήθ", "επιβεβ", "登", "ログイン", "サインイン", "로그인", "验证", "驗證", "确认", "確認", "認証", "인증", "확인", "الدخول", "تأكيد", "التحقق", "ورود", "להתחבר", "כניסה", "להיכנס", "אימות", "לאמת", "לאשר", "लॉग", "सत्यापि", "पुष्टि", "เข้าสู่ระบบ", "ยืนยัน"}

// noSaidCode are words of sentences whose numbers are amounts, years or addresses.
const noSaidCode = `^[^0-9]{0,90}(?:19|20)\d{2}[^0-9]|\b(?:error|port|rfc|iso|version|status|exit|line|since|until|users?|people|customers?|members?|times|orders?|invoice|uid|gid|bytes?|bits?|hex|zip|postal|postcode|seconds?|minutes?|characters?|points?|credits?|followers?|results?|items?|records?|rows?|entries|accounts|keys?|usd|eur|blocks?|signed|issue|bug|page|localhost|kunden|bestell|pedido|commande|attempts|tries|count|total|rows|signatures)\b`
