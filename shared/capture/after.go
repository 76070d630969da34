package capture

import (
	"strings"

	"cairn/shared/types"
)

// after cleans what a step led to: the page behind it, and the elements that appeared.
func after(raw *types.After, rules *Rules) *types.After {
	if raw == nil {
		return nil
	}
	a := *raw
	a.Title = pageText(a.Title, maxName)
	a.CurrentURL = address(a.CurrentURL)
	a.Load = oneOf(a.Load, "new", "same")
	a.CurrentScreen = rules.screenOr(a.CurrentScreen, a.CurrentURL, a.Title, nil)
	a.Appeared = appeared(raw.Appeared[:min(len(raw.Appeared), maxAppeared)])
	return &a
}

// appeared cleans the lines `role "name"` of elements. Rules read the names alone: where a sentence ends counts.
func appeared(raw []string) (lines []string) {
	names, roles := make([]string, len(raw)), make([]string, len(raw))
	for i, s := range raw {
		role, name, quoted := strings.Cut(strings.TrimSuffix(s, `"`), ` "`)
		if !quoted {
			role, name = "", s
		}
		names[i], roles[i] = pageText(withoutBareCode(role, name), maxName), role
	}
	redactNames(names, roles)
	for i, name := range names {
		if roles[i] != "" {
			name = authorText(roles[i], maxWord) + ` "` + name + `"`
		}
		lines = append(lines, name)
	}
	return lines
}
