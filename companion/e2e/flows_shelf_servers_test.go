package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// startSyncthing serves Syncthing with three folders and two devices, which talks to no other.
func startSyncthing(t testing.TB) (string, flowData, error) {
	home, port := t.TempDir(), freePort(t)
	if out, err := exec.Command("syncthing", "generate", "--home="+home, "--no-default-folder", "--skip-port-probing").CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends syncthing: %w: %.300s", err, out)
	}
	file := filepath.Join(home, "config.xml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	alone := strings.NewReplacer("127.0.0.1:8384", fmt.Sprintf("127.0.0.1:%d", port), "<listenAddress>default", fmt.Sprintf("<listenAddress>tcp://127.0.0.1:%d", freePort(t)), "<startBrowser>true", "<startBrowser>false", "<globalAnnounceEnabled>true", "<globalAnnounceEnabled>false",
		"<localAnnounceEnabled>true", "<localAnnounceEnabled>false", "<relaysEnabled>true", "<relaysEnabled>false", "<natEnabled>true", "<natEnabled>false", "<urAccepted>0", "<urAccepted>-1", "<crashReportingEnabled>true", "<crashReportingEnabled>false",
		"<stunKeepaliveStartS>180", "<stunKeepaliveStartS>0", "<unackedNotificationID>authenticationUserAndPassword</unackedNotificationID>", "").Replace(string(text))
	if err := os.WriteFile(file, []byte(alone), 0o600); err != nil {
		t.Fatal(err)
	}
	_, key, _ := strings.Cut(alone, "<apikey>")
	key, _, _ = strings.Cut(key, "</apikey>")
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "syncthing", url+"/rest/noauth/health", []string{"HOME=" + home, "STNOUPGRADE=1"}, "syncthing", "serve", "--home="+home, "--no-browser", "--no-restart"); err != nil {
		return "", nil, err
	}
	api := func(method, path string, body any) []byte {
		text, _ := json.Marshal(body) // of strings and numbers
		return asks(method, url+"/rest/"+path, string(text), "X-API-Key", key)
	}
	var seeded map[string]any
	if err := json.Unmarshal(api("GET", "config", nil), &seeded); err != nil {
		t.Fatal(err)
	}
	var folders, devices []map[string]any
	for _, label := range []string{"Ledger", "Photos", "Plans"} {
		folders = append(folders, map[string]any{"id": strings.ToLower(label), "label": label, "path": filepath.Join(home, label)})
	}
	for name, id := range map[string]string{"barn": "DEGQB3Q-TC6HPVG-PCTXYZQ-Z4QUT2L-5P5FMNP-N7DUZAD-6DOAACU-S7ZSMAV", "office": "SG4CP2D-4V2KWG3-PXCDM7U-PUEKMIX-53OSBNU-FT2HI7C-443CQHN-VFF7PAK"} {
		devices = append(devices, map[string]any{"deviceID": id, "name": name, "addresses": []string{"tcp://127.0.0.1:1"}})
	}
	seeded["folders"], seeded["devices"] = folders, append(devices, seeded["devices"].([]any)[0].(map[string]any))
	return url, remoteData{clear: func() { api("PUT", "config", seeded) }, tell: func() string {
		var c struct {
			Folders []struct {
				Label, Type, Order string
				Paused             bool
			}
			Devices []struct{ Name string }
			Options struct {
				MaxSendKbps  int
				StartBrowser bool
			}
		}
		_ = json.Unmarshal(api("GET", "config", nil), &c) // a cut answer is asked for again
		all := []string{fmt.Sprintf("send %d", c.Options.MaxSendKbps), fmt.Sprintf("browser %v", c.Options.StartBrowser)}
		for _, f := range c.Folders {
			all = append(all, strings.Join([]string{"folder", f.Label, f.Type, f.Order}, " ")+map[bool]string{true: " paused"}[f.Paused])
		}
		host, _ := os.Hostname() // the device itself
		for _, d := range c.Devices {
			if d.Name != host {
				all = append(all, "device "+d.Name)
			}
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}}, nil
}

