package batch

import (
	"crypto/rand"
	"encoding/json"
	"fmt"

	"cairn/shared/types"
)

// hidden is the part of the settings that an encrypting team keeps from its server: it names
// hosts, and lets one recognise them in subjects.
type hidden struct {
	Auto    []string         `json:"auto,omitempty"`
	Aliases []types.SiteName `json:"aliases,omitempty"`
	SiteKey []byte           `json:"siteKey"`
}

func hidingPurpose(team, member string) string { return purpose("cairn team hidden 1", team, member) }

// WrapHiding encrypts the key that hides settings for a member.
func WrapHiding(team, member string, box *Box, key []byte) ([]byte, error) {
	return box.seal(hidingPurpose(team, member), key)
}

// Hiding returns the key that hides settings, from the entry of the member whose box has this secret.
func (e *Entry) Hiding(boxSeed []byte) ([]byte, error) {
	return openBox(boxSeed, hidingPurpose(e.Team, e.Member), e.Hidden)
}

// Hide encrypts the settings that the server of an encrypting team must not know.
func (c *Config) Hide(key []byte) error {
	plain, err := json.Marshal(hidden{c.Auto, c.Aliases, c.SiteKey})
	if err != nil {
		return fmt.Errorf("encode settings: %w", err)
	}
	nonce := make([]byte, nonceBytes)
	_, _ = rand.Read(nonce) // it never fails
	c.Hidden = gcm(key).Seal(nonce, nonce, plain, []byte(c.Team))
	c.Auto, c.Aliases, c.SiteKey = nil, nil, nil
	return nil
}

// Reveal decrypts the settings that Hide encrypted. It changes nothing for a team that does not encrypt.
func (c *Config) Reveal(key []byte) error {
	if !c.Encrypt {
		return nil
	}
	var h hidden
	if len(key) != secretBytes {
		return fmt.Errorf("settings: %w", ErrKey)
	}
	plain, err := openGCM(gcm(key), c.Hidden, []byte(c.Team))
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	if json.Unmarshal(plain, &h) != nil || len(h.SiteKey) != siteKeyBytes {
		return fmt.Errorf("settings: %w", ErrMalformed)
	}
	c.Auto, c.Aliases, c.SiteKey, c.Hidden = h.Auto, h.Aliases, h.SiteKey, nil
	return nil
}
