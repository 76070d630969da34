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
)

// maxConfig is more than any client's configuration holds.
const maxConfig = 16 << 20

// backupSuffix names the copy of a configuration as it was before Cairn first
// changed it. It is made once and never overwritten.
const backupSuffix = ".before-cairn"

// byteOrderMark begins some files that were written on Windows.
const byteOrderMark = "\uFEFF"

// configFile is a client's configuration as it was read.
type configFile struct {
	path   string // behind symbolic links
	linked bool   // there were some
	data   []byte // nil when there is none yet
	mode   fs.FileMode
}

// readConfig reads the file at path, which need not exist.
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

// text is the content without a byte order mark.
func (f *configFile) text() string {
	return string(bytes.TrimPrefix(f.data, []byte(byteOrderMark)))
}

// write replaces the content. It is written beside the file and put in its
// place, so that no crash leaves half a configuration. backup is where the
// content went as it was, empty when it had been saved before.
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

// unchanged fails when the client has written meanwhile: its change must not be
// lost.
func (f *configFile) unchanged() error {
	if now, err := os.ReadFile(f.path); err == nil && !bytes.Equal(now, f.data) || errors.Is(err, fs.ErrNotExist) != (f.data == nil) {
		return errors.New("it has changed meanwhile; close the client and try again")
	}
	return nil
}

// remove deletes the file.
func (f *configFile) remove() error {
	if f.mode&0o200 == 0 {
		return errors.New("it is read-only")
	}
	if err := f.unchanged(); err != nil {
		return err
	}
	return os.Remove(f.path)
}

// kept is the text as it was before Cairn first changed it; had is false where
// Cairn made the file, or never changed it.
func (f *configFile) kept() (text string, had bool) {
	data, err := os.ReadFile(f.path + backupSuffix)
	return string(bytes.TrimPrefix(data, []byte(byteOrderMark))), err == nil
}

// dropBackup deletes the copy of the file, which is as it was again.
func (f *configFile) dropBackup() error { return os.Remove(f.path + backupSuffix) }

func (f *configFile) replace(text string) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(f.path), "."+filepath.Base(f.path)+".cairn-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name()) // it is err that matters
		}
	}()
	_, err = temp.WriteString(text)
	if err == nil {
		err = temp.Chmod(f.mode)
	}
	if err == nil {
		err = temp.Sync()
	}
	if cerr := temp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), f.path)
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
