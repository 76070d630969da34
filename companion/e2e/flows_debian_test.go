package e2e

import (
	"crypto/md5" // DokuWiki's own kind of passwords
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// startDebian starts a program of one of Debian's packages, with variables, and waits until it answers.
func startDebian(t testing.TB, pkg, url string, env []string, name string, args ...string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return fmt.Errorf("apt-get install --no-install-recommends %s: %w", pkg, err)
	}
	for _, v := range env {
		k, v, _ := strings.Cut(v, "=")
		t.Setenv(k, v)
	}
	return startProgram(t, url, t.TempDir(), path, args...)
}

// startDjango serves Django's administration of users and groups.
func startDjango(t testing.TB) (string, flowData, error) {
	const python = "/usr/bin/python3" // Debian's, which has the package
	dir := t.TempDir()
	source, db, seeded := filepath.Join(repoRoot, "testdata", "apps", "django"), filepath.Join(dir, "db.sqlite3"), filepath.Join(dir, "seeded.sqlite3")
	env := []string{"DJANGO_SETTINGS_MODULE=settings", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + source, "REMOTE_USER=admin"}
	cmd := exec.Command(python, filepath.Join(source, "seed.py"))
	cmd.Env = append(append(os.Environ(), env...), "BENCH_DB="+seeded)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends python3-django: %w: %.300s", err, out)
	}
	copyFile(t, seeded, db)
	port := freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "python3-django", url+"/admin/", append(env, "BENCH_DB="+db), python, "-m", "django", "runserver", "--noreload", fmt.Sprintf("127.0.0.1:%d", port)); err != nil {
		return "", nil, err
	}
	const ask = `import sqlite3, sys
c = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
print("; ".join(["%s %s %s staff=%d" % r for r in c.execute("select username, first_name, last_name, is_staff from auth_user where not is_superuser order by username")] + [r[0] for r in c.execute("select name from auth_group order by name")]), end="")`
	return url, remoteData{
		clear: func() { copyFile(t, seeded, db) },
		tell: func() string {
			out, _ := exec.Command(python, "-c", ask, db).Output() // nothing where it is just being written: asked again
			return string(out)
		},
	}, nil
}

// startDokuWiki serves DokuWiki with one page and three users, to a browser that is signed in as a fourth.
func startDokuWiki(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/dokuwiki"
	if _, err := os.Stat(program); err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends dokuwiki php-cli php-xml: %w", err)
	}
	dir := t.TempDir()
	conf, data := filepath.Join(dir, "conf"), filepath.Join(dir, "data")
	runIn(t, dir, nil, "cp", "-rL", "/etc/dokuwiki", conf)
	runIn(t, dir, nil, "chmod", "-R", "u+rw", conf)
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := filepath.Join(dir, "before.php")
	write(before, fmt.Sprintf(`<?php define("DOKU_CONF", "%[1]s/"); define("DOKU_MAIN_CONF", "%[1]s/"); $_SERVER["PHP_AUTH_USER"] = "keeper"; $_SERVER["PHP_AUTH_PW"] = "x";`, conf))
	clear := func() {
		for _, sub := range []string{"pages", "attic", "cache", "index", "locks", "media", "media_attic", "media_meta", "meta", "tmp", "log"} {
			if err := os.RemoveAll(filepath.Join(data, sub)); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(data, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		write(filepath.Join(data, "pages", "start.txt"), dokuPage("", ""))
		write(filepath.Join(conf, "local.php"), fmt.Sprintf("<?php\n$conf['savedir'] = '%s';\n$conf['useacl'] = 1;\n$conf['superuser'] = '@admin';\n$conf['title'] = 'Quarry';\n", data))
		write(filepath.Join(conf, "acl.auth.php"), "*\t@ALL\t8\n")
		var users strings.Builder
		for _, u := range [][3]string{{"keeper", "Keeper", "admin,user"}, {"anton", "Anton", "user"}, {"berta", "Berta", "user"}, {"carla", "Carla", "user"}} {
			fmt.Fprintf(&users, "%s:%x:%s:%s@example.org:%s\n", u[0], md5.Sum([]byte("x")), u[1], u[0], u[2])
		}
		write(filepath.Join(conf, "users.auth.php"), users.String())
	}
	clear()
	port := freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "php-cli", url+"/doku.php", nil, "php", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", program, "-d", "auto_prepend_file="+before, "-d", "opcache.enable=0"); err != nil {
		return "", nil, err
	}
	return url, remoteData{clear: clear, tell: func() string { return dokuState(conf, data) }}, nil
}

// dokuPage is the start page, with one of its sections as it is afterwards.
func dokuPage(section, text string) string {
	page := "====== Start ======\n\nWelcome.\n\n"
	for _, s := range [][2]string{{"Opening hours", "Nine to five."}, {"Prices", "Ten."}, {"Directions", "Up the hill."}} {
		if s[0] == section {
			page += text + "\n"
			continue
		}
		page += "===== " + s[0] + " =====\n\n" + s[1] + "\n\n"
	}
	return page
}

func dokuState(conf, data string) string {
	var all []string
	pages, _ := filepath.Glob(filepath.Join(data, "pages", "*.txt")) // the pattern is right
	for _, p := range pages {
		text, _ := os.ReadFile(p) // one that has just gone has no text
		all = append(all, strings.TrimSuffix(filepath.Base(p), ".txt")+": "+strings.Join(strings.Fields(string(text)), " "))
	}
	text, _ := os.ReadFile(filepath.Join(conf, "users.auth.php"))
	users := strings.Split(string(text), "\n")
	slices.Sort(users) // one that was changed is written last
	for _, line := range users {
		if u := strings.Split(line, ":"); len(u) == 5 && u[0] != "keeper" {
			all = append(all, u[0]+" "+u[2]+" "+u[3])
		}
	}
	local, _ := os.ReadFile(filepath.Join(conf, "local.php"))
	for _, line := range strings.Split(string(local), "\n") {
		if _, title, is := strings.Cut(line, "$conf['title'] = "); is {
			all = append(all, "title "+strings.Trim(title, "';"))
		}
	}
	return strings.Join(all, "; ")
}

