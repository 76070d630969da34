package store

import "io"

// Progress hears how many bytes of a file were read, after each part of it. nil
// is for whom nobody waits.
type Progress func(done, total int64)

// reader is f from one place to its end, of which p hears.
func (p Progress) reader(f io.ReaderAt, from, end int64) io.Reader {
	part := io.NewSectionReader(f, from, end-from)
	if p == nil {
		return part
	}
	return &toldReader{part, p, from, end}
}

// toldReader tells how far it has come.
type toldReader struct {
	io.Reader
	told        Progress
	done, total int64
}

func (r *toldReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.done += int64(n)
	r.told(r.done, r.total)
	return n, err
}
