package flowfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn/shared/types"
)

// Folder holds the flows of a repository, in its root or in any directory below.
const Folder = ".cairn"

// flowsIn is the directory of flows in a Folder.
const flowsIn = "flows"

// Found holds the flows of a repository, and the files that could not be read.
type Found struct {
	Flows    []File
	Problems []Problem
}

// File is a flow and its file, whose path is relative to the start of the search.
type File struct {
	Path string
	Flow *types.Flow
}

// Problem is a file without a readable flow, and the reason.
type Problem struct {
	Path string
	Err  error
}

// Read finds the flows for a working directory: in its .cairn/flows, and in those of
// the directories above it up to the repository's root. Of two files with one name it
// takes the nearest. An unreadable file hides no other. Outside of a repository it
// reads the directory's own flows.
func Read(dir string) (*Found, error) {
	r, err := openRepository(dir)
	if err != nil {
		return nil, err
	}
	defer r.root.Close()
	r.found = &Found{}
	for at := r.start; ; at = filepath.Dir(at) {
		r.readFolder(filepath.Join(at, Folder, flowsIn))
		if at == "." {
			return r.found, nil
		}
	}
}

// repository reads files of one repository, and none outside of it: os.Root refuses
// links that lead out.
type repository struct {
	root  *os.Root
	start string // the working directory, from the root
	found *Found
}

func openRepository(dir string) (*repository, error) {
	full, err := filepath.Abs(dir)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("the directory %s cannot be read: %v", dir, err), "Name a directory that exists.")
	}
	top := full
	for at := full; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			top = at
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("the directory %s cannot be read: %v", top, err), "Name a directory that exists.")
	}
	start, err := filepath.Rel(top, full)
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("find %s in its repository: %w", dir, err)
	}
	return &repository{root: root, start: start}, nil
}

// problem records an unreadable file. Errors in the file itself name their place.
func (r *repository) problem(path string, err error) {
	if known := (*types.Error)(nil); !errors.As(err, &known) {
		hint := "See whether it is a file, may be read, and is no link out of the repository."
		err = types.Invalid(fmt.Sprintf("%s cannot be read: %v", r.shown(path), err), hint)
	}
	r.found.Problems = append(r.found.Problems, Problem{r.shown(path), err})
}

// shown returns a path relative to the working directory.
func (r *repository) shown(path string) string {
	if rel, err := filepath.Rel(r.start, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

func (r *repository) readFolder(folder string) {
	names, err := r.names(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		r.problem(folder, err)
		return
	}
	for i, name := range names {
		path := filepath.Join(folder, name)
		switch {
		case i >= maxFiles:
			r.problem(folder, types.Invalid(fmt.Sprintf("%s holds %d flows; only the first %d are read", r.shown(folder), len(names), maxFiles), "Move some to the directories that they belong to."))
			return
		case strings.HasSuffix(name, ".yml"):
			r.problem(path, types.Invalid(r.shown(path)+" is not read", "Rename it to end in .yaml."))
		case strings.HasSuffix(name, suffix):
			if err := r.readFile(path); err != nil {
				r.problem(path, err)
			}
		}
	}
}

// names lists a directory, in order.
func (r *repository) names(folder string) ([]string, error) {
	f, err := r.root.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, ".") })
	slices.Sort(names)
	return names, err
}

// readFile reads a flow, unless a nearer one has its name.
func (r *repository) readFile(path string) error {
	text, err := readRegular(r.root, path)
	if err != nil {
		return err
	}
	flow, err := Decode(r.shown(path), text)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(r.found.Flows, func(f File) bool { return f.Flow.ID == flow.ID }); i >= 0 {
		return types.Invalid(fmt.Sprintf("%s is not used: %s has the same name and is nearer", r.shown(path), r.found.Flows[i].Path), "Rename one of them.")
	}
	flow.Source = types.FlowRepository
	r.found.Flows = append(r.found.Flows, File{r.shown(path), flow})
	return nil
}

// readRegular reads a regular file, up to the size limit of a flow. A pipe would never
// end.
func readRegular(root *os.Root, path string) ([]byte, error) {
	info, err := root.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no file")
	}
	f, err := root.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// FromRepository, before an id, selects the flow of a repository's file if the user
// has a flow with the same id.
const FromRepository = "repository:"

// Repository returns the flows of the files around a working directory. Unreadable
// files are listed as problems.
func Repository(dir string) *Found {
	if dir == "" {
		return &Found{}
	}
	found, err := Read(dir)
	if err != nil {
		return &Found{Problems: []Problem{{Path: dir, Err: err}}}
	}
	return found
}
