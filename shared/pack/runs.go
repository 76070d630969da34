package pack

import "encoding/binary"

// runs encodes numbers as runs of consecutive ones: the distance of each from the end of
// the previous one, and its length.
type runs struct {
	list  []run
	next  int64 // the number that would extend the last run
	total int
}

type run struct{ from, length int64 }

func (r *runs) len() int { return r.total }

func (r *runs) add(n int64) {
	if len(r.list) > 0 && n == r.next {
		r.list[len(r.list)-1].length++
	} else {
		r.list = append(r.list, run{n, 1})
	}
	r.next = n + 1
	r.total++
}

// append writes the number of runs, then each run.
func (r *runs) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(r.list)))
	end := int64(0)
	for _, x := range r.list {
		dst = AppendSigned(dst, x.from-end)
		dst = binary.AppendUvarint(dst, uint64(x.length))
		end = x.from + x.length
	}
	return dst
}

// each calls do for every number, with its index.
func (r *runs) each(do func(i int, n int64)) {
	i := 0
	for _, x := range r.list {
		for n := x.from; n < x.from+x.length; n++ {
			do(i, n)
			i++
		}
	}
}

// runs reads the output of append, at most maxElements numbers.
func (c *Cursor) runs() (out runs) {
	n := c.Count()
	out.list = make([]run, 0, n)
	end := int64(0)
	for range n {
		from, length := end+c.Signed(), int64(c.Number())
		if from < 0 || length < 0 || length > int64(maxElements-out.total) {
			c.Fail()
			return out
		}
		out.list = append(out.list, run{from, length})
		out.total += int(length)
		end = from + length
	}
	return out
}

// skipRuns skips the output of append.
func (c *Cursor) skipRuns() {
	for range 2 * c.Count() {
		c.Number()
	}
}

// walker iterates over runs without allocating them.
type walker struct {
	n         int64 // the present number
	c         *Cursor
	runs      int   // that are left
	end       int64 // of the present run
	below     int64 // numbers must be
	remaining int   // numbers that may still come
}

// walk returns an iterator over runs of numbers below a bound.
func (c *Cursor) walk(below int) walker {
	return walker{n: -1, c: c, runs: c.Count(), below: int64(below), remaining: maxElements}
}

// next goes to the next number and reports whether there is one.
func (w *walker) next() bool {
	w.n++
	for w.n >= w.end {
		if w.runs == 0 {
			return false
		}
		w.runs--
		w.n = w.end + w.c.Signed()
		length := int64(w.c.Number())
		if w.n < 0 || w.n > w.below || length < 0 || length > int64(w.remaining) || w.n+length > w.below {
			w.runs, w.end = 0, 0
			return false
		}
		w.remaining -= int(length)
		w.end = w.n + length
	}
	return true
}
