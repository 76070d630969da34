package flow

import "slices"

// Words that begin a question. One that begins with will or may is a question about oneself, and with
// another person a polite request: can you delete it. Behind a verb, wondering words begin one: show me how to.
var (
	questioning = append([]string{"is", "are", "was", "were", "am", "did", "does", "why", "when", "where", "should", "shall", "must", "wie", "warum", "wann", "wer", "ist", "wurde", "soll", "pourquoi", "quand", "comment", "cómo", "cuándo"}, asking...)
	permitting  = []string{"can", "could", "may", "might", "do", "would", "will", "kann", "darf"}
	oneself     = []string{"i", "we", "one", "ich", "wir", "man"}
	wondering   = []string{"how", "whether", "why", "who", "when", "where", "if", "ob", "warum", "wie", "wann"}
)

// onlyAsks reports whether the goal is a question, and the title is neither one nor shows something: who asks
// whether a user should be deleted wants no user deleted.
func (r *reading) onlyAsks() bool {
	first := ""
	for _, t := range r.f.title {
		if t.param == "" {
			first = t.folded
			break
		}
	}
	second := ""
	if len(r.words) > 1 {
		second = r.words[1].folded
	}
	for _, w := range r.words[1:min(len(r.words), 4)] {
		if slices.Contains(wondering, w.folded) && w.quote == 0 && w.raw == w.folded {
			return !slices.Contains(questioning, first)
		}
	}
	asks := slices.Contains(questioning, r.words[0].folded) || slices.Contains(permitting, r.words[0].folded) && slices.Contains(oneself, second)
	return asks && !slices.Contains(questioning, first) && r.f.saying().doing&showing == 0
}
