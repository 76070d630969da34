package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
)

// daemonStartTime bounds the wait for a daemon that was just started: opening
// a large store takes seconds (research: 2.5 s per 100,000 records).
const daemonStartTime = 30 * time.Second

// dialDaemon connects to the running daemon, starting one first when there is
// none. One that is just ending keeps the store for a while, and the next one is
// started when it has gone. Progress goes to say (nil for silence).
func dialDaemon(h home, say io.Writer) (net.Conn, error) {
	conn, _, err := dialOrStart(h, say)
	return conn, err
}

// dialOrStart is dialDaemon with options of `cairn serve` for a daemon that it starts. died says when that one ends; it is
// nil where one was running.
func dialOrStart(h home, say io.Writer, options ...string) (conn net.Conn, died <-chan error, err error) {
	if conn, err = net.Dial("unix", h.socket()); err == nil {
		return conn, nil, nil
	}
	if say != nil {
		fmt.Fprintln(say, "cairn: starting the daemon …")
	}
	starts, said := 0, logSize(h)
	for end := time.Now().Add(daemonStartTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("unix", h.socket()); err == nil {
			return conn, died, nil
		}
		if died == nil {
			if held(h) {
				continue
			}
			if died, err = startDaemon(h, options...); err != nil {
				return nil, nil, err
			}
			starts++
		}
		select {
		case err := <-died:
			if conn, dialErr := net.Dial("unix", h.socket()); dialErr == nil {
				return conn, nil, nil
			}
			if !gaveWay(err) && starts > 1 { // the first may have been killed
				return nil, nil, whyEnded(h, said, err)
			}
			died = nil
		default:
		}
	}
	return nil, nil, types.Fault(types.CodeInternal, "the daemon did not answer within "+daemonStartTime.String(), "see "+h.log()+", or run: cairn doctor")
}

func logSize(h home) int64 {
	info, err := os.Stat(h.log())
	if err != nil {
		return 0
	}
	return info.Size()
}

// whyEnded says why a daemon that was just started has ended, in its own last
// words if it left any in the log after from.
func whyEnded(h home, from int64, err error) error {
	const longest = 64 << 10
	why, hint := err.Error(), "see why in "+h.log()+", or run: cairn serve"
	if f, err := os.Open(h.log()); err == nil {
		defer f.Close()
		lines := bufio.NewScanner(io.NewSectionReader(f, from, longest))
		for lines.Scan() {
			if said, ok := strings.CutPrefix(lines.Text(), "cairn: "); ok {
				why = said
			} else if said, ok := strings.CutPrefix(lines.Text(), "hint: "); ok {
				hint = said
			}
		}
	}
	return types.Fault(types.CodeInternal, "the daemon ended at once: "+why, hint)
}

// exitSecond is the exit status of cairn serve where another process has the store.
const exitSecond = 5

// gaveWay reports whether a daemon ended because another one was there, which may have ended since, or because no command
// came.
func gaveWay(ended error) bool {
	var exit *exec.ExitError
	return ended == nil || errors.As(ended, &exit) && exit.ExitCode() == exitSecond
}

// held reports whether a process has the store: a daemon that is ending or
// loading.
func held(h home) bool {
	pid, err := store.Holder(h.store())
	return err == nil && pid > 0
}

// startDaemon runs `cairn serve` detached from this process.
func startDaemon(h home, options ...string) (died <-chan error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own binary: %w", err)
	}
	log, err := os.OpenFile(h.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	defer log.Close()
	cmd := exec.Command(self, append([]string{"serve", "--data", string(h)}, options...)...)
	cmd.Stdout, cmd.Stderr = log, log
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start daemon: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	return ended, nil
}

// askDaemon sends one request to a running daemon and returns its answer.
func askDaemon(h home, req controlRequest) (controlReply, error) {
	conn, err := net.Dial("unix", h.socket())
	if err != nil {
		return controlReply{}, types.Fault(types.CodeNotFound, "no cairn daemon is running for "+string(h), "start one with: cairn run (with a browser) or cairn serve")
	}
	return ask(conn, req)
}

// askTries is how many daemons that are just ending a question may meet.
const askTries = 5

// briefEnd bounds the wait for a daemon that was started for one command to end.
const briefEnd = 3 * time.Second

// askOrStart is askDaemon for questions that are worth starting a daemon for. That one ends with the command, or is used by
// others meanwhile; after forgetting it stays as long as the forgetting can be taken back. One that is ending as it is asked
// has not read the question, and the next is asked; of one that was started for it, the error says why it ended.
func askOrStart(h home, req controlRequest) (reply controlReply, err error) {
	for range askTries {
		said := logSize(h)
		conn, died, dialErr := dialOrStart(h, nil, "--brief")
		if dialErr != nil {
			return controlReply{}, dialErr
		}
		reply, err = ask(conn, req)
		unread := errors.Is(err, errNoAnswer)
		if died == nil && unread {
			continue
		}
		if died == nil || req.Want == wantForget && !unread {
			return reply, err
		}
		select {
		case ended := <-died:
			if unread && gaveWay(ended) {
				continue
			}
			if unread {
				err = whyEnded(h, said, err)
			}
		case <-time.After(briefEnd):
		}
		return reply, err
	}
	return controlReply{}, errNoAnswer
}

// errNoAnswer says that the daemon went away before it answered.
var errNoAnswer = errors.New("daemon gave no answer")

func ask(conn net.Conn, req controlRequest) (controlReply, error) {
	defer conn.Close()
	writeLine(conn, req)
	line, err := bufio.NewReader(conn).ReadBytes('\n')
	if err != nil {
		return controlReply{}, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	var reply controlReply
	if err := json.Unmarshal(line, &reply); err != nil {
		return controlReply{}, fmt.Errorf("daemon's answer not understood: %w", err)
	}
	if reply.Error != nil {
		return reply, reply.Error
	}
	return reply, nil
}

// daemonAnswers reports whether a daemon is there.
func daemonAnswers(h home) bool {
	conn, err := net.Dial("unix", h.socket())
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
