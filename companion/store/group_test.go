package store

import (
	"slices"
	"testing"
)

// TestGroupsAreBounded puts requests of certain sizes into the queue and looks
// which of them share an fsync.
func TestGroupsAreBounded(t *testing.T) {
	write := func(changes, bytes int) *request {
		r := &request{changes: make([]*prepared, changes)}
		for i := range r.changes {
			r.changes[i] = &prepared{}
		}
		r.changes[0].payload = make([]byte, bytes)
		return r
	}
	batches := func(n, changes, bytes int) (out []*request) {
		for range n {
			out = append(out, write(changes, bytes))
		}
		return out
	}
	tests := []struct {
		name    string
		waiting []*request
		groups  []int // requests in each
	}{
		{"few", batches(3, 64, 1000), []int{3}},
		{"as many changes as may be", batches(8, 64, 1000), []int{8}},
		{"more changes than may be", batches(20, 60, 1000), []int{8, 8, 4}},
		{"more bytes than may be", batches(5, 1, 400<<10), []int{2, 2, 1}},
		{"one that is more than all that may be", append(batches(1, 600, 1), batches(2, 1, 1)...), []int{1, 2}},
		{"what is no write ends a group", []*request{write(1, 1), write(1, 1), {backup: true}, write(1, 1)}, []int{2, 0, 1}},
	}
	for _, tt := range tests {
		s := &Store{queue: make(chan *request, queueLength)}
		for _, r := range tt.waiting {
			s.queue <- r
		}
		var groups []int
		for next := <-s.queue; next != nil; {
			if next.backup {
				groups, next = append(groups, 0), <-s.queue
				continue
			}
			var group []*request
			group, next = s.gather(next)
			groups = append(groups, len(group))
			changes, bytes := 0, 0
			for _, r := range group {
				changes, bytes = changes+len(r.changes), bytes+r.size()
			}
			if len(group) > 1 && (changes > 512 || bytes > 1<<20) {
				t.Errorf("%s: %d changes of %d bytes share an fsync", tt.name, changes, bytes)
			}
		}
		if !slices.Equal(groups, tt.groups) {
			t.Errorf("%s: groups of %v, want %v", tt.name, groups, tt.groups)
		}
	}
}
