// Package process tells what the process of a benchmark has used.
package process

import (
	"syscall"
	"time"
)

// CPU is what this process has used until now, its collector included: on a
// busy machine the clock tells of others.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument fails
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
