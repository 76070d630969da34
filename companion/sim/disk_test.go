package sim

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// The files of a store that outlive a crash of its process.
const (
	fileStore = "store"
	filePrior = "store.preshrink" // the file as it was before a compaction that goes on
)

// sector is the number of bytes that a disk writes whole or not at all.
const sector = 512

// image is the contents of a store's files, and how much of the store's file
// would outlive a power cut.
type image struct {
	files  map[string][]byte
	synced int64
}

// disk is the disk under one life of a companion. Written are the bytes that the operating
// system knows, which a kill leaves alone; synced are those that a power cut leaves
// alone.
type disk struct {
	dir string

	mu     sync.Mutex
	rnd    *rand.Rand
	dead   bool
	synced int64
}

// slowest is how long an fsync may take.
const slowest = 40 * time.Millisecond

// insert puts the files of an image on a disk.
func insert(t testing.TB, dir string, left image, rnd *rand.Rand) *disk {
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range left.files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &disk{dir: dir, rnd: rnd, synced: left.synced}
}

var errDead = errors.New("the process is dead")

// sync is the store's fsync, of its file and of the files beside it. A process
// that dies meanwhile never hears of it. A power cut is played on the store's
// file alone (pull).
func (d *disk) sync(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	d.mu.Lock()
	took := time.Duration(d.rnd.Int64N(int64(slowest)))
	d.mu.Unlock()
	time.Sleep(took)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return errDead
	}
	if info.Mode().IsRegular() && filepath.Base(f.Name()) == fileStore {
		d.synced = info.Size()
	}
	return nil
}

// pull ends all writes of the process on the disk, and returns the rest:
// everything written after a kill, and after a power cut the synced bytes, with
// any sectors of the rest.
func (d *disk) pull(t testing.TB, power bool) image {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dead = true
	left := image{map[string][]byte{}, d.synced}
	for _, name := range []string{fileStore, filePrior} {
		text, err := os.ReadFile(filepath.Join(d.dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		left.files[name] = text
	}
	store, prior := left.files[fileStore], left.files[filePrior]
	switch {
	case prior != nil && power:
		left.files[fileStore] = d.tear(store, 0) // the new file may be anything, even empty
		left.synced = int64(len(prior))
	case prior != nil:
		left.synced = int64(len(prior)) // it wins, and nothing was acknowledged since it was synced
	case power:
		left.files[fileStore] = d.tear(store, d.synced)
		left.synced = int64(len(left.files[fileStore]))
	}
	return left
}

// tear plays a power cut's effect on the bytes after synced: an end anywhere,
// and any sectors NUL.
func (d *disk) tear(text []byte, synced int64) []byte {
	synced = min(synced, int64(len(text)))
	text = text[:synced+d.rnd.Int64N(int64(len(text))-synced+1)]
	for at := synced; at < int64(len(text)); at = (at/sector + 1) * sector {
		if d.rnd.IntN(3) == 0 {
			clear(text[at:min((at/sector+1)*sector, int64(len(text)))])
		}
	}
	return text
}
