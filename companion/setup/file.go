package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"cairn/companion/atomicfile"
)

// maxConfig is larger than any client's configuration.
const maxConfig = 16 << 20

// backupSuffix names the copy of a configuration from before Cairn's first change. It
// is written once and never overwritten.
const backupSuffix = ".before-cairn"

// byteOrderMark is the prefix of some files from Windows.
const byteOrderMark = "\uFEFF"

// configFile holds a client's configuration as it was read.
type configFile struct {
	path   string // with symbolic links resolved
	linked bool   // there were symbolic links
	data   []byte // nil if the file does not exist yet
	mode   fs.FileMode
}

func readConfig(path string) (*configFile, error) {
	f := &configFile{path: path, mode: 0o600}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		info, err := os.Lstat(path)
		f.path, f.linked = real, err != nil || info.Mode()&fs.ModeSymlink != 0
	} else if info, lerr := os.Lstat(path); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("it is a link that leads nowhere: %w", err)
	}
	in, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	f.mode = info.Mode().Perm()
	if f.data, err = io.ReadAll(io.LimitReader(in, maxConfig+1)); err != nil {
		return nil, err
	}
	if len(f.data) > maxConfig {
		return nil, fmt.Errorf("it has more than %d MiB", maxConfig>>20)
	}
	if !utf8.Valid(f.data) {
		return nil, errors.New("it is not UTF-8 text")
	}
	if f.data == nil {
		f.data = []byte{}
	}
	return f, nil
}

// text returns the content without a byte order mark.
func (f *configFile) text() string {
	return string(bytes.TrimPrefix(f.data, []byte(byteOrderMark)))
}

// write replaces the content. It writes a temporary file and renames it, so that no
// crash leaves a partial configuration. backup is the path of the copy of the previous
// content, empty if a copy existed before.
func (f *configFile) write(text string) (backup string, err error) {
	if f.data != nil && f.mode&0o200 == 0 {
		return "", errors.New("it is read-only")
	}
	if bytes.HasPrefix(f.data, []byte(byteOrderMark)) {
		text = byteOrderMark + text
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return "", err
	}
	if backup, err = f.backup(); err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	if err := f.unchanged(); err != nil {
		return "", err
	}
	return backup, f.replace(text)
}

// unchanged fails if the client wrote the file meanwhile: that change must not be
// lost.
func (f *configFile) unchanged() error {
	if now, err := os.ReadFile(f.path); err == nil && !bytes.Equal(now, f.data) || errors.Is(err, fs.ErrNotExist) != (f.data == nil) {
		return errors.New("it has changed meanwhile; close the client and try again")
	}
	return nil
}

func (f *configFile) remove() error {
	if f.mode&0o200 == 0 {
		return errors.New("it is read-only")
	}
	if err := f.unchanged(); err != nil {
		return err
	}
	return os.Remove(f.path)
}

// kept returns the text from before Cairn's first change; had is false if Cairn
// created the file, or never changed it.
func (f *configFile) kept() (text string, had bool) {
	data, err := os.ReadFile(f.path + backupSuffix)
	return string(bytes.TrimPrefix(data, []byte(byteOrderMark))), err == nil
}

// dropBackup deletes the copy of the file, because the file equals it again.
func (f *configFile) dropBackup() error { return os.Remove(f.path + backupSuffix) }

func (f *configFile) replace(text string) error {
	temp, err := atomicfile.Beside(f.path, []byte(text))
	if err != nil {
		return err
	}
	if err = os.Chmod(temp, f.mode); err == nil {
		err = os.Rename(temp, f.path)
	}
	if err != nil {
		_ = os.Remove(temp) // err matters more
	}
	return err
}

func (f *configFile) backup() (name string, err error) {
	if f.data == nil {
		return "", nil
	}
	name = f.path + backupSuffix
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, f.mode)
	if errors.Is(err, fs.ErrExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	_, err = out.Write(f.data)
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	return name, err
}
