package control

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

	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// daemonStartTime bounds the wait for a newly started daemon: opening a large store
// takes seconds (research: 2.5 s per 100,000 records).
const daemonStartTime = 30 * time.Second

// Dial connects to the running daemon, and first starts one if there is none. An
// ending daemon keeps the store for a while; Dial starts the next one afterwards.
// Progress goes to say (nil for silence).
func Dial(h home.Dir, say io.Writer) (net.Conn, error) {
	conn, _, err := DialOrStart(h, say, "--brief")
	return conn, err
}

// DialOrStart is Dial with options of `cairn serve` for a daemon that it starts. died
// receives the end of that daemon; it is nil if one was running.
func DialOrStart(h home.Dir, say io.Writer, options ...string) (conn net.Conn, died <-chan error, err error) {
	if conn, err = net.Dial("unix", h.Socket()); err == nil {
		return conn, nil, nil
	}
	if say != nil {
		fmt.Fprintln(say, "cairn: starting the daemon …")
	}
	starts, said := 0, logSize(h)
	for end := time.Now().Add(daemonStartTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("unix", h.Socket()); err == nil {
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
			if conn, dialErr := net.Dial("unix", h.Socket()); dialErr == nil {
				return conn, nil, nil
			}
			if !gaveWay(err) && starts > 1 { // the first may have been killed
				return nil, nil, whyEnded(h, said, err)
			}
			died = nil
		default:
		}
	}
	return nil, nil, types.Fault(types.CodeInternal, "the daemon did not answer within "+daemonStartTime.String(), "see "+h.Log()+", or run: cairn doctor")
}

func logSize(h home.Dir) int64 {
	info, err := os.Stat(h.Log())
	if err != nil {
		return 0
	}
	return info.Size()
}

// whyEnded returns the reason why a newly started daemon has ended, from its last
// lines in the log after from if there are any.
func whyEnded(h home.Dir, from int64, err error) error {
	const longest = 64 << 10
	why, hint := err.Error(), ""
	if f, err := os.Open(h.Log()); err == nil {
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
	if hint == "" {
		if full := FullDisk(h, nil); full != nil {
			return full
		}
		hint = "see why in " + h.Log() + ", or run: cairn serve"
	}
	return types.Fault(types.CodeInternal, "the daemon ended at once: "+why, hint)
}

// roomToStart is the space that a daemon needs for the files that it writes at its start.
const roomToStart = 64 << 10

// FullDisk returns an error that names a full disk as the reason why a daemon has not
// started, because parts of it report that in their own words, and its log cannot. It
// returns err where the disk has room, and where err has a hint of its own.
func FullDisk(h home.Dir, err error) error {
	var known *types.Error
	free, _, unknown := store.Space(string(h))
	if unknown != nil || free >= roomToStart || errors.As(err, &known) {
		return err
	}
	return types.Fault(types.CodeStoreFull, fmt.Sprintf("the disk that holds %s is full, and no daemon can start", h), "free some space on it; nothing of what was stored is lost")
}

// ExitSecond is the exit status of cairn serve when another process has the store.
const ExitSecond = 5

// gaveWay reports whether a daemon ended because another one was running, which may
// have ended since, or because no command came.
func gaveWay(ended error) bool {
	var exit *exec.ExitError
	return ended == nil || errors.As(ended, &exit) && exit.ExitCode() == ExitSecond
}

// held reports whether a process has the store: a daemon that is ending or loading.
func held(h home.Dir) bool {
	pid, err := store.Holder(h.Store())
	return err == nil && pid > 0
}

// startDaemon runs `cairn serve` detached from this process.
func startDaemon(h home.Dir, options ...string) (died <-chan error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own binary: %w", err)
	}
	log, err := os.OpenFile(h.Log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
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

// Ask sends one request to a running daemon and returns its answer.
func Ask(h home.Dir, req Request) (Reply, error) {
	conn, err := net.Dial("unix", h.Socket())
	if err != nil {
		return Reply{}, types.Fault(types.CodeNotFound, "no cairn daemon is running for "+string(h), "start one with: cairn run (with a browser) or cairn serve")
	}
	return AskOn(conn, req)
}

// askTries bounds the number of ending daemons that one question may meet.
const askTries = 5

// BriefEnd bounds the wait for the end of a daemon that was started for one command.
const BriefEnd = 3 * time.Second

// AskOrStart is Ask for questions that justify starting a daemon. The new daemon ends
// with the command, unless others use it meanwhile; after a deletion it stays as long
// as the deletion can be undone. A daemon that is ending has not read the question, so
// AskOrStart asks the next one. If the started daemon ends, the error has the reason.
func AskOrStart(h home.Dir, req Request) (reply Reply, err error) {
	for range askTries {
		said := logSize(h)
		conn, died, dialErr := DialOrStart(h, nil, "--brief")
		if dialErr != nil {
			return Reply{}, dialErr
		}
		reply, err = AskOn(conn, req)
		unread := errors.Is(err, errNoAnswer)
		if died == nil && unread {
			continue
		}
		if died == nil || req.Want == WantForget && !unread {
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
		case <-time.After(BriefEnd):
		}
		return reply, err
	}
	return Reply{}, errNoAnswer
}

// errNoAnswer reports that the daemon ended before it answered.
var errNoAnswer = errors.New("daemon gave no answer")

// AskOn sends one request on an open connection, reads its answer and closes it.
func AskOn(conn net.Conn, req Request) (Reply, error) {
	defer conn.Close()
	WriteLine(conn, req)
	line, err := bufio.NewReader(conn).ReadBytes('\n')
	if err != nil {
		return Reply{}, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	var reply Reply
	if err := json.Unmarshal(line, &reply); err != nil {
		return Reply{}, fmt.Errorf("daemon's answer not understood: %w", err)
	}
	if reply.Error != nil {
		return reply, reply.Error
	}
	return reply, nil
}

// Running reports whether a daemon is running.
func Running(h home.Dir) bool {
	conn, err := net.Dial("unix", h.Socket())
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// AskCore sends one query to the core of the daemon. A warning about the answer goes to
// say (nil for silence).
func AskCore(h home.Dir, say io.Writer, req wire.CoreRequest) (*wire.CoreReply, error) {
	reply, err := AskOrStart(h, Request{Want: WantCore, Core: &req})
	if err != nil {
		return nil, err
	}
	if reply.Warning != "" && say != nil {
		fmt.Fprintf(say, "cairn: %s\n", reply.Warning)
	}
	if reply.Core.Error != nil {
		return nil, reply.Core.Error
	}
	return reply.Core, nil
}
