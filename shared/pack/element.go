package pack

import (
	"encoding/binary"
	"strconv"

	"cairn/shared/types"
)

// Flags of elements: their boolean fields, and which other fields follow.
const (
	flagVisible = 1 << 0 // of a test id
	flagOrigin  = 1 << 6 // of both: the frame's origin follows the other fields

	flagDisabled  = 1 << 0 // of a node
	flagFilled    = 1 << 1
	flagSensitive = 1 << 2
	flagOffscreen = 1 << 3
	flagState     = 1 << 4 // checked, expanded and level follow
	flagPath      = 1 << 5 // the path follows
	flagUnseen    = 1 << 7 // the reason why it is not visible follows last
)

// element is a test id or a node as a comparable value, because pages repeat them. It has
// no ref, because refs are numbered per page.
type element struct {
	name, role, testID, tag string
	checked, expanded       string
	origin, unseen          string
	level                   int
	path                    uint32
	flags                   uint8
}

// hash returns the FNV-1a hash of most fields.
func (e *element) hash() uint64 {
	h := uint64(14695981039346656037)
	for _, s := range [...]string{e.name, e.role, e.testID, e.tag, e.origin} {
		for i := 0; i < len(s); i++ {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return (h ^ uint64(e.flags)<<32 ^ uint64(e.path)) * 1099511628211
}

func (w *Writer) appendTestID(dst []byte, e *element) []byte {
	dst = append(dst, e.flags)
	for _, s := range [...]string{e.testID, e.tag, e.role, e.name} {
		dst = binary.AppendUvarint(dst, w.text(s))
	}
	return w.appendOwner(dst, e)
}

// appendOwner writes the origin of the frame that an element is in, last, so that older
// readers ignore it.
func (w *Writer) appendOwner(dst []byte, e *element) []byte {
	if e.flags&flagOrigin == 0 {
		return dst
	}
	return binary.AppendUvarint(dst, w.text(e.origin))
}

func (w *Writer) appendNode(dst []byte, e *element) []byte {
	dst = append(dst, e.flags)
	for _, s := range [...]string{e.role, e.name, e.testID} {
		dst = binary.AppendUvarint(dst, w.text(s))
	}
	if e.flags&flagPath != 0 {
		dst = binary.AppendUvarint(dst, uint64(e.path))
	}
	if e.flags&flagState != 0 {
		dst = binary.AppendUvarint(dst, w.text(e.checked))
		dst = binary.AppendUvarint(dst, w.text(e.expanded))
		dst = AppendSigned(dst, int64(e.level))
	}
	dst = w.appendOwner(dst, e)
	if e.flags&flagUnseen != 0 {
		dst = binary.AppendUvarint(dst, w.text(e.unseen))
	}
	return dst
}

func (p *Pack) readTestID(n uint64, out *types.TestID) {
	c := Cursor{Data: p.testIDs.at(n)}
	flags := c.Byte()
	out.TestID, out.Tag = p.texts.at(c.Number()), p.texts.at(c.Number())
	out.Role, out.Name = p.texts.at(c.Number()), p.texts.at(c.Number())
	out.Visible = flags&flagVisible != 0
	if flags&flagOrigin != 0 {
		out.Origin = p.texts.at(c.Number())
	}
}

// readNode reads a node into out, without its ref.
func (p *Pack) readNode(n uint64, out *types.A11yNode) {
	c := Cursor{Data: p.nodes.at(n)}
	flags := c.Byte()
	out.Role, out.Name, out.TestID = p.texts.at(c.Number()), p.texts.at(c.Number()), p.texts.at(c.Number())
	if flags&flagPath != 0 {
		out.Path = p.path(c.Number())
	}
	if flags&flagState != 0 {
		out.Checked, out.Expanded = p.texts.at(c.Number()), p.texts.at(c.Number())
		out.Level = int(c.Signed())
	}
	if flags&flagOrigin != 0 {
		out.Origin = p.texts.at(c.Number())
	}
	out.Disabled, out.Filled = flags&flagDisabled != 0, flags&flagFilled != 0
	out.Sensitive, out.Offscreen = flags&flagSensitive != 0, flags&flagOffscreen != 0
	if flags&flagUnseen != 0 {
		out.Unseen = p.texts.at(c.Number())
	}
}

// path returns the landmarks around a node.
func (p *Pack) path(n uint64) []string {
	c := Cursor{Data: p.paths.at(n)}
	var out []string
	for len(c.Data) > 0 {
		out = append(out, p.texts.at(c.Number()))
	}
	return out
}

// refs holds the refs e0 to e1023, which are nearly all that occur, so that they are
// not allocated again.
var refs = func() (out [1024]string) {
	for i := range out {
		out[i] = "e" + strconv.Itoa(i)
	}
	return out
}()

func refOf(n int64) string {
	if 0 <= n && n < int64(len(refs)) {
		return refs[n]
	}
	return "e" + strconv.FormatInt(n, 10)
}

// numberOf parses a ref such as e12.
func numberOf(ref string) (n int64, ok bool) {
	if len(ref) < 2 || len(ref) > 10 || ref[0] != 'e' || ref[1] == '0' && len(ref) > 2 {
		return 0, false
	}
	for i := 1; i < len(ref); i++ {
		c := ref[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}
