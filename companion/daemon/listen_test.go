package daemon

import (
	"io"
	"log"
	"net"
	"strconv"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestListen(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, tc := range []struct {
		name string
		port int
		code types.Code // empty for success
	}{
		{"any", -1, ""},
		{"taken", taken.Addr().(*net.TCPAddr).Port, types.CodePortInUse},
		{"too large", 65536, types.CodeInvalidInput},
		{"negative", -2, types.CodeInvalidInput},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, err := listen(tc.port)
			if err == nil {
				defer l.Close()
				if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
					t.Errorf("listens on %s", l.Addr())
				}
			}
			fault := types.AsError(err)
			if (fault == nil) != (tc.code == "") || fault != nil && (fault.Code != tc.code || fault.Hint == "") {
				t.Errorf("listen(%d) = %v, want code %q", tc.port, err, tc.code)
			}
		})
	}
}

func TestOnlyADaemonOfACommandListensElsewhere(t *testing.T) {
	for i := range wire.PortTries {
		if l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(wire.DefaultPort+i))); err == nil {
			defer l.Close() // else another program has it: taken either way
		}
	}
	for _, brief := range []bool{true, false} {
		d := &Daemon{options: Options{Brief: brief}, log: log.New(io.Discard, "", 0)}
		err := d.listen()
		if d.listener != nil {
			defer d.listener.Close()
		}
		if fault := types.AsError(err); brief && err != nil || !brief && (fault == nil || fault.Code != types.CodePortInUse) {
			t.Errorf("brief %v: %v", brief, err)
		}
	}
}
