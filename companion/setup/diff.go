package setup

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds of a displayed difference.
const (
	diffContext  = 2   // unchanged lines around it
	diffMaxWidth = 160 // bytes of a line: some clients write all settings on one
	diffLead     = 40  // bytes before the change in a line that is cut
)

// diff shows the change from one text to the other as one stretch of lines, because
// our edit is in one place.
func diff(from, to string) string {
	a, b := splitLines(from), splitLines(to)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	cutAt := 0
	if head < len(a) && head < len(b) {
		cutAt = commonPrefix(a[head], b[head])
	}
	var out strings.Builder
	show := func(mark string, lines []string, at int) {
		for _, line := range lines {
			fmt.Fprintf(&out, "%s %s\n", mark, clip(strings.TrimRight(line, "\r"), at))
		}
	}
	show(" ", a[max(0, head-diffContext):head], 0)
	show("-", a[head:len(a)-tail], cutAt)
	show("+", b[head:len(b)-tail], cutAt)
	show(" ", a[len(a)-tail:min(len(a), len(a)-tail+diffContext)], 0)
	return out.String()
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// clip shortens a long line to the part around at.
func clip(line string, at int) string {
	if len(line) <= diffMaxWidth {
		return line
	}
	start := min(max(0, at-diffLead), len(line)-1)
	end := min(len(line), start+diffMaxWidth)
	for start > 0 && !utf8.RuneStart(line[start]) {
		start--
	}
	for end < len(line) && !utf8.RuneStart(line[end]) {
		end--
	}
	short := line[start:end]
	if start > 0 {
		short = "…" + short
	}
	if end < len(line) {
		short += "…"
	}
	return short
}
