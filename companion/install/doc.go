// Package install fetches Chrome for Testing, the builds of Chrome that Google
// publishes for programs, and unpacks it where package chromium looks for it.
//
//	f := install.Fetcher{List: install.List, Dir: dir, Platform: platform}
//	done, err := f.Install(ctx, "")      // the stable version
//
// A browser stands in its directory when it is complete, or not at all: it is
// checked and unpacked beside it, and then renamed.
package install
