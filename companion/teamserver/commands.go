package teamserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cairn/shared/types"
)

// commandTime bounds a command to a running server.
const commandTime = 30 * time.Second

// The commands that a running server carries out; a name follows the first.
const (
	revokeCommand = "revoke "
	forgetCommand = "forget " // likewise
	rosterCommand = "roster"  // take over the changed account, and publish the changed files
)

// listenCommands opens the socket on which the owner's commands reach a running server. It also
// keeps a second server from the same directory.
func (t *Team) listenCommands() (net.Listener, error) {
	path := filepath.Join(t.dir, socketFile)
	if conn, err := net.Dial("unix", path); err == nil {
		conn.Close()
		return nil, types.Fault(types.CodePortInUse, "the team's server is running already", "cairn team status shows it")
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("remove socket of an ended server: %w", err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("open socket: %w", err)
	}
	return l, nil
}

// answerCommands carries out one command for each connection.
func (s *Server) answerCommands() {
	for {
		conn, err := s.commands.Accept()
		if err != nil {
			return // closed
		}
		_ = conn.SetDeadline(time.Now().Add(commandTime))
		if line, err := bufio.NewReader(conn).ReadString('\n'); err == nil {
			answer := "ok"
			if err := s.carry(strings.TrimSpace(line)); err != nil {
				s.log.Printf("command: %v", err)
				answer = types.AsError(err).Message
			}
			_, _ = io.WriteString(conn, answer) // the command may be gone; the files hold
		}
		conn.Close()
	}
}

func (s *Server) carry(line string) error {
	if name, ok := strings.CutPrefix(line, revokeCommand); ok {
		return s.revoke(name, time.Now(), false)
	}
	if name, ok := strings.CutPrefix(line, forgetCommand); ok {
		return s.revoke(name, time.Now(), true)
	}
	if line != rosterCommand {
		return errors.New("the running server does not know this command: restart it")
	}
	if err := s.applyAccount(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), commandTime)
	defer cancel()
	return s.publishRoster(ctx)
}

// command has a running server carry out a command. running is false if there is none.
func (t *Team) command(line string) (running bool, err error) {
	conn, err := net.Dial("unix", filepath.Join(t.dir, socketFile))
	if err != nil {
		return false, nil
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(commandTime))
	if _, err := io.WriteString(conn, line+"\n"); err != nil {
		return true, fmt.Errorf("ask the running server: %w", err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil {
		return true, fmt.Errorf("ask the running server: %w", err)
	}
	if string(answer) != "ok" {
		return true, types.Invalid(string(answer), "cairn team members lists the members")
	}
	return true, nil
}
