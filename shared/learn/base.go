package learn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Caps. A catalog is written by people and by Cairn itself; these are far above
// both.
const (
	maxCatalog   = 8 << 20 // bytes
	maxItems     = 10000
	maxLearnings = 50 // kept of one item: the newest
	maxSequence  = 100
	maxText      = 2000 // characters of any text of an item
	maxID        = 128
)

// Base holds all KB items. It is not safe for use by several goroutines at once.
type Base struct {
	items []*types.KBItem // in the order in which they came
	byID  map[string]*types.KBItem
	runs  map[string]*run // by session
	tally tally
}

// New is an empty Base.
func New() *Base { return &Base{byID: map[string]*types.KBItem{}, runs: map[string]*run{}} }

// Load reads a catalog, which replaces items of the same id and leaves the
// others. All of it is taken or none: the error says which row is wrong.
func (b *Base) Load(catalog []byte) error {
	if len(catalog) > maxCatalog {
		return badCatalog(fmt.Sprintf("it is larger than %d bytes", maxCatalog))
	}
	var items []*types.KBItem
	if err := json.Unmarshal(catalog, &items); err != nil {
		return badCatalog(err.Error())
	}
	seen := map[string]int{}
	for i, item := range items {
		if item == nil {
			return badCatalog(fmt.Sprintf("row %d is null", i))
		}
		if err := tidy(item); err != nil {
			return badCatalog(fmt.Sprintf("row %d: %v", i, err))
		}
		if first, twice := seen[item.KnowledgeID]; twice {
			return badCatalog(fmt.Sprintf("rows %d and %d have the same knowledge_id %q", first, i, item.KnowledgeID))
		}
		seen[item.KnowledgeID] = i
	}
	if len(b.items)+len(items) > maxItems {
		return badCatalog(fmt.Sprintf("there would be more than %d items", maxItems))
	}
	for _, item := range items {
		b.put(item)
	}
	return nil
}

// Catalog writes all items in the spec's format.
func (b *Base) Catalog() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	items := b.items
	if items == nil {
		items = []*types.KBItem{}
	}
	if err := enc.Encode(items); err != nil {
		return nil, fmt.Errorf("write catalog: %w", err)
	}
	return out.Bytes(), nil
}

// Put adds an item or replaces the one of its id.
func (b *Base) Put(item *types.KBItem) error {
	kept := *item
	if err := tidy(&kept); err != nil {
		return types.Fault(types.CodeInvalidInput, err.Error(), "A KB item needs a knowledge_id and a description.")
	}
	if len(b.items) >= maxItems && b.byID[kept.KnowledgeID] == nil {
		return types.Fault(types.CodeStoreFull, "there are too many KB items", "Remove items that are no longer needed.")
	}
	b.put(&kept)
	return nil
}

func (b *Base) put(item *types.KBItem) {
	if old := b.byID[item.KnowledgeID]; old != nil {
		*old = *item
		return
	}
	b.byID[item.KnowledgeID] = item
	b.items = append(b.items, item)
}

// Item is the item of an id, or nil. It belongs to the Base.
func (b *Base) Item(id string) *types.KBItem { return b.byID[id] }

// Items are all items. They belong to the Base.
func (b *Base) Items() []*types.KBItem { return slices.Clone(b.items) }

// Remove forgets an item with all that was learnt about it.
func (b *Base) Remove(id string) bool {
	if b.byID[id] == nil {
		return false
	}
	delete(b.byID, id)
	b.items = slices.DeleteFunc(b.items, func(item *types.KBItem) bool { return item.KnowledgeID == id })
	return true
}

// Attach adds a learning to the item that it corrects and lowers the item's
// trust. The same failure again counts up instead of being listed twice. An
// unknown item is an error: what was learnt must not vanish silently.
func (b *Base) Attach(id string, learning types.Learning) error {
	item := b.byID[id]
	if item == nil {
		return types.Fault(types.CodeNotFound, fmt.Sprintf("there is no KB item %q", capture.Clean(id, maxID)), "kb_search lists the items and their ids.")
	}
	attach(item, learning)
	return nil
}

