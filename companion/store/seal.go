package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// sealBytes is the length of the head of a sealed value, before its body:
//
//	version  1 byte   the schema that it was written under, and whether it is encrypted
//	crc      4 bytes  CRC32C over key, version and body, big-endian
//	body     rest     empty in a tombstone; see vault for one that is encrypted
//
// The first five bytes keep this meaning in every version to come, so that an
// old program can tell "newer than I am" from "damaged".
const sealBytes = 5

// encrypted is the version bit of an encrypted value. A program without encryption
// reads such a value as one of a newer schema.
const encrypted = 0x80

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged is returned when a value does not match its checksum.
var errDamaged = errors.New("checksum does not fit")

// errNewer is returned for a sound value of a newer schema.
var errNewer = errors.New("written by a newer version")

func checksum(key string, version byte, body []byte) uint32 {
	sum := crc32.Update(0, castagnoli, []byte(key))
	sum = crc32.Update(sum, castagnoli, []byte{version})
	return crc32.Update(sum, castagnoli, body)
}

// seal returns the value of an unencrypted or already encrypted body.
func seal(key string, version byte, body []byte) string {
	out := make([]byte, sealBytes, sealBytes+len(body))
	return finishSeal(append(out, body...), key, version)
}

// finishSeal fills in the first bytes of a value.
func finishSeal(value []byte, key string, version byte) string {
	value[0] = version
	binary.BigEndian.PutUint32(value[1:], checksum(key, version, value[sealBytes:]))
	return string(value)
}

// unseal checks the value stored under key and returns its body without decrypting
// it.
func unseal(key string, value []byte) ([]byte, error) {
	if len(value) < sealBytes {
		return nil, fmt.Errorf("value of %d bytes: %w", len(value), errDamaged)
	}
	body := value[sealBytes:]
	if binary.BigEndian.Uint32(value[1:]) != checksum(key, value[0], body) {
		return nil, errDamaged
	}
	if schema(value) > schemaVersion {
		return nil, fmt.Errorf("version %d: %w", schema(value), errNewer)
	}
	if keyUnder(value) == "" && value[0]&encrypted != 0 && len(body) > 0 {
		return nil, fmt.Errorf("encrypted value of %d bytes: %w", len(value), errDamaged)
	}
	return body, nil
}

// schema returns the schema that a value was written under.
func schema(value []byte) byte { return value[0] &^ encrypted }

// keyUnder returns the raw id of the key that a value is encrypted under, empty if
// it is not encrypted.
func keyUnder(value []byte) string {
	if value[0]&encrypted == 0 || len(value) < sealBytes+keyIDBytes+gcmBytes {
		return ""
	}
	return string(value[sealBytes:][:keyIDBytes])
}
