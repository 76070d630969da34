package gen

// random is splitmix64: a few lines of arithmetic that no library update can change.
type random struct{ state uint64 }

func newRandom(seed uint64) *random { return &random{seed} }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 1 % uint64(n)) }

// skewed returns a number from 0 to n-1, small ones far more often.
func (r *random) skewed(n int) int {
	u := r.next() >> 43 // 21 bits, so that the cube fits
	return int(u * u >> 21 * u >> 21 * uint64(n) >> 21)
}

// chance returns true with the given percentage.
func (r *random) chance(percent int) bool { return r.below(100) < percent }

func pick[T any](r *random, from []T) T { return from[r.below(len(from))] }

func pickSkewed[T any](r *random, from []T) T { return from[r.skewed(len(from))] }
