package mcptools

import (
	"fmt"
	"regexp"
	"strings"

	"cairn/shared/types"
)

// shownSites holds the sites that a client's session was informed about, each once.
type shownSites struct {
	session string
	sites   map[string]bool
}

// maxShown bounds the sites of one session.
const maxShown = 200

// once reports whether a site is new to the session.
func (t *shownSites) once(session, site string) bool {
	if t.session != session || t.sites == nil {
		t.session, t.sites = session, map[string]bool{}
	}
	if t.sites[site] || len(t.sites) >= maxShown {
		return false
	}
	t.sites[site] = true
	return true
}

// siteLines returns site memory in two lines, once per session and site. Sites are
// identified by their card's name, which several origins may share.
func (c *call) siteLines(b *types.SiteBrief, flow bool) string {
	if b == nil {
		return ""
	}
	session := c.client.currentSession()
	c.client.mu.Lock()
	first := c.client.shownSites.once(session, b.Domain)
	c.client.mu.Unlock()
	if !first {
		return ""
	}
	return briefText(b, flow)
}

// resemblanceText reports in one line that an unnamed address looks like a known application, and how to name it. It
// contains addresses and counts, and no page text.
func resemblanceText(r *types.Resemblance) ownText {
	here, there := originText(r.Here), originText(r.Origin)
	why := own("%d of %d elements", r.Shared, r.Elements)
	if r.Route {
		why = "same route, " + why
	}
	if r.Title {
		why = "same title, " + why
	}
	if r.Site != "" {
		return own("%s looks like the site %s (%s), whose memory is not used here. To use it: mm_launch with site %s, or cairn site alias %s %s", here, r.Site, why, r.Site, r.Site, here)
	}
	return own("%s looks like %s (%s), whose memory is not used here. To use it, name both: cairn site alias NAME %s %s", here, there, why, there, here)
}

// originForm matches an origin on this machine, which cannot be a sentence.
var originForm = regexp.MustCompile(`^https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]{1,63})(:[0-9]{1,5})?$`)

func originText(origin string) ownText {
	if !originForm.MatchString(origin) {
		return "(unreadable)"
	}
	return ownText(origin)
}

// briefText returns site memory in two lines, or in one if a known flow does the task,
// because the other tasks are then irrelevant.
func briefText(b *types.SiteBrief, flow bool) string {
	var about []string
	if b.SiteType != "" {
		about = append(about, map[string]string{"spa": "single-page app", "ssr": "every page loads"}[b.SiteType])
	}
	if b.RequiresLogin {
		about = append(about, "asks to sign in")
	}
	about = append(about, patterns(b.PatternCount)+"; recall_site_memory tells them")
	text := "site memory: " + strings.Join(about, ", ")
	if flow {
		return text
	}
	var known []string
	for _, t := range b.Tasks {
		known = append(known, quoted(t, 120))
	}
	if len(known) > 0 {
		return text + "\ntasks done here: " + strings.Join(known, ", ")
	}
	for _, w := range b.Ways {
		known = append(known, quoted(w, 60))
	}
	if len(known) > 0 {
		text += "\nknown ways: " + strings.Join(known, ", ")
	}
	return text
}

func patterns(n int) string {
	if n == 1 {
		return "1 pattern"
	}
	return fmt.Sprintf("%d patterns", n)
}
