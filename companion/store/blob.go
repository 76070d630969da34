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

// blob is content that changes refer to. It is packed when it turns out that
// the file has it not, which is seldom: an extension sends its session along
// with each step, and people come back to the same screens.
type blob struct {
	ref    ref
	plain  []byte
	packed []byte // nil until then
}

func newBlob(plain []byte) blob { return blob{ref: hashOf(plain), plain: plain} }

// pack packs the blob, once.
func (b *blob) pack() []byte {
	if b.packed == nil {
		b.packed = pack(nil, b.plain)
	}
	return b.packed
}

// packNew packs, on the caller's goroutine, the blobs of changes that the file
// has not. One that goes meanwhile is packed by the writer.
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
