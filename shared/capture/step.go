package capture

import "cairn/shared/types"

// Step makes a raw step fit to be remembered. It does not change raw.
func Step(now types.Time, raw *types.Step, rules *Rules) (*types.Step, error) {
	step := *raw
	step.Tool.Name = NormalizeTool(step.Tool.Name)
	step.Labels = Labels(step.Tool.Name, step.Tool.Target, step.Outcome)
	return &step, nil
}

// Observation makes a raw look fit to be remembered, in place.
func Observation(obs *types.Observation, rules *Rules) {}
