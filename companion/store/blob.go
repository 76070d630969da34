package store

import (
	"crypto/sha256"
)

// ref names a blob by the hash of its content, or a source by the hash of its
// names. The zero ref names nothing.
type ref [16]byte

// hashOf is the ref of a blob's plain content. 128 bits of SHA-256: two
// contents never meet by accident, and a forger would only deceive himself,
// because blobs are not shared between owners.
func hashOf(plain []byte) ref {
	sum := sha256.Sum256(plain)
	return ref(sum[:16])
}

// sourceRef is the ref of an install's epoch.
func sourceRef(install, epoch string) ref {
	return hashOf([]byte(install + "\x00" + epoch))
}

// blob is content that changes refer to.
type blob struct {
	ref    ref
	packed []byte
}

func newBlob(plain []byte) blob {
	return blob{hashOf(plain), pack(nil, plain)}
}