// startPHPLiteAdmin serves phpLiteAdmin with a database of three tables.
func startPHPLiteAdmin(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/phpliteadmin/phpliteadmin.php"
	if _, err := os.Stat(program); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends phpliteadmin php-cli php-sqlite3: %w", err)
	}
	dir, port := t.TempDir(), freePort(t)
	copyFile(t, program, filepath.Join(dir, "phpliteadmin.php"))
	if err := os.WriteFile(filepath.Join(dir, "phpliteadmin.config.php"), []byte("<?php\n$password = '';\n$directory = './data';\n$subdirectories = false;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const seed = `import os, sqlite3
os.mkdir('data')
c = sqlite3.connect('seeded.sqlite')
c.executescript("""create table stones(id integer primary key, name text, price integer, stock text);
insert into stones(name, price, stock) values ('Basalt', 40, 'yes'), ('Chalk', 8, 'yes'), ('Gneiss', 55, 'no'), ('Granite', 70, 'yes'), ('Marble', 90, 'no'), ('Slate', 30, 'yes');
create table buyers(id integer primary key, name text, town text);
insert into buyers(name, town) values ('Ash & Sons', 'Bern'), ('Birch Ltd', 'Delft'), ('Cedar Co', 'Essen');
create table notes(id integer primary key, body text);
insert into notes(body) values ('Order rope');""")
c.commit()`
	runIn(t, dir, nil, "/usr/bin/python3", "-c", seed)
	db, seeded := filepath.Join(dir, "data", "quarry.sqlite"), filepath.Join(dir, "seeded.sqlite")
	copyFile(t, seeded, db)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "php-cli", url+"/phpliteadmin.php", nil, "php", "-d", "display_errors=0", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", dir); err != nil {
		return "", nil, err
	}
	return url, sqliteData(t, db, seeded, `sorted(t + ": " + " ".join("" if x is None else str(x) for x in r[1:]) for (t,) in c.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'").fetchall() for r in c.execute(f'select * from "{t}"'))`), nil
}

// startSupervisor serves the page of Supervisor with five processes.
func startSupervisor(t testing.TB) (string, flowData, error) {
	dir, port := t.TempDir(), freePort(t)
	conf := fmt.Sprintf("[inet_http_server]\nport=127.0.0.1:%d\n[supervisord]\nnodaemon=true\nuser=root\nlogfile=%s/log\npidfile=%s/pid\n[rpcinterface:supervisor]\nsupervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\n[supervisorctl]\nserverurl=http://127.0.0.1:%d\n", port, dir, dir, port)
	on := []string{"harvest", "mill", "sorter"}
	for _, name := range []string{"harvest", "mill", "press", "sorter", "washer"} {
		conf += fmt.Sprintf("[program:%s]\ncommand=sleep 900\nstartsecs=0\nautostart=%v\n", name, slices.Contains(on, name))
	}
	file := filepath.Join(dir, "conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	ctl := func(args ...string) string {
		out, _ := exec.Command("supervisorctl", append([]string{"-c", file}, args...)...).Output()
		return string(out)
	}
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "supervisor", url, nil, "supervisord", "-c", file); err != nil {
		return "", nil, err
	}
	t.Cleanup(func() { ctl("shutdown") })
	return url, remoteData{clear: func() {
		ctl(append([]string{"start"}, on...)...)
		ctl("stop", "press", "washer")
	}, tell: func() string {
		var all []string
		for _, line := range strings.Split(strings.TrimSpace(ctl("status")), "\n") {
			if f := strings.Fields(line); len(f) > 1 {
				all = append(all, f[0]+" "+f[1])
			}
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}}, nil
}

// startShelf serves the applications made of the libraries in testdata/apps/shelf.
func startShelf(columns string, rows []string, build ...string) func(t testing.TB) (string, flowData, error) {
	return func(t testing.TB) (string, flowData, error) {
		dir, err := had(t, "shelf")
		if err != nil {
			return "", nil, err
		}
		source := filepath.Join(repoRoot, "testdata", "apps", "shelf")
		for _, name := range build {
			copyFile(t, filepath.Join(source, name), filepath.Join(dir, name))
			runIn(t, dir, nil, filepath.Join("node_modules", ".bin", "esbuild"), name, "--bundle", "--format=esm", "--minify", "--jsx=automatic", "--outdir=out", `--define:process.env.NODE_ENV="production"`)
		}
		files := http.FileServer(http.Dir(dir))
		return serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			page := strings.TrimPrefix(r.URL.Path, "/")
			switch {
			case slices.Contains(build, page+".jsx"):
				rw.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprintf(rw, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Work</title><link rel="stylesheet" href="/out/%[1]s.css"><div id="root"></div><script type="module" src="/out/%[1]s.js"></script></html>`, page)
			case r.URL.Path == "/repairs":
				http.ServeFile(rw, r, filepath.Join(source, "repairs.html"))
			default:
				files.ServeHTTP(rw, r)
			}
		})), local("rows", rowsJSON(columns, rows)), nil
	}
}
