package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// Options configure a store. The zero value is fine.
type Options struct {
	// Holder names this process in the error that a second one gets: "cairn
	// daemon, port 17837".
	Holder string
	// Again decides, while another process has the store, whether to retry; nil stands
	// for retries over half a second.
	Again func() bool
	// Claimed is called once this process holds the store and before it is read; its
	// error ends the opening.
	Claimed func() error
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Sync makes a file's content, or a directory's entries, durable;
	// (*os.File).Sync when nil. Acknowledgements rest on it, so a simulated disk
	// replaces it.
	Sync func(*os.File) error
	// Space returns the free bytes and the size of the disk under a file; it asks
	// the system when nil.
	Space func(*os.File) (free, size int64, err error)
	// Progress is called while opening reads the file, which it does twice to
	// salvage a damaged one.
	Progress Progress
	// Key finds the key with an id (see KeyID) when the store is encrypted.
	Key func(id string) ([]byte, error)
	// Encrypt, when not nil, encrypts a plain store and its backups under the key
	// that it returns.
	Encrypt func() (key []byte, err error)
	// Decrypt decrypts an encrypted store and its backups.
	Decrypt bool
	// Slot runs work once a CPU slot is free; one processor stays reserved for
	// queries. nil runs it at once. work must not block.
	Slot func(work func())

	fault Fault // see WithFault
}

// Store is an open store. Its methods may be called from any goroutine.
type Store struct {
	dir    string
	root   *os.Root
	lock   *os.File
	vault  *vault // nil if nothing is encrypted
	db     *buntdb.DB
	file   *os.File // for our own fsync; the writer's once it runs
	now    func() time.Time
	fsync  func(*os.File) error
	space  func(*os.File) (free, size int64, err error)
	inSlot func(work func())
	fault  Fault
	link   func(name, also string) error // os.Root.Link

	progress Progress

	queue   chan *request
	closing chan struct{}
	done    chan struct{} // closed when the writer has ended
	once    sync.Once

	// Only the writer uses these.
	spaceAt     time.Time // when there was last enough free space
	wantCompact bool      // something was deleted since the last compaction
	compactedTo int64     // size of the file after the last compaction

	feed       feedCache
	unreadable atomic.Int64 // values that did not decode since the store was opened

	mu      sync.RWMutex // guards the fields below
	x       *index
	changed chan struct{} // closed at the next change
	broken  *types.Error  // the reason of a read-only store
	stats   Stats         // the fields that are not counted from x
}

// maxFile is the largest file that is opened: its live part must fit into memory, and
// 1 GiB of that is the hard cap.
const maxFile = 8 << 30

// Open opens the store in dir, creates it if there is none, and repairs the effects
// of a crash: an unfinished compaction, a torn end, damage. Errors that the user can
// fix are *types.Error: STORE_LOCKED, STORE_NEWER, STORE_KEY, STORE_DAMAGED.
func Open(dir string, o Options) (*Store, error) {
	s := &Store{
		dir: dir, now: o.Now, fsync: o.Sync, space: o.Space, inSlot: o.Slot, fault: o.fault, progress: o.Progress,
		queue: make(chan *request, queueLength), closing: make(chan struct{}), done: make(chan struct{}),
		x: newIndex(), changed: make(chan struct{}),
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.fsync == nil {
		s.fsync = (*os.File).Sync
	}
	if s.space == nil {
		s.space = diskSpace
	}
	if s.inSlot == nil {
		s.inSlot = func(work func()) { work() }
	}
	if err := s.open(o); err != nil {
		s.release()
		return nil, fmt.Errorf("open store: %w", err)
	}
	s.stats.OpenedAt = types.At(s.now())
	go s.run()
	return s, nil
}

func (s *Store) open(o Options) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	// Another program may have created it with a wider mode.
	if err := os.Chmod(s.dir, 0o700); err != nil {
		return err
	}
	var err error
	if s.root, err = os.OpenRoot(s.dir); err != nil {
		return err
	}
	s.link = s.root.Link
	if o.Again == nil {
		o.Again = retryFor(lockPatience, lockEvery)
	}
	if s.lock, err = acquire(s.root, o.Holder, o.Again); err != nil {
		return err
	}
	if o.Claimed != nil {
		if err := o.Claimed(); err != nil {
			return err
		}
	}
	oldest, err := s.repair(o)
	if err != nil {
		return err
	}
	if err := s.openFile(); err != nil {
		return err
	}
	if err := s.migrate(oldest, migrations); err != nil {
		return err
	}
	return s.buildIndex()
}

