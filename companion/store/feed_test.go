package store

import (
	"bytes"
	"context"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestFeedTellsARecordOnce: replicas that ask for the same records get the same
// bytes, and what was forgotten is kept nowhere.
func TestFeedTellsARecordOnce(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	if _, err := s.Put(context.Background(), "", "", []wire.Record{{Step: step("mm-told", 1)}, {Step: step("mm-told", 2)}}, nil); err != nil {
		t.Fatal(err)
	}
	first, _, err := s.Feed(0, "a", "e", 10)
	if err != nil || len(first) != 2 {
		t.Fatalf("%d records, %v", len(first), err)
	}
	again, _, err := s.Feed(0, "b", "e", 10)
	if err != nil || len(again) != 2 || &first[0].Text[0] != &again[0].Text[0] {
		t.Errorf("a record was put into words twice: %v", err)
	}
	if err := s.Erase(context.Background(), types.Forget{StepID: step("mm-told", 1).StepID}, nil, []string{step("mm-told", 1).StepID}, nil); err != nil {
		t.Fatal(err)
	}
	after, _, err := s.Feed(0, "c", "e", 10)
	if err != nil || len(after) != 2 || after[0].Seq != 2 || s.told.get(1) != nil {
		t.Errorf("after forgetting: %+v, %v", after, err)
	}
}

func TestToldKeepsTheNewest(t *testing.T) {
	var kept told
	text := bytes.Repeat([]byte("x"), toldBytes/4)
	for cursor := range int64(9) {
		kept.put(0, cursor+1, text)
	}
	if kept.get(5) != nil || kept.get(6) == nil || kept.get(9) == nil || kept.bytes > toldBytes {
		t.Errorf("%d bytes, order %v", kept.bytes, kept.order)
	}
	kept.forget()
	if kept.put(0, 10, text); kept.get(10) != nil || kept.get(9) != nil {
		t.Error("something from before a forgetting is kept")
	}
}