// attach returns where the learning now stands.
func attach(item *types.KBItem, learning types.Learning) *types.Learning {
	failed(item)
	tidyLearning(&learning)
	for i := range item.KBLearnings {
		old := &item.KBLearnings[i]
		if !sameFailure(old, &learning) {
			continue
		}
		merged := *old
		merged.Count = max(1, merged.Count) + max(1, learning.Count)
		merged.Timestamp = learning.Timestamp
		if learning.RecoveryApproach != "" {
			merged.RecoveryApproach = learning.RecoveryApproach
		}
		item.KBLearnings = append(slices.Delete(item.KBLearnings, i, i+1), merged)
		return &item.KBLearnings[len(item.KBLearnings)-1]
	}
	item.KBLearnings = append(item.KBLearnings, learning)
	if n := len(item.KBLearnings); n > maxLearnings {
		item.KBLearnings = slices.Delete(item.KBLearnings, 0, n-maxLearnings)
	}
	return &item.KBLearnings[len(item.KBLearnings)-1]
}

// sameFailure: the same action failed in the same way at the same place, and
// neither or both were corrected by a person in the same way.
func sameFailure(a, b *types.Learning) bool {
	return a.OriginalAction.ToolName == b.OriginalAction.ToolName && bytes.Equal(a.OriginalAction.ToolArguments, b.OriginalAction.ToolArguments) &&
		a.OriginalError == b.OriginalError && a.Origin == b.Origin && a.Screen == b.Screen && a.HumanReasoning == b.HumanReasoning
}

// tidy checks an item and cleans its words. Missing fields are empty.
func tidy(item *types.KBItem) error {
	id := capture.Clean(item.KnowledgeID, maxID)
	if id == "" || id != item.KnowledgeID {
		return fmt.Errorf("knowledge_id %q is empty, longer than %d characters or not plain text", id, maxID)
	}
	if len(item.ActionSequence) > maxSequence {
		return fmt.Errorf("item %q has more than %d actions", id, maxSequence)
	}
	item.Description = capture.Clean(item.Description, maxText)
	item.UILocation = capture.Clean(item.UILocation, maxText)
	item.OutputState = capture.Clean(item.OutputState, maxText)
	item.ActionSequence = cleanAll(item.ActionSequence)
	item.Prerequisites = cleanAll(item.Prerequisites)
	if item.Shortcut != nil {
		short := capture.Clean(*item.Shortcut, maxID)
		item.Shortcut = &short
	}
	if math.IsNaN(item.TrustScore) {
		item.TrustScore = trustFull
	}
	item.TrustScore = min(max(item.TrustScore, trustFloor), trustFull)
	item.KBLearnings = slices.Clone(item.KBLearnings[max(0, len(item.KBLearnings)-maxLearnings):])
	for i := range item.KBLearnings {
		tidyLearning(&item.KBLearnings[i])
	}
	return nil
}

func tidyLearning(l *types.Learning) {
	l.Task = capture.Clean(l.Task, maxText)
	l.OriginalError = capture.Clean(l.OriginalError, maxText)
	l.RecoveryApproach = capture.Clean(l.RecoveryApproach, maxText)
	l.HumanReasoning = capture.Clean(l.HumanReasoning, maxText)
	l.OriginalAction.ToolName = capture.Clean(l.OriginalAction.ToolName, maxID)
}

func cleanAll(list []string) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		out = append(out, capture.Clean(s, maxText))
	}
	return out
}

func badCatalog(why string) *types.Error {
	return types.Fault(types.CodeInvalidInput, "the catalog cannot be read: "+why,
		"A knowledge_catalog.json is a list of objects with knowledge_id, description, ui_location, action_sequence, shortcut, prerequisites, output_state, doc_citation and parameters.")
}
