package mcptools

import (
	"bytes"
	"encoding/json"
	"fmt"
)

const (
	// maxDepth bounds nesting (B21). No schema here is deeper than five.
	maxDepth = 64
	// maxValues bounds the values of one message: decoding millions of small ones takes
	// forty times their bytes (B22).
	maxValues = 20_000
)

// scanFault is an error of JSON that is valid but not accepted.
type scanFault struct{ reason string }

func (f scanFault) Error() string { return f.reason }

// errDepth is separate because it counts as a parse error.
var errDepth = scanFault{fmt.Sprintf("nested more than %d deep", maxDepth)}

// scan checks valid JSON for problems that Go's decoder accepts silently: too deep, too
// many values, duplicate keys.
func scan(data []byte) error {
	tokens := json.NewDecoder(bytes.NewReader(data))
	tokens.UseNumber()         // a large one is no error
	var open []map[string]bool // the keys so far of each object around a value; nil for a list
	for values := 1; ; values++ {
		for len(open) > 0 && !tokens.More() {
			_, _ = tokens.Token() // the end of the object or list
			if open = open[:len(open)-1]; len(open) == 0 {
				return nil
			}
		}
		if len(open) > 0 && open[len(open)-1] != nil {
			key, _ := tokens.Token()
			name, _ := key.(string)
			if open[len(open)-1][name] {
				return scanFault{fmt.Sprintf("the key %.60q comes twice", name)}
			}
			open[len(open)-1][name] = true
		}
		if values > maxValues {
			return scanFault{fmt.Sprintf("more than %d values", maxValues)}
		}
		switch value, err := tokens.Token(); {
		case err != nil: // there are no arguments
			return nil
		case value == json.Delim('{'):
			open = append(open, map[string]bool{})
		case value == json.Delim('['):
			open = append(open, nil)
		case len(open) == 0:
			return nil
		}
		if len(open) > maxDepth {
			return errDepth
		}
	}
}
