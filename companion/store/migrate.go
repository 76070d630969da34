package store

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tidwall/buntdb"
)

// schemaVersion is the number of the schema that this code reads and writes.
const schemaVersion = 2

// migration takes a store from one schema to the next. A crash may interrupt it at any
// point, and the next start repeats it from the beginning, so it must tolerate its own
// partial work.
type migration struct {
	from, to byte
	run      func(tx *buntdb.Tx) error
}

// migrations lists the steps from the first schema to this one, in order. Schema 2 adds
// the sharing log (kindShared) and changes nothing that was stored before.
var migrations = []migration{{from: 1, to: 2, run: func(*buntdb.Tx) error { return nil }}}

// migrate brings the store from the schema that it was written under to ours.
// oldest is the oldest version among its values, which stands in for a schema
// record that was lost: a step may then be taken twice, and is never left out.
func (s *Store) migrate(oldest byte, steps []migration) error {
	have, err := s.schema(oldest)
	if err != nil {
		return err
	}
	if have == schemaVersion {
		return nil
	}
	if have != 0 {
		// The backup allows to undo a faulty migration.
		if _, err := s.backUp(); err != nil {
			return fmt.Errorf("before migration: %w", err)
		}
	}
	for _, step := range steps {
		if step.from != have || have == 0 {
			continue
		}
		if err := s.db.Update(step.run); err != nil {
			return fmt.Errorf("migrate schema %d to %d: %w", step.from, step.to, err)
		}
		if err := s.writeSchema(step.to); err != nil {
			return err
		}
		have = step.to
	}
	switch have {
	case 0:
		return s.writeSchema(schemaVersion)
	case schemaVersion:
		return nil
	}
	return fmt.Errorf("no migration leads from schema %d to %d", have, schemaVersion)
}

// writeSchema syncs the work of a migration before it stores the number: the other
// way round, a power cut could leave the number without the work.
func (s *Store) writeSchema(number byte) error {
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.set(map[string]string{keySchema: s.vault.seal(keySchema, []byte(strconv.Itoa(int(number))))}); err != nil {
		return err
	}
	return s.flush()
}

// schema returns the number of the store's schema, 0 for a new store.
func (s *Store) schema(oldest byte) (have byte, err error) {
	err = s.db.View(func(tx *buntdb.Tx) error {
		value, err := tx.Get(keySchema)
		if errors.Is(err, buntdb.ErrNotFound) {
			have = oldest
			return nil
		}
		if err != nil {
			return err
		}
		body, err := s.vault.unseal(keySchema, []byte(value))
		if err != nil {
			return fmt.Errorf("read schema: %w", err)
		}
		n, err := strconv.ParseUint(string(body), 10, 8)
		if err != nil {
			return fmt.Errorf("read schema: %w", err)
		}
		have = byte(n)
		return nil
	})
	return have, err
}
