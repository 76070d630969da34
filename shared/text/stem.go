package text

import "strings"

// Stem returns a word without its English inflection: accounts and account, sending
// and send, copies and copy have the same stem. It is deliberately light: a prefix
// search still finds the forms that it does not join. It returns words with digits or
// letters beyond a to z unchanged.
func Stem(word string) string {
	if len(word) == stemMin-1 && plain(word) && word[2] == 's' && word[1] != 's' && !vowel(word[1]) {
		return word[:2]
	}
	if len(word) < stemMin || !plain(word) {
		return word
	}
	s := plural(word)
	switch {
	case strings.HasSuffix(s, "ing"):
		s = verb(s, 3)
	case strings.HasSuffix(s, "ed") && !strings.HasSuffix(s, "eed"):
		s = verb(s, 2)
	}
	if n := len(s); n > stemMin && s[n-1] == 'e' {
		s = s[:n-1]
	}
	if n := len(s); n > stemMin && s[n-1] == 'y' && !vowel(s[n-2]) {
		s = s[:n-1] + "i"
	}
	return s
}

// stemMin is the shortest word that is stemmed: shorter ones too often have another
// meaning (gas, his, red), unless they are the plural of two consonants (VMs, IPs).
const stemMin = 4

func plain(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

func plural(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > stemMin:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "xes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

// verb removes a suffix of n letters if a word is left, and undoubles the consonant
// that the suffix doubled (swapping, swapped).
func verb(w string, n int) string {
	s := w[:len(w)-n]
	if len(s) < 3 || !hasVowel(s) {
		return w
	}
	if k := len(s); s[k-1] == s[k-2] && !vowel(s[k-1]) && s[k-1] != 'l' && s[k-1] != 's' && s[k-1] != 'z' {
		return s[:k-1]
	}
	return s
}

func hasVowel(s string) bool { return strings.ContainsAny(s, "aeiouy") }

func vowel(b byte) bool { return strings.IndexByte("aeiou", b) >= 0 }
