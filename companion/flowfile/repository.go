package flowfile

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
