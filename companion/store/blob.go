package store

import (
	"crypto/sha256"
)

// ref names a blob by the hash of its content, or a source by the hash of its
// names. The zero ref names nothing.
type ref [16]byte

// hashOf returns the ref of a blob's plain content: 128 bits of SHA-256. That
// rules out accidental collisions; a forged one only harms its author, because
// blobs are not shared between owners.
func hashOf(plain []byte) ref {
	sum := sha256.Sum256(plain)
	return ref(sum[:16])
}

func sourceRef(install, epoch string) ref {
	return hashOf([]byte(install + "\x00" + epoch))
}

// blob is content that changes refer to. It is packed only if the file does not
// hold it yet, which is rare: an extension sends its session with each step, and
// people come back to the same screens.
type blob struct {
	ref    ref
	plain  []byte
	packed []byte // nil until pack
}

func newBlob(plain []byte) blob { return blob{ref: hashOf(plain), plain: plain} }

func (b *blob) pack() []byte {
	if b.packed == nil {
		b.packed = pack(nil, b.plain)
	}
	return b.packed
}

// packNew packs the blobs that are not stored yet, on the caller's goroutine. The
// writer packs one that is deleted in between.
func (s *Store) packNew(changes []*prepared) {
	var missing []*blob
	had := map[ref]bool{}
	s.mu.RLock()
	for _, p := range changes {
		for i := range p.blobs {
			b := &p.blobs[i]
			if !had[b.ref] && s.x.blobs[b.ref] == 0 {
				missing = append(missing, b)
			}
			had[b.ref] = true
		}
	}
	s.mu.RUnlock()
	for _, b := range missing {
		b.pack()
	}
}
