package sim

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/team/logtest"
	"cairn/shared/types"
)

// teamSite is the site on which everybody works.
const teamSite = "https://app.example"

// teamWorld is one story of a team: members with the real store, memory and client, a model of the log, two keepers of its
// files, and a member that does everything wrong.
type teamWorld struct {
	t       *testing.T
	seed    uint64
	planted bug
	dir     string
	rnd     *rand.Rand // of the storyteller alone

	root    ed25519.PrivateKey
	team    string
	log     *logtest.Server
	keys    map[string]ed25519.PrivateKey // by member
	entries map[string]batch.Entry
	config  batch.Message
	members []*teamMember
	eve     *evil
	keeping func() // ends the server's keeper; nil while it is dead
	outage  bool   // no member reaches the server
	mishaps int64  // of requests and live copies, per thousand

	acts  map[string]*act // by test id
	early []string        // batches that left before a deletion
	lossy bool            // the log lost acknowledged messages
	began time.Time
	story []string
}

// act is what became of a step.
type act struct {
	who       *teamMember
	session   string
	forgotten bool // for good, at home
	undone    bool // it was forgotten and is back at home alone
	unsure    bool // a set back store lost it, or its deletion
	saved     bool // a backup has it as it is
}

// playTeam tells the story of a seed and returns the faults at its end.
func playTeam(t *testing.T, dir string, seed uint64, planted bug) (faults, story []string) {
	return playStory(t, dir, seed, planted, func(w *teamWorld) {
		for range 15 + w.rnd.IntN(15) {
			w.happen()
		}
	})
}

// playStory founds a team, tells its story, mends everything and returns the faults at the end.
func playStory(t *testing.T, dir string, seed uint64, planted bug, happen func(w *teamWorld)) (faults, story []string) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(modern)
		w := &teamWorld{t: t, seed: seed, planted: planted, dir: filepath.Join(dir, fmt.Sprint("team-", seed)), rnd: rand.New(rand.NewPCG(seed, 2)),
			log: logtest.New(time.Now), keys: map[string]ed25519.PrivateKey{}, entries: map[string]batch.Entry{}, acts: map[string]*act{}, began: time.Now()}
		if err := os.Mkdir(w.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(w.dir)
		w.found()
		happen(w)
		w.heal()
		faults, story = w.check(), w.story
		w.end()
	})
	return faults, story
}

func (w *teamWorld) tell(format string, args ...any) {
	w.story = append(w.story, fmt.Sprintf("%8.3f  %s", time.Since(w.began).Seconds(), fmt.Sprintf(format, args...)))
}

// branch makes a source of chance for somebody who runs beside the storyteller.
func (w *teamWorld) branch() *rand.Rand { return rand.New(rand.NewPCG(w.seed, w.rnd.Uint64())) }

// found makes the team: three members, one of whom is a keeper, and eve.
func (w *teamWorld) found() {
	key := func(name string) ed25519.PrivateKey {
		return ed25519.NewKeyFromSeed([]byte((name + strings.Repeat("-", ed25519.SeedSize))[:ed25519.SeedSize]))
	}
	w.root = key("root")
	w.team = batch.TeamID(w.root.Public().(ed25519.PublicKey))
	config, err := batch.SealConfig(w.root, batch.Config{Team: w.team, N: 1, Name: "acme", Auto: []string{teamSite}, SiteKey: []byte(strings.Repeat("s", 32))})
	if err != nil {
		w.t.Fatal(err)
	}
	w.config = batch.Message{Subject: batch.RosterSubject(w.team, batch.ConfigMember), Data: config}
	for name, role := range map[string]string{"ana": batch.RoleMember, "bob": batch.RoleMember, "kim": batch.RoleKeeper, "eve": batch.RoleMember} {
		public := key(name).Public().(ed25519.PublicKey)
		id := batch.MemberID(public)
		w.keys[id], w.entries[id] = key(name), batch.Entry{Team: w.team, N: 1, Member: id, Name: name, Role: role, Key: public, From: types.At(time.Now())}
	}
	w.publishRoster()
	for _, name := range []string{"ana", "bob", "kim"} {
		w.members = append(w.members, w.newMember(name, key(name)))
	}
	w.eve = &evil{w: w, key: key("eve"), next: map[string]int64{}}
	for _, m := range w.members {
		m.start()
	}
	w.keep()
}

