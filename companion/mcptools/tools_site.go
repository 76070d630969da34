package mcptools

import (
	"context"
	"strings"

	"cairn/shared/types"
)

var siteTools = []*tool{
	{
		name: "recall_site_memory", title: "What is known of a site",
		description: "Before going to a site that is new in this task: known selectors, ways to get around, and tasks done there. Give domain or url. Once per site is enough; when the page differs from the memory, go by the page.",
		readOnly:    true, memory: true,
		run: typed(recallSite),
	},
}

func recallSite(ctx context.Context, c *call, in types.RecallRequest) (answer, error) {
	if in.Domain == "" && in.URL == "" {
		return answer{}, types.Fault(types.CodeInvalidInput, "domain or url is required", `give domain, such as "example.com", or url`)
	}
	r, err := c.backend.Memory.Recall(ctx, in)
	if err != nil {
		return answer{}, err
	}
	return answer{result: r, text: recallText(r)}, nil
}

// recallText is the site's card as it is rendered, which is text of many
// lines made from pages: it is fenced as a whole.
func recallText(r types.RecallResult) string {
	if !r.Found {
		return strings.Join(append([]string{clean(r.AISummary, 300)}, r.AIHints...), "\n- ")
	}
	return clean(r.AISummary, 300) + "\n" + fence(r.Domain, lines(r.Context))
}

// lines cleans a text line by line.
func lines(s string) string {
	all := strings.Split(s, "\n")
	for i, l := range all {
		all[i] = clean(l, 400)
	}
	return strings.Join(all, "\n")
}
