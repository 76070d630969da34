package redact

import (
	"math/rand"
	"strings"
	"testing"
)

// TestGeneratedPasswordsLeaveNoPart: of passwords from all signs of a keyboard, behind their name, few leave four
// characters in a row.
func TestGeneratedPasswordsLeaveNoPart(t *testing.T) {
	r, left, all := rand.New(rand.NewSource(11)), 0, 0
	for range 300 {
		b := make([]byte, 10+r.Intn(12))
		for i := range b {
			b[i] = byte('!' + r.Intn('~'-'!'+1))
		}
		password := string(b)
		for _, form := range []string{"Password: *", "Root password *", "The temporary password is *", "DB_PASSWORD=*", "log in as ada with password * and open reports"} {
			got := Text(strings.Replace(form, "*", password, 1))
			kept := false
			for i := 0; i+4 <= len(password); i++ {
				kept = kept || strings.Contains(got, password[i:i+4])
			}
			left, all = left+b2i(kept), all+1
		}
	}
	if left*100 > 6*all {
		t.Errorf("%d of %d passwords leave a part", left, all)
	}
}
