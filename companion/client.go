package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
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
	conn, err := net.Dial("unix", h.socket())
	if err == nil {
		return conn, nil
	}
	if say != nil {
		fmt.Fprintln(say, "cairn: starting the daemon …")
	}
	var died <-chan error
	starts := 0
	for end := time.Now().Add(daemonStartTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("unix", h.socket()); err == nil {
			return conn, nil
		}
		if died == nil {
			if held(h) {
				continue
			}
			if died, err = startDaemon(h); err != nil {
				return nil, err
			}
			starts++
		}
		select {
		case err := <-died:
			// Two clients may have started one each: the loser's end is fine
			// as long as the winner answers.
			if conn, dialErr := net.Dial("unix", h.socket()); dialErr == nil {
				return conn, nil
			}
			if !held(h) && starts > 1 { // the first may have met one that was just ending
				return nil, types.Fault(types.CodeInternal, fmt.Sprintf("the daemon ended at once: %v", err), "see why in "+h.log()+", or run: cairn serve")
			}
			died = nil
		default:
		}
	}
	return nil, types.Fault(types.CodeInternal, "the daemon did not answer within "+daemonStartTime.String(), "see "+h.log()+", or run: cairn doctor")
}

// held reports whether a process has the store: a daemon that is ending or
// loading.
func held(h home) bool {
	pid, err := store.Holder(h.store())
	return err == nil && pid > 0
}

// startDaemon runs `cairn serve` detached from this process.
func startDaemon(h home) (died <-chan error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own binary: %w", err)
	}
	log, err := os.OpenFile(h.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	defer log.Close()
	cmd := exec.Command(self, "serve", "--data", string(h))
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

// askOrStart is askDaemon for questions that are worth starting a daemon for.
func askOrStart(h home, req controlRequest) (controlReply, error) {
	conn, err := dialDaemon(h, os.Stderr)
	if err != nil {
		return controlReply{}, err
	}
	return ask(conn, req)
}

func ask(conn net.Conn, req controlRequest) (controlReply, error) {
	defer conn.Close()
	writeLine(conn, req)
	line, err := bufio.NewReader(conn).ReadBytes('\n')
	if err != nil {
		return controlReply{}, fmt.Errorf("daemon gave no answer: %w", err)
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
