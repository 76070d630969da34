//go:build unix

package control

import (
	"os/exec"
	"syscall"
)

// detach lets a daemon outlive the client that started it, and keeps the
// client's Ctrl-C from it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
