package sim

import (
	"crypto/ed25519"
	"fmt"
	"strings"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/share"
	"cairn/shared/types"
)

// typedSecret is a text that has no place in what a team shares.
const typedSecret = "TYPED-SECRET"

// evil is a member that does everything wrong.
type evil struct {
	w    *teamWorld
	key  ed25519.PrivateKey
	next map[string]int64 // places, by run
	n    int
}

// acts has eve send something.
func (e *evil) acts() {
	w := e.w
	w.tell("eve does everything wrong")
	for range 3 + w.rnd.IntN(6) {
		run := fmt.Sprint("run0eve", w.rnd.IntN(3))
		e.n++
		m := e.batch(run, e.next[run]+1)
		switch w.rnd.IntN(9) {
		case 0, 1, 2: // right but for its contents
			e.next[run]++
		case 3: // a hole
			e.next[run] += 2 + w.rnd.Int64N(50)
			m = e.batch(run, e.next[run])
		case 4: // another content for a place
			m = e.batch(run, 1)
		case 5:
			m.Sig = "AAAA"
		case 6: // in another's name
			m.Subject = batch.Subject(w.team, e.site(), w.members[0].Member)
		case 7:
			m.Data = m.Data[:w.rnd.IntN(len(m.Data))]
		default: // a deletion of another's
			var ids []string
			var places []types.Place
			for k := range int64(20) {
				ids = append(ids, "t-"+strings.Repeat("a", 32))
				places = append(places, types.Place{Run: run, Site: e.site(), K: k + 1})
			}
			m = e.order(types.Tombstone{Author: w.members[w.rnd.IntN(len(w.members))].Member, Run: run, N: int64(e.n), At: types.At(time.Now()), IDs: ids, Places: places})
		}
		if w.rnd.IntN(4) == 0 { // the id of another's next batch
			m.ID = fmt.Sprintf("%s.run.%s.1", w.members[0].Member, e.site())
		}
		w.log.Put(m)
	}
}

func (e *evil) site() string { return e.w.members[0].SiteID(teamSite) }

func (e *evil) batch(run string, first int64) batch.Message {
	h := batch.Header{Team: e.w.team, Site: e.site(), Author: batch.MemberID(e.key.Public().(ed25519.PublicKey)), Run: run, First: first, At: types.At(time.Now())}
	if first > 1 {
		h.Prev = strings.Repeat("e", 64)
	}
	step := &types.Step{SchemaVersion: types.SchemaVersion, SessionID: "mm-eve-0001", Timestamp: types.At(time.Now()), Actor: types.ActorAgent,
		Tool: types.Tool{Name: "mm_type", Target: &types.Target{TestID: word("eve", e.n)}, Input: map[string]any{"text": typedSecret}}, Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{State: types.State{CurrentURL: teamSite + "/do", CurrentScreen: "do", Origin: teamSite, Title: typedSecret}, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{{Role: "button", TestID: word("eve", e.n)}}}}}
	line, err := share.Record{Step: step}.Line()
	if err != nil {
		e.w.t.Fatal(err)
	}
	m, err := batch.Seal(e.key, h, [][]byte{line})
	if err != nil {
		e.w.t.Fatal(err)
	}
	return m
}

// order is a deletion request that eve signs, for any author.
func (e *evil) order(t types.Tombstone) batch.Message {
	m, err := batch.SealTombstone(e.key, e.w.team, t, nil)
	if err != nil {
		e.w.t.Fatal(err)
	}
	return m
}
