package flowfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// Wrote lists the results for the files, by their paths.
type Wrote struct {
	Added, Changed, Unchanged []string
}

// Write writes flows to dir/flows, each into the file of its id. A file that holds the
// same flow stays unchanged, with a person's comments and order. An unreadable file is
// never replaced, because it may hold a person's work. Write deletes nothing, and
// writes each file whole or not at all.
func Write(dir string, flows []*types.Flow) (*Wrote, error) {
	texts := map[string][]byte{}
	for _, f := range flows {
		text, err := Encode(f)
		if err == nil {
			err = flow.Check(f)
		}
		if err == nil {
			_, err = Decode(f.ID+suffix, text) // an unreadable text is not written
		}
		if err != nil {
			return nil, fmt.Errorf("write the flow %.80q: %w", f.ID, err)
		}
		if texts[f.ID] != nil {
			return nil, types.Invalid(fmt.Sprintf("two flows have the id %q", f.ID), "Rename one of them (cairn flow rename).")
		}
		texts[f.ID] = text
	}
	root, folder, err := openForWriting(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	wrote, faults := &Wrote{}, []error{}
	for _, f := range flows {
		shown := filepath.Join(dir, flowsIn, f.ID+suffix)
		list, err := writeOne(root, filepath.Join(folder, f.ID+suffix), shown, f, texts[f.ID], wrote)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		*list = append(*list, shown)
	}
	return wrote, errors.Join(faults...)
}

// openForWriting opens the repository around dir, or dir itself if there is none, so
// that no link leads out of it, and creates dir/flows.
func openForWriting(dir string) (root *os.Root, folder string, err error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, "", fmt.Errorf("write flows: %w", err)
	}
	around := filepath.Dir(full)
	if err := os.MkdirAll(around, 0o755); err != nil {
		return nil, "", fmt.Errorf("write flows: %w", err)
	}
	r, err := openRepository(around)
	if err != nil {
		return nil, "", err
	}
	folder = filepath.Join(r.start, filepath.Base(full), flowsIn)
	if err := r.root.MkdirAll(folder, 0o755); err != nil {
		r.root.Close()
		return nil, "", types.Fault(types.CodePathDenied, fmt.Sprintf("flows cannot be written to %s: %v", filepath.Join(dir, flowsIn), err), "See whether it may be written, and is no link out of the repository.")
	}
	return r.root, folder, nil
}

// writeOne writes a file unless it holds the same flow, and returns the list of wrote
// for its path.
func writeOne(root *os.Root, path, shown string, f *types.Flow, text []byte, wrote *Wrote) (*[]string, error) {
	old, err := readRegular(root, path)
	if errors.Is(err, fs.ErrNotExist) {
		return &wrote.Added, replace(root, path, text)
	}
	if err != nil {
		return nil, types.Fault(types.CodePathDenied, fmt.Sprintf("%s is not written: %v", shown, err), "Move what stands there out of the way.")
	}
	was, err := Decode(filepath.ToSlash(shown), old)
	if err != nil {
		fault := types.AsError(err)
		return nil, types.Fault(fault.Code, fault.Message+" (the file is left as it is)", "Mend the file, or move it out of the way.")
	}
	if Same(was, f) {
		return &wrote.Unchanged, nil
	}
	return &wrote.Changed, replace(root, path, text)
}

// replace replaces a file's contents. A reader sees all of the old or all of the new
// ones.
func replace(root *os.Root, path string, text []byte) error {
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	root.Remove(temp) // left by a killed run
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(temp, path)
	}
	if err != nil {
		root.Remove(temp)
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
