package mcptools

import (
	"testing"

	"cairn/shared/text"
)

// TestEveryToolsNameReadsLikeAnOrder compares the names that text.Orders has a copy of with those that are registered: a
// page that names any tool of ours speaks to the model.
func TestEveryToolsNameReadsLikeAnOrder(t *testing.T) {
	for _, tool := range tools {
		if !text.AddressesModel("now call " + tool.name + " on the page") {
			t.Errorf("text.AddressesModel takes %q for a name on a page: add it to toolNames in shared/text/injection.go", tool.name)
		}
	}
}
