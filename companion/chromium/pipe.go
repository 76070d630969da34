package chromium

import (
	"io"
	"os"
	"os/exec"
)

// pipe joins our two ends of a browser's DevTools pipe.
type pipe struct{ in, out *os.File }

func (p pipe) Read(b []byte) (int, error)  { return p.in.Read(b) }
func (p pipe) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipe) Close() error {
	p.in.Close()
	return p.out.Close()
}

// pipes creates a pipe in each direction: the browser reads commands and writes
// answers.
func pipes() (commands, answers *os.File, ours io.ReadWriteCloser, err error) {
	commands, out, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, err
	}
	in, answers, err := os.Pipe()
	if err != nil {
		commands.Close()
		out.Close()
		return nil, nil, nil, err
	}
	return commands, answers, pipe{in, out}, nil
}

// addSwitches inserts switches into a command, before its last argument, the page.
func addSwitches(cmd *exec.Cmd, switches ...string) {
	cmd.Args = append(append(cmd.Args[:1:1], switches...), cmd.Args[1:]...)
}
