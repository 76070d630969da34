package batch_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team/batch"
)

// held returns n batches as the log holds them.
func held(t testing.TB, n int) (all []batch.Stored) {
	t.Helper()
	random := hex.EncodeToString(noise(200 * n))
	for i := range n {
		lines := append(slices.Clone(lines), []byte(`"`+random[400*i:400*i+400]+`"`))
		h := header()
		if h.First = int64(1 + 3*i); i > 0 {
			h.Prev = strings.Repeat("a", 64)
		}
		all = append(all, batch.Stored{Message: sealed(t, h, lines), Seq: uint64(10 + 3*i), At: time.Unix(int64(1000+i), 7)})
	}
	return all
}

func snapshotOf(t testing.TB, all []batch.Stored) (batch.Message, [][]byte) {
	t.Helper()
	m, chunks, err := batch.SealSnapshot(root, batch.Snapshot{Team: team, Site: site, Keeper: batch.ServerMember, Created: 5, Through: 1 << 40, At: 1}, all)
	if err != nil {
		t.Fatal(err)
	}
	var data [][]byte
	for _, c := range chunks {
		data = append(data, c.Data)
	}
	return m, data
}

// keeperKey has the author be a keeper.
func keeperKey(keeper string) ed25519.PublicKey {
	return map[string]ed25519.PublicKey{batch.ServerMember: public(root), author: public(ana)}[keeper]
}

