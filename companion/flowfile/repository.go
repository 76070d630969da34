package flowfile

// FromRepository, before an id, names the flow of a repository's file where one's own
// has the same id.
const FromRepository = "repository:"

// Repository are those of the files around a working directory. Files that make
// no flow are problems beside them.
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
