package memory

import (
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
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Codes of an import that is refused as a whole, before anything is written.
const (
	codeImportRejected types.Code = "IMPORT_REJECTED"
	codeImportTooLarge types.Code = "IMPORT_TOO_LARGE"
)

// Caps of an import (B48 to B50). They are far above what a person or a team
// records, and low enough that a hostile directory costs seconds.
const (
	maxImportSessions = 20_000
	maxImportSteps    = 200_000
	maxImportFile     = 4 << 20 // bytes
	maxImportBytes    = 2 << 30
	importBatch       = 64 // steps that share one fsync
	namedFaults       = 5  // of what was left out so much is named
)

// Import reads what Export, or another implementation of the specs, wrote, as a
// directory or as a zip or tar.gz of one, and says what it did. What is known already stays as it is: a step by its id, a
// session with metadata of its own. A file that cannot be read is left out and
// named; links, impossible names and too much of anything refuse the whole
// before a single step is kept.
func (m *Memory) Import(ctx context.Context, dir string) (done string, err error) {
	root, giveBack, err := openImport(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", types.Fault(types.CodeNotFound, "there is no directory "+dir, "Give the directory that cairn export wrote.")
	}
	if err != nil {
		return "", fmt.Errorf("import: %w", err)
	}
	defer giveBack()
	defer root.Close()
	plan, err := surveyImport(root)
	if err != nil {
		return "", err
	}
	im := &importer{m: m, root: root}
	for _, s := range plan {
		if err := im.session(ctx, s); err != nil {
			return "", fmt.Errorf("import session %s: %w", s.id, err)
		}
	}
	if err := im.importWritten(ctx); err != nil {
		return "", fmt.Errorf("import what people wrote: %w", err)
	}
	return im.summary(), nil
}

// foundSession is a session's directory as it was found.
type foundSession struct {
	id    string
	meta  bool     // session.json is there
	steps []string // names of files, in order
}

// surveyImport looks at names, kinds and sizes of everything, and opens
// nothing.
func surveyImport(root *os.Root) ([]foundSession, error) {
	var plan []foundSession
	var steps int
	var bytes int64
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || e.Type().IsRegular() {
			continue // not a session: .git, a read-me, a catalogue
		}
		if !e.IsDir() || capture.SessionID(name) != nil {
			return nil, rejected(fmt.Sprintf("%.80q cannot be a session's directory", name))
		}
		s, size, err := surveySession(root, name)
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

func surveySession(root *os.Root, id string) (s foundSession, bytes int64, err error) {
	s.id = id
	meta, err := surveyFile(root, path.Join(id, sessionFile))
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
		size, err := surveyFile(root, path.Join(dir, e.Name()))
		if err != nil {
			return s, 0, err
		}
		s.steps = append(s.steps, e.Name())
		bytes += size
	}
	slices.Sort(s.steps)
	return s, bytes, nil
}

// surveyFile is the size of a file that may be read.
func surveyFile(root *os.Root, name string) (int64, error) {
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

// importer keeps what one import reads.
type importer struct {
	m    *Memory
	root *os.Root

	sessions, steps, known int
	skipped                []string // what was left out, and why
	also                   string   // what else was read
}

func (im *importer) session(ctx context.Context, s foundSession) error {
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

// meta reads a session's metadata. One that we know stays as we know it.
func (im *importer) meta(s foundSession) *types.Session {
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
	fit, err := fitSession(meta)
	if err != nil {
		im.skip(name, types.AsError(err).Message)
		return nil
	}
	return fit
}

// step reads one step, nil when it is left out.
func (im *importer) step(sessionID, name string) *types.Step {
	raw := new(types.Step)
	if im.read(name, raw) != nil {
		return nil
	}
	if raw.SessionID == "" {
		raw.SessionID = sessionID
	}
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

// read decodes a file. Fields that other implementations have and we do not
// are ignored. An error has been noted.
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
	text := fmt.Sprintf("imported %s and the metadata of %s; %s known already", counted(im.steps, "step"), counted(im.sessions, "session"), known)
	if im.also != "" {
		text += "; " + im.also
	}
	if n := len(im.skipped); n > 0 {
		text += "; left out: " + strings.Join(im.skipped[:min(n, namedFaults)], ", ")
		if n > namedFaults {
			text += fmt.Sprintf(" and %d more", n-namedFaults)
		}
	}
	return text
}
