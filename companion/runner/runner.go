package runner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// A Driver observes pages and acts on them for one agent (package pilot's Agent).
type Driver interface {
	SessionID() string
	Launch(ctx context.Context, in tool.LaunchInput) (*tool.LaunchResult, error)
	Cleanup(ctx context.Context, in tool.CleanupInput) (*tool.CleanupResult, error)
	Describe(ctx context.Context, in tool.DescribeInput) (*tool.DescribeResult, error)

	See(ctx context.Context, texts bool) (*tool.Sight, error)
	Point(ctx context.Context, in tool.TargetInput) (*types.Target, error)
	Deeds(ctx context.Context, from int) ([]types.Tool, error)
	NoteRun(ctx context.Context, run types.FlowRun) error
	Now() types.Time

	Navigate(ctx context.Context, in tool.NavigateInput) (*tool.ActResult, error)
	Back(ctx context.Context, in tool.BackInput) (*tool.ActResult, error)
	Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error)
	Type(ctx context.Context, in tool.TypeInput) (*tool.ActResult, error)
	Press(ctx context.Context, in tool.PressInput) (*tool.ActResult, error)
	Hover(ctx context.Context, in tool.HoverInput) (*tool.ActResult, error)
	Drag(ctx context.Context, in tool.DragInput) (*tool.ActResult, error)
	Upload(ctx context.Context, in tool.UploadInput) (*tool.ActResult, error)
}

// Options hold the settings of a run.
type Options struct {
	// Digest is flow.Digest of the flow.
	Digest             string
	DryRun, AllowRisky bool
	// Past reports that the step at which a run stopped was done since, when it continues.
	Past bool
	// From is the number of the step at which a stopped run continues, leaving out those
	// before it; 0 for the one at which it stopped.
	From int
	// Until ends the run before the step of that number, from 1; 0 for none.
	Until int
	// URL is an address of the site to run on, instead of the recorded one. Origins
	// are those of a site that has a name, the likeliest first.
	URL     string
	Origins []string
	// Goal, Context and Dir are for the session that the run launches if there is none. An
	// empty goal is replaced by the flow's title.
	Goal, Context, Dir string
	// Timeout bounds the whole run; 0 for no bound.
	Timeout time.Duration
	// Progress is called with each step before it is done; it must not block.
	Progress func(tool.FlowProgress)
}

// Runner runs flows for one agent, one at a time.
type Runner struct {
	driver Driver
	book   *Book
	busy   sync.Mutex
	mu     sync.Mutex
	// stopped is the run that stopped in the session, nil for none.
	stopped *run
	// behind is the session of the last run, and its number of actions at the end of it.
	behind struct {
		session string
		actions int
	}
}

// New returns a Runner for an agent's driver. The book is the daemon's.
func New(driver Driver, book *Book) *Runner { return &Runner{driver: driver, book: book} }

// Book prevents two simultaneous runs of one flow in one browser context.
type Book struct {
	mu  sync.Mutex
	has map[string]bool
}

// NewBook returns an empty book.
func NewBook() *Book { return &Book{has: map[string]bool{}} }

func (b *Book) take(name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.has[name] {
		return false
	}
	b.has[name] = true
	return true
}

func (b *Book) give(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.has, name)
}

// Waiting returns the flow whose run stopped in the current session, nil for none.
func (r *Runner) Waiting() *types.Flow {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == nil || r.stopped.session != r.driver.SessionID() {
		return nil
	}
	return r.stopped.flow
}

