package redact

import (
	"slices"
	"strings"
)

// A password may be words that people say: "the password is blue kettle on monday". A statement about a password
// has the same form. It begins with one of few words: a state, an adverb, an article, a participle. So other words
// in small letters are a password, in the languages whose statements are known.
var (
	// statements begin a remark on a password, or an action on it.
	statements = list(`a, an, the, not, no, never, always, too, very, so, only, also, already, still, now, currently, case, similar, same, set, sent, shown, kept, made, known, lost, long, longer, shorter, about, at, in, on, of, for, from, to, by, with, within, without, up, under, over, between, more, less, out, off, what, where, how, why, when, if, that, this, these, one, it, all, any, both, either, being, using, missing, expiring, containing, including, must, should, may, can, cannot, could, will, would, has, have, was, is, are, be, do, does, use, see, ask, enter, type, choose, click, contact, tap, press, create, keep, please, contain, contains, min, max, minimum, maximum, last, next, or, and, but, remember, forgot, sign, log, stay,
		nicht, kein, keine, zu, sehr, nur, auch, schon, bereits, noch, jetzt, derzeit, ein, eine, einen, das, der, die, den, identisch, ähnlich, gleich, mindestens, höchstens, maximal, im, auf, an, am, für, von, vom, mit, bei, aus, durch, über, unter, zwischen, wie, was, wo, wenn, falls, dass, ihr, ihre, muss, darf, soll, sollte, kann, wird, wurde, ist, hat, siehe, bitte, geben, wählen, kürzer, länger, weniger, mehr, leer, erneut, oder, und, aber, sicher, unsicher, korrekt, richtig, geheim, nötig, notwendig, anders, wichtig,
		pas, ne, été, trop, très, peu, assez, plus, moins, déjà, encore, toujours, un, une, celui, celle, au, aux, à, de, des, du, dans, en, sur, sous, par, pour, avec, sans, entre, identique, similaire, différent, valide, sensible, que, qui, ce, cet, cette, doit, peut, sera, est, saisir, saisissez, utilisez, voir, choisissez, et, ou, mais, votre,
		muy, demasiado, poco, más, menos, ya, aún, todavía, siempre, una, al, del, por, para, con, sin, igual, idéntica, diferente, distinta, válida, su, tu, debe, puede, será, es, está, ha, introduzca, introduce, usa, ver, elija, y, o, pero,
		stata, stato, non, troppo, molto, più, meno, già, ancora, sempre, alla, di, della, nel, per, senza, tra, uguale, simile, diversa, valida, che, deve, può, sarà, è, inserisci, vedi, scegli, e, ma, non,
		niet, geen, te, zeer, erg, heel, alleen, ook, reeds, nog, nu, een, het, hetzelfde, dezelfde, op, aan, voor, van, met, bij, uit, door, onder, tussen, als, wat, waar, uw, je, moet, mag, kan, zal, wordt, heeft, zie, vul, voer, kies, gebruik, of, maar, minimaal, minstens, gelijk, langer, korter, leeg, opnieuw, gevoelig,
		não, muito, mais, já, ainda, um, uma, ao, do, da, em, na, com, sem, semelhante, sua, seu, pode, é, foi, insira, digite, escolha`)
	// participle matches the first word of a statement by its ending or beginning.
	participle = lazy(`^(?:\pL{2,}[a-df-z]ed|\pL{4,}ly|\pL{3,}(?:[ai]ble|é|ée|és|ées|ment|reich|vol|mente)|(?:ge|ver|be|er|ent|ont)\pL{3,}(?:t|d|lich|elijk)|(?:ge|ver)\pL{3,}en)$`)
	// southern matches participles of Romance languages, which follow no is or ist. Many made-up words end so.
	southern = lazy(`^\pL{3,}(?:[ai]d[oa]s?|[aiu]t[oa])$`)
	northern = lazy(`(?i)[ ](?:is|ist|lautet)[ :]`)
	// ofPasswords matches words that only statements have.
	ofPasswords = lazy(`(?:^|\PL)(?:characters?|letters?|digits?|symbols?|accounts?|users?|usernames?|e-?mails?|yours?|you|same|zeichen|buchstaben|konto|même|caractères?|compte|mism[oa]|caracteres|cuenta|stess[ao]|caratteri|tekens|mesm[ao]|conta)(?:\PL|$)`)
	// spokenPassword ends the labels for which statements are known.
	spokenPassword = lazy(`(?:^| )(?:\pL*(?:passwor[dt]|kennwort|wachtwoord)|pass ?phrase|(?:mot|phrase) de passe|contraseña|clave|senha|parola d accesso)(?: (?:d\pL{0,2}|van|vom)(?: \pL{1,2})? \pL+)?$`)
	smallWords     = lazy(`^\p{Ll}[\p{Ll}'’]*(?:[ -]\p{Ll}[\p{Ll}'’]*)+$`)
	beforeWords    = lazy(`(?i)\s?[:：=→][ ]{0,3}|[ ](?:is|ist|lautet|est|es|è|é)[ :]{1,3}|[ ]["“„«][ ]?`)
)

// scrubPasswordWords masks the words that stand behind the name of a password.
func scrubPasswordWords(s string) string {
	var found []part
	for _, m := range beforeWords().FindAllStringIndex(s, maxSeparators) {
		label := headOf(clauseStart().ReplaceAllString(s[:m[0]], ""))
		if len(label) < 2 || len(label) > longestName {
			continue
		}
		end := valueEnds(s[m[1]:])[0]
		if closing := strings.IndexAny(s[m[1]:], `"”“»`); closing > 0 {
			end = min(end, closing)
		}
		assigned := m[1] < len(s) && strings.HasSuffix(s[:m[1]], "=") && strings.IndexByte("\"'", s[m[1]]) >= 0 && isPasswordName(label)
		if assigned {
			end = 1 + max(0, strings.IndexByte(s[m[1]+1:], s[m[1]]))
		}
		value := strings.Trim(s[m[1]:m[1]+end], ` ."'“”«»`)
		if words := strings.Fields(value); len(words) > 0 && southern().MatchString(words[0]) && !northern().MatchString(s[m[0]:m[1]]) {
			continue
		}
		if isPasswordWords(wordsOf(label), value, strings.ContainsAny(s[m[0]:m[1]], ":："), assigned) {
			at := m[1] + strings.Index(s[m[1]:], value)
			found = append(found, part{at, at + len(value)})
		}
	}
	return masked(s, found)
}

// isPasswordWords reports whether a value of several words is a password behind a label; named says that a colon
// parts the two, assigned that a program reads it in quotation marks.
func isPasswordWords(label, value string, named, assigned bool) bool {
	words := strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '-' })
	if len(words) == 1 && !named && plainWord().MatchString(value) {
		return spokenPassword().MatchString(label) && isUnusual(value)
	}
	if len(words) < 2 || len(words) > phraseCounts[0] || !assigned && !smallWords().MatchString(value) || isStatement(words) || stateWords().MatchString(value) {
		return false
	}
	if named && len(words) > 3 && phraseWords(words) && noProse(value) && namesSecret(label) {
		return true
	}
	return (assigned || spokenPassword().MatchString(label)) && !ofPasswords().MatchString(value) && !namesSecret(wordsOf(value))
}

// isStatement reports whether words begin as a statement about a password does.
func isStatement(words []string) bool {
	first := words[0]
	return slices.Contains(statements, first) || slices.Contains(passwordStates, first) || slices.Contains(noPasswords, first) || participle().MatchString(first)
}
