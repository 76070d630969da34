package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
)

// devToolsPatience bounds the wait for a debugging port to answer.
const devToolsPatience = 10 * time.Second

// maxDevToolsAnswer bounds the bytes read from a port, which may belong to any
// program.
const maxDevToolsAnswer = 1 << 20

// DialDevTools connects to the browser that has a debugging port at address: a port,
// host:port, http://host:port, or the ws:// address of the browser itself. The
// connection carries messages that end in a zero byte, like a browser's pipe. Its
// errors are a *types.Error with a hint.
func DialDevTools(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, devToolsPatience)
	defer cancel()
	u, err := devToolsURL(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "http" {
		if u, err = askDevTools(ctx, u); err != nil {
			return nil, err
		}
	}
	ws, reply, err := websocket.DefaultDialer.DialContext(ctx, u.String(), nil)
	if err != nil {
		why := err.Error()
		if reply != nil {
			reply.Body.Close()
			why = reply.Status
		}
		return nil, types.Fault(types.CodeNoBrowser, fmt.Sprintf("%s takes no DevTools connection: %s", u, why), "start the browser with --remote-debugging-port=9222 and --user-data-dir=DIR, and give that port")
	}
	return &devTools{ws: ws}, nil
}

// CheckDevTools returns why an address cannot be that of a browser's debugging port.
func CheckDevTools(address string) error {
	_, err := devToolsURL(address)
	return err
}

// devToolsURL converts an address to one form. It must be on this computer: the
// browser reads the extension from this computer's files and links to a port here.
func devToolsURL(address string) (*url.URL, error) {
	full := address
	if _, err := strconv.ParseUint(address, 10, 16); err == nil {
		full = "http://127.0.0.1:" + address
	} else if !strings.Contains(address, "://") {
		full = "http://" + address
	}
	u, err := url.Parse(full)
	if err != nil || u.Port() == "" || u.Scheme != "http" && u.Scheme != "ws" || u.Scheme == "ws" && !strings.HasPrefix(u.Path, "/devtools/browser/") {
		return nil, types.Invalid(fmt.Sprintf("%.200q is no address of a browser's debugging port", address), "give a port, http://127.0.0.1:9222, or ws://127.0.0.1:9222/devtools/browser/…")
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, types.Invalid(fmt.Sprintf("%.200q is on another computer", address), "Cairn joins browsers on this computer alone: they read its extension from here, and link to a port here")
	}
	return u, nil
}

func askDevTools(ctx context.Context, u *url.URL) (*url.URL, error) {
	fault := func(why, hint string) error {
		return types.Fault(types.CodeNoBrowser, fmt.Sprintf("no browser can be joined at %s: %s", u.Host, why), hint)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+u.Host+"/json/version", nil)
	if err != nil {
		return nil, fmt.Errorf("ask debugging port: %w", err)
	}
	reply, err := (&http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return nil, fault("nothing answers there", "start the browser with --remote-debugging-port="+u.Port()+" and --user-data-dir=DIR: without a directory of its own, Chrome opens no port")
	}
	defer reply.Body.Close()
	var version struct {
		Browser string `json:"Browser"`
		URL     string `json:"webSocketDebuggerUrl"`
	}
	text, err := io.ReadAll(io.LimitReader(reply.Body, maxDevToolsAnswer))
	if err != nil || json.Unmarshal(text, &version) != nil || version.URL == "" {
		return nil, fault("what answers there is no debugging port of a Chromium-family browser", "see which program has the port, or give the ws:// address that the browser shows")
	}
	found, err := devToolsURL(version.URL)
	if err != nil {
		return nil, fault(fmt.Sprintf("it names %.100q as its address", version.URL), "give the ws:// address that the browser shows")
	}
	return found, nil
}

// devTools is a WebSocket to a browser, read and written like its pipe.
type devTools struct {
	ws   *websocket.Conn
	rest []byte // of the last message
}

func (d *devTools) Read(b []byte) (int, error) {
	if len(d.rest) == 0 {
		_, text, err := d.ws.ReadMessage()
		if err != nil {
			return 0, io.EOF
		}
		d.rest = append(text, 0)
	}
	n := copy(b, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// Write sends one message.
func (d *devTools) Write(b []byte) (int, error) {
	if err := d.ws.WriteMessage(websocket.TextMessage, bytes.TrimSuffix(b, []byte{0})); err != nil {
		return 0, err
	}
	return len(b), nil
}

func (d *devTools) Close() error { return d.ws.Close() }
