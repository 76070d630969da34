package mcptools

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
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
	tokens := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true))
	for values := 0; ; {
		token, err := tokens.ReadToken()
		if fault := (*jsontext.SyntacticError)(nil); errors.As(err, &fault) && fault.Err == jsontext.ErrDuplicateName {
			return scanFault{fmt.Sprintf("the key %.60q comes twice", fault.JSONPointer.LastToken())}
		}
		if err != nil { // the end, or there are no arguments
			return nil
		}
		if parent, place := tokens.StackIndex(tokens.StackDepth()); token.Kind() == '}' || token.Kind() == ']' || parent == '{' && place%2 == 1 {
			continue // the end of a value, or a key
		}
		if values++; values > maxValues {
			return scanFault{fmt.Sprintf("more than %d values", maxValues)}
		}
		if tokens.StackDepth() > maxDepth {
			return errDepth
		}
	}
}
