package types

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// KBItem is one piece of how-to knowledge (spec 003's KnowledgeSchema, the
// rows of knowledge_catalog.json). Fields that are not known here survive a
// round trip in Extra.
type KBItem struct {
	KnowledgeID    string          `json:"knowledge_id"`
	Description    string          `json:"description"`
	UILocation     string          `json:"ui_location"`
	ActionSequence []string        `json:"action_sequence"`
	Shortcut       *string         `json:"shortcut"`
	Prerequisites  []string        `json:"prerequisites"`
	OutputState    string          `json:"output_state"`
	DocCitation    string          `json:"doc_citation"`
	Parameters     json.RawMessage `json:"parameters,omitempty"`
	KBLearnings    []Learning      `json:"kb_learnings"`
	TrustScore     float64         `json:"trust_score"` // 0.5 to 1; 1 when absent

	// Origin is where a distilled item holds; an imported one holds anywhere.
	// Cairn's own, like all that follow.
	Origin string `json:"cairn_origin,omitempty"`
	// Status is "draft" until a person or a second success confirms the item;
	// imported items have none.
	Status string `json:"cairn_status,omitempty"`
	Uses   int    `json:"cairn_uses,omitempty"` // sessions that used it
	Wins   int    `json:"cairn_wins,omitempty"` // of these, without a failure of it

	Extra map[string]json.RawMessage `json:"-"`
}

// Learning corrects a KBItem: a failure and what worked instead
// (SelfExplorationLearning), or what a person did instead
// (HumanInterruptLearning, which has HumanReasoning).
type Learning struct {
	Task             string    `json:"task"`
	StepNum          int       `json:"step_num"` // from 1
	OriginalAction   KBAction  `json:"original_action"`
	OriginalError    string    `json:"original_error,omitempty"`
	RecoveryApproach string    `json:"recovery_approach,omitempty"`
	CorrectedAction  *KBAction `json:"corrected_action,omitempty"`
	HumanReasoning   string    `json:"human_reasoning,omitempty"`
	Timestamp        string    `json:"timestamp"` // ISO 8601, as it came

	// Count is how often the same thing happened, when more than once. Cairn's
	// own, like all that follow.
	Count int `json:"cairn_count,omitempty"`
	// Origin and Screen are the state of the site that the learning is true for.
	Origin string `json:"cairn_origin,omitempty"`
	Screen string `json:"cairn_screen,omitempty"`
	// Guess is set where a heuristic, not a kb_source, named the item: how sure
	// it is, 0 to 1.
	Guess float64 `json:"cairn_guess,omitempty"`
}

// Human reports whether a person made the correction.
func (l *Learning) Human() bool { return l.HumanReasoning != "" || l.CorrectedAction != nil }

// KBAction is an action as spec 003's plans write it.
type KBAction struct {
	ToolName      string          `json:"tool_name"`
	ToolArguments json.RawMessage `json:"tool_arguments,omitempty"`
	Reasoning     string          `json:"reasoning,omitempty"`
	KBSource      string          `json:"kb_source,omitempty"`
}

// kbItem is KBItem without its methods.
type kbItem KBItem

// knownKBFields are the names that KBItem has fields for.
var knownKBFields = []string{"knowledge_id", "description", "ui_location", "action_sequence", "shortcut", "prerequisites", "output_state",
	"doc_citation", "parameters", "kb_learnings", "trust_score", "cairn_origin", "cairn_status", "cairn_uses", "cairn_wins"}

// UnmarshalJSON reads a row of a catalog. A missing trust score is 1.
func (k *KBItem) UnmarshalJSON(b []byte) error {
	row := kbItem{TrustScore: 1}
	if err := json.Unmarshal(b, &row); err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	row.Extra = unknownKB(all)
	*k = KBItem(row)
	return nil
}

// unknownKB are the fields that KBItem has no place for, nil when there are
// none. Names are compared as the decoder compares them, without case.
func unknownKB(all map[string]json.RawMessage) map[string]json.RawMessage {
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(name string, _ json.RawMessage) bool {
		return slices.ContainsFunc(knownKBFields, func(known string) bool { return strings.EqualFold(known, name) })
	})
	if len(rest) == 0 {
		return nil
	}
	return rest
}

// plainJSON encodes without escaping <, > and &: catalogs are read by people.
func plainJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

// MarshalJSON writes the row with the fields that are not known here behind
// the others, by name.
func (k KBItem) MarshalJSON() ([]byte, error) {
	row := kbItem(k)
	if row.KBLearnings == nil {
		row.KBLearnings = []Learning{}
	}
	known, err := plainJSON(row)
	extra := unknownKB(k.Extra)
	if err != nil || extra == nil {
		return known, err
	}
	rest, err := plainJSON(extra)
	if err != nil {
		return nil, fmt.Errorf("encode fields of %q: %w", k.KnowledgeID, err)
	}
	return append(append(known[:len(known)-1], ','), rest[1:]...), nil
}
