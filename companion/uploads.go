package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cairn/shared/types"
)

// uploadDirs holds the directories whose files agents may upload to pages, as absolute
// paths without links.
type uploadDirs []string

// uploadFlag registers --allow-upload, which may be given several times.
func uploadFlag(cmd *cobra.Command) *uploadDirs {
	dirs := new(uploadDirs)
	setFlag(cmd, "allow-upload", "DIR", "directory from which agents may upload files; none by default", dirs.Set)
	_ = cmd.MarkFlagDirname("allow-upload") // the flag exists
	return dirs
}

// String joins the directories as in PATH.
func (d *uploadDirs) String() string { return strings.Join(*d, string(os.PathListSeparator)) }

// Set adds a directory.
func (d *uploadDirs) Set(dir string) error {
	const hint = "name a directory of files that agents may give to pages"
	whole, err := filepath.Abs(dir)
	if err == nil {
		whole, err = filepath.EvalSymlinks(whole)
	}
	if err != nil {
		return types.Invalid(fmt.Sprintf("--allow-upload %s: there is no such directory", dir), hint)
	}
	info, err := os.Stat(whole)
	switch {
	case err != nil || !info.IsDir():
		return types.Invalid(fmt.Sprintf("--allow-upload %s is no directory", dir), hint)
	case strings.ContainsRune(whole, os.PathListSeparator):
		return types.Invalid(fmt.Sprintf("--allow-upload %s has a %c in its path", dir, os.PathListSeparator), "give its files another directory")
	case filepath.Dir(whole) == whole:
		return types.Invalid(fmt.Sprintf("--allow-upload %s would allow every file", dir), hint)
	}
	*d = append(*d, whole)
	return nil
}
