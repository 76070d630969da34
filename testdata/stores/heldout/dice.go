package heldout

// dice is xorshift*: like package gen's generator, arithmetic that no library update
// can change, but with other numbers.
type dice struct{ state uint64 }

// IntN returns a number from 0 to n-1.
func (d *dice) IntN(n int) int {
	d.state += 0x6a09e667f3bcc909 // so that zero works as a seed
	x := d.state
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	x *= 0x2545f4914f6cdd1d
	return int((x >> 33) % uint64(n))
}

func pick[T any](r *dice, from []T) T { return from[r.IntN(len(from))] }

func chance(r *dice, percent int) bool { return r.IntN(100) < percent }

// skewed returns a number from 0 to n-1, small ones more often.
func skewed(r *dice, n int) int { return r.IntN(1 + r.IntN(n)) }
