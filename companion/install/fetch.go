package install

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // it is the checksum that the server publishes
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cairn/shared/types"
)

// Names in the directory of browsers: of a complete one, and of an incomplete one.
const (
	donePrefix    = "chrome-"
	partialPrefix = "unfinished-"
)

// abandonedAfter is the age from which a partial installation counts as abandoned.
const abandonedAfter = 24 * time.Hour

// Fetcher downloads a browser.
type Fetcher struct {
	List     string // address of the lists, without a slash at the end
	Dir      string // directory of browsers
	Platform string // as [Platform] returns it
	// Progress is called with the bytes downloaded so far and their total; it may be
	// nil.
	Progress func(done, total int64)
}

// Browser is an installed browser.
type Browser struct {
	Version string
	Dir     string
	Already bool // it was installed before
}

// Install downloads the stable version, or the wanted one, unless it is installed. Its
// errors are a *types.Error with a hint.
func (f Fetcher) Install(ctx context.Context, wanted string) (Browser, error) {
	if f.Platform == "" {
		return Browser{}, types.Fault(types.CodeNotFound, "there is no Chrome for Testing for this kind of computer", "install Chromium with your system's package manager")
	}
	version, address, err := f.find(ctx, wanted)
	if err != nil {
		return Browser{}, err
	}
	b := Browser{Version: version, Dir: filepath.Join(f.Dir, donePrefix+version)}
	if _, err := os.Stat(b.Dir); err == nil {
		b.Already = true
		return b, nil
	}
	if err := os.MkdirAll(f.Dir, 0o755); err != nil {
		return b, fmt.Errorf("make directory of browsers: %w", err)
	}
	f.removeAbandoned()
	part, err := os.MkdirTemp(f.Dir, partialPrefix+version+"-")
	if err != nil {
		return b, fmt.Errorf("make directory of browsers: %w", err)
	}
	defer os.RemoveAll(part)
	archive := filepath.Join(part, "chrome.zip")
	if err := f.download(ctx, address, archive); err != nil {
		return b, err
	}
	unpacked := filepath.Join(part, "browser")
	if err := unpack(ctx, archive, unpacked); err != nil {
		return b, err
	}
	err = os.Rename(unpacked, b.Dir)
	if _, there := os.Stat(b.Dir); err != nil && there == nil {
		return b, nil // another installation was faster
	}
	if err != nil {
		return b, fmt.Errorf("put browser in its place: %w", err)
	}
	return b, nil
}

func (f Fetcher) removeAbandoned() {
	left, _ := filepath.Glob(filepath.Join(f.Dir, partialPrefix+"*")) // the pattern is valid
	for _, dir := range left {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > abandonedAfter {
			_ = os.RemoveAll(dir) // the next installation retries
		}
	}
}

// download downloads a file and checks it against the length and the checksum that the
// server states.
func (f Fetcher) download(ctx context.Context, address, path string) error {
	reply, err := f.get(ctx, address)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write download: %w", err)
	}
	sum := md5.New()
	in := &counter{from: reply.Body, total: reply.ContentLength, tell: f.Progress}
	_, err = io.Copy(io.MultiWriter(file, sum), in)
	err = errors.Join(err, file.Close())
	host := reply.Request.URL.Host
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && in.failed == nil:
		return fmt.Errorf("write download: %w", err)
	case err != nil || reply.ContentLength >= 0 && in.done != reply.ContentLength:
		return types.Fault(types.CodeNotFound, fmt.Sprintf("the download from %s broke off after %d of %d bytes", host, in.done, reply.ContentLength), "run it again: nothing of it is kept")
	}
	if want := statedMD5(reply.Header); want != nil && !bytes.Equal(want, sum.Sum(nil)) {
		return types.Fault(types.CodeNotFound, "the download from "+host+" is damaged: its checksum is another one than the server states", "run it again: nothing of it is kept")
	}
	return nil
}

// statedMD5 returns the checksum that Google's storage sends with a file, or nil.
func statedMD5(h http.Header) []byte {
	for _, line := range h.Values("X-Goog-Hash") {
		for field := range strings.SplitSeq(line, ",") {
			if text, ok := strings.CutPrefix(strings.TrimSpace(field), "md5="); ok {
				if sum, err := base64.StdEncoding.DecodeString(text); err == nil && len(sum) == md5.Size {
					return sum
				}
			}
		}
	}
	return nil
}

// counter reports the bytes read, and stores the error of a failed read.
type counter struct {
	from        io.Reader
	done, total int64
	tell        func(done, total int64)
	failed      error
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.from.Read(b)
	c.done += int64(n)
	if c.tell != nil {
		c.tell(c.done, c.total)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		c.failed = err
	}
	return n, err
}

// cause returns a network error without the repeated address.
func cause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// Limits of an archive: Chrome for Testing has some 400 MB in 300 files.
const (
	maxUnpacked = 4 << 30
	maxFiles    = 20_000
)

// unpack unpacks an archive into dir. The zip format has a checksum for each file.
func unpack(ctx context.Context, archive, dir string) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return damaged(err)
	}
	defer z.Close()
	if len(z.File) == 0 || len(z.File) > maxFiles {
		return damaged(fmt.Errorf("it has %d files", len(z.File)))
	}
	left := int64(maxUnpacked)
	for _, file := range z.File {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := unpackFile(file, dir, &left); err != nil {
			return err
		}
	}
	return nil
}

func damaged(err error) error {
	return types.Fault(types.CodeNotFound, fmt.Sprintf("the archive cannot be unpacked: %v", err), "run it again: nothing of it is kept")
}

func unpackFile(file *zip.File, dir string, left *int64) error {
	name := filepath.FromSlash(file.Name)
	if !filepath.IsLocal(name) {
		return damaged(fmt.Errorf("%q leads out of it", file.Name))
	}
	path := filepath.Join(dir, name)
	if file.FileInfo().IsDir() {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	in, err := file.Open()
	if err != nil {
		return damaged(err)
	}
	defer in.Close()
	limited := io.LimitReader(in, *left+1)
	if file.Mode()&os.ModeSymlink != 0 {
		return unpackLink(limited, name, path)
	}
	if !file.Mode().IsRegular() {
		return damaged(fmt.Errorf("%q is no plain file", file.Name))
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, file.Mode().Perm()&0o755|0o600)
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	n, err := io.Copy(out, limited)
	if closed := out.Close(); err == nil && closed != nil {
		return fmt.Errorf("unpack: %w", closed)
	}
	if *left -= n; err == nil && *left < 0 {
		err = errors.New("it is too large")
	}
	if err != nil {
		return damaged(fmt.Errorf("%s: %w", file.Name, err))
	}
	return nil
}

// unpackLink creates a link, as macOS's applications contain.
func unpackLink(in io.Reader, name, path string) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return damaged(err)
	}
	to := filepath.FromSlash(string(text))
	if filepath.IsAbs(to) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), to)) {
		return damaged(fmt.Errorf("the link %q leads out of it", name))
	}
	return os.Symlink(to, path)
}
