package core

import (
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Words returns which words a session's steps hold, in clear or as hashes, and whether one of them typed a secret: so what
// somebody wrote about the session can be told from what only they know.
func (c *Core) Words(sessionID string) (holds func(word string) bool, secret bool) {
	clear, hashes := map[string]bool{}, map[string]bool{}
	add := func(texts ...string) {
		for _, s := range texts {
			rest, hidden := capture.HiddenIn(s, true)
			for _, w := range text.Words(rest) {
				clear[w] = true
			}
			for _, h := range hidden {
				hashes[h] = true
			}
		}
	}
	for _, step := range c.Steps(sessionID) {
		if t := step.Tool.Target; t != nil {
			add(t.Name, t.Row, t.Column)
			secret = secret || t.Sensitive && step.Tool.TextRedacted && step.Actor == types.ActorAgent
		}
		typed, _ := step.Tool.Input["text"].(string)
		add(typed)
		if o := step.Observation; o != nil {
			add(o.State.Title, o.State.CurrentURL)
			for i := range o.A11y.Nodes {
				add(o.A11y.Nodes[i].Name)
			}
		}
	}
	return func(word string) bool {
		for _, w := range text.Words(word) {
			if h := c.hider.WordHash(w); !clear[w] && (h == "" || !hashes[h]) {
				return false
			}
		}
		return strings.TrimSpace(word) != ""
	}, secret
}
