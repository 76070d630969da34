package mcptools

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/text"
	"cairn/shared/types"
)

// planRules are spec 003's planning rules for the tools of this server.
const planRules = `Plan the task with the knowledge patterns below, then carry the plan out.

CORE RULES:
1. Follow the knowledge patterns as reference; where the page differs, go by the page.
2. Use only listed tool names with their exact arguments.
3. Look with mm_describe_screen before you act on elements, and name targets as it lists them.

KB SOURCE ATTRIBUTION (IMPORTANT):
For EACH action of your plan, set the "kb_source" argument:
- If the action is derived from a KB item, set kb_source to that item's KB ID.
- If the action is your own reasoning, leave kb_source out.
This is how failures find the item that led to them, so that it can be improved.

USING KB ITEMS WITH LEARNINGS:
1. Some KB items have PAST FAILURES that show what went wrong before.
2. When you act from an item that has them, PREFER the recovery approach over the item's own sequence.
3. When something fails and you find what works instead, add it with kb_record_learning.`

// maxTask bounds the task of a prompt, in characters.
const maxTask = 500

func (s *Server) addPrompts(m *server.MCPServer, names renamer) {
	m.AddPrompt(mcp.NewPrompt("plan_with_kb",
		mcp.WithPromptDescription("Plan a task with what is known of how it is done, and what went wrong before"),
		mcp.WithArgument("task", mcp.ArgumentDescription("What is to be done"), mcp.RequiredArgument()),
		mcp.WithArgument("url", mcp.ArgumentDescription("Where, if that is known")),
	), func(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		text, err := s.plan(ctx, req.Params.Arguments["task"], req.Params.Arguments["url"])
		if err != nil {
			return nil, err
		}
		return mcp.NewGetPromptResult("Plan with the knowledge base", []mcp.PromptMessage{
			mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(names.text(text))),
		}), nil
	})
}

func (s *Server) plan(ctx context.Context, task, url string) (string, error) {
	if strings.TrimSpace(task) == "" {
		return "", types.Invalid("task is missing", "say what is to be done")
	}
	task = text.Clip(task, maxTask)
	r, err := s.backend.Memory.KBSearch(ctx, types.KBSearchRequest{Query: task, URL: url})
	if err != nil {
		return "", err
	}
	s.retrieved(ctx, sessionOf(ctx), r)
	known := answer{head: "No knowledge pattern fits. mm_knowledge_search finds earlier steps by their words."}
	if len(r.Items) > 0 {
		known = answer{page: lines(r.Text, maxKBLine), from: kbName}
	}
	return fmt.Sprintf("User task: %s\n\n%s\n\nAvailable knowledge patterns:\n%s\n\nRemember to set kb_source for each action that comes from a pattern.", quoted(task, 2*maxTask), planRules, known.text()), nil
}
