package mcptools

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/capture"
	"cairn/shared/sitemap"
	"cairn/shared/types"
)

const (
	siteURI    = "cairn://site/"
	mapURI     = "cairn://map/"
	sessionURI = "cairn://session/"
)

// addResources offers site memory, maps and session summaries as resources, for clients in
// which people choose resources. Models use the tools.
func (s *Server) addResources(m *server.MCPServer) {
	m.AddResourceTemplate(
		mcp.NewResourceTemplate(siteURI+"{domain}", "site", mcp.WithTemplateTitle("What is known of a site"), mcp.WithTemplateMIMEType("text/plain")),
		s.resource(siteURI, func(ctx context.Context, domain string) (string, error) {
			r, err := s.backend.Memory.Recall(ctx, types.RecallRequest{Domain: domain})
			return recalled(r).text(), err
		}))
	m.AddResourceTemplate(
		mcp.NewResourceTemplate(mapURI+"{site}", "map", mcp.WithTemplateTitle("A map of a site: screens, actions and flows, in Mermaid"), mcp.WithTemplateMIMEType("text/plain")),
		s.resource(mapURI, func(ctx context.Context, site string) (string, error) {
			found, err := s.backend.Memory.Map(ctx, types.SiteMapRequest{Domain: site})
			if err != nil {
				return "", err
			}
			return mapped(found).text(), nil
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
			return summarized(r).text(), err
		}))
}

// mapped returns the map of a site, whose names are page text.
func mapped(m *types.SiteMap) answer {
	if len(m.Screens) == 0 {
		return answer{head: "no screen of this site is known"}
	}
	return answer{head: "map of a site, in Mermaid", page: sitemap.Mermaid(m), from: m.Site}
}

// maxListed bounds the listed sites.
const maxListed = 100

// listSites adds the known sites to the list of resources. They change, so they are
// not registered.
func (s *Server) listSites(_ context.Context, _ any, _ *mcp.ListResourcesRequest, result *mcp.ListResourcesResult) {
	for _, domain := range s.backend.Memory.Sites(maxListed) {
		result.Resources = append(result.Resources, mcp.NewResource(siteURI+domain, domain,
			mcp.WithResourceDescription("What is known of this site"), mcp.WithMIMEType("text/plain")))
	}
}

func (s *Server) resource(prefix string, read func(ctx context.Context, name string) (string, error)) server.ResourceTemplateHandlerFunc {
	return func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		name, ok := strings.CutPrefix(req.Params.URI, prefix)
		if !ok {
			return nil, fmt.Errorf("resource %.100q is not under %s", req.Params.URI, prefix)
		}
		name, err := url.PathUnescape(name)
		if err != nil {
			return nil, types.Invalid(fmt.Sprintf("resource %.100q is not escaped as addresses are", req.Params.URI), "write a colon as it is, or as %3A")
		}
		text, err := read(ctx, name)
		if err != nil {
			return nil, err
		}
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: prefix + name, MIMEType: "text/plain", Text: text}}, nil
	}
}
