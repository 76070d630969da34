package learn

import (
	"testing"

	"cairn/shared/types"
)

func TestNotesJoinTheLearningThatTheyAreAbout(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	b.Learn(concatenating, act1(2, "Concatenate", true, ""))
	e, err := b.Note(act1(3, "", true, "").Timestamp, "n-1", types.KBNoteRequest{KnowledgeID: "concatenate_mode", RecoveryApproach: "It is a tab\nnow", SessionID: "mm-run-1"})
	if err == nil {
		err = b.Edit(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	item := b.Item("concatenate_mode")
	if len(item.KBLearnings) != 1 || item.TrustScore != 0.95 || item.KBLearnings[0].RecoveryApproach != `It is a tab now (Worked instead: click tab "Concatenate" on screen main)` {
		t.Errorf("got %+v", item)
	}
	e, err = b.Note(act1(4, "", true, "").Timestamp, "n-2", types.KBNoteRequest{KnowledgeID: "save_output", HumanReasoning: "Ask first", URL: "https://app.test/x?q=1"})
	if err == nil {
		err = b.Edit(e)
	}
	if l := b.Item("save_output").KBLearnings; err != nil || len(l) != 1 || l[0].HumanReasoning != "Ask first" || l[0].Origin != "https://app.test" || b.Item("save_output").TrustScore != 0.95 {
		t.Errorf("%v %+v", err, l)
	}
	for _, req := range []types.KBNoteRequest{{KnowledgeID: "nobody", RecoveryApproach: "x"}, {KnowledgeID: "save_output"}, {KnowledgeID: "save_output", RecoveryApproach: "\u202e \n"}} {
		if _, err := b.Note(5, "n", req); err == nil {
			t.Errorf("%+v was taken", req)
		}
	}
}

func TestEditsThatAreNone(t *testing.T) {
	item := &types.KBItem{KnowledgeID: "a"}
	for name, e := range map[string]*types.Edit{
		"nothing": nil, "no kb": {EditID: "e"}, "no id": {KB: &types.KBEdit{Op: types.KBConfirm, KnowledgeID: "a"}},
		"no item": {EditID: "e", KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "a"}}, "another item": {EditID: "e", KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "b", Item: item}},
		"no operation": {EditID: "e", KB: &types.KBEdit{KnowledgeID: "a"}}, "no learning": {EditID: "e", KB: &types.KBEdit{Op: types.KBNote, KnowledgeID: "a"}},
		"bad id": {EditID: "e", KB: &types.KBEdit{Op: types.KBDelete, KnowledgeID: "a\nb"}},
	} {
		if err := New().Edit(e); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%s: %v", name, err)
		}
	}
}
