package main

import (
	"os"
	"runtime"
)

// turns bounds how many processors taking in and passing on records may use at
// once, so that one is free for questions: agents wait for their answers,
// while no caller waits for a record. Without it a question that takes half a
// millisecond stands in line behind the batches of all browsers.
type turns chan struct{}

func newTurns(processors int) turns { return make(turns, max(1, processors-1)) }

// spareThreads is how many threads more than processors may run Go code.
const spareThreads = 2

// listenMeanwhile lets some threads more run than there are processors, and
// returns how many those are. Go looks for what came over the network where a
// thread is idle, and else every ten milliseconds: with some to spare, the
// operating system wakes one as soon as a question is there. A person who starts
// the daemon may say otherwise with GOMAXPROCS.
func listenMeanwhile() (processors int) {
	processors = runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(processors + spareThreads)
	}
	return processors
}

// take does work when it is its turn. Work must not wait for others, nor ask
// for a turn itself.
func (t turns) take(work func()) {
	t <- struct{}{}
	defer func() { <-t }()
	work()
}
