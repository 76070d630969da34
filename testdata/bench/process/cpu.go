// Package process measures the process of a benchmark.
package process

import (
	"syscall"
	"time"
)

// CPU returns the CPU time of this process until now, its collector included: on a
// busy machine the clock tells of others.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument fails
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
