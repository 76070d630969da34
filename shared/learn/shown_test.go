package learn

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// befriend returns a session with steps of the form [types.KeepNeeded]: it opens the
// friend of that name.
func befriend(friend string) func(session string) []*types.Step {
	return func(session string) []*types.Step {
		step := func(n int, role, name, id, from, to string, ok bool) *types.Step {
			return &types.Step{StepID: session + string(rune('0'+n)), SessionID: session, Timestamp: types.Time(n), Actor: types.ActorAgent,
				Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: role, Name: name, TestID: id}}, Outcome: types.Outcome{OK: ok},
				Observation: &types.Observation{State: types.State{Origin: "https://a.test", CurrentURL: "https://a.test/" + from, CurrentScreen: from}},
				After:       &types.After{CurrentURL: "https://a.test/" + to, CurrentScreen: to}}
		}
		steps := []*types.Step{
			step(1, "link", "People", "", "start", "people", true),
			step(2, "link", "Nobody", "", "people", "people", false),
			step(3, "link", friend, "", "people", "people/"+strings.ToLower(friend), true),
			step(4, "button", "Greet", "greet-17", "people/"+strings.ToLower(friend), "people", true),
			step(5, "button", "Done", "", "people", "people", true),
		}
		steps[1].Outcome.Error = types.Fault(types.CodeTargetNotFound, `there is no link "Nobody"`, "")
		steps[1].KBSource = "greeting"
		needed := capture.Needed{Names: capture.NewHider(bytes.Repeat([]byte{6}, capture.NameKeyBytes))}
		for _, s := range steps {
			needed.Apply(s)
		}
		return steps
	}
}

func befriended(t *testing.T, friends map[string]string) *Base {
	t.Helper()
	b := New()
	put(t, b, &types.KBItem{KnowledgeID: "greeting", Description: "Greet a friend", ActionSequence: []string{}, TrustScore: 1})
	for _, id := range []string{"mm-a", "mm-b"} {
		if friends[id] == "" {
			continue
		}
		s := &types.Session{SessionID: id, Goal: "Greet a friend", EndedAt: 1000, Statement: done}
		b.PutSession(s)
		for _, step := range befriend(friends[id])(id) {
			b.Learn(s, step)
		}
	}
	return b
}

// TestHiddenNamesTellElementsApart: the same hidden name again confirms a recipe,
// another one is another way, though both are shown by the same words.
func TestHiddenNamesTellElementsApart(t *testing.T) {
	for second, status := range map[string]string{"Anna": StatusConfirmed, "Bert": StatusDraft} {
		b := befriended(t, map[string]string{"mm-a": "Anna", "mm-b": second})
		i := slices.IndexFunc(b.Items(), func(item *types.KBItem) bool { return item.Status != "" })
		if i < 0 {
			t.Fatalf("%s: nothing was distilled", second)
		}
		item := b.Items()[i]
		want := []string{`click(role="link", name=(name not kept))`, `click(role="link", name=(name not kept))`, `click(role="button", name="Greet")`, `click(role="button", name="Done")`}
		if item.Status != status || !slices.Equal(item.ActionSequence, want) || item.UILocation != "… → … → …/… → …" || item.OutputState != "…" {
			t.Errorf("after %s: %+v", second, item)
		}
	}
}

// TestNoHashLeavesTheKnowledgeBase: items, learnings, the catalog and a planner's
// texts say that a name is not kept.
func TestNoHashLeavesTheKnowledgeBase(t *testing.T) {
	b := befriended(t, map[string]string{"mm-a": "Anna"})
	catalog, err := b.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	items, err := json.Marshal(b.Items())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := b.Answer(types.KBSearchRequest{Query: "greet a friend"})
	if err != nil {
		t.Fatal(err)
	}
	item, err := json.Marshal(b.Item("greeting"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"catalog": string(catalog), "items": string(items), "answer": answer.Text, "item": string(item)} {
		if strings.Contains(text, "hidden") || strings.Contains(text, "~") || !strings.Contains(text, "Greet a friend") {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, says := range []string{"Action: mm_click with args {'name': '(name not kept)', 'role': 'link'}", `there is no link (name not kept)`,
		"Worked instead: click link (name not kept) on screen …\n"} {
		if !strings.Contains(answer.Text, says) {
			t.Errorf("the answer lacks %q:\n%s", says, answer.Text)
		}
	}
	if _, err := ParseCatalog(catalog); err != nil {
		t.Errorf("the catalog cannot be read again: %v", err)
	}
}
