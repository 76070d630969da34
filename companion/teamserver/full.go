package teamserver

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// After a message that it could not write, nats-server refuses all of the stream's until it is started again, also
// when the disk has room. It says so in its log alone.
const (
	storeFailed = "JetStream failed to store a msg"
	roomPause   = 2 * time.Second
	roomBytes   = 1 << 20
)

// Restart is closed when the server is to be closed and started again: its disk was full, and has room now.
func (s *Server) Restart() <-chan struct{} { return s.restart }

// noteError begins to wait for room if the server could not write a message.
func (s *Server) noteError(said string) {
	if strings.Contains(said, storeFailed) && s.full.CompareAndSwap(false, true) {
		go s.awaitRoom()
	}
}

func (s *Server) awaitRoom() {
	for !hasRoom(s.team.dir) {
		select {
		case <-s.life.Done():
			return
		case <-time.After(roomPause):
		}
	}
	close(s.restart)
}

// hasRoom reports whether files can be written.
func hasRoom(dir string) bool {
	f, err := os.CreateTemp(dir, "room")
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	defer f.Close()
	_, err = f.Write(make([]byte, roomBytes))
	return err == nil && f.Sync() == nil
}

func (l natsLog) Errorf(format string, v ...any) {
	said := fmt.Sprintf(format, v...)
	l.server.log.Print(said)
	l.server.noteError(said)
}
