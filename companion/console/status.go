package console

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// ProgressEvery is the interval of progress messages for people. Shorter work shows
// none.
const ProgressEvery = time.Second

const (
	redrawEvery = 100 * time.Millisecond
	// plainEvery is the interval of lines about progress on outputs that are no terminal.
	plainEvery = 10 * time.Second
	barWidth   = 30
	narrowest  = 60 // columns of a terminal that gets a status line
)

// Unit is the kind of work that a bar counts.
type Unit string

// Units of work.
const (
	Bytes Unit = "bytes"
	Steps Unit = "steps"
)

// Status is the last line of a terminal while a command works: a bar if the amount of
// work is known, else a spinner. It appears after a second without output and
// disappears before the next output. Outputs other than terminals get a plain line
// every ten seconds, and only about work whose amount is known.
type Status struct {
	out   io.Writer
	drawn bool // the output is a terminal that is wide enough
	end   chan struct{}

	mu      sync.Mutex
	command string
	line    *progressbar.ProgressBar // nil before Begin, and without a terminal
	total   int64                    // of line; 0 for a spinner
	work    measured
	since   time.Time // the last output, or the start
	rests   bool      // after a question
	ended   bool
}

// measured is work whose amount is known.
type measured struct {
	name        string
	unit        Unit
	done, total int64
}

// NewStatus returns a status line at the end of out. It appears after [Status.Begin].
func NewStatus(out io.Writer) *Status {
	return &Status{out: out, drawn: os.Getenv("TERM") != "dumb" && Columns(out) >= narrowest, end: make(chan struct{}), since: time.Now()}
}

// Begin shows from now on that a command is working.
func (s *Status) Begin(command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.command, s.since = command, time.Now(); s.drawn {
		s.line = s.newLine()
		go s.redraw()
	}
}

func (s *Status) redraw() {
	tick := time.NewTicker(redrawEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.end:
			return
		case <-tick.C:
			s.mu.Lock()
			if !s.rests && !s.ended && time.Since(s.since) >= ProgressEvery {
				s.draw()
			}
			s.mu.Unlock()
		}
	}
}

// draw draws the line. The caller holds the lock.
func (s *Status) draw() {
	if s.total != s.work.total {
		s.clear()
	}
	if s.total > 0 {
		_ = s.line.Set64(s.work.done) // a line that cannot be drawn is no reason to stop
	} else {
		_ = s.line.RenderBlank()
	}
}

// newLine returns a line that is not drawn yet, and whose clock runs. The caller holds
// the lock.
func (s *Status) newLine() *progressbar.ProgressBar {
	options := []progressbar.Option{progressbar.OptionSetWriter(s.out), progressbar.OptionUseANSICodes(true)}
	if s.total = s.work.total; s.total == 0 {
		options = append(options, progressbar.OptionSetDescription(s.command), progressbar.OptionSetSpinnerChangeInterval(0)) // redraw turns it
	} else {
		options = append(options, progressbar.OptionSetDescription(s.work.name), progressbar.OptionSetWidth(barWidth), progressbar.OptionShowCount(),
			progressbar.OptionShowBytes(s.work.unit == Bytes), progressbar.OptionUseIECUnits(true))
	}
	line := progressbar.NewOptions64(cmp.Or(s.total, -1), options...)
	line.StartWithoutRender()
	return line
}

// clear removes the line; the next one is new. The caller holds the lock.
func (s *Status) clear() {
	if s.line != nil {
		_ = s.line.Clear() // see draw
		s.line = s.newLine()
	}
}

// Measure returns a function that reports how much of some work is done. The bar
// disappears when all is done.
func (s *Status) Measure(name string, unit Unit) func(done, total int64) {
	return func(done, total int64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if done >= total {
			s.work = measured{}
			return
		}
		s.work = measured{name: name, unit: unit, done: done, total: total}
		if !s.drawn && !s.ended && time.Since(s.since) >= plainEvery {
			s.since = time.Now()
			fmt.Fprintln(s.out, s.work)
		}
	}
}

func (m measured) String() string {
	if m.unit == Bytes {
		return fmt.Sprintf("cairn: %s: %s of %s", m.name, Size(m.done), Size(m.total))
	}
	return fmt.Sprintf("cairn: %s: %d of %d %s", m.name, m.done, m.total, m.unit)
}

// End removes the line for good.
func (s *Status) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	if !s.ended {
		close(s.end)
	}
	s.ended = true
}

// Above returns a writer to w that keeps its text apart from the status line.
func (s *Status) Above(w io.Writer) io.Writer {
	if !s.drawn {
		return w
	}
	return above{w, s}
}

type above struct {
	io.Writer
	status *Status
}

func (a above) Write(b []byte) (int, error) {
	s := a.status
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	n, err := a.Writer.Write(b)
	s.since = time.Now()
	// No line follows a question, or disturbs a pager that reads this output.
	s.rests = !bytes.HasSuffix(b, []byte("\n")) || Columns(a.Writer) == 0
	return n, err
}

// file returns the file behind a writer, or nil.
func file(out io.Writer) *os.File {
	if a, ok := out.(above); ok {
		out = a.Writer
	}
	f, _ := out.(*os.File)
	return f
}

// Columns returns the width of a terminal, 0 for any other output.
func Columns(out io.Writer) int {
	f := file(out)
	if f == nil {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// Colour is a way of showing text on a terminal. All codes are equally long, so that
// columns of them are aligned.
type Colour string

// Colours of text.
const (
	Bold   Colour = "01"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Coloured formats text for a terminal, and returns it unchanged for other outputs.
// NO_COLOR turns colours off (no-color.org).
func Coloured(out io.Writer, colour Colour, text string) string {
	f := file(out)
	if f == nil || !term.IsTerminal(int(f.Fd())) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return text
	}
	return "\x1b[" + string(colour) + "m" + text + "\x1b[0m"
}