// Run runs a flow from its start. It returns an error only if nothing was begun.
func (r *Runner) Run(ctx context.Context, f *types.Flow, values map[string]string, o Options) (*tool.FlowResult, error) {
	if err := flow.Check(f); err != nil {
		return nil, err
	}
	if err := declared(f, values); err != nil {
		return nil, err
	}
	if o.Until < 0 || o.Until > len(f.Steps) {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("until is %d, and the flow has %d steps", o.Until, len(f.Steps)), "It is the number of the first step that is not to be done.")
	}
	base, err := baseOf(f, o)
	if err != nil {
		return nil, err
	}
	return r.alone(ctx, f, o, func(ctx context.Context) (*tool.FlowResult, error) {
		run := newRun(r.driver, f, values, o, base)
		if r.behind.session == r.driver.SessionID() {
			run.since = r.behind.actions
		}
		if s := r.stopped; s != nil && s.session == r.driver.SessionID() && s.flow.ID == f.ID && maps.Equal(s.values, run.values) {
			run.since = s.since // it did a part of this run
		}
		r.keep(nil)
		result, err := run.fromStart(ctx)
		r.keep(run.ifStopped(result))
		r.count(ctx, result)
		return result, err
	})
}

// Continue continues the run that stopped in the session. The values are added to
// the run's.
func (r *Runner) Continue(ctx context.Context, values map[string]string, o Options) (*tool.FlowResult, error) {
	r.mu.Lock()
	stopped := r.stopped
	r.mu.Unlock()
	if stopped == nil || stopped.session != r.driver.SessionID() {
		return nil, types.Fault(types.CodeNotFound, "no run waits in this session: it ended, or Cairn was started again",
			"Look at the page, then do what remains step by step. A new run of the flow begins from its start, and does again what was done.")
	}
	if err := declared(stopped.flow, values); err != nil {
		return nil, err
	}
	if o.Until < 0 || o.Until > len(stopped.flow.Steps) {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("until is %d, and the flow has %d steps", o.Until, len(stopped.flow.Steps)), "It is the number of the first step that is not to be done.")
	}
	if o.From != 0 && (o.From <= stopped.at || o.From > len(stopped.flow.Steps)) {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("from is %d, and the run stopped at step %d of %d", o.From, stopped.at+1, len(stopped.flow.Steps)), "It is the number of the step to go on with.")
	}
	return r.alone(ctx, stopped.flow, stopped.o, func(ctx context.Context) (*tool.FlowResult, error) {
		stopped.again(values, o)
		result, err := stopped.goOn(ctx)
		r.keep(stopped.ifStopped(result))
		r.count(ctx, result)
		return result, err
	})
}

// count notes how many actions the session has behind a run, so that the next run knows which
// are the agent's. A run that was stopped because the agent did a part of it did nothing.
func (r *Runner) count(ctx context.Context, result *tool.FlowResult) {
	session := r.driver.SessionID()
	if session == "" || result == nil || result.Stop != nil && result.Stop.Reason == types.FlowDoneBefore {
		return
	}
	side, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
	defer cancel()
	if actions, err := r.driver.Deeds(side, 0); err == nil {
		r.behind.session, r.behind.actions = session, len(actions)
	}
}

func (r *Runner) keep(stopped *run) {
	r.mu.Lock()
	r.stopped = stopped
	r.mu.Unlock()
}

// alone calls do while no other run is in progress.
func (r *Runner) alone(ctx context.Context, f *types.Flow, o Options, do func(context.Context) (*tool.FlowResult, error)) (*tool.FlowResult, error) {
	if !r.busy.TryLock() {
		return nil, types.Fault(types.CodeActionDenied, "a run of a flow is under way for this agent", "Wait for its answer, or stop it.")
	}
	defer r.busy.Unlock()
	name := o.Context + "\n" + f.Site + "\n" + f.ID
	if r.book != nil {
		if !r.book.take(name) {
			return nil, types.Fault(types.CodeActionDenied, "this flow is being run by another agent in the same browser", "Wait until that run has ended, or run it in another context.")
		}
		defer r.book.give(name)
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	return do(ctx)
}

// declared refuses values of parameters that the flow does not have.
func declared(f *types.Flow, values map[string]string) error {
	var names []string
	for _, p := range f.Params {
		names = append(names, p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			hint := "It takes no parameters."
			if len(names) > 0 {
				hint = "It takes " + strings.Join(names, ", ") + "."
			}
			return types.Fault(types.CodeInvalidInput, fmt.Sprintf("the flow has no parameter %.40q", name), hint)
		}
	}
	return nil
}
