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
	"cairn/shared/types"
	"cairn/shared/wire"
)

// What people wrote, in an export beside the sessions: all of it as the edits
// that it is made of, so that it comes back exactly, and the KB items as a
// catalog for other programs. Everything else on cards and items is made of the
// steps.
const (
	editsFile    = "cairn_edits.json"
	maxEditsFile = 64 << 20 // bytes
)

// exportWritten writes both files, where there is something to write.
func (m *Memory) exportWritten(root *os.Root) error {
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

// importWritten reads the edits, or else the catalog that another program
// wrote. A file that cannot be read is left out and named.
func (im *importer) importWritten(ctx context.Context) error {
	text, err := im.written(editsFile, maxEditsFile)
	if err != nil || text != nil {
		if err == nil {
			err = im.edits(ctx, text)
		}
		return err
	}
	text, err = im.written(CatalogFile, maxCatalogFile)
	text = bytes.TrimSpace(text)
	if err != nil || len(text) == 0 {
		return err
	}
	done, err := im.m.takeCatalog(ctx, text)
	if fault := new(types.Error); errors.As(err, &fault) {
		im.skip(CatalogFile, fault.Message)
		return nil
	}
	if err == nil && len(text) > len("[]") {
		im.also = done
	}
	return err
}

// written reads a plain file of a bearable size, nil when there is none.
func (im *importer) written(name string, most int64) ([]byte, error) {
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

func (im *importer) edits(ctx context.Context, text []byte) error {
	var edits []*types.Edit
	if err := json.Unmarshal(text, &edits); err != nil {
		im.skip(editsFile, err.Error())
		return nil
	}
	var recs []wire.Record
	for i, e := range edits {
		if err := core.New().PutEdit(e); err != nil {
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
	im.also = counted(len(recs), "edit") + " of cards, KB items and site names"
	return nil
}
