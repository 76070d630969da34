package capture

import (
	"slices"
	"strings"

	"cairn/shared/exact"
	"cairn/shared/redact"
)

// RowJoin separates the texts of the cells in the row of a target
// (extension/content/rows.js).
const RowJoin = " · "

// Row returns the text of a row without secrets: those that rules find in a cell, those that the label in the cell
// before marks as secret, and those in known. known may be nil.
func Row(text string, known *exact.Secrets) string {
	if text == "" {
		return ""
	}
	cells := strings.Split(Clean(text, redact.MaxText), RowJoin)
	hidden := exact.Hidden(cells, nil, nil)
	for i, cell := range cells {
		if !IsHidden(cell) {
			cells[i] = redact.Text(known.Mask(hidden.Mask(cell)))
		}
	}
	text = strings.Join(cells, RowJoin)
	if slices.ContainsFunc(cells, IsHidden) {
		return text
	}
	return pageText(text, maxRow)
}
