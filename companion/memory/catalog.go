package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"cairn/companion/atomicfile"
	"cairn/shared/learn"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// CatalogFile is the file of KB items in an export.
const CatalogFile = "knowledge_catalog.json"

// maxCatalogFile bounds a file of KB items or cards, in bytes. Larger ones are refused
// unread.
const maxCatalogFile = 8 << 20

// editBatch is the number of edits that share one fsync.
const editBatch = 16

// ImportCatalog imports a knowledge_catalog.json, all of it or nothing, and returns a
// summary. An item equal to the known one changes nothing; any other replaces the item
// with its id, including learnings and trust.
func (m *Memory) ImportCatalog(ctx context.Context, file string) (done string, err error) {
	text, err := readRegularFile(file)
	if err != nil {
		return "", err
	}
	return m.importCatalog(ctx, text)
}

func (m *Memory) importCatalog(ctx context.Context, text []byte) (done string, err error) {
	items, err := learn.ParseCatalog(text)
	if err != nil {
		return "", err
	}
	for i, item := range items {
		items[i] = learn.CleanItem(item)
	}
	m.editing.Lock()
	defer m.editing.Unlock()
	recs := m.newItemEdits(items)
	known := len(items) - len(recs)
	for at := 0; at < len(recs); at += editBatch {
		if err := m.keepOwn(ctx, recs[at:min(at+editBatch, len(recs))]...); err != nil {
			return "", fmt.Errorf("import catalog: %w", err)
		}
	}
	return fmt.Sprintf("imported %d KB items; %d were known already", len(recs), known), nil
}

// newItemEdits returns edits that put the new or changed items.
func (m *Memory) newItemEdits(items []*types.KBItem) (recs []wire.Record) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, item := range items {
		if !m.hasItem(item) {
			recs = append(recs, wire.Record{Edit: &types.Edit{EditID: newEditID(), At: m.editTime(),
				KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}}})
		}
	}
	return recs
}

// hasItem reports whether an item equals the known one. m.mu is held.
func (m *Memory) hasItem(item *types.KBItem) bool {
	old := m.core.KBItem(item.KnowledgeID)
	if old == nil {
		return false
	}
	a, errA := json.Marshal(old)
	b, errB := json.Marshal(item)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

func readRegularFile(file string) ([]byte, error) {
	info, err := os.Stat(file) // before it is opened, because opening a pipe would block
	if errors.Is(err, fs.ErrNotExist) {
		return nil, types.Fault(types.CodeNotFound, "there is no file "+file, "Check the path.")
	}
	if err != nil {
		return nil, fmt.Errorf("import catalog: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, rejected(fmt.Sprintf("%.200q is not a plain file", file))
	}
	if info.Size() > maxCatalogFile {
		return nil, types.Fault(codeImportTooLarge, fmt.Sprintf("%.200q has %d bytes", file, info.Size()), fmt.Sprintf("Such a file has %d MiB at most. Part it in several.", maxCatalogFile>>20))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("import catalog: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxCatalogFile+1)) // it may have grown: too long is refused where it is parsed
	if err != nil {
		return nil, fmt.Errorf("import catalog: %w", err)
	}
	return text, nil
}

// ExportCatalog writes all KB items with their learnings to a file and returns a
// summary. Only the owner may read the file. It replaces an existing one atomically.
func (m *Memory) ExportCatalog(_ context.Context, file string) (done string, err error) {
	m.mu.Lock()
	text, err := m.core.Catalog()
	count := len(m.core.KBItems())
	m.mu.Unlock()
	if err != nil {
		return "", err
	}
	if err := replaceRegularFile(file, text); err != nil {
		return "", err
	}
	return fmt.Sprintf("wrote %d KB items to %s", count, file), nil
}

// replaceRegularFile writes a file atomically. It may replace a regular file, but nothing
// else.
func replaceRegularFile(file string, text []byte) error {
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return types.Invalid(file+" is there and is not a plain file", "Name another file.")
	}
	if err := atomicfile.Replace(file, text); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
