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
	left, err := s.writeSound()
	if err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	// At no moment is there no store: a start that found none would make an
	// empty one.
	damaged := s.fresh(prefDamaged)
	if err := s.nameAlso(fileStore, damaged); err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	if err := s.root.Rename(fileSalvage, fileStore); err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	s.stats.Quarantined, s.stats.DamagedFile = left, damaged
	return s.durableDir()
}

// writeSound writes what is sound of the store's file into fileSalvage.
func (s *Store) writeSound() (left int, err error) {
	in, err := s.root.Open(fileStore)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	err = s.writeFile(fileSalvage, func(out io.Writer) (err error) {
		left, err = copySound(out, in, s.progress)
		return err
	})
	return left, err
}

// copySound writes the sound values of in to out and counts what it skipped.
func copySound(out io.Writer, in *os.File, p Progress) (left int, err error) {
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	size, err := textEnd(in, info.Size())
	if err != nil {
		return 0, err
	}
	var buf []byte
	for at := int64(0); at < size; {
		r := newCommandReader(p.reader(in, at, size))
		for {
			start := r.at
			cmd, err := r.next()
			if err == io.EOF {
				return left, nil
			}
			if err != nil {
				// Look for the next command from one byte on: a command that
				// failed may have swallowed sound ones.
				left++
				next, ferr := findHead(in, at+start+1, size)
				if ferr != nil {
					return left, ferr
				}
				at = next
				break
			}
			if cmd.del {
				continue
			}
			if _, err := unseal(string(cmd.key), cmd.value); errors.Is(err, errDamaged) {
				left++
				// The value may be damaged because its length is: commands
				// that lie inside it are looked for as well.
				if inside := nextHead(cmd.value); inside >= 0 {
					at += r.at - int64(len(cmd.value)+len("\r\n")) + int64(inside)
					break
				}
				continue
			}
			buf = appendSet(buf[:0], string(cmd.key), string(cmd.value))
			if _, err := out.Write(buf); err != nil {
				return left, err
			}
		}
	}
	return left, nil
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
