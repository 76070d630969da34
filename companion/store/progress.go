package store

import "io"

// Progress is called with the number of bytes of a file read so far, after each
// part of it. It may be nil.
type Progress func(done, total int64)

// reader returns a reader of f between from and end that reports to p.
func (p Progress) reader(f io.ReaderAt, from, end int64) io.Reader {
	part := io.NewSectionReader(f, from, end-from)
	if p == nil {
		return part
	}
	return &progressReader{part, p, from, end}
}

// progressReader reports its position after each read.
type progressReader struct {
	io.Reader
	report      Progress
	done, total int64
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.done += int64(n)
	r.report(r.done, r.total)
	return n, err
}
