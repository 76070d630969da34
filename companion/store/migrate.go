package store

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tidwall/buntdb"
)

// schemaVersion is the number of the schema that this code reads and writes.
const schemaVersion = 1

// migration takes a store from one schema to the next. It may be cut short by
// a crash at any point and is then run again from the start, so it must not
// mind finding its own work half done.
type migration struct {
	from, to byte
	run      func(tx *buntdb.Tx) error
}

// migrations are all steps from the first schema to this one, in order.
var migrations = []migration{}

// migrate brings the store from the schema that it was written under to ours.
// seen is the newest version among its values, which stands in for a schema
// record that was lost.
func (s *Store) migrate(seen byte, steps []migration) error {
	have, err := s.schema(seen)
	if err != nil {
		return err
	}
	if have == schemaVersion {
		return nil
	}
	if have != 0 {
		// Whatever a migration gets wrong can be undone.
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
		have = step.to
	}
	if have != 0 && have != schemaVersion {
		return fmt.Errorf("no migration leads from schema %d to %d", have, schemaVersion)
	}
	if err := s.set(map[string]string{keySchema: seal(keySchema, []byte(strconv.Itoa(schemaVersion)))}); err != nil {
		return err
	}
	return s.flush()
}

// schema is the number of the store's schema, 0 when it is new.
func (s *Store) schema(seen byte) (have byte, err error) {
	err = s.db.View(func(tx *buntdb.Tx) error {
		value, err := tx.Get(keySchema)
		if errors.Is(err, buntdb.ErrNotFound) {
			have = seen
			return nil
		}
		if err != nil {
			return err
		}
		body, err := unseal(keySchema, []byte(value))
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
