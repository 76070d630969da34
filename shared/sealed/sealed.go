// Package sealed makes the digests of [types.Sealed]: keyed hashes that identify the targets of a
// deletion request without their names.
package sealed

import (
	"encoding/binary"
	"encoding/hex"

	"cairn/shared/types"
)

// The labels of digests, by the kind of the hashed text. The words are persisted.
const (
	Origin  = "origin"
	Site    = "site"
	Pattern = "pattern"
	TestID  = "testId"
	Named   = "named"
	Name    = "name"

	MaskedID    = "maskedId"
	HiddenNamed = "hiddenNamed"
	HiddenName  = "hiddenName"
)

// Digest returns the keyed hash of texts under the label what, or "" if the key of s is
// invalid.
func Digest(s *types.Sealed, what string, texts ...string) string {
	if !s.KeyOK() {
		return ""
	}
	key, _ := hex.DecodeString(s.Key) // it was just checked
	message := append([]byte(what), 0)
	for _, t := range texts {
		message = append(append(message, t...), 0)
	}
	hi, lo := sip128(binary.LittleEndian.Uint64(key), binary.LittleEndian.Uint64(key[8:]), message)
	return hex.EncodeToString(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, hi), lo))
}

// Is reports whether digest is the one of texts under the key of s.
func Is(s *types.Sealed, digest, what string, texts ...string) bool {
	return digest != "" && digest == Digest(s, what, texts...)
}
