package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"time"
)

type certificateParams struct {
	// Hosts are DNS names and IP addresses. The first is the common name.
	Hosts []string `json:"hosts"`
}

type certificateResult struct {
	// Cert holds the certificate and then the authority that signed it: who trusts this file trusts its holder.
	Cert string `json:"cert"`
	Key  string `json:"key"`
}

// certificate makes a certificate for what the harness serves, good for a year. Its holder may be the client as well: parts of KEDA show each other theirs.
func certificate(params certificateParams) (certificateResult, error) {
	if len(params.Hosts) == 0 {
		return certificateResult{}, errors.New("hosts: at least one is needed")
	}
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return certificateResult{}, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return certificateResult{}, err
	}
	authority, err := signed(template(params.Hosts[0]+"-ca", 1), nil, &authorityKey.PublicKey, authorityKey)
	if err != nil {
		return certificateResult{}, err
	}
	leaf := template(params.Hosts[0], 2)
	for _, host := range params.Hosts {
		if address := net.ParseIP(host); address != nil {
			leaf.IPAddresses = append(leaf.IPAddresses, address)
		} else {
			leaf.DNSNames = append(leaf.DNSNames, host)
		}
	}
	shown, err := signed(leaf, authority, &key.PublicKey, authorityKey)
	if err != nil {
		return certificateResult{}, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	return certificateResult{encoded("CERTIFICATE", shown.Raw, authority.Raw), encoded("EC PRIVATE KEY", der)}, err
}

// template is that of the authority with the serial number 1, else that of a server which may be a client.
func template(name string, serial int64) *x509.Certificate {
	now := time.Now()
	result := &x509.Certificate{
		SerialNumber:          big.NewInt(serial),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             now.Add(-time.Hour),
		NotAfter:              now.AddDate(1, 0, 0),
		BasicConstraintsValid: true,
		IsCA:                  serial == 1,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
	}
	if result.IsCA {
		result.KeyUsage |= x509.KeyUsageCertSign
	} else {
		result.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	}
	return result
}

// signed is signed by its parent, or by itself without one.
func signed(of, parent *x509.Certificate, public *ecdsa.PublicKey, by *ecdsa.PrivateKey) (*x509.Certificate, error) {
	if parent == nil {
		parent = of
	}
	der, err := x509.CreateCertificate(rand.Reader, of, parent, public, by)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

func encoded(kind string, blocks ...[]byte) string {
	text := new(bytes.Buffer)
	for _, block := range blocks {
		_ = pem.Encode(text, &pem.Block{Type: kind, Bytes: block})
	}
	return text.String()
}