func (w *teamWorld) publishRoster() {
	w.log.Put(w.config)
	for id, e := range w.entries {
		data, err := batch.SealEntry(w.root, e)
		if err != nil {
			w.t.Fatal(err)
		}
		w.log.Put(batch.Message{Subject: batch.RosterSubject(w.team, id), Data: data})
	}
}

// connect returns a connection to the log that fails as the story wants.
func (w *teamWorld) connect(rnd *rand.Rand, lost func(error)) *logtest.Conn {
	turn := make(chan struct{}, 1) // of rnd
	chance := func(perMille int64) bool {
		turn <- struct{}{}
		defer func() { <-turn }()
		return rnd.Int64N(1000) < perMille
	}
	fail := func(ctx context.Context, what, subject string) error {
		if chance(w.mishaps) {
			if chance(300) {
				lost(errCut)
			}
			return errCut
		}
		if w.mishaps > 0 && chance(300) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Duration(rnd.Int64N(int64(2 * time.Second)))):
			}
		}
		return nil
	}
	return &logtest.Conn{Server: w.log, Before: fail, After: fail, Live: func(deliver func()) {
		for range 2 {
			if chance(w.mishaps) {
				continue // it is lost, or comes once of two times
			}
			late := time.Duration(rnd.Int64N(int64(200 * time.Millisecond)))
			time.AfterFunc(late, deliver)
			if !chance(w.mishaps) {
				break
			}
		}
	}}
}

// happen lets a while pass and then something happen.
func (w *teamWorld) happen() {
	longest := []time.Duration{100 * time.Millisecond, 3 * time.Second, time.Minute, 10 * time.Minute}
	time.Sleep(time.Millisecond + time.Duration(w.rnd.Int64N(int64(longest[w.rnd.IntN(len(longest))]))))
	synctest.Wait()
	m := w.members[w.rnd.IntN(len(w.members))]
	switch n := w.rnd.IntN(100); {
	case n < 34:
		m.acts()
	case n < 48:
		m.forgets()
	case n < 58:
		m.kill(w.rnd.IntN(2) == 0)
		if w.rnd.IntN(2) == 0 {
			m.start()
		}
	case n < 64:
		m.backUp()
	case n < 68:
		m.setBack()
	case n < 74:
		w.outage = !w.outage
		w.tell("the server cannot be reached: %v", w.outage)
		w.cutAll()
	case n < 80:
		m.away = !m.away
		w.tell("%s is away: %v", m.name, m.away)
		m.cut()
	case n < 84:
		if w.keeping != nil {
			w.tell("the server's keeper dies")
			w.keeping()
			w.keeping = nil
		} else {
			w.keep()
		}
	case n < 87:
		w.loses()
	case n < 88:
		w.tell("the server loses its disk")
		w.cutAll()
		w.lossy = true
		w.log.Lose()
		w.publishRoster()
	case n < 90:
		w.mishaps = w.rnd.Int64N(100)
		w.tell("%d of a thousand requests fail", w.mishaps)
	default:
		w.eve.acts()
	}
}

// loses has the log lose some acknowledged batches.
func (w *teamWorld) loses() {
	lost := 0
	w.lossy = true
	w.log.Drop(batch.RecordStream, func(team.Stored) bool {
		gone := w.rnd.IntN(4) == 0
		if gone {
			lost++
		}
		return gone
	})
	w.tell("the log loses %d batches", lost)
}

func (w *teamWorld) cutAll() {
	for _, m := range w.members {
		m.cut()
	}
}

// restTime is how long everything may take to come to rest: members heal the log each hour.
const restTime = 3 * time.Hour

func (w *teamWorld) heal() {
	w.tell("all is mended")
	w.outage, w.mishaps = false, 0
	if w.keeping == nil {
		w.keep()
	}
	for _, m := range w.members {
		m.away = false
		m.start()
		m.cut() // a new connection heals
	}
	for range int(restTime / (10 * time.Minute)) {
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if len(w.check()) == 0 {
			return
		}
	}
}

func (w *teamWorld) end() {
	for _, m := range w.members {
		m.kill(true)
	}
	w.keeping()
	time.Sleep(2 * time.Second) // buntdb looks once a second whether it is closed
	synctest.Wait()
}
