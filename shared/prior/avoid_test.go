package prior

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestAvoidWeighsHowAttemptsWentOn gives what sessions did with one button, a word
// for each: X failed, o worked, n was not found, r had a dead ref, m did something
// else that worked. The last word is the asker's. The button is on the page now.
func TestAvoidWeighsHowAttemptsWentOn(t *testing.T) {
	cases := []struct {
		did  string // sessions in their order
		want int    // failures that are warned of, 0 for no warning
	}{
		{"X -", 0},
		{"XX -", 2},
		{"X X -", 2},
		{"Xo -", 0},
		{"XXXo -", 0},   // trying again was right
		{"oXXX -", 3},   // it worked once, and does not any more
		{"ooooXX -", 0}, // failures do not outweigh
		{"XX o -", 0},   // others got through since
		{"o XX -", 2},
		{"oo X X -", 0},
		{"XXXXXXXXXX oo oo -", 0},
		{"o o o o o o o XXXXXXX -", 0}, // the tenth attempt in vain says no more than the third
		{"XXXXXXXXX o o o X -", 0},     // mended since, but for once
		{"XXXXX o XX -", 2},
		{"- X", 0},
		{"- XX", 2},
		{"- XXm", 0}, // the story moved on: the page may be ready now
		{"- XmXX", 2},
		{"oo oo XX", 2}, // what fails now says more than what worked then
		{"ooo ooo ooo ooo ooo ooo XX", 0},
		{"o X", 0},
		{"X X", 2},
		{"XX oX", 0}, // the asker itself got through a moment ago
		{"nn -", 0},  // it is there now
		{"rr -", 0},
		{"nX rX -", 2},
	}
	for _, c := range cases {
		t.Run(c.did, func(t *testing.T) {
			e := New()
			words := strings.Fields(c.did)
			for i, word := range words {
				id := fmt.Sprint("s-", i)
				if i == len(words)-1 {
					id = "asker"
				}
				begun := day.Add(time.Duration(i) * time.Minute)
				e.PutSession(&types.Session{SessionID: id, CreatedAt: begun})
				for k, what := range strings.TrimPrefix(word, "-") {
					e.PutStep(attempt(id, fmt.Sprint(id, "-", k), begun.Add(time.Duration(k)*time.Second), what))
				}
			}
			p := e.Suggest(day.Add(time.Hour/4), types.PriorRequest{SessionID: "asker",
				Observation: *page(walletOrigin, "home", button("Send"), button("Swap"), button("Buy"))})
			checkAnswer(t, p)
			got := 0
			if p != nil {
				for _, a := range p.Avoid {
					got += a.Frequency
				}
			}
			if got != c.want {
				t.Errorf("warned of %d failures, want %d", got, c.want)
			}
		})
	}
}

func attempt(session, id string, at types.Time, what rune) *types.Step {
	there := page(walletOrigin, "home", button("Send"), button("Swap"))
	s := step(session, id, at, "mm_click", press("Send"), there)
	switch what {
	case 'X':
		return failing(s, types.CodeClickFailed)
	case 'r':
		return failing(s, types.CodeStaleRef)
	case 'n':
		s.Observation = page(walletOrigin, "home", button("Swap"))
		return failing(s, types.CodeTargetNotFound)
	case 'm':
		s.Tool.Target = press("Swap")
	}
	return s
}
