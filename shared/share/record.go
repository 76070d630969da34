package share

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// Record is one line of a batch: a session, one of its steps, or a tally.
type Record struct {
	Session *types.Session `json:"session,omitempty"`
	Step    *types.Step    `json:"step,omitempty"`
	Tally   *Tally         `json:"tally,omitempty"`
}

// Tally stands for a session that was done as an earlier one of the author, step for step.
type Tally struct {
	As  string     `json:"as"` // the identity of that session
	Day types.Time `json:"day"`
}

// kinds counts the kinds of a record; a valid one has one kind.
func (r Record) kinds() (n int) {
	for _, has := range []bool{r.Session != nil, r.Step != nil, r.Tally != nil} {
		if has {
			n++
		}
	}
	return n
}

// Line returns the line of a record. Its bytes are the record's identity.
func (r Record) Line() ([]byte, error) {
	line, err := types.MarshalPlain(r)
	if err != nil {
		return nil, fmt.Errorf("encode record: %w", err)
	}
	return line, nil
}

// Read decodes the lines of a batch of one author and applies the form again. A line
// that holds no session, step in the form, or tally is a zero Record. over counts,
// for each line, the fields that were outside the form and are removed.
func Read(lines [][]byte) (recs []Record, over []int) {
	recs, over = make([]Record, len(lines)), make([]int, len(lines))
	var steps []*types.Step
	for i, line := range lines {
		if json.Unmarshal(line, &recs[i]) != nil || recs[i].kinds() != 1 {
			recs[i] = Record{}
		}
		if recs[i].Step != nil {
			steps = append(steps, recs[i].Step)
		}
	}
	f := NewForm(steps, true, nil)
	f.typed = nil // a text without a field in the form cannot be in a goal
	for i, rec := range recs {
		switch {
		case rec.Session != nil:
			recs[i].Session = f.Session(rec.Session, Day(rec.Session.CreatedAt))
		case rec.Tally != nil:
			if recs[i].Tally = (&Tally{rec.Tally.As, Day(rec.Tally.Day)}); !strings.HasPrefix(rec.Tally.As, idPrefix) || len(rec.Tally.As) > maxID {
				recs[i] = Record{}
			}
		case rec.Step != nil:
			if recs[i].Step = f.Step(rec.Step, rec.Step.Timestamp); recs[i].Step == nil {
				recs[i] = Record{}
			}
		}
		if recs[i] != (Record{}) {
			over[i] = leavesMissing(rec, recs[i])
		}
	}
	return recs, over
}

// leavesMissing counts the values of a record that its form lacks or has otherwise.
func leavesMissing(was, is Record) (n int) {
	had, has := map[string]string{}, map[string]string{}
	leafValues("", generic(was), had)
	leafValues("", generic(is), has)
	for path, value := range had {
		if has[path] != value {
			n++
		}
	}
	return n
}

func generic(r Record) (v any) {
	line, err := r.Line()
	if err == nil {
		_ = json.Unmarshal(line, &v) // Line wrote it
	}
	return v
}

// leafValues lists the values in v by path. Elements of lists have the path of the list and
// their own text: a removed one does not change the paths of the others.
func leafValues(path string, v any, into map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			leafValues(path+"/"+key, value, into)
		}
	case []any:
		for _, item := range v {
			text, _ := json.Marshal(item) // it was decoded from JSON
			into[path+"/"+string(text)] = "listed"
		}
	default:
		into[path] = fmt.Sprint(v)
	}
}

// idPrefix begins the ids of records that came from a team. Ids made here never do.
const idPrefix = "t-"

// maxID bounds an identity in a record.
const maxID = 40

// idBytes of a digest are in an id.
const idBytes = 20

var idEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// StepID returns the identity of a step that an author shared as line.
func StepID(team, author string, line []byte) string { return id("step", team, author, string(line)) }

// SessionID returns the identity of a session that an author knows by its own id.
func SessionID(team, author, own string) string { return id("session", team, author, own) }

// TallyID returns the identity of a tally that an author shared as line.
func TallyID(team, author string, line []byte) string { return id("tally", team, author, string(line)) }

// Way returns a digest of the actions of a session's steps, in their order. The steps of equal
// sessions have the same form, but for their times.
func Way(steps []*types.Step) string {
	h := sha256.New()
	f := NewForm(steps, false, nil)
	for _, step := range steps {
		out := f.Step(step, 0)
		if out == nil {
			continue
		}
		out.SessionID, out.Keep = "", ""
		if line, err := (Record{Step: out}).Line(); err == nil {
			h.Write(append(line, '\n'))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func id(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return idPrefix + strings.ToLower(idEncoding.EncodeToString(sum[:idBytes]))
}

// Sum returns the digest of a batch, which the next one of its chain names. It covers
// the contents and not their encoding: compressed again by another version they are
// still the same batch.
func Sum(prev, run, site string, first int64, lines [][]byte) string {
	h := sha256.New()
	for _, part := range []string{prev, run, site, strconv.FormatInt(first, 10)} {
		h.Write([]byte(part + "\x00"))
	}
	for _, line := range lines {
		h.Write(line)
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}
