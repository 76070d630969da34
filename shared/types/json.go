package types

import (
	"bytes"
	"encoding/json"
)

// MarshalPlain is [json.Marshal] without escapes of <, > and &, for texts that people or
// models read.
func MarshalPlain(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
