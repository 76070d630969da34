package pack

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"cairn/shared/types"
)

// Flags of steps: their boolean fields, and which other fields follow.
const (
	flagOK = 1 << iota
	flagTarget
	flagInput
	flagTyped // textRedacted or textLength
	flagError
	flagLabels
	flagObservation
	flagAfter
	flagAdvice
	flagRare   // clock, kb_source, durationMs, a schemaVersion that is not 1
	flagPlaced // where targets are: frame, row, twins
	flagKeep   // which names are in clear
	flagInRow  // which of equals within its row each target is
	flagBy     // the member of a team behind a suggestion
	flagHinted // the column of each target, and its name in the page's code
)

// Flags of targets.
const (
	flagTargetRef = 1 << iota
	flagTargetSensitive
)

// Kinds of values in a tool's input.
const (
	inputText byte = iota
	inputJSON
)

// appendStep writes a step. It returns an error if its input cannot be encoded as JSON.
func (w *Writer) appendStep(dst []byte, s *types.Step) ([]byte, error) {
	rare := s.Clock != "" || s.KBSource != "" || s.DurationMs != 0 || s.SchemaVersion != types.SchemaVersion
	flags := uint64(bit16(s.Outcome.OK, flagOK) | bit16(s.Tool.Target != nil, flagTarget) | bit16(s.Tool.Input != nil, flagInput) |
		bit16(s.Tool.TextRedacted || s.Tool.TextLength != 0, flagTyped) | bit16(s.Outcome.Error != nil, flagError) |
		bit16(s.Labels != nil, flagLabels) | bit16(s.Observation != nil, flagObservation) | bit16(s.After != nil, flagAfter) |
		bit16(s.Advice != nil, flagAdvice) | bit16(rare, flagRare) | bit16(hasPlace(s), flagPlaced) | bit16(s.Keep != "", flagKeep) | bit16(isOneInRow(s), flagInRow) | bit16(s.Advice != nil && s.Advice.By != "", flagBy) | bit16(isHinted(s), flagHinted))
	number := func(n uint64) { dst = binary.AppendUvarint(dst, n) }
	text := func(list ...string) {
		for _, s := range list {
			number(w.text(s))
		}
	}
	number(flags)
	number(w.uniqueText(s.StepID))
	text(s.SessionID)
	dst = AppendSigned(dst, int64(s.Timestamp))
	if s.Observation != nil {
		number(w.page(s.Observation))
	}
	text(s.Tool.Name, string(s.Actor))
	if t := s.Tool.Target; t != nil {
		dst = w.appendTarget(dst, t)
	}
	if s.Tool.Input != nil {
		var err error
		if dst, err = w.appendInput(dst, s.Tool.Input); err != nil {
			return nil, err
		}
	}
	if flags&flagTyped != 0 {
		dst = append(dst, bit(s.Tool.TextRedacted, 1))
		dst = AppendSigned(dst, int64(s.Tool.TextLength))
	}
	if e := s.Outcome.Error; e != nil {
		text(string(e.Code), e.Message, e.Hint)
	}
	if s.Labels != nil {
		number(uint64(len(s.Labels)))
		text(s.Labels...)
	}
	if a := s.After; a != nil {
		text(a.CurrentURL, a.CurrentScreen, a.Title, a.Load)
		number(uint64(len(a.Appeared)))
		text(a.Appeared...)
	}
	if a := s.Advice; a != nil {
		dst = AppendSigned(dst, int64(a.Shown))
		dst = AppendSigned(dst, int64(a.Rank))
		dst = appendFloat(dst, a.Confidence)
		number(uint64(len(a.Given)))
		for i := range a.Given {
			g := &a.Given[i]
			text(g.Action)
			dst = appendFloat(w.appendTarget(dst, &g.Target), g.Confidence)
		}
	}
	if rare {
		text(s.Clock, s.KBSource)
		dst = AppendSigned(dst, s.DurationMs)
		dst = AppendSigned(dst, int64(s.SchemaVersion))
	}
	if flags&flagPlaced != 0 { // behind the older fields, so that older readers ignore it
		eachTarget(s, func(t *types.Target) {
			text(t.Origin, t.RowRole, t.Row)
			dst = AppendSigned(dst, int64(t.Twins))
		})
	}
	if flags&flagKeep != 0 {
		text(string(s.Keep))
	}
	if flags&flagInRow != 0 {
		eachTarget(s, func(t *types.Target) {
			number(uint64(t.RowNth))
			number(uint64(t.RowOf))
		})
	}
	if flags&flagBy != 0 {
		text(s.Advice.By)
	}
	if flags&flagHinted != 0 {
		eachTarget(s, func(t *types.Target) { text(t.Column, t.Hint) })
	}
	return dst, nil
}

