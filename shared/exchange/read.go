package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"cairn/shared/types"
)

// Limits for reading, which happens in a browser's memory.
const (
	maxFiles     = 20_000
	maxReadBytes = 48 << 20
)

// Found holds the contents of files.
type Found struct {
	Sessions []*types.Session
	Steps    []*types.Step
	// Skipped names the ignored files and the reasons.
	Skipped []string
}

// Read recognises files by name and content: a recording, or the specs' directories.
// It ignores other files; when it finds nothing, it returns the first error.
func Read(files []File, now types.Time) (*Found, error) {
	size := 0
	for _, f := range files {
		size += len(f.Text)
	}
	if len(files) > maxFiles || size > maxReadBytes {
		return nil, types.Invalid(fmt.Sprintf("there are %d files with %d bytes, more than %d or %d", len(files), size, maxFiles, maxReadBytes), "Import it in parts, or with: cairn import DIR")
	}
	out := &Found{}
	var first error
	skip := func(name string, err error) {
		if first == nil {
			first = err
		}
		out.Skipped = append(out.Skipped, fmt.Sprintf("%.200s (%.200s)", name, err))
	}
	for _, f := range files {
		var err error
		switch {
		case !strings.HasSuffix(f.Name, ".json") || strings.HasPrefix(path.Base(f.Name), "."):
			continue // for example a read-me or a picture
		case path.Base(f.Name) == "session.json":
			err = out.session(f)
		case path.Base(path.Dir(f.Name)) == "steps":
			err = out.step(f)
		default:
			err = out.recording(f, now)
		}
		if err != nil {
			skip(f.Name, err)
		}
	}
	if len(out.Steps)+len(out.Sessions) == 0 {
		if first == nil {
			first = types.Invalid("there is nothing here that Cairn can read", "Give a recording of Chrome's Recorder, or a directory that cairn export wrote.")
		}
		return nil, first
	}
	return out, nil
}

func (out *Found) session(f File) error {
	s := new(types.Session)
	if err := json.Unmarshal([]byte(f.Text), s); err != nil {
		return types.Invalid("it is no session: "+err.Error(), "")
	}
	if dir := path.Base(path.Dir(f.Name)); s.SessionID != dir {
		return types.Invalid("it names another session than its directory", "")
	}
	s.Foreign = false
	out.Sessions = append(out.Sessions, s)
	return nil
}

func (out *Found) step(f File) error {
	s := new(types.Step)
	if err := json.Unmarshal([]byte(f.Text), s); err != nil {
		return types.Invalid("it is no step: "+err.Error(), "")
	}
	dir := path.Base(path.Dir(path.Dir(f.Name)))
	s.SessionID = cmp.Or(s.SessionID, dir)
	if s.SessionID != dir {
		return types.Invalid("it names another session than its directory", "")
	}
	out.Steps = append(out.Steps, s)
	return nil
}

func (out *Found) recording(f File, now types.Time) error {
	session, steps, skipped, err := ReadRecorder([]byte(f.Text), now)
	if err != nil {
		return err
	}
	for _, why := range skipped {
		out.Skipped = append(out.Skipped, fmt.Sprintf("%.200s (%.200s)", f.Name, why))
	}
	out.Sessions = append(out.Sessions, session)
	out.Steps = append(out.Steps, steps...)
	return nil
}
