package redact

import (
	"slices"
	"strings"
)

// A code that a service or a person says is a short number, which most numbers are. It is one where the sentence
// names a lock, a code or the act that the code is for, and a word or sign before the number hands it over.

var (
	// openWords are parts of words for acts that a code is for.
	openWords = list(`approv, authoris, authoriz, autoris, autoriz, valid, bestätig, bevestig, bekræft, bekreft, bekräft, potwierd, unlock, opens, open it, opened with, disarm, pairing, to pair, confirm, log in, signing in, login, log-in, sign in, sign-in, check-in, verif, authent, entsperr, entschärf, öffnet, anmeld, ouvr, désarm, déverr, connexion, se abre, ábre, desbloq, iniciar sesión, acced, si apre, sblocc, accedere, odblok, zalog, otwier, otevř, отключ, открыва, войти, входа, вход, 登录, 登入, ログイン, 解錠, 開け`)
	// shareWords are parts of warnings that follow codes.
	shareWords = list(`not share, n't share, never share, not give, n't give, never give, not tell, n't tell, nobody, no one, with anyone, weitergeb, weiter geben, niemand, ne partagez, ne communiquez, no comparta, no compartas, não compartilhe, non condivid, niet delen, deel deze, nie udostęp, nikomu, никому, не сообщайте, не передавайте, del den ikke, dela den inte, paylaşmayın, jangan bagi, đừng chia sẻ, 请勿, 勿泄, 勿向, 他人に, 타인, 알려주지`)

	spokenCode = lazy(`(?:^|[^\pL\pN.,/+_-])#?(\d{3}[ -]\d{3}(?:[ -]\d{3})?|\d(?:[- ]\d){2,7}|\d{2}(?:[ -]\d{2}){1,2}|\d{4}[ -]\d{3,4}(?:[ -]\d{3,4})?|[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,6}){1,3}|(?:[A-Z]{1,2}-?)?\d{3,8}(?:[A-Z]?#|[A-Z])?|\p{Lu}+\d[\p{Lu}0-9]*|\d+\p{Lu}[\p{Lu}0-9]*)(?:[^\pL\pN%]|$)`)
	// handsOver matches the words before a code in a sentence.
	handsOver = lazy(`(?i)(?:[:：=→,(–-]|(?:^|\PL)(?:with|using|mit|avec|sur|con|com|met|med|kodem|кодом|` + strings.Join(copulas, "|") + `|are|sind|sont|son|zijn|use|enter(?:ing)?|typ(?:e|ing)|then|` + settings + `|(?:` + strings.Join(slices.Concat(enterWords, pressWords), "|") + `)(?:ndo)?))[ ]?(?:(?:the|der|el|le|il|o|code|kod|код|código|codice|#)[ ])?["'“„«(*]*$`)
	// pressWords are the verbs for pressing, which a code follows where the sentence names the thing that it opens.
	pressWords = list(`press, pressing, dial, punch in, key in, tap, drücken sie, drücke, wählen sie, wähle, tippen sie, tippe, composez, compose, appuyez sur, faites, pulsa, pulse, pulsar, marca, marque, marcar, teclea, presiona, presione, premi, premere, componi, toets, druk, tik, aperte, tecle, marque, naciśnij, stiskněte, tryck, slå, tast, наберите, набери, нажмите`)
	// settings say which number a lock is set to or asks for.
	settings    = `wants|takes|expects|asks for|set (?:to|at)|steht auf|(?:vor)?eingestellt(?: auf)?|verlangt|staat op|vraagt om|ingesteld op|demande|réglé sur|pide|(?:turn|spin) to|tournez sur`
	sentenceEnd = lazy(`[.!?;][ ]|[。！？；\n]`)
)

// lockNames matches words for locks.
var lockNames = `(?:^|\PL)(?:` + strings.Join(lockWords, "|") + `)(?:[^\pL_]|$)|(?:schlüssel|sleutel|nøgle|nyckel|nøkkel|avain)\pL{0,3}(?:box|safe|kast|boks|skåp)|(?:^|\PL)(?:` + strings.Join(lockStems, "|") + `)\pL{0,5}(?:\PL|$)|` + strings.Join(lockSigns, "|") + `|(?:boîte|boîtier|caja|cajetín|cassetta|cofre|skrzynka|schránka)\pL* (?:à|de|delle|das|na|per le|con) (?:clé|llave|chiavi|chave|klucz|klíč)|` + lockParts

// lockParts end the names of locks in languages that join words.
const lockParts = `\pL{2,}(?:schloss|tresor|kasten|kästchen|kastje|kluis|garage|schranke|slot|raum|keller|hok|eingang|türe?)(?:\PL|$)|(?:^|\PL)(?:deur|poort|tür|tor|dörr|dør|port|ovi|ukse|ajtó|kapu|dyra|grind)-?[ck]o+d`

