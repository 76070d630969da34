package team

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"math/big"
	"slices"
	"testing"
	"time"

	"cairn/companion/team/batch"
)

// chain returns a server's certificate and the authority's that signed it.
func chain(t testing.TB, name string) []byte {
	t.Helper()
	var der []byte
	var keys [2]*ecdsa.PrivateKey
	forms := [2]*x509.Certificate{{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}, {DNSNames: []string{name}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}}
	for i, form := range forms {
		var err error
		if keys[i], err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			t.Fatal(err)
		}
		form.SerialNumber, form.NotBefore, form.NotAfter = big.NewInt(int64(i+1)), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
		one, err := x509.CreateCertificate(rand.Reader, form, forms[0], keys[i].Public(), keys[0])
		if err != nil {
			t.Fatal(err)
		}
		der = slices.Concat(one, der)
	}
	return der
}

// FuzzPinned shows arbitrary certificates: only the server's that the pinned authority signed under the
// team's name is accepted (T16).
func FuzzPinned(f *testing.F) {
	good, other, host := chain(f, batch.ServerName), chain(f, batch.ServerName), chain(f, "localhost")
	accepted := func(pin, shown []byte) bool {
		all, err := x509.ParseCertificates(pin)
		if err != nil {
			f.Fatal(err)
		}
		sum := sha256.Sum256(all[len(all)-1].Raw)
		chain, _ := x509.ParseCertificates(shown)
		return pinned(hex.EncodeToString(sum[:])).VerifyConnection(tls.ConnectionState{PeerCertificates: chain}) == nil
	}
	if !accepted(good, good) || accepted(host, host) {
		f.Fatal("the team's own server is refused, or one under another name is accepted")
	}
	mixed, err := x509.ParseCertificates(slices.Concat(other, good))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{nil, other, slices.Concat(other, good), slices.Concat(mixed[0].Raw, mixed[3].Raw), mixed[3].Raw} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, shown []byte) {
		if accepted(good, shown) && !slices.Equal(shown[:min(len(shown), len(mixed[2].Raw))], mixed[2].Raw) {
			t.Fatal("another server's certificate is accepted")
		}
	})
}
