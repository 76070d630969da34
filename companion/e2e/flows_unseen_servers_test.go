package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// startMediaWiki serves MediaWiki with three pages and three users, to a browser that may do everything.
func startMediaWiki(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/mediawiki"
	if _, err := os.Stat(program); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends mediawiki php-cli php8.2-cgi php-sqlite3: %w", err)
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	conf, data := filepath.Join(dir, "LocalSettings.php"), filepath.Join(dir, "data")
	maintain := func(input, script string, args ...string) {
		cmd := exec.Command("php", append([]string{filepath.Join(program, "maintenance", script)}, args...)...)
		cmd.Env, cmd.Stdin = append(os.Environ(), "MW_CONFIG_FILE="+conf), strings.NewReader(input)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	runIn(t, dir, nil, "php", filepath.Join(program, "maintenance", "install.php"), "--dbtype", "sqlite", "--dbpath", data, "--dbname", "quarry", "--pass", "lime-and-sand-88", "--confpath", dir, "--scriptpath", "", "--server", url, "Quarry", "Keeper")
	settings, err := os.OpenFile(conf, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(settings, `$wgServer = 'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost');
$wgMainCacheType = $wgParserCacheType = CACHE_NONE;
foreach (['move', 'delete', 'userrights'] as $right) $wgGroupPermissions['*'][$right] = true;`)
	if err := settings.Close(); err != nil {
		t.Fatal(err)
	}
	for _, page := range [][2]string{{"Granite", "Granite is hard."}, {"Marble", "Marble takes polish."}, {"Slate", "Slate splits."}} {
		maintain(page[1], "edit.php", page[0])
	}
	for _, user := range []string{"Anton", "Berta", "Carla"} {
		maintain("", "createAndPromote.php", user, "lime-and-sand-88")
	}
	db, seeded := filepath.Join(data, "quarry.sqlite"), filepath.Join(dir, "seeded.sqlite")
	copyFile(t, db, seeded)
	if err := startDebian(t, "php-cli", url+"/index.php", []string{"MW_CONFIG_FILE=" + conf}, "php", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", program); err != nil {
		return "", nil, err
	}
	return url, sqliteData(t, db, seeded, `[f"{t}: {x}" for t, x in c.execute("select page_title, old_text from page join slots on slot_revision_id = page_latest join content on content_id = slot_content_id join text on old_id = substr(content_address, 4) where page_namespace = 0 and page_title <> 'Main_Page' order by page_title")]
	+ [f"{u} {g}" for u, g in c.execute("select user_name, ug_group from user_groups join user on user_id = ug_user where user_name <> 'Keeper' order by 1, 2")]`), nil
}

// sqliteData are the data of a SQLite file, of which seeded is what each run begins with, and
// list an expression in Python that reads them from the connection c.
func sqliteData(t testing.TB, db, seeded, list string) remoteData {
	ask := "import sqlite3, sys\nc = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)\nprint('; '.join(" + list + "), end='')"
	return remoteData{
		clear: func() { copyFile(t, seeded, db) },
		tell: func() string {
			out, _ := exec.Command("/usr/bin/python3", "-c", ask, db).Output() // nothing where it is just being written: asked again
			return string(out)
		},
	}
}

// startLiteAdmin serves phpLiteAdmin with a database of three tables.
func startLiteAdmin(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/phpliteadmin/phpliteadmin.php"
	if _, err := os.Stat(program); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends phpliteadmin php-cli php8.2-cgi php-sqlite3: %w", err)
	}
	dir, data := t.TempDir(), t.TempDir()
	runIn(t, dir, nil, "cp", "-rL", filepath.Dir(program)+"/.", dir)
	if err := os.WriteFile(filepath.Join(dir, "phpliteadmin.config.php"), []byte(fmt.Sprintf("<?php $directory = '%s'; $password = '';", data)), 0o644); err != nil {
		t.Fatal(err)
	}
	db, seeded := filepath.Join(data, "quarry.sqlite"), filepath.Join(dir, "seeded.sqlite")
	runIn(t, dir, nil, "/usr/bin/python3", "-c", `import sqlite3
c = sqlite3.connect("seeded.sqlite")
c.executescript("""create table stones(id integer primary key, name text, colour text); create table orders(id integer primary key, customer text); create table carts(id integer primary key, plate text);
insert into stones(name, colour) values('granite', 'grey'), ('marble', 'white'), ('slate', 'black'); insert into orders(customer) values('Elm Press');""")
c.commit()`)
	copyFile(t, seeded, db)
	port := freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "php-cli", url+"/phpliteadmin.php", nil, "php", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", dir); err != nil {
		return "", nil, err
	}
	return url, sqliteData(t, db, seeded, `[f"{n}: " + ", ".join(" ".join(map(str, r[1:])) for r in c.execute(f'select * from "{n}"')) for (n,) in c.execute("select name from sqlite_master where type = 'table' order by name").fetchall()]`), nil
}