// placeWords are the places that one enters or calls at.
var placeWords = list(`combination, combo, kombination, combinaison, combinación, combinazione, combinatie, room, shed, entrance, building, barrier, turnstile, intercom, entry, lift, elevator, ascensor, ascenseur, ascensore, store, cellar, lobby, eingang, haustür, keller, hof, schranke, aufzug, sprechanlage, klingel, interphone, sonnette, immeuble, barrière, hall, entrada, telefonillo, interfono, barrera, trastero, ingresso, citofono, sbarra, slagboom, ingang, poort, intercom, berging, wejście, brama, vchod`)

var accessWords = lazy(`(?i)` + codeNames + `|` + lockNames + `|` + sixNames + `|` + strings.Join(openWords, "|") + `|(?:^|\PL)(?:` + strings.Join(enterWords, "|") + `|enter|type)(?:\PL|$)|(?:^|\PL)(?:` + strings.Join(placeWords, "|") + `)(?:\PL|$)`)

// sureWords name a lock, or a code by its purpose.
var sureWords = lazy(`(?i)` + codeNames + `|` + lockNames)

// spokenWords call for the rule.
func spokenWords() []string {
	return slices.Concat(passwordNames, codeWords, sixWords, lockWords, lockStems, lockSigns, openWords, enterWords, pressWords, placeWords, shareWords, []string{"schloss", "kasten", "käst", "kastje", "garage", "slot", "raum", "hok", "deur", "ovi", "ukse", "dyra", "use ", "schlüssel", "sleutel", "llave", "clé", "chiavi", "enter", "dial", "clave"})
}

// scrubSpoken masks codes that are said.
func scrubSpoken(s string) string {
	var found []part
	for _, m := range spokenCode().FindAllStringSubmatchIndex(s, -1) {
		if isSpokenCode(s, m[2], m[3]) || len(found) > 0 && goesWith(s, found[len(found)-1], m[2], m[3]) {
			found = append(found, part{m[2], m[3]})
		}
	}
	return masked(s, found)
}

// goesWith reports whether a number is a further code of the clause in which another is: as long, and few words behind it.
func goesWith(s string, code part, lo, hi int) bool {
	between := s[code.hi:lo]
	return hi-lo == code.hi-code.lo && kindsOf(s[lo:hi]).digits == kindsOf(s[code.lo:code.hi]).digits && strings.Count(between, " ") < 4 &&
		!sentenceEnd().MatchString(between) && countsNothing().MatchString(s[hi:]) && !unitsAfter().MatchString(s[lo:min(len(s), hi+8)]) && !yearForm().MatchString(s[lo:hi])
}

// isNoCode reports whether a number is a day, a quantity, a round number, or too short for a code.
func isNoCode(s string, lo, hi int) bool {
	code, before := s[lo:hi], clauseStart().ReplaceAllString(s[:lo], "")
	k := kindsOf(code)
	switch {
	case k.digits+k.letters() < 4-b2i(isGrouped(code)) || k.digits == 0 || wordAndNumber(code) || len(code) > 12 && k.letters() > 0:
		return true
	case k.letters() == 0 && !evenGroups(code):
		return true
	}
	return (dayForm().MatchString(code) || shortDay().MatchString(code)) && !setting().MatchString(before) || strings.HasSuffix(code, "000") || unitsAfter().MatchString(s[lo:min(len(s), hi+8)]) || goesOn().MatchString(s[hi:])
}

// isGrouped reports whether a code is groups of digits of one length.
func isGrouped(code string) bool {
	k := kindsOf(code)
	return k.letters() == 0 && len(code) > k.digits && evenGroups(code)
}

func isSpokenCode(s string, lo, hi int) bool {
	code, before := s[lo:hi], clauseStart().ReplaceAllString(s[:lo], "")
	k, grouped := kindsOf(code), isGrouped(code)
	switch {
	case isNoCode(s, lo, hi):
		return false
	case strings.HasPrefix(s[hi:], "*") && k.letters() == 0 && (places().MatchString(s) || namesPassword(before)): // the key that ends it
		return true
	case codeBefore().MatchString(before) && lasts().MatchString(s[hi:]) && !notCode().MatchString(before):
		return true
	case grouped && 2*k.digits == len(code)+1 && places().MatchString(s): // digit by digit
		return true
	case k.letters() > 0 && k.digits > 4 && lockBefore().MatchString(before): // with the flat's number
		return true
	case !handsOver().MatchString(before) && !pressAfter().MatchString(s[hi:]) && !locks().MatchString(codeOfThing().FindString(before)) && !(codeBefore().MatchString(before) && (entersOrOpens().MatchString(s) || sureWords().MatchString(before))):
		return false
	}
	after := s[hi:]
	if m := sentenceEnd().FindStringIndex(after); m != nil {
		after = after[:m[0]]
	}
	around := before + " " + after
	counted := signBefore().MatchString(before) && !asks().MatchString(s) && !pressAfter().MatchString(after) // Sign-ins today: 482913
	if !accessWords().MatchString(s) && !warned(s) && !namesPassword(around) || counted && !namesCode().MatchString(s) && !namesPassword(around) || notCode().MatchString(around) || k.digits > 6 && telephone().MatchString(around) {
		return false
	}
	if k.digits == 6 && (grouped || k.letters() == 0) || strings.HasSuffix(code, "#") || grouped && (k.digits > 4 || k.digits == 4 && len(code) != 5) {
		return true
	}
	return (countsNothing().MatchString(s[hi:]) || pressAfter().MatchString(after)) && (sureWords().MatchString(before) || warned(s) || opensWith().MatchString(before) || places().MatchString(s) && (pressed().MatchString(before) || pressAfter().MatchString(after)) || entered().MatchString(before) || nameOfCode().MatchString(before) && (sureWords().MatchString(s) || k.letters() > 0 && asks().MatchString(s) || isSaid().MatchString(before)))
}

