package gateway

import (
	"bufio"
	"errors"
	"io"
	"sync"
)

// maxLine bounds the lines that the gateway reads: it forwards a longer line in
// pieces, so that a driver that sends 50 MB costs no memory here.
const maxLine = 8 << 20

// sink writes lines from several goroutines, each whole.
type sink struct {
	mu  sync.Mutex
	out io.Writer
}

// write writes one line, which includes its line end if it had one.
func (s *sink) write(line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.out.Write(line)
	return err
}

// carry reads lines until in ends, passes each to look, and writes the result (nil for
// nothing). look receives nil for a line that is too long to read. The error is nil at the end of in.
func carry(in io.Reader, out *sink, look func(line []byte) []byte) error {
	from := bufio.NewReaderSize(in, 64<<10)
	var line []byte
	for {
		piece, err := from.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if len(line) <= maxLine {
				continue
			}
			if err := passLong(line, from, out); err != nil {
				return err
			}
			look(nil)
			line = nil
			continue
		case err != nil:
			if len(line) > 0 { // a last line without an end
				if err := out.write(line); err != nil {
					return err
				}
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if passed := look(line); len(passed) > 0 {
			if err := out.write(passed); err != nil {
				return err
			}
		}
		if line = line[:0]; cap(line) > 1<<20 {
			line = nil // one long line must not stay allocated for all short ones
		}
	}
}

// passLong forwards the rest of a line that is too long to read.
func passLong(begun []byte, from *bufio.Reader, out *sink) error {
	out.mu.Lock()
	defer out.mu.Unlock()
	for piece, err := begun, error(bufio.ErrBufferFull); ; {
		if _, wrong := out.out.Write(piece); wrong != nil {
			return wrong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			if errors.Is(err, io.EOF) {
				return nil // the next read returns it again
			}
			return err
		}
		piece, err = from.ReadSlice('\n')
	}
}
