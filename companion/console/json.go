package console

import (
	"encoding/json"
	"io"
)

// PrintJSON writes a value for programs, and for people to read.
func PrintJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
