package teamserver

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"fmt"
	"math/big"
	"net"
	"time"

	"cairn/companion/team/batch"
)

// certificateTime is long, because members pin the authority and know no other.
const certificateTime = 20 * 365 * 24 * time.Hour

// newAuthority makes the certificate authority of a key. Its bytes are the same each time, so that the recovery code
// makes the one that members pin: nothing of it is left to crypto/x509, and Ed25519 signs without randomness.
func newAuthority(private ed25519.PrivateKey, made time.Time) (key, cert []byte, err error) {
	if key, err = x509.MarshalPKCS8PrivateKey(private); err != nil {
		return nil, nil, fmt.Errorf("make certificate authority: %w", err)
	}
	id := sha256.Sum256(private.Public().(ed25519.PublicKey))
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Cairn team"}, NotBefore: made.Add(-time.Hour), NotAfter: made.Add(certificateTime),
		SubjectKeyId: id[:20], SignatureAlgorithm: x509.PureEd25519, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, MaxPathLenZero: true}
	cert, err = x509.CreateCertificate(rand.Reader, form, form, private.Public(), private)
	return key, cert, err
}

// CAHash returns the hash of the authority's certificate, which invitations pin.
func (t *Team) CAHash() string {
	sum := sha256.Sum256(t.keys.CACert)
	return hex.EncodeToString(sum[:])
}

// certificate makes a server's certificate under the team's name. It is the same at each address, because
// members know the authority and not the host.
func (t *Team) certificate(now time.Time) (key, cert []byte, err error) {
	authority, err := x509.ParseCertificate(t.keys.CACert)
	if err != nil {
		return nil, nil, fmt.Errorf("read certificate: %w", err)
	}
	signer, err := x509.ParsePKCS8PrivateKey(t.keys.CA)
	if err != nil {
		return nil, nil, fmt.Errorf("read certificate's key: %w", err)
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("make certificate: %w", err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: batch.ServerName}, DNSNames: []string{batch.ServerName},
		NotBefore: now.Add(-time.Hour), NotAfter: authority.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	if cert, err = x509.CreateCertificate(rand.Reader, form, authority, private.Public(), signer); err != nil {
		return nil, nil, fmt.Errorf("make certificate: %w", err)
	}
	key, err = x509.MarshalPKCS8PrivateKey(private)
	return key, cert, err
}

// loopback reports whether only this machine can reach a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
