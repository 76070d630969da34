package daemon

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	"cairn/companion/control"
)

func TestWhoAsksTheDaemonToStopIsAnswered(t *testing.T) {
	for range 10 { // the answer races with the end
		dir, err := os.MkdirTemp("", "cairn-c-") // short: a socket's path has little room
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		socket := filepath.Join(dir, "s")
		l, err := listenControl(socket)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		s := &controlServer{listener: l,
			handle: func(context.Context, control.Request) control.Reply {
				cancel()
				for { // until the end is well under way
					conn, err := net.Dial("unix", socket)
					if err != nil {
						break
					}
					conn.Close()
				}
				return control.Reply{Done: "stopping"}
			},
			serveMCP: func(_ context.Context, _ control.Request, conn io.ReadWriteCloser) error {
				_, err := io.Copy(io.Discard, conn)
				return err
			}}
		go func() {
			s.serve(ctx)
			close(done)
		}()
		// A client that says nothing must not keep the daemon from ending.
		idle, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		control.WriteLine(idle, control.Request{Want: control.WantMCP})
		conn, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		if reply, err := control.AskOn(conn, control.Request{Want: control.WantStop}); err != nil || reply.Done != "stopping" {
			t.Fatalf("answered %+v, %v", reply, err)
		}
		<-done
		idle.Close()
	}
}
