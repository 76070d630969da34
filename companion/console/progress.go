package console

import (
	"fmt"
	"io"
	"time"
)

// ProgressEvery is how often somebody who waits hears how far it has come. What
// takes less is over without a word.
const ProgressEvery = time.Second

// Progress tells on out how much of a file was read.
func Progress(out io.Writer, what string, now func() time.Time) func(done, total int64) {
	return ProgressOf(out, what, "MiB", 1<<20, now)
}

// ProgressOf prints on out how much of something was done, in units of so many.
func ProgressOf(out io.Writer, what, unit string, size int64, now func() time.Time) func(done, total int64) {
	said := now()
	return func(done, total int64) {
		if at := now(); at.Sub(said) >= ProgressEvery && total > 0 {
			said = at
			fmt.Fprintf(out, "cairn: %s: %d of %d %s\n", what, done/size, total/size, unit)
		}
	}
}
