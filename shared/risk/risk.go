// Package risk finds actions that pay, send, delete, grant, sign or publish, by the
// words on the element and around it. Pages differ too much for certainty: if a word
// may mean a risk, the package reports one.
package risk

import (
	"slices"
	"strings"
	"unicode"
)

// Kind names the irreversible effect of an action; empty for none.
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

// kinds is the order in which kinds are tested.
var kinds = []Kind{Pays, Deletes, Signs, Grants, Publishes, Sends}

// Action is an agent's intended action, with the texts around it.
type Action struct {
	Role, Name string
	// Key is the chord pressed on the element, empty for a click. Typed text is not a
	// key.
	Key string
	// Editable is set if the element accepts text.
	Editable bool
	// Onto is the name of a drag's destination, or of the chosen option.
	Onto string

	Row, Dialog, Form, Heading string
	// Address is the path to which the form is submitted.
	Address string
	// Submits holds the names of the form's buttons, that of Enter first.
	Submits []string
}

// Of returns the effect of an action.
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

// addressWords separates the words of an address. A folder or script named public is where a server keeps its pages.
var addressWords = strings.NewReplacer("/public/", " ", "/public.", " ", "/", " ", "-", " ", "_", " ")

// pressed returns the effect of a click on an element.
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
		if len(words) > 6 { // content, not a command
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
		texts = append(texts, a.Form, addressWords.Replace(a.Address))
	}
	if agrees(words) {
		texts = append(texts, a.Row)
	}
	return about(texts...)
}

// entered returns the effect of Enter in a field: it presses the form's first button,
// or in a field for messages it sends.
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

// command returns the effect that the name of a control states.
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
	if len(words) == 0 || looking.has(words[0]) {
		return None
	}
	for _, kind := range kinds {
		for i, word := range words {
			if verbs[kind].has(word) && !means(word, words[i+1:]) {
				return kind
			}
		}
	}
	return None
}

// means reports whether the word after a verb makes it harmless, or both a field's name.
func means(verb string, rest []string) bool {
	return len(rest) > 0 && (slices.Contains(strings.Fields(harmless[verb]), rest[0]) || things.has(verb) && attributes.has(rest[0]))
}

// agrees reports whether a name confirms the text around it.
func agrees(words []string) bool {
	return len(words) > 0 && !looking.has(words[0]) && holds(words, consents)
}

// about returns the effect that texts around a control mention.
func about(texts ...string) Kind {
	for _, text := range texts {
		words := wordsOf(text)
		for _, kind := range kinds {
			for i, word := range words {
				if verbs[kind].has(word) && !means(word, words[i+1:]) || nouns[kind].has(word) {
					return kind
				}
			}
		}
	}
	return None
}

func holds(words []string, of *list) bool { return slices.ContainsFunc(words, of.has) }

// wordsOf returns the words of a text in lower case. It splits names such as
// deleteDraft and delete_draft.
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
