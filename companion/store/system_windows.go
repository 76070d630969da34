package store

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockFile locks one byte far behind the text. Windows keeps others from reading
// locked bytes, and the text names the holder of the lock.
func lockFile(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: 1 << 30})
}

func isLocked(err error) bool { return errors.Is(err, windows.ERROR_LOCK_VIOLATION) }

func isFull(err error) bool { return errors.Is(err, windows.ERROR_DISK_FULL) }

// dirsAreSynced: NTFS journals its directories and has no call to flush one.
const dirsAreSynced = false

// diskSpace returns the bytes that this user may still write to the disk of f, and its
// size.
func diskSpace(f *os.File) (free, size int64, err error) {
	dir, err := windows.UTF16PtrFromString(filepath.Dir(f.Name()))
	if err != nil {
		return 0, 0, err
	}
	var avail, total, all uint64
	if err := windows.GetDiskFreeSpaceEx(dir, &avail, &total, &all); err != nil {
		return 0, 0, err
	}
	return int64(avail), int64(total), nil
}
