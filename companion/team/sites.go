package team

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"cairn/companion/atomicfile"
	"cairn/shared/recall"
	"cairn/shared/share"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Sites are the sites that a person shares with the team, by origin. All others are off.
type Sites struct {
	path  string
	mu    sync.Mutex
	modes map[string]share.Mode
}

// LoadSites reads the file of modes. A damaged file is an error, and not an empty one: a person chose
// the shared sites.
func LoadSites(path string) (*Sites, error) {
	s := &Sites{path: path, modes: map[string]share.Mode{}}
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read shared sites: %w", err)
	}
	if err := json.Unmarshal(data, &s.modes); err != nil {
		return nil, types.Invalid(path+" is damaged", "Remove it, and choose again what is shared: cairn team share SITE review")
	}
	for origin, mode := range s.modes {
		if _, ok := share.ParseMode(string(mode)); !ok {
			return nil, types.Invalid(fmt.Sprintf("%s gives %s the mode %.20q", path, origin, mode), "Modes are off, review and auto.")
		}
	}
	return s, nil
}

// Mode returns the mode of an origin.
func (s *Sites) Mode(origin string) share.Mode {
	s.mu.Lock()
	defer s.mu.Unlock()
	if mode, ok := s.modes[origin]; ok {
		return mode
	}
	return share.Off
}

// Set gives an origin a mode, durably.
func (s *Sites) Set(origin string, mode share.Mode) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := maps.Clone(s.modes)
	if delete(changed, origin); mode != share.Off {
		changed[origin] = mode
	}
	if err := atomicfile.ReplaceJSON(s.path, changed); err != nil {
		return err
	}
	s.modes = changed
	return nil
}

// All returns the shared origins with their modes.
func (s *Sites) All() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]string{}
	for origin, mode := range s.modes {
		all[origin] = string(mode)
	}
	return all
}

// Origins returns the shared origins.
func (s *Sites) Origins() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.modes))
}

// Followed returns the origins of the followed sites.
func (c *Client) Followed() (origins []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.sites {
		origins = append(origins, s.Origin)
	}
	return origins
}

// SharedOrigin reads a person's name of a site: an origin, or a host, which means https, and http on this
// machine. Only web sites can be shared.
func SharedOrigin(site string) (string, error) {
	address := strings.TrimSpace(site)
	named := strings.Contains(address, "://")
	if !named {
		address = "https://" + address
	}
	origin := text.Origin(address)
	if !named && recall.OnThisMachine(origin) {
		origin = "http" + strings.TrimPrefix(origin, "https")
	}
	scheme, host, _ := strings.Cut(origin, "://")
	if scheme != "http" && scheme != "https" || host == "" || strings.ContainsAny(host, " @*\\'\"") {
		return "", types.Invalid(fmt.Sprintf("%.80q is not a web site that can be shared", site), "Give a host or an origin, such as app.acme.dev or http://localhost:3000.")
	}
	if scheme == "https" { // browsers leave out the usual port
		return strings.TrimSuffix(origin, ":443"), nil
	}
	return strings.TrimSuffix(origin, ":80"), nil
}
