//go:build unix

package gateway

import (
	"os"
	"os/signal"
	"syscall"
)

// forwardSignals forwards the signals of this process to the driver, until stop. At a
// terminal Ctrl-C reaches the driver already, which is in the same process group.
func forwardSignals(driver *os.Process) (stop func()) {
	got := make(chan os.Signal, 8)
	forwarded := []os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2}
	if info, err := os.Stdin.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 || info.Mode()&os.ModeDevice == 0 {
		forwarded = append(forwarded, syscall.SIGINT, syscall.SIGQUIT)
	}
	signal.Notify(got, forwarded...)
	// A closed client must not end this process before the driver.
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-got:
				_ = driver.Signal(s) // it may have ended
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(got); signal.Stop(broken); close(done) }
}

// exitStatus returns the driver's exit status. If a signal ended it, the same signal
// ends this process too, so that the parent sees the same result.
func exitStatus(state *os.ProcessState) int {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return state.ExitCode()
	}
	die(status.Signal())
	return 128 + int(status.Signal())
}

// die ends this process by a signal; tests replace it.
var die = func(s syscall.Signal) {
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s) // otherwise the status reports it
}