// eachTarget calls f with the targets of a step: its own, then those of its
// advice.
func eachTarget(s *types.Step, f func(*types.Target)) {
	if s.Tool.Target != nil {
		f(s.Tool.Target)
	}
	if s.Advice != nil {
		for i := range s.Advice.Given {
			f(&s.Advice.Given[i].Target)
		}
	}
}

// hasPlace reports whether the place of any target is known.
func hasPlace(s *types.Step) (any bool) {
	eachTarget(s, func(t *types.Target) {
		any = any || t.Origin != "" || t.RowRole != "" || t.Row != "" || t.Twins != 0
	})
	return any
}

// isOneInRow reports whether any target is one of several equals within its row.
func isOneInRow(s *types.Step) (any bool) {
	eachTarget(s, func(t *types.Target) { any = any || t.RowNth != 0 || t.RowOf != 0 })
	return any
}

// isHinted reports whether any target has a column or a hint.
func isHinted(s *types.Step) (any bool) {
	eachTarget(s, func(t *types.Target) { any = any || t.Column != "" || t.Hint != "" })
	return any
}

func (w *Writer) appendTarget(dst []byte, t *types.Target) []byte {
	dst = append(dst, bit(t.A11yRef != "", flagTargetRef)|bit(t.Sensitive, flagTargetSensitive))
	for _, s := range [...]string{t.TestID, t.Selector, t.Role, t.Name, t.Tag} {
		dst = binary.AppendUvarint(dst, w.text(s))
	}
	if t.A11yRef != "" {
		dst = binary.AppendUvarint(dst, w.text(t.A11yRef))
	}
	return dst
}

func appendFloat(dst []byte, f float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
}

