package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// rewriteFree is how many times the file must be free on the disk: the old file is
// kept aside, what is rewritten is appended to it, a backup and the compacted file
// follow.
const rewriteFree = 4

// rewriting is a request to put other forms of steps in their place.
type rewriting struct {
	steps []rewrittenStep
	blobs map[ref][]byte // packed; those of all steps
}

// rewrittenStep is the new form of the step at a cursor.
type rewrittenStep struct {
	cursor int64
	change *prepared
}

// Rewrite puts another form of steps in their place: turn gets each step in the
// order of time and returns its new form, or nil where it stays. A step keeps its
// id, its number and its place in the feed, so that sources and replicas notice
// nothing. turn must not change the step that it gets.
//
// All of it happens or nothing: until Rewrite is done, the old file lies aside
// unchanged, and a start that finds it goes back to it. Afterwards nothing holds
// what was rewritten: the store is compacted, its backups are renewed, damaged
// files from before and all segments are gone.
//
// No other caller may write steps meanwhile. Reading goes on. progress counts steps.
func (s *Store) Rewrite(ctx context.Context, turn func(*types.Step) (*types.Step, error), progress func(done, total int64)) (rewritten int, err error) {
	w, err := s.turnSteps(ctx, turn, progress)
	if err != nil {
		return 0, fmt.Errorf("rewrite store: %w", err)
	}
	if len(w.steps) == 0 {
		return 0, nil
	}
	if err := s.submit(context.WithoutCancel(ctx), &request{rewrite: w, done: make(chan error, 1)}); err != nil {
		return 0, fmt.Errorf("rewrite store: %w", err)
	}
	return len(w.steps), nil
}

// turnSteps finds the new forms. Nothing is written yet.
func (s *Store) turnSteps(ctx context.Context, turn func(*types.Step) (*types.Step, error), progress func(done, total int64)) (*rewriting, error) {
	w := &rewriting{blobs: map[ref][]byte{}}
	done, total := int64(0), int64(s.Stats().Steps)
	err := s.Load(func(rec wire.Record) (err error) {
		if rec.Step == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.turn(func() { err = w.add(rec, turn) })
		if done++; progress != nil {
			progress(done, total)
		}
		return err
	})
	return w, err
}

func (w *rewriting) add(rec wire.Record, turn func(*types.Step) (*types.Step, error)) error {
	step, err := turn(rec.Step)
	if err != nil || step == nil {
		return err
	}
	p, err := prepare(entry{record: wire.Record{Step: step}})
	if err != nil {
		return err
	}
	for i := range p.blobs {
		if b := &p.blobs[i]; w.blobs[b.ref] == nil {
			w.blobs[b.ref] = b.pack()
		}
	}
	p.blobs = nil
	w.steps = append(w.steps, rewrittenStep{rec.Seq, p})
	return nil
}

// commitRewrite is Rewrite on the writer's goroutine.
func (s *Store) commitRewrite(w *rewriting) error {
	if err := s.refusal(); err != nil {
		return err
	}
	free, _, err := s.space(s.file)
	if err != nil {
		return fmt.Errorf("free space: %w", err)
	}
	if free < rewriteFree*s.fileSize() {
		return fullFault("there is no room to rewrite the store")
	}
	if err := s.writeFloors(); err != nil {
		return err
	}
	if err := s.keepAside(); err != nil {
		return errors.Join(err, s.dropPrior())
	}
	if err := s.replaceSteps(w); err != nil {
		// What state the file is in is unknown; the prior one is complete.
		return s.fail(types.Fault(types.CodeStoreDamaged, fmt.Sprintf("rewriting did not finish: %v", err),
			"Nothing is lost and reading goes on. Start Cairn again: it goes back to the file from before."))
	}
	return nil
}

// keepAside copies the file as it is: what is written from here on goes into the
// other one alone.
func (s *Store) keepAside() error {
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.copyFile(fileStore, filePrior); err != nil {
		return err
	}
	return s.durableDir()
}

