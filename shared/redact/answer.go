package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// An answer to a security question may be any words. It is one behind a word for answer in a text that says
// security or secret, and behind names that nothing else has.
var (
	answerNames = list(`answer, antwort, réponse, respuesta, risposta, resposta, antwoord, svar, vastaus, odpowied, odpověď, odpoveď, válasz, răspuns, ответ, відповідь, απάντηση, cevap, yanıt, jawaban, trả lời, 答え, 答案, 답변, إجابة, תשובה`)
	// soleAnswers are names of answers that need no word beside them.
	soleAnswers = list(`maiden name, mädchenname, nom de jeune fille, apellido de soltera, nome de solteira, cognome da nubile, meisjesnaam, nazwisko panieńskie, nazwisko rodowe matki, flicknamn, девичья фамилия, дівоче прізвище, 旧姓,
		memorable word, memorable name, memorable place, memorable date, memorable answer, secret word, login word, code word, codeword, safe word`)
	answerWords = slices.Concat(answerNames, soleAnswers)
)

// isAnswer matches the end of a label that is the name of an answer.
var isAnswer = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\PL)(?:(` + strings.Join(answerNames, "|") + `)|` + strings.Join(soleAnswers, "|") + `)[\pL\pM\pN'’ ]{0,40}$`)
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
		if end := valueEnds(s[m[1]:])[0]; end > 1 {
			found = append(found, part{m[1], m[1] + end})
		}
	}
	return masked(s, found)
}

// ofSecurity reports whether a lower-cased text has a word for security or secret.
func ofSecurity(s string) bool {
	kinds, _, _ := saysSecret(wordsOf(s))
	return kinds&ofKeyKind != 0 || strings.Contains(s, "security")
}