// startRadicale serves Radicale, in which two calendars and an address book are.
func startRadicale(t testing.TB) (string, flowData, error) {
	data, port := filepath.Join(t.TempDir(), "data"), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "radicale", url+"/.web/", nil, "radicale", "--server-hosts", fmt.Sprintf("127.0.0.1:%d", port), "--auth-type", "none", "--storage-filesystem-folder", data); err != nil {
		return "", nil, err
	}
	root := filepath.Join(data, "collection-root", "mason")
	return url, remoteData{
		clear: func() {
			_ = os.RemoveAll(root) // files that are left show in the state
			for i, c := range []string{"Masonry", "Holidays", "Quarrymen"} {
				dir := filepath.Join(root, fmt.Sprintf("c%d", i))
				props, _ := json.Marshal(map[string]string{"D:displayname": c, "tag": []string{"VCALENDAR", "VCALENDAR", "VADDRESSBOOK"}[i]}) // strings
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, ".Radicale.props"), props, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		},
		tell: func() string {
			var all []string
			files, _ := filepath.Glob(filepath.Join(root, "*", ".Radicale.props")) // the pattern is right
			for _, f := range files {
				text, _ := os.ReadFile(f) // one that has just gone is none
				var p struct {
					Name  string `json:"D:displayname"`
					About string `json:"C:calendar-description"`
					Tag   string
				}
				if json.Unmarshal(text, &p) == nil {
					all = append(all, strings.TrimSpace(p.Tag+" "+p.Name+" "+p.About))
				}
			}
			slices.Sort(all)
			return strings.Join(all, "; ")
		},
	}, nil
}

// startTransmission serves Transmission with three paused transfers, which have no peers.
func startTransmission(t testing.TB) (string, flowData, error) {
	home, port := t.TempDir(), freePort(t)
	settings := fmt.Sprintf(`{"rpc-bind-address":"127.0.0.1","rpc-port":%d,"rpc-whitelist-enabled":false,"rpc-host-whitelist-enabled":false,"dht-enabled":false,"lpd-enabled":false,"pex-enabled":false,"utp-enabled":false,"port-forwarding-enabled":false,"peer-port":%d,"bind-address-ipv4":"127.0.0.1","bind-address-ipv6":"::1","download-dir":%q}`, port, freePort(t), home)
	if err := os.WriteFile(filepath.Join(home, "settings.json"), []byte(settings), 0o600); err != nil {
		return "", nil, err
	}
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startDebian(t, "transmission-daemon", url+"/transmission/web/", nil, "transmission-daemon", "-f", "-g", home, "--log-error"); err != nil {
		return "", nil, err
	}
	session := "" // against forged requests: a refusal names it
	rpc := func(method string, args any, answer any) {
		body, _ := json.Marshal(map[string]any{"method": method, "arguments": args}) // of numbers and strings
		for range 2 {
			req, err := http.NewRequest("POST", url+"/transmission/rpc", strings.NewReader(string(body)))
			if err != nil {
				return
			}
			req.Header.Set("X-Transmission-Session-Id", session)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				return
			}
			text, _ := io.ReadAll(res.Body) // a cut answer is none
			res.Body.Close()
			if res.StatusCode != http.StatusConflict {
				_ = json.Unmarshal(text, &struct{ Arguments any }{answer})
				return
			}
			session = res.Header.Get("X-Transmission-Session-Id")
		}
	}
	type torrent struct {
		ID, Status int
		Name       string
	}
	all := func() (found struct{ Torrents []torrent }) {
		rpc("torrent-get", map[string]any{"fields": []string{"id", "name", "status"}}, &found)
		slices.SortFunc(found.Torrents, func(a, b torrent) int { return strings.Compare(a.Name, b.Name) })
		return found
	}
	return url, remoteData{
		clear: func() {
			for _, x := range all().Torrents {
				rpc("torrent-remove", map[string]any{"ids": []int{x.ID}}, nil)
			}
			rpc("session-set", map[string]any{"speed-limit-down-enabled": false, "speed-limit-down": 100, "speed-limit-up-enabled": false, "speed-limit-up": 100}, nil)
			for _, name := range []string{"granite.iso", "marble.iso", "slate.iso"} {
				pieces := sha1.Sum([]byte(name))
				info := fmt.Sprintf("d6:lengthi65536e4:name%d:%s12:piece lengthi65536e6:pieces20:%s7:privatei1ee", len(name), name, pieces)
				rpc("torrent-add", map[string]any{"metainfo": base64.StdEncoding.EncodeToString([]byte("d4:info" + info + "e")), "paused": true}, nil)
			}
			for range 50 { // an added torrent is checked first, and that is no task's doing
				if found := all().Torrents; len(found) == 3 && !slices.ContainsFunc(found, func(x torrent) bool { return x.Status != 0 }) {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
		},
		tell: func() string {
			var out []string
			for _, x := range all().Torrents {
				out = append(out, x.Name+map[bool]string{true: " paused", false: " runs"}[x.Status == 0])
			}
			var limit struct {
				On   bool `json:"speed-limit-down-enabled"`
				Down int  `json:"speed-limit-down"`
			}
			rpc("session-get", map[string]any{}, &limit)
			return strings.Join(append(out, fmt.Sprintf("limit %v %d", limit.On, limit.Down)), "; ")
		},
	}, nil
}
