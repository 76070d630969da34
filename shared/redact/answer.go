package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// An answer to a security question may be any words. It is one behind a word for answer in a text that says
// security or secret, and behind names that nothing else has.
var (
	answerNames = list(`answer, antwort, réponse, respuesta, risposta, resposta, antwoord, svar, vastaus, odpowied, odpověď, odpoveď, válasz, răspuns, ответ, відповідь, απάντηση, cevap, yanıt, jawaban, trả lời, 答え, 答案, 답변, إجابة, תשובה, תשובת, cavab, адказ, отговор, одговор, উত্তর, उत्तर, vastus, erantzun, پاسخ, odgovor, պատասխան, პასუხ, жауап, жауаб, atsakym, atbild, jawapan, përgjigj, jibu, คำตอบ, sagot, جواب`)
	// joinedAnswers are answers in languages that join words.
	joinedAnswers = `(?:` + safe + `)\pL{0,5}(?:antwort|antwoord|svar|vastaus|vastus)`

	// soleAnswers are names of answers that need no word beside them.
	soleAnswers = list(`maiden name, mädchenname, nom de jeune fille, apellido de soltera, nome de solteira, cognome da nubile, meisjesnaam, nazwisko panieńskie, nazwisko rodowe matki, flicknamn, девичья фамилия, дівоче прізвище, 旧姓,
		geburtsname, nom de naissance, apellidos de soltera, geboortenaam, security word, codewort, codewoord, kodord, mot secret, palabra secreta, geheimwort, losungswort, losung, kenwoord, memorable word, memorable name, memorable place, memorable date, memorable answer, secret word, login word, code word, codeword, kodwort, safe word`)
	answerWords = slices.Concat(answerNames, soleAnswers)
)

// isAnswer matches the end of a label that is the name of an answer.
var isAnswer = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:((?:^|\PL)(?:` + strings.Join(answerNames, "|") + `)|答え|答案|답변|คำตอบ)|` + joinedAnswers + `|(?:^|\PL)(?:` + strings.Join(soleAnswers, "|") + `))[\pL\pM\pN'’ ]{0,40}$`)
})

// scrubAnswer masks the answers of a text.
func scrubAnswer(s string) string {
	var found []part
	for _, m := range separator().FindAllStringIndex(s, maxSeparators) {
		before := strings.ToLower(s[max(0, m[0]-longestName):m[0]])
		at := isAnswer().FindStringSubmatchIndex(before)
		if at == nil || at[2] >= 0 && !ofSecurity(before) {
			continue
		}
		if end := valueEnds(s[m[1]:])[0]; end > 1 && !isState(strings.ToLower(s[m[1]:m[1]+end])) {
			found = append(found, part{m[1], m[1] + end})
		}
	}
	return masked(s, found)
}

// textRoles are those of elements that are only read.
var textRoles = strings.Fields("text generic heading cell gridcell rowheader term definition listitem status alert note paragraph code")

// maxAsked is how many texts the answer may stand behind the words for security.
const maxAsked = 3

// isAnswerAt reports whether names[at] is the answer to a security question, behind its name in names[i]. A button or a
// field is none: a form without an answer goes on with its buttons.
func isAnswerAt(names, roles []string, i, at int) bool {
	answer := names[at]
	if n := utf8.RuneCountInString(answer); n < 2 || n > labelMax || len(names[i]) > labelMax || answer == Mark || strings.ContainsAny(answer[len(answer)-1:], "?:") || !strings.ContainsFunc(answer, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return false
	}
	label := strings.ToLower(strings.TrimRight(names[i], " :：*"))
	if gate().calls(label)&gate().named["answer"] == 0 {
		return false
	}
	m := isAnswer().FindStringSubmatchIndex(label)
	if m == nil || actions().MatchString(label) || m[2] >= 0 && !ofSecurity(strings.ToLower(strings.Join(names[max(0, i-maxAsked):i+1], " "))) {
		return false
	}
	return isText(roleAt(roles, i)) && isText(roleAt(roles, at)) && !isState(strings.ToLower(answer))
}

// isState reports whether a text is the state of an answer, or an action on it.
func isState(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return slices.Contains(passwordStates, s) || slices.Contains(noPasswords, s) || slices.Contains(negations, first)
}

// negations begin a text that says that nothing is set.
var negations = strings.Fields("not no none nicht kein keine non pas aucune ninguna sin geen niet nessuna set")

func isText(role string) bool { return role == "" || slices.Contains(textRoles, role) }

// ofSecurity reports whether a lower-cased text has a word for security or secret.
func ofSecurity(s string) bool {
	kinds, _, _ := saysSecret(wordsOf(s))
	return kinds&ofKeyKind != 0 || strings.Contains(s, "security") || fieldWords().MatchString(s)
}
