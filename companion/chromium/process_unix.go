//go:build unix

package chromium

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// setGroup puts the browser into a separate process group: a Ctrl-C in the terminal
// must reach it through Close, once, and its helpers with it.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGTERM) }

func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// addPipe makes the browser read commands from its file 3 and write answers to its
// file 4. handOver closes our copies of its ends once the browser has them.
func addPipe(cmd *exec.Cmd) (ours io.ReadWriteCloser, handOver func(), err error) {
	commands, answers, ours, err := pipes()
	if err != nil {
		return nil, nil, err
	}
	cmd.ExtraFiles = []*os.File{commands, answers}
	addSwitches(cmd, "--remote-debugging-pipe")
	return ours, func() {
		commands.Close()
		answers.Close()
	}, nil
}
