package pilot

import (
	"fmt"
	"regexp"
	"strconv"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Refs are counted anew in every document: e5 of the page before is somebody
// else on this one. So a ref holds only in the document in which it was shown.

// refOfFrame finds the frame in a ref; those of the main frame name none.
var refOfFrame = regexp.MustCompile(`^f(\d+)e\d+$`)

// refForm is the form of every ref.
var refForm = regexp.MustCompile(`^(?:f\d+)?e\d+$`)

// documentsOf are the documents of a look, by frame.
func documentsOf(page *wire.Page) map[int]string {
	docs := map[int]string{}
	for _, d := range page.Documents {
		docs[d.FrameID] = d.DocumentID
	}
	return docs
}

// showRefs notes that the agent is told refs of the last look.
func (t *tab) showRefs() { t.shown = t.documents }

// stale reports a target, or what it is within, that is named by a ref of a
// document which is no longer there; shown are those of the look that the refs are of.
func (t *tab) stale(target types.TargetInput, shown map[int]string) error {
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
