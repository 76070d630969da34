// Package risk says which actions pay, send, delete, grant, sign or publish, by
// the words of what is acted on and of what is around it. Pages differ too much for
// certainty: where a word may mean a risk, it says that there is one.
package risk

import (
	"slices"
	"strings"
	"unicode"
)

// Kind is what an action does that cannot simply be taken back; empty for none.
type Kind string

// The kinds, each as a verb of the action.
const (
	None      Kind = ""
	Pays      Kind = "pays"
	Sends     Kind = "sends"
	Deletes   Kind = "deletes"
	Grants    Kind = "grants"
	Signs     Kind = "signs"
	Publishes Kind = "publishes"
)

// kinds is the order in which they are looked for.
var kinds = []Kind{Pays, Deletes, Signs, Grants, Publishes, Sends}

// Action is what an agent is about to do, with the texts around it.
type Action struct {
	Role, Name string
	// Key is the chord that is pressed on the element, empty for a click. What is
	// typed is no key.
	Key string
	// Editable says that text can be written there.
	Editable bool
	// Onto is the name of what something is dropped on, or of the option chosen.
	Onto string

	Row, Dialog, Form, Heading string
	// Address is where the form goes, as a path.
	Address string
	// Submits are the names of the form's buttons, that of Enter first.
	Submits []string
}

// Of says what an action does.
func Of(a Action) Kind {
	switch {
	case a.Onto != "":
		if kind := command(a.Onto); kind != None {
			return kind
		}
		return command(a.Name)
	case a.Key == "":
		return pressed(a)
	}
	parts := strings.Split(a.Key, "+")
	key, chord := parts[len(parts)-1], len(parts) > 1
	switch {
	case (key == "Enter" || key == "NumpadEnter") && a.Editable:
		return entered(a, chord)
	case key == "Enter" || key == "NumpadEnter" || key == "Space" || key == " ":
		return pressed(a)
	case (key == "Delete" || key == "Backspace") && (!a.Editable || a.Role == "generic"):
		return Deletes
	}
	return None
}

// pressed is what a click on an element does.
func pressed(a Action) Kind {
	words := wordsOf(a.Name)
	switch a.Role {
	case "tab", "textbox", "searchbox", "combobox", "spinbutton", "slider", "heading", "listbox", "tree", "grid", "table", "tabpanel":
		return None
	case "checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio":
		if kind := command(a.Name); kind == Grants {
			return kind
		}
		return None
	case "button", "menuitem", "":
	default:
		if len(words) > 6 { // content, and no command
			return None
		}
	}
	if kind := command(a.Name); kind != None {
		return kind
	}
	submits := len(words) == 0 || slices.ContainsFunc(a.Submits, func(s string) bool { return s == a.Name })
	if !agrees(words) && !(submits && a.Role != "link") {
		return None
	}
	texts := []string{a.Dialog, a.Heading}
	if submits || agrees(words) {
		texts = append(texts, a.Form, strings.NewReplacer("/", " ", "-", " ", "_", " ").Replace(a.Address))
	}
	if agrees(words) {
		texts = append(texts, a.Row)
	}
	return about(texts...)
}

// entered is what Enter does in a field: it presses the form's first button, or in
// a field for messages it sends.
func entered(a Action, chord bool) Kind {
	for _, name := range a.Submits {
		if kind := pressed(Action{Role: "button", Name: name, Dialog: a.Dialog, Form: a.Form, Heading: a.Heading, Address: a.Address, Submits: a.Submits}); kind != None {
			return kind
		}
	}
	if len(a.Submits) == 0 {
		if kind := about(a.Form, a.Dialog); kind != None && a.Form != "" {
			return kind
		}
	}
	if a.Role != "searchbox" && (chord || holds(wordsOf(a.Name+" "+a.Form), messages)) {
		return Sends
	}
	return None
}

// command is what the name of a control says that it does.
func command(name string) Kind {
	words := wordsOf(name)
	text := " " + strings.Join(words, " ") + " "
	for _, kind := range kinds {
		for _, phrase := range phrases[kind] {
			if strings.Contains(text, " "+phrase+" ") {
				return kind
			}
		}
	}
	if len(words) == 0 || isOf(words[0], looking) {
		return None
	}
	for _, kind := range kinds {
		for i, word := range words {
			if isOf(word, verbs[kind]) && !means(word, words[i+1:]) {
				return kind
			}
		}
	}
	return None
}

// means reports whether the word behind a verb makes it harmless.
func means(verb string, rest []string) bool {
	return len(rest) > 0 && slices.Contains(strings.Fields(harmless[verb]), rest[0])
}

// agrees reports whether a name says yes to what is around it.
func agrees(words []string) bool {
	return len(words) > 0 && !isOf(words[0], looking) && holds(words, consents)
}

// about is what texts around a control are about.
func about(texts ...string) Kind {
	for _, text := range texts {
		words := wordsOf(text)
		for _, kind := range kinds {
			for i, word := range words {
				if isOf(word, verbs[kind]) && !means(word, words[i+1:]) || isOf(word, nouns[kind]) {
					return kind
				}
			}
		}
	}
	return None
}

func holds(words []string, list string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return isOf(w, list) })
}

// isOf reports whether a word is of a list. In scripts without spaces it is enough
// that it holds one of two characters or more, unless that is behind 已 (done).
func isOf(word, list string) bool {
	for _, one := range strings.Fields(list) {
		stem, open := strings.CutSuffix(one, "*")
		switch {
		case word == stem, open && strings.HasPrefix(word, stem):
			return true
		case spaceless(stem) && strings.Contains(word, stem) && !strings.Contains(word, "已"+stem):
			return true
		}
	}
	return false
}

// spaceless reports whether a word is of a script that has no spaces between words.
func spaceless(word string) bool {
	return len(word) > 3 && strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
	})
}

// wordsOf are the words of a text in small letters. Names such as deleteDraft and
// delete_draft are several.
func wordsOf(text string) (words []string) {
	const longest = 4000
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	var word strings.Builder
	end := func() {
		if w := strings.Trim(word.String(), "'’"); w != "" {
			words = append(words, strings.ToLower(w))
		}
		word.Reset()
	}
	lower := false
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.Is(unicode.M, r) && r != '\ufe0f' || r == '\'' || r == '’':
			if unicode.IsUpper(r) && lower {
				end()
			}
			if r == '’' {
				r = '\''
			}
			word.WriteRune(r)
			lower = unicode.IsLower(r)
		case r == '🗑':
			end()
			words = append(words, "🗑")
			lower = false
		default:
			end()
			lower = false
		}
	}
	end()
	return words
}
