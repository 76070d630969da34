package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"cairn/shared/core"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// An export holds the edits beside the sessions, so that an import restores them
// exactly, and the KB items as a catalog for other programs. The rest of cards and
// items is derived from the steps.
const (
	editsFile    = "cairn_edits.json"
	maxEditsFile = 64 << 20 // bytes
)

// exportEdits writes both files, unless they would be empty.
func (m *Memory) exportEdits(root *os.Root) error {
	m.mu.Lock()
	edits, items := m.core.Edits(), m.core.KBItems()
	catalog, err := m.core.Catalog()
	m.mu.Unlock()
	if err != nil {
		return err
	}
	if len(edits) > 0 {
		if err := writeJSON(root, editsFile, edits); err != nil {
			return err
		}
	}
	if len(items) == 0 {
		return nil
	}
	return root.WriteFile(CatalogFile, catalog, 0o600)
}

// importEdits reads the edits, or the catalog of another program if there are none. A
// file that cannot be read is skipped and reported.
func (im *importer) importEdits(ctx context.Context) error {
	text, err := im.readOptional(editsFile, maxEditsFile)
	if err != nil || text != nil {
		if err == nil {
			err = im.edits(ctx, text)
		}
		return err
	}
	text, err = im.readOptional(CatalogFile, maxCatalogFile)
	text = bytes.TrimSpace(text)
	if err != nil || len(text) == 0 {
		return err
	}
	done, err := im.m.importCatalog(ctx, text)
	if fault := new(types.Error); errors.As(err, &fault) {
		im.skip(CatalogFile, fault.Message)
		return nil
	}
	if err == nil && len(text) > len("[]") {
		im.note = done
	}
	return err
}

// readOptional reads a regular file of at most most bytes, nil if there is none.
func (im *importer) readOptional(name string, most int64) ([]byte, error) {
	info, err := im.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		im.skip(name, "it is no plain file, or too large")
		return nil, nil
	}
	return im.root.ReadFile(name)
}

func (im *importer) edits(ctx context.Context, data []byte) error {
	var edits []*types.Edit
	if err := json.Unmarshal(data, &edits); err != nil {
		im.skip(editsFile, err.Error())
		return nil
	}
	var recs []wire.Record
	for i, e := range edits {
		e, err := core.FitEdit(e)
		if err != nil {
			im.skip(fmt.Sprintf("%s[%d]", editsFile, i), types.AsError(err).Message)
			continue
		}
		e.At = min(e.At, im.m.clock())
		recs = append(recs, wire.Record{Edit: e})
	}
	for at := 0; at < len(recs); at += editBatch {
		if err := im.keep(ctx, recs[at:min(at+editBatch, len(recs))]); err != nil {
			return err
		}
	}
	im.note = text.Counted(len(recs), "edit") + " of cards, KB items and site names"
	return nil
}
