package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
)

// explainTo prints how a score was computed: a line for each query word with its
// points and their source, then the bonuses and penalties of the whole step.
//
//	score 1240
//	  acount   820  goal 700 (account), a11y 180 (accounts), levelled off -60
//	  send     420  testId 512, levelled off -92
func explainTo(out io.Writer, indent string, score float64, why []types.ScoreReason) {
	type line struct {
		word  string
		sum   float64
		parts []string
	}
	var lines []*line
	at := map[string]*line{}
	for _, r := range why {
		word, matched, _ := strings.Cut(r.Term, "~")
		part := ""
		switch {
		case word == "":
			word = r.Field
		case r.Field == "bound":
			part = fmt.Sprintf("levelled off %.0f", r.Score)
		case matched != "":
			part = fmt.Sprintf("%s %.0f (%s)", r.Field, r.Score, strings.TrimSpace(matched))
		default:
			part = fmt.Sprintf("%s %.0f", r.Field, r.Score)
		}
		word = strings.TrimSpace(word)
		l := at[word]
		if l == nil {
			l = &line{word: word}
			at[word] = l
			lines = append(lines, l)
		}
		l.sum += r.Score
		if part != "" {
			l.parts = append(l.parts, part)
		}
	}
	wide := 0
	for _, l := range lines {
		wide = max(wide, utf8.RuneCountInString(l.word))
	}
	fmt.Fprintf(out, "%sscore %.0f\n", indent, score)
	for _, l := range lines {
		text := fmt.Sprintf("%s  %-*s %6.0f  %s", indent, wide, l.word, l.sum, strings.Join(l.parts, ", "))
		fmt.Fprintln(out, strings.TrimRight(text, " "))
	}
}
