package team_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/team/logtest"
	"cairn/shared/types"
)

// keepers are the keepers of a team, and the log on whose files they work.
type keepers struct {
	*testing.T
	log    *logtest.Server
	team   string
	root   ed25519.PrivateKey
	ana    ed25519.PrivateKey
	places int64
}

const (
	keptSite = "0123456789abcdef"
	kim      = "kimkimkimk" // a member
)

func newKeepers(t *testing.T) *keepers {
	key := func(n byte) ed25519.PrivateKey {
		return ed25519.NewKeyFromSeed([]byte(strings.Repeat(string('a'+n), ed25519.SeedSize)))
	}
	k := &keepers{T: t, log: logtest.New(time.Now), root: key(0), ana: key(1)}
	k.team = batch.TeamID(k.root.Public().(ed25519.PublicKey))
	return k
}

// keeper returns one with a connection, and a clock that is ahead.
func (k *keepers) keeper(name string, ahead time.Duration) (*team.Keeper, *logtest.Conn) {
	c := &logtest.Conn{Server: k.log}
	return &team.Keeper{Log: c, Team: k.team, Name: name, Key: k.root, After: 2, Now: func() time.Time { return time.Now().Add(ahead) }, Logf: k.Logf,
		Authors: func() (map[string]ed25519.PublicKey, error) {
			public := k.ana.Public().(ed25519.PublicKey)
			return map[string]ed25519.PublicKey{batch.MemberID(public): public}, nil
		}}, c
}

// TestALookCountsTheBatchesThatWait has fewer batches than a snapshot needs: without their number, the next look would
// come late.
func TestALookCountsTheBatchesThatWait(t *testing.T) {
	k := newKeepers(t)
	keeper, _ := k.keeper(batch.ServerMember, 0)
	for n, want := range []int{1, 0, 1} {
		k.share(1)
		if err := keeper.Look(t.Context()); err != nil || keeper.Waiting != want {
			t.Errorf("after %d batches, %d wait, want %d: %v", n+1, keeper.Waiting, want, err)
		}
	}
}

// share stores batches of ana's.
func (k *keepers) share(n int) {
	k.Helper()
	for range n {
		k.places++
		h := batch.Header{Team: k.team, Site: keptSite, Author: batch.MemberID(k.ana.Public().(ed25519.PublicKey)), Run: "run00ana", First: k.places, At: types.At(time.Now())}
		if h.First > 1 {
			h.Prev = strings.Repeat("a", 64)
		}
		m, err := batch.Seal(k.ana, h, [][]byte{fmt.Appendf(nil, `{"n":%d}`, k.places)})
		if err != nil {
			k.Fatal(err)
		}
		k.log.Put(m)
	}
}

// snapshot returns the places in the site's only snapshot, and its keeper. It fails if there are several, or other data.
func (k *keepers) snapshot() (places, keeper string) {
	k.Helper()
	objects := map[string][][]byte{}
	for _, m := range k.log.All(batch.ObjectStream) {
		objects[m.Subject] = append(objects[m.Subject], m.Data)
	}
	manifests := 0
	for _, m := range k.log.All(batch.SnapshotStream) {
		one, err := batch.PeekManifest(m.Message)
		if err != nil {
			continue // a lease
		}
		manifests++
		subject := batch.ObjectSubject(k.team, keptSite, one.Object)
		all, err := one.Open(objects[subject])
		delete(objects, subject)
		if err != nil {
			k.Fatal(err)
		}
		keeper = one.Keeper
		for _, b := range all {
			h, _ := batch.Peek(b.Message)
			places += fmt.Sprint(h.First)
		}
	}
	if manifests > 1 || len(objects) > 0 {
		k.Errorf("%d snapshots, and the data of %d others", manifests, len(objects))
	}
	return places, keeper
}

// leases counts the leases that were left.
func (k *keepers) leases() (n int) {
	for _, m := range k.log.All(batch.SnapshotStream) {
		if strings.HasSuffix(m.Subject, ".lease") {
			n++
		}
	}
	return n
}

