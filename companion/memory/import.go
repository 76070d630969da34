package memory

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Codes of an import that is refused as a whole, before anything is written.
const (
	codeImportRejected types.Code = "IMPORT_REJECTED"
	codeImportTooLarge types.Code = "IMPORT_TOO_LARGE"
)

// Caps of an import (B48 to B50). They are far above the records of a person
// or a team, and low enough that a hostile directory costs seconds.
const (
	maxImportSessions = 20_000
	maxImportSteps    = 200_000
	maxImportFile     = 4 << 20 // bytes
	maxImportBytes    = 2 << 30
	importBatch       = 64 // number of steps that share one fsync
	maxNamedFaults    = 5  // number of skipped files that the summary lists
)

// Import reads an export of Cairn or of another implementation of the specs, as a
// directory or as a zip or tar.gz of one, and returns a summary. Known steps (by id) and
// sessions with metadata stay as they are. A file that cannot be read is skipped and
// reported; links, invalid names and excessive sizes refuse the whole import before
// anything is stored.
func (m *Memory) Import(ctx context.Context, dir string) (done string, err error) {
	root, cleanUp, err := openImport(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", types.Fault(types.CodeNotFound, "there is no directory "+dir, "Give the directory that cairn export wrote.")
	}
	if err != nil {
		return "", fmt.Errorf("import: %w", err)
	}
	defer cleanUp()
	defer root.Close()
	plan, err := scanImport(root)
	if err != nil {
		return "", err
	}
	im := &importer{m: m, root: root}
	for _, s := range plan {
		if err := im.session(ctx, s); err != nil {
			return "", fmt.Errorf("import session %s: %w", s.id, err)
		}
	}
	if err := im.importEdits(ctx); err != nil {
		return "", fmt.Errorf("import edits: %w", err)
	}
	return im.summary(), nil
}

// sessionDir is the directory of a session to import.
type sessionDir struct {
	id    string
	meta  bool     // session.json exists
	steps []string // names of files, in order
}

// scanImport checks the names, types and sizes of all files without opening them, so that
// a refused import stores nothing.
func scanImport(root *os.Root) ([]sessionDir, error) {
	var plan []sessionDir
	var steps int
	var bytes int64
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || e.Type().IsRegular() {
			continue // not a session: .git, a README, a catalog
		}
		if !e.IsDir() || capture.SessionID(name) != nil {
			return nil, rejected(fmt.Sprintf("%.80q cannot be a session's directory", name))
		}
		s, size, err := scanSession(root, name)
		if err != nil {
			return nil, err
		}
		plan = append(plan, s)
		steps += len(s.steps)
		bytes += size
		if len(plan) > maxImportSessions || steps > maxImportSteps || bytes > maxImportBytes {
			return nil, types.Fault(codeImportTooLarge, fmt.Sprintf("there are more than %d sessions, %d steps or %d MiB", maxImportSessions, maxImportSteps, maxImportBytes>>20),
				"Import it in parts.")
		}
	}
	return plan, nil
}

func scanSession(root *os.Root, id string) (s sessionDir, bytes int64, err error) {
	s.id = id
	meta, err := scanFile(root, path.Join(id, sessionFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, 0, err
	}
	s.meta = err == nil
	bytes = meta
	dir := path.Join(id, stepsDir)
	info, err := root.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return s, bytes, nil
	}
	if err != nil {
		return s, 0, fmt.Errorf("import: %w", err)
	}
	if !info.IsDir() {
		return s, 0, rejected(fmt.Sprintf("%s is not a directory", dir))
	}
	entries, err := fs.ReadDir(root.FS(), dir)
	if err != nil {
		return s, 0, fmt.Errorf("import: %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), stepExt) {
			continue
		}
		size, err := scanFile(root, path.Join(dir, e.Name()))
		if err != nil {
			return s, 0, err
		}
		s.steps = append(s.steps, e.Name())
		bytes += size
	}
	slices.Sort(s.steps)
	return s, bytes, nil
}

