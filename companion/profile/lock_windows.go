package profile

import (
	"errors"
	"os"
	"path/filepath"
)

// user names the browser that uses the directory, or nothing: a browser keeps its lock
// file open, so that no other program can remove or open it.
func (s Source) user() string {
	f, err := os.OpenFile(filepath.Join(s.Root, "lockfile"), os.O_RDWR, 0)
	if err == nil {
		f.Close()
		return ""
	}
	if errors.Is(err, os.ErrNotExist) {
		return ""
	}
	return "which keeps its lockfile open"
}