func (k *keepers) forget(place int64) types.Tombstone {
	return types.Tombstone{Author: batch.MemberID(k.ana.Public().(ed25519.PublicKey)), Run: "run00ana", N: place, At: 1, IDs: []string{"t-x"}, Places: []types.Place{{Run: "run00ana", Site: keptSite, K: place}}}
}

var errDies = errors.New("it dies")

// dies has each request of a connection fail from its nth store of a kind on.
func dies(c *logtest.Conn, kind string, n int) {
	dead := false
	c.Before = func(_ context.Context, what, subject string) error {
		if what == "store" && strings.Contains(subject, kind) {
			n--
		}
		if dead = dead || n < 0; dead {
			return errDies
		}
		return nil
	}
}

// TestKeepersShareTheWork has two keepers of one log, with clocks half a day apart. One acts at each moment of the other's work.
func TestKeepersShareTheWork(t *testing.T) {
	for _, c := range []struct {
		name    string
		do      func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error
		fails   error
		places  string
		keeper  string
		leases  int
		further string // the snapshot, after each has looked again a minute later
	}{
		{"one alone", func(k *keepers, one, two *team.Keeper, _ *logtest.Conn) error {
			return errors.Join(one.Look(k.Context()), two.Look(k.Context()))
		}, nil, "123", "server", 0, "123"},
		{"too few new batches", func(k *keepers, one, two *team.Keeper, _ *logtest.Conn) error {
			err := one.Look(k.Context())
			k.share(1)
			return errors.Join(err, two.Look(k.Context()), one.Look(k.Context()))
		}, nil, "123", "server", 0, "123"},
		{"unsigned messages", func(k *keepers, one, two *team.Keeper, _ *logtest.Conn) error {
			for range 5 {
				k.log.Put(batch.Message{Subject: batch.Subject(k.team, keptSite, "evilevilev"), Data: []byte("x")})
			}
			err := one.Look(k.Context())
			made := k.log.All(batch.SnapshotStream)
			for _, keeper := range []*team.Keeper{one, two, one} {
				err = errors.Join(err, keeper.Look(k.Context()))
			}
			if again := k.log.All(batch.SnapshotStream); len(made) != 1 || made[0].Seq != again[0].Seq {
				k.Errorf("the snapshot was made again: %v, %v", made, again)
			}
			return err
		}, nil, "123", "server", 0, "123"},
		{"enough new batches", func(k *keepers, one, two *team.Keeper, _ *logtest.Conn) error {
			err := one.Look(k.Context())
			k.share(2)
			return errors.Join(err, two.Look(k.Context()), one.Look(k.Context()))
		}, nil, "12345", kim, 0, "12345"},
		{"both at once", func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error {
			var other error
			begin(of, ".lease", func() { other = two.Look(k.Context()) })
			if err := one.Look(k.Context()); err != nil {
				return err
			}
			return other
		}, team.ErrHeld, "123", "server", 0, "123"},
		{"one dies with its lease", func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error {
			dies(of, ".o.", 0)
			return errors.Join(one.Look(k.Context()), two.Look(k.Context()))
		}, team.ErrHeld, "", "", 1, "123"},
		{"one dies before its manifest", func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error {
			dies(of, ".s."+keptSite, 0)
			err := one.Look(k.Context())
			time.Sleep(29 * time.Second) // two first saw the lease now
			return errors.Join(err, two.Look(k.Context()))
		}, team.ErrHeld, "-", "", 1, "123"},
		{"another takes over from one that is slow, whose snapshot is not finished", func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error {
			begin(of, ".o.", func() {
				if err := two.Look(k.Context()); !errors.Is(err, team.ErrHeld) {
					k.Errorf("the other does not wait: %v", err)
				}
				time.Sleep(31 * time.Second)
				if err := two.Look(k.Context()); err != nil {
					k.Error(err)
				}
			})
			return one.Look(k.Context())
		}, team.ErrMoved, "123", kim, 0, "123"},
		{"a deletion while one makes a snapshot", func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error {
			begin(of, ".o.", func() {
				if err := two.Erase(k.Context(), k.forget(2)); err != nil {
					k.Error(err)
				}
			})
			return one.Look(k.Context())
		}, team.ErrMoved, "-", "", 0, "13"},
		{"a deletion after a snapshot", func(k *keepers, one, two *team.Keeper, _ *logtest.Conn) error {
			return errors.Join(one.Look(k.Context()), two.Erase(k.Context(), k.forget(1)))
		}, nil, "", "", 0, "23"},
		{"all of an author, and a snapshot meanwhile", func(k *keepers, one, two *team.Keeper, _ *logtest.Conn) error {
			t := k.forget(1)
			t.IDs, t.Places, t.All = nil, nil, true
			return errors.Join(one.Look(k.Context()), two.Erase(k.Context(), t))
		}, nil, "", "", 0, ""},
		{"one dies between the messages and the snapshots, and begins again", func(k *keepers, one, two *team.Keeper, of *logtest.Conn) error {
			err := two.Look(k.Context())
			dies(of, ".lease", 0)
			if died := one.Erase(k.Context(), k.forget(3)); !errors.Is(died, errDies) {
				k.Errorf("it does not die: %v", died)
			}
			if places, _ := k.snapshot(); places != "123" {
				k.Errorf("the snapshot has %s already", places)
			}
			of.Before = nil
			return errors.Join(err, one.Erase(k.Context(), k.forget(3)))
		}, nil, "", "", 0, "12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := newKeepers(t)
				k.share(3)
				one, of := k.keeper(batch.ServerMember, 0)
				two, _ := k.keeper(kim, 12*time.Hour)
				if err := c.do(k, one, two, of); !errors.Is(err, c.fails) {
					t.Errorf("%v, want %v", err, c.fails)
				}
				if c.places != "-" { // whose data have no key
					if places, keeper := k.snapshot(); places != c.places || keeper != c.keeper {
						t.Errorf("the snapshot of %q has %q, want %q of %q", keeper, places, c.places, c.keeper)
					}
				}
				if n := k.leases(); n != c.leases {
					t.Errorf("%d leases are left, want %d", n, c.leases)
				}
				of.Before = nil
				for range 3 {
					time.Sleep(time.Minute)
					for _, keeper := range []*team.Keeper{two, one} {
						if err := keeper.Look(t.Context()); err != nil {
							t.Log(err)
						}
					}
				}
				if places, _ := k.snapshot(); places != c.further {
					t.Errorf("later the snapshot has %q, want %q", places, c.further)
				}
				if n := k.leases(); n > 0 {
					t.Errorf("%d leases are left", n)
				}
			})
		})
	}
}

// begin calls do once, when a connection stores the first message of a kind.
func begin(c *logtest.Conn, kind string, do func()) {
	c.After = func(_ context.Context, what, subject string) error {
		if what == "store" && strings.Contains(subject, kind) {
			c.After = nil
			do()
		}
		return nil
	}
}

// TestAKeeperWaitsForTheFirst has a member that is a keeper: it makes a snapshot that was due for a minute.
func TestAKeeperWaitsForTheFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeepers(t)
		k.share(3)
		two, _ := k.keeper(kim, 0)
		two.Patience = time.Minute
		for i, want := range []string{"", "", "123"} {
			if err := two.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
			if places, _ := k.snapshot(); places != want {
				t.Errorf("at look %d the snapshot has %q, want %q", i, places, want)
			}
			time.Sleep(31 * time.Second)
		}
		// One new batch: a day later.
		k.share(1)
		for _, want := range []string{"123", "1234"} {
			if err := two.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(24 * time.Hour)
			if err := two.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if places, _ := k.snapshot(); places != want {
				t.Errorf("the snapshot has %q, want %q", places, want)
			}
		}
	})
}
