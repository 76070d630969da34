package bridge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// BenchmarkDecode reads a batch of 16 records of about 4 KB.
func BenchmarkDecode(b *testing.B) {
	batch := &wire.Batch{First: 1}
	for seq := range int64(16) {
		step := &types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("s-%d", seq), SessionID: "mm-load-1", Timestamp: 1_700_000_000_000, Actor: types.ActorObserved,
			Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: "open", Role: "button", Name: "Open"}}, Outcome: types.Outcome{OK: true},
			Observation: &types.Observation{State: types.State{CurrentURL: "https://shop.example/orders/7", Origin: "https://shop.example", Title: "Orders"}}}
		for i := range 45 {
			step.Observation.A11y.Nodes = append(step.Observation.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+1), Role: "link", Name: fmt.Sprintf("Order %d of customer %d", i, seq), Path: []string{"main"}})
		}
		batch.Records = append(batch.Records, wire.Record{Seq: seq + 1, Step: step})
	}
	text, err := json.Marshal(wire.Envelope{Kind: wire.KindBatch, Batch: batch})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(text, false); err != nil {
			b.Fatal(err)
		}
	}
}

func TestKeyThatComesTwiceIsSeenAmongMany(t *testing.T) {
	for _, keys := range []int{1, 15, 16, 17, 40} {
		for _, again := range []int{-1, 0, keys / 2, keys - 1} {
			var inside []string
			for i := range keys {
				inside = append(inside, fmt.Sprintf(`"k%d":[ {} , "x\"}" ]`, i))
			}
			if again >= 0 {
				inside = append(inside, fmt.Sprintf(`"k%d":1`, again))
			}
			_, err := decode([]byte(`{"kind":"reply","re":1,"reply":{"result":{`+strings.Join(inside, " ,\n")+"}}}"), false)
			if (err != nil) != (again >= 0) {
				t.Errorf("%d keys, key %d again: %v", keys, again, err)
			}
		}
	}
}
