package e2e

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
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

// sqliteData are the data of a SQLite file, of which seeded is the state at the start of each run, and
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

// startJupyter serves Jupyter's list of files with three files and two folders.
func startJupyter(t testing.TB) (string, flowData, error) {
	home, port := t.TempDir(), freePort(t)
	url, dir := fmt.Sprintf("http://127.0.0.1:%d", port), filepath.Join(home, "files")
	clear := func() {
		_ = os.RemoveAll(dir) // files that are left show in the state
		for _, sub := range []string{"archive", "plans"} {
			if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"granite", "marble", "slate"} {
			if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(name+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	clear()
	if err := startDebian(t, "jupyter-notebook", url+"/tree", []string{"HOME=" + home, "JUPYTER_RUNTIME_DIR=" + home}, "jupyter-notebook", "--allow-root", "--no-browser", "--ip=127.0.0.1", fmt.Sprintf("--port=%d", port), "--NotebookApp.token=", "--NotebookApp.password=",
		"--NotebookApp.port_retries=0", "--FileContentsManager.delete_to_trash=False", "--notebook-dir="+dir); err != nil {
		return "", nil, err
	}
	return url, remoteData{clear: clear, tell: func() string {
		var all []string
		_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && path != dir && !strings.HasPrefix(d.Name(), ".") {
				all = append(all, strings.TrimPrefix(path, dir+"/")+map[bool]string{true: "/"}[d.IsDir()])
			}
			return nil
		})
		return strings.Join(all, "; ")
	}}, nil
}

// startFossil serves a repository of Fossil with three tickets, to a browser that may do everything.
func startFossil(t testing.TB) (string, flowData, error) {
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	db, seeded := filepath.Join(dir, "quarry.fossil"), filepath.Join(dir, "seeded.fossil")
	t.Setenv("HOME", dir)
	t.Setenv("FOSSIL_USER", "keeper")
	if out, err := exec.Command("fossil", "init", "--admin-user", "keeper", seeded).CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends fossil: %w: %.300s", err, out)
	}
	for _, s := range []string{"Granite is dear", "Marble is stained", "Slate is split"} {
		runIn(t, dir, nil, "fossil", "ticket", "add", "title", s, "status", "Open", "type", "Code_Defect", "-R", seeded)
	}
	copyFile(t, seeded, db)
	if err := startDebian(t, "fossil", url+"/index", nil, "fossil", "server", "--localauth", "--nojail", "--port", fmt.Sprintf("127.0.0.1:%d", port), db); err != nil {
		return "", nil, err
	}
	return url, sqliteData(t, db, seeded, `[f"{a} {b} {d}" for a, b, d in c.execute("select title, status, type from ticket order by title")] + [r[0] for r in c.execute("select login from user where login not in ('keeper', 'anonymous', 'nobody', 'developer', 'reader') order by 1")]`), nil
}

// secretIn finds the secret of Shaarli's interface in its configuration.
var secretIn = regexp.MustCompile(`"secret": "(.*?)"`)

// startShaarli serves Shaarli with three bookmarks, to a browser that may change them.
func startShaarli(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/shaarli"
	if _, err := os.Stat(program); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends shaarli php-cli php8.2-cgi: %w", err)
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	const copied = `cp -rL /usr/share/shaarli/. . || true # it has links that lead nowhere
mkdir -p var/data cached/tmp cached/cache cached/pagecache
grep -rlE "/var/(lib|cache)/shaarli|/usr/share/shaarli" --include=*.php . | xargs sed -i "s#/var/lib/shaarli#$PWD/var#g; s#/var/cache/shaarli#$PWD/cached#g; s#/usr/share/shaarli#$PWD#g"`
	runIn(t, dir, nil, "sh", "-c", copied)
	if err := startDebian(t, "php-cli", url+"/shaarli_version.php", nil, "php", "-d", "display_errors=0", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", dir); err != nil {
		return "", nil, err
	}
	runIn(t, dir, nil, "curl", "-sSfL", "-c", "jar", "-b", "jar", url+"/install", "-o", "page")
	runIn(t, dir, nil, "curl", "-sSfL", "-c", "jar", "-b", "jar", url+"/install", "-o", "page", "-d", "setlogin=keeper&setpassword=lime-and-sand-88&title=Quarry&continent=Europe&city=Berlin&language=en&enableApi=on")
	conf := filepath.Join(dir, "var", "data", "config.json.php")
	text, err := os.ReadFile(conf)
	if err != nil {
		t.Fatal(err)
	}
	open := strings.NewReplacer(`"open_shaarli": false`, `"open_shaarli": true`, `"retrieve_description": true`, `"retrieve_description": false`, `"enable_async_metadata": true`, `"enable_async_metadata": false`, `"mode": "all"`, `"mode": "none"`).Replace(string(text))
	if err := os.WriteFile(conf, []byte(open), 0o644); err != nil {
		t.Fatal(err)
	}
	secret := secretIn.FindStringSubmatch(open)
	if secret == nil {
		t.Fatal("Shaarli has no interface")
	}
	api := func(method, path, body string) []byte {
		part := base64.RawURLEncoding.EncodeToString
		token := part([]byte(`{"typ":"JWT","alg":"HS512"}`)) + "." + part(fmt.Appendf(nil, `{"iat":%d}`, time.Now().Unix()-1))
		sign := hmac.New(sha512.New, []byte(secret[1]))
		sign.Write([]byte(token))
		return asks(method, url+"/api/v1"+path, body, "Authorization", "Bearer "+token+"."+part(sign.Sum(nil)))
	}
	type link struct {
		ID    int      `json:"id,omitempty"`
		URL   string   `json:"url"`
		Title string   `json:"title"`
		Tags  []string `json:"tags"`
	}
	links := func() (all []link) {
		_ = json.Unmarshal(api("GET", "/links?limit=all", ""), &all) // a cut answer is asked for again
		slices.SortFunc(all, func(a, b link) int { return strings.Compare(a.URL, b.URL) })
		return all
	}
	return url, remoteData{
		clear: func() {
			for _, l := range links() {
				api("DELETE", fmt.Sprintf("/links/%d", l.ID), "")
			}
			for _, name := range []string{"Granite", "Marble", "Slate"} {
				body, _ := json.Marshal(link{URL: "https://" + strings.ToLower(name) + ".example/", Title: name + " prices", Tags: []string{"stones", strings.ToLower(name)}}) // of strings
				api("POST", "/links", string(body))
			}
		},
		tell: func() string {
			var all []string
			for _, l := range links() {
				slices.Sort(l.Tags)
				all = append(all, l.URL+" "+l.Title+" "+fmt.Sprint(l.Tags))
			}
			return strings.Join(all, "; ")
		},
	}, nil
}

