package learn

import (
	"encoding/json"
	"fmt"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Limits. They are far above people's catalogs and Cairn's own.
const (
	maxCatalog   = 8 << 20 // bytes
	maxItems     = 10000
	maxItemBytes = 128 << 10 // of one item in a catalog: a record of the link contains it twice
	maxLearnings = 50        // of one item: beyond, the oldest without a recovery is removed
	maxSequence  = 100
	maxText      = 2000 // characters of any text that is shown
	maxID        = 128
	maxNote      = 1000 // characters of a note on a learning
)

// CheckEdit returns the error in an edit of a KB item, nil if it is valid.
func CheckEdit(e *types.Edit) error {
	if e == nil || e.KB == nil || e.EditID == "" || len(e.EditID) > maxID {
		return types.Invalid("this is no edit of a KB item", "Send editId, at and kb.")
	}
	k := e.KB
	if err := checkID(k.KnowledgeID); err != nil {
		return types.Invalid(err.Error(), "Item ids are plain text; kb_search lists them.")
	}
	switch k.Op {
	case types.KBConfirm, types.KBDelete:
		return nil
	case types.KBPut:
		if k.Item == nil || k.Item.KnowledgeID != k.KnowledgeID {
			return types.Invalid("the edit puts no item of its id", "Send the item with the same knowledge_id.")
		}
		return checkItem(k.Item)
	case types.KBNote:
		if k.Learning == nil {
			return types.Invalid("the note holds no learning", "Send the learning.")
		}
		return nil
	}
	return types.Invalid(fmt.Sprintf("there is no operation %.40q on KB items", k.Op), "Use put, confirm, delete or note.")
}

// checkID rejects an id that is not plain text, because tools' arguments and one-line
// texts contain ids.
func checkID(id string) error {
	if clean := capture.Clean(id, maxID); clean == "" || clean != id {
		return fmt.Errorf("knowledge_id %q is empty, longer than %d characters or not plain text", capture.Clean(id, 40), maxID)
	}
	return nil
}

func checkItem(item *types.KBItem) error {
	if err := checkID(item.KnowledgeID); err != nil {
		return types.Invalid(err.Error(), "Give the item a short id of letters and digits.")
	}
	if len(item.ActionSequence) > maxSequence {
		return types.Invalid(fmt.Sprintf("item %q has more than %d actions", item.KnowledgeID, maxSequence), "Part it in several items.")
	}
	text, err := json.Marshal(item)
	if err != nil {
		return types.Invalid(fmt.Sprintf("item %q cannot be written: %v", item.KnowledgeID, err), "")
	}
	if len(text) > maxItemBytes {
		return types.Invalid(fmt.Sprintf("item %q is larger than %d bytes", item.KnowledgeID, maxItemBytes), "Shorten it, or take learnings out.")
	}
	return nil
}

// Note returns the edit that adds a note of an agent or a person to an item. It copies
// the session's latest failure into the edit, so that the note joins the learning of
// that failure.
func (b *Base) Note(now types.Time, editID string, req types.KBNoteRequest) (*types.Edit, error) {
	item := b.Item(req.KnowledgeID)
	if item == nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no KB item %q", capture.Clean(req.KnowledgeID, maxID)), "kb_search lists the items and their ids")
	}
	l := types.Learning{Timestamp: now.String(), Origin: text.Origin(req.URL),
		OriginalError: cleanNote(req.OriginalError), RecoveryApproach: cleanNote(req.RecoveryApproach), HumanReasoning: cleanNote(req.HumanReasoning)}
	if l.RecoveryApproach == "" && l.HumanReasoning == "" {
		return nil, types.Invalid("the note is empty", "give recovery_approach (what worked instead) or human_reasoning (what a person said)")
	}
	if r := b.runs[req.SessionID]; r != nil {
		l.Task = r.goal()
		if s := b.state().failureOf(req, l.Origin, now); s != nil {
			l.StepNum, l.OriginalAction, l.Screen, l.Origin = s.learning.StepNum, s.learning.OriginalAction, s.learning.Screen, s.learning.Origin
			if l.OriginalError == "" {
				l.OriginalError = capture.Shown(s.learning.OriginalError)
			}
		}
	}
	return &types.Edit{EditID: editID, At: now, KB: &types.KBEdit{Op: types.KBNote, KnowledgeID: item.KnowledgeID, Learning: &l, SessionID: req.SessionID}}, nil
}

// failureOf returns the failure that a note on an item refers to: the session's newest
// failure of the item, else a recent one without an item, else nil.
func (s *state) failureOf(req types.KBNoteRequest, origin string, now types.Time) *failure {
	if sl := s.lastFailure[pair{req.SessionID, req.KnowledgeID}]; sl != nil {
		return sl
	}
	if sl := s.unattributed[req.SessionID]; sl != nil && sl.action.origin == origin && now <= sl.action.at+recoveryTime {
		return sl
	}
	return nil
}