// openFile passes the file, which is undamaged by now, to buntdb.
func (s *Store) openFile() error {
	path := filepath.Join(s.dir, fileStore)
	var err error
	if s.db, err = buntdb.Open(path); err != nil {
		return err
	}
	if err := s.db.SetConfig(buntdb.Config{SyncPolicy: buntdb.Never, AutoShrinkDisabled: true}); err != nil {
		return err
	}
	if err := s.reopenSyncHandle(); err != nil {
		return err
	}
	// The last writes of a killed process may be only in the page cache. They count as
	// durable from here on, so they must be synced.
	return s.flush()
}

func (s *Store) reopenSyncHandle() (err error) {
	s.file, err = s.root.OpenFile(fileStore, os.O_RDWR, 0o600)
	return err
}

// Close writes the waiting requests and releases the store. Later calls do nothing.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		close(s.closing)
		<-s.done
		err = errors.Join(s.writeFloors(), s.release())
		if err != nil {
			err = fmt.Errorf("close store: %w", err)
		}
	})
	return err
}

// writeFloors stores every source's high-water mark, so that damage to older changes
// cannot lower it.
func (s *Store) writeFloors() error {
	floors := s.dueFloors(1)
	if len(floors) == 0 || s.refusal() != nil {
		return nil
	}
	if err := s.set(floors); err != nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	s.publish(func(x *index) { x.wroteFloors(s.vault, floors) })
	return nil
}

func (s *Store) release() error {
	var errs []error
	if s.file != nil {
		errs = append(errs, s.file.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	if s.root != nil {
		errs = append(errs, s.root.Close())
	}
	return errors.Join(errs...)
}

// Changed returns a channel that is closed when something is stored or deleted
// after the call.
func (s *Store) Changed() <-chan struct{} {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.changed
}

// Cursor returns the cursor of the newest change.
func (s *Store) Cursor() int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.x.cursor
}

// HWM returns the number up to which every record of a source is durable, 0 if none
// is.
func (s *Store) HWM(install, epoch string) int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if src := s.x.sources[sourceRef(install, epoch)]; src != nil {
		return src.hwm
	}
	return 0
}

// Stats returns the present counts.
func (s *Store) Stats() Stats {
	s.mu.RLock()
	defer s.mu.RUnlock()
	st := s.stats
	st.Sessions, st.Steps, st.Blobs = len(s.x.sessions), len(s.x.steps), len(s.x.blobs)
	st.Cursor, st.LiveBytes, st.Partial, st.Lost = s.x.cursor, s.x.liveBytes, len(s.x.partial), s.x.lost
	st.Quarantined += int(s.unreadable.Load())
	st.Key = s.vault.keyID()
	if st.Steps > 0 {
		st.BytesPerStep = st.LiveBytes / int64(st.Steps)
	}
	if info, err := s.root.Stat(fileStore); err == nil {
		st.FileBytes = info.Size()
	}
	if s.broken != nil {
		st.ReadOnly = s.broken.Error()
	}
	return st
}

// Fault is a defect that companion/sim injects to show that its checks would find it.
// A product never sets one: sim has a test for that.
type Fault uint8

// The defects that a store like this one invites.
const (
	NoFault Fault = iota
	// FaultEarlyAck returns from Put before the fsync.
	FaultEarlyAck
	// FaultStoredMark stores the high-water mark along with the records that it
	// counts; a power cut may keep the mark and lose the records.
	FaultStoredMark
	// FaultForgetfulIDs recognises a repeated step only until the process ends.
	FaultForgetfulIDs
)

// WithFault returns o with a defect. The field is unexported so that setting it
// is visible in the source as a call.
func (o Options) WithFault(f Fault) Options {
	o.fault = f
	return o
}
