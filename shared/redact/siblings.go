package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Names redacts siblings (a list's items, the elements of a page in their order) of
// which no one is a secret by itself: the value behind a label, and the words of a
// phrase. roles are theirs; nil where all are texts. It works in place and reports whether it changed anything.
func Names(names, roles []string) bool {
	if off != "" {
		return false
	}
	phrases, lists := phraseNames(names), codeLists(names)
	changed := phrases || lists
	for i := 0; i < len(names); i++ {
		if timedCode(names, i) || cardCode(names, i) || isShown(names, roles, i) {
			names[i], changed = Mark, true
			continue
		}
		if i+1 == len(names) {
			break
		}
		if k := kindsOf(names[i]); k.digits == len(names[i]) && len(names[i]) >= shortestSecret && len(names[i]) <= 8 && strings.HasPrefix(Text(names[i]+" "+cut(names[i+1], 2*labelMax)), Mark) {
			names[i], changed = Mark, true // in bold before its sentence
			continue
		}
		at := i + 1
		for at+1 < len(names) && isSign(names[at]) {
			at++
		}
		if isSign(names[at]) {
			continue
		}
		n := 0
		if label := lastSentence(names[i]); !slices.Contains(fieldRoles, roleAt(roles, i)) && Label(label) {
			n, at = valuesFor(names, roles, i, at, label)
		}
		if n == 0 && isAnswerAt(names, roles, i, i+1) {
			n, at = 1, i+1
		}
		for j := range n {
			if v := &names[at+j]; *v != Mark {
				*v, changed = Mark, true
			}
		}
		if n > 0 {
			i = at + n - 1
		}
	}
	return changed
}

// valuesFor counts the names that are values of the label, which is in names[i], and returns where they begin: at, or behind
// the names between.
func valuesFor(names, roles []string, i, at int, label string) (n, from int) {
	for last := at + maxSaid; ; at++ {
		if pair := roleAt(roles, at) == "definition" && !strings.Contains(names[at], " ") && shortLabel().MatchString(label) && spokenPassword().MatchString(wordsOf(label)); pair || mayBeValue(names[at]) {
			if n = valuesOf(label, names[at:]); n == 0 && pair && isSecretAfter(label, strings.ToLower(names[at])) {
				n = 1
			}
			if n == 0 && i > 0 && bareCode().MatchString(names[i]) { // the heading names its kind
				n = valuesOf(names[i-1]+" "+names[i], names[at:])
			}
		}
		if n > 0 || at == last || at+1 == len(names) || !saysMore(names[at], roleAt(roles, at)) {
			return n, at
		}
	}
}

// saysMore reports whether a name may stand between a label and its value: a button that shows or copies the value,
// or a sentence about it.
func saysMore(name, role string) bool {
	words := strings.Count(name, " ") + 1
	return role == "button" && words <= 3 || words > 3 && explains().MatchString(name) && kindsOf(name).digits == 0
}

// fieldRoles are those of fields: their names label what they hold, which is never read, and not the next element.
var fieldRoles = strings.Fields("textbox searchbox combobox spinbutton")

// shortLabel matches labels of three words at most.
var shortLabel = lazy(`^\S+(?: \S+){0,2}[^.!?。]$`)

// explains matches sentences.
var explains = lazy(`^\p{Lu}.*\pL[.!。！]$`)

func roleAt(roles []string, i int) string {
	if i < len(roles) {
		return roles[i]
	}
	return ""
}

// lastSentence returns the end of a text that is too long for a label: its last sentence may name the next value.
func lastSentence(s string) string {
	if len(s) <= labelMax || !strings.HasSuffix(s, ":") {
		return s
	}
	return s[max(0, strings.LastIndex(s, ". ")+1, strings.LastIndex(s, "! ")+1):]
}

// isSign reports whether a name is a mark that belongs to a label, as the star of a
// required field does. It is no value, and the next name may be one.
func isSign(s string) bool { return s != "" && strings.Trim(s, " *:＊†") == "" }

// mayBeValue spares most names from being read as labels: the name behind them is a
// word with a capital, or several.
func mayBeValue(s string) bool {
	k := kindsOf(s)
	plain := k.upper > 0 && k.lower > 0 && (strings.Contains(s, " ") || changes(s) == 0)
	return !plain || k.digits+k.odd > 0 || strings.Contains(s, "-") || s == Mark
}

const (
	labelMax = 60 // characters of the longest label
	maxCodes = 40 // of one list
)

// actions begin names of actions on a secret; the name behind them is none.
var actions = lazy(`(?i)^[^\p{L}\p{N}]*(?:forgot|reset|change|generate|manage|rotate|revoke|create|add|show|hide|view|edit|enter|confirm|about|how|what|no|learn|set up|copy)\b|\b(?:with|without|about|for|via|using|by)\b|[?(]$|://`)

// Label reports whether a name may be the label of a secret: of the next name, or of the cells in its column.
func Label(name string) bool {
	called := gate().calls(name + ":")
	return called&(gate().named["assignment"]|gate().named["list of codes"]|gate().named["account"]|gate().named["card code"]|gate().named["dial"]|gate().named["code after its name"]|gate().named["date of birth"]) != 0 && utf8.RuneCountInString(name) <= labelMax && !strings.Contains(name, Mark) &&
		(called&gate().named["code after its name"] != 0 || !actions().MatchString(name))
}

// Column returns the cells below the head of a column, one of heads, that it shows to be secrets. Below a word for password, any word is
// one that interfaces do not use. A bare word for code is that of the first column: most tables have codes of goods and countries.
func Column(heads []string, at int, cells []string) (secrets []string) {
	head := heads[at]
	if bareSecret().MatchString(head) && slices.ContainsFunc(heads, namesUser().MatchString) {
		head = "Password"
	}
	if bareCode().MatchString(head) { // the rows' kind: doors, countries
		head = heads[0] + " " + head
	}
	if !Label(head) || at == 0 && head != heads[0] {
		return nil
	}
	for _, cell := range cells {
		if SaidBefore(head, cell) {
			secrets = append(secrets, cell)
		}
	}
	for _, cell := range cells {
		if isPasswordName(head) && !strings.ContainsAny(cell, " \"•*") && isUnusual(cell) && kindsOf(cell).digits < len(cell) {
			secrets = append(secrets, cell)
		}
	}
	return secrets
}

var (
	// bareSecret matches heads that name a password beside users alone: elsewhere a pass is for the bus.
	bareSecret = lazy(`(?i)^(?:pass|key)$`)
	namesUser  = lazy(`(?i)^(?:user(?:name)?|log-?in|account|benutzer\pL*|anmeldename|utilisateur|identifiant|usuario|utente|utilizador|gebruiker\pL*|użytkownik|логин|пользователь)$`)
)

var bareCode = lazy(`(?i)^(?:` + sixNames + `|combinat\pL*|kombinat\pL*|combina\pL*)$`)

// valuesOf counts the names at the beginning of rest that are values of the label:
// several codes, the digits of one, or one name.
func valuesOf(label string, rest []string) int {
	n := 0
	for n < min(len(rest), maxCodes) && (rest[n] == Mark || entry(rest[n])) {
		n++
	}
	if n > 1 && (n > 3 || len(rest[0]) > 1) && isSecretAfter(label, strings.Join(rest[:n], " ")) {
		return n
	}
	return b2i(len(rest[0]) <= 2*labelMax && isSecretAfter(label, rest[0]))
}

// isSecretAfter reports whether all of a value would be a secret when it stands
// after its label.
func isSecretAfter(label, value string) bool {
	if labels, values := strings.Split(label, "/"), strings.Split(strings.ReplaceAll(value, " · ", " / "), " / "); len(labels) > 1 && len(labels) == len(values) { // SIM PIN / PUK
		return slices.ContainsFunc(labels, func(l string) bool {
			v := values[0]
			values = values[1:]
			return isSecretAfter(strings.TrimSpace(l), strings.TrimSpace(v))
		})
	}
	label = strings.TrimRight(fold(label), ": ") + ": "
	left, ok := strings.CutPrefix(Text(label+value), label)
	return ok && value != "" && strings.Trim(strings.ReplaceAll(left, Mark, ""), " ,;.#*!?") == ""
}

// entry reports whether a name may be one of several codes, or a digit or group of one.
func entry(s string) bool {
	k := kindsOf(s)
	return (k.digits > 0 || k.upper == 0) && entryForm().MatchString(s) && (k.digits == len(s) || k.digits+k.letters() >= 6 && (k.digits > 0 || strings.Contains(s, "-") || randomness(s, false) >= 0))
}

var entryForm = lazy(`^(?:\d{1,2}[.)] )?(?:[0-9A-Za-z]*\d[0-9A-Za-z]*|[a-z]{4,12}|[0-9A-Za-z]{3,12}(?:[ -][0-9A-Za-z]{3,12}){1,3})$`)

// phraseNames redacts a phrase whose words are elements of their own, numbered or not:
// words of one list that follow each other, and any where phrases may have them.
func phraseNames(names []string) (changed bool) {
	inWallet := sync.OnceValue(func() bool { return slices.ContainsFunc(names, wallet().MatchString) })
	for _, r := range cellsIn(names, listedCell()) {
		from, to := listedRun(r.words, phraseCounts[0])
		if words := r.words[from:to]; varied(words) && slices.ContainsFunc(words, func(w string) bool { return !isUpper(w[0]) }) { // a menu has capitals
			mark(names, r.at[from], r.at[to-1])
			changed = true
		}
	}
	for i, name := range names {
		if fewListed(name, i > 0 && wordNumber().MatchString(names[i-1])) && inWallet() {
			names[i], changed = Mark, true
		}
	}
	for _, r := range cellsIn(names, phraseCell()) {
		anyWords := func() bool { return inWallet() || numbered().MatchString(strings.Join(names[r.from:r.to], " ")) }
		if phraseLike(strings.Join(r.words, " "), anyWords) {
			mark(names, r.from, r.to-1)
			changed = true
		}
	}
	return changed
}

// fewListed reports whether a name is some words of a phrase: three of one list or more, or
// one behind its number.
func fewListed(name string, behindNumber bool) bool {
	words := strings.Fields(name)
	n := len(words)
	if strings.ToLower(name) != name || n < 3 && (n != 1 || !behindNumber) {
		return false
	}
	from, to := listedRun(words, n)
	return to-from == n && n > 0
}

// wordNumber is the number of a word of a phrase: "Word 7", "#7".
var wordNumber = lazy(`^(?:\pL{1,12} ?|#)?\d{1,2}[.:)]?$`)

func mark(names []string, first, last int) {
	for i := first; i <= last; i++ {
		names[i] = Mark
	}
}

// cells are the words of a possible phrase in the names from..to-1, and the index of the
// name of each.
type cells struct {
	from, to int
	words    []string
	at       []int
}

// cellsIn returns all runs of names that are one word each, with at least as many
// words as a phrase has.
func cellsIn(names []string, cell *regexp.Regexp) (runs []cells) {
	for i := 0; i < len(names); i++ {
		r := cells{from: i}
		for ; i < len(names) && len(names[i]) <= labelMax && cell.MatchString(names[i]); i++ {
			if wordNumber().MatchString(names[i]) {
				continue
			}
			for _, w := range strings.Fields(strings.TrimLeft(names[i], "0123456789.)")) {
				r.words, r.at = append(r.words, w), append(r.at, i)
			}
		}
		if r.to = i; len(r.words) >= phraseCounts[0] {
			runs = append(runs, r)
		}
	}
	return runs
}

// phraseCell matches one word of a phrase, with or without its number, or the number
// alone. listedCell may have a capital, as Monero's German nouns do, and be as long as the
// words of the lists.
var (
	phraseCell = lazy(`^(?:\d{1,2}[.)]?\s?)?(?:\p{Ll}{3,12}|[ぁ-ん]{2,8}|[가-힣]{2,4}|[一-龥])$|^(?:\pL{1,12} ?|#)?\d{1,2}[.:)]?$`)
	listedCell = lazy(`^(?:\d{1,2}[.)]?\s?)?\p{L}[\p{Ll}\p{M}]{1,23}$|^(?:\pL{1,12} ?|#)?\d{1,2}[.:)]?$`)
)

// SaidBefore reports whether a value after a label is a secret.
func SaidBefore(label, value string) bool {
	return label != "" && utf8.RuneCountInString(label) <= labelMax && len(value) >= 3 && len(value) <= 2*labelMax && isSecretAfter(label, value)
}

// PublicAfter reports whether a value, which alone may be a key, is public behind its label: the hash of a commit, a
// checksum, the id of a request, the number of an article.
func PublicAfter(label, value string) bool {
	label = strings.TrimRight(label, ": ") + ": "
	both := label + value
	return len(value) >= chanceRun && len(label) <= labelMax && namesPublic(label) && Text(both) == both
}
