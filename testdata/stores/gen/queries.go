package gen

import "strings"

// Kind names the difficulty of a query.
type Kind string

// The kinds of queries.
const (
	Paraphrase Kind = "A" // by a synonym
	Identifier Kind = "B" // part of a test id
	Place      Kind = "C" // a screen and an error
	Noisy      Kind = "D" // with words that carry no meaning
	Typo       Kind = "E"
)

// Query is a query with known answers.
type Query struct {
	Text     string
	Kind     Kind
	Relevant map[string]bool // session ids
}

// Queries generates n queries about the store, of all kinds in turn. They have a
// separate seed, so that one store can receive different queries.
func (s *Store) Queries(seed uint64, n int) []Query {
	r := newRandom(seed)
	kinds := []func(*random, Session) Query{s.paraphrase, s.identifier, s.place, s.noisy, s.typo}
	var out []Query
	for len(out) < n {
		q := kinds[len(out)%len(kinds)](r, pick(r, s.Sessions))
		if len(q.Relevant) > 0 {
			out = append(out, q)
		}
	}
	return out
}

// sameTask returns the sessions with the same verb and noun, in any application.
func (s *Store) sameTask(want *task) map[string]bool {
	out := map[string]bool{}
	for _, x := range s.Sessions {
		if x.task.verb == want.verb && x.task.noun == want.noun {
			out[x.Meta.SessionID] = true
		}
	}
	return out
}

func (s *Store) paraphrase(r *random, x Session) Query {
	text := pick(r, x.task.verb.synonym) + " " + x.task.noun
	return Query{text, Paraphrase, s.sameTask(x.task)}
}

func (s *Store) noisy(r *random, x Session) Query {
	text := []string{pick(r, noiseWords), x.task.verb.word, pick(r, noiseWords), x.task.noun, pick(r, noiseWords)}
	return Query{strings.Join(text, " "), Noisy, s.sameTask(x.task)}
}

func (s *Store) typo(r *random, x Session) Query {
	return Query{misspell(r, x.task.verb.word) + " " + misspell(r, x.task.noun), Typo, s.sameTask(x.task)}
}

// misspell makes one typing error in the middle of a word.
func misspell(r *random, w string) string {
	if len(w) < 4 {
		return w
	}
	at := 1 + r.below(len(w)-2)
	switch r.below(3) {
	case 0:
		return w[:at] + w[at+1:at+2] + w[at:at+1] + w[at+2:]
	case 1:
		return w[:at] + w[at+1:]
	}
	return w[:at] + string(rune('a'+r.below(26))) + w[at:]
}

// identifier asks for a test id by its first parts; sessions that acted on it are
// right.
func (s *Store) identifier(r *random, x Session) Query {
	id := pick(r, x.Steps).Tool.Target.TestID
	out := Query{Kind: Identifier, Relevant: map[string]bool{}}
	if id == "" {
		return out
	}
	out.Text = id[:len(id)*3/4]
	for _, y := range s.Sessions {
		for _, step := range y.Steps {
			if step.Tool.Target.TestID == id {
				out.Relevant[y.Meta.SessionID] = true
			}
		}
	}
	return out
}

// place asks for a failure on a screen.
func (s *Store) place(r *random, x Session) Query {
	out := Query{Kind: Place, Relevant: map[string]bool{}}
	for _, step := range x.Steps {
		if step.Outcome.OK {
			continue
		}
		screen, code := step.Observation.State.CurrentScreen, step.Outcome.Error.Code
		out.Text = screen + " " + strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(string(code), "MM_"), "_", " "))
		for _, y := range s.Sessions {
			for _, other := range y.Steps {
				if !other.Outcome.OK && other.Observation.State.CurrentScreen == screen && other.Outcome.Error.Code == code {
					out.Relevant[y.Meta.SessionID] = true
				}
			}
		}
		return out
	}
	return out
}
