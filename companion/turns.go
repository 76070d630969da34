package main

import "runtime"

// turns bounds how many processors taking in and passing on records may use at
// once, so that one is free for questions: agents wait for their answers,
// while nobody waits for a record. Without it a question that takes half a
// millisecond stands in line behind the batches of all browsers.
type turns chan struct{}

func newTurns() turns { return make(turns, max(1, runtime.GOMAXPROCS(0)-1)) }

// take does work when it is its turn. Work must not wait for others, nor ask
// for a turn itself.
func (t turns) take(work func()) {
	t <- struct{}{}
	defer func() { <-t }()
	work()
}
