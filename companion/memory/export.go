package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"

	"cairn/shared/exchange"
	"cairn/shared/text"
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

// Export writes all sessions into dir, which it creates if necessary, and returns a
// summary. Files of an earlier export are overwritten; nothing is deleted. Only the
// owner may read the files.
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
	if err := m.exportEdits(root); err != nil {
		return "", fmt.Errorf("export edits: %w", err)
	}
	done = fmt.Sprintf("wrote %s with %s to %s", text.Counted(sessions, "session"), text.Counted(steps, "step"), dir)
	if hidden > 0 {
		done += "\n" + exchange.HiddenNote(hidden)
	}
	return done, nil
}

// sessionIDs lists the sessions that were recorded here. A team's are left out, because a
// directory does not say whose they are.
func (m *Memory) sessionIDs() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(m.core.Named(types.Forget{All: true}).Sessions, func(id string) bool { return m.core.Session(id).From != nil })
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

// exportSession writes one session and returns the numbers of its steps and of hidden
// names. It writes without the core's lock, because records in the core never change;
// their list does when one arrives late, so it is copied.
func (m *Memory) exportSession(root *os.Root, id string) (n, hidden int, err error) {
	m.mu.Lock()
	meta, steps := m.core.Session(id), slices.Clone(m.core.Steps(id))
	m.mu.Unlock()
	if err := root.MkdirAll(path.Join(id, stepsDir), 0o700); err != nil {
		return 0, 0, explainLink(root, path.Join(id, stepsDir), err)
	}
	files, err := exchange.Write(exchange.Layout, meta, steps)
	if err != nil {
		return 0, 0, err
	}
	for _, f := range files {
		if err := root.WriteFile(f.Name, []byte(f.Text), 0o600); err != nil {
			return 0, 0, explainLink(root, f.Name, err)
		}
	}
	return len(steps), exchange.Hidden(files), nil
}

// explainLink returns a clearer error if a file could not be written because of a symbolic
// link (B47): an os.Root follows none that leads out of it.
func explainLink(root *os.Root, name string, err error) error {
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
