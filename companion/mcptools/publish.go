package mcptools

import (
	"bytes"
	"encoding/json"
	"slices"

	"cairn/shared/types"
)

// The list of tools is sent to every model in every conversation, so it is short. It
// leaves out bounds of Cairn's own tools, which are still enforced and named by
// errors. Schemas that the specs define are published completely.

// briefSchema is a published schema, with keys in a readable order.
type briefSchema struct {
	Type        string          `json:"type,omitempty"`
	Description string          `json:"description,omitempty"`
	Enum        []string        `json:"enum,omitempty"`
	Items       *briefSchema    `json:"items,omitempty"`
	OneOf       []*briefSchema  `json:"oneOf,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Properties  *briefFields    `json:"properties,omitempty"`
	Required    []string        `json:"required,omitempty"`
}

// briefFields are the properties of an object, in the order of the file.
type briefFields struct {
	names []string
	of    map[string]*briefSchema
}

// MarshalJSON writes the fields in order, which a map would lose.
func (f *briefFields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range f.names {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := types.MarshalPlain(f.of[name])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// confirmField is only published to clients whose risky actions need confirmation.
const confirmField = "confirm"

func (s *schema) brief(confirms bool) (json.RawMessage, error) {
	b := s.short()
	if b.Properties != nil {
		b.Properties.names = slices.DeleteFunc(slices.Clone(b.Properties.names), func(name string) bool {
			return s.Properties[name].Unlisted || name == confirmField && !confirms
		})
	}
	return types.MarshalPlain(b)
}

// short drops bounds and the fields of nested objects, which descriptions name.
func (s *schema) short() *briefSchema {
	b := s.plain()
	if s.Properties != nil {
		b.Required, b.Properties = s.Required, &briefFields{names: s.order, of: map[string]*briefSchema{}}
		for name, property := range s.Properties {
			b.Properties.of[name] = property.plain()
		}
	}
	return b
}

func (s *schema) plain() *briefSchema {
	b := &briefSchema{Type: s.Type, Description: s.Description, Enum: s.Enum, Default: s.Default}
	if s.Type == "integer" { // how long, or how many: errors name it
		b.Default = nil
	}
	for _, alternative := range s.OneOf {
		b.OneOf = append(b.OneOf, alternative.plain())
	}
	if s.Items != nil {
		if b.Items = s.Items.short(); s.Items.Properties == nil {
			b.Items.Enum = nil
		}
	}
	return b
}

func (s *schema) noteOrder(text json.RawMessage) error {
	var parts struct {
		Properties json.RawMessage `json:"properties"`
		Items      json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if s.Items != nil {
		if err := s.Items.noteOrder(parts.Items); err != nil {
			return err
		}
	}
	if len(parts.Properties) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(parts.Properties))
	if _, err := dec.Token(); err != nil { // the opening brace
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		key, _ := name.(string)
		s.order = append(s.order, key)
		if err := s.Properties[key].noteOrder(value); err != nil {
			return err
		}
	}
	return nil
}
