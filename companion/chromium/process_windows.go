package chromium

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

func setGroup(*exec.Cmd) {}

func terminate(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// addPipe makes the browser read commands from one inherited handle and write answers
// to another: a program inherits no numbered files here. handOver closes our copies of
// its ends once the browser has them.
func addPipe(cmd *exec.Cmd) (ours io.ReadWriteCloser, handOver func(), err error) {
	commands, answers, ours, err := pipes()
	if err != nil {
		return nil, nil, err
	}
	handOver = func() {
		commands.Close()
		answers.Close()
	}
	handles := []syscall.Handle{syscall.Handle(commands.Fd()), syscall.Handle(answers.Fd())}
	for _, h := range handles {
		if err := syscall.SetHandleInformation(h, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT); err != nil {
			handOver()
			ours.Close()
			return nil, nil, fmt.Errorf("let the browser inherit: %w", err)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: handles}
	addSwitches(cmd, "--remote-debugging-pipe", fmt.Sprintf("--remote-debugging-io-pipes=%d,%d", handles[0], handles[1]))
	return ours, handOver, nil
}
