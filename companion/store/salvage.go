package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// salvage copies every sound value of the damaged file into a new one, keeps
// the damaged one beside it, and puts the new one in its place. Stats count the
// stretches and values that had to be left out.
//
// Deletions are left out too: they carry no checksum, and what they deleted is
// deleted again when the store's forgettings are applied at load.
func (s *Store) salvage() error {
	left, err := s.writeSound(fileStore, fileSalvage, nil)
	if err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	return s.replaceDamaged(left)
}

// replaceDamaged puts what was salvaged in the place of the damaged file, which
// stays beside it.
func (s *Store) replaceDamaged(left int) error {
	// At no moment is there no store: a start that found none would make an
	// empty one.
	damaged := s.fresh(prefDamaged)
	if err := s.nameAlso(fileStore, damaged); err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	if err := s.root.Rename(fileSalvage, fileStore); err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	s.stats.Quarantined += left
	s.stats.DamagedFile = damaged
	return s.durableDir()
}

// writeSound writes what is sound of a file into another, in the form that turn
// makes of each value; nil keeps them.
func (s *Store) writeSound(from, to string, turn turning) (left int, err error) {
	in, err := s.root.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	v := &salvager{in: in, turn: turn, progress: s.progress}
	err = s.writeFile(to, func(out io.Writer) error {
		v.out = out
		return v.copy()
	})
	return v.left, err
}

// salvager copies the sound values of a damaged file.
type salvager struct {
	in       *os.File
	size     int64 // without NULs at its end
	out      io.Writer
	turn     turning
	progress Progress
	left     int // stretches and values that were not sound
	buf      []byte
}

func (v *salvager) copy() error {
	info, err := v.in.Stat()
	if err != nil {
		return err
	}
	if v.size, err = textEnd(v.in, info.Size()); err != nil {
		return err
	}
	for at := int64(0); at < v.size; {
		if at, err = v.copyRun(at); err != nil {
			return err
		}
	}
	return nil
}

// copyRun copies what is sound from at on, up to something that is not, and
// returns where to go on.
func (v *salvager) copyRun(at int64) (next int64, err error) {
	r := newCommandReader(v.progress.reader(v.in, at, v.size))
	for {
		start := r.at
		cmd, err := r.next()
		switch {
		case err == io.EOF:
			return v.size, nil
		case err != nil:
			// Look for the next command from one byte on: a command that failed
			// may have swallowed sound ones.
			v.left++
			return findHead(v.in, at+start+1, v.size)
		case cmd.del:
			continue
		}
		if _, err := unseal(string(cmd.key), cmd.value); errors.Is(err, errDamaged) {
			v.left++
			// The value may be damaged because its length is: commands that lie
			// inside it are looked for as well.
			if inside := nextHead(cmd.value); inside >= 0 {
				return at + r.at - int64(len(cmd.value)+len("\r\n")) + int64(inside), nil
			}
			continue
		}
		if err := v.write(string(cmd.key), cmd.value); err != nil {
			return 0, err
		}
	}
}

// write writes one sound value.
func (v *salvager) write(key string, value []byte) error {
	text := string(value)
	if v.turn != nil {
		var err error
		if key, text, err = v.turn(key, value); errors.Is(err, errDamaged) {
			v.left++
			return nil
		} else if err != nil {
			return err
		}
	}
	v.buf = appendSet(v.buf[:0], key, text)
	_, err := v.out.Write(v.buf)
	return err
}

// findHead is where the next command begins at or after from; size when there
// is none.
func findHead(f *os.File, from, size int64) (int64, error) {
	const chunk = 1 << 20
	buf := make([]byte, chunk+len(setHead))
	for from < size {
		n, err := f.ReadAt(buf[:min(int64(len(buf)), size-from)], from)
		if err != nil && err != io.EOF {
			return 0, err
		}
		if i := nextHead(buf[:n]); i >= 0 {
			return from + int64(i), nil
		}
		// The last bytes are read again: a head may lie across the border.
		from += min(chunk, int64(n))
	}
	return size, nil
}

// nextHead is the index of the first command in b, -1 when there is none.
func nextHead(b []byte) int {
	set, del := bytes.Index(b, []byte(setHead)), bytes.Index(b, []byte(delHead))
	if set < 0 || del >= 0 && del < set {
		return del
	}
	return set
}
