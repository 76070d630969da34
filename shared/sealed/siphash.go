package sealed

import (
	"encoding/binary"
	"math/bits"
)

// sip128 is SipHash-2-4 with 128 bits of output: a keyed hash whose values reveal nothing
// of the message without the key. It cannot be replaced by crypto/hmac: its digests are
// stored in deletion requests, on disks and in replicas of browsers, and a request that is
// not recognised would let deleted data return.
func sip128(k0, k1 uint64, message []byte) (first, second uint64) {
	v := sipState{k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d ^ 0xee, k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573}
	last := uint64(len(message)) << 56
	for ; len(message) >= 8; message = message[8:] {
		v.absorb(binary.LittleEndian.Uint64(message))
	}
	for i, b := range message {
		last |= uint64(b) << (8 * i)
	}
	v.absorb(last)
	v[2] ^= 0xee
	first = v.squeeze()
	v[1] ^= 0xdd
	return first, v.squeeze()
}

type sipState [4]uint64

func (v *sipState) absorb(m uint64) {
	v[3] ^= m
	v.round()
	v.round()
	v[0] ^= m
}

func (v *sipState) squeeze() uint64 {
	for range 4 {
		v.round()
	}
	return v[0] ^ v[1] ^ v[2] ^ v[3]
}

func (v *sipState) round() {
	v[0] += v[1]
	v[2] += v[3]
	v[1] = bits.RotateLeft64(v[1], 13) ^ v[0]
	v[3] = bits.RotateLeft64(v[3], 16) ^ v[2]
	v[0] = bits.RotateLeft64(v[0], 32)
	v[2] += v[1]
	v[0] += v[3]
	v[1] = bits.RotateLeft64(v[1], 17) ^ v[2]
	v[3] = bits.RotateLeft64(v[3], 21) ^ v[0]
	v[2] = bits.RotateLeft64(v[2], 32)
}
