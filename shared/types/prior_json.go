package types

import (
	"encoding/json"
	"fmt"
)

// MarshalJSON writes {type, value} as spec 002's PriorKnowledgeTarget.
func (t PriorTarget) MarshalJSON() ([]byte, error) {
	if t.Type == TargetA11yHint {
		return json.Marshal(struct {
			Type  string    `json:"type"`
			Value *A11yHint `json:"value"`
		}{t.Type, t.Hint})
	}
	return json.Marshal(struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	}{t.Type, t.Text})
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (t *PriorTarget) UnmarshalJSON(b []byte) error {
	var raw struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*t = PriorTarget{Type: raw.Type}
	switch raw.Type {
	case TargetTestID, TargetSelector, TargetURL, TargetText:
		return json.Unmarshal(raw.Value, &t.Text)
	case TargetA11yHint:
		t.Hint = new(A11yHint)
		return json.Unmarshal(raw.Value, t.Hint)
	}
	return fmt.Errorf("target type %q is not testId, selector, a11yHint, url or text", raw.Type)
}