// apiKey finds the key to Syncthing's interface in its configuration.
var apiKey = regexp.MustCompile(`<apikey>(.*?)</apikey>`)

// startSyncthing serves Syncthing with three folders and no other device.
func startSyncthing(t testing.TB) (string, flowData, error) {
	program, err := exec.LookPath("syncthing")
	if err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends syncthing: %w", err)
	}
	home, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	runIn(t, home, nil, program, "generate", "--home", home, "--no-default-folder")
	conf := filepath.Join(home, "config.xml")
	text, err := os.ReadFile(conf)
	if err != nil {
		t.Fatal(err)
	}
	off := regexp.MustCompile(`<(globalAnnounceEnabled|localAnnounceEnabled|relaysEnabled|natEnabled|crashReportingEnabled)>true<`).ReplaceAllString(string(text), "<$1>false<")
	off = strings.NewReplacer("<urAccepted>0<", "<urAccepted>-1<", "<listenAddress>default<", fmt.Sprintf("<listenAddress>tcp://127.0.0.1:%d<", freePort(t))).Replace(off)
	if err := os.WriteFile(conf, []byte(off), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := startDebian(t, "syncthing", url+"/", []string{"STNODEFAULTFOLDER=1"}, "syncthing", "serve", "--home", home, "--no-browser", "--no-upgrade", "--gui-address", fmt.Sprintf("127.0.0.1:%d", port)); err != nil {
		return "", nil, err
	}
	key := apiKey.FindStringSubmatch(off)[1]
	api := func(method, path, body string) []byte { return asks(method, url+path, body, "X-API-Key", key) }
	type folder struct {
		ID     string `json:"id"`
		Label  string `json:"label"`
		Path   string `json:"path"`
		Paused bool   `json:"paused"`
	}
	type device struct {
		ID   string `json:"deviceID"`
		Name string `json:"name"`
	}
	folders := func() (all []folder) {
		_ = json.Unmarshal(api("GET", "/rest/config/folders", ""), &all) // a cut answer is asked for again
		slices.SortFunc(all, func(a, b folder) int { return strings.Compare(a.Label, b.Label) })
		return all
	}
	devices := func() (all []device) {
		_ = json.Unmarshal(api("GET", "/rest/config/devices", ""), &all)
		return all
	}
	return url, remoteData{
		clear: func() {
			for _, f := range folders() {
				api("DELETE", "/rest/config/folders/"+f.ID, "")
			}
			for _, d := range devices() {
				api("PATCH", "/rest/config/devices/"+d.ID, `{"name":"quarry"}`)
			}
			for _, name := range []string{"Drawings", "Invoices", "Photos"} {
				body, _ := json.Marshal(folder{ID: strings.ToLower(name), Label: name, Path: filepath.Join(home, name)}) // of strings
				api("POST", "/rest/config/folders", string(body))
			}
		},
		tell: func() string {
			var all []string
			for _, f := range folders() {
				all = append(all, f.Label+" in "+filepath.Base(f.Path)+map[bool]string{true: " paused"}[f.Paused])
			}
			for _, d := range devices() {
				all = append(all, "device "+d.Name)
			}
			return strings.Join(all, "; ")
		},
	}, nil
}
