package wire

import (
	"encoding/json"
	"time"

	"example/types"
)

// Limits.
const (
	Max   = 3 * (1 << 10) // bytes
	Every = 2 * time.Second
	Name  = "strings without a type stay in Go"
)

// Msg has all there is.
//
// Its doc has two paragraphs and a */ in it.
type Msg struct {
	At     types.Time          `json:"at"`
	Err    *types.Error        `json:"err,omitempty"`
	Always *types.Error        `json:"always"`
	List   []types.Error       `json:"list"`
	Count  map[types.Code]int  `json:"count,omitempty"`
	Any    map[string]any      `json:"any,omitzero"`
	Raw    json.RawMessage     `json:"raw,omitempty"` // as it came
	Deep   map[string][]string `json:"deep"`
	Secret string              `json:"-"`
	hidden int
}

// None has no fields.
type None struct{}
