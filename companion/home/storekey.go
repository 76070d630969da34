package home

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"cairn/companion/keychain"
	"cairn/companion/store"
	"cairn/shared/types"
)

// StoreKeyFile holds the store's key if no keychain does.
const StoreKeyFile = "encryption.key"

// FindStoreKey finds the key with that id: in the file, or in the keychain under that
// id. place describes its location, for people.
func (h Dir) FindStoreKey(id string) (key []byte, place string, err error) {
	file := h.Path(StoreKeyFile)
	other := "and " + file + " is not there"
	if _, err := os.Stat(file); err == nil {
		if key, err = h.Secret(StoreKeyFile); err == nil && store.KeyID(key) == id {
			return key, file, nil
		}
		if other = fmt.Sprintf("and %s holds another key", file); err != nil {
			other = fmt.Sprintf("and %s cannot be used: %v", file, err)
		}
	}
	text, err := keychain.Get(id)
	if err == nil {
		if key, err = hex.DecodeString(text); err == nil && store.KeyID(key) == id {
			return key, keychain.Name(), nil
		}
		err = errors.New("what " + keychain.Name() + " has under its name is another key")
	}
	return nil, "", types.Fault(types.CodeStoreKey, fmt.Sprintf("the store is encrypted, and its key %s is not to be had: %v; %s", id, err, other),
		"Nothing was changed. Unlock the keychain of the user who turned encryption on, or put the key back (in the keychain: entry "+id+" of service cairn); "+
			"without it this store cannot be read. To start with an empty one: --data DIR")
}

// makeStoreKey creates a key and stores it in the keychain, or in a file if there is
// no keychain or the user prefers that. It uses an existing file again.
func (h Dir) makeStoreKey(inFile bool) (key []byte, err error) {
	if _, err := os.Stat(h.Path(StoreKeyFile)); err == nil || inFile {
		return h.Secret(StoreKeyFile)
	}
	text := string(NewSecret()[:2*store.KeyBytes])
	if key, err = hex.DecodeString(text); err != nil {
		return nil, err
	}
	err = keychain.Set(store.KeyID(key), text)
	if errors.Is(err, keychain.ErrAbsent) {
		return h.Secret(StoreKeyFile)
	}
	if err != nil {
		return nil, types.Fault(types.CodeStoreKey, err.Error(), "Unlock the keychain and try again, or keep the key in a file of the data directory: cairn encrypt on --key-file")
	}
	return key, nil
}

// StoreOptions returns the options for opening a store of this data directory.
func (h Dir) StoreOptions(holder string) store.Options {
	return store.Options{Holder: holder, Key: func(id string) ([]byte, error) {
		key, _, err := h.FindStoreKey(id)
		return key, err
	}}
}

// Encrypting returns options that encrypt a plain store.
func (h Dir) Encrypting(o store.Options, inFile bool) store.Options {
	o.Encrypt = func() ([]byte, error) { return h.makeStoreKey(inFile) }
	return o
}
