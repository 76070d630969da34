package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"cairn/shared/types"
)

// FuzzOpen opens arbitrary bytes as a store: no panic, no memory without end,
// nothing served, and the store works afterwards.
func FuzzOpen(f *testing.F) {
	// buntdb syncs whatever it closes: where the system has a disk in memory, a
	// hundred times as many inputs are tried.
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		f.Setenv("TMPDIR", "/dev/shm")
	}
	dir := filled(f, 3)
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(encryptedText(f, dir))
	f.Add([]byte("*1\r\n$1\r\ns\r\n"))
	f.Add([]byte("*3\r\n$3\r\nset\r\n$1\r\nc\r\n$99999999999\r\n"))
	f.Add([]byte(fmt.Sprintf("%s$2\r\nc/\r\n$0\r\n\r\n", setHead)))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, fileStore), text, 0o600); err != nil {
			t.Fatal(err)
		}
		o := withKey()
		o.Sync = func(*os.File) error { return nil }
		s, err := Open(dir, o)
		if err != nil {
			if c := code(err); c != types.CodeStoreNewer && c != types.CodeStoreKey && c != types.CodeStoreDamaged {
				t.Fatal(err)
			}
			return
		}
		defer s.Close()
		contents(t, s)
		if _, err := s.write(context.Background(), entry{record: numbered(1).record}); err != nil {
			t.Fatal(err)
		}
	})
}

// encryptedText is the file of a store in dir when it is encrypted.
func encryptedText(f *testing.F, dir string) []byte {
	dir = copyDir(f, dir)
	mustClose(f, openAs(f, dir, toEncrypt()))
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	must(f, err)
	return text
}

// FuzzDecodeChange decodes arbitrary bytes, and encodes a decoded change
// to bytes that decode the same.
func FuzzDecodeChange(f *testing.F) {
	p, err := prepare(numbered(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(p.encode())
	f.Add([]byte{1, 7})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := decodeChange(b)
		if err != nil {
			return
		}
		again, err := decodeChange(c.encode())
		if err != nil {
			t.Fatalf("%+v does not decode again: %v", c, err)
		}
		again.payload, c.payload = append([]byte{}, again.payload...), append([]byte{}, c.payload...)
		if !reflect.DeepEqual(again, c) {
			t.Errorf("%+v became %+v", c, again)
		}
		if plain, err := unpack(c.payload); err == nil && len(plain) > maxPlain {
			t.Errorf("unpacked to %d bytes", len(plain))
		}
	})
}

// FuzzReadSegment reads arbitrary bytes as a segment's file, with a checksum that
// fits: a bad segment is refused, and nothing is read beyond the end.
func FuzzReadSegment(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x05[\"a\"]data"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, body []byte) {
		text := binary.BigEndian.AppendUint32(nil, crc32.Checksum(body, castagnoli))
		steps, data, err := readSegment(append(text, body...))
		if err == nil && len(data)+4 > len(body) {
			t.Fatalf("%d steps and %d bytes of %d", len(steps), len(data), len(body))
		}
		if _, _, err := readSegment(body); err == nil && len(body) < segmentHead {
			t.Fatal("a head that is none was taken")
		}
	})
}

// FuzzVerify looks at arbitrary bytes as a store that nobody has open: no panic,
// and the bytes there stay as they are.
func FuzzVerify(f *testing.F) {
	text, err := os.ReadFile(filepath.Join(filled(f, 3), fileStore))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, []byte("{}"))
	f.Add([]byte("*1\r\n$0\r\n"), []byte(`{"pid":1}`))
	f.Add([]byte("*3\r\n$3\r\nset\r\n$1\r\nc\r\n$99999999999\r\n"), []byte(`{"pid":-1}`))
	f.Fuzz(func(t *testing.T, text, lock []byte) {
		dir := t.TempDir()
		for name, body := range map[string][]byte{fileStore: text, fileLock: lock} {
			if err := os.WriteFile(filepath.Join(dir, name), body, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		rep, err := Verify(dir, nil)
		if err == nil && rep.Sound < 0 {
			t.Errorf("%+v", rep)
		}
		_, _ = Inspect(dir)
		_, _ = Holder(dir)
		if after, err := os.ReadFile(filepath.Join(dir, fileStore)); err != nil || !reflect.DeepEqual(after, text) && len(after)+len(text) > 0 {
			t.Errorf("looking changed it: %v", err)
		}
	})
}
