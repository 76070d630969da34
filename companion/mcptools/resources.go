package mcptools

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/capture"
	"cairn/shared/types"
)

const (
	siteURI    = "cairn://site/"
	sessionURI = "cairn://session/"
)

// addResources offers what recall_site_memory and mm_knowledge_summarize say
// to clients that let people pick resources. The tools remain the way in for
// models.
func (s *Server) addResources(m *server.MCPServer) {
	m.AddResourceTemplate(
		mcp.NewResourceTemplate(siteURI+"{domain}", "site", mcp.WithTemplateTitle("What is known of a site"), mcp.WithTemplateMIMEType("text/markdown")),
		s.resource(siteURI, func(ctx context.Context, domain string) (string, error) {
			r, err := s.backend.Memory.Recall(ctx, types.RecallRequest{Domain: domain})
			return recallText(r), err
		}))
	m.AddResourceTemplate(
		mcp.NewResourceTemplate(sessionURI+"{id}", "session", mcp.WithTemplateTitle("A session step by step"), mcp.WithTemplateMIMEType("text/plain")),
		s.resource(sessionURI, func(ctx context.Context, id string) (string, error) {
			if err := capture.SessionID(id); err != nil {
				return "", err
			}
			if s.backend.Memory.Session(id) == nil {
				return "", types.Fault(types.CodeNotFound, "there is no session "+id, "")
			}
			r, err := s.backend.Memory.Recipe(ctx, id)
			return recipeText(r), err
		}))
}

// resource serves the URIs that begin with prefix by one function.
func (s *Server) resource(prefix string, read func(ctx context.Context, name string) (string, error)) server.ResourceTemplateHandlerFunc {
	return func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		name, ok := strings.CutPrefix(req.Params.URI, prefix)
		if !ok {
			return nil, fmt.Errorf("resource %.100q is not under %s", req.Params.URI, prefix)
		}
		text, err := read(ctx, name)
		if err != nil {
			return nil, err
		}
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: "text/plain", Text: text}}, nil
	}
}
