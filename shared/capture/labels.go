package capture

import (
	"strings"

	"cairn/shared/types"
)

// The labels of spec 000 section 4.2.
const (
	LabelDiscovery     = "discovery"
	LabelNavigation    = "navigation"
	LabelInteraction   = "interaction"
	LabelConfirmation  = "confirmation"
	LabelErrorRecovery = "error-recovery"
)

// labelOfTool maps a tool to its kind of step. Other tools (screenshot, launch,
// run_steps) get no label.
var labelOfTool = map[string]string{
	"describe_screen":        LabelDiscovery,
	"list_testids":           LabelDiscovery,
	"accessibility_snapshot": LabelDiscovery,
	"get_state":              LabelDiscovery,

	"navigate":              LabelNavigation,
	"wait_for_notification": LabelNavigation,

	"click":     LabelInteraction,
	"type":      LabelInteraction,
	"select":    LabelInteraction,
	"press":     LabelInteraction,
	"press_key": LabelInteraction,
	"wait_for":  LabelInteraction,
}

// confirming lists the words in a clicked target's names that make the click a
// confirmation.
var confirming = []string{"confirm", "submit", "approve"}

// Labels derives a step's labels from its tool, target and outcome. The order
// is fixed: kind, confirmation, error-recovery. Tool names are accepted with
// and without the mm_ prefix.
func Labels(tool string, target *types.Target, outcome types.Outcome) []string {
	labels := []string{}
	if label := labelOfTool[bareTool(tool)]; label != "" {
		labels = append(labels, label)
	}
	if bareTool(tool) == "click" && confirms(target) {
		labels = append(labels, LabelConfirmation)
	}
	if !outcome.OK {
		labels = append(labels, LabelErrorRecovery)
	}
	return labels
}

func confirms(target *types.Target) bool {
	if target == nil {
		return false
	}
	for _, name := range []string{target.TestID, target.Selector, target.Name} {
		name = strings.ToLower(name)
		for _, word := range confirming {
			if strings.Contains(name, word) {
				return true
			}
		}
	}
	return false
}
