// Package install downloads Chrome for Testing, the builds of Chrome that Google
// publishes for programs, and unpacks it where package chromium looks for it.
//
//	f := install.Fetcher{List: install.List, Dir: dir, Platform: platform}
//	done, err := f.Install(ctx, "")      // the stable version
//
// A browser's directory is complete or absent: install checks and unpacks the browser
// in a directory beside it, and then renames that.
package install
