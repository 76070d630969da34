package gateway

import "os"

// forwardSignals does nothing here: the console tells all its processes of Ctrl-C.
func forwardSignals(*os.Process) (stop func()) { return func() {} }

// exitStatus is how the driver ended.
func exitStatus(state *os.ProcessState) int { return state.ExitCode() }
