package recall

import (
	_ "embed"
	"strings"
)

//go:generate go test . -run TestSuffixListIsCurrent -update

// suffixes is the public suffix list (publicsuffix.org) without its one-label rules:
// one rule per line, sorted, with a newline at both ends.
//
//go:embed suffixes.txt
var suffixes string

// registeredDomain returns the registered part of a host name: its public suffix and one
// more label. It is "" for a public suffix itself.
func registeredDomain(host string) string {
	suffix := publicSuffix(host)
	if len(suffix) >= len(host) {
		return ""
	}
	rest := host[:len(host)-len(suffix)-1]
	return rest[strings.LastIndexByte(rest, '.')+1:] + "." + suffix
}

// publicSuffix returns the suffix by the longest rule that fits, exceptions first;
// without a rule the last label is the suffix.
func publicSuffix(host string) string {
	for s := host; ; {
		_, parent, inner := strings.Cut(s, ".")
		switch {
		case !inner:
			return s
		case listed("!" + s):
			return parent
		case listed(s), listed("*." + parent):
			return s
		}
		s = parent
	}
}

// listed reports whether a rule is in the list, by binary search.
func listed(rule string) bool {
	lo, hi := 0, len(suffixes)-1 // both at the newline before a line
	for lo < hi {
		mid := strings.LastIndexByte(suffixes[:(lo+hi)/2+1], '\n')
		line := suffixes[mid+1:]
		line = line[:strings.IndexByte(line, '\n')]
		switch strings.Compare(rule, line) {
		case 0:
			return true
		case 1:
			lo = mid + 1 + len(line)
		default:
			hi = mid
		}
	}
	return false
}
