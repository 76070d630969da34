package teamserver

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// splitAddress reads the value of --listen.
func splitAddress(listen string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(listen)
	if err != nil {
		host, digits = strings.Trim(listen, "[]"), strconv.Itoa(DefaultPort)
	}
	port, err = strconv.Atoi(digits)
	if err != nil || port < 0 || port > 65535 || host == "" || strings.ContainsAny(host, " /") {
		return "", 0, types.Invalid(fmt.Sprintf("%.80q is not an address to listen on", listen), "Give an address of this machine, such as 10.0.0.5 or 10.0.0.5:17838.")
	}
	return host, port, nil
}

// addresses returns where members reach the server: where it listened last, nil before its first
// start, or the NATS of another operator.
func (t *Team) addresses() ([]string, error) {
	if e, err := t.external(); err != nil || e != nil {
		return e.Addresses, err
	}
	var all []string
	err := readJSON(filepath.Join(t.dir, addressFile), &all)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return all, err
}

// Place describes the team for a member on this machine, who needs no invitation. To the NATS of
// another operator it has the keeper's log-in.
func (t *Team) Place() (batch.Invite, error) {
	i, err := t.place()
	if e, extErr := t.external(); extErr != nil || e != nil {
		err = errors.Join(err, extErr)
		i.JWT, i.Seed = e.JWT, e.Seed
	}
	return i, err
}

func (t *Team) place() (batch.Invite, error) {
	config, err := t.Config()
	if err != nil {
		return batch.Invite{}, err
	}
	i := batch.Invite{Team: t.ID, TeamName: config.Name, Root: t.rootKey()}
	if i.Addresses, err = t.addresses(); err != nil {
		return i, err
	}
	if len(i.Addresses) == 0 {
		i.Addresses = []string{net.JoinHostPort("127.0.0.1", strconv.Itoa(DefaultPort))}
	}
	e, err := t.external()
	i.External = e != nil
	switch {
	case !encrypted(i.Addresses):
	case i.External:
		i.CAHash = batch.PublicCA
	default:
		i.CAHash = t.CAHash()
	}
	return i, err
}

// OnlyHere says that only this machine reaches the team's server, "" if others do.
func (t *Team) OnlyHere() string {
	if all, err := t.addresses(); err != nil || encrypted(all) {
		return ""
	}
	return "\nOnly this machine reaches the server. For members on others, first: cairn team serve --listen ADDRESS"
}

// writeAddress notes where the server listens. All interfaces means each address of this machine
// that others can reach.
func (t *Team) writeAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	all := []string{address}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		all = nil
		interfaces, err := net.InterfaceAddrs()
		if err != nil {
			return fmt.Errorf("list addresses: %w", err)
		}
		for _, a := range interfaces {
			if network, ok := a.(*net.IPNet); ok && network.IP.IsGlobalUnicast() {
				all = append(all, net.JoinHostPort(network.IP.String(), port))
			}
		}
	}
	return atomicfile.ReplaceJSON(filepath.Join(t.dir, addressFile), all)
}

// encrypted reports whether connections to these addresses leave the machine.
func encrypted(addresses []string) bool {
	for _, a := range addresses {
		if host, _, err := net.SplitHostPort(a); err != nil || !loopback(host) {
			return true
		}
	}
	return false
}
