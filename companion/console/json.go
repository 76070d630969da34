package console

import (
	"encoding/json"
	"io"
)

// PrintJSON prints a value as JSON that people can read, too.
func PrintJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