// startRabbitMQ serves the page of RabbitMQ, with three queues and one user more.
func startRabbitMQ(t testing.TB) (string, flowData, error) {
	found, _ := filepath.Glob("/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server") // the pattern is right
	if len(found) != 1 {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends rabbitmq-server")
	}
	dir, port, names := t.TempDir(), freePort(t), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	for name, text := range map[string]string{"plugins": "[rabbitmq_management].", "rabbit.conf": fmt.Sprintf("management.tcp.port = %d\nmanagement.tcp.ip = 127.0.0.1\nlisteners.tcp.default = 127.0.0.1:%d\n", port, freePort(t))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"HOME=" + dir, "RABBITMQ_NODENAME=bench@localhost", fmt.Sprintf("RABBITMQ_DIST_PORT=%d", freePort(t)), fmt.Sprintf("ERL_EPMD_PORT=%d", names), "RABBITMQ_MNESIA_BASE=" + filepath.Join(dir, "db"), "RABBITMQ_LOG_BASE=" + dir, "RABBITMQ_LOGS=-",
		"RABBITMQ_ENABLED_PLUGINS_FILE=" + filepath.Join(dir, "plugins"), "RABBITMQ_CONFIG_FILE=" + filepath.Join(dir, "rabbit"), "RABBITMQ_PID_FILE=" + filepath.Join(dir, "pid")}
	err := startDebian(t, "rabbitmq-server", url+"/js/main.js", env, found[0])
	t.Cleanup(func() { // first of all: the script that was started leaves these, and they keep its output open
		if text, err := os.ReadFile(filepath.Join(dir, "pid")); err == nil {
			pid := strings.TrimSpace(string(text))
			_ = exec.Command("kill", pid).Run()
			for n := 0; n < 100 && exec.Command("kill", "-0", pid).Run() == nil; n++ {
				time.Sleep(100 * time.Millisecond) // the name server is not stopped before its last node
			}
		}
		_ = exec.Command("epmd", "-port", fmt.Sprint(names), "-kill").Run()
	})
	if err != nil {
		return "", nil, err
	}
	api := func(method, path, body string) []byte {
		return asks(method, url+"/api"+path, body, "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("guest:guest")))
	}
	type thing struct{ Name, Type, Tags any }
	list := func(path string) (names []string) {
		var all []thing
		_ = json.Unmarshal(api("GET", path, ""), &all) // a cut answer is asked for again
		for _, x := range all {
			if name := fmt.Sprint(x.Name); name != "" && !strings.HasPrefix(name, "amq.") && name != "guest" {
				names = append(names, strings.TrimSuffix(fmt.Sprintf("%s %s", name, map[bool]any{true: x.Type, false: ""}[path == "/exchanges"]), " "))
			}
		}
		slices.Sort(names)
		return names
	}
	return url, remoteData{
		clear: func() {
			for _, path := range []string{"/queues", "/exchanges"} {
				for _, name := range list(path) {
					name, _, _ = strings.Cut(name, " ")
					api("DELETE", path+"/%2F/"+name, "")
				}
			}
			for _, name := range []string{"orders", "invoices", "letters"} {
				api("PUT", "/queues/%2F/"+name, `{"durable":true}`)
			}
		},
		tell: func() string {
			return "queues " + strings.Join(list("/queues"), " ") + "; exchanges " + strings.Join(list("/exchanges"), ", ")
		},
	}, nil
}
