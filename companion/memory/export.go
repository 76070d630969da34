package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"

	"cairn/shared/exchange"
	"cairn/shared/types"
)

// The specs' directory layout (spec 000 section 4.1, spec 002 section 2):
//
//	<sessionId>/session.json
//	<sessionId>/steps/<timestamp>-<tool>.json
//	knowledge_catalog.json, cairn_edits.json (written.go)
const (
	sessionFile = "session.json"
	stepsDir    = "steps"
	stepExt     = ".json"
)

// Export writes everything that is remembered into dir, which is made when it
// is not there, and says what it wrote. Files of an earlier export are
// overwritten; nothing is deleted. Only the owner may read what is written.
func (m *Memory) Export(ctx context.Context, dir string) (done string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	defer root.Close()
	sessions, steps, hidden := 0, 0, 0
	for _, id := range m.sessionIDs() {
		if err := ctx.Err(); err != nil {
			return "", fmt.Errorf("export: %w", err)
		}
		n, names, err := m.exportSession(root, id)
		if err != nil {
			return "", fmt.Errorf("export session %s: %w", id, err)
		}
		sessions++
		steps += n
		hidden += names
	}
	if err := m.exportWritten(root); err != nil {
		return "", fmt.Errorf("export what people wrote: %w", err)
	}
	done = fmt.Sprintf("wrote %s with %s to %s", counted(sessions, "session"), counted(steps, "step"), dir)
	if hidden > 0 {
		done += "\n" + exchange.HiddenNote(hidden)
	}
	return done, nil
}

func (m *Memory) sessionIDs() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Named(types.Forget{All: true}).Sessions
}

// Hidden counts the steps that hold names as hashes. It reads the outline of every step.
func (m *Memory) Hidden(ctx context.Context) (n int) {
	for _, id := range m.sessionIDs() {
		if ctx.Err() != nil {
			return n
		}
		m.mu.Lock()
		for _, step := range m.core.Outlines(id) {
			if step.Keep == types.KeepNeeded {
				n++
			}
		}
		m.mu.Unlock()
	}
	return n
}

// exportSession writes one session and returns how many steps it has, and how many
// hidden names. Records
// are never changed once they are in the core, so that they are written
// without its lock; the list of them is, whenever one comes late.
func (m *Memory) exportSession(root *os.Root, id string) (n, hidden int, err error) {
	m.mu.Lock()
	meta, steps := m.core.Session(id), slices.Clone(m.core.Steps(id))
	m.mu.Unlock()
	if err := root.MkdirAll(path.Join(id, stepsDir), 0o700); err != nil {
		return 0, 0, leadsOut(root, path.Join(id, stepsDir), err)
	}
	files, err := exchange.Write(exchange.Layout, meta, steps)
	if err != nil {
		return 0, 0, err
	}
	for _, f := range files {
		if err := root.WriteFile(f.Name, []byte(f.Text), 0o600); err != nil {
			return 0, 0, leadsOut(root, f.Name, err)
		}
	}
	return len(steps), exchange.Hidden(files), nil
}

// leadsOut says of a file that could not be written that a link is in the way
// (B47), if that is so: an os.Root follows none that leads out of it.
func leadsOut(root *os.Root, name string, err error) error {
	for at := name; at != "."; at = path.Dir(at) {
		if info, lerr := root.Lstat(at); lerr == nil && info.Mode()&os.ModeSymlink != 0 {
			return types.Fault(types.CodePathDenied, fmt.Sprintf("%s is a link that leads out of the directory", at), "Remove the link, or export to another directory.")
		}
	}
	return err
}

func writeJSON(root *os.Root, name string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return root.WriteFile(name, append(text, '\n'), 0o600)
}
