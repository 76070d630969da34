package pilot

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestRefsHoldInTheirDocumentAlone(t *testing.T) {
	for name, tc := range map[string]struct {
		shown, now []wire.Document
		target     tool.TargetInput
		stale      bool
	}{
		"the same document":            {docs(0, "A"), docs(0, "A"), tool.TargetInput{A11yRef: "e1"}, false},
		"another document":             {docs(0, "A"), docs(0, "B"), tool.TargetInput{A11yRef: "e1"}, true},
		"another, by test id":          {docs(0, "A"), docs(0, "B"), tool.TargetInput{TestID: "send"}, false},
		"within a ref of another":      {docs(0, "A"), docs(0, "B"), tool.TargetInput{TestID: "send", Within: &tool.TargetInput{A11yRef: "e2"}}, true},
		"a frame that stayed":          {append(docs(0, "A"), docs(7, "F")...), append(docs(0, "A"), docs(7, "F")...), tool.TargetInput{A11yRef: "f7e1"}, false},
		"a frame that was replaced":    {append(docs(0, "A"), docs(7, "F")...), append(docs(0, "A"), docs(7, "G")...), tool.TargetInput{A11yRef: "f7e1"}, true},
		"a frame that has gone":        {append(docs(0, "A"), docs(7, "F")...), docs(0, "A"), tool.TargetInput{A11yRef: "f7e1"}, true},
		"beside a replaced frame":      {append(docs(0, "A"), docs(7, "F")...), append(docs(0, "A"), docs(7, "G")...), tool.TargetInput{A11yRef: "e1"}, false},
		"nobody looked":                {nil, docs(0, "B"), tool.TargetInput{A11yRef: "e1"}, false},
		"an extension that says none":  {[]wire.Document{}, []wire.Document{}, tool.TargetInput{A11yRef: "e1"}, false},
		"a ref with a frame too large": {docs(0, "A"), docs(0, "A"), tool.TargetInput{A11yRef: "f99999999999999999999e1"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			at := &tab{documents: documentsOf(&wire.Page{Documents: tc.now})}
			if tc.shown != nil {
				at.shown = documentsOf(&wire.Page{Documents: tc.shown})
			}
			err := at.stale(tc.target, at.shown)
			if tc.stale {
				wantCode(t, err, types.CodeStaleRef)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

func docs(frame int, id string) []wire.Document {
	return []wire.Document{{FrameID: frame, DocumentID: id}}
}
