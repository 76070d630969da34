package e2e

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// startRoundcube serves Roundcube before a mail server with three mails, to a browser that is signed in.
func startRoundcube(t testing.TB) (string, flowData, error) {
	const program = "/var/lib/roundcube"
	server, err := exec.LookPath("dovecot")
	if _, gone := os.Stat(program); err != nil || gone != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends roundcube roundcube-sqlite3 dovecot-imapd php-cli")
	}
	dir, port, imap := t.TempDir(), freePort(t), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	site, mail, db, seeded := filepath.Join(dir, "site"), filepath.Join(dir, "mail"), filepath.Join(dir, "db"), filepath.Join(dir, "seeded")
	// Mail belongs to nobody, who has to get there.
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	runIn(t, dir, nil, "sh", "-c", "cp -rL "+program+" site || true # it has links that lead nowhere")
	for path, text := range map[string]string{
		"dovecot.conf": fmt.Sprintf(`protocols = imap
base_dir = %[1]s/run
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = %[1]s/dovecot.log
mail_location = maildir:%[1]s/mail
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=%[1]s/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %[2]d
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
namespace {
  inbox = yes
}
`, dir, imap),
		"before.php":                 fmt.Sprintf("<?php define('INSTALL_PATH', '%s/');", site),
		"site/config/config.inc.php": fmt.Sprintf(`<?php $config = ['db_dsnw' => 'sqlite:///%s?mode=0640', 'imap_host' => '127.0.0.1:%d', 'plugins' => ['inside'], 'skin' => 'elastic', 'des_key' => 'ugTq0ygsNChTz6HvUGz3NZGx', 'enable_spellcheck' => false, 'mail_domain' => 'stones.example', 'session_storage' => 'php', 'session_lifetime' => 600, 'refresh_interval' => 0, 'log_dir' => '%s'];`, db, imap, dir),
		"site/plugins/inside/inside.php": `<?php class inside extends rcube_plugin {
  function init() { foreach (['startup', 'authenticate', 'login_after'] as $h) $this->add_hook($h, [$this, $h]); }
  function startup($args) { if (empty($_SESSION['user_id'])) $args['action'] = 'login'; return $args; }
  function authenticate($args) { return ['user' => 'keeper', 'pass' => 'x', 'cookiecheck' => false, 'valid' => true] + $args; }
  function login_after($args) { return array_intersect_key($_GET, ['_task' => 1, '_action' => 1]) + $args; }
}`,
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(path)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	clear := func() {
		if seed, err := os.ReadFile(seeded); err == nil {
			if err := os.WriteFile(db, seed, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.RemoveAll(mail) // files that are left show in the state
		for _, sub := range []string{"cur", "new", "tmp", ".Trash/cur", ".Trash/new", ".Trash/tmp"} {
			if err := os.MkdirAll(filepath.Join(mail, sub), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		for i, stone := range []string{"Granite", "Marble", "Slate"} {
			text := fmt.Sprintf("From: Anton <anton@stones.example>\r\nTo: keeper@stones.example\r\nSubject: %[1]s offer\r\nDate: Mon, 0%[2]d Nov 2026 10:00:00 +0000\r\nMessage-Id: <%[1]s@stones.example>\r\n\r\n%[1]s is cheap.\r\n", stone, i+2)
			if err := os.WriteFile(filepath.Join(mail, "cur", stone+":2,S"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(mail, "subscriptions"), []byte("Trash\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		runIn(t, dir, nil, "chown", "-R", "65534:65534", mail)
	}
	clear()
	runIn(t, dir, nil, "/usr/bin/python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())", db, filepath.Join(site, "SQL", "sqlite.initial.sql"))
	mails := exec.Command(server, "-F", "-c", filepath.Join(dir, "dovecot.conf"))
	if err := mails.Start(); err != nil {
		return "", nil, err
	}
	t.Cleanup(func() { _ = mails.Process.Signal(os.Interrupt); _ = mails.Wait() })
	if err := startDebian(t, "php-cli", url+"/skins/elastic/images/logo.svg", nil, "php", "-d", "display_errors=0", "-d", "session.save_path="+dir, "-d", "auto_prepend_file="+filepath.Join(dir, "before.php"), "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", filepath.Join(site, "public_html")); err != nil {
		return "", nil, err
	}
	for n := 0; n < 50; n++ { // the first to sign in is added
		if res, err := http.Get(url + "/?_task=mail"); err == nil {
			res.Body.Close()
		}
		if sqliteData(t, db, seeded, `[r[0] for r in c.execute("select username from users")]`).tell() == "keeper" {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	copyFile(t, db, seeded)
	lines := sqliteData(t, db, seeded, `[f"contact {f} {s} {e}" for f, s, e in c.execute("select firstname, surname, email from contacts where del = 0 order by 1")] + [f"sender {o}" for o, in c.execute("select organization from identities where organization <> ''")]`)
	return url, remoteData{clear: clear, tell: func() string {
		var all []string
		if had := lines.tell(); had != "" {
			all = strings.Split(had, "; ")
		}
		files, _ := filepath.Glob(filepath.Join(mail, ".*")) // the pattern is right
		for _, f := range append(files, mail) {
			folder := strings.TrimPrefix(filepath.Base(f), ".")
			if f == mail {
				folder = "INBOX"
			} else {
				all = append(all, "folder "+folder)
			}
			for _, sub := range []string{"cur", "new"} {
				in, _ := os.ReadDir(filepath.Join(f, sub)) // a folder that is no folder for mail has none
				for _, file := range in {
					text, _ := os.ReadFile(filepath.Join(f, sub, file.Name())) // one that has just gone has no text
					_, subject, _ := strings.Cut(string(text), "Subject: ")
					subject, _, _ = strings.Cut(subject, "\r\n")
					if _, flags, _ := strings.Cut(file.Name(), ":2,"); !strings.Contains(flags, "T") {
						all = append(all, subject+" in "+folder)
					}
				}
			}
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}}, nil
}