// appendInput writes a tool's input by key; values other than texts as JSON.
func (w *Writer) appendInput(dst []byte, input map[string]any) ([]byte, error) {
	keys := make([]string, 0, len(input))
	for key := range input {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = binary.AppendUvarint(dst, uint64(len(keys)))
	for _, key := range keys {
		dst = binary.AppendUvarint(dst, w.text(key))
		if s, ok := input[key].(string); ok {
			dst = binary.AppendUvarint(append(dst, inputText), w.text(s))
			continue
		}
		value, err := json.Marshal(input[key])
		if err != nil {
			return nil, fmt.Errorf("pack input %q: %w", key, err)
		}
		dst = AppendBytes(append(dst, inputJSON), value)
	}
	return dst, nil
}

// step reads a step; without lists its observation has the state alone.
func (p *Pack) step(n int, lists bool, room *Scratch) *types.Step {
	c := Cursor{Data: p.steps.at(uint64(n))}
	text := func() string { return p.texts.at(c.Number()) }
	flags := c.Number()
	s := room.newStep()
	s.SchemaVersion, s.StepID, s.SessionID, s.Timestamp = types.SchemaVersion, text(), text(), types.Time(c.Signed())
	if flags&flagObservation != 0 {
		s.Observation = room.newObservation()
		p.observation(s.Observation, c.Number(), lists)
	}
	s.Tool.Name, s.Actor, s.Outcome.OK = text(), types.Actor(text()), flags&flagOK != 0
	if flags&flagTarget != 0 {
		s.Tool.Target = room.newTarget()
		p.target(&c, s.Tool.Target)
	}
	if flags&flagInput != 0 {
		s.Tool.Input = p.input(&c)
	}
	if flags&flagTyped != 0 {
		s.Tool.TextRedacted, s.Tool.TextLength = c.Byte() != 0, int(c.Signed())
	}
	if flags&flagError != 0 {
		s.Outcome.Error = room.newFault()
		s.Outcome.Error.Code, s.Outcome.Error.Message, s.Outcome.Error.Hint = types.Code(text()), text(), text()
	}
	if flags&flagLabels != 0 {
		s.Labels = p.list(&c, room)
	}
	if flags&flagAfter != 0 {
		s.After = room.newAfter()
		s.After.CurrentURL, s.After.CurrentScreen, s.After.Title, s.After.Load = text(), text(), text(), text()
		if s.After.Appeared = p.list(&c, room); len(s.After.Appeared) == 0 {
			s.After.Appeared = nil
		}
	}
	if flags&flagAdvice != 0 {
		s.Advice = p.advice(&c)
	}
	if flags&flagRare != 0 {
		s.Clock, s.KBSource = text(), text()
		s.DurationMs, s.SchemaVersion = c.Signed(), int(c.Signed())
	}
	if flags&flagPlaced != 0 {
		eachTarget(s, func(t *types.Target) {
			t.Origin, t.RowRole, t.Row, t.Twins = text(), text(), text(), int(c.Signed())
		})
	}
	if flags&flagKeep != 0 {
		s.Keep = types.Keep(text())
	}
	if flags&flagInRow != 0 {
		eachTarget(s, func(t *types.Target) { t.RowNth, t.RowOf = int(c.Number()), int(c.Number()) })
	}
	if by := flags&flagBy != 0; by && s.Advice != nil {
		s.Advice.By = text()
	}
	if flags&flagHinted != 0 {
		eachTarget(s, func(t *types.Target) { t.Column, t.Hint = text(), text() })
	}
	return s
}

func (p *Pack) target(c *Cursor, t *types.Target) {
	had := c.Byte()
	t.TestID, t.Selector, t.Role = p.texts.at(c.Number()), p.texts.at(c.Number()), p.texts.at(c.Number())
	t.Name, t.Tag = p.texts.at(c.Number()), p.texts.at(c.Number())
	if t.Sensitive = had&flagTargetSensitive != 0; had&flagTargetRef != 0 {
		t.A11yRef = p.texts.at(c.Number())
	}
}

func (p *Pack) advice(c *Cursor) *types.Advice {
	a := &types.Advice{Shown: int(c.Signed()), Rank: int(c.Signed()), Confidence: c.float()}
	for range c.Count() {
		g := types.Given{Action: p.texts.at(c.Number())}
		p.target(c, &g.Target)
		g.Confidence = c.float()
		a.Given = append(a.Given, g)
	}
	return a
}

func (p *Pack) pageOf(n int) (at uint64, ok bool) {
	c := Cursor{Data: p.steps.at(uint64(n))}
	if c.Number()&flagObservation == 0 {
		return 0, false
	}
	c.Number() // the step's id
	c.Number() // its session's
	c.Signed() // its time
	return c.Number(), true
}

// list reads a count, then as many texts.
func (p *Pack) list(c *Cursor, room *Scratch) []string {
	out := room.newTexts(c.Count())
	for i := range out {
		out[i] = p.texts.at(c.Number())
	}
	return out
}

func (p *Pack) input(c *Cursor) map[string]any {
	n := c.Count()
	out := make(map[string]any, n)
	for range n {
		key, kind := p.texts.at(c.Number()), c.Byte()
		if kind == inputText {
			out[key] = p.texts.at(c.Number())
			continue
		}
		var value any
		if json.Unmarshal(c.Bytes(), &value) == nil {
			out[key] = value
		}
	}
	return out
}

func (c *Cursor) float() float64 {
	if len(c.Data) < 8 {
		c.Fail()
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(c.Data))
	c.Data = c.Data[8:]
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0 // JSON could not say it
	}
	return f
}

func bit16(set bool, flag uint16) uint16 {
	if set {
		return flag
	}
	return 0
}
