package store

import (
	"bytes"
	"context"
	"reflect"
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
	if err := s.Erase(context.Background(), types.Forget{StepID: step("mm-told", 1).StepID}, nil, []string{step("mm-told", 1).StepID}, nil, nil); err != nil {
		t.Fatal(err)
	}
	after, _, err := s.Feed(0, "c", "e", 10)
	if err != nil || len(after) != 2 || after[0].Seq != 2 || s.told.get(1).text != nil {
		t.Errorf("after forgetting: %+v, %v", after, err)
	}
}

func TestToldKeepsTheNewest(t *testing.T) {
	var kept told
	text := toldText{text: bytes.Repeat([]byte("x"), toldBytes/4)}
	for cursor := range int64(9) {
		kept.put(0, cursor+1, text)
	}
	if kept.get(5).text != nil || kept.get(6).text == nil || kept.get(9).text == nil || kept.bytes > toldBytes {
		t.Errorf("%d bytes, order %v", kept.bytes, kept.order)
	}
	kept.forget()
	if kept.put(0, 10, text); kept.get(10).text != nil || kept.get(9).text != nil {
		t.Error("something from before a forgetting is kept")
	}
}

// TestSpelledStepIsTheDecodedOne: what is put together from stored JSON says
// what the decoded record says.
func TestSpelledStepIsTheDecodedOne(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	plain, odd, bare := step("mm-told", 1), step("mm-told", 2), step("mm-\"odd\",\"<", 3)
	odd.StepID = `s-","sessionId":"&`
	odd.Tool.Input = map[string]any{"text": `{"ref":"",`, "n": 1.5}
	odd.Observation.A11y.Nodes = append(odd.Observation.A11y.Nodes, types.A11yNode{Role: "link", Name: `{"ref":"","role":"x"} <b>&amp;\u2028` + "\u2028"})
	odd.Observation.State.Title = `\{"ref":"",`
	bare.Observation = nil
	recs := []wire.Record{{Step: plain, Session: session(1)}, {Step: odd}, {Step: bare}}
	recs[0].Session.SessionID = plain.SessionID
	if _, err := s.Put(context.Background(), "", "", recs, nil); err != nil {
		t.Fatal(err)
	}
	f := feeding{values: map[string]string{}, plains: map[ref][]byte{}, known: map[string]located{}}
	if _, err := s.gatherFeed(&f, 0, sourceRef("a", "e"), 10); err != nil || len(f.items) != len(recs) {
		t.Fatalf("%d records, %v", len(f.items), err)
	}
	for _, it := range f.items {
		text, err := f.spell(it.cursor, it.change)
		if err != nil {
			t.Fatal(err)
		}
		got, err := wire.Encoded{Text: text}.Record()
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		r := s.readerOf(f.value, func(id string) (located, bool) { at, ok := f.known[id]; return at, ok })
		want, _ := r.record(it.cursor, it.change)
		want.Session = r.session(it.change.sessionID)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("spelt %s\ndecoded %+v", text, want)
		}
	}
	broken := *f.items[0].change
	broken.payload = pack(nil, []byte(`{"sessionId":"","schemaVersion":1}`))
	if _, err := f.spell(1, &broken); err == nil {
		t.Error("a step in another order was spelt")
	}
}
