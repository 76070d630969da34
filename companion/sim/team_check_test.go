package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// check looks, when all has come to rest, for everything that must not be.
func (w *teamWorld) check() (faults []string) {
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	held := map[*teamMember]map[string]map[string]int{} // by holder, author and test id
	for _, m := range w.members {
		held[m] = w.held(m, wrong)
	}
	for id, a := range w.acts {
		home := held[a.who][""][id]
		if a.unsure || a.who.doubt && w.lossy {
			continue
		}
		want := home
		if a.undone {
			want = 0
		}
		if home != 0 && a.forgotten || home != 1 && !a.forgotten && !a.undone {
			wrong("%s is %d times at home, forgotten: %v", id, home, a.forgotten)
		}
		for _, m := range w.members {
			if got := held[m][a.who.Member][id]; m != a.who && got != want {
				wrong("%s has %s %d times, want %d", m.name, id, got, want)
			}
		}
	}
	for _, m := range w.members {
		for author, ids := range held[m] {
			for id, n := range ids {
				if n > 1 {
					wrong("%s has %s of %s %d times", m.name, id, author, n)
				}
			}
		}
		aside, _ := m.memory.Authors()
		for _, other := range w.members {
			if slices.Contains(aside, other.Member) && !(other.doubt && w.lossy) {
				wrong("%s has set %s aside", m.name, other.name)
			}
		}
	}
	faults = append(faults, w.early...)
	w.checkLog(wrong)
	return faults
}

// held counts the steps in a member's store, by author and test id; "" is the member.
func (w *teamWorld) held(m *teamMember, wrong func(string, ...any)) map[string]map[string]int {
	out := map[string]map[string]int{}
	err := m.store.Load(func(rec wire.Record) error {
		if rec.Step == nil || rec.Step.Tool.Target == nil {
			return nil
		}
		data, err := json.Marshal(rec)
		if strings.Contains(string(data), typedSecret) {
			wrong("%s has what eve typed", m.name)
		}
		author := ""
		if s := m.memory.Session(rec.Step.SessionID); s != nil && s.From != nil {
			author = s.From.Author
		}
		if out[author] == nil {
			out[author] = map[string]int{}
		}
		out[author][rec.Step.Tool.Target.TestID]++
		return err
	})
	if err != nil {
		wrong("load: %v", err)
	}
	return out
}

// checkLog: no message of the log, and no snapshot, holds what a deletion request names.
func (w *teamWorld) checkLog(wrong func(string, ...any)) {
	var orders []types.Tombstone
	for _, m := range w.log.All(batch.ControlStream) {
		if t, err := w.order(m); err == nil {
			orders = append(orders, t)
		}
	}
	forgotten := func(m team.Stored) bool {
		h, err := batch.Peek(m.Message)
		return err == nil && slices.ContainsFunc(orders, func(t types.Tombstone) bool { return batch.Covers(t, h) })
	}
	for _, m := range w.log.All(batch.RecordStream) {
		if forgotten(m) {
			wrong("the log holds a batch that was forgotten: %d", m.Seq)
		}
	}
	objects := map[string][][]byte{}
	for _, m := range w.log.All(batch.ObjectStream) {
		objects[m.Subject] = append(objects[m.Subject], m.Data)
	}
	for _, m := range w.log.All(batch.SnapshotStream) {
		one, err := batch.PeekManifest(m.Message)
		if err != nil {
			continue // a lease
		}
		all, err := one.Open(objects[batch.ObjectSubject(w.team, one.Site, one.Object)])
		if err != nil {
			wrong("a snapshot by %s cannot be read: %v", one.Keeper, err)
		}
		if slices.ContainsFunc(all, forgotten) {
			wrong("a snapshot by %s holds a batch that was forgotten", one.Keeper)
		}
	}
}
