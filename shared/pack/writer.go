package pack

import (
	"encoding/binary"
	"slices"
	"strings"

	"cairn/shared/types"
)

// Writer packs steps. Its pack can be read while it grows.
type Writer struct {
	Pack

	textNumbers map[string]uint32
	pages       map[string]uint32
	ids         elements
	elements    elements // nodes

	lastPath       []string // the last argument of pathNumber
	lastPathNumber uint32
	pathNumbers    map[string]uint32
	buffer         []byte
}

// elements interns the elements of one kind.
type elements struct {
	list []element
	at   map[uint64]uint32 // by hash; of two with the same hash the later
}

// NewWriter returns an empty pack to write to.
func NewWriter() *Writer {
	w := &Writer{textNumbers: map[string]uint32{"": 0}, pages: map[string]uint32{}, pathNumbers: map[string]uint32{},
		ids: elements{at: map[uint64]uint32{}}, elements: elements{at: map[uint64]uint32{}}}
	w.texts.list = []string{""}
	w.paths.close() // the empty path
	return w
}

// Add packs a step as the next one. It returns an error and adds nothing if the step's
// input cannot be encoded as JSON.
func (w *Writer) Add(s *types.Step) error {
	out, err := w.appendStep(w.buffer[:0], s)
	if err != nil {
		return err
	}
	w.buffer = out
	w.steps.data = append(w.steps.data, out...)
	w.steps.close()
	return nil
}

// Entries counts the distinct texts, elements and pages.
func (w *Writer) Entries() int {
	return len(w.texts.list) + w.testIDs.len() + w.nodes.len() + w.observations.len()
}

// Bytes encodes the pack for [Open].
func (w *Writer) Bytes() []byte {
	strings := w.texts.table()
	size := len(strings.data) + 2*len(strings.ends)
	for _, t := range []*table{&w.paths, &w.testIDs, &w.nodes, &w.observations, &w.steps} {
		size += len(t.data) + 2*len(t.ends) + 16
	}
	out := strings.appendTo(make([]byte, 0, size))
	for _, t := range []*table{&w.paths, &w.testIDs, &w.nodes, &w.observations, &w.steps} {
		out = t.appendTo(out)
	}
	return out
}

func (w *Writer) text(s string) uint64 {
	if n, ok := w.textNumbers[s]; ok {
		return uint64(n)
	}
	n := w.uniqueText(s)
	w.textNumbers[w.texts.list[n]] = uint32(n)
	return n
}

// uniqueText numbers a string that is not expected again. It copies the string, so that the
// memory around it can be freed.
func (w *Writer) uniqueText(s string) uint64 {
	w.texts.list = append(w.texts.list, strings.Clone(s))
	return uint64(len(w.texts.list) - 1)
}

func (w *Writer) page(o *types.Observation) uint64 {
	out := w.appendObservation(nil, o)
	if n, ok := w.pages[string(out)]; ok {
		return uint64(n)
	}
	w.observations.data = append(w.observations.data, out...)
	n := w.observations.close()
	w.pages[string(out)] = uint32(n)
	return n
}

// testID numbers a test id. next is the number after that of the page's previous element,
// which is mostly the right one.
func (w *Writer) testID(t *types.TestID, next int64) uint32 {
	e := element{name: t.Name, role: t.Role, testID: t.TestID, tag: t.Tag, origin: t.Origin, flags: bit(t.Visible, flagVisible) | bit(t.Origin != "", flagOrigin)}
	n, known := w.ids.find(&e, next)
	if !known {
		w.testIDs.data = w.appendTestID(w.testIDs.data, w.ids.add(&e, w))
		w.testIDs.close()
	}
	return n
}

func (w *Writer) node(a *types.A11yNode, next int64) uint32 {
	e := element{name: a.Name, role: a.Role, testID: a.TestID, checked: a.Checked, expanded: a.Expanded, origin: a.Origin, unseen: a.Unseen, level: a.Level,
		flags: bit(a.Disabled, flagDisabled) | bit(a.Filled, flagFilled) | bit(a.Sensitive, flagSensitive) | bit(a.Offscreen, flagOffscreen) | bit(a.Origin != "", flagOrigin) | bit(a.Unseen != "", flagUnseen)}
	if a.Checked != "" || a.Expanded != "" || a.Level != 0 {
		e.flags |= flagState
	}
	if len(a.Path) > 0 {
		e.flags |= flagPath
		e.path = w.pathNumber(a.Path)
	}
	n, known := w.elements.find(&e, next)
	if !known {
		w.nodes.data = w.appendNode(w.nodes.data, w.elements.add(&e, w))
		w.nodes.close()
	}
	return n
}

// find returns the number of a known element, or the next free number.
func (k *elements) find(e *element, next int64) (n uint32, known bool) {
	if next < int64(len(k.list)) && k.list[next] == *e {
		return uint32(next), true
	}
	if n, ok := k.at[e.hash()]; ok && k.list[n] == *e {
		return n, true
	}
	return uint32(len(k.list)), false
}

// add adds an element, with the writer's own copies of its texts.
func (k *elements) add(e *element, w *Writer) *element {
	k.at[e.hash()] = uint32(len(k.list))
	for _, s := range [...]*string{&e.name, &e.role, &e.testID, &e.tag, &e.checked, &e.expanded, &e.origin, &e.unseen} {
		*s = w.texts.list[w.text(*s)]
	}
	k.list = append(k.list, *e)
	return &k.list[len(k.list)-1]
}

func (w *Writer) pathNumber(path []string) uint32 {
	if slices.Equal(path, w.lastPath) {
		return w.lastPathNumber
	}
	var key []byte
	for _, s := range path {
		key = binary.AppendUvarint(key, w.text(s))
	}
	n, known := w.pathNumbers[string(key)]
	if !known {
		w.paths.data = append(w.paths.data, key...)
		n = uint32(w.paths.close())
		w.pathNumbers[string(key)] = n
	}
	w.lastPath, w.lastPathNumber = slices.Clone(path), n
	return n
}
