package store

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"sync"
)

// The packing of a payload: its first byte.
const (
	packPlain = 0
	packFlate = 1 // deflate with packDict
)

const (
	// packAbove is the size from which packing is tried. The dictionary makes
	// it pay far below the usual kilobyte.
	packAbove = 64
	// maxPlain bounds the unpacked size of a payload, so that a crafted file
	// cannot fill the memory. The largest observation is far below.
	maxPlain = 16 << 20
)

// packDict holds text that payloads have in common: deflate may point into it. It is
// part of the format: changing one byte makes stored payloads unreadable, so a better
// one needs a new number beside packFlate.
const packDict = `","offscreen":true},{"ref":"","role":"heading","name":"","path":["main"],"level":2},{"ref":"","role":"link","name":"","path":["navigation"]` +
	`{"ref":"","role":"textbox","name":"","filled":true,"sensitive":true},"disabled":true},"expanded":"false"},"checked":"true","truncated":true` +
	`{"schemaVersion":1,"sessionId":"","createdAt":"2026-01-01T00:00:00.000Z","goal":"","flowTags":[],"tags":[],"git":{"branch":"main","commit":"","dirty":true},"launch":{"url":"http://127.0.0.1:"},"ambient":true,"endedAt":"2026-` +
	`,"input":{"url":"https://www.","text":""},"textRedacted":true,"textLength":16},"kb_source":"","outcome":{"ok":false,"error":{"code":"MM_TARGET_NOT_FOUND","message":"","hint":""}},"labels":["navigation"],"labels":["interaction","confirmation","error-recovery"]` +
	`{"state":{"currentUrl":"https://","currentScreen":"","title":"","origin":"https://"},"testIds":[{"testId":"","tag":"input","visible":true,"role":"textbox","name":""},{"testId":"","tag":"button","visible":true,"role":"button","name":""}],"a11y":{"nodes":[{"ref":"","role":"button","name":"","testId":""},` +
	`{"schemaVersion":1,"sessionId":"","timestamp":"2026-01-01T00:00:00.000Z","tool":{"name":"mm_navigate"},"tool":{"name":"mm_type","tool":{"name":"mm_click","target":{"testId":"","selector":"[data-testid=","role":"button","name":"","tag":"button"}},"actor":"observed","actor":"agent","durationMs":100,"outcome":{"ok":true},"labels":["interaction"],"after":{"currentUrl":"https://","currentScreen":"","title":"","appeared":["button \"","link \"`

var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriterDict(io.Discard, flate.DefaultCompression, []byte(packDict))
	if err != nil {
		panic(err) // only for a level that does not exist
	}
	return w
}}

var unpackers = sync.Pool{New: func() any {
	return flate.NewReaderDict(bytes.NewReader(nil), []byte(packDict))
}}

// scratch pools buffers. Their content is copied to a new slice once its size is
// known.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxScratch is the largest buffer that is kept.
const maxScratch = 256 << 10

func releaseBuffer(b *bytes.Buffer) {
	if b.Cap() <= maxScratch {
		b.Reset()
		scratch.Put(b)
	}
}

// pack appends plain to dst, compressed if that is smaller.
func pack(dst, plain []byte) []byte {
	if len(plain) < packAbove {
		return append(append(dst, packPlain), plain...)
	}
	buf := bytes.NewBuffer(append(dst, packFlate))
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(buf)
	// A bytes.Buffer accepts all writes, so neither call can fail.
	_, _ = w.Write(plain)
	_ = w.Close()
	if out := buf.Bytes(); len(out)-len(dst)-1 < len(plain) {
		return out
	}
	return append(append(dst, packPlain), plain...)
}

func unpack(packed []byte) ([]byte, error) {
	if len(packed) == 0 {
		return nil, fmt.Errorf("payload without a packing byte: %w", errDamaged)
	}
	switch packed[0] {
	case packPlain:
		return packed[1:], nil
	case packFlate:
		r := unpackers.Get().(io.ReadCloser)
		defer unpackers.Put(r)
		if err := r.(flate.Resetter).Reset(bytes.NewReader(packed[1:]), []byte(packDict)); err != nil {
			return nil, fmt.Errorf("unpack: %w", err)
		}
		plain := scratch.Get().(*bytes.Buffer)
		defer releaseBuffer(plain)
		if _, err := plain.ReadFrom(io.LimitReader(r, maxPlain+1)); err != nil {
			return nil, fmt.Errorf("unpack: %w", err)
		}
		if plain.Len() > maxPlain {
			return nil, fmt.Errorf("payload unpacks to more than %d bytes: %w", maxPlain, errDamaged)
		}
		return bytes.Clone(plain.Bytes()), nil
	}
	return nil, fmt.Errorf("packing %d is not known: %w", packed[0], errDamaged)
}
