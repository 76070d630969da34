package chromium

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
)

// unpacked writes files of an extension into a directory of that name.
func unpacked(t testing.TB, name string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for path, text := range files {
		file := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReadExtensions(t *testing.T) {
	const messages = "_locales/en/messages.json"
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  string // the name, or a part of the error
		fails bool
	}{
		{"a plain name", map[string]string{"manifest.json": `{"manifest_version":3,"name":"My Wallet 2.0!"}`}, "my-wallet-2-0", false},
		{"a byte order mark", map[string]string{"manifest.json": "\ufeff" + `{"manifest_version":3,"name":"x"}`}, "x", false},
		{"a translated name", map[string]string{"manifest.json": `{"manifest_version":3,"name":"__MSG_extName__","default_locale":"en"}`, messages: `{"extname":{"message":"uBlock Origin"}}`}, "ublock-origin", false},
		{"a name without its translation", map[string]string{"manifest.json": `{"manifest_version":3,"name":"__MSG_extName__","default_locale":"en"}`, messages: `{`}, "msg-extname", false},
		{"a locale that leads out", map[string]string{"manifest.json": `{"manifest_version":3,"name":"__MSG_a__","default_locale":"../.."}`}, "msg-a", false},
		{"a long name", map[string]string{"manifest.json": `{"manifest_version":3,"name":"` + strings.Repeat("ab ", 40) + `"}`}, strings.Repeat("ab-", 20) + "ab", false},
		{"a name in another script beside a word", map[string]string{"manifest.json": `{"manifest_version":3,"name":"钱包 Wallet"}`}, "wallet", false},
		{"a name in another script", map[string]string{"manifest.json": `{"manifest_version":3,"name":"钱包"}`}, "has no letters from a to z", true},
		{"no manifest", map[string]string{"popup.html": ""}, "holds no manifest.json", true},
		{"a broken manifest", map[string]string{"manifest.json": `{`}, "is not understood", true},
		{"a manifest of another kind", map[string]string{"manifest.json": `[]`}, "is not understood", true},
		{"a manifest without a name", map[string]string{"manifest.json": `{"manifest_version":3}`}, "names no name", true},
		{"an old manifest", map[string]string{"manifest.json": `{"manifest_version":2,"name":"x"}`}, "manifest version 2", true},
		{"a broken key", map[string]string{"manifest.json": `{"manifest_version":3,"name":"x","key":"?"}`}, "its key is not understood", true},
		{"a manifest that is a directory", map[string]string{"manifest.json/x": ""}, "is no file of at most", true},
		{"a huge manifest", map[string]string{"manifest.json": strings.Repeat(" ", maxManifest+1)}, "is no file of at most", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ReadExtensions([]string{unpacked(t, "one", tc.files)})
			if !tc.fails {
				if err != nil || got[0].Name != tc.want || len(got[0].ID) != 32 {
					t.Fatalf("got %+v, %v, want the name %s", got, err, tc.want)
				}
				return
			}
			wantInvalid(t, err, tc.want)
		})
	}
}

func wantInvalid(t *testing.T, err error, part string) {
	t.Helper()
	fault := types.AsError(err)
	if err == nil || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, part) || fault.Hint == "" {
		t.Fatalf("got %v, want %s with %q and a hint", err, types.CodeInvalidInput, part)
	}
}

func TestReadExtensionsRefusesDirectories(t *testing.T) {
	x := map[string]string{"manifest.json": `{"manifest_version":3,"name":"x"}`}
	wantInvalid(t, second(ReadExtensions([]string{filepath.Join(t.TempDir(), "absent")})), "no such directory")
	wantInvalid(t, second(ReadExtensions([]string{unpacked(t, "a,b", x)})), "comma")
	wantInvalid(t, second(ReadExtensions([]string{unpacked(t, "one", x), unpacked(t, "two", x)})), "are both named x")
}

func second(_ []Extension, err error) error { return err }

// TestExtensionIDs compares with ids that Chromium 156 gave.
func TestExtensionIDs(t *testing.T) {
	for _, tc := range []struct{ path, key, want string }{
		{"/tmp/undertest/sut", "", "oebjfegecmjimbhicachjahfmbgdndmn"},
		{"/anywhere", "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1EMhYZpXPkE69Tlou6F9/F77xMapUpVjsBvQKqWi5sBX30DYQmf/ptR1aSinjGOW2P9xCNvV30zksanF4F1HNuQbvDwhDikCriF7CP3mqR1jwLjg1PIZC2mDTOshJa6UlL7tuyhQThT1FW1u6vk5Mf3yiNLBHWZDV+TvJZxwUF11iFTgom/eQPEebxoLmKBtkXlqMtlkQKvbqdvs11FcNG+779Jxx/9sonCWzCSPqvNgUyn7YfUP8ycphlxGmxrlKrwxZBIcG+ZWtXTJDL4z29sG/s40LoRmqrD48bWC+YPdj4a/K14YSx72JS2BJaD3N5dkzrEApuxLof6qx2KJlQIDAQAB", "boajpbafnjaeinnhfcanpdkbnoodmijc"},
	} {
		if got, err := extensionID(tc.path, tc.key); err != nil || got != tc.want {
			t.Errorf("extensionID(%s) = %s, %v, want %s", tc.path, got, err, tc.want)
		}
	}
}

// FuzzReadExtensions holds the fields of a manifest to the form of an address.
func FuzzReadExtensions(f *testing.F) {
	f.Add(`{"manifest_version":3,"name":"My Wallet"}`)
	f.Add(`{"manifest_version":3,"name":"__MSG_x__","default_locale":"../.."}`)
	f.Add(`{"manifest_version":3,"name":"\u0000/..","key":"AAAA"}`)
	f.Fuzz(func(t *testing.T, manifest string) {
		got, err := ReadExtensions([]string{unpacked(t, "x", map[string]string{"manifest.json": manifest})})
		if err != nil {
			if types.AsError(err).Hint == "" {
				t.Errorf("no hint in %v", err)
			}
			return
		}
		if name := got[0].Name; name == "" || len(name) > maxName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("the name is %q", name)
		}
	})
}
