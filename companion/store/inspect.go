package store

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Inspection describes a store without opening it, so that doctor can check one while a
// daemon runs or without one.
type Inspection struct {
	Report
	// Exists is false if nothing was ever stored.
	Exists bool `json:"exists"`
	// Key is the id of the encryption key, empty if the store is not encrypted.
	Key string `json:"key,omitempty"`
	// SetAside are the names of files that were set aside as damaged.
	SetAside []string `json:"setAside,omitempty"`
}

// Exists reports whether anything was ever stored in dir.
func Exists(dir string) (bool, error) {
	root, err := os.OpenRoot(dir)
	if err == nil {
		defer root.Close()
		_, err = root.Stat(current(root))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Inspect looks at the store in dir, which may be in use, and changes nothing.
func Inspect(dir string) (Inspection, error) {
	var o Inspection
	rep, err := Verify(dir, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err != nil {
		return o, err
	}
	o.Report, o.Exists = rep, true
	o.Key = hex.EncodeToString([]byte(rep.key))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return o, fmt.Errorf("inspect store: %w", err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefDamaged) {
			o.SetAside = append(o.SetAside, e.Name())
		}
	}
	return o, nil
}

// Holder returns the id of the process that has the store in dir open, 0 if none
// has. It takes the lock for a moment if it is free.
func Holder(dir string) (pid int, err error) {
	f, err := os.OpenFile(filepath.Join(dir, fileLock), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("look at lock: %w", err)
	}
	defer f.Close() // gives the lock back
	if err := lockFile(f); err == nil {
		return 0, nil
	} else if !isLocked(err) {
		return 0, fmt.Errorf("look at lock: %w", err)
	}
	var h holder
	text, err := io.ReadAll(io.LimitReader(f, 4<<10))
	if err != nil || json.Unmarshal(text, &h) != nil || h.PID <= 0 {
		return 0, errors.New("look at lock: it is held by a process that wrote no id")
	}
	return h.PID, nil
}

// Space returns the free bytes of the disk under dir, and whether they are so few
// that recording stops.
func Space(dir string) (free int64, low bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return 0, false, fmt.Errorf("free space: %w", err)
	}
	defer f.Close()
	free, size, err := diskSpace(f)
	if err != nil {
		return 0, false, fmt.Errorf("free space: %w", err)
	}
	return free, free < minFreeOf(size), nil
}
