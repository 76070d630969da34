package runner

import (
	"context"
	"errors"
	"maps"
	"time"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

const (
	// loadTime bounds the wait for a page that is loading or waits for a
	// response.
	loadTime = 20 * time.Second
	// calmTime bounds the wait for a page at rest without the expected content. Some pages
	// draw late, without a sign of it.
	calmTime = 3500 * time.Millisecond
	// firstTime is the same for the first step: a large application draws its first page late.
	firstTime = 8 * time.Second
	// endTime bounds the wait at the end for a page that is the right one and does not show
	// all recorded elements, or no sign that the last step had an effect: some pages ask their server every two seconds.
	endTime = 2500 * time.Millisecond
	// signTime is the least rest of a page whose content is missing, before that means something.
	signTime = 600 * time.Millisecond
	// keepTime bounds the wait at the end for an application that shows a switch as set before it knows, and then
	// takes it back.
	keepTime = time.Second
	// doubtTime is the same where the page shows something else instead, as it does between
	// two states.
	doubtTime = time.Second
	// pollTime is the time between two observations at first, and maxPoll later: each of them
	// costs the page time.
	pollTime = 60 * time.Millisecond
	maxPoll  = 4 * pollTime
	// actTime bounds one action, including the wait until its element can be reached.
	actTime      = 15 * time.Second
	navigateTime = 25 * time.Second
	// sideTime bounds the work after a run was cancelled.
	sideTime = 10 * time.Second
	// maxRemaining bounds the steps that an answer lists.
	maxRemaining = 12
	// learntRuns is the number of runs with permission after which a flow keeps the permission.
	learntRuns = 2
)

// run is one run of a flow.
type run struct {
	driver Driver
	flow   *types.Flow
	values map[string]string
	o      Options
	base   string // origin

	session  string
	own      bool // the session was launched by the run
	at       int  // index of the next step
	since    int  // number of the session's actions up to the last run; the ones after it are the agent's, or of a run that stopped
	repeat   bool // the agent wants its own actions done again
	oneValue bool // the agent knows that a value names another thing of the page
	result   tool.FlowResult
	note     types.FlowRun
	began    time.Time

	sight *tool.Sight // the last observation
	// onPage holds the page's descriptions of the elements of an observation, by their refs.
	onPage struct {
		of *tool.Sight
		at map[string]*types.Target
	}
	// arrived is when the wait for the next step began, and seen holds the elements that
	// appeared since the last one. loaded is when the page was last seen to wait for something.
	arrived time.Time
	loaded  time.Time
	seen    map[string]bool
	// before is the page before the last step; moved reports that a step was done.
	before *types.Observation
	moved  bool
	// refused is a request of the last step that the server answered with an error, nil for none.
	refused *tool.Refusal
	// openedTab is the address of a tab that the last step opened beside its own.
	openedTab string
	// deeds counts the actions in the session up to the stop, and last is the reason.
	deeds int
	last  *halt
	// opened holds the page before a menu was opened for a step, closed counts the
	// overlays that were closed for one.
	opened map[int]*types.Observation
	closed int
	turned int  // pages of a list that were shown for the next step
	ledIn  bool // the page of the step behind the way in was opened
	// reopened reports that the menu of the last step was opened once more.
	reopened bool
	// did is the last step that was done, on the ref of its element, may is its permission, and
	// affirmed reports that a question about it was answered.
	did int
	on  string
	// granted is an extra permission for the stopped step, which the recorded step did not need.
	granted   string
	grantedAt int
	// was is the page's outline before the last step, stood are its texts, and states are how it showed
	// the values of the run so far.
	was    *types.Outline
	stood  map[string]bool
	picked bool // whether the last step's element is no button, or was selected before it
	states states
	routes map[string]string // by value: the page that showed it before the last step
	typed  []string          // values that the run typed, without secrets
	fields []string          // refs of what it filled or switched, or found switched
	// entered are the entries since the last press, and refilled says that they were made a second time.
	entered  []entry
	refilled bool
	// named says that the run stopped already because rows are selected that are none of its own.
	named bool
	// beside are the dialogs that do not hide the page, such as a chat: an element behind them was used.
	beside   []string
	may      string
	affirmed bool
	keyed    int // the index of the step for which a key was released
}

// halt is the reason why a run cannot continue.
type halt struct {
	reason        types.FlowReason
	message, hint string
	candidates    []string
	params        []string // without a value
	does          string
	// step is the number of the step that it concerns, unless that is the next one, and later the
	// number of a step at which the run can go on.
	step, later int
	// done reports that the step itself was done, or may have been.
	done bool
	// disabled reports that the element is there, and cannot be used yet.
	disabled bool
}

func newRun(driver Driver, f *types.Flow, values map[string]string, o Options, base string) *run {
	r := &run{driver: driver, flow: f, values: map[string]string{}, o: o, base: base, began: time.Now(), opened: map[int]*types.Observation{}}
	maps.Copy(r.values, values)
	r.result = tool.FlowResult{Flow: f.ID, Total: len(f.Steps)}
	return r
}

// begin writes the run into its session, so that an interrupted run is visible.
func (r *run) begin(ctx context.Context) error {
	if r.note.From == 0 {
		r.note = types.FlowRun{Flow: r.flow.ID, Digest: r.o.Digest, From: r.driver.Now()}
	}
	r.note.To = 0
	return r.driver.NoteRun(ctx, r.note)
}

// onwards does the remaining steps.
func (r *run) onwards(ctx context.Context) (*tool.FlowResult, error) {
	for r.at < len(r.flow.Steps) {
		if r.o.Until > 0 && r.at+1 >= r.o.Until {
			r.result.Status = tool.FlowPaused
			return r.ended(ctx, nil)
		}
		if r.o.Progress != nil {
			r.o.Progress(tool.FlowProgress{Step: r.at + 1, Total: len(r.flow.Steps), Does: flow.Words(r.flow, r.at, r.values)})
		}
		if h := r.step(ctx); h != nil {
			return r.ended(ctx, h)
		}
	}
	return r.ended(ctx, r.verify(ctx))
}

// step does the next step, or leaves it out.
func (r *run) step(ctx context.Context) *halt {
	if h := r.valuesFit(); h != nil && !r.inLogin() {
		if r.flow.Steps[r.at].Optional {
			r.skip()
			return nil
		}
		return h
	}
	f, h := r.await(ctx)
	if h != nil || r.at == len(r.flow.Steps) {
		return h
	}
	if f == nil && len(r.flow.Steps[r.at].Targets) > 0 {
		r.skip() // await found that the next one can be done
		return nil
	}
	if h = r.twoValues(); h != nil {
		return h
	}
	if r.inLogin() {
		if h = r.lacks(true); h != nil {
			return h
		}
	}
	if again, lost := r.unkept(ctx); again || lost != nil {
		return lost
	}
	if h = r.alsoSelected(); h != nil {
		return h
	}
	h = r.do(ctx, f)
	if h != nil && !h.done {
		return h
	}
	if h == nil {
		h = r.effect(ctx)
	}
	if h == nil {
		h = r.ignored(ctx)
	}
	if h != nil {
		return h
	}
	r.at++
	return nil
}

// skip leaves an optional step out.
func (r *run) skip() {
	r.result.Skipped = append(r.result.Skipped, r.at+1)
	r.at++
}

// skipTo leaves out all steps before one.
func (r *run) skipTo(step int) {
	for r.at < step {
		r.skip()
	}
}

// patient starts the wait for the next step.
func (r *run) patient(context.Context) { r.arrived = time.Now() }

// look observes the page. It tries again if the page is being replaced.
func (r *run) look(ctx context.Context, texts bool) (*tool.Sight, error) {
	for try := 0; ; try++ {
		s, err := r.driver.See(ctx, texts)
		if err == nil {
			s.Loading = s.Loading || r.works(s.Page)
			if r.sight = s; s.Loading {
				r.loaded = now()
			}
			r.noteTaken(s.Page)
			return s, nil
		}
		if ctx.Err() != nil || !isFault(err, types.CodePageGone) || try == 3 || r.driver.SessionID() == "" {
			return nil, err
		}
		if !pause(ctx, 4*pollTime) {
			return nil, ctx.Err()
		}
	}
}

// between returns the time until the next observation: a quarter of the wait so far, within bounds.
func (r *run) between() time.Duration {
	return min(max(time.Since(r.arrived)/4, pollTime), maxPoll)
}

// pause waits, and reports whether the run continues.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// timeOver reports whether the wait for the page is over; doubted reports that the page
// shows something else instead of the expected content.
func (r *run) timeOver(loading, doubted bool) bool {
	switch {
	case loading:
		return time.Since(r.arrived) > loadTime
	case doubted:
		return r.calm() > doubtTime
	}
	if r.at == 0 && !r.moved {
		return r.calm() > firstTime
	}
	return r.calm() > calmTime
}

// calm returns how long the page has waited for nothing since the last step. Late content is
// drawn a little after it arrives.
func (r *run) calm() time.Duration {
	if r.loaded.After(r.arrived) {
		return time.Since(r.loaded)
	}
	return time.Since(r.arrived)
}

// settled reports whether a page had time for all that it does late. One that asks its server all the time has as long again.
func (r *run) settled() bool {
	return r.calm() > endTime || time.Since(r.arrived) > 2*endTime
}

// lost returns the halt of a run that cannot observe any more.
func (r *run) lost(ctx context.Context, err error) *halt {
	if h := cancelled(ctx); h != nil {
		return h
	}
	return &halt{reason: types.FlowFailed, message: messageOf(err), hint: hintOf(err)}
}

// cancelled returns the halt of a run that was ended from outside, or nil.
func cancelled(ctx context.Context) *halt {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &halt{reason: types.FlowCancelled, message: "the time that was given is over"}
	case ctx.Err() != nil:
		return &halt{reason: types.FlowCancelled, message: "the run was stopped"}
	}
	return nil
}

func reasonOf(ctx context.Context, otherwise types.FlowReason) types.FlowReason {
	if ctx.Err() != nil {
		return types.FlowCancelled
	}
	return otherwise
}

func messageOf(err error) string {
	var e *types.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

func hintOf(err error) string {
	var e *types.Error
	if errors.As(err, &e) {
		return e.Hint
	}
	return ""
}

func isFault(err error, code types.Code) bool {
	var e *types.Error
	return errors.As(err, &e) && e.Code == code
}