// evenGroups reports whether the groups of a code are of one length, or differ by one character. Those of goods differ by more.
func evenGroups(code string) bool {
	groups := strings.FieldsFunc(code, func(r rune) bool { return r == ' ' || r == '-' })
	return !slices.ContainsFunc(groups, func(g string) bool { d := len(g) - len(groups[0]); return d*d > 1 })
}

// namesPassword reports whether a text has a word for password.
func namesPassword(s string) bool {
	kinds, _, _ := saysSecret(wordsOf(s))
	return kinds&ofPassword != 0 || spanishKey().MatchString(s)
}

// warned reports whether a text asks to keep something to oneself.
func warned(s string) bool { return containsOneOf(strings.ToLower(s), shareWords) }

func containsOneOf(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

var (
	unitsAfter    = lazy(units)
	lasts         = lazy(`(?i)[ (]\d{1,2}[ -]?(?:min|мин|хв|dk\b|dakika|dəqiqə|λεπτ|perc|分|분|دقائق|دقيقة|דק|phút|นาที|मिनट|মিনিট)`)
	codeBefore    = lazy(`(?i)(?:` + sixNames + `)[ :]{0,2}$`)
	codeOfThing   = lazy(`(?i)(?:` + sixNames + `)\PL(?:\pL{1,5}\PL)?\pL+ $`) // in languages whose heads come first
	locks         = lazy(`(?i)` + lockNames)
	lockBefore    = lazy(`(?i)(?:` + lockNames + `)$`)
	entersOrOpens = lazy(`(?i)(?:^|\PL)(?:` + strings.Join(enterWords, "|") + `)(?:\PL|$)|` + strings.Join(openWords, "|") + `|الدخول|כניסה`)
	isSaid        = lazy(`(?i)` + says + `$`)
	namesCode     = lazy(`(?i)` + codeNames + `|` + sixNames + `|` + lockNames + `|` + strings.Join(shareWords, "|"))
	signBefore    = lazy(`[:：=→,(–-][ ]?["'“„«(*]*$`)
	asks          = lazy(`(?i)\b(?:verify|verification|confirm|unlock|enter|type|log in|sign in|sign-in|use|show)\b|(?:^|\PL)(?:` + strings.Join(pressWords, "|") + `)\PL|` + strings.Join(enterWords, "|"))
	telephone     = lazy(`(?i)\b(?:t[eé]l|fax|call|hotline|whatsapp|mobile|cell)\b|phone|telef|телефон|电话|電話|전화`)
	shortDay      = lazy(`^(?:(?:[0-2]\d|3[01])-[01]\d-\d\d|\d\d-[01]\d-(?:[0-2]\d|3[01]))$`)
	goesOn        = lazy(`^[-. ,]?\d`)
	countsNothing = lazy(`^` + noQuantity)
	entered       = lazy(`(?i)(?:^|\PL)(?:enter(?:ing)?|type|dial|` + strings.Join(enterWords, "|") + `)(?:ndo)?[ ](?:.{0,16} )?$|入力|输入|입력`)
	opensWith     = lazy(`(?i)(?:unlock|open|disarm|öffnet|entsperr|ouvr|abre|apre|sblocc|otwier|otevř|открыва)[^\n.!?]{0,24} (?:with|using|mit|avec|sur|con|com|met|med|kodem|кодом)(?: (?:the|der|dem|le|la|el|il|code))? $`)
	setting       = lazy(`(?i)(?:` + settings + `) $`)
	pressed       = lazy(`(?i)(?:^|\PL)(?:use|then|` + settings + `|(?:` + strings.Join(slices.Concat(enterWords, pressWords), "|") + `)(?:ndo)?)[ ](?:.{0,16} )?$`)
	pressAfter    = lazy(`^ (?:(?:ein|um)?gestellt|gesetzt|geändert|eingeben|eintippen|drücken|wählen|tippen|intoetsen|invoeren|intikken|in(?:[.,;!]| (?:bij|op|aan|en) |$))`)
	places        = lazy(`(?i)` + lockNames + `|(?:^|\PL)(?:` + strings.Join(placeWords, "|") + `)(?:\PL|$)`)
	spanishKey    = lazy(`(?i)\bclave\b`) // a key or a password
	nameOfCode    = lazy(`(?i)` + sixNames)
)
