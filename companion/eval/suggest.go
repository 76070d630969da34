package eval

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"cairn/shared/prior"
	"cairn/shared/types"
)

// maxLine bounds a line of input: a step with a whole page in it.
const maxLine = 64 << 20

// message is one line of the replay protocol: session_start, observe, step and
// session_end, distinguished by Type.
type message struct {
	Type     string        `json:"type"`
	QID      int           `json:"qid"`
	Session  *traceSession `json:"session"`
	Context  *tracePage    `json:"context"`
	Step     *traceStep    `json:"step"`
	Steps    []traceStep   `json:"steps"`
	Remember bool          `json:"remember"`
}

// reply answers one observe message.
type reply struct {
	QID         int          `json:"qid"`
	Suggestions []suggestion `json:"suggestions"`
}

// suggestion is one suggested action with all its names, as a scorer compares
// them.
type suggestion struct {
	TestID     string  `json:"testId,omitempty"`
	Selector   string  `json:"selector,omitempty"`
	Role       string  `json:"role,omitempty"`
	Name       string  `json:"name,omitempty"`
	Action     string  `json:"action,omitempty"`
	Confidence float64 `json:"confidence"`
}

// Suggest replays recorded sessions from in, a message a line, and writes the engine's
// suggestions for every observe message to out: at most five targets, best first, none
// if it has no suggestion. With keep "needed" it stores steps in the form that holds
// only needed names.
func Suggest(in io.Reader, out io.Writer, keep string) error {
	switch types.Keep(keep) {
	case "", keepFull:
		return suggest(in, out, prior.New())
	case types.KeepNeeded:
		memory := newNeededMemory()
		return cmp.Or(suggest(in, out, memory), memory.err)
	}
	return fmt.Errorf("there is no form %.40q of steps: give full or needed", keep)
}

func suggest(in io.Reader, out io.Writer, engine memory) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	w := bufio.NewWriter(out)
	r := &replay{engine: engine}
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return fmt.Errorf("read line %d: %w", n, err)
		}
		answer, err := r.take(&m)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if answer == nil {
			continue
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
		// The other side waits for every answer before it goes on.
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read input: %w", err)
	}
	return nil
}

// take handles one message; only observe has an answer.
func (r *replay) take(m *message) (*reply, error) {
	switch m.Type {
	case "session_start":
		if m.Session == nil {
			return nil, fmt.Errorf("session_start without session")
		}
		r.start(m.Session)
	case "step":
		if m.Step == nil || r.session == nil {
			return nil, fmt.Errorf("step outside a session")
		}
		r.step(m.Step)
	case "observe":
		if m.Context == nil || r.session == nil {
			return nil, fmt.Errorf("observe outside a session")
		}
		return &reply{QID: m.QID, Suggestions: named(r.ask(m.Context))}, nil
	case "session_end":
		if m.Session == nil {
			return nil, fmt.Errorf("session_end without session")
		}
		r.end(m.Session, m.Remember, m.Steps)
	default:
		return nil, fmt.Errorf("message type %q is not session_start, step, observe or session_end", m.Type)
	}
	return nil, nil
}

// named gathers the names of every suggestion into one target.
func named(p *types.PriorKnowledge) []suggestion {
	list := []suggestion{}
	if p == nil {
		return list
	}
	for _, a := range p.SuggestedNextActions {
		s := suggestion{Action: a.Action, Confidence: a.Confidence}
		for _, t := range append([]types.PriorTarget{a.PreferredTarget}, a.FallbackTargets...) {
			switch t.Type {
			case types.TargetTestID:
				s.TestID = t.Text
			case types.TargetSelector:
				s.Selector = t.Text
			case types.TargetA11yHint:
				s.Role, s.Name = t.Hint.Role, t.Hint.Name
			}
		}
		list = append(list, s)
	}
	return list
}
