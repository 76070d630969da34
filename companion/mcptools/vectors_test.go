package mcptools

import (
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/testdata/vectors"
)

// TestOptionVectors: many options of a list share its line, and options without a list
// stay. The cases with an earlier observation run in companion/pilot.
func TestOptionVectors(t *testing.T) {
	lines := map[string][]string{
		"55 options":        {`e1 combobox "Country" of "Opt 0", "Opt 1", "Opt 2", "Opt 3", "Opt 4" and 50 more`, `e57 button "Next"`},
		"bare options kept": {`options: e2 "Opt 0" e3 "Opt 1" e4 "Opt 2" e5 "Opt 3"`},
	}
	for _, c := range vectors.Cases[struct {
		ID, Name          string
		Current, Previous []types.A11yNode
	}](t, "observation_compaction.json") {
		if c.Previous != nil {
			continue
		}
		for i := range c.Current { // an option's path names its list; the vectors' program went by the order
			if first := c.Current[0]; c.Current[i].Role == "option" && first.Role == "combobox" {
				c.Current[i].Path = []string{"combobox " + first.Name}
			}
		}
		r := &tool.DescribeResult{A11y: types.A11y{Nodes: c.Current}, Total: len(c.Current)}
		if got := bodyText(tool.DescribeInput{}, r, describeBudget); got != strings.Join(lines[c.Name], "\n") {
			t.Errorf("%s, %s:\n%s\nwant\n%s", c.ID, c.Name, got, strings.Join(lines[c.Name], "\n"))
		}
	}
}
