package capture

import (
	"encoding/json"
	"testing"

	"cairn/shared/types"
)

func TestWhereADragEnds(t *testing.T) {
	for _, tc := range []struct{ tool, input, want string }{
		{"mm_drag", `{"to":{"testId":"done","role":"region","name":"Done","selector":"#done"}}`, `{"At":null,"Target":{"testId":"done","selector":"#done","role":"region","name":"Done"},"TargetAt":null,"Offset":null}`},
		{"mm_drag", `{"at":{"x":10,"y":20},"to":{"x":-5,"y":0}}`, `{"At":{"x":10,"y":20},"Target":null,"TargetAt":null,"Offset":{"x":-5,"y":0}}`},
		{"mm_drag", `{"to":{"selector":"canvas","at":{"x":1,"y":2}}}`, `{"At":null,"Target":{"selector":"canvas"},"TargetAt":{"x":1,"y":2},"Offset":null}`},
		{"mm_drag", `{"to":{}}`, `null`},
		{"mm_drag", `{"to":"there"}`, `null`},
		{"mm_drag", `{"to":{"x":1}}`, `null`},
		{"mm_drag", `{"to":{"x":1e9,"y":0}}`, `null`},
		{"mm_drag", `{"files":2}`, `null`},
		{"mm_drag", `null`, `null`},
		{"mm_click", `{"to":{"testId":"done"}}`, `null`},
	} {
		step := &types.Step{Tool: types.Tool{Name: tc.tool}}
		if err := json.Unmarshal([]byte(tc.input), &step.Tool.Input); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(DropOf(step))
		if err != nil || string(got) != tc.want {
			t.Errorf("%s %s ends at %s, want %s", tc.tool, tc.input, got, tc.want)
		}
	}
	native := &types.Step{Tool: types.Tool{Name: "mm_drag", Input: map[string]any{"to": map[string]any{"x": 3, "y": int64(4)}}}}
	if d := DropOf(native); d == nil || *d.Offset != (types.Point{X: 3, Y: 4}) {
		t.Errorf("an offset of plain numbers is %+v", d)
	}
}
