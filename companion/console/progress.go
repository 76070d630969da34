package console

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// ProgressEvery is the interval of progress messages for people. Shorter work shows
// none.
const ProgressEvery = time.Second

const (
	redrawEvery = 100 * time.Millisecond
	barWidth    = 30
)

// Columns returns the width of a terminal, 0 for any other output.
func Columns(out io.Writer) int {
	f, ok := out.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// Progress draws how much work is done in a line of a terminal; amount formats a part of it.
// The line goes when all is done. Other outputs get nothing.
func Progress(out io.Writer, what string, amount func(int64) string) func(done, total int64) {
	columns := Columns(out)
	if os.Getenv("TERM") == "dumb" {
		columns = 0
	}
	return progressOn(out, columns, what, amount, time.Now)
}

func progressOn(out io.Writer, columns int, what string, amount func(int64) string, now func() time.Time) func(done, total int64) {
	began, drawn := now(), time.Time{}
	return func(done, total int64) {
		at := now()
		switch {
		case columns == 0 || total <= 0 || at.Sub(began) < ProgressEvery:
		case done >= total:
			if !drawn.IsZero() {
				fmt.Fprint(out, "\r\x1b[K")
			}
		case at.Sub(drawn) >= redrawEvery:
			drawn = at
			full := int(barWidth * done / total)
			line := fmt.Sprintf("%s [%s%s] %s of %s", what, strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), amount(done), amount(total))
			fmt.Fprintf(out, "\r\x1b[K%.*s", columns-1, line)
		}
	}
}
