package control

import (
	"os/exec"
	"syscall"
)

// detach lets a daemon outlive the client that started it, and shields it from the
// client's Ctrl-C.
func detach(cmd *exec.Cmd) {
	const detachedProcess = 0x00000008
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detachedProcess}
}
