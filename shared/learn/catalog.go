package learn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"cairn/shared/types"
)

// ParseCatalog parses a knowledge_catalog.json, all of it or nothing: the error names
// the invalid row. Missing fields become empty; unknown fields are kept for the export.
func ParseCatalog(catalog []byte) ([]*types.KBItem, error) {
	if len(catalog) > maxCatalog {
		return nil, badCatalog(fmt.Sprintf("it is larger than %d bytes", maxCatalog))
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(catalog, &rows); err != nil {
		return nil, badCatalog(err.Error())
	}
	if len(rows) > maxItems {
		return nil, badCatalog(fmt.Sprintf("it has more than %d items", maxItems))
	}
	items := make([]*types.KBItem, len(rows))
	seen := map[string]int{}
	for i, row := range rows {
		item := new(types.KBItem)
		if string(row) == "null" {
			return nil, badCatalog(fmt.Sprintf("row %d is null", i))
		}
		if err := json.Unmarshal(row, item); err != nil {
			return nil, badCatalog(fmt.Sprintf("row %d: %v", i, err))
		}
		complete(item)
		if err := checkItem(item); err != nil {
			return nil, badCatalog(fmt.Sprintf("row %d: %s", i, types.AsError(err).Message))
		}
		if first, twice := seen[item.KnowledgeID]; twice {
			return nil, badCatalog(fmt.Sprintf("rows %d and %d have the same knowledge_id %q", first, i, item.KnowledgeID))
		}
		seen[item.KnowledgeID] = i
		items[i] = item
	}
	return items, nil
}

// complete sets the missing fields of a row.
func complete(item *types.KBItem) {
	item.ActionSequence = types.OrEmpty(item.ActionSequence)
	item.Prerequisites = types.OrEmpty(item.Prerequisites)
	if math.IsNaN(item.TrustScore) {
		item.TrustScore = trustFull
	}
	item.TrustScore = min(max(item.TrustScore, trustFloor), trustFull)
}

// Catalog encodes all items with their learnings in the spec's format.
func (b *Base) Catalog() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	items := b.Items()
	if err := enc.Encode(items); err != nil {
		return nil, fmt.Errorf("write catalog: %w", err)
	}
	return out.Bytes(), nil
}

func badCatalog(why string) *types.Error {
	return types.Invalid("the catalog cannot be read: "+why,
		"A knowledge_catalog.json is a list of objects with knowledge_id, description, ui_location, action_sequence, shortcut, prerequisites, output_state, doc_citation and parameters.")
}
