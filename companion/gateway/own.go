package gateway

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// errNoAnswer reports that the driver ended before it answered, or that its answer is longer
// than a line may be.
var errNoAnswer = errors.New("the driver ended or answered too much to read")

// calls is a transport of mcp-go's client for the gateway's own calls of the driver.
// They share the client's connection, with ids that the client cannot have guessed.
type calls struct {
	driver *sink
	prefix string

	mu    sync.Mutex
	wait  map[string]chan *transport.JSONRPCResponse
	ended bool
}

func newCalls(driver *sink) *calls {
	return &calls{driver: driver, prefix: "cairn-" + strings.ToLower(rand.Text()) + "-", wait: map[string]chan *transport.JSONRPCResponse{}}
}

// client returns mcp-go's client of the driver. It skips the handshake, which the
// gateway's client has done already.
func (c *calls) client() *client.Client { return client.NewClient(c, client.WithSession()) }

// answered handles an answer to one of the gateway's own calls.
func (c *calls) answered(m *message) bool {
	var id string
	if m.id[0] != '"' || json.Unmarshal([]byte(m.id), &id) != nil || !strings.HasPrefix(id, c.prefix) {
		return false
	}
	c.mu.Lock()
	wait := c.wait[id]
	delete(c.wait, id)
	c.mu.Unlock()
	if wait != nil {
		var response transport.JSONRPCResponse
		if err := json.Unmarshal(m.line, &response); err != nil {
			response.Error = &mcp.JSONRPCErrorDetails{Code: mcp.PARSE_ERROR, Message: err.Error()}
		}
		wait <- &response
	}
	return true
}

// fail ends the pending calls, because their answers did not arrive or were not read.
func (c *calls) fail(ended bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = ended
	for id, wait := range c.wait {
		close(wait)
		delete(c.wait, id)
	}
}

// SendRequest sends a request and waits for its answer.
func (c *calls) SendRequest(ctx context.Context, request transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	id := c.idOf(request.ID)
	request.ID = mcp.NewRequestId(id)
	wait := make(chan *transport.JSONRPCResponse, 1)
	c.mu.Lock()
	if c.ended {
		c.mu.Unlock()
		return nil, errNoAnswer
	}
	c.wait[id] = wait
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.wait, id)
		c.mu.Unlock()
	}()
	if err := c.send(request); err != nil {
		return nil, err
	}
	select {
	case response, ok := <-wait:
		if !ok {
			return nil, errNoAnswer
		}
		return response, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *calls) idOf(id mcp.RequestId) string { return fmt.Sprint(c.prefix, id.Value()) }

func (c *calls) send(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write call of the driver: %w", err)
	}
	return c.driver.write(append(line, '\n'))
}

// SendNotification sends a notification. For a cancelled call it uses the id that the
// driver knows.
func (c *calls) SendNotification(_ context.Context, n mcp.JSONRPCNotification) error {
	if id, ok := n.Params.AdditionalFields["requestId"].(mcp.RequestId); ok {
		n.Params.AdditionalFields["requestId"] = c.idOf(id)
	}
	return c.send(n)
}

// Start, Close and the rest complete transport.Interface: the gateway's client
// controls the driver's life and receives its notifications.
func (c *calls) Start(context.Context) error { return nil }

// Close does nothing.
func (c *calls) Close() error { return nil }

// SetNotificationHandler does nothing.
func (c *calls) SetNotificationHandler(func(mcp.JSONRPCNotification)) {}

// GetSessionId returns "".
func (c *calls) GetSessionId() string { return "" }