// replaceSteps writes the new forms, takes the old ones off the disk and ends with
// the copy from before.
func (s *Store) replaceSteps(w *rewriting) error {
	x, err := s.match(w)
	if err != nil {
		return err
	}
	blobs := map[string]string{}
	for _, f := range x.stays {
		if r := f.change.seen; r != (ref{}) && s.x.blobs[r] == 0 {
			key := s.vault.blobKey(r)
			blobs[key] = s.vault.seal(key, w.blobs[r])
		}
	}
	if err := s.setParts(blobs); err != nil {
		return err
	}
	if err := s.setParts(x.values); err != nil {
		return err
	}
	var orphans []ref
	s.publish(func(in *index) {
		orphans = in.exchange(x)
		s.feed.invalidate()
	})
	if err := s.bury(x.superseded, orphans); err != nil {
		return err
	}
	if err := s.dropSegments(); err != nil {
		return err
	}
	s.wantCompact = true // so that traces are dropped
	if err := s.dropTraces(); err != nil {
		return err
	}
	if err := s.deleteDead(); err != nil {
		return err
	}
	if err := s.shrink(); err != nil {
		return err
	}
	s.wantCompact = false
	return nil
}

// NoteRewriting counts that older steps were put into another form. The count goes
// with the file: a backup from before has a lower one.
func (s *Store) NoteRewriting(ctx context.Context) error {
	return s.submit(ctx, &request{noteRewriting: true, done: make(chan error, 1)})
}

func (s *Store) noteRewriting() error {
	if err := s.refusal(); err != nil {
		return err
	}
	count := strconv.Itoa(s.Rewritings() + 1)
	if err := s.set(map[string]string{keyRewritings: s.vault.seal(keyRewritings, []byte(count))}); err != nil {
		return err
	}
	return s.flush()
}

// Rewritings is how often that was noted, 0 for a store from before.
func (s *Store) Rewritings() (count int) {
	_ = s.db.View(func(tx *buntdb.Tx) error {
		value, err := tx.Get(keyRewritings)
		if err != nil {
			return err
		}
		body, err := s.vault.unseal(keyRewritings, []byte(value))
		if err == nil {
			count, err = strconv.Atoi(string(body))
		}
		return err // one that is damaged counts as none: rewriting again does no harm
	})
	return count
}

// exchanged are changes whose form is exchanged.
type exchanged struct {
	goes, stays []found           // the old and the new form of one, at one index
	values      map[string]string // of what stays, sealed
	superseded  []found           // changes of steps that another stands for: they hold the old form
}

// match finds the changes of the steps that were rewritten. A step that went
// meanwhile is left out.
func (s *Store) match(w *rewriting) (*exchanged, error) {
	forms := make(map[int64]*prepared, len(w.steps))
	for _, step := range w.steps {
		forms[step.cursor] = step.change
	}
	x := &exchanged{values: make(map[string]string, len(forms))}
	err := s.db.View(func(tx *buntdb.Tx) error {
		return ascend(tx, keyChange, func(key, value string) error {
			cursor, c := s.vault.openChange(key, value)
			if c == nil || c.kind != kindStep {
				return nil
			}
			old := found{cursor, key, c, setSize(key, len(value))}
			if s.x.steps[c.id] != cursor {
				x.superseded = append(x.superseded, old)
				return nil
			}
			form := forms[cursor]
			if form == nil {
				return nil
			}
			change := *c
			change.payload, change.seen = form.payload, form.seen
			x.values[key] = s.vault.seal(key, change.encode())
			x.goes = append(x.goes, old)
			x.stays = append(x.stays, found{cursor, key, &change, setSize(key, len(x.values[key]))})
			return nil
		})
	})
	return x, err
}

// exchange takes the new forms in and returns the blobs that nothing needs any more.
func (in *index) exchange(x *exchanged) (orphans []ref) {
	for i, old := range x.goes {
		_, partial := in.partial[old.change.id]
		orphans = append(orphans, in.drop(old.cursor, old.change, old.size)...)
		form := x.stays[i]
		in.hold(form.cursor, form.change, form.size)
		if partial {
			in.partial[form.change.id] = form.cursor
		}
	}
	return slices.DeleteFunc(orphans, func(r ref) bool { return in.blobs[r] > 0 })
}

// setParts is set in several transactions, so that readers get their turn.
func (s *Store) setParts(values map[string]string) error {
	part := make(map[string]string, setPart)
	for key, value := range values {
		if part[key] = value; len(part) == setPart {
			if err := s.set(part); err != nil {
				return err
			}
			clear(part)
		}
	}
	return s.set(part)
}

// setPart is how many values are set in one transaction.
const setPart = 1000

// dropSegments drops all of them.
func (s *Store) dropSegments() error {
	names, err := s.segmentNames()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := s.root.Remove(name); err != nil {
			return err
		}
	}
	return nil
}
