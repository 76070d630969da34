// Package pages embeds the sample applications that the demo serves and the
// end-to-end tests drive.
package pages

import "embed"

// Wallet is a small single-page wallet: unlock, home, send, confirm, activity
// and settings, on hash routes. Most elements carry a test id, some only a role
// and a name; there is a dialog, a list, a shadow root and an iframe. Nothing
// in it knows of Cairn.
//
//go:embed wallet
var Wallet embed.FS
