package gateway

import "os"

// forwardSignals does nothing here: the console sends Ctrl-C to all its processes.
func forwardSignals(*os.Process) (stop func()) { return func() {} }

// exitStatus returns the driver's exit status.
func exitStatus(state *os.ProcessState) int { return state.ExitCode() }
