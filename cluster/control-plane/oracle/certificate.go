package main

import (
	"errors"
	"net"

	"k8s.io/client-go/util/cert"
)

type certificateParams struct {
	// Hosts are DNS names and IP addresses. The first is the common name.
	Hosts []string `json:"hosts"`
}

type certificateResult struct {
	// Cert holds the serving certificate and then the authority that signed it: a client that trusts this file trusts the server.
	Cert string `json:"cert"`
	Key  string `json:"key"`
}

// certificate makes a serving certificate for webhooks of the harness, good for a year.
//
// Real code: k8s.io/client-go/util/cert GenerateSelfSignedCertKey (v0.36.3), which API servers and controllers use for themselves.
func certificate(params certificateParams) (certificateResult, error) {
	if len(params.Hosts) == 0 {
		return certificateResult{}, errors.New("hosts: at least one is needed")
	}
	addresses, names := []net.IP{}, []string{}
	for _, host := range params.Hosts {
		if address := net.ParseIP(host); address != nil {
			addresses = append(addresses, address)
		} else {
			names = append(names, host)
		}
	}
	serving, key, err := cert.GenerateSelfSignedCertKey(params.Hosts[0], addresses, names)
	return certificateResult{string(serving), string(key)}, err
}
