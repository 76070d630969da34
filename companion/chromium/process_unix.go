//go:build unix

package chromium

import (
	"os/exec"
	"syscall"
)

// setGroup gives the browser a process group of its own: a Ctrl-C in the
// terminal must reach it through Close, once, and its helpers with it.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGTERM) }

func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
