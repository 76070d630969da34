package extension

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync"
)

// packedPath is the core as ./build.sh build puts it into a binary: 10 MB become 3.
const packedPath = CorePath + ".gz"

// unpacked is a file system that shows the packed core as the core. Where the core is not
// packed it changes nothing.
type unpacked struct{ fs.FS }

func (u unpacked) Open(name string) (fs.File, error) {
	switch name {
	case CorePath:
		if packed, err := u.FS.Open(packedPath); err == nil {
			return unpack(packed)
		}
	case path.Dir(CorePath):
		dir, err := u.FS.Open(name)
		if list, ok := dir.(fs.ReadDirFile); ok && err == nil {
			return coreDir{list, u}, nil
		}
		return dir, err
	}
	return u.FS.Open(name)
}

// core is the unpacked core, which takes a tenth of a second to make.
var core struct {
	once sync.Once
	text []byte
	err  error
}

// unpack takes the file of the packed core over.
func unpack(packed fs.File) (fs.File, error) {
	core.once.Do(func() {
		zip, err := gzip.NewReader(packed)
		if err == nil {
			core.text, err = io.ReadAll(zip)
		}
		core.err = err
	})
	info, err := packed.Stat()
	if core.err != nil || err != nil {
		packed.Close()
		return nil, fmt.Errorf("unpack %s: %w", packedPath, errors.Join(core.err, err))
	}
	return &textFile{File: packed, info: coreInfo{sized{info, int64(len(core.text))}}, text: bytes.NewReader(core.text)}, nil
}

// coreInfo has the name of the unpacked core.
type coreInfo struct{ sized }

func (coreInfo) Name() string { return path.Base(CorePath) }

// coreDir lists the unpacked core in the place of the packed one.
type coreDir struct {
	fs.ReadDirFile
	files unpacked
}

func (d coreDir) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := d.ReadDirFile.ReadDir(n)
	for i, e := range entries {
		if e.Name() == path.Base(packedPath) {
			info, statErr := fs.Stat(d.files, CorePath)
			if statErr != nil {
				return nil, statErr
			}
			entries[i] = fs.FileInfoToDirEntry(info)
		}
	}
	return entries, err
}
