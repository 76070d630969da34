package mcptools

import (
	"cmp"
	"context"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

var siteTools = []*definition{
	{
		name:        "recall_site_memory",
		description: "Selectors, navigation paths and task flows known of a site. Ask once, before mm_navigate enters a new domain; without memory, explore. The page itself wins.",
		readOnly:    true, memory: true, own: true,
		run: typed(recallSite),
	},
}

func recallSite(ctx context.Context, c *call, in types.RecallRequest) (answer, error) {
	if in.Domain == "" && in.URL == "" {
		return answer{}, types.Invalid("domain or url is required", `give domain, such as "example.com", or url`)
	}
	in.Language = c.client.language
	r, err := c.backend.Memory.Recall(ctx, in)
	if err != nil {
		return answer{}, err
	}
	r.AIHints = c.callable(r.AIHints)
	r.Flow = c.offered(r.Flow, "", cmp.Or(in.URL, in.Domain), in.TaskHint)
	a := recalled(r)
	if known := flowLine(r.Flow); known != "" {
		a.page = known + "\n" + a.page
	}
	if r.Team != "" {
		a.page += "\n" + r.Team
	}
	return a, nil
}

// recalled returns the rendered card of a site, which contains page text.
func recalled(r types.RecallResult) answer {
	if !r.Found {
		return answer{result: r, head: "nothing is known of this site", page: strings.Join(append([]string{text.Clip(r.AISummary, 300)}, r.AIHints...), "\n- ")}
	}
	return answer{result: r, head: "site memory", page: text.Clip(r.AISummary, 300) + "\n" + lines(r.Context, 500), from: r.Domain}
}

// lines cleans a text line by line, each to at most n characters, and keeps
// indentation.
func lines(s string, n int) string {
	all := strings.Split(s, "\n")
	for i, l := range all {
		indent := len(l) - len(strings.TrimLeft(l, " "))
		all[i] = l[:indent] + unlessOrder(text.Clip(l, n))
	}
	return strings.Join(all, "\n")
}
