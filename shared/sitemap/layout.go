package sitemap

import (
	"cmp"
	"slices"

	"cairn/shared/types"
)

// point is the place of a screen in a drawing: its column and, in it, its row.
type point struct{ column, row int }

// sweeps is how often the rows are ordered by their neighbours.
const sweeps = 4

// layout places the screens of a map in columns, by their distance from the screens on
// which sessions begin, and orders each column so that neighbours are near each other.
// The panel lays out with a library; this is for drawings without a browser.
func layout(m *types.SiteMap) (places []point, columns int) {
	next, near := neighbours(m)
	places = make([]point, len(m.Screens))
	for i := range places {
		places[i].column = -1
	}
	byStarts := make([]int, len(m.Screens))
	for i := range byStarts {
		byStarts[i] = i
	}
	slices.SortStableFunc(byStarts, func(a, b int) int { return cmp.Compare(m.Screens[b].Starts, m.Screens[a].Starts) })
	var rows [][]int
	for _, root := range byStarts {
		if places[root].column >= 0 {
			continue
		}
		places[root].column = 0
		for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
			i := queue[0]
			c := places[i].column
			if c == len(rows) {
				rows = append(rows, nil)
			}
			rows[c] = append(rows[c], i)
			for _, to := range next[i] {
				if places[to].column < 0 {
					places[to].column = c + 1
					queue = append(queue, to)
				}
			}
		}
	}
	for range sweeps {
		for _, column := range rows {
			sortColumn(column, places, near)
		}
	}
	return places, len(rows)
}

// neighbours returns the screens to which links lead, and those that links connect.
func neighbours(m *types.SiteMap) (next, near [][]int) {
	at := map[string]int{}
	for i, s := range m.Screens {
		at[s.ID] = i
	}
	next, near = make([][]int, len(m.Screens)), make([][]int, len(m.Screens))
	for _, l := range m.Links {
		if from, to := at[l.From], at[l.To]; from != to {
			next[from] = append(next[from], to)
			near[from], near[to] = append(near[from], to), append(near[to], from)
		}
	}
	return next, near
}

// sortColumn sorts a column by the mean row of the neighbours in other columns.
func sortColumn(column []int, places []point, near [][]int) {
	mean := map[int]int{}
	for row, i := range column {
		places[i].row = row
	}
	for row, i := range column {
		sum, n := 0, 0
		for _, j := range near[i] {
			if places[j].column != places[i].column {
				sum, n = sum+1000*places[j].row, n+1
			}
		}
		mean[i] = 1000 * row
		if n > 0 {
			mean[i] = sum / n
		}
	}
	slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	for row, i := range column {
		places[i].row = row
	}
}
