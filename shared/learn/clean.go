package learn

import (
	"bytes"
	"encoding/json"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/types"
)

// CleanItem returns an item of a catalog without secrets in its texts, whatever field they are in, and item itself where there is
// none. Catalogs come from other programs and people, and agents are shown them.
func CleanItem(item *types.KBItem) *types.KBItem {
	text, err := json.Marshal(item)
	if err != nil {
		return item
	}
	var raw map[string]any
	read := json.NewDecoder(bytes.NewReader(text))
	read.UseNumber()
	if read.Decode(&raw) != nil {
		return item
	}
	changed := false
	for key, value := range raw {
		if key != "knowledge_id" {
			raw[key] = cleanValue(value, &changed)
		}
	}
	if !changed {
		return item
	}
	out := new(types.KBItem)
	if text, err = json.Marshal(raw); err != nil || json.Unmarshal(text, out) != nil {
		return item
	}
	return out
}

// cleanValue redacts the texts in a value of JSON, a line at a time, because longer texts would be cut.
func cleanValue(value any, changed *bool) any {
	switch value := value.(type) {
	case string:
		lines := strings.Split(value, "\n")
		for i, line := range lines {
			if safe := redact.Text(line); safe != line {
				lines[i], *changed = safe, true
			}
		}
		return strings.Join(lines, "\n")
	case []any:
		for i := range value {
			value[i] = cleanValue(value[i], changed)
		}
	case map[string]any:
		for key := range value {
			value[key] = cleanValue(value[key], changed)
		}
	}
	return value
}

// CleanLearning returns a learning without secrets in its texts.
func CleanLearning(l types.Learning) *types.Learning {
	l.Task, l.OriginalError, l.RecoveryApproach, l.HumanReasoning = cleanNote(l.Task), cleanNote(l.OriginalError), cleanNote(l.RecoveryApproach), cleanNote(l.HumanReasoning)
	return &l
}

// cleanNote cleans and redacts the text of a note.
func cleanNote(s string) string {
	return capture.Clean(redact.Said(capture.Clean(s, redact.MaxText)), maxNote)
}
