package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A segment is a file with steps in the core's packed form, so that opening need not
// read each stored step:
//
//	checksum  4 bytes   CRC32C of the rest, big-endian
//	length    4 bytes   of the list of steps
//	steps     JSON      the ids of its steps
//	data      rest      opaque
//
// Segments are a cache and may vanish at any time. A deletion removes every segment
// that holds a deleted step before it removes the step.
const segmentHead = 8

func segmentName(number int) string { return prefSegment + strconv.Itoa(number) }

// KeepSegment writes the segment number of steps and removes the segments that it
// replaces. It refuses a segment with a step that is not stored.
func (s *Store) KeepSegment(number int, steps []string, data []byte, replaces []int) error {
	if !s.storesAll(steps) {
		return errors.New("keep segment: not all of its steps are stored")
	}
	if err := s.checkSpaceNow(); err != nil {
		return err
	}
	list, err := json.Marshal(steps)
	if err != nil {
		return fmt.Errorf("keep segment: %w", err)
	}
	text := binary.BigEndian.AppendUint32(make([]byte, 4, segmentHead+len(list)+len(data)), uint32(len(list)))
	text = append(append(text, list...), data...)
	binary.BigEndian.PutUint32(text, crc32.Checksum(text[4:], castagnoli))
	if s.vault != nil {
		text = []byte(s.vault.seal(segmentName(number), text))
	}
	// No sync: a torn segment fails its checksum and is dropped.
	if err := s.root.WriteFile(segmentName(number)+partial, text, 0o600); err != nil {
		return fmt.Errorf("keep segment: %w", err)
	}
	if err := s.root.Rename(segmentName(number)+partial, segmentName(number)); err != nil {
		return fmt.Errorf("keep segment: %w", err)
	}
	for _, old := range replaces {
		if err := s.removeFiles(segmentName(old)); err != nil {
			return fmt.Errorf("keep segment: %w", err)
		}
	}
	return nil
}

// Segments calls take with each valid segment in the order of their numbers, and
// returns the ids of their steps. Segments that are damaged, that hold steps which
// are not stored, or that take refuses are removed. Call it once, before anything is
// written.
func (s *Store) Segments(take func(number int, data []byte) error) (taken map[string]bool, err error) {
	names, err := s.segmentNames()
	if err != nil {
		return nil, fmt.Errorf("segments: %w", err)
	}
	sound := s.isUndamaged()
	taken = map[string]bool{}
	for _, name := range names {
		number, err := strconv.Atoi(strings.TrimPrefix(name, prefSegment))
		if err == nil && sound {
			var steps []string
			if steps, err = s.takeSegment(name, number, taken, take); err == nil {
				for _, id := range steps {
					taken[id] = true
				}
				continue
			}
		}
		if err := s.root.Remove(name); err != nil {
			return nil, fmt.Errorf("drop segment: %w", err)
		}
	}
	return taken, nil
}

func (s *Store) takeSegment(name string, number int, taken map[string]bool, take func(int, []byte) error) ([]string, error) {
	text, err := s.root.ReadFile(name)
	if err != nil {
		return nil, err
	}
	steps, data, err := s.openSegment(name, text)
	if err != nil {
		return nil, err
	}
	if !s.storesAll(steps) || slices.ContainsFunc(steps, func(id string) bool { return taken[id] }) {
		return nil, errors.New("it holds steps that are not stored")
	}
	return steps, take(number, data)
}

// openSegment parses a segment's file, which is sealed if the store is encrypted.
func (s *Store) openSegment(name string, text []byte) (steps []string, data []byte, err error) {
	if s.vault != nil {
		if text, err = s.vault.unseal(name, text); err != nil {
			return nil, nil, err
		}
	}
	return readSegment(text)
}

func readSegment(text []byte) (steps []string, data []byte, err error) {
	if len(text) < segmentHead || binary.BigEndian.Uint32(text) != crc32.Checksum(text[4:], castagnoli) {
		return nil, nil, errDamaged
	}
	list := uint64(binary.BigEndian.Uint32(text[4:]))
	if list > uint64(len(text)-segmentHead) {
		return nil, nil, errDamaged
	}
	if err := json.Unmarshal(text[segmentHead:segmentHead+list], &steps); err != nil {
		return nil, nil, err
	}
	return steps, text[segmentHead+list:], nil
}

// isUndamaged reports whether no stored value is damaged.
func (s *Store) isUndamaged() bool {
	st := s.Stats()
	return st.DamagedFile == "" && st.Quarantined == 0 && st.Partial == 0
}

// storesAll reports whether all steps are stored completely.
func (s *Store) storesAll(steps []string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, id := range steps {
		_, had := s.x.steps[id]
		if _, partial := s.x.partial[id]; !had || partial {
			return false
		}
	}
	return true
}

// dropSegmentsWith removes the segments that hold a deleted step.
func (s *Store) dropSegmentsWith(lost []storedChange) error {
	names, err := s.segmentNames()
	if err != nil || len(names) == 0 || len(lost) == 0 {
		return err
	}
	ids := map[string]bool{}
	for _, f := range lost {
		ids[f.change.id] = true
	}
	for _, name := range names {
		text, err := s.root.ReadFile(name)
		if err != nil {
			return err
		}
		steps, _, err := s.openSegment(name, text)
		if err == nil && !slices.ContainsFunc(steps, func(id string) bool { return ids[id] }) {
			continue
		}
		if err := s.root.Remove(name); err != nil {
			return err
		}
	}
	return s.durableDir()
}

// segmentNames returns the files of segments, unfinished ones included, by number.
func (s *Store) segmentNames() ([]string, error) {
	names, err := s.filesWith(prefSegment)
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return names, err
}

// checkSpaceNow is checkSpace for callers other than the writer.
func (s *Store) checkSpaceNow() error {
	f, err := s.root.OpenFile(fileStore, os.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("free space: %w", err)
	}
	defer f.Close()
	free, size, err := s.space(f)
	if err != nil {
		return fmt.Errorf("free space: %w", err)
	}
	if free < minFreeOf(size) {
		return fullFault(fmt.Sprintf("%d MiB are free", free>>20))
	}
	return nil
}
