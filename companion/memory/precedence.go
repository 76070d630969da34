package memory

import "sync"

// precedence is a mutex that lets questions go before what is being recorded. A
// plain one goes to whoever comes by, and that is the recorder with its next
// record: a question then stands behind a whole batch of all browsers.
type precedence struct {
	behind sync.Mutex // held by the one recorder that waits or works
	next   sync.Mutex // held by the one that comes next
	held   sync.Mutex
}

// Lock takes the mutex before every recorder that waits for it. At most one
// record's work lies ahead.
func (p *precedence) Lock() {
	p.next.Lock()
	p.held.Lock()
	p.next.Unlock()
}

// Unlock gives back what Lock took.
func (p *precedence) Unlock() { p.held.Unlock() }

// Behind does a piece of work when nobody else waits for the mutex. It should
// be short.
func (p *precedence) Behind(work func()) {
	p.behind.Lock()
	defer p.behind.Unlock()
	p.Lock()
	defer p.Unlock()
	work()
}
