package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cairn/shared/core"
	"cairn/shared/exchange"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// ImportFile imports a recording of Chrome's Recorder and returns a summary. Importing
// it twice adds nothing.
func (m *Memory) ImportFile(ctx context.Context, name string) (done string, err error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", types.Fault(types.CodeNotFound, "there is no file "+name, "Give a recording, or a directory that cairn export wrote.")
	}
	if err != nil {
		return "", fmt.Errorf("import: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxImportFile {
		return "", types.Fault(codeImportTooLarge, fmt.Sprintf("%s is no plain file of at most %d MiB", name, maxImportFile>>20), "Split it.")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("import: %w", err)
	}
	base := filepath.Base(name)
	if !strings.HasSuffix(base, ".json") {
		base += ".json"
	}
	found, err := core.New().Import(m.clock(), []exchange.File{{Name: base, Text: string(text)}})
	if err != nil {
		return "", err
	}
	im := &importer{m: m, skipped: found.Skipped}
	var recs []wire.Record
	for _, s := range found.Sessions {
		if known := m.Session(s.SessionID); known != nil && !known.Foreign {
			continue
		}
		fit, err := sanitizeSession(s)
		if err != nil {
			return "", err
		}
		recs = append(recs, wire.Record{Session: fit})
		im.sessions++
		if !fit.Done() {
			im.note = fmt.Sprintf("it counts as tried until it is marked as done: cairn sessions outcome %s done", fit.SessionID)
		}
	}
	for _, raw := range found.Steps {
		step, err := m.capture(raw, types.KeepFull)
		if err != nil {
			im.skip(raw.StepID, types.AsError(err).Message)
			continue
		}
		recs = append(recs, wire.Record{Step: step})
	}
	if err := im.keep(ctx, recs); err != nil {
		return "", err
	}
	return im.summary(), nil
}
