package console

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

const (
	columnGap = 2
	// narrowestCell is the width that a cell keeps when the table is wider than the terminal.
	narrowestCell = 16
)

// Table is a list with a heading over each column.
type Table struct {
	out  io.Writer
	rows [][]string
}

// NewTable returns a table without rows.
func NewTable(out io.Writer, headings ...string) *Table {
	return &Table{out: out, rows: [][]string{headings}}
}

// Row adds a row. Every cell is one line.
func (t *Table) Row(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = OneLine(fmt.Sprint(cell))
	}
	t.rows = append(t.rows, row)
}

// Print prints the rows. If they are wider than the terminal, the widest columns are cut;
// where that is not enough, each row becomes a record of lines.
func (t *Table) Print() error {
	widths, fits := t.widths(Columns(t.out))
	if !fits {
		return t.printRecords()
	}
	for n, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			cell = cut(cell, widths[i])
			line.WriteString(cell + strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+columnGap))
		}
		text := strings.TrimRight(line.String(), " ")
		if n == 0 {
			text = Coloured(t.out, Bold, text)
		}
		if _, err := fmt.Fprintln(t.out, text); err != nil {
			return err
		}
	}
	return nil
}

// printRecords prints a line for each cell, its heading before it, and an empty line
// between rows: cells of a few letters would say nothing.
func (t *Table) printRecords() error {
	wide := 0
	for _, heading := range t.rows[0] {
		wide = max(wide, uniseg.StringWidth(heading))
	}
	for n, row := range t.rows[1:] {
		if n > 0 {
			fmt.Fprintln(t.out)
		}
		for i, cell := range row {
			heading := t.rows[0][i]
			gap := strings.Repeat(" ", wide-uniseg.StringWidth(heading)+columnGap)
			if _, err := fmt.Fprintln(t.out, strings.TrimRight(Coloured(t.out, Bold, heading)+gap+cell, " ")); err != nil {
				return err
			}
		}
	}
	return nil
}

// widths returns the width of each column on a terminal (0 for any width), and whether all
// fit it together.
func (t *Table) widths(terminal int) (widths []int, fits bool) {
	widths = make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	if terminal == 0 {
		return widths, true
	}
	over := columnGap*(len(widths)-1) - terminal
	for _, w := range widths {
		over += w
	}
	for ; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowestCell {
			return widths, false
		}
		widths[widest]--
	}
	return widths, true
}

// cut shortens text to a width in columns.
func cut(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	var kept strings.Builder
	left := width - 1 // for the ellipsis
	for all := uniseg.NewGraphemes(text); all.Next() && all.Width() <= left; left -= all.Width() {
		kept.WriteString(all.Str())
	}
	return strings.TrimRight(kept.String(), " ") + "…"
}
