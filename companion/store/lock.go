package store

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"cairn/shared/types"
)

// holder is the content of store.lock. It is only for people: the lock itself is the
// operating system's and ends with the process.
type holder struct {
	PID  int    `json:"pid"`
	Name string `json:"name,omitempty"`
}

// A lock may outlive its holder for a moment: a process that was forked meanwhile has
// it too, until it executes its program.
const (
	lockPatience = 500 * time.Millisecond
	lockEvery    = 10 * time.Millisecond
)

// retryFor returns a function that sleeps for pause and returns true until most is over.
func retryFor(most, pause time.Duration) (again func() bool) {
	end := time.Now().Add(most)
	return func() bool {
		time.Sleep(pause)
		return time.Now().Before(end)
	}
}

// acquire locks the data directory. While another process holds the lock, again
// decides whether to retry. The returned file holds the lock until it is closed.
func acquire(root *os.Root, name string, again func() bool) (*os.File, error) {
	f, err := root.OpenFile(fileLock, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", fileLock, err)
	}
	err = lockFile(f)
	for isLocked(err) && again() {
		err = lockFile(f)
	}
	if err != nil {
		defer f.Close()
		if !isLocked(err) {
			return nil, fmt.Errorf("lock %s: %w", fileLock, err)
		}
		return nil, lockedFault(f)
	}
	text, err := json.Marshal(holder{os.Getpid(), name})
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("write %s: %w", fileLock, err)
	}
	return f, nil
}

func lockedFault(f *os.File) error {
	const most = 4 << 10
	text, err := io.ReadAll(io.NewSectionReader(f, 0, most))
	var h holder
	who := "another process"
	if err == nil && json.Unmarshal(text, &h) == nil && h.PID > 0 {
		who = fmt.Sprintf("process %d", h.PID)
		if h.Name != "" {
			who += fmt.Sprintf(" (%.80s)", h.Name)
		}
	}
	return types.Fault(types.CodeStoreLocked, "the store is in use by "+who,
		"One process owns a store: talk to that one, stop it, or give this one another data directory.")
}
