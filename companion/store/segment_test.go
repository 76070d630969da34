package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// segmented is a store with steps 1 to 4 of one session and two segments.
func segmented(t *testing.T) (dir string, s *Store, ids []string) {
	dir = t.TempDir()
	s = mustOpen(t, dir)
	for i := range 4 {
		st := step("mm-seg", i+1)
		ids = append(ids, st.StepID)
		if _, err := s.Put(context.Background(), "", "", []wire.Record{{Step: st}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for number, of := range map[int][]string{1: ids[:2], 12: ids[2:]} {
		if err := s.KeepSegment(number, of, []byte("data of some steps"), nil); err != nil {
			t.Fatal(err)
		}
	}
	return dir, s, ids
}

// numbers are the segments that a store hands out.
func numbers(t *testing.T, s *Store, refuse int) (got []int, taken int) {
	had, err := s.Segments(func(number int, data []byte) error {
		if number == refuse {
			return errors.New("of another version")
		}
		if string(data) != "data of some steps" {
			t.Errorf("segment %d holds %q", number, data)
		}
		got = append(got, number)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got, len(had)
}

func TestSegmentsComeBackUnlessSomethingIsWrong(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, dir string)
		want  []int
		taken int
	}{
		{"nothing", func(*testing.T, string) {}, []int{1, 12}, 4},
		{"a flipped bit", func(t *testing.T, dir string) {
			spoil(t, dir, "segment-1", func(b []byte) []byte { b[9] ^= 1; return b })
		}, []int{12}, 2},
		{"cut off", func(t *testing.T, dir string) { spoil(t, dir, "segment-12", func(b []byte) []byte { return b[:5] }) }, []int{1}, 2},
		{"not finished", func(t *testing.T, dir string) {
			spoil(t, dir, "segment-1", func(b []byte) []byte { return b })
			if err := os.Rename(filepath.Join(dir, "segment-1"), filepath.Join(dir, "segment-1.part")); err != nil {
				t.Fatal(err)
			}
		}, []int{12}, 2},
		{"the same steps twice", func(t *testing.T, dir string) {
			data, err := os.ReadFile(filepath.Join(dir, "segment-1"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "segment-2"), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}, []int{1, 12}, 4},
		{"damage in the store", func(t *testing.T, dir string) {
			edit(t, dir, func(b []byte) []byte { b[len(b)-40] ^= 1; return b })
		}, nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir, s, _ := segmented(t)
			mustClose(t, s)
			tt.spoil(t, dir)
			s = mustOpen(t, dir)
			defer mustClose(t, s)
			if got, taken := numbers(t, s, 0); !slices.Equal(got, tt.want) || taken != tt.taken {
				t.Errorf("segments %v with %d steps, want %v with %d", got, taken, tt.want, tt.taken)
			}
			if files, _ := filepath.Glob(filepath.Join(dir, "segment-*")); len(files) != len(tt.want) {
				t.Errorf("files %v", files)
			}
		})
	}
}

func spoil(t *testing.T, dir, name string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), change(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSegmentsThatAreRefusedForgottenOrReplacedGo(t *testing.T) {
	dir, s, ids := segmented(t)
	defer mustClose(t, s)
	if err := s.KeepSegment(13, []string{"s-unknown"}, nil, nil); err == nil {
		t.Error("a segment of what is not stored was kept")
	}
	if err := s.KeepSegment(13, ids[:2], []byte("data of some steps"), []int{1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Erase(context.Background(), types.Forget{StepID: ids[3]}, nil, ids[3:], nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "segment-12")); err == nil {
		t.Error("the segment with what was forgotten stays")
	}
	if got, _ := numbers(t, s, 0); !slices.Equal(got, []int{13}) {
		t.Errorf("segments %v, want 13", got)
	}
	if got, taken := numbers(t, s, 13); len(got) != 0 || taken != 0 {
		t.Errorf("refused, and yet %v", got)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "segment-*")); len(files) != 0 {
		t.Errorf("files %v", files)
	}
}
