package store

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// The keys of the store. These are persisted: never change or reuse one; add
// a migration instead. Callers' text never becomes part of a key, and keys are
// read one by one or by range, never by pattern.
const (
	keySchema     = "m/schema"     // number of the schema
	keyRewritings = "m/rewritings" // number of rewritings of older steps
	keyChange     = "c/"           // + cursor, 13 digits of base 32, so that key order is number order
	keyBlob       = "b/"           // + content hash, base64url
	keyFloor      = "f/"           // + hash of install and epoch, base64url: numbers up to here count as stored
)

// The files of the data directory.
const (
	fileStore    = "store"
	fileLock     = "store.lock"
	filePrior    = "store.preshrink" // the whole store as it was before a compaction that did not finish
	fileTemp     = "store.tmp"       // half-written by a compaction
	fileSalvage  = "store.salvage"   // half-written by a salvage
	fileCopy     = "store.copy"      // half-written where a file system has no links
	prefDamaged  = "store.damaged-"  // + time: a damaged file as it was found
	prefBackup   = "store.backup-"   // + time
	prefSegment  = "segment-"        // + number, see segment.go
	cursorDigits = 13
)

func changeKey(cursor int64) string {
	digits := strconv.FormatInt(cursor, 32)
	return keyChange + strings.Repeat("0", cursorDigits-len(digits)) + digits
}

func cursorOf(key string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(key, keyChange), 32, 64)
	if err != nil || n <= 0 || changeKey(n) != key {
		return 0, fmt.Errorf("key %q names no change", key)
	}
	return n, nil
}

func blobKey(r ref) string  { return keyBlob + base64.RawURLEncoding.EncodeToString(r[:]) }
func floorKey(r ref) string { return keyFloor + base64.RawURLEncoding.EncodeToString(r[:]) }

// refOf parses the hash from a blob's or a floor's key.
func refOf(key, prefix string) (ref, error) {
	var r ref
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(key, prefix))
	if err != nil || len(b) != len(r) {
		return r, fmt.Errorf("key %q names no hash", key)
	}
	copy(r[:], b)
	return r, nil
}
