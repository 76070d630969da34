package core

import (
	"cairn/shared/capture"
	"cairn/shared/types"
)

// ApplyDeletions applies earlier deletion requests to a step that began before them but
// arrived later. It returns the step, a copy without a deleted element, or nil. It reads
// only the name key of c, so it needs no lock.
func (c *Core) ApplyDeletions(orders []types.Forget, step *types.Step) *types.Step {
	var alone *Core
	for _, f := range orders {
		if step.Timestamp > f.At {
			if f.StepID != "" && f.StepID == step.StepID {
				return nil
			}
			continue
		}
		if goes, known := goesByItself(f, step); known {
			if goes {
				return nil
			}
			continue
		}
		// Only Named can decide a request about page contents, so a core with only this step
		// evaluates it.
		if alone == nil {
			alone = New()
			alone.hider = capture.NewHider(c.nameKey)
			if alone.PutStep(step) != nil {
				return step // PutStep rejects it elsewhere
			}
		}
		n := alone.Named(f)
		if len(n.Steps) > 0 {
			return nil
		}
		if len(n.Cleaned) > 0 {
			step, alone = n.Cleaned[0], nil
		}
	}
	return step
}

// goesByItself decides a request that names neither an origin nor an element: it
// needs no page contents.
func goesByItself(f types.Forget, step *types.Step) (goes, known bool) {
	switch {
	case f.Undo, f.Author != "":
		return false, true // who shared a step, its session says: see CoversShared
	case f.StepID != "":
		return f.StepID == step.StepID, true
	case f.SessionID != "":
		return f.SessionID == step.SessionID, true
	case f.Sealed.Done() || f.Element != (types.Element{}) || f.Origin != "":
		return false, false
	case f.From != 0 || f.To != 0:
		return step.Timestamp >= f.From && (f.To == 0 || step.Timestamp < f.To), true
	}
	return f.All, true
}
