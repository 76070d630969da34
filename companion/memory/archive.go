package memory

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"cairn/shared/types"
)

// Caps of an archive (B49, B50). They are lower than a directory's, because a small
// archive can unpack to a large one.
const (
	maxArchiveBytes   = 64 << 20 // unpacked, all together
	maxArchiveEntries = 100_000
)

// openImport opens a directory, or unpacks a zip or tar.gz archive into a temporary
// one. done removes that.
func openImport(name string) (root *os.Root, done func(), err error) {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		root, err = os.OpenRoot(name)
		return root, func() {}, err
	}
	dir, err := os.MkdirTemp("", "cairn-import-")
	if err != nil {
		return nil, nil, fmt.Errorf("import: %w", err)
	}
	done = func() { os.RemoveAll(dir) }
	if root, err = os.OpenRoot(dir); err == nil {
		err = unpackArchive(root, name)
	}
	if err != nil {
		if root != nil {
			root.Close()
		}
		done()
		return nil, nil, err
	}
	return root, done, nil
}

// unpackArchive unpacks an archive under root. It detects the format by content, not
// by name.
func unpackArchive(root *os.Root, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	defer f.Close()
	head := make([]byte, 4)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && err != io.EOF {
		return fmt.Errorf("import: %w", err)
	}
	u := &unpacker{root: root}
	switch head = head[:n]; {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return u.zip(f)
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("import: %w", err)
		}
		return u.tarGzip(f)
	}
	return rejected("the file is no recording, no directory that cairn export wrote, and no zip or tar.gz of one")
}

// unpacker writes entries and counts them and their bytes.
type unpacker struct {
	root    *os.Root
	entries int
	bytes   int64
}

func (u *unpacker) zip(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if err := checkZipCount(f, info.Size()); err != nil {
		return err
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return rejected(fmt.Sprintf("the archive cannot be read: %v", err))
	}
	if err := checkOverlaps(z.File); err != nil {
		return err
	}
	for _, e := range z.File {
		err := u.entry(strings.TrimSuffix(e.Name, "/"), e.Mode(), func(w io.Writer) error {
			r, err := e.Open()
			if err != nil {
				return rejected(fmt.Sprintf("%.80q cannot be read: %v", e.Name, err))
			}
			defer r.Close()
			return u.copy(w, r, e.Name)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkZipCount checks the number of entries in the end record of a zip file, because
// zip.NewReader allocates memory for all of them.
func checkZipCount(f io.ReaderAt, size int64) error {
	const end, longest = 22, 22 + 1<<16
	tail := make([]byte, min(size, longest))
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return fmt.Errorf("import: %w", err)
	}
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || len(tail)-at < end {
		return rejected("the archive has no end")
	}
	// 0xFFFF sends the reader to a 64-bit count: more than we take.
	if n := int(tail[at+10]) | int(tail[at+11])<<8; n == 0xFFFF {
		return rejected("the archive has too many entries")
	}
	return nil
}

// checkOverlaps refuses entries that share bytes of the archive: such a small file can
// unpack to any size.
func checkOverlaps(files []*zip.File) error {
	type span struct{ from, to int64 }
	spans := make([]span, 0, len(files))
	for _, e := range files {
		from, err := e.DataOffset()
		if err != nil {
			return rejected(fmt.Sprintf("the archive cannot be read: %v", err))
		}
		spans = append(spans, span{from, from + int64(e.CompressedSize64)})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return rejected("entries of the archive overlap")
		}
	}
	return nil
}

func (u *unpacker) tarGzip(f io.Reader) error {
	z, err := gzip.NewReader(f)
	if err != nil {
		return rejected(fmt.Sprintf("the archive cannot be read: %v", err))
	}
	defer z.Close()
	// Headers and padding count too.
	limited := &io.LimitedReader{R: z, N: 2*maxArchiveBytes + maxArchiveEntries*1024}
	t := tar.NewReader(limited)
	for {
		e, err := t.Next()
		switch {
		case err == io.EOF:
			return nil
		case limited.N <= 0:
			return archiveTooLarge()
		case err != nil:
			return rejected(fmt.Sprintf("the archive cannot be read: %v", err))
		}
		err = u.entry(strings.TrimSuffix(e.Name, "/"), e.FileInfo().Mode(), func(w io.Writer) error { return u.copy(w, t, e.Name) })
		if err != nil {
			return err
		}
	}
}

// entry validates an entry and creates its file or directory.
func (u *unpacker) entry(name string, mode os.FileMode, write func(io.Writer) error) error {
	if u.entries++; u.entries > maxArchiveEntries {
		return rejected("the archive has too many entries")
	}
	name = strings.TrimPrefix(name, "./")
	if name == "" || name == "." {
		return nil
	}
	if strings.ContainsAny(name, "\\:\x00") || path.IsAbs(name) || path.Clean(name) != name || name == ".." || strings.HasPrefix(name, "../") {
		return rejected(fmt.Sprintf("the archive has an entry %.80q", name))
	}
	if mode.IsDir() {
		if err := u.root.MkdirAll(name, 0o700); err != nil {
			return rejected(fmt.Sprintf("%.80q cannot be made: %v", name, err))
		}
		return nil
	}
	if !mode.IsRegular() {
		return rejected(fmt.Sprintf("the entry %.80q is not a plain file", name))
	}
	if err := u.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return rejected(fmt.Sprintf("%.80q cannot be made: %v", name, err))
	}
	out, err := u.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return rejected(fmt.Sprintf("%.80q cannot be made: %v", name, err))
	}
	return errors.Join(write(out), out.Close())
}

// copy unpacks a file within the limit of all files.
func (u *unpacker) copy(w io.Writer, r io.Reader, name string) error {
	n, err := io.Copy(w, io.LimitReader(r, maxArchiveBytes-u.bytes+1))
	if u.bytes += n; u.bytes > maxArchiveBytes {
		return archiveTooLarge()
	}
	if err != nil {
		return rejected(fmt.Sprintf("%.80q cannot be unpacked: %v", name, err))
	}
	return nil
}

func archiveTooLarge() *types.Error {
	return types.Fault(codeImportTooLarge, fmt.Sprintf("the archive unpacks to more than %d MiB", maxArchiveBytes>>20), "Nothing was imported. Unpack it yourself and import the directory.")
}
