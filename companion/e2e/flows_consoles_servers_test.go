package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// startCrontabUI serves Crontab UI with three jobs. No cron daemon reads them.
func startCrontabUI(t testing.TB) (string, flowData, error) {
	apps, err := had(t, "consoles")
	if err != nil {
		return "", nil, err
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	for k, v := range map[string]string{"CRON_DB_PATH": dir, "CRON_PATH": dir, "PORT": fmt.Sprint(port), "HOST": "127.0.0.1"} {
		t.Setenv(k, v)
	}
	if err := startProgram(t, url, dir, "node", filepath.Join(apps, "node_modules", "crontab-ui", "bin", "crontab-ui.js")); err != nil {
		return "", nil, err
	}
	type job struct {
		ID                      string `json:"_id"`
		Name, Command, Schedule string
		Stopped                 any
		Deleted                 bool `json:"$$deleted"`
	}
	jobs := func() map[string]job { // the last line about a job counts
		all := map[string]job{}
		text, _ := os.ReadFile(filepath.Join(dir, "crontab.db")) // none before the first job
		for _, line := range strings.Split(string(text), "\n") {
			var j job
			if json.Unmarshal([]byte(line), &j) == nil {
				if all[j.ID] = j; j.Deleted {
					delete(all, j.ID)
				}
			}
		}
		return all
	}
	return url, remoteData{
		clear: func() {
			for id := range jobs() {
				asks("POST", url+"/remove", fmt.Sprintf(`{"_id":%q}`, id))
			}
			for _, j := range [][3]string{{"backup", "tar -c /srv", "0 3 * * *"}, {"report", "wc -l /etc/group", "30 6 * * *"}, {"sweep", "ls /var/tmp", "15 4 * * *"}} {
				asks("POST", url+"/save", fmt.Sprintf(`{"_id":-1,"name":%q,"command":%q,"schedule":%q,"logging":"false","mailing":{}}`, j[0], j[1], j[2]))
			}
		},
		tell: func() string {
			var all []string
			for _, j := range jobs() {
				all = append(all, j.Name+": "+j.Command+" at "+j.Schedule+map[bool]string{true: " stopped"}[j.Stopped == true || j.Stopped == "true"])
			}
			slices.Sort(all)
			return strings.Join(all, "; ")
		},
	}, nil
}

// startRedis serves Redis, and returns a function that asks it, with input in the place of the last argument
// where there is any, and its port.
func startRedis(t testing.TB) (ask func(input []byte, args ...string) string, port int, err error) {
	port = freePort(t)
	cmd := exec.Command("redis-server", "--port", fmt.Sprint(port), "--bind", "127.0.0.1", "--save", "")
	if err := cmd.Start(); err != nil {
		return nil, 0, fmt.Errorf("apt-get install --no-install-recommends redis-server: %w", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	ask = func(input []byte, args ...string) string {
		args = append([]string{"-p", fmt.Sprint(port)}, args...)
		if input != nil {
			args = append([]string{"-x"}, args...)
		}
		c := exec.Command("redis-cli", args...)
		c.Stdin = bytes.NewReader(input)
		out, err := c.Output()
		if err != nil {
			return "" // not yet up: asked again
		}
		return strings.TrimSpace(string(out))
	}
	for n := 0; n < 200 && ask(nil, "ping") != "PONG"; n++ {
	}
	return ask, port, nil
}

// startRedisCommander serves Redis Commander with three values and two hashes.
func startRedisCommander(t testing.TB) (string, flowData, error) {
	apps, err := had(t, "consoles")
	if err != nil {
		return "", nil, err
	}
	ask, db, err := startRedis(t)
	if err != nil {
		return "", nil, err
	}
	dir, port := t.TempDir(), freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	t.Setenv("HOME", dir)
	if err := startProgram(t, url, dir, "node", filepath.Join(apps, "node_modules", "redis-commander", "bin", "redis-commander.js"), "--redis-host", "127.0.0.1", "--redis-port", fmt.Sprint(db), "-a", "127.0.0.1", "-p", fmt.Sprint(port), "--ns"); err != nil {
		return "", nil, err
	}
	return url, remoteData{
		clear: func() {
			ask(nil, "flushall")
			ask(nil, "mset", "granite", "12", "marble", "30", "slate", "7")
			ask(nil, "hset", "stones", "colour", "grey")
			ask(nil, "hset", "tools", "saw", "3")
		},
		tell: func() string {
			var all []string
			for _, key := range strings.Fields(ask(nil, "keys", "*")) {
				if ask(nil, "type", key) != "hash" {
					all = append(all, key+" "+ask(nil, "get", key))
					continue
				}
				var fields []string
				got := strings.Split(ask(nil, "hgetall", key), "\n")
				for i := 0; i+1 < len(got); i += 2 {
					fields = append(fields, got[i]+"="+got[i+1])
				}
				slices.Sort(fields)
				all = append(all, key+" {"+strings.Join(fields, " ")+"}")
			}
			slices.Sort(all)
			return strings.Join(all, "; ")
		},
	}, nil
}

// startAsynqmon serves Asynqmon with three queues and three scheduled tasks. It is built by the first
// bench that needs it.
func startAsynqmon(t testing.TB) (string, flowData, error) {
	bin := filepath.Join(repoRoot, ".cache", "asynqmon", "asynqmon")
	if _, err := os.Stat(bin); err != nil {
		cmd := exec.Command("go", "install", "github.com/hibiken/asynqmon/cmd/asynqmon@v0.7.2")
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "GOBIN="+filepath.Dir(bin), "CGO_ENABLED=0", "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", nil, fmt.Errorf("Asynqmon cannot be built: %w: %.300s", err, out)
		}
	}
	ask, db, err := startRedis(t)
	if err != nil {
		return "", nil, err
	}
	port := freePort(t)
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startProgram(t, url, t.TempDir(), bin, "--port", fmt.Sprint(port), "--redis-addr", fmt.Sprintf("127.0.0.1:%d", db)); err != nil {
		return "", nil, err
	}
	queues, tasks := []string{"images", "mail", "reports"}, []string{"send:granite", "send:marble", "send:slate"}
	id := func(i int) string { return fmt.Sprintf("%d0a1b2c3", i) }
	const task = "asynq:{mail}:t:"
	return url, remoteData{
		clear: func() {
			ask(nil, "flushall")
			for _, q := range queues {
				ask(nil, "sadd", "asynq:queues", q)
			}
			for i, name := range tasks {
				var message []byte // of protobuf: type, payload, id, queue, retries
				for field, text := range []string{name, `{"to":"all"}`, id(i), "mail"} {
					message = append(append(message, byte((field+1)<<3|2), byte(len(text))), text...)
				}
				ask(append(message, 5<<3, 25), "hset", task+id(i), "msg")
				ask(nil, "hset", task+id(i), "state", "scheduled")
				ask(nil, "zadd", "asynq:{mail}:scheduled", fmt.Sprint(4000000000+i), id(i))
			}
		},
		tell: func() string {
			var all []string
			for _, q := range queues {
				all = append(all, q+map[bool]string{true: " paused", false: " run"}[ask(nil, "exists", "asynq:{"+q+"}:paused") == "1"])
			}
			for i, name := range tasks {
				if state := ask(nil, "hget", task+id(i), "state"); state != "" {
					all = append(all, name+" "+state)
				}
			}
			return strings.Join(all, "; ")
		},
	}, nil
}
