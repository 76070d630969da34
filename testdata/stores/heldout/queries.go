package heldout

import (
	"strings"

	"cairn/testdata/stores/gen"
)

const querySite = 25 // queries that name the site, in hundredths

// Queries generates n queries about the store, of all of package gen's kinds in turn.
func (s *Store) Queries(seed uint64, n int) []gen.Query {
	r := &dice{seed}
	kinds := []func(*dice, int) gen.Query{s.paraphrase, s.identifier, s.place, s.noisy, s.typo}
	var out []gen.Query
	for len(out) < n {
		if q := kinds[len(out)%len(kinds)](r, r.IntN(len(s.of))); len(q.Relevant) > 0 {
			out = append(out, q)
		}
	}
	return out
}

// about builds a query of words about the flow of a session. Sessions with the same
// flow are right, on the named site if the query names one.
func (s *Store) about(r *dice, kind gen.Kind, at int, words ...string) gen.Query {
	p := s.of[at]
	q := gen.Query{Kind: kind, Relevant: map[string]bool{}}
	named := chance(r, querySite)
	if named {
		words = append(words, p.app.site)
	}
	q.Text = strings.Join(words, " ")
	for i, other := range s.of {
		if other.flow.verb[0] == p.flow.verb[0] && other.flow.noun[0] == p.flow.noun[0] && (!named || other.app.site == p.app.site) {
			q.Relevant[s.Sessions[i].Meta.SessionID] = true
		}
	}
	return q
}

func (s *Store) paraphrase(r *dice, at int) gen.Query {
	f := s.of[at].flow
	if len(f.verb) == 1 {
		return gen.Query{}
	}
	words := []string{pick(r, f.verb[1:]), said(r, f.noun, otherNoun)}
	if r.IntN(2) == 0 {
		words[0], words[1] = words[1], words[0]
	}
	return s.about(r, gen.Paraphrase, at, words...)
}

func (s *Store) noisy(r *dice, at int) gen.Query {
	f := s.of[at].flow
	return s.about(r, gen.Noisy, at, pick(r, idle), pick(r, idle), f.verb[0], pick(r, idle), f.noun[0], pick(r, idle), pick(r, idle))
}

func (s *Store) typo(r *dice, at int) gen.Query {
	f := s.of[at].flow
	return s.about(r, gen.Typo, at, slip(r, f.noun[0]), slip(r, f.verb[0]))
}

// slip adds a typing error to a word.
func slip(r *dice, word string) string {
	w := []rune(word)
	if len(w) < 5 {
		return word
	}
	i := 1 + r.IntN(len(w)-2)
	switch r.IntN(4) {
	case 0:
		w[i], w[i+1] = w[i+1], w[i]
	case 1:
		w = append(w[:i], w[i+1:]...)
	case 2:
		w[i] = rune('a' + r.IntN(26))
	default:
		return string(w[:i]) + string(w[i]) + string(w[i:]) // a repeated key
	}
	return string(w)
}

// identifier asks for some of the parts of a test id, in another spelling.
func (s *Store) identifier(r *dice, at int) gen.Query {
	id := pick(r, s.Sessions[at].Steps).Tool.Target.TestID
	q := gen.Query{Kind: gen.Identifier, Relevant: map[string]bool{}}
	parts := strings.FieldsFunc(id, func(r rune) bool { return strings.ContainsRune("-_:.", r) })
	switch {
	case id == "":
		return q
	case len(parts) < 3:
		q.Text = id[:len(id)*7/10]
	case r.IntN(2) == 0:
		q.Text = strings.Join(parts[:2], "-")
	default:
		q.Text = strings.Join(parts[1:], " ")
	}
	for i, other := range s.Sessions {
		for _, step := range other.Steps {
			if step.Tool.Target.TestID == id {
				q.Relevant[s.Sessions[i].Meta.SessionID] = true
			}
		}
	}
	return q
}

// place asks for a failure on a screen, or for an action there.
func (s *Store) place(r *dice, at int) gen.Query {
	q := gen.Query{Kind: gen.Place, Relevant: map[string]bool{}}
	for _, step := range s.Sessions[at].Steps {
		if step.Outcome.OK {
			continue
		}
		screen, code := step.Observation.State.CurrentScreen, step.Outcome.Error.Code
		said := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(string(code), "MM_"), "_", " "))
		q.Text = said + " " + strings.ReplaceAll(strings.Trim(screen, "/"), "/", " ")
		for i, other := range s.Sessions {
			for _, step := range other.Steps {
				if !step.Outcome.OK && step.Observation.State.CurrentScreen == screen && step.Outcome.Error.Code == code {
					q.Relevant[s.Sessions[i].Meta.SessionID] = true
				}
			}
		}
		return q
	}
	return q
}
