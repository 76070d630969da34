package daemon

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// listen binds the companion's port on loopback. Port 0 means the usual one, else the
// next free of five; an explicit port is bound or the call fails; -1 takes any. If
// another program holds a port, listen never ends that program.
func listen(port int) (net.Listener, error) {
	if port < -1 || port > 65535 {
		return nil, types.Invalid(fmt.Sprintf("%d is not a port", port), "give a port between 1024 and 65535, or none for the usual one")
	}
	first, tries := port, 1
	switch port {
	case 0:
		first, tries = wire.DefaultPort, wire.PortTries
	case -1:
		first = 0
	}
	var err error
	for p := first; p < first+tries; p++ {
		var l net.Listener
		// The address names the host: ":port" would open it to the network.
		if l, err = net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(p))); err == nil {
			return l, nil
		}
	}
	switch {
	case errors.Is(err, syscall.EACCES):
		return nil, types.Invalid(fmt.Sprintf("port %d may not be used by this user", first), "choose one above 1023 with --port")
	case port == 0:
		return nil, types.Fault(types.CodePortInUse, fmt.Sprintf("ports %d to %d are all in use by other programs", first, first+tries-1), "end one of them, or choose another port with --port N (and pair the extension again)")
	case port == -1:
		return nil, fmt.Errorf("listen on loopback: %w", err)
	}
	return nil, types.Fault(types.CodePortInUse, fmt.Sprintf("port %d is in use by another program", port), "choose another with --port N, or leave --port out: cairn then finds a free one")
}
