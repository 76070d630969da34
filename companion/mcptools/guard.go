package mcptools

import (
	"crypto/sha256"
	"crypto/subtle"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"
)

// guard refuses requests that must not reach the endpoint, above all those of web
// pages, which can send requests to this port but not read the answers. The body of a
// refused request is not read.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !ownHost(r):
			http.Error(w, "HOST_DENIED", http.StatusForbidden)
		case len(r.Header.Values("Origin")) > 0, !plainFetch(r), r.Method == http.MethodOptions:
			http.Error(w, "ORIGIN_DENIED", http.StatusForbidden)
		case !s.admits(r.Header.Get("Authorization")):
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "UNAUTHORIZED", http.StatusUnauthorized)
		case r.Method == http.MethodPost && !isJSON(r.Header.Values("Content-Type")):
			http.Error(w, "content type must be application/json", http.StatusUnsupportedMediaType)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// admits reports whether the token is valid, in constant time.
func (s *Server) admits(authorization string) bool {
	s.mu.Lock()
	token := s.token
	s.mu.Unlock()
	given, wanted := sha256.Sum256([]byte(authorization)), sha256.Sum256([]byte("Bearer "+token))
	return token != "" && subtle.ConstantTimeCompare(given[:], wanted[:]) == 1
}

// Renew replaces the token of HTTP clients and ends the sessions of the old one.
func (s *Server) Renew(token string) {
	var ended []*session
	s.mu.Lock()
	s.token = token
	for id, one := range s.sessions {
		if one.way == byHTTP {
			delete(s.sessions, id)
			ended = append(ended, one)
		}
	}
	s.mu.Unlock()
	for _, one := range ended {
		one.end()
	}
}

// ownHost reports whether the Host header is the address of the connection, which
// excludes DNS rebinding.
func ownHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	_, port, err := net.SplitHostPort(local.String())
	if err != nil {
		return false
	}
	return slices.ContainsFunc([]string{"127.0.0.1", "localhost", "::1"}, func(name string) bool { return strings.EqualFold(r.Host, net.JoinHostPort(name, port)) })
}

// plainFetch reports whether the request did not come from a page. Browsers add
// Sec-Fetch-Site, which pages cannot change.
func plainFetch(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "none"
}

func isJSON(contentTypes []string) bool {
	if len(contentTypes) != 1 {
		return false
	}
	media, _, err := mime.ParseMediaType(contentTypes[0])
	return err == nil && media == "application/json"
}
