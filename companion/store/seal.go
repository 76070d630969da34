package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// A sealed value is
//
//	version  1 byte   the schema that it was written under
//	crc      4 bytes  CRC32C over key, version and body, big-endian
//	body     rest     empty in a tombstone
//
// The first five bytes keep this meaning in every version to come, so that an
// old program can tell "newer than I am" from "damaged".
const sealBytes = 5

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged is returned when a value does not fit its checksum.
var errDamaged = errors.New("checksum does not fit")

// errNewer is returned when a value is sound and of a version that is not ours.
var errNewer = errors.New("written by a newer version")

func checksum(key string, version byte, body []byte) uint32 {
	sum := crc32.Update(0, castagnoli, []byte(key))
	sum = crc32.Update(sum, castagnoli, []byte{version})
	return crc32.Update(sum, castagnoli, body)
}

// seal makes the value that is stored under key.
func seal(key string, body []byte) string {
	out := make([]byte, sealBytes, sealBytes+len(body))
	out[0] = schemaVersion
	binary.BigEndian.PutUint32(out[1:], checksum(key, schemaVersion, body))
	return string(append(out, body...))
}

// unseal checks the value that was found under key and returns its body.
func unseal(key string, value []byte) ([]byte, error) {
	if len(value) < sealBytes {
		return nil, fmt.Errorf("value of %d bytes: %w", len(value), errDamaged)
	}
	body := value[sealBytes:]
	if binary.BigEndian.Uint32(value[1:]) != checksum(key, value[0], body) {
		return nil, errDamaged
	}
	if value[0] > schemaVersion {
		return nil, fmt.Errorf("version %d: %w", value[0], errNewer)
	}
	return body, nil
}
