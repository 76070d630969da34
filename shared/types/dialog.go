package types

// Point is a place in CSS pixels: within an element, from its upper left corner,
// or how far to the right and down.
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
	// Width and Height are the element's size for which the point was recorded, 0 for any: on a
	// slider of another size the point is another value.
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
}

// Dialog is an alert, confirm, prompt or beforeunload box that a page opened
// during an action, and how it was answered. Message and Default are page text.
type Dialog struct {
	Type     string `json:"type"`
	Message  string `json:"message"`
	Accepted bool   `json:"accepted"`
	// Open says that it asks something and waits for the agent's answer.
	Open bool `json:"open,omitempty"`
	// Default is the text that a prompt proposes.
	Default string `json:"default,omitempty"`
	// URL is the address or origin of the page that opened it.
	URL string `json:"-"`
}
