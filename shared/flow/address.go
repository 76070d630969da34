package flow

import (
	"strings"

	"cairn/shared/types"
)

// opened returns the address that a column opened, with the words of the goal in it as
// parameters.
func (b *builder) opened(c column, last *act) string {
	path := pathOf(last.value.text)
	return b.withParams(path, len(c)-1)
}

// withParams returns an address of the n-th trace with parameters in place of their values.
func (b *builder) withParams(path string, n int) string {
	out := literal(path)
	for _, p := range b.params {
		if v := p.values[n]; len([]rune(v)) > minValue && p.Kind != types.FlowSecret {
			out = replaceSegment(out, v, "{"+p.Name+"}")
		}
	}
	return out
}

// replaceSegment replaces a value where it is a complete segment or field of an address.
func replaceSegment(path, value, with string) string {
	var out strings.Builder
	from := 0
	flush := func(to int) {
		if seg := path[from:to]; seg == value {
			out.WriteString(with)
		} else {
			out.WriteString(seg)
		}
	}
	for i := 0; i < len(path); i++ {
		if strings.IndexByte("/?#&=", path[i]) >= 0 {
			flush(i)
			out.WriteByte(path[i])
			from = i + 1
		}
	}
	flush(len(path))
	return out.String()
}

// address puts parameters into the start address of the flow. A run needs the lost values
// only if it is not there yet.
func (b *builder) address(f *types.Flow) {
	f.Start = b.withParams(f.Start, len(b.traces)-1)
	for _, field := range lostFields(f.Start) {
		name := b.param(types.FlowParam{Kind: types.FlowText, Label: field}, make([]string, len(b.traces)), field)
		for _, mark := range []string{"?", "&"} {
			f.Start = strings.Replace(f.Start, mark+field+"=", mark+field+"={"+name+"}", 1)
		}
	}
}
