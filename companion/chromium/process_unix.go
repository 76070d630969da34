//go:build unix

package chromium

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// setGroup gives the browser a process group of its own: a Ctrl-C in the
// terminal must reach it through Close, once, and its helpers with it.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGTERM) }

func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// pipe joins our two ends of a browser's DevTools pipe.
type pipe struct{ in, out *os.File }

func (p pipe) Read(b []byte) (int, error)  { return p.in.Read(b) }
func (p pipe) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipe) Close() error {
	p.in.Close()
	return p.out.Close()
}

// addPipe makes the browser read commands from its file 3 and write answers to
// its file 4. Its ends are closed on our side by handOver, once it has them.
func addPipe(cmd *exec.Cmd) (ours io.ReadWriteCloser, handOver func(), err error) {
	commands, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	in, answers, err := os.Pipe()
	if err != nil {
		commands.Close()
		out.Close()
		return nil, nil, err
	}
	cmd.ExtraFiles = []*os.File{commands, answers}
	cmd.Args = append(cmd.Args[:1:1], append([]string{"--remote-debugging-pipe"}, cmd.Args[1:]...)...)
	return pipe{in, out}, func() {
		commands.Close()
		answers.Close()
	}, nil
}
