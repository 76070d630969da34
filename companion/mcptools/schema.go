package mcptools

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
)

//go:embed schema/*.json
var schemaFiles embed.FS

// schema is the subset of JSON Schema that the tools use. Loading fails for other
// keywords, so that everything published is enforced.
type schema struct {
	Type        string             `json:"type"`
	Description string             `json:"description"`
	Properties  map[string]*schema `json:"properties"`
	Required    []string           `json:"required"`
	Additional  *bool              `json:"additionalProperties"`
	Enum        []string           `json:"enum"`
	Minimum     *int64             `json:"minimum"`
	Maximum     *int64             `json:"maximum"`
	MinLength   *int               `json:"minLength"` // characters, as all lengths
	MaxLength   *int               `json:"maxLength"`
	Pattern     string             `json:"pattern"`
	Items       *schema            `json:"items"`
	MaxItems    *int               `json:"maxItems"`
	OneOf       []*schema          `json:"oneOf"`
	Default     json.RawMessage    `json:"default"`
	// Unlisted removes a property from the published list. It is accepted all the same:
	// the server's instructions describe properties of all acting tools.
	Unlisted bool `json:"unlisted"`

	pattern *regexp.Regexp
	order   []string // of the properties, as in the file
}

// loadSchema reads a tool's schema file and returns it as published, without white
// space, and as enforced.
func loadSchema(tool string) (json.RawMessage, *schema, error) {
	data, err := schemaFiles.ReadFile("schema/" + tool + ".json")
	if err != nil {
		return nil, nil, fmt.Errorf("schema of %s: %w", tool, err)
	}
	var raw bytes.Buffer
	if err := json.Compact(&raw, data); err != nil {
		return nil, nil, fmt.Errorf("schema of %s: %w", tool, err)
	}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	s := new(schema)
	if err := strict.Decode(s); err != nil {
		return nil, nil, fmt.Errorf("schema of %s: %w", tool, err)
	}
	if err := s.compile(); err != nil {
		return nil, nil, fmt.Errorf("schema of %s: %w", tool, err)
	}
	if err := s.noteOrder(raw.Bytes()); err != nil {
		return nil, nil, fmt.Errorf("schema of %s: %w", tool, err)
	}
	return raw.Bytes(), s, nil
}

func (s *schema) compile() (err error) {
	if s.Pattern != "" {
		if s.pattern, err = regexp.Compile(s.Pattern); err != nil {
			return err
		}
	}
	below := append(slices.Collect(maps.Values(s.Properties)), s.OneOf...)
	if s.Items != nil {
		below = append(below, s.Items)
	}
	for _, b := range below {
		if err := b.compile(); err != nil {
			return err
		}
	}
	return nil
}

// check validates a value, which is valid JSON without duplicate keys (scan.go). The
// error is MM_INVALID_INPUT and names the field.
func (s *schema) check(field string, value json.RawMessage) error {
	value = bytes.TrimSpace(value)
	if s.OneOf != nil {
		for _, alternative := range s.OneOf {
			err := alternative.check(field, value)
			if err == nil {
				return nil
			}
			if alternative.begins(value) && s.onlyOne(value) {
				return types.Invalid(types.AsError(err).Message, field+": "+s.expects())
			}
		}
		return s.refuse(field, "is not one of what it may be")
	}
	switch s.Type {
	case "object":
		return s.checkObject(field, value)
	case "array":
		return s.checkArray(field, value)
	case "string":
		return s.checkString(field, value)
	case "integer":
		return s.checkInteger(field, value)
	case "boolean":
		if string(value) != "true" && string(value) != "false" {
			return s.refuse(field, "is not true or false")
		}
		return nil
	}
	return fmt.Errorf("schema has type %q", s.Type)
}

// begins reports whether a value has the schema's type, by its first character.
func (s *schema) begins(value json.RawMessage) bool {
	first, ok := map[string]byte{"object": '{', "array": '[', "string": '"'}[s.Type]
	return ok && len(value) > 0 && value[0] == first
}

// onlyOne reports whether a single alternative has the value's type: then its error is
// reported.
func (s *schema) onlyOne(value json.RawMessage) bool {
	n := 0
	for _, alternative := range s.OneOf {
		if alternative.begins(value) {
			n++
		}
	}
	return n == 1
}

func (s *schema) checkObject(field string, value json.RawMessage) error {
	var object map[string]json.RawMessage
	if len(value) == 0 || value[0] != '{' || json.Unmarshal(value, &object) != nil {
		return s.refuse(field, "is not an object")
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		property, known := s.Properties[key]
		if !known && s.Additional != nil && !*s.Additional {
			return s.unknown(field, key)
		}
		if known {
			if err := property.check(join(field, key), object[key]); err != nil {
				return err
			}
		}
	}
	for _, key := range s.Required {
		if _, ok := object[key]; !ok {
			return s.Properties[key].refuse(join(field, key), "is missing")
		}
	}
	return nil
}

