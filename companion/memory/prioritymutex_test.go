package memory

import (
	"runtime"
	"sync"
	"testing"
)

// TestQuestionsGoBeforeRecords: a waiting query is next, however many records wait
// too.
func TestQuestionsGoBeforeRecords(t *testing.T) {
	const records = 10
	var p priorityMutex
	var all sync.WaitGroup
	var order []string // under p
	p.Lock()
	all.Go(func() {
		p.Lock()
		defer p.Unlock()
		order = append(order, "question")
	})
	for p.next.TryLock() { // until the question waits
		p.next.Unlock()
		runtime.Gosched()
	}
	for range records {
		all.Go(func() { p.RunLow(func() { order = append(order, "record") }) })
	}
	p.Unlock()
	all.Wait()
	if len(order) != records+1 || order[0] != "question" {
		t.Errorf("%q", order)
	}
}
