package setup

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonFormat edits a client's JSON file, in which the object called key holds one
// member per server. People write such files by hand too, with comments, trailing
// commas and their own order: hujson preserves all of that.
type jsonFormat struct {
	key  string
	kind string  // the "type" that the client requires beside the command; empty for none
	list bool    // "command" holds the arguments as well
	also []field // required beside the command; a different value of the user's stays
}

// field is a member of our entry that Cairn sets. Other members, such as env, belong
// to the user.
type field struct {
	name  string
	value hujson.ValueTrimmed
}

// fields returns the members that must have these values.
func (f jsonFormat) fields(server Server) (list []field) {
	if f.kind != "" {
		list = append(list, field{"type", hujson.String(f.kind)})
	}
	if f.list {
		return append(list, field{"command", jsonList(append([]string{server.Command}, server.Args...))})
	}
	return append(list, field{"command", hujson.String(server.Command)}, field{"args", jsonList(server.Args)})
}

func (f jsonFormat) snippet(server Server) string {
	root := hujson.Value{Value: &hujson.Object{}}
	f.insert(root.Value.(*hujson.Object), server, layout{newline: "\n", unit: "  "})
	return root.String() + "\n"
}

func (f jsonFormat) add(text string, server Server) (string, error) {
	if strings.TrimSpace(text) == "" {
		return f.snippet(server), nil
	}
	root, servers, err := f.parse(text)
	if err != nil {
		return "", err
	}
	top := root.Value.(*hujson.Object)
	l := layoutOf(text, top)
	if servers == nil {
		f.insert(top, server, l)
		return root.String(), nil
	}
	outer := l.memberIndent(top, "")
	inner := l.memberIndent(servers, outer)
	l = l.within(servers)
	own, err := member(servers, serverName)
	if err != nil {
		return "", err
	}
	if own == nil {
		l.append(servers, outer, serverName, f.entry(server, l, inner))
		return root.String(), nil
	}
	if err := f.renew(own, server, l, inner); err != nil {
		return "", err
	}
	return root.String(), nil
}

// insert adds the object for the servers, with our entry in it.
func (f jsonFormat) insert(top *hujson.Object, server Server, l layout) {
	indent := l.memberIndent(top, "")
	servers := &hujson.Object{}
	l.append(servers, indent, serverName, f.entry(server, l, indent+l.unit))
	l.append(top, "", f.key, servers)
}

// entry returns our entry, on lines indented by indent.
func (f jsonFormat) entry(server Server, l layout, indent string) *hujson.Object {
	o := &hujson.Object{}
	for _, field := range append(f.fields(server), f.also...) {
		l.append(o, indent, field.name, field.value)
	}
	return o
}

// addresses are the names of members with which entries of other kinds name a server
// on the network.
var addresses = []string{"url", "httpUrl", "serverUrl", "uri"}

// renew sets our fields in an existing entry. It replaces an entry of another kind.
func (f jsonFormat) renew(own *hujson.Value, server Server, l layout, indent string) error {
	o, isObject := own.Value.(*hujson.Object)
	for _, name := range addresses {
		if !isObject {
			break
		}
		address, err := member(o, name)
		if err != nil {
			return err
		}
		isObject = address == nil
	}
	if !isObject {
		own.Value = f.entry(server, l, indent)
		return nil
	}
	fixed := f.fields(server)
	for i, field := range append(fixed, f.also...) {
		have, err := member(o, field.name)
		if err != nil {
			return err
		}
		switch {
		case have == nil:
			l.append(o, indent, field.name, field.value)
		case i < len(fixed) && plain(have.Value) != plain(field.value):
			have.Value = field.value
		}
	}
	return nil
}

func (f jsonFormat) remove(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	root, servers, err := f.parse(text)
	if err != nil || servers == nil {
		return text, err
	}
	if own, err := member(servers, serverName); err != nil || own == nil {
		return text, err
	}
	cut(servers, serverName)
	// An empty object, without even a comment, was ours too.
	if len(servers.Members) == 0 && len(servers.AfterExtra) == 0 {
		cut(root.Value.(*hujson.Object), f.key)
	}
	return root.String(), nil
}

func (f jsonFormat) server(text string) (s Server) {
	_, _ = f.each(text, func(name string, e jsonEntry) error {
		if name == serverName {
			s = Server{e.words[0], e.words[1:]}
		}
		return nil
	}) // an unreadable text has no server
	return s
}

// meaning implements format. An object for servers without any counts as none.
func (f jsonFormat) meaning(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "{}", nil
	}
	root, servers, err := f.parse(text)
	if err != nil {
		return "", err
	}
	if servers != nil && len(servers.Members) == 0 {
		cut(root.Value.(*hujson.Object), f.key)
	}
	return plain(root.Value), nil
}

// parse reads a file with a JSON object, and finds the object of the servers in it,
// nil if there is none.
func (f jsonFormat) parse(text string) (root hujson.Value, servers *hujson.Object, err error) {
	if root, err = hujson.Parse([]byte(text)); err != nil {
		return root, nil, fmt.Errorf("it is not JSON: %s", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return root, nil, errors.New("it does not hold a JSON object")
	}
	value, err := member(top, f.key)
	if err != nil || value == nil {
		return root, nil, err
	}
	if servers, ok = value.Value.(*hujson.Object); !ok {
		return root, nil, fmt.Errorf("%q is not an object", f.key)
	}
	return root, servers, nil
}

// member finds a member by name, nil if there is none. A duplicate name is an error:
// programs disagree on which one counts.
func member(o *hujson.Object, name string) (*hujson.Value, error) {
	var found *hujson.Value
	for i := range o.Members {
		if o.Members[i].Name.Value.(hujson.Literal).String() != name {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%q stands there twice", name)
		}
		found = &o.Members[i].Value
	}
	return found, nil
}

// cut removes a member, with the white space before it. It leaves a comment before the
// member.
func cut(o *hujson.Object, name string) {
	for i, m := range o.Members {
		if m.Name.Value.(hujson.Literal).String() != name {
			continue
		}
		comment := bytes.TrimRight(m.Name.BeforeExtra, blank)
		o.Members = append(o.Members[:i:i], o.Members[i+1:]...)
		switch {
		case i < len(o.Members):
			o.Members[i].Name.BeforeExtra = join(comment, o.Members[i].Name.BeforeExtra)
		case i > 0:
			before := &o.Members[i-1].Value.AfterExtra
			if m.Value.AfterExtra == nil { // no trailing comma before, so none now
				comment, *before = join(*before, comment), nil
			} else if *before == nil {
				*before = hujson.Extra{}
			}
			fallthrough
		default:
			o.AfterExtra = join(comment, o.AfterExtra)
		}
		if len(o.Members) == 0 && len(bytes.TrimSpace(o.AfterExtra)) == 0 {
			o.AfterExtra = nil
		}
		return
	}
}

// blank is JSON's white space.
const blank = " \t\r\n"

func join(a, b []byte) hujson.Extra { return append(append(hujson.Extra(nil), a...), b...) }

// plain returns a value without comments, trailing commas and white space, to compare
// by.
func plain(v hujson.ValueTrimmed) string {
	value := hujson.Value{Value: v}.Clone()
	value.Minimize()
	return value.String()
}

func jsonList(list []string) *hujson.Array {
	a := &hujson.Array{}
	for i, v := range list {
		element := hujson.Value{Value: hujson.String(v)}
		if i > 0 {
			element.BeforeExtra = hujson.Extra(" ")
		}
		a.Elements = append(a.Elements, element)
	}
	return a
}
