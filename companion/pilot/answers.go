package pilot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"cairn/shared/types"
)

// Answerer names the core that answers questions about a page.
type Answerer string

// The answerers. The extension is next to the page; the companion is the fallback.
const (
	ByExtension Answerer = "extension"
	ByCompanion Answerer = "companion"
	// ByBoth asks both and compares the answers, for tests.
	ByBoth Answerer = "both"
)

// ParseAnswerer reads an Answerer; empty is the extension.
func ParseAnswerer(word string) (Answerer, error) {
	switch by := Answerer(word); by {
	case "":
		return ByExtension, nil
	case ByExtension, ByCompanion, ByBoth:
		return by, nil
	}
	return "", types.Invalid(fmt.Sprintf("there is no answerer %.40q", word), "say extension, companion or both")
}

// Answers counts whose core answered the agents' descriptions. It is safe for
// concurrent use.
type Answers struct {
	who Answerer

	mu    sync.Mutex
	count AnswerCounts
}

// AnswerCounts are the counts since the daemon's start.
type AnswerCounts struct {
	Extension int `json:"extension"`
	Companion int `json:"companion"`
	// Why counts the companion's answers by the reason for the fallback.
	Why map[string]int `json:"why,omitempty"`
	// Compared and Differed count the answers of both; First holds the first pair
	// that differed.
	Compared int       `json:"compared,omitempty"`
	Differed int       `json:"differed,omitempty"`
	First    [2]string `json:"first,omitzero"`
}

// NewAnswers returns counters for answers by that core, the extension if empty.
func NewAnswers(by Answerer) *Answers { return &Answers{who: by} }

// Counts returns a copy of the counts.
func (a *Answers) Counts() AnswerCounts {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := a.count
	out.Why = map[string]int{}
	for why, n := range a.count.Why {
		out.Why[why] = n
	}
	return out
}

// asksExtension reports whether observations carry a question to the extension.
func (a *Answers) asksExtension() bool { return a.who != ByCompanion }

// compares reports whether the companion answers too.
func (a *Answers) compares() bool { return a.who == ByBoth }

func (a *Answers) note(why string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if why == "" {
		a.count.Extension++
		return
	}
	a.count.Companion++
	if a.count.Why == nil {
		a.count.Why = map[string]int{}
	}
	a.count.Why[why]++
}

// compare counts whether two answers are the same bytes.
func (a *Answers) compare(extension, companion *types.Known) {
	one, err := json.Marshal(extension)
	two, err2 := json.Marshal(companion)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count.Compared++
	if err != nil || err2 != nil || !bytes.Equal(one, two) {
		if a.count.Differed++; a.count.Differed == 1 {
			a.count.First = [2]string{string(one), string(two)}
		}
	}
}
