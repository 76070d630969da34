package flow

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"cairn/shared/types"
)

// Digest returns a checksum of the actions of a flow: where, with which elements, values and
// keys. It excludes the features by which pages are recognised. So more evidence for the
// same steps keeps their rights, and other steps never get them.
func Digest(f *types.Flow) string {
	done := struct {
		Site, Start string
		Steps       []types.FlowStep
	}{f.Site, f.Start, make([]types.FlowStep, 0, len(f.Steps))}
	for i := range f.Steps {
		s := f.Steps[i]
		s.Screen, s.Expect, s.Sets = types.FlowScreen{}, types.FlowScreen{}, ""
		targets := make([]types.FlowTarget, 0, len(s.Targets))
		for _, t := range s.Targets {
			targets = append(targets, named(t))
		}
		s.Targets = targets
		if s.To != nil && s.To.Target != nil {
			to, t := *s.To, named(*s.To.Target)
			to.Target = &t
			s.To = &to
		}
		done.Steps = append(done.Steps, s)
	}
	text, _ := json.Marshal(done) // texts and numbers always encode
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// named returns a target with its names alone.
func named(t types.FlowTarget) types.FlowTarget {
	t.Near, t.Twins, t.Tag, t.Cell, t.Under = nil, 0, "", 0, strictly(&t)
	return t
}
