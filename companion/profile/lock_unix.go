//go:build unix

package profile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// user names the browser that uses the directory, or nothing. Chromium's lock is a
// link to "<host>-<process>"; a lock of an ended process does not count.
func (s Source) user() string {
	lock, err := os.Readlink(filepath.Join(s.Root, "SingletonLock"))
	if err != nil {
		return ""
	}
	at := strings.LastIndexByte(lock, '-')
	pid, err := strconv.Atoi(lock[at+1:])
	if err != nil || at < 0 {
		return ""
	}
	if host, err := os.Hostname(); err == nil && lock[:at] != host {
		return "on the computer " + lock[:at]
	}
	if err := syscall.Kill(pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return ""
	}
	return "process " + strconv.Itoa(pid)
}
