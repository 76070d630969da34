package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// compression is the level of archives. Tests lower it, because they look at what archives hold.
var compression = flate.BestCompression

// file is one file of an archive.
type file struct {
	name string
	data []byte
	mode fs.FileMode
}

// documents returns the texts for each archive.
func (r *release) documents() ([]file, error) {
	var list []file
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "PRIVACY.md", "SECURITY.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list = append(list, file{name, data, 0o644})
	}
	if r.docs == "" {
		return list, nil
	}
	docs := os.DirFS(r.docs)
	err := fs.WalkDir(docs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(docs, name)
		list = append(list, file{name, data, 0o644})
		return err
	})
	return list, err
}

// archive writes the archive for downloads by people and by package managers.
func (r *release) archive(_ context.Context, b *build) error {
	files, err := r.documents()
	if err != nil {
		return err
	}
	program, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	files = append(files, file{b.program(), program, 0o755})
	stem := fmt.Sprintf("cairn_%s_%s_%s", r.number, b.goos, b.goarch)
	var data []byte
	if b.goos == "windows" {
		b.archiveName = stem + ".zip"
		data, err = zipped(files, r.date)
	} else {
		b.archiveName = stem + ".tar.gz"
		data, err = tarred(stem, files, r.date)
	}
	if err != nil {
		return err
	}
	b.archiveSum = digest(data)
	return r.write(b.archiveName, data)
}

// tarred returns a .tar.gz with everything in one directory.
func tarred(dir string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	gz, err := gzip.NewWriterLevel(&out, compression)
	if err != nil {
		return nil, err
	}
	tw := tar.NewWriter(gz)
	for _, f := range sorted(files) {
		h := &tar.Header{Name: path.Join(dir, f.name), Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := tw.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := tw.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := tw.Close(); err != nil {
		return nil, err
	}
	if err := gz.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, compression) })
	for _, f := range sorted(files) {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (r *release) write(name string, data []byte) error {
	path := filepath.Join(r.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

const sumsFile = "SHA256SUMS"

// sums lists the digest of every file in the format of sha256sum -c.
func (r *release) sums() error {
	var list strings.Builder
	err := fs.WalkDir(os.DirFS(r.out), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == sumsFile {
			return err
		}
		data, err := os.ReadFile(filepath.Join(r.out, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%s  %s\n", digest(data), name)
		return nil
	})
	if err != nil {
		return err
	}
	return r.write(sumsFile, []byte(list.String()))
}