// TestAKeeperSignsItsSnapshots opens one whose manifest a member signed that is a keeper.
func TestAKeeperSignsItsSnapshots(t *testing.T) {
	m, _, err := batch.SealSnapshot(ana, batch.Snapshot{Team: team, Site: site, Keeper: author, Created: 5, Through: 1 << 40, At: 1}, held(t, 2))
	if err != nil {
		t.Fatal(err)
	}
	if s, err := batch.OpenManifest(m, keeperKey); err != nil || s.Keeper != author {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSnapshotsHoldBatchesAsTheyWere(t *testing.T) {
	for _, n := range []int{1, 3, 500} {
		all := held(t, n)
		m, chunks := snapshotOf(t, all)
		s, err := batch.OpenManifest(m, keeperKey)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Open(chunks)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, all, func(a, b batch.Stored) bool {
			return a.Seq == b.Seq && a.At.Equal(b.At) && a.Subject == b.Subject && a.ID == b.ID && a.Sig == b.Sig && bytes.Equal(a.Data, b.Data)
		}) {
			t.Errorf("%d batches: others come out", n)
		}
		if n == 500 && (len(chunks) < 2 || s.Chunks != len(chunks)) {
			t.Errorf("%d batches are in %d chunks of %d", n, len(chunks), s.Chunks)
		}
		for _, c := range chunks {
			if bytes.Contains(c, []byte(author)) {
				t.Error("the data are readable")
			}
		}
	}
}

// resignedManifest returns a manifest with other fields, signed by root.
func resignedManifest(t testing.TB, m batch.Message, change func(*batch.Snapshot)) batch.Message {
	t.Helper()
	var s batch.Snapshot
	err := json.Unmarshal(m.Data, &s)
	change(&s)
	if err == nil {
		m.Data, err = json.Marshal(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return signedManifest(m)
}

func TestSnapshotsRefuse(t *testing.T) {
	all := held(t, 3)
	m, chunks := snapshotOf(t, all)
	other := header()
	other.Site = strings.Repeat("0", 16)
	swapped := []batch.Stored{all[1], all[0], all[2]}
	foreign := batch.Stored{Message: sealed(t, other, lines), Seq: 99, At: time.Unix(1, 0)}
	reordered, reorderedChunks := snapshotOf(t, swapped)
	mixed, mixedChunks := snapshotOf(t, append(slices.Clone(all), foreign))
	ofMember, nested := m, m
	ofMember.Sig = sealed(t, header(), lines).Sig
	nested.Data = []byte(strings.Repeat("[", 30) + strings.Repeat("]", 30))
	changed := func(change func(*batch.Snapshot)) batch.Message { return resignedManifest(t, m, change) }
	for _, c := range []struct {
		name     string
		manifest batch.Message
		chunks   [][]byte
		want     error
	}{
		{"signed by a member", ofMember, chunks, batch.ErrUnsigned},
		{"of another site", changed(func(s *batch.Snapshot) { s.Site = other.Site }), chunks, batch.ErrSubject},
		{"of another keeper", changed(func(s *batch.Snapshot) { s.Keeper = author }), chunks, batch.ErrUnsigned},
		{"of no keeper", changed(func(s *batch.Snapshot) { s.Keeper = strings.Repeat("a", len(author)) }), chunks, batch.ErrUnsigned},
		{"of no member", changed(func(s *batch.Snapshot) { s.Keeper = "server2" }), chunks, batch.ErrMalformed},
		{"newer", changed(func(s *batch.Snapshot) { s.V = 2 }), chunks, batch.ErrNewer},
		{"too large", changed(func(s *batch.Snapshot) { s.Chunks = 1 << 20 }), chunks, batch.ErrLimit},
		{"nested", signedManifest(nested), chunks, batch.ErrMalformed},
		{"wrong hash", changed(func(s *batch.Snapshot) { s.Sum = strings.Repeat("0", 64) }), chunks, batch.ErrMalformed},
		{"wrong key", changed(func(s *batch.Snapshot) { s.Key[0] ^= 1 }), chunks, batch.ErrMalformed},
		{"short key", changed(func(s *batch.Snapshot) { s.Key = s.Key[1:] }), chunks, batch.ErrMalformed},
		{"altered data", m, [][]byte{append(bytes.Clone(chunks[0][:9]), 'x')}, batch.ErrMalformed},
		{"no data", m, nil, batch.ErrMalformed},
		{"data twice", m, slices.Concat(chunks, chunks), batch.ErrMalformed},
		{"fewer batches", changed(func(s *batch.Snapshot) { s.Batches = 2 }), chunks, batch.ErrMalformed},
		{"more batches", changed(func(s *batch.Snapshot) { s.Batches = 4 }), chunks, batch.ErrMalformed},
		{"batches after its end", changed(func(s *batch.Snapshot) { s.Through = 12 }), chunks, batch.ErrMalformed},
		{"other order", reordered, reorderedChunks, batch.ErrMalformed},
		{"a batch of another site", mixed, mixedChunks, batch.ErrMalformed},
	} {
		s, err := batch.OpenManifest(c.manifest, keeperKey)
		if err == nil {
			_, err = s.Open(c.chunks)
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, _, err := batch.SealSnapshot(root, batch.Snapshot{Team: team, Site: site, Through: 99, At: 1}, nil); err == nil {
		t.Error("a snapshot of nothing was made")
	}
}

func signedManifest(m batch.Message) batch.Message {
	m.Sig = signature(root, "cairn team snapshot 1", m.Subject, m.Data)
	return m
}

// FuzzSnapshot opens arbitrary manifests, and arbitrary content that is encrypted as it should be (T13):
// a snapshot that opens is in order, within the limits and of its site, and one that a keeper packs opens.
func FuzzSnapshot(f *testing.F) {
	m, _ := snapshotOf(f, held(f, 2))
	f.Add(m.Data, []byte{}, 2)
	var plain []byte
	for _, b := range held(f, 2) {
		plain = binary.AppendVarint(binary.AppendUvarint(plain, b.Seq), b.At.UnixNano())
		for _, part := range [][]byte{[]byte(b.Sig), b.Data} {
			plain = append(binary.AppendUvarint(plain, uint64(len(part))), part...)
		}
	}
	f.Add(m.Data, plain, 2)
	f.Add([]byte(`{"v":1}`), plain[:40], 1)
	f.Fuzz(func(t *testing.T, data, plain []byte, batches int) {
		if s, err := batch.OpenManifest(signedManifest(batch.Message{Subject: batch.SnapshotSubject(team, site), Data: data}), keeperKey); err == nil {
			if s.Site != site || s.Chunks < 1 || s.Chunks > 1+batch.MaxSnapshot>>17 {
				t.Errorf("%+v was opened", s)
			}
			_, _ = s.Open([][]byte{plain})
		}
		s := batch.Snapshot{Team: team, Site: site, Through: 1 << 20, Batches: batches, Object: "abcdefgh", Chunks: 1, Key: bytes.Repeat([]byte{1}, 32)}
		block, err := aes.NewCipher(s.Key)
		if err != nil {
			t.Fatal(err)
		}
		gcm, err := cipher.NewGCM(block)
		if err != nil {
			t.Fatal(err)
		}
		chunk := gcm.Seal(nil, make([]byte, 12), packed("", plain)[1:], []byte(batch.ObjectSubject(team, site, s.Object)))
		s.Sum = hex.EncodeToString(sum(chunk))
		all, err := s.Open([][]byte{chunk})
		if err != nil {
			return
		}
		last := uint64(0)
		for _, one := range all {
			h, err := batch.Peek(one.Message)
			if err != nil || h.Site != site || one.Seq <= last || one.Seq > s.Through {
				t.Fatalf("opened %+v after %d: %v", one, last, err)
			}
			last = one.Seq
		}
		if len(all) != batches {
			t.Fatal(fmt.Sprint(len(all), " batches of ", batches))
		}
	})
}

func sum(data []byte) []byte {
	s := sha256.Sum256(data)
	return s[:]
}
