package flow

import (
	"slices"
	"strings"
	"unicode"
)

// joining are words after which a clause may begin with its verb.
var joining = strings.Fields("and then to please also now und dann et puis y luego")

// passive are words after which a verb is a passive: its object stands before them.
var passive = strings.Fields("be been is are was were gets")

// determiners begin the name of a thing, so that the next word is no verb.
var determiners = strings.Fields("the a an my our your his her their its this that these those")

// asking are words that begin a question, which asks to show something.
var asking = strings.Fields("which what how who")

// newThing are words before a thing that does not exist yet.
var newThing = strings.Fields("a an new another")

// headed holds the role of a word in its clause.
type headed struct {
	head   bool // its verb, or a word in its place
	begins bool // before something new
}

// headsOf finds the first words of clauses, which are mostly verbs, and passive verbs, which
// follow their object. words are those of the text; begins reports that the text begins a
// clause.
func headsOf(s string, words []word, begins bool) []headed {
	heads := make([]headed, len(words))
	vaguely := false // the last verb is general: mark it as done
	for i, w := range words {
		from := 0
		if i > 0 {
			from = words[i-1].to
		}
		joins := slices.Contains(joining, w.folded) || w.folded == "as" && vaguely
		if joins || strings.ContainsAny(s[from:w.from], ",;:.!?–—(") {
			begins = true
		}
		named := unicode.IsUpper([]rune(s[w.from:])[0]) && i > 0 && !strings.ContainsAny(s[from:w.from], ";:.!?–—")
		done := i > 0 && slices.Contains(passive, words[i-1].folded)
		says := !lights(w.folded) || slices.Contains(linking, w.folded)
		switch {
		case i == 0 && begins && slices.Contains(asking, w.folded):
			heads[i].head, begins = true, false
		case !begins || joins:
			heads[i].head = done && says
		case slices.Contains(determiners, w.folded) || named:
			begins = false
		case says && (done || !lights(w.folded)):
			heads[i].head, begins = true, false
			vaguely = slices.Contains(plain, w.folded)
		}
		heads[i].begins = i+1 < len(words) && slices.Contains(newThing, words[i+1].folded)
	}
	return heads
}
