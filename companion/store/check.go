package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"cairn/shared/types"
)

// Report is the result of reading a store's file from end to end.
type Report struct {
	// Bytes is the size of the file, Sound the length of its leading part that
	// consists of complete commands.
	Bytes int64 `json:"bytes"`
	Sound int64 `json:"sound"`
	// Values counts the sealed values whose checksum matches, Damaged the others.
	Values  int `json:"values"`
	Damaged int `json:"damaged"`
	// Nuls counts the NUL bytes at the end, Torn the bytes of an incomplete last
	// command. Neither was acknowledged, and opening the store cuts both off.
	Nuls int64 `json:"nuls"`
	Torn int64 `json:"torn"`
	// Broken is set if a part before the end of the file cannot be read as commands.
	Broken bool `json:"broken"`
	// Newer is set if a newer Cairn wrote it. Then this one neither opens nor changes it.
	Newer bool `json:"newer"`

	newest, oldest byte   // the schemas that sound values were written under, from oldest to newest
	deletions      int    // commands without a checksum: only a compaction that did not finish leaves any
	plain          int    // sound values that are not encrypted
	key, otherKey  string // the ids, raw, of keys that sound values are encrypted under
}

// Clean reports whether the file is undamaged except for an unfinished end.
func (r Report) Clean() bool { return !r.Broken && r.Damaged == 0 }

// Verify reads the store in dir, which may be in use, and changes nothing.
func Verify(dir string, p Progress) (Report, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Report{}, fmt.Errorf("verify store: %w", err)
	}
	defer root.Close()
	f, err := root.Open(current(root))
	if err != nil {
		return Report{}, fmt.Errorf("verify store: %w", err)
	}
	defer f.Close()
	rep, err := check(f, p)
	rep.Newer = rep.newest > schemaVersion
	return rep, err
}

// NewerError returns the error for a store that a newer Cairn wrote, nil for any other.
func (r Report) NewerError() error {
	if r.newest <= schemaVersion {
		return nil
	}
	return types.Fault(types.CodeStoreNewer, fmt.Sprintf("the store has schema %d, this Cairn knows up to %d", r.newest, schemaVersion),
		"Nothing was changed. Use the newer Cairn that wrote it, or give this one another data directory.")
}

// current returns the name of the file to read: the one from before an unfinished
// compaction if there is one, else the store itself.
func current(root *os.Root) string {
	if _, err := root.Stat(filePrior); err == nil {
		return filePrior
	}
	return fileStore
}

func check(f *os.File, p Progress) (Report, error) {
	var rep Report
	info, err := f.Stat()
	if err != nil {
		return rep, fmt.Errorf("check store: %w", err)
	}
	rep.Bytes = info.Size()
	end, err := contentEnd(f, rep.Bytes)
	if err != nil {
		return rep, fmt.Errorf("check store: %w", err)
	}
	rep.Nuls = rep.Bytes - end
	r := newCommandReader(p.reader(f, 0, end))
	for {
		cmd, err := r.next()
		switch {
		case err == io.EOF:
			return rep, nil
		case err == io.ErrUnexpectedEOF:
			return rep, rep.tail(f, end)
		case errors.Is(err, errFraming):
			rep.Broken = true
			return rep, nil
		case err != nil:
			return rep, fmt.Errorf("check store: %w", err)
		}
		rep.count(cmd)
		rep.Sound = r.at
	}
}

// tail classifies the bytes after the last complete command. A damaged length makes
// a command seem to reach past the end of the file: then more commands follow in
// those bytes, and cutting them off would lose them.
func (rep *Report) tail(f *os.File, end int64) error {
	rest := make([]byte, end-rep.Sound)
	if _, err := f.ReadAt(rest, rep.Sound); err != nil {
		return fmt.Errorf("check store: %w", err)
	}
	rep.Broken = nextHead(rest[1:]) >= 0
	if !rep.Broken {
		rep.Torn = int64(len(rest))
	}
	return nil
}

func (rep *Report) count(cmd command) {
	if cmd.del {
		rep.deletions++
		return
	}
	if _, err := unseal(string(cmd.key), cmd.value); err != nil && !errors.Is(err, errNewer) {
		rep.Damaged++
		return
	}
	version := schema(cmd.value)
	if rep.Values++; rep.Values == 1 {
		rep.oldest = version
	}
	rep.oldest, rep.newest = min(rep.oldest, version), max(rep.newest, version)
	rep.countKey(keyUnder(cmd.value), len(cmd.value) == sealBytes)
}

// countKey records the key of a value. A tombstone is never encrypted and does not
// count.
func (rep *Report) countKey(id string, tombstone bool) {
	switch {
	case id == "" && !tombstone:
		rep.plain++
	case id != "" && rep.key == "":
		rep.key = id
	case id != "" && id != rep.key:
		rep.otherKey = id
	}
}

// contentEnd returns the offset of the NULs that fill the end of a file after some
// crashes. A value may end in NULs but a command ends in a line break.
func contentEnd(f *os.File, size int64) (int64, error) {
	buf := make([]byte, 64<<10)
	for size > 0 {
		n := min(size, int64(len(buf)))
		if _, err := f.ReadAt(buf[:n], size-n); err != nil {
			return 0, err
		}
		for n > 0 && buf[n-1] == 0 {
			n--
			size--
		}
		if n > 0 {
			return size, nil
		}
	}
	return 0, nil
}

// Progress is called with the number of bytes of a file read so far, after each
// part of it. It may be nil.
type Progress func(done, total int64)

// reader returns a reader of f between from and end that reports to p.
func (p Progress) reader(f io.ReaderAt, from, end int64) io.Reader {
	part := io.NewSectionReader(f, from, end-from)
	if p == nil {
		return part
	}
	return &progressReader{part, p, from, end}
}

// progressReader reports its position after each read.
type progressReader struct {
	io.Reader
	report      Progress
	done, total int64
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.done += int64(n)
	r.report(r.done, r.total)
	return n, err
}

// scrubPause is the pause after each part of the file (some 256 KiB). A gigabyte
// then takes half a minute, and other programs do not wait for the disk.
const scrubPause = 8 * time.Millisecond

// Scrub reads the whole file as [Verify] does, slowly. Values that decayed on the
// disk since the store was opened are still intact in memory: if there are any, the
// file is rewritten from there, and Stats counts them.
func (s *Store) Scrub(ctx context.Context) (Report, error) {
	rep, err := Verify(s.dir, func(int64, int64) { time.Sleep(scrubPause) })
	if err != nil {
		return rep, err
	}
	// Those that were damaged when the store was opened are bad in memory too.
	bad := rep.Damaged - s.Stats().Quarantined
	if rep.Broken {
		bad = max(bad, 1)
	}
	if bad <= 0 {
		return rep, nil
	}
	if err := s.Compact(ctx); err != nil {
		return rep, fmt.Errorf("rewrite the store, of which %d values decayed: %w", bad, err)
	}
	s.mu.Lock()
	s.stats.Renewed += bad
	s.mu.Unlock()
	return rep, nil
}