func (s *schema) checkArray(field string, value json.RawMessage) error {
	var items []json.RawMessage
	if len(value) == 0 || value[0] != '[' || json.Unmarshal(value, &items) != nil {
		return s.refuse(field, "is not a list")
	}
	if s.MaxItems != nil && len(items) > *s.MaxItems {
		return s.refuse(field, fmt.Sprintf("has %d entries", len(items)))
	}
	for i, item := range items {
		if err := s.Items.check(fmt.Sprintf("%s[%d]", field, i), item); err != nil {
			return err
		}
	}
	return nil
}

func (s *schema) checkString(field string, value json.RawMessage) error {
	var text string
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return s.refuse(field, "is not a string")
	}
	n := utf8.RuneCountInString(text)
	switch {
	case s.Enum != nil && !slices.Contains(s.Enum, text):
		return s.refuse(field, fmt.Sprintf("is %.40q", text))
	case s.MinLength != nil && n < *s.MinLength, s.MaxLength != nil && n > *s.MaxLength:
		return s.refuse(field, fmt.Sprintf("has %d characters", n))
	case s.pattern != nil && !s.pattern.MatchString(text):
		return s.refuse(field, fmt.Sprintf("is %.40q", text))
	}
	return nil
}

// checkInteger validates integers after plainNumbers.
func (s *schema) checkInteger(field string, value json.RawMessage) error {
	n, err := strconv.ParseInt(string(value), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return s.refuse(field, "is far too large or too small")
	case err != nil || string(value) == "-0":
		return s.refuse(field, "is not a whole number")
	case s.Minimum != nil && n < *s.Minimum, s.Maximum != nil && n > *s.Maximum:
		return s.refuse(field, fmt.Sprintf("is %d", n))
	}
	return nil
}

func (s *schema) refuse(field, what string) error {
	if field == "" {
		return types.Invalid("the arguments: "+what, "send "+s.expects())
	}
	hint := field + ": " + s.expects()
	if len(s.Default) > 0 {
		hint += fmt.Sprintf(" (%s when left out)", s.Default)
	}
	return types.Invalid(fmt.Sprintf("%s %s", field, what), hint)
}

func (s *schema) unknown(field, key string) error {
	where := "allowed"
	if field != "" {
		where = "allowed in " + field
	}
	names := slices.Sorted(maps.Keys(s.Properties))
	hint := where + ": " + strings.Join(names, ", ")
	if len(s.Properties) == 0 {
		hint = "this tool takes no arguments"
	}
	meant := strings.ReplaceAll(key, "_", "")
	for _, known := range names {
		plain := strings.ReplaceAll(known, "_", "")
		ends := len(meant) >= 3 && len(plain) > len(meant) && plain[len(plain)-len(meant):] == strings.ToUpper(meant[:1])+meant[1:]
		if strings.EqualFold(plain, meant) || ends { // another tool's ref is the a11yRef
			hint = fmt.Sprintf("did you mean %s? %s", known, hint)
			break
		}
	}
	return types.Invalid(fmt.Sprintf("there is no field %.60q", join(field, key)), hint)
}

// expects describes the accepted values.
func (s *schema) expects() string {
	switch {
	case s.OneOf != nil:
		var ways []string
		for _, alternative := range s.OneOf {
			ways = append(ways, alternative.expects())
		}
		return strings.Join(ways, ", or ")
	case s.Enum != nil:
		return "one of " + strings.Join(s.Enum, ", ")
	case s.Type == "object":
		return "an object with " + strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", ")
	case s.Type == "array":
		return "a list of " + bounds(nil, s.MaxItems, "entries") + ", each " + s.Items.expects()
	case s.Type == "string" && s.Pattern != "":
		return "a string that matches " + s.Pattern
	case s.Type == "string":
		return "a string of " + bounds(s.MinLength, s.MaxLength, "characters")
	case s.Type == "integer":
		return "a whole number " + bounds(s.Minimum, s.Maximum, "")
	}
	return "true or false"
}

// bounds describes a range.
func bounds[N int | int64](low, high *N, unit string) string {
	var text string
	switch {
	case low != nil && high != nil:
		text = fmt.Sprintf("%d to %d", *low, *high)
	case high != nil:
		text = fmt.Sprintf("at most %d", *high)
	case low != nil:
		text = fmt.Sprintf("at least %d", *low)
	default:
		text = "any number of"
	}
	return strings.TrimSpace(text + " " + unit)
}

func join(field, key string) string {
	if field == "" {
		return key
	}
	return field + "." + key
}
