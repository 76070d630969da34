package redact

import "strings"

// Password managers draw from all signs of a keyboard, also from those at which the other rules end a word: a bracket,
// a quotation mark or a bar in it would leave half of the password.

// strongSigns are signs that dates, versions, paths and addresses do not have.
const strongSigns = "!\"#$%&'()*;<>?@[\\]^`{|}~"

// scrubMixed masks words in which letters, digits and signs change as by chance, whole: behind the name of a password, or
// where nothing else is so mixed.
func scrubMixed(s string) string {
	var found []part
	for lo := 0; lo < len(s); {
		hi := lo + strings.IndexAny(s[lo:]+" ", " \n\t")
		if p := (part{lo, hi}); hi-lo >= shortestSecret && hasSigns(s[lo:hi]) {
			found = append(found, mixedIn(s, p)...)
		}
		lo = hi + 1
	}
	return masked(s, found)
}

func hasSigns(s string) bool {
	k := kindsOf(s)
	return k.digits+k.letters() < len(s)
}

// mixedIn returns the passwords in a word: the values of names within it, or nearly all of it.
func mixedIn(s string, word part) (found []part) {
	named := nameAndSign().FindAllStringSubmatchIndex(s[word.lo:word.hi], maxSeparators)
	for _, m := range named {
		name, value := s[word.lo+m[2]:word.lo+m[3]], quotedValue(s, part{word.lo + m[1], word.hi})
		if (len(found) == 0 || value.lo >= found[len(found)-1].hi) && Sensitive(name) && isMixed(s[value.lo:value.hi]) {
			found = append(found, value)
		}
	}
	if len(found) > 0 {
		return found
	}
	value := quotedValue(s, word)
	label, parted := strings.TrimRight(s[:value.lo], " \"'"), false
	if m := separatorBefore().FindStringIndex(s[:value.lo]); m != nil {
		label, parted = strings.TrimRight(s[:m[0]], "\"'"), true
	} else if !endsInLetter(strings.TrimRight(s[:word.lo], " ")) {
		label = ""
	}
	label = clauseStart().ReplaceAllString(label, "")
	words := strings.Fields(headOf(label))
	if isPasswordName(label) || isPasswordName(headOf(label)) || parted && len(words) > 0 && Sensitive(words[len(words)-1]) {
		if isMixed(s[value.lo:value.hi]) {
			return []part{value}
		}
	} else if isVeryMixed(s[word.lo:word.hi]) {
		return []part{word}
	}
	return nil
}

// separatorBefore matches what stands between a label and its value.
var separatorBefore = lazy(`(?i)(?:["']?\s?[:=→]+[ ]{0,3}|[ ](?:` + strings.Join(copulas, "|") + `)[ :]{1,3})["'` + "`" + `]?$`)

// nameAndSign matches a name within a word and the sign behind which its value stands.
var nameAndSign = lazy(`([A-Za-z][\w.-]*)["']?[:=]+`)

// quotedValue returns a part without the quotation marks around it, and what follows the second.
func quotedValue(s string, p part) part {
	if p.hi-p.lo < 2 || strings.IndexByte("\"'`", s[p.lo]) < 0 {
		return p
	}
	for at := p.lo + 1; at < p.hi; at++ {
		if s[at] == '\\' {
			at++
		} else if s[at] == s[p.lo] && (at+1 == p.hi || strings.IndexByte(",;:)}]>.", s[at+1]) >= 0) {
			return part{p.lo + 1, at}
		}
	}
	return p
}

// mixture counts a text's changes between letters of one case, digits and signs, and its longest run of letters of one case.
func mixture(s string) (changes, letters int) {
	run, last := 0, -1
	for i := range len(s) {
		kind := kindAt(s[i], false)
		if run++; kind != last {
			changes, run = changes+b2i(i > 0), 1
		}
		if last = kind; kind == upper || kind == lower {
			letters = max(letters, run)
		}
	}
	return changes, letters
}

// isMixed reports whether a text behind the name of a password is made of three kinds or more that change often.
func isMixed(s string) bool {
	k := kindsOf(s)
	changes, letters := mixture(s)
	return len(s) >= shortestSecret && len(s) <= 128 && isASCII(s) && hasSigns(s) && (strings.ContainsAny(s, strongSigns) || 10*changes >= 7*len(s)) && b2i(k.digits > 0)+b2i(k.upper > 0)+b2i(k.lower > 0) > 1 &&
		5*changes >= 2*len(s) && letters < 5 && !rangeOfSigns().MatchString(s) && !bracketedWord().MatchString(s) && isRealValue(s) && !strings.Contains(s, "REDACTED")
}

// bracketedWord matches a remark, (WPA2), and an expression: test[1].
var bracketedWord = lazy(`^(?:[\w.]*[(\[][^()\[\]]*[)\]][.,:;]*$|[*&]?\[\d*\])`)

// rangeOfSigns matches ranges of characters, as rules for passwords have them.
var rangeOfSigns = lazy(`(?i)a-z|0-9`)

// isVeryMixed reports whether a text has all kinds of characters, several signs that are rare in words, changes nearly
// everywhere, and is no expression of a program.
func isVeryMixed(s string) bool {
	k := kindsOf(s)
	changes, letters := mixture(s)
	strong := 0
	for _, c := range strongSigns {
		strong += b2i(strings.ContainsRune(s, c))
	}
	return len(s) >= 10 && strong > 2 && k.digits > 0 && k.upper > 0 && k.lower > 0 && 20*changes >= 11*len(s) && letters < 4 && !expression().MatchString(s) && isMixed(s)
}

// expression matches calls, indexes, tags, escapes and formats.
var expression = lazy(`[\pL_)][(\[]|</|/>|://|\\[ux]\d|%[0-9.]*[dsfxXv]\b|""|''|&&`)
