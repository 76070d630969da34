package console

import (
	"fmt"
	"io"
	"time"
)

// ProgressEvery is the interval of progress messages for people. Shorter work prints
// none.
const ProgressEvery = time.Second

// Progress prints on out how much of a file was read.
func Progress(out io.Writer, what string, now func() time.Time) func(done, total int64) {
	return ProgressOf(out, what, "MiB", 1<<20, now)
}

// ProgressOf prints the progress of work on out, in units of the given size.
func ProgressOf(out io.Writer, what, unit string, size int64, now func() time.Time) func(done, total int64) {
	said := now()
	return func(done, total int64) {
		if at := now(); at.Sub(said) >= ProgressEvery && total > 0 {
			said = at
			fmt.Fprintf(out, "cairn: %s: %d of %d %s\n", what, done/size, total/size, unit)
		}
	}
}
