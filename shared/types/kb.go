package types

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
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
	// TrustHistory lists the changes of TrustScore, the oldest first. Its first entry's
	// From is where it began; it is capped, so that may be in the middle.
	TrustHistory []TrustChange `json:"cairn_trust_history,omitempty"`

	Extra map[string]json.RawMessage `json:"-"`
}

// TrustChange is one change of an item's trust, and its reason.
type TrustChange struct {
	At   string   `json:"at"` // ISO 8601
	From float64  `json:"from"`
	To   float64  `json:"to"`
	Why  TrustWhy `json:"why"`
	// Origin and Screen are where it happened, as far as that is known.
	Origin string `json:"origin,omitempty"`
	Screen string `json:"screen,omitempty"`
}

// TrustWhy is why trust changed.
type TrustWhy string

// The reasons.
const (
	TrustFailed    TrustWhy = "failed"    // an action that named the item failed
	TrustGuessed   TrustWhy = "guessed"   // one that named none failed, and the item was guessed
	TrustCorrected TrustWhy = "corrected" // a person corrected it
	TrustWorked    TrustWhy = "worked"    // a session used it without a failure of it
	TrustSet       TrustWhy = "set"       // a person or a catalog said so
)

// Learning corrects a KBItem: a failure and the way that worked instead
// (SelfExplorationLearning), or a person's own way
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
	// Verified is how often a later session took the way that worked instead,
	// and VerifiedAt when last.
	Verified   int    `json:"cairn_verified,omitempty"`
	VerifiedAt string `json:"cairn_verified_at,omitempty"`

	Extra map[string]json.RawMessage `json:"-"`
}

// Human reports whether a person made the correction.
func (l *Learning) Human() bool { return l.HumanReasoning != "" || l.CorrectedAction != nil }

// KBAction is an action as spec 003's plans write it.
type KBAction struct {
	ToolName      string          `json:"tool_name"`
	ToolArguments json.RawMessage `json:"tool_arguments,omitempty"`
	Reasoning     string          `json:"reasoning,omitempty"`
	KBSource      string          `json:"kb_source,omitempty"`

	Extra map[string]json.RawMessage `json:"-"`
}

// The rows without their methods.
type (
	kbItem   KBItem
	learning Learning
	kbAction KBAction
)

// The names that the rows have fields for.
var (
	kbItemFields   = fieldsOf[kbItem]()
	learningFields = fieldsOf[learning]()
	kbActionFields = fieldsOf[kbAction]()
)

// fieldsOf lists the names of a row's fields as JSON has them.
func fieldsOf[T any]() (names []string) {
	t := reflect.TypeFor[T]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// UnmarshalJSON reads a row of a catalog. A missing trust score is 1.
func (k *KBItem) UnmarshalJSON(b []byte) (err error) {
	row := kbItem{TrustScore: 1}
	row.Extra, err = readRow(b, &row, kbItemFields)
	*k = KBItem(row)
	return err
}

// UnmarshalJSON reads a learning of a catalog.
func (l *Learning) UnmarshalJSON(b []byte) (err error) {
	var row learning
	row.Extra, err = readRow(b, &row, learningFields)
	*l = Learning(row)
	return err
}

// UnmarshalJSON reads an action of a catalog.
func (a *KBAction) UnmarshalJSON(b []byte) (err error) {
	var row kbAction
	row.Extra, err = readRow(b, &row, kbActionFields)
	*a = KBAction(row)
	return err
}

// MarshalJSON writes the row with the fields that are not known here behind
// the others, by name.
func (k KBItem) MarshalJSON() ([]byte, error) {
	row := kbItem(k)
	row.KBLearnings = OrEmpty(row.KBLearnings)
	return writeRow(row, k.Extra, kbItemFields)
}

// MarshalJSON writes the learning likewise.
func (l Learning) MarshalJSON() ([]byte, error) {
	return writeRow(learning(l), l.Extra, learningFields)
}

// MarshalJSON writes the action likewise.
func (a KBAction) MarshalJSON() ([]byte, error) {
	return writeRow(kbAction(a), a.Extra, kbActionFields)
}

// readRow decodes an object into row and answers the fields that it has no
// place for.
func readRow(b []byte, row any, known []string) (map[string]json.RawMessage, error) {
	if err := json.Unmarshal(b, row); err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	return unknown(all, known), nil
}

// unknown are the fields that a row has no place for, nil when there are none.
// Names are compared as the decoder compares them, without case; a null says
// nothing.
func unknown(all map[string]json.RawMessage, known []string) map[string]json.RawMessage {
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(name string, value json.RawMessage) bool {
		return string(value) == "null" || slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) })
	})
	if len(rest) == 0 {
		return nil
	}
	return rest
}

func writeRow(row any, extra map[string]json.RawMessage, known []string) ([]byte, error) {
	text, err := MarshalPlain(row)
	extra = unknown(extra, known)
	if err != nil || extra == nil {
		return text, err
	}
	rest, err := MarshalPlain(extra)
	if err != nil {
		return nil, fmt.Errorf("encode a row's other fields: %w", err)
	}
	return append(append(text[:len(text)-1], ','), rest[1:]...), nil
}
