package e2e

import (
	"bufio"
	"fmt"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// relayFlowApps are another front of Transmission, and an IRC bouncer. Their flows were written
// before any run of them, after the rules that those of the consoles led to.
func relayFlowApps() []flowApp { return []flowApp{floodFlows(), zncFlows()} }

func floodFlows() flowApp {
	state := func(name, limit string, put ...string) string {
		return swapped([]string{"granite.iso paused", "marble.iso paused", "slate.iso paused"}, name, put...) + "; limit " + limit
	}
	const none = "false 100"
	row := flowAct{do: "click", at: "[role=row]|{name}", words: []string{"{name}"}}
	return flowApp{name: "flood", start: startFlood, ready: `document.querySelectorAll('[data-torrent-name]').length === 3`, flows: []flowCase{
		{name: "start", goal: "Start the torrent {name}", start: "/",
			params: map[string]string{"name": "marble.iso"}, others: map[string]string{"name": "slate.iso"},
			acts:  []flowAct{row, {do: "click", at: ".action--start-torrent", words: []string{"Start Torrent"}}},
			pivot: 1, row: "{name}",
			wants:    func(p map[string]string) string { return state(p["name"], none, p["name"]+" runs") },
			say:      []string{"Let {name} go on", "{name} should be loaded now"},
			siblings: []sibling{{goal: "Start the torrent granite.iso", params: map[string]string{"name": "granite.iso"}}}},
		{name: "remove", goal: "Remove the torrent {name}", start: "/",
			params: map[string]string{"name": "granite.iso"}, others: map[string]string{"name": "marble.iso"},
			acts:  []flowAct{row, {do: "click", at: ".action--remove-torrent", words: []string{"Remove Torrent"}}, {do: "click", at: ".modal button|Yes", words: []string{`button "yes"`}}},
			pivot: 2, row: "{name}",
			wants:    func(p map[string]string) string { return state(p["name"], none) },
			say:      []string{"Throw the torrent {name} away", "Take {name} off the list"},
			siblings: []sibling{{goal: "Remove the torrent slate.iso", params: map[string]string{"name": "slate.iso"}}}},
		{name: "limit", goal: "Limit the download rate of all torrents to {rate}", start: "/",
			params: map[string]string{"rate": "51200"}, others: map[string]string{"rate": "76800"},
			acts: []flowAct{{do: "click", at: "[role=button][aria-label=Settings]", words: []string{`button "settings"`}}, {do: "type", at: "#throttleGlobalDownSpeed", words: []string{"Global Download Rate Throttle (B/s)"}, text: "{rate}"},
				{do: "click", at: ".modal button|Save Settings", words: []string{`button "save settings"`}}},
			pivot: 2,
			wants: func(p map[string]string) string {
				return state("", map[string]string{"51200": "true 50", "76800": "true 75"}[p["rate"]])
			},
			say: []string{"Downloads may take {rate} B/s", "Cap the download speed at {rate}"}},
	}}
}

// startFlood serves Flood before Transmission.
func startFlood(t testing.TB) (string, flowData, error) {
	apps, err := had(t, "relays")
	if err != nil {
		return "", nil, err
	}
	behind, data, err := startTransmission(t)
	if err != nil {
		return "", nil, err
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	return url, data, startProgram(t, url, dir, "node", filepath.Join(apps, "node_modules", "flood", "dist", "index.js"), "--auth", "none", "--trurl", behind+"/transmission/rpc", "--truser", "keeper", "--trpass", "x", "-d", dir, "-p", fmt.Sprint(port))
}

func zncFlows() flowApp {
	state := func(item string, put ...string) string {
		return swapped([]string{"anton nick anton", "berta nick berta", "channel #granite", "channel #marble", "keeper nick keeper"}, item, put...)
	}
	const users = "/mods/global/webadmin/listusers"
	return flowApp{name: "znc", start: startZNC, ready: `document.querySelector('#tag')`, flows: []flowCase{
		{name: "delete", goal: "Delete the user {user}", start: users,
			params: map[string]string{"user": "anton"}, others: map[string]string{"user": "berta"},
			acts:  []flowAct{{do: "click", at: "tbody tr|{user} >> a|Delete", words: []string{"{user}", "Delete"}}, {do: "click", at: "input[value=Yes]", words: []string{`button "yes"`}}},
			pivot: 1, row: "{user}",
			wants: func(p map[string]string) string { return state(p["user"]) },
			say:   []string{"Remove the account of {user}", "{user} has left: take the user away"}},
		{name: "add", goal: "Add the user {user}", start: users,
			params: map[string]string{"user": "carla", "password": "lime-and-sand-88"}, others: map[string]string{"user": "dario", "password": "chalk-and-clay-31"},
			acts: []flowAct{{do: "click", at: "thead a|Add", words: []string{`link "add"`}}, {do: "type", at: "#user", words: []string{"Username:"}, text: "{user}"}, {do: "type", at: "#password", words: []string{"Password:"}, text: "{password}"},
				{do: "type", at: "#password2", words: []string{"Confirm password:"}, text: "{password}"}, {do: "click", at: "input[name=submit_return]", words: []string{"Create and return"}}},
			pivot: 4,
			wants: func(p map[string]string) string { return state("", p["user"]+" nick "+p["user"]) },
			say:   []string{"Make an account for {user}", "{user} needs a user here"}},
		{name: "nick", goal: "Change the nickname of {user} to {nick}", start: users,
			params: map[string]string{"user": "berta", "nick": "bee"}, others: map[string]string{"user": "anton", "nick": "ant"},
			acts:  []flowAct{{do: "click", at: "tbody tr|{user} >> a|Edit", words: []string{"{user}", "Edit"}}, {do: "type", at: "#nick", words: []string{"Nickname:"}, text: "{nick}"}, {do: "click", at: "input[name=submit_return]", words: []string{"Save and return"}}},
			pivot: 2, row: "{user}",
			wants: func(p map[string]string) string { return state(p["user"], p["user"]+" nick "+p["nick"]) },
			say:   []string{"{user} is called {nick} on IRC from now on", "Give {user} the nick {nick}"}},
		{name: "channel", goal: "Add the channel {channel}", start: "/mods/global/webadmin/editnetwork?user=keeper&network=quarry",
			params: map[string]string{"channel": "#basalt"}, others: map[string]string{"channel": "#slate"},
			acts: []flowAct{{do: "click", at: "a[href*='addchan?']:not([href*='name='])", words: []string{`link "add"`}}, {do: "type", at: "#name", words: []string{"Channel Name:"}, text: "{channel}"},
				{do: "click", at: "input[name=submit_return]", words: []string{"Add Channel and return"}}},
			pivot: 2,
			wants: func(p map[string]string) string { return state("", "channel "+p["channel"]) },
			say:   []string{"Join {channel} as well", "The network needs the channel {channel}"}},
	}}
}

// startZNC serves the administration of ZNC with three users and two channels, to a browser that
// is signed in.
func startZNC(t testing.TB) (string, flowData, error) {
	program, err := exec.LookPath("znc")
	if err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends znc: %w", err)
	}
	dir, port := t.TempDir(), freePort(t)
	behind := &url.URL{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", port)}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // it is nobody's: as root, it waits
		t.Fatal(err)
	}
	conf := filepath.Join(dir, "configs", "znc.conf")
	settings := fmt.Sprintf("Version = 1.8.2\nLoadModule = webadmin\n<Listener l>\nHost = 127.0.0.1\nPort = %d\nIPv4 = true\nIPv6 = false\nSSL = false\nAllowIRC = false\n</Listener>\n", port)
	for _, user := range []string{"keeper", "anton", "berta"} {
		settings += "<User " + user + ">\nPass = plain#lime\nNick = " + user + "\n"
		if user == "keeper" {
			settings += "Admin = true\n<Network quarry>\nIRCConnectEnabled = false\nServer = 127.0.0.1 1\n<Chan #granite>\n</Chan>\n<Chan #marble>\n</Chan>\n</Network>\n"
		}
		settings += "</User>\n"
	}
	var server *exec.Cmd
	end := func() {
		if server != nil {
			_ = server.Process.Kill()
			_ = server.Wait()
		}
	}
	t.Cleanup(end)
	clear := func() {
		end()
		if err := os.MkdirAll(filepath.Dir(conf), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(conf, []byte(settings), 0o644); err != nil {
			t.Fatal(err)
		}
		runIn(t, dir, nil, "chown", "-R", "65534:65534", dir)
		log := &lockedBuffer{}
		server = exec.Command("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program, "--foreground", "--datadir", dir)
		server.Stdout, server.Stderr = log, log
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		if err := answers(behind.String(), log); err != nil {
			t.Fatal(err)
		}
	}
	clear()
	front := serve(t, &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(behind)
		r.Out.Host = r.In.Host
		r.Out.SetBasicAuth("keeper", "lime")
	}})
	return strings.TrimSuffix(front, "/"), remoteData{clear: clear, tell: func() string {
		text, err := os.ReadFile(conf)
		if err != nil {
			return "" // just being written: asked again
		}
		var all []string
		user := ""
		for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
			line := strings.TrimSpace(lines.Text())
			if name, is := strings.CutPrefix(line, "<User "); is {
				user = strings.TrimSuffix(name, ">")
			} else if nick, is := strings.CutPrefix(line, "Nick = "); is {
				all = append(all, user+" nick "+nick)
			} else if name, is := strings.CutPrefix(line, "<Chan "); is {
				all = append(all, "channel "+strings.TrimSuffix(name, ">"))
			}
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}}, nil
}
