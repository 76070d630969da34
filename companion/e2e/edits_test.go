package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestEditsGoBothWays edits in the extension, as its panel does, and the command
// line then shows the edits, and the other way round: goal and tags, patterns, pins, and
// items of the knowledge base. Of two words the later holds on both sides, also
// after a restart of both.
func TestEditsGoBothWays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	id := w.sendFirst()
	ext := w.inExtension()
	domain := strings.TrimSuffix(strings.TrimPrefix(w.site, "http://"), "/")
	offscreen := func(m wire.RuntimeMessage) wire.RuntimeReply {
		t.Helper()
		m.To = "offscreen"
		reply := ext.askExtension(m)
		if reply.Error != nil {
			t.Fatalf("%s: %v", m.Kind, reply.Error)
		}
		return reply
	}
	core := func(req wire.CoreRequest) *wire.CoreReply {
		t.Helper()
		req.Now = types.At(time.Now())
		reply := offscreen(wire.RuntimeMessage{Kind: wire.RunCore, Core: &req}).Core
		if reply.Error != nil {
			t.Fatalf("%s: %v", req.Op, reply.Error)
		}
		return reply
	}
	edit := func(e types.Edit) {
		t.Helper()
		offscreen(wire.RuntimeMessage{Kind: wire.RunEdit, Edit: &e})
	}
	here := func() (patterns []string) {
		for _, card := range core(wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}}).Cards {
			for _, p := range card.Patterns {
				patterns = append(patterns, p.Value)
				if p.Pinned {
					patterns = append(patterns, "pinned "+p.Value)
				}
			}
		}
		return patterns
	}
	there := func(words ...string) func() bool {
		return func() bool {
			out, err := w.cairn(words[0], words[1], words[2])
			return err == nil && strings.Contains(out, words[3])
		}
	}
	w.eventually("the extension has the session", func() bool { return ext.health().Steps == w.coreSteps() })

	amended := core(wire.CoreRequest{Op: wire.OpAmend, Amend: &wire.AmendRequest{SessionID: id, Goal: "Pay Alice by hand", FlowTags: []string{"send"}, Tags: []string{"smoke"}}}).Session
	offscreen(wire.RuntimeMessage{Kind: wire.RunKeepSession, Session: amended})
	w.eventually("the companion knows the goal", there("sessions", "--tag", "smoke", "Pay Alice by hand"))

	pattern := types.Pattern{Type: types.PatternSelector, Value: "#from-the-panel", Description: "said in the panel"}
	edit(types.Edit{Card: &types.CardEdit{Op: types.CardAdd, Domain: domain, Pattern: &pattern}})
	key := pattern.Key()
	edit(types.Edit{Card: &types.CardEdit{Op: types.CardPin, Domain: domain, Of: &key}})
	w.eventually("the companion knows the pattern", there("card", "show", domain, "#from-the-panel"))
	w.mustCairn("card", "add", domain, "selector", "#from-the-line", "--description", "said on the line")
	w.eventually("the extension knows both", func() bool {
		got := here()
		return slices.Contains(got, "#from-the-line") && slices.Contains(got, "pinned #from-the-panel")
	})

	item := &types.KBItem{KnowledgeID: "pay_alice", Description: "Pay Alice", ActionSequence: []string{`click(testId="send")`}, TrustScore: 0.9}
	edit(types.Edit{KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}})
	w.eventually("the companion knows the item", there("kb", "show", "pay_alice", "Pay Alice"))
	w.mustCairn("kb", "note", "pay_alice", "Ask", "Alice", "first")
	noted := func() bool {
		for _, item := range core(wire.CoreRequest{Op: wire.OpKB, KB: &wire.KBRequest{}}).KB {
			if item.KnowledgeID == "pay_alice" && len(item.KBLearnings) == 1 && len(item.TrustHistory) == 1 && item.TrustHistory[0].Why == types.TrustCorrected {
				return strings.Contains(item.KBLearnings[0].HumanReasoning, "Ask Alice first")
			}
		}
		return false
	}
	w.eventually("the extension knows the note and what it did to trust", noted)

	w.closeBrowser()
	w.stopDaemon()
	w.start()
	ext = w.inExtension()
	w.eventually("the extension knows both after a restart", func() bool { return noted() && slices.Contains(here(), "#from-the-line") })
	for _, session := range core(wire.CoreRequest{Op: wire.OpSessions, Sessions: &types.SessionsRequest{}}).Sessions {
		if session.SessionID == id && session.Goal != "Pay Alice by hand" {
			t.Errorf("after a restart the extension calls it %q", session.Goal)
		}
	}
	for _, words := range [][]string{{"sessions", "--tag", "smoke", "Pay Alice by hand"}, {"card", "show", domain, "#from-the-panel"}, {"kb", "show", "pay_alice", "a person corrected it"}} {
		if !there(words...)() {
			t.Errorf("after a restart %v does not say %q: %s", words[:3], words[3], w.mustCairn(words[:3]...))
		}
	}
}
