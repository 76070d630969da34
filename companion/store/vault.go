package store

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// KeyBytes is the length of an encryption key.
const KeyBytes = 32

// vault encrypts a store's values and the hashes in its keys, because plain hashes
// would let a thief test guesses of the content. A nil vault stands for a store that
// is not encrypted.
//
// The body of an encrypted value is
//
//	id      4 bytes   of the key, so that a wrong key is not taken for damage
//	nonce  12 bytes   random: a year of 50,000 steps a day comes nowhere near the 2^32 values that a key may seal
//	text    rest      AES-256-GCM, bound to the value's key and version
//
// The checksum is of the encrypted body: a file can be verified and salvaged
// without the key.
type vault struct {
	id    string // keyIDBytes, raw
	aead  cipher.AEAD
	names cipher.Block
}

const (
	keyIDBytes = 4
	gcmBytes   = 12 + 16 // nonce and tag
)

func newVault(key []byte) (*vault, error) {
	if len(key) != KeyBytes {
		return nil, fmt.Errorf("a key of %d bytes instead of %d", len(key), KeyBytes)
	}
	values, err := aes.NewCipher(derive(key, "values", KeyBytes))
	if err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	v := &vault{id: string(derive(key, "id", keyIDBytes))}
	if v.aead, err = cipher.NewGCMWithRandomNonce(values); err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	if v.names, err = aes.NewCipher(derive(key, "names", KeyBytes)); err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	return v, nil
}

// derive returns an independent subkey for a purpose.
func derive(key []byte, part string, length int) []byte {
	out, err := hkdf.Expand(sha256.New, key, "cairn store "+part, length)
	if err != nil {
		panic(err) // only for lengths that no caller asks for
	}
	return out
}

// KeyID returns the id of a key, which reveals nothing of the key.
func KeyID(key []byte) string { return hex.EncodeToString(derive(key, "id", keyIDBytes)) }

// keyID returns the id of the vault's key, empty for a nil vault.
func (v *vault) keyID() string {
	if v == nil {
		return ""
	}
	return hex.EncodeToString([]byte(v.id))
}

// seal returns the value to store under key.
func (v *vault) seal(key string, body []byte) string { return v.sealAs(key, schemaVersion, body) }

// sealAs is seal for a value of an older schema. A tombstone has nothing to hide.
func (v *vault) sealAs(key string, version byte, body []byte) string {
	if v == nil {
		return seal(key, version, body)
	}
	version |= encrypted
	if len(body) == 0 {
		return seal(key, version, nil)
	}
	out := make([]byte, sealBytes, sealBytes+keyIDBytes+gcmBytes+len(body))
	out = append(out, v.id...)
	out = v.aead.Seal(out, nil, body, additionalData(key, version))
	return finishSeal(out, key, version)
}

func (v *vault) unseal(key string, value []byte) ([]byte, error) {
	body, err := unseal(key, value)
	if err != nil || len(body) == 0 {
		return body, err
	}
	if (value[0]&encrypted != 0) != (v != nil) {
		return nil, fmt.Errorf("value of another form than the store: %w", errDamaged)
	}
	if v == nil {
		return body, nil
	}
	if string(body[:keyIDBytes]) != v.id {
		return nil, fmt.Errorf("value under another key than the store's: %w", errDamaged)
	}
	plain, err := v.aead.Open(nil, nil, body[keyIDBytes:], additionalData(key, value[0]))
	if err != nil {
		return nil, fmt.Errorf("decrypt: %w", errDamaged)
	}
	return plain, nil
}

// additionalData binds an encrypted value to its key and version.
func additionalData(key string, version byte) []byte { return append([]byte(key), version) }

// blobKey returns the key of the blob with that hash, floorKey the key of a
// source's floor.
func (v *vault) blobKey(r ref) string  { return blobKey(v.encryptRef(r)) }
func (v *vault) floorKey(r ref) string { return floorKey(v.encryptRef(r)) }

// refOf parses and decrypts the hash in a blob's or a floor's key.
func (v *vault) refOf(key, prefix string) (ref, error) {
	r, err := refOf(key, prefix)
	if err == nil && v != nil {
		v.names.Decrypt(r[:], r[:])
	}
	return r, err
}

// encryptRef encrypts a hash as one block, so that equal hashes stay equal.
func (v *vault) encryptRef(r ref) ref {
	if v != nil {
		v.names.Encrypt(r[:], r[:])
	}
	return r
}
