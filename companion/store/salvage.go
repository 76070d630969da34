package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// salvage copies every undamaged value of the damaged file into a new one, which
// replaces it; the damaged one stays beside it. Stats count the omitted parts and
// values.
//
// It omits delete commands too: they carry no checksum, and deletion requests are
// applied again at load.
func (s *Store) salvage() error {
	left, err := s.writeSound(fileStore, fileSalvage, nil)
	if err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	return s.replaceDamaged(left)
}

// replaceDamaged replaces the damaged file by the salvaged one and keeps it under
// another name.
func (s *Store) replaceDamaged(left int) error {
	// A store exists at every moment: a start that found none would create an empty
	// one.
	damaged := s.unusedName(prefDamaged)
	if err := s.linkAs(fileStore, damaged); err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	if err := s.root.Rename(fileSalvage, fileStore); err != nil {
		return fmt.Errorf("salvage store: %w", err)
	}
	s.stats.Quarantined += left
	s.stats.DamagedFile = damaged
	return s.durableDir()
}

// writeSound copies the sound values of a file into another, converted by convert
// unless it is nil. left is the number of damaged parts.
func (s *Store) writeSound(from, to string, convert conversion) (left int, err error) {
	in, err := s.root.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	v := &salvager{in: in, convert: convert, progress: s.progress}
	err = s.writeFile(to, func(out io.Writer) error {
		v.out = out
		return v.copy()
	})
	return v.damaged, err
}

// salvager copies the sound values of a damaged file.
type salvager struct {
	in       *os.File
	size     int64 // without NULs at its end
	out      io.Writer
	convert  conversion
	progress Progress
	damaged  int // damaged parts and values
	buf      []byte
}

func (v *salvager) copy() error {
	info, err := v.in.Stat()
	if err != nil {
		return err
	}
	if v.size, err = contentEnd(v.in, info.Size()); err != nil {
		return err
	}
	for at := int64(0); at < v.size; {
		if at, err = v.copyRun(at); err != nil {
			return err
		}
	}
	return nil
}

// copyRun copies sound values from at on up to a damaged one, and returns where to
// continue.
func (v *salvager) copyRun(at int64) (next int64, err error) {
	r := newCommandReader(v.progress.reader(v.in, at, v.size))
	for {
		start := r.at
		cmd, err := r.next()
		switch {
		case err == io.EOF:
			return v.size, nil
		case err != nil:
			// Look for the next command from one byte on: a damaged length may
			// have covered sound commands.
			v.damaged++
			return findHead(v.in, at+start+1, v.size)
		case cmd.del:
			continue
		}
		if _, err := unseal(string(cmd.key), cmd.value); errors.Is(err, errDamaged) {
			v.damaged++
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

func (v *salvager) write(key string, value []byte) error {
	text := string(value)
	if v.convert != nil {
		var err error
		if key, text, err = v.convert(key, value); errors.Is(err, errDamaged) {
			v.damaged++
			return nil
		} else if err != nil {
			return err
		}
	}
	v.buf = appendSet(v.buf[:0], key, text)
	_, err := v.out.Write(v.buf)
	return err
}

// findHead returns the offset of the next command at or after from, size if there
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

// nextHead returns the index of the first command in b, -1 if there is none.
func nextHead(b []byte) int {
	set, del := bytes.Index(b, []byte(setHead)), bytes.Index(b, []byte(delHead))
	if set < 0 || del >= 0 && del < set {
		return del
	}
	return set
}
