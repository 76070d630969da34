package store

import (
	"bytes"
	"context"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestFeedEncodesARecordOnce: replicas that ask for the same records get the same
// bytes, and a deleted record leaves the cache.
func TestFeedEncodesARecordOnce(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	if _, err := s.Put(context.Background(), "", "", []wire.Record{{Step: step("mm-feed", 1)}, {Step: step("mm-feed", 2)}}, nil); err != nil {
		t.Fatal(err)
	}
	first, _, err := s.Feed(0, "a", "e", 10)
	if err != nil || len(first) != 2 {
		t.Fatalf("%d records, %v", len(first), err)
	}
	again, _, err := s.Feed(0, "b", "e", 10)
	if err != nil || len(again) != 2 || &first[0].Text[0] != &again[0].Text[0] {
		t.Errorf("a record was encoded twice: %v", err)
	}
	if err := s.Erase(context.Background(), types.Forget{StepID: step("mm-feed", 1).StepID}, nil, []string{step("mm-feed", 1).StepID}, nil); err != nil {
		t.Fatal(err)
	}
	after, _, err := s.Feed(0, "c", "e", 10)
	if err != nil || len(after) != 2 || after[0].Seq != 2 || s.feed.get(1).text != nil {
		t.Errorf("after forgetting: %+v, %v", after, err)
	}
}

func TestFeedCacheKeepsTheNewest(t *testing.T) {
	var kept feedCache
	text := encodedRecord{text: bytes.Repeat([]byte("x"), feedCacheBytes/4)}
	for cursor := range int64(9) {
		kept.put(0, cursor+1, text)
	}
	if kept.get(5).text != nil || kept.get(6).text == nil || kept.get(9).text == nil || kept.bytes > feedCacheBytes {
		t.Errorf("%d bytes, order %v", kept.bytes, kept.order)
	}
	kept.invalidate()
	if kept.put(0, 10, text); kept.get(10).text != nil || kept.get(9).text != nil {
		t.Error("a record from before a deletion is cached")
	}
}
