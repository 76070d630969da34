package memory

import (
	"testing"
	"time"

	"cairn/shared/types"
)

// TestTheEndOfADeletedSessionStoresNothing deletes a session while it goes on. Neither its end
// nor its later steps bring its goal back; a session that began after the deletion is stored.
func TestTheEndOfADeletedSessionStoresNothing(t *testing.T) {
	for name, forget := range map[string]types.Forget{"everything": {All: true}, "the session": {SessionID: "mm-ses1"}} {
		t.Run(name, func(t *testing.T) {
			clock := noon
			m, _ := open(t, t.TempDir(), &clock)
			live := testSession("mm-ses1", "send")
			if err := m.PutSession(t.Context(), live); err != nil {
				t.Fatal(err)
			}
			if _, err := m.PutStep(t.Context(), live, click("mm-ses1", "s-a1", "go", 5), ""); err != nil {
				t.Fatal(err)
			}
			if _, err := m.Forget(t.Context(), forget); err != nil {
				t.Fatal(err)
			}
			clock = noon.Add(time.Minute)
			if _, err := m.PutStep(t.Context(), live, click("mm-ses1", "s-a2", "go", -1), ""); err != nil {
				t.Fatal(err)
			}
			if err := m.PutSession(t.Context(), live); err != nil || m.Session("mm-ses1").Goal != "" {
				t.Errorf("the goal is back: %+v, %v", m.Session("mm-ses1"), err)
			}
			next := testSession("mm-ses2", "send")
			next.CreatedAt = types.At(clock)
			if err := m.PutSession(t.Context(), next); err != nil || m.Session("mm-ses2") == nil {
				t.Errorf("the next session is not stored: %v", err)
			}
		})
	}
}
