package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"cairn/shared/types"
)

// unlock finds the key of the store that rep describes, and returns the vault that
// the store is to be converted to. It changes nothing: without its key a store stays
// as it is.
func (s *Store) unlock(o Options, rep Report) (want *vault, err error) {
	if rep.otherKey != "" {
		return nil, types.Fault(types.CodeStoreKey, fmt.Sprintf("the store is encrypted under two keys, %x and %x", rep.key, rep.otherKey),
			"Nothing was changed. Cairn never writes such a file: restore a backup.")
	}
	if rep.key != "" {
		if s.vault, err = findVault(o, rep.key); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Decrypt:
		return nil, nil
	case s.vault != nil || o.Encrypt == nil:
		return s.vault, nil
	}
	key, err := o.Encrypt()
	if err != nil {
		return nil, fmt.Errorf("key to encrypt with: %w", err)
	}
	return newVault(key)
}

func findVault(o Options, id string) (*vault, error) {
	name := hex.EncodeToString([]byte(id))
	if o.Key == nil {
		return nil, types.Fault(types.CodeStoreKey, "the store is encrypted under key "+name+", and no key is known", "Nothing was changed.")
	}
	key, err := o.Key(name)
	if err != nil {
		return nil, err
	}
	v, err := newVault(key)
	if err == nil && v.id != id {
		err = fmt.Errorf("it is key %s", v.keyID())
	}
	if err != nil {
		return nil, types.Fault(types.CodeStoreKey, fmt.Sprintf("the store is encrypted under key %s, and what was found is another: %v", name, err),
			"Nothing was changed. Put the right key back.")
	}
	return v, nil
}

// convert encrypts or decrypts the file, which is sound by now, and its backups.
// Each file is replaced as a whole, in an order in which the store never reports
// itself encrypted while some file is not: after a crash, a retry does the rest.
func (s *Store) convert(o Options, rep Report, want *vault) error {
	foreign := rep.key != "" // values in another form than is wanted
	if want != nil {
		foreign = rep.plain > 0
	}
	asked := o.Encrypt != nil || o.Decrypt
	if want != nil && (foreign || asked) {
		if err := s.convertBackups(o, want); err != nil {
			return err
		}
	}
	if foreign {
		if err := s.convertStore(want); err != nil {
			return err
		}
	}
	s.vault = want
	if want == nil && asked {
		return s.convertBackups(o, want)
	}
	return nil
}

// conversion returns the converted key and value of a stored pair.
type conversion func(key string, value []byte) (string, string, error)

// conversionBetween returns the conversion from one vault to another. Plain values
// can be read in either case.
func conversionBetween(from, to *vault) conversion {
	return func(key string, value []byte) (string, string, error) {
		was := from
		if value[0]&encrypted == 0 {
			was = nil
		}
		body, err := was.unseal(key, value)
		if err != nil {
			return "", "", err
		}
		for _, prefix := range []string{keyBlob, keyFloor} {
			if !strings.HasPrefix(key, prefix) {
				continue
			}
			r, err := was.refOf(key, prefix)
			if err != nil {
				return "", "", errDamaged
			}
			if key = to.blobKey(r); prefix == keyFloor {
				key = to.floorKey(r)
			}
			break
		}
		return key, to.sealAs(key, schema(value), body), nil
	}
}

// convertStore rewrites the store's file. Values that do not decrypt although their
// checksum matches are handled as damage.
func (s *Store) convertStore(to *vault) error {
	left, err := s.writeSound(fileStore, fileSalvage, conversionBetween(s.vault, to))
	switch {
	case err != nil:
	case left > 0:
		return s.replaceDamaged(left)
	default:
		err = s.root.Rename(fileSalvage, fileStore)
	}
	if err != nil {
		return convertFault(err)
	}
	return s.durableDir()
}

// convertBackups converts the backups and drops the segments, which are a cache. It
// refuses if there are damaged files: they cannot be encrypted value by value, and
// only the user may remove them.
func (s *Store) convertBackups(o Options, to *vault) error {
	if err := s.refuseDamagedFiles(to); err != nil {
		return err
	}
	if err := s.dropSegments(); err != nil {
		return convertFault(err)
	}
	backups, err := s.backups()
	if err != nil {
		return convertFault(err)
	}
	for _, name := range backups {
		if err := s.convertBackup(o, name, to); err != nil {
			return convertFault(err)
		}
	}
	return s.durableDir()
}

// refuseDamagedFiles refuses to encrypt while plain values lie in files that were set
// aside.
func (s *Store) refuseDamagedFiles(to *vault) error {
	names, err := s.filesWith(prefDamaged)
	if err != nil || to == nil {
		return err
	}
	for _, name := range names {
		rep, err := s.inspect(name)
		if err != nil {
			return convertFault(err)
		}
		if rep.plain > 0 || rep.Broken && rep.key == "" {
			return types.Fault(types.CodeStoreDamaged, fmt.Sprintf("%s, a damaged file that was set aside, holds what is to be encrypted", name),
				"Nothing was encrypted. Remove that file when you miss nothing, or move it out of the data directory, then try again.")
		}
	}
	return nil
}

// convertBackup rewrites one backup unless it is converted already.
func (s *Store) convertBackup(o Options, name string, to *vault) error {
	rep, err := s.inspect(name)
	if err != nil {
		return err
	}
	switch {
	case rep.otherKey != "":
		return types.Fault(types.CodeStoreKey, fmt.Sprintf("backup %s is encrypted under two keys", name), "Cairn never writes such a file: move it out of the data directory.")
	case to == nil && rep.key == "", to != nil && rep.key == to.id && rep.plain == 0:
		return nil
	}
	var from *vault
	if rep.key != "" {
		if from, err = findVault(o, rep.key); err != nil {
			return fmt.Errorf("backup %s: %w", name, err)
		}
	}
	if _, err := s.writeSound(name, name+partial, conversionBetween(from, to)); err != nil {
		return err
	}
	return s.root.Rename(name+partial, name)
}

func convertFault(err error) error {
	if fault := new(types.Error); errors.As(err, &fault) {
		return err
	}
	if isFull(err) {
		return fullFault(err.Error())
	}
	return fmt.Errorf("convert the store: %w", err)
}
