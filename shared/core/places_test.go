package core

import (
	"encoding/json"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/stores/busy"
)

// Who learns in parts, with sessions that grow and go meanwhile, gets the same
// as who is asked at once.
func TestLearnedInPartsIsLearned(t *testing.T) {
	const part = 100 // steps
	made, questions := busy.New(600)
	parts, once := New(), New()
	both := func(work func(c *Core) error) {
		t.Helper()
		for _, c := range []*Core{parts, once} {
			if err := work(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, s := range made {
		both(func(c *Core) error { return c.PutSession(s.Meta) })
		for _, step := range s.Steps[1:] {
			both(func(c *Core) error { return c.PutStep(step) })
		}
	}
	page := &questions[0].Observation.State
	for left, n := len(made), 0; left > 0; n++ {
		was := left
		if left = parts.Learn(page, part); left >= was {
			t.Fatalf("%d sessions are left after another part, %d before", left, was)
		}
		if n == 0 && left == 0 {
			t.Fatal("one part was enough for all")
		}
		if n != 1 {
			continue
		}
		for _, s := range made { // of those that are read and of those that are not
			both(func(c *Core) error { return c.PutStep(s.Steps[0]) })
		}
		for _, i := range []int{0, len(made) - 1} {
			both(func(c *Core) error { c.Forget(types.Forget{SessionID: made[i].Meta.SessionID}); return nil })
		}
	}
	if left := parts.Learn(page, part); left != 0 {
		t.Errorf("%d sessions are left of an origin that is known", left)
	}
	said := 0
	for i, q := range questions {
		var answers [2]string
		for j, c := range []*Core{parts, once} {
			knowledge, err := c.Prior(busy.Now, q)
			text, jsonErr := json.Marshal(knowledge)
			if err != nil || jsonErr != nil {
				t.Fatal(err, jsonErr)
			}
			answers[j] = string(text)
		}
		if answers[0] != answers[1] {
			t.Fatalf("question %d: learned in parts\n%s\nat once\n%s", i, answers[0], answers[1])
		}
		if answers[0] != "null" {
			said++
		}
	}
	if said == 0 {
		t.Error("nothing was ever said")
	}
}