// scanFile returns the size of a file if it may be imported.
func scanFile(root *os.Root, name string) (int64, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return 0, fmt.Errorf("import: %w", err)
	}
	if !info.Mode().IsRegular() {
		return 0, rejected(fmt.Sprintf("%.200q is not a plain file", name))
	}
	if info.Size() > maxImportFile {
		return 0, types.Fault(codeImportTooLarge, fmt.Sprintf("%.200q has %d bytes", name, info.Size()), fmt.Sprintf("One record has %d MiB at most.", maxImportFile>>20))
	}
	return info.Size(), nil
}

func rejected(why string) *types.Error {
	return types.Fault(codeImportRejected, why, "Nothing was imported. Give a directory that cairn export wrote, without links.")
}

// importer holds the state of one import.
type importer struct {
	m    *Memory
	root *os.Root

	sessions, steps, known int
	skipped                []string // skipped files with the reasons
	note                   string   // further text for the summary
}

func (im *importer) session(ctx context.Context, s sessionDir) error {
	meta := im.meta(s)
	recs := make([]wire.Record, 0, importBatch)
	if meta != nil {
		recs = append(recs, wire.Record{Session: meta})
		im.sessions++
	}
	for _, name := range s.steps {
		step := im.step(s.id, path.Join(s.id, stepsDir, name))
		if step == nil {
			continue
		}
		if recs = append(recs, wire.Record{Step: step}); len(recs) == importBatch {
			if err := im.keep(ctx, recs); err != nil {
				return err
			}
			recs = recs[:0]
		}
	}
	return im.keep(ctx, recs)
}

func (im *importer) keep(ctx context.Context, recs []wire.Record) error {
	if err := ctx.Err(); err != nil || len(recs) == 0 {
		return err
	}
	fresh, err := im.m.keep(ctx, "", "", recs, nil)
	if err != nil {
		return err
	}
	for i, rec := range recs {
		switch {
		case rec.Step == nil:
		case fresh[i]:
			im.steps++
		default:
			im.known++
		}
	}
	return nil
}

// meta reads a session's metadata, nil if the session is known already.
func (im *importer) meta(s sessionDir) *types.Session {
	if known := im.m.Session(s.id); !s.meta || known != nil && !known.Foreign {
		return nil
	}
	name := path.Join(s.id, sessionFile)
	meta := new(types.Session)
	if err := im.read(name, meta); err != nil {
		return nil
	}
	if meta.SessionID != s.id {
		im.skip(name, "it names another session")
		return nil
	}
	meta.Foreign = false
	for i := range meta.FlowRuns {
		meta.FlowRuns[i].Allowed = false // no one permitted anything on this machine
	}
	fit, err := sanitizeSession(meta)
	if err != nil {
		im.skip(name, types.AsError(err).Message)
		return nil
	}
	return fit
}

// step reads one step, nil if it is skipped.
func (im *importer) step(sessionID, name string) *types.Step {
	raw := new(types.Step)
	if im.read(name, raw) != nil {
		return nil
	}
	raw.SessionID = cmp.Or(raw.SessionID, sessionID)
	if raw.SessionID != sessionID {
		im.skip(name, "it names another session")
		return nil
	}
	step, err := im.m.capture(raw, types.KeepFull)
	if err != nil {
		im.skip(name, types.AsError(err).Message)
		return nil
	}
	return step
}

// read decodes a file and ignores unknown fields of other implementations. It adds an
// error to the skipped files.
func (im *importer) read(name string, into any) error {
	text, err := im.root.ReadFile(name)
	if err == nil && len(text) > maxImportFile {
		err = errors.New("it has grown")
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		im.skip(name, err.Error())
	}
	return err
}

func (im *importer) skip(name, why string) {
	im.skipped = append(im.skipped, fmt.Sprintf("%.200s (%.200s)", name, why))
}

func (im *importer) summary() string {
	known := "1 step was"
	if im.known != 1 {
		known = fmt.Sprintf("%d steps were", im.known)
	}
	text := fmt.Sprintf("imported %s and the metadata of %s; %s known already", text.Counted(im.steps, "step"), text.Counted(im.sessions, "session"), known)
	if im.note != "" {
		text += "; " + im.note
	}
	if n := len(im.skipped); n > 0 {
		text += "; left out: " + strings.Join(im.skipped[:min(n, maxNamedFaults)], ", ")
		if n > maxNamedFaults {
			text += fmt.Sprintf(" and %d more", n-maxNamedFaults)
		}
	}
	return text
}
