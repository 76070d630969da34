// Package cdp speaks the Chrome DevTools Protocol to one tab: over the pipe of
// a browser that we started ([Endpoint]), where the tab is in that one, else
// through whatever relays its commands (the extension's chrome.debugger, by way
// of a bridge peer).
//
// A [Tab] is a cdproto cdp.Session, so any generated command works on it:
//
//	tab := cdp.NewTab(peer, endpoint, tabID)
//	defer tab.Close()
//	_, err := cdp.Call(ctx, tab, page.Reload, page.ReloadParams{})
//
// On top of that it has the few operations that acting needs: [Tab.Click],
// [Tab.InsertText], [Tab.Keys], [Tab.SelectAll], [Tab.Press], [Tab.Navigate] and
// [Tab.Screenshot]. They send real input events: the page
// cannot tell them from a person's.
//
// Chrome shows a banner while an extension debugs a tab, so a relayed Tab
// attaches when a command needs it and detaches a moment after the last one.
// Over a pipe there is none, and it stays. A JavaScript
// dialog that opens meanwhile is accepted at once if it asks nothing; one that
// asks something freezes the page, and stays until [Tab.Answer] or two minutes
// have passed. [Tab.Dialogs] says what was opened.
//
// This package knows nothing of sessions or steps, and finds no elements: it
// is given points and text.
package cdp
