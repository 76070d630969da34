package setup

import (
	"strings"

	"github.com/tailscale/hujson"
)

// jsonEntry is a server of a file, with the words of its command.
type jsonEntry struct {
	object  *hujson.Object
	command *hujson.Value
	args    *hujson.Array // the array with the arguments; nil if there is none
	words   []string
}

// each visits the servers that have a command, and returns the text with the changes
// that visit makes.
func (f jsonFormat) each(text string, visit func(name string, e jsonEntry) error) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	root, servers, err := f.parse(text)
	if err != nil || servers == nil {
		return text, err
	}
	for i := range servers.Members {
		m := &servers.Members[i]
		e, err := f.command(m.Value.Value)
		if err != nil {
			return "", err
		}
		if e == nil {
			continue
		}
		if err := visit(m.Name.Value.(hujson.Literal).String(), *e); err != nil {
			return "", err
		}
	}
	return root.String(), nil
}

// command reads the command of a server. It returns nil for servers of other kinds,
// and for commands that are not text throughout.
func (f jsonFormat) command(server hujson.ValueTrimmed) (*jsonEntry, error) {
	e := jsonEntry{}
	var ok bool
	if e.object, ok = server.(*hujson.Object); !ok {
		return nil, nil
	}
	var err error
	if e.command, err = member(e.object, "command"); err != nil || e.command == nil {
		return nil, err
	}
	list := e.command
	if !f.list {
		if e.command.Value.Kind() != '"' {
			return nil, nil
		}
		e.words = []string{e.command.Value.(hujson.Literal).String()}
		if list, err = member(e.object, "args"); err != nil {
			return nil, err
		}
		if list == nil {
			return &e, nil
		}
	}
	if e.args, ok = list.Value.(*hujson.Array); !ok {
		return nil, nil
	}
	for _, element := range e.args.Elements {
		if element.Value.Kind() != '"' {
			return nil, nil
		}
		e.words = append(e.words, element.Value.(hujson.Literal).String())
	}
	if len(e.words) == 0 {
		return nil, nil
	}
	return &e, nil
}
