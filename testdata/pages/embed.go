// Package pages embeds the sample applications that the demo serves and the
// end-to-end tests drive.
package pages

import (
	"embed"
	"io/fs"
)

//go:embed wallet moved
var files embed.FS

// Wallet is a small single-page wallet: unlock, home, send, confirm, activity
// and settings, on hash routes. Most elements carry a test id, some only a role
// and a name; there is a dialog, a list, a shadow root and an iframe. Nothing
// in it knows of Cairn.
func Wallet() fs.FS {
	sub, err := fs.Sub(files, "wallet")
	if err != nil {
		panic(err) // the name is a constant
	}
	return sub
}

// Moved is a small application whose commands are in its menu or, since it was
// rebuilt, tabs: index.html's data-layout says which, and the server
// writes that.
func Moved() fs.FS {
	sub, err := fs.Sub(files, "moved")
	if err != nil {
		panic(err) // the name is a constant
	}
	return sub
}
