//go:build unix

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func lockFile(f *os.File) error {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

func isLocked(err error) bool { return errors.Is(err, unix.EWOULDBLOCK) }

func isFull(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

// dirsAreSynced is set where directories can and must be synced.
const dirsAreSynced = true

// diskSpace returns the bytes that this user may still write to the disk of f, and
// its size.
func diskSpace(f *os.File) (free, size int64, err error) {
	var st unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &st); err != nil {
		return 0, 0, err
	}
	unit := int64(st.Bsize)
	return int64(st.Bavail) * unit, int64(st.Blocks) * unit, nil
}
