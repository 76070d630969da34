package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestWhatGoesBadOnTheDiskIsWrittenAnew flips bits under an open store.
func TestWhatGoesBadOnTheDiskIsWrittenAnew(t *testing.T) {
	tests := []struct {
		name    string
		spoil   func(t *testing.T, file *os.File, size int64)
		renewed int
	}{
		{"nothing", func(*testing.T, *os.File, int64) {}, 0},
		{"a flipped bit in a value", func(t *testing.T, f *os.File, size int64) { flip(t, f, size-20) }, 1},
		{"a zeroed page", func(t *testing.T, f *os.File, size int64) {
			if _, err := f.WriteAt(make([]byte, 512), size/2); err != nil {
				t.Fatal(err)
			}
		}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			s := mustOpen(t, dir)
			for i := range int64(20) {
				if _, err := s.write(context.Background(), numbered(i+1)); err != nil {
					t.Fatal(err)
				}
			}
			want := keys(contents(t, s))
			f, err := os.OpenFile(filepath.Join(dir, fileStore), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			tt.spoil(t, f, info.Size())
			if _, err := s.Scrub(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got := s.Stats().Renewed; got < tt.renewed || got > 0 != (tt.renewed > 0) {
				t.Errorf("%d values rewritten, want %d", got, tt.renewed)
			}
			mustClose(t, s)
			if rep, err := Verify(dir, nil); err != nil || !rep.Clean() {
				t.Errorf("afterwards: %+v, %v", rep, err)
			}
			s = mustOpen(t, dir)
			defer mustClose(t, s)
			if got := keys(contents(t, s)); len(got) != len(want) {
				t.Errorf("%d records afterwards, %d before", len(got), len(want))
			}
		})
	}
}

func flip(t *testing.T, f *os.File, at int64) {
	var b [1]byte
	if _, err := f.ReadAt(b[:], at); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1
	if _, err := f.WriteAt(b[:], at); err != nil {
		t.Fatal(err)
	}
}
