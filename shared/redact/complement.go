package redact

import (
	"slices"
	"strings"
	"sync"
)

// complementWords begin the part behind the head of a label that gives the secret's purpose, its place or its start:
// "PIN für die Karte", "SSN on file", "heslo k síti". Such words are few in each language. Words for "of" are none:
// they change the head's meaning (code of an article).
var complementWords = strings.Fields("for on to at in from with sent used valid until after before since für fürs zum zur auf im bei am vom nach ab seit pour sur chez dans depuis para en por per desde su voor op bij till för på til do dla na k ke pro pre za для от на к до від untuk cho pentru για")

// complement matches from such a word on.
var complement = lazy(`(?i)[ ](?:` + strings.Join(complementWords, "|") + `)[ ]`)

// servesAs stand between a value and what it is used for.
var servesAs = strings.Fields("as als comme como come jako som как як olarak")

// copulas stand between a label and its value, in a sentence.
var copulas = strings.Fields("is was ist war lautet est es è é är er jest to je on este είναι là adalah")

var separator = lazy(`(?i)\s?[:：=→][ ]{0,3}|[ ](?:` + strings.Join(copulas, "|") + `)[ :]{1,3}`)

// mayHaveComplement spares most texts the search: there is none without such a word or brackets.
func mayHaveComplement(s string) bool {
	if strings.ContainsAny(s, "(（[") {
		return true
	}
	said, begun := strings.ContainsAny(s, ":：=→"), false
	for word := range strings.FieldsSeq(s) {
		if len(word) < 9 {
			kind := functionWords()[strings.ToLower(word)]
			if kind&4 != 0 {
				return true
			}
			begun, said = begun || kind&1 != 0, said || kind&2 != 0
		}
	}
	return said && begun
}

// functionWords has a bit for the words of complements, one for copulas and one for servesAs.
var functionWords = sync.OnceValue(func() map[string]int {
	words := map[string]int{}
	for kind, list := range [][]string{complementWords, copulas, servesAs} {
		for _, w := range list {
			words[w] |= 1 << kind
		}
	}
	return words
})

var (
	clauseStart = lazy(`(?s)^.*(?:[.!?;|•·][ ]|[。！？；\n])`)
	bracketed   = lazy(`[ ]?[(（\[][^()（）\[\]]*[)）\]]`)
	clauseEnd   = lazy(`[.!?;,)][ ]|[。！？；\n]|[ ][-–—(][ ]?`)
	numberFirst = lazy(`^[0-9](?:[ .-]?[0-9])*`)
)

// maxSeparators bounds the labels with a complement that are looked for in one text.
const maxSeparators = 6

// scrubComplement masks the value behind a label with a complement or a remark: the value that the head of the label
// alone would hide.
func scrubComplement(s string) string {
	var found []part
	for _, m := range separator().FindAllStringIndex(s, maxSeparators) {
		clause := strings.TrimSpace(clauseStart().ReplaceAllString(s[:m[0]], ""))
		head := headOf(clause)
		if head == clause || len(head) < 2 || len(clause) > longestName || !namesSecretThing(head) || notCode().MatchString(clause) {
			continue
		}
		rest := s[m[1]:]
		for _, n := range valueEnds(rest) {
			if value := strings.Trim(rest[:n], ` "'“”«»`); len(value) > 2 && (isSecretAfter(head, value) || anyWord().MatchString(value) && isPasswordName(head) && !isStatement([]string{strings.ToLower(value)})) {
				at := m[1] + strings.Index(rest, value)
				found = append(found, part{at, at + len(value)})
				break
			}
		}
	}
	for _, m := range labelBehind().FindAllStringSubmatchIndex(s, maxSeparators) {
		value, label := s[m[2]:m[3]], s[max(m[4], m[6]):max(m[5], m[7])]
		if m[4] < 0 && !looksLikePassword(value) && !joinedWords().MatchString(value) || plainWord().MatchString(value) && !isUnusual(value) || !namesSecretThing(label) {
			continue
		}
		for ; label != ""; label = label[:max(0, strings.LastIndexByte(label, ' '))] { // "the password for"
			if isSecretAfter(label, value) {
				found = append(found, part{m[2], m[3]})
				break
			}
		}
	}
	return masked(s, found)
}

var (
	// labelBehind matches a word and a label behind it, in brackets or in words: 4471 (PIN), gr33nTea as your password.
	labelBehind = lazy(`(?i)([^\s()"'“”«»]{4,64})["'”»]? (?:\((\pL[^()]{1,24})\)|(?:` + strings.Join(servesAs, "|") + `) ((?:[\pL-]+ ){0,2}[\pL-]{3,24}))`)
	anyWord     = lazy(`^\pL{5,24}$`)
)

// isPasswordName reports whether a label ends in a word for password.
func isPasswordName(label string) bool {
	_, last, _ := saysSecret(wordsOf(label))
	return last&ofPassword != 0 || passwordLabel().MatchString(wordsOf(label))
}

// headOf returns a label without remarks in brackets and complement.
func headOf(label string) string {
	label = strings.TrimSpace(bracketed().ReplaceAllString(label, ""))
	if m := complement().FindStringIndex(label); m != nil {
		label = label[:m[0]]
	}
	return strings.TrimSpace(label)
}

// namesSecretThing reports whether the words of a label call for one of the rules for labelled values.
func namesSecretThing(label string) bool {
	g := gate()
	called, wanted := g.calls(label+":"), uint64(0)
	for _, name := range []string{"assignment", "list of codes", "account", "card code", "code after its name", "date of birth", "answer"} {
		wanted |= g.named[name]
	}
	return called&wanted != 0
}

// valueEnds returns where a value that a text begins with may end: where its clause does, its number, its first word.
func valueEnds(s string) (ends []int) {
	end := len(s)
	if m := clauseEnd().FindStringIndex(s); m != nil {
		end = m[0]
	}
	ends = append(ends, end)
	if m := numberFirst().FindStringIndex(s); m != nil && m[1] < end {
		ends = append(ends, m[1])
	}
	if at := strings.IndexByte(s, ' '); at > 0 && at < end {
		ends = append(ends, at)
	}
	return ends
}

var notCode = lazy(noCode + `|` + codeOf + `|` + codeKinds + `|` + discounts + `|refer|voucher|currency|language|course|kurs|curso|corso|airport`)

// labelNouns are the words that call for these rules.
func labelNouns() []string {
	return slices.Concat(cardCodeWords, labelStems, sixWords, numberWords(), codeWords, answerWords)
}
