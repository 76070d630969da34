//go:build unix

package control

import (
	"os/exec"
	"syscall"
)

// detach lets a daemon outlive the client that started it, and shields it from the
// client's Ctrl-C.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
