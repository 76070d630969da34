package prior

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestAvoidWeighsHowAttemptsWentOn gives the actions of sessions on one button, a word
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
		{"XXXXX o XX -", 7},            // two of them since it last worked
		{"- X", 0},
		{"- XX", 2},
		{"- XXm", 0}, // the story moved on: the page may be ready now
		{"- XmXX", 3},
		{"oo oo XX", 2}, // failures now say more than successes then
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

// TestAvoidCountsTargetsWithTheirCodes is spec 002 section 6, step 6: it
// counts pairs of target and error code, all of their failures. Sessions
// press or wait for things on the home screen: "Send" is there, "Old" was and is
// there no more, "Pay" is on another screen, "Guess" never was anywhere.
func TestAvoidCountsTargetsWithTheirCodes(t *testing.T) {
	const click, late, missing = types.CodeClickFailed, types.CodeWaitTimeout, types.CodeTargetNotFound
	guess := &types.Target{Selector: "#guess"}
	type try struct {
		target *types.Target
		code   types.Code // empty for one that worked
		times  int
	}
	cases := []struct {
		name  string
		tries []try
		want  []string
	}{
		{"two codes are two pairs", []try{{press("Send"), click, 1}, {press("Send"), late, 1}}, nil},
		{"each pair by itself", []try{{press("Send"), click, 3}, {press("Send"), late, 2}}, []string{"MM_CLICK_FAILED 3", "MM_WAIT_TIMEOUT 2"}},
		{"nine are nine", []try{{press("Send"), click, 9}}, []string{"MM_CLICK_FAILED 9"}},
		{"forty are forty", []try{{press("Send"), click, 40}}, []string{"MM_CLICK_FAILED 40"}},
		{"two targets", []try{{press("Send"), click, 1}, {press("Swap"), click, 1}}, nil},
		{"a name that never was", []try{{press("Guess"), missing, 9}}, nil},
		{"a selector that never was", []try{{guess, missing, 9}}, nil},
		{"a test id that never was", []try{{&types.Target{TestID: "guess"}, missing, 9}}, nil},
		{"waiting for one that never was", []try{{press("Guess"), late, 9}}, nil},
		{"a name of another screen", []try{{press("Pay"), missing, 9}}, nil},
		{"one that is gone", []try{{press("Old"), missing, 2}}, []string{"MM_TARGET_NOT_FOUND 2"}},
		{"a selector that worked once", []try{{guess, "", 1}, {guess, missing, 3}}, []string{"MM_TARGET_NOT_FOUND 3"}},
		{"one that was found and failed", []try{{guess, click, 2}, {guess, missing, 2}}, []string{"MM_TARGET_NOT_FOUND 2", "MM_CLICK_FAILED 2"}},
	}
	for _, c := range cases {
		for _, sessions := range []string{"one session", "a session each", "the asker"} {
			t.Run(c.name+"/"+sessions, func(t *testing.T) {
				e := New()
				at := day
				put := func(id string, target *types.Target, code types.Code, on *types.Observation) {
					at = at.Add(time.Second)
					e.PutSession(&types.Session{SessionID: id, CreatedAt: day})
					s := step(id, fmt.Sprint(at), at, "mm_click", target, on)
					if code != "" {
						failing(s, code)
					}
					e.PutStep(s)
				}
				put("first", press("Swap"), "", page(walletOrigin, "home", button("Send"), button("Swap"), button("Old")))
				put("first", press("Pay"), "", page(walletOrigin, "send", button("Pay")))
				for _, try := range c.tries {
					for i := range try.times {
						id := map[string]string{"one session": "earlier", "a session each": fmt.Sprint("s-", i), "the asker": "asker"}[sessions]
						put(id, try.target, try.code, page(walletOrigin, "home", button("Send"), button("Swap")))
					}
				}
				p := e.Suggest(day.Add(time.Hour/4), types.PriorRequest{SessionID: "asker", Observation: *page(walletOrigin, "home", button("Send"), button("Swap"))})
				checkAnswer(t, p)
				var got []string
				for _, a := range p.Avoid {
					got = append(got, fmt.Sprint(a.ErrorCode, " ", a.Frequency))
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("warned of %v, want %v", got, c.want)
				}
			})
		}
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
