package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// startQBittorrent serves qBittorrent with three stopped transfers, which have no peers.
func startQBittorrent(t testing.TB) (string, flowData, error) {
	program, err := exec.LookPath("qbittorrent-nox")
	if err != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends qbittorrent-nox: %w", err)
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	conf := filepath.Join(dir, "qBittorrent", "config", "qBittorrent.conf")
	if err := os.MkdirAll(filepath.Dir(conf), 0o755); err != nil {
		t.Fatal(err)
	}
	const settings = "[LegalNotice]\nAccepted=true\n[BitTorrent]\nSession\\DHTEnabled=false\nSession\\LSDEnabled=false\nSession\\PeXEnabled=false\n[Preferences]\nWebUI\\LocalHostAuth=false\nWebUI\\HostHeaderValidation=false\nWebUI\\CSRFProtection=false\nWebUI\\Address=127.0.0.1\n"
	if err := os.WriteFile(conf, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := startDebian(t, "qbittorrent-nox", url+"/", []string{"HOME=" + dir}, program, "--profile="+dir, fmt.Sprintf("--webui-port=%d", port)); err != nil {
		return "", nil, err
	}
	post := func(path, form string) {
		asks("POST", url+"/api/v2/"+path, form, "Content-Type", "application/x-www-form-urlencoded")
	}
	type torrent struct{ Hash, Name, State string }
	all := func() (found []torrent) {
		_ = json.Unmarshal(asks("GET", url+"/api/v2/torrents/info", ""), &found) // a cut answer is asked for again
		slices.SortFunc(found, func(a, b torrent) int { return strings.Compare(a.Name, b.Name) })
		return found
	}
	return url, remoteData{
		clear: func() {
			post("torrents/delete", "hashes=all&deleteFiles=true")
			post("app/setPreferences", `json={"dl_limit":0,"up_limit":0}`)
			for n := 0; n < 50 && len(all()) > 0; n++ {
				time.Sleep(100 * time.Millisecond)
			}
			for i, name := range []string{"granite.iso", "marble.iso", "slate.iso"} {
				post("torrents/add", fmt.Sprintf("paused=true&urls=magnet:?xt=urn:btih:%s%%26dn=%s", strings.Repeat(fmt.Sprint(i+1), 40), name))
			}
			for n := 0; n < 50 && len(all()) < 3; n++ {
				time.Sleep(100 * time.Millisecond)
			}
		},
		tell: func() string {
			var out []string
			for _, x := range all() {
				out = append(out, x.Name+map[bool]string{true: " paused", false: " runs"}[strings.HasPrefix(x.State, "paused")])
			}
			var limit struct {
				Down int `json:"dl_limit"`
			}
			_ = json.Unmarshal(asks("GET", url+"/api/v2/app/preferences", ""), &limit)
			return strings.Join(append(out, fmt.Sprintf("limit %d", limit.Down/1024)), "; ")
		},
	}, nil
}

func qBittorrentFlows() flowApp {
	// state is the data with one transfer in another's place.
	state := func(name, limit string, put ...string) string {
		return swapped([]string{"granite.iso paused", "marble.iso paused", "slate.iso paused"}, name, put...) + "; limit " + limit
	}
	row := flowAct{do: "click", at: "#torrentsTableDiv td|{name}", words: []string{"{name}"}}
	return flowApp{name: "qbittorrent", start: startQBittorrent, ready: `document.querySelectorAll('#torrentsTableDiv tbody tr').length === 3`, flows: []flowCase{
		{name: "resume", goal: "Resume the transfer {name}", start: "/",
			params: map[string]string{"name": "marble.iso"}, others: map[string]string{"name": "slate.iso"},
			acts:  []flowAct{row, {do: "click", at: "#resumeButton", words: []string{"Resume"}}},
			pivot: 1, row: "{name}",
			wants:    func(p map[string]string) string { return state(p["name"], "0", p["name"]+" runs") },
			say:      []string{"Let {name} go on", "Start {name} again"},
			siblings: []sibling{{goal: "Resume the transfer granite.iso", params: map[string]string{"name": "granite.iso"}}}},
		{name: "limit", goal: "Limit all downloads to {speed} KiB/s", start: "/",
			params: map[string]string{"speed": "250"}, others: map[string]string{"speed": "75"},
			acts: []flowAct{{do: "click", at: "#preferencesButton", words: []string{"Options"}}, {do: "click", at: "#PrefSpeedLink a", words: []string{"Speed"}},
				{do: "type", at: "#dl_limit_value", words: []string{"Download:"}, text: "{speed}"}, {do: "click", at: "input[value=Save]", words: []string{`button "save"`}}},
			pivot: 3,
			wants: func(p map[string]string) string { return state("", p["speed"]) },
			say:   []string{"Downloads may take {speed} KiB/s and no more", "Cap the download speed at {speed}"}},
	}}
}

// startWordPress serves WordPress with three posts, two comments that wait, and two users more,
// to a browser that is signed in.
func startWordPress(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/wordpress"
	server, err := exec.LookPath("mariadbd")
	if _, gone := os.Stat(program); err != nil || gone != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends wordpress mariadb-server php-cli php-mysql")
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	site := filepath.Join(dir, "site")
	sql, socket := startMariaDB(t, server)
	sql("create database press")
	runIn(t, dir, nil, "cp", "-rL", program, site)
	for path, text := range map[string]string{
		"wp-config.php": fmt.Sprintf(`<?php
foreach (['DB_NAME' => 'press', 'DB_USER' => 'root', 'DB_PASSWORD' => '', 'DB_HOST' => 'localhost:%s', 'DB_CHARSET' => 'utf8mb4', 'WP_HTTP_BLOCK_EXTERNAL' => true, 'DISABLE_WP_CRON' => true, 'AUTOMATIC_UPDATER_DISABLED' => true] as $k => $v) define($k, $v);
foreach (['WP_HOME', 'WP_SITEURL'] as $k) define($k, 'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost'));
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';`, socket),
		"wp-content/mu-plugins/in.php": `<?php function wp_validate_auth_cookie($cookie = '', $scheme = '') { return 1; } function auth_redirect() {} function wp_mail() { return true; }`,
		"seed.php": `<?php define('WP_INSTALLING', true); require 'wp-load.php'; require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Quarry', 'keeper', 'keeper@example.org', true, '', 'lime-and-sand-88');
foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $p) wp_delete_post($p->ID, true);
foreach (['Granite', 'Marble', 'Slate'] as $n) $ids[$n] = wp_insert_post(['post_title' => "$n prices", 'post_content' => "$n is dear.", 'post_status' => 'publish', 'post_author' => 1]);
foreach (['Anton' => 'Marble', 'Berta' => 'Slate'] as $who => $n) wp_insert_comment(['comment_post_ID' => $ids[$n], 'comment_author' => $who, 'comment_author_email' => "$who@example.org", 'comment_content' => "Too dear, says $who", 'comment_approved' => 0]);
foreach (['anton', 'berta'] as $u) wp_insert_user(['user_login' => $u, 'user_pass' => 'x', 'user_email' => "$u@example.org", 'role' => 'subscriber']);
update_option('blogdescription', 'Stones');`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(site, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(filepath.Join(site, path))
		if err := os.WriteFile(filepath.Join(site, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	runIn(t, site, nil, "php", "seed.php")
	dump, err := exec.Command("mariadb-dump", "--no-defaults", "--socket="+socket, "-uroot", "--databases", "press").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := startDebian(t, "php-cli", url+"/wp-includes/version.php", nil, "php", "-d", "display_errors=0", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", site); err != nil {
		return "", nil, err
	}
	return url, remoteData{
		clear: func() { sql(string(dump)) },
		tell: func() string {
			return strings.ReplaceAll(sql(`use press;
select concat(post_title, if(post_status = 'publish', '', concat(' ', post_status))) from wp_posts where post_type = 'post' and post_status <> 'auto-draft' order by post_title;
select concat(comment_author, ' ', comment_approved) from wp_comments order by comment_author;
select concat(user_login, ' ', replace(substring_index(substring_index(meta_value, '"', 2), '"', -1), '"', '')) from wp_users join wp_usermeta on user_id = wp_users.ID where meta_key = 'wp_capabilities' and user_login <> 'keeper' order by user_login;
select concat('category ', name) from wp_terms join wp_term_taxonomy using (term_id) where taxonomy = 'category' order by name;
select concat('tagline ', option_value) from wp_options where option_name = 'blogdescription';`), "\n", "; ")
		},
	}, nil
}

func wordPressFlows() flowApp {
	// state is the data with one of its lines in another's place, or one more.
	state := func(from, to string) string {
		all := [][]string{{"Granite prices", "Marble prices", "Slate prices"}, {"Anton 0", "Berta 0"}, {"anton subscriber", "berta subscriber"}, {"category Uncategorized"}, {"tagline Stones"}}
		var out []string
		for _, kind := range all {
			if i := slices.Index(kind, from); i >= 0 {
				kind[i] = to
			} else if from == "category" && strings.HasPrefix(kind[0], "category") {
				kind = append(kind, to)
			}
			slices.Sort(kind)
			out = append(out, kind...)
		}
		return strings.Join(out, "; ")
	}
	return flowApp{name: "wordpress", start: startWordPress, ready: `document.querySelector('#wpfooter')`, flows: []flowCase{
		{name: "quick", goal: "Rename the post {title} to {name}", start: "/wp-admin/edit.php",
			params: map[string]string{"title": "Marble prices", "name": "Carrara offers"}, others: map[string]string{"title": "Slate prices", "name": "Roof offers"},
			acts: []flowAct{{do: "hover", at: "#the-list tr|{title}", words: []string{"{title}"}}, {do: "click", at: "#the-list tr|{title} >> button|Quick Edit", words: []string{"{title}", "Quick Edit"}},
				{do: "type", at: ".inline-edit-row input[name=post_title]", words: []string{"Title"}, text: "{name}"}, {do: "click", at: ".inline-edit-row button.save", words: []string{"Update"}}},
			pivot: 3, row: "{title}",
			wants:    func(p map[string]string) string { return state(p["title"], p["name"]) },
			say:      []string{"The post {title} is called {name} now", "Give the article {title} the title {name}"},
			siblings: []sibling{{goal: "Rename the post Granite prices to Kerb offers", params: map[string]string{"title": "Granite prices", "name": "Kerb offers"}}}},
		{name: "category", goal: "Add the category {name}", start: "/wp-admin/edit-tags.php?taxonomy=category",
			params: map[string]string{"name": "News"}, others: map[string]string{"name": "Offers"},
			acts:  []flowAct{{do: "type", at: "#tag-name", words: []string{"Name"}, text: "{name}"}, {do: "click", at: "#submit", words: []string{`button "add new category"`}}},
			pivot: 1,
			wants: func(p map[string]string) string { return state("category", "category "+p["name"]) },
			say:   []string{"We need a category called {name}", "Create the category {name} for posts"}},
		{name: "trash", goal: "Move the post {title} to the trash", start: "/wp-admin/edit.php",
			params: map[string]string{"title": "Granite prices"}, others: map[string]string{"title": "Marble prices"},
			acts: []flowAct{{do: "tick", at: "#the-list tr|{title} >> input[type=checkbox]", words: []string{"Select {title}"}}, {do: "type", at: "#bulk-action-selector-top", words: []string{"Select bulk action"}, text: "Move to Trash"},
				{do: "click", at: "#doaction", words: []string{"Apply"}}},
			pivot: 2, row: "{title}",
			wants: func(p map[string]string) string { // with its comments
				author := map[string]string{"Marble prices": "Anton 0", "Slate prices": "Berta 0"}[p["title"]]
				return strings.Replace(state(p["title"], p["title"]+" trash"), author, strings.TrimSuffix(author, "0")+"post-trashed", min(len(author), 1))
			},
			say:      []string{"Throw the post {title} away", "Nobody needs {title} any more: bin it"},
			siblings: []sibling{{goal: "Move the post Slate prices to the trash", params: map[string]string{"title": "Slate prices"}}}},
		{name: "tagline", goal: "Set the tagline to {text}", start: "/wp-admin/index.php",
			params: map[string]string{"text": "Hard things"}, others: map[string]string{"text": "Cut to size"},
			acts:  []flowAct{{do: "click", at: "#menu-settings a|Settings", words: []string{"Settings"}}, {do: "type", at: "#blogdescription", words: []string{"Tagline"}, text: "{text}"}, {do: "click", at: "#submit", words: []string{"Save Changes"}}},
			pivot: 2,
			wants: func(p map[string]string) string { return state("tagline Stones", "tagline "+p["text"]) },
			say:   []string{"Our motto is {text}: put it under the title", "Change the site's tagline to {text}"}},
		{name: "role", goal: "Make the user {user} an {role}", start: "/wp-admin/users.php",
			params: map[string]string{"user": "berta", "role": "Editor"}, others: map[string]string{"user": "anton", "role": "Author"},
			acts: []flowAct{{do: "tick", at: "#the-list tr|{user} >> input[type=checkbox]", words: []string{"Select {user}"}}, {do: "type", at: "#new_role", words: []string{"Change role to…"}, text: "{role}"},
				{do: "click", at: "#changeit", words: []string{"Change"}}},
			pivot: 2, row: "{user}",
			wants: func(p map[string]string) string {
				return state(p["user"]+" subscriber", p["user"]+" "+strings.ToLower(p["role"]))
			},
			say: []string{"{user} is an {role} from today", "Give {user} the role {role}"}},
		{name: "approve", goal: "Approve the comment of {author}", start: "/wp-admin/edit-comments.php",
			params: map[string]string{"author": "Berta"}, others: map[string]string{"author": "Anton"},
			acts:  []flowAct{{do: "hover", at: "#the-comment-list tr|{author}", words: []string{"{author}"}}, {do: "click", at: "#the-comment-list tr|{author} >> a|Approve", words: []string{"{author}", "Approve"}}},
			pivot: 1, row: "{author}",
			wants: func(p map[string]string) string { return state(p["author"]+" 0", p["author"]+" 1") },
			say:   []string{"What {author} wrote may be shown", "Let {author}'s comment through"}},
	}}
}

// startMariaDB serves databases at a socket, and returns a function that asks them, and the socket.
func startMariaDB(t testing.TB, server string) (sql func(text string) string, socket string) {
	dir := t.TempDir()
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "sock")
	runIn(t, dir, nil, "mariadb-install-db", "--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db", "--datadir="+data, "--user=root")
	cmd := exec.Command(server, "--no-defaults", "--user=root", "--datadir="+data, "--socket="+socket, "--skip-networking", "--pid-file="+filepath.Join(dir, "pid"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	sql = func(text string) string {
		ask := exec.Command("mariadb", "--no-defaults", "--socket="+socket, "-uroot", "-N", "-B", "--default-character-set=utf8mb4")
		ask.Stdin = strings.NewReader(text)
		out, err := ask.CombinedOutput()
		if err != nil {
			return "" // not yet up, or just being written: asked again
		}
		return strings.TrimSpace(string(out))
	}
	for n := 0; n < 200 && sql("select 1") != "1"; n++ {
		time.Sleep(100 * time.Millisecond)
	}
	return sql, socket
}

// startAdminer serves Adminer with a database of three tables, to a browser that is signed in.
func startAdminer(t testing.TB) (string, flowData, error) {
	const program = "/usr/share/adminer/adminer.php"
	server, err := exec.LookPath("mariadbd")
	if _, gone := os.Stat(program); err != nil || gone != nil {
		return "", nil, fmt.Errorf("apt-get install --no-install-recommends adminer mariadb-server php-cli php-mysql")
	}
	sql, socket := startMariaDB(t, server)
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	page := fmt.Sprintf(`<?php
session_name("adminer_sid"); session_start(); $_SESSION["pwds"]["server"][""]["root"] = "";
function adminer_object() { class Quarry extends Adminer { function login($login, $password) { return true; } function credentials() { return ["localhost:%s", "root", ""]; } } return new Quarry; }
include %q;`, socket, program)
	if err := os.WriteFile(filepath.Join(dir, "index.php"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	const seed = `drop database if exists quarry; create database quarry; use quarry;
create table stones(id int auto_increment primary key, name varchar(40), colour varchar(40)); create table orders(id int auto_increment primary key, customer varchar(40)); create table carts(id int auto_increment primary key, plate varchar(40));
insert into stones(name, colour) values('granite', 'grey'), ('marble', 'white'), ('slate', 'black'); insert into orders(customer) values('Elm Press');`
	sql(seed)
	if err := startDebian(t, "php-cli", url+"/?file=default.css", nil, "php", "-S", fmt.Sprintf("127.0.0.1:%d", port), "-t", dir); err != nil {
		return "", nil, err
	}
	return url, remoteData{
		clear: func() { sql(seed) },
		tell: func() string {
			return strings.ReplaceAll(sql("select table_name from information_schema.tables where table_schema = 'quarry' order by 1")+"\n"+sql("select concat(name, ' ', colour) from quarry.stones order by id"), "\n", "; ")
		},
	}, nil
}

func adminerFlows() flowApp {
	// state is the data with one table or stone in another's place.
	state := func(from string, to ...string) string {
		tables, stones := []string{"carts", "orders", "stones"}, []string{"granite grey", "marble white", "slate black"}
		if i := slices.Index(tables, from); i >= 0 {
			tables = slices.Replace(tables, i, i+1, to...)
		} else if i := slices.IndexFunc(stones, func(s string) bool { return strings.HasPrefix(s, from+" ") }); i >= 0 && from != "" {
			stones = slices.Replace(stones, i, i+1, to...)
		} else {
			stones = append(stones, to...)
		}
		slices.Sort(tables)
		return strings.Join(append(tables, stones...), "; ")
	}
	const start = "/?username=root&db=quarry"
	save := flowAct{do: "click", at: "input[value=Save]", words: []string{`button "save"`}}
	return flowApp{name: "adminer", start: startAdminer, ready: `document.querySelector('#content')`, flows: []flowCase{
		{name: "insert", goal: "Insert the stone {name} of the colour {colour}", start: start,
			params: map[string]string{"name": "basalt", "colour": "dark"}, others: map[string]string{"name": "chalk", "colour": "pale"},
			acts: []flowAct{{do: "click", at: "#content tbody th a|stones"}, {do: "click", at: "#content a|New item"}, {do: "type", at: "input[name='fields[name]']", words: []string{"by its place"}, text: "{name}"},
				{do: "type", at: "input[name='fields[colour]']", words: []string{"by its place"}, text: "{colour}"}, save},
			pivot: 4,
			wants: func(p map[string]string) string { return state("", p["name"]+" "+p["colour"]) },
			say:   []string{"We have a new stone, {name}, which is {colour}", "Add {name} to the stones; its colour is {colour}"}},
		{name: "rename", goal: "Rename the table {table} to {name}", start: start,
			params: map[string]string{"table": "carts", "name": "lorries"}, others: map[string]string{"table": "orders", "name": "sales"},
			acts:  []flowAct{{do: "click", at: "#content tbody th a|{table}"}, {do: "click", at: "#content a|Alter table"}, {do: "type", at: "#content input[name=name]", words: []string{"Table name"}, text: "{name}"}, save},
			pivot: 3, row: "{table}",
			wants:    func(p map[string]string) string { return state(p["table"], p["name"]) },
			say:      []string{"The table {table} should be called {name}"},
			siblings: []sibling{{goal: "Rename the table stones to rocks", params: map[string]string{"table": "stones", "name": "rocks"}, want: "carts; orders; rocks"}}},
		{name: "drop", goal: "Drop the table {table}", start: start,
			params: map[string]string{"table": "orders"}, others: map[string]string{"table": "carts"},
			acts:  []flowAct{{do: "tick", at: "#content tbody tr|{table} >> input[type=checkbox]", words: []string{"{table}"}}, {do: "click", at: "input[name=drop]", words: []string{`button "drop"`}}, {do: "answer", text: "OK"}},
			pivot: 1, row: "{table}",
			wants: func(p map[string]string) string { return state(p["table"]) },
			say:   []string{"Delete the table {table}"}},
		{name: "colour", goal: "Change the colour of the stone {name} to {colour}", start: start,
			params: map[string]string{"name": "marble", "colour": "pink"}, others: map[string]string{"name": "slate", "colour": "green"},
			acts: []flowAct{{do: "click", at: "#content tbody th a|stones"}, {do: "click", at: "#content a|Select data"}, {do: "click", at: "#content tbody tr|{name} >> a|edit", words: []string{"{name}", "edit"}},
				{do: "type", at: "input[name='fields[colour]']", words: []string{"by its place"}, text: "{colour}"}, save},
			pivot: 4, row: "{name}",
			wants: func(p map[string]string) string { return state(p["name"], p["name"]+" "+p["colour"]) },
			say:   []string{"{name} is {colour} now"}},
	}}
}
