package capture

import (
	"regexp"
	"slices"
	"strings"

	"cairn/shared/exact"
	"cairn/shared/redact"
)

// RowJoin separates the texts of the cells in the row of a target
// (extension/content/rows.js).
const RowJoin = " · "

// NamingCells is how many of a row's first cells identify it. Later ones hold its state,
// and goals contain such words, too.
const NamingCells = 2

// variable matches the name of a variable, whose value may stand in any cell behind it.
var variable = regexp.MustCompile(`^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$`)

// Row returns the text of a row without secrets: those that rules find in a cell, those that the label in the cell
// before marks as secret, and those in known. known may be nil.
func Row(text string, known *exact.Secrets) string {
	text, _ = row(text, known)
	return text
}

// row is Row. It also returns the cells that are secrets: the name of an element that holds the row has them, too.
func row(text string, known *exact.Secrets) (safe string, secrets []string) {
	if text == "" {
		return "", nil
	}
	cells := strings.Split(Clean(text, redact.MaxText), RowJoin)
	hidden := exact.Hidden(cells, nil, nil)
	for i, cell := range cells {
		if IsHidden(cell) {
			continue
		}
		if cells[i] = redact.Text(known.Mask(hidden.Mask(cell))); i > 0 && variable.MatchString(cells[0]) && redact.SaidBefore(cells[0], cell) {
			cells[i] = redact.Mark
		}
		if cells[i] == redact.Mark {
			secrets = append(secrets, cell)
		}
	}
	text = strings.Join(cells, RowJoin)
	if slices.ContainsFunc(cells, IsHidden) {
		return text, secrets
	}
	return pageText(text, maxRow), secrets
}
