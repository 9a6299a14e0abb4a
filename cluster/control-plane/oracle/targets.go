package main

import (
	"cmp"
	"slices"

	discovery "k8s.io/api/discovery/v1"
	"k8s.io/kubernetes/pkg/proxy"
	"k8s.io/utils/ptr"
)

// targets are endpoints of slices by their address.
type targets map[string]discovery.Endpoint

// targetsOf prefers the running pod when a terminating one still has the same address, as kube-proxy's cache does.
func targetsOf(all []discovery.EndpointSlice) targets {
	found := targets{}
	for _, slice := range all {
		for _, endpoint := range slice.Endpoints {
			for _, address := range endpoint.Addresses {
				if _, exists := found[address]; !exists || !ptr.Deref(endpoint.Conditions.Terminating, false) {
					found[address] = endpoint
				}
			}
		}
	}
	return found
}

// describe keeps nil apart from empty: nil is a traffic policy that the Service does not use.
func (all targets) describe(endpoints []proxy.Endpoint) []chosen {
	if endpoints == nil {
		return nil
	}
	described := []chosen{}
	for _, endpoint := range endpoints {
		target := all[endpoint.IP()]
		pod := ""
		if target.TargetRef != nil {
			pod = target.TargetRef.Name
		}
		described = append(described, chosen{
			Address: endpoint.IP(), Port: endpoint.Port(), Pod: pod, Zone: ptr.Deref(target.Zone, ""), Node: ptr.Deref(target.NodeName, ""),
		})
	}
	slices.SortFunc(described, func(a, b chosen) int { return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Port, b.Port)) })
	return described
}
