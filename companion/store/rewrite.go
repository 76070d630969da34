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

// rewriteFree is the free space that a rewriting needs, in sizes of the file: for a
// copy of the old file, the appended new steps, a backup and the compacted file.
const rewriteFree = 4

// rewriting is a request to replace steps.
type rewriting struct {
	steps []rewrittenStep
	blobs map[ref][]byte // packed; those of all steps
}

// rewrittenStep is the new form of the step at a cursor.
type rewrittenStep struct {
	cursor int64
	change *prepared
}

// Rewrite replaces steps by another form: form gets each step in the order of time and
// returns its new form, or nil to keep it. A step keeps its id, its number and its
// place in the feed, so that sources and replicas notice nothing. form must not change
// the step that it gets.
//
// All of it happens or nothing: until Rewrite is done, the old file lies aside
// unchanged, and a start that finds it goes back to it. Afterwards no file holds the
// old form: the store is compacted, its backups are renewed, earlier damaged files and
// all segments are removed.
//
// No other caller may write steps meanwhile. Reading goes on. progress counts steps.
func (s *Store) Rewrite(ctx context.Context, form func(*types.Step) (*types.Step, error), progress func(done, total int64)) (rewritten int, err error) {
	w, err := s.rewriteSteps(ctx, form, progress)
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

// rewriteSteps computes the replacements. It writes nothing yet.
func (s *Store) rewriteSteps(ctx context.Context, form func(*types.Step) (*types.Step, error), progress func(done, total int64)) (*rewriting, error) {
	w := &rewriting{blobs: map[ref][]byte{}}
	done, total := int64(0), int64(s.Stats().Steps)
	err := s.Load(func(rec wire.Record) (err error) {
		if rec.Step == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.inSlot(func() { err = w.add(rec, form) })
		if done++; progress != nil {
			progress(done, total)
		}
		return err
	})
	return w, err
}

func (w *rewriting) add(rec wire.Record, form func(*types.Step) (*types.Step, error)) error {
	step, err := form(rec.Step)
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
	if err := s.copyPrior(); err != nil {
		return errors.Join(err, s.dropPrior())
	}
	if err := s.replaceSteps(w); err != nil {
		// The state of the file is unknown; the prior one is complete.
		return s.fail(types.Fault(types.CodeStoreDamaged, fmt.Sprintf("rewriting did not finish: %v", err),
			"Nothing is lost and reading goes on. Start Cairn again: it goes back to the file from before."))
	}
	return nil
}

// copyPrior copies the file. Later writes go to the original only.
func (s *Store) copyPrior() error {
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.copyFile(fileStore, filePrior); err != nil {
		return err
	}
	return s.durableDir()
}

// replaceSteps writes the new steps, removes the old ones from the disk and drops
// the copy of the old file.
func (s *Store) replaceSteps(w *rewriting) error {
	x, err := s.matchChanges(w)
	if err != nil {
		return err
	}
	blobs := map[string]string{}
	for _, f := range x.after {
		if r := f.change.observation; r != (ref{}) && s.x.blobs[r] == 0 {
			key := s.vault.blobKey(r)
			blobs[key] = s.vault.seal(key, w.blobs[r])
		}
	}
	if err := s.setInChunks(blobs); err != nil {
		return err
	}
	if err := s.setInChunks(x.values); err != nil {
		return err
	}
	var orphans []ref
	s.publish(func(in *index) {
		orphans = in.replace(x)
		s.feed.invalidate()
	})
	if err := s.writeTombstones(x.superseded, orphans); err != nil {
		return err
	}
	if err := s.dropSegments(); err != nil {
		return err
	}
	s.wantCompact = true // so that traces are dropped
	if err := s.dropTraces(); err != nil {
		return err
	}
	if err := s.deleteGarbage(); err != nil {
		return err
	}
	if err := s.shrink(); err != nil {
		return err
	}
	s.wantCompact = false
	return nil
}

// NoteRewriting increments the count of rewritings. The count is part of the file,
// so that an older backup has a lower one.
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

// Rewritings returns how often NoteRewriting was called on this store.
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
		return err // a damaged count reads as 0: rewriting again does no harm
	})
	return count
}

// replacement lists the changes of rewritten steps.
type replacement struct {
	before, after []storedChange    // the old and the new change of a step, at one index
	values        map[string]string // of after, sealed
	superseded    []storedChange    // older changes of steps, which hold the old content too
}

// matchChanges finds the changes of the rewritten steps. Steps deleted meanwhile are
// left out.
func (s *Store) matchChanges(w *rewriting) (*replacement, error) {
	forms := make(map[int64]*prepared, len(w.steps))
	for _, step := range w.steps {
		forms[step.cursor] = step.change
	}
	x := &replacement{values: make(map[string]string, len(forms))}
	err := s.db.View(func(tx *buntdb.Tx) error {
		return ascend(tx, keyChange, func(key, value string) error {
			cursor, c := s.vault.openChange(key, value)
			if c == nil || c.kind != kindStep {
				return nil
			}
			old := storedChange{cursor, key, c, setSize(key, len(value))}
			if s.x.steps[c.id] != cursor {
				x.superseded = append(x.superseded, old)
				return nil
			}
			form := forms[cursor]
			if form == nil {
				return nil
			}
			change := *c
			change.payload, change.observation = form.payload, form.observation
			x.values[key] = s.vault.seal(key, change.encode())
			x.before = append(x.before, old)
			x.after = append(x.after, storedChange{cursor, key, &change, setSize(key, len(x.values[key]))})
			return nil
		})
	})
	return x, err
}

// replace exchanges the changes and returns the blobs that are no longer used.
func (in *index) replace(x *replacement) (orphans []ref) {
	for i, old := range x.before {
		_, partial := in.partial[old.change.id]
		orphans = append(orphans, in.remove(old.cursor, old.change, old.size)...)
		form := x.after[i]
		in.add(form.cursor, form.change, form.size)
		if partial {
			in.partial[form.change.id] = form.cursor
		}
	}
	return slices.DeleteFunc(orphans, func(r ref) bool { return in.blobs[r] > 0 })
}

// setInChunks is set in several transactions; readers run between two.
func (s *Store) setInChunks(values map[string]string) error {
	part := make(map[string]string, setChunk)
	for key, value := range values {
		if part[key] = value; len(part) == setChunk {
			if err := s.set(part); err != nil {
				return err
			}
			clear(part)
		}
	}
	return s.set(part)
}

// setChunk is the number of values set in one transaction.
const setChunk = 1000

func (s *Store) dropSegments() error {
	names, err := s.segmentNames()
	if err != nil {
		return err
	}
	return s.removeFiles(names...)
}
