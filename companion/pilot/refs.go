package pilot

import (
	"fmt"
	"regexp"
	"strconv"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Refs are numbered per document: e5 of the previous page is another element here. So
// a ref is valid only in the document for which it was shown.

// refOfFrame matches a ref with a frame; refs of the main frame have none.
var refOfFrame = regexp.MustCompile(`^f(\d+)e\d+$`)

// refForm is the form of every ref.
var refForm = regexp.MustCompile(`^(?:f\d+)?e\d+$`)

func documentsOf(page *wire.Page) map[int]string {
	docs := map[int]string{}
	for _, d := range page.Documents {
		docs[d.FrameID] = d.DocumentID
	}
	return docs
}

// showRefs notes that the agent receives refs of the last observation.
func (t *tab) showRefs() { t.shown = t.documents }

// stale returns an error for a target or region whose ref belongs to a replaced
// document; shown are the documents for which refs were shown.
func (t *tab) stale(target tool.TargetInput, shown map[int]string) error {
	refs := []string{target.A11yRef}
	if target.Within != nil {
		refs = append(refs, target.Within.A11yRef)
	}
	for _, ref := range refs {
		if ref == "" || shown == nil {
			continue
		}
		frame := 0
		if m := refOfFrame.FindStringSubmatch(ref); m != nil {
			frame, _ = strconv.Atoi(m[1]) // digits; one too large is no frame's
		}
		if was := shown[frame]; was != "" && was != t.documents[frame] {
			return types.Fault(types.CodeStaleRef, fmt.Sprintf("the page has navigated away since %.40q was shown", ref),
				"call mm_describe_screen for the refs of the page as it is now, or use testId or role and name")
		}
	}
	return nil
}
