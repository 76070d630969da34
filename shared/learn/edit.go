package learn

import (
	"encoding/json"
	"fmt"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Caps. A catalog is written by people and by Cairn itself; these are far above
// both.
const (
	maxCatalog   = 8 << 20 // bytes
	maxItems     = 10000
	maxItemBytes = 128 << 10 // of one item in a catalog: a record of the link holds it twice
	maxLearnings = 50        // of one item: beyond, the oldest without a recovery goes
	maxSequence  = 100
	maxText      = 2000 // characters of any text that is shown
	maxID        = 128
	maxNote      = 1000 // characters of what is added to a learning
)

// CheckEdit returns the error in an edit of a KB item, nil if it is valid.
func CheckEdit(e *types.Edit) error {
	if e == nil || e.KB == nil || e.EditID == "" || len(e.EditID) > maxID {
		return invalid("this is no edit of a KB item", "Send editId, at and kb.")
	}
	k := e.KB
	if err := checkID(k.KnowledgeID); err != nil {
		return invalid(err.Error(), "Item ids are plain text; kb_search lists them.")
	}
	switch k.Op {
	case types.KBConfirm, types.KBDelete:
		return nil
	case types.KBPut:
		if k.Item == nil || k.Item.KnowledgeID != k.KnowledgeID {
			return invalid("the edit puts no item of its id", "Send the item with the same knowledge_id.")
		}
		return checkItem(k.Item)
	case types.KBNote:
		if k.Learning == nil {
			return invalid("the note holds no learning", "Send the learning.")
		}
		return nil
	}
	return invalid(fmt.Sprintf("there is no operation %.40q on KB items", k.Op), "Use put, confirm, delete or note.")
}

// checkID: an id is plain text, because it stands in tools' arguments and in
// texts of one line.
func checkID(id string) error {
	if clean := capture.Clean(id, maxID); clean == "" || clean != id {
		return fmt.Errorf("knowledge_id %q is empty, longer than %d characters or not plain text", capture.Clean(id, 40), maxID)
	}
	return nil
}

func checkItem(item *types.KBItem) error {
	if err := checkID(item.KnowledgeID); err != nil {
		return invalid(err.Error(), "Give the item a short id of letters and digits.")
	}
	if len(item.ActionSequence) > maxSequence {
		return invalid(fmt.Sprintf("item %q has more than %d actions", item.KnowledgeID, maxSequence), "Part it in several items.")
	}
	text, err := json.Marshal(item)
	if err != nil {
		return invalid(fmt.Sprintf("item %q cannot be written: %v", item.KnowledgeID, err), "")
	}
	if len(text) > maxItemBytes {
		return invalid(fmt.Sprintf("item %q is larger than %d bytes", item.KnowledgeID, maxItemBytes), "Shorten it, or take learnings out.")
	}
	return nil
}

// Note makes the edit that adds what an agent or a person says of an item. What
// failed in that session of late is taken along, so that the words join the
// learning that they are about.
func (b *Base) Note(now types.Time, editID string, req types.KBNoteRequest) (*types.Edit, error) {
	item := b.Item(req.KnowledgeID)
	if item == nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no KB item %q", capture.Clean(req.KnowledgeID, maxID)), "kb_search lists the items and their ids")
	}
	l := types.Learning{Timestamp: now.String(), Origin: text.Origin(req.URL),
		OriginalError: noted(req.OriginalError), RecoveryApproach: noted(req.RecoveryApproach), HumanReasoning: noted(req.HumanReasoning)}
	if l.RecoveryApproach == "" && l.HumanReasoning == "" {
		return nil, invalid("nothing is said", "give recovery_approach (what worked instead) or human_reasoning (what a person said)")
	}
	if r := b.runs[req.SessionID]; r != nil {
		l.Task = r.goal()
		if s := b.made().about(req, l.Origin, now); s != nil {
			l.StepNum, l.OriginalAction, l.Screen, l.Origin = s.learning.StepNum, s.learning.OriginalAction, s.learning.Screen, s.learning.Origin
			if l.OriginalError == "" {
				l.OriginalError = capture.Shown(s.learning.OriginalError)
			}
		}
	}
	return &types.Edit{EditID: editID, At: now, KB: &types.KBEdit{Op: types.KBNote, KnowledgeID: item.KnowledgeID, Learning: &l, SessionID: req.SessionID}}, nil
}

// about is what went wrong that somebody's words on an item are about: the newest
// slip of the session that is the item's, else one of a moment ago that no item
// was found for; nil where there is none.
func (s *sum) about(req types.KBNoteRequest, origin string, now types.Time) *slip {
	if sl := s.last[pair{req.SessionID, req.KnowledgeID}]; sl != nil {
		return sl
	}
	if sl := s.lone[req.SessionID]; sl != nil && sl.act.origin == origin && now <= sl.act.at+recoveryTime {
		return sl
	}
	return nil
}

// noted is what somebody said, fit to be kept.
func noted(s string) string {
	return capture.Clean(redact.Text(capture.Clean(s, redact.MaxText)), maxNote)
}

func invalid(message, hint string) *types.Error {
	return types.Fault(types.CodeInvalidInput, message, hint)
}
