package main

import (
	"cmp"
	"fmt"
	"net"
	"slices"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	"k8s.io/kubernetes/pkg/proxy"
)

type routeParams struct {
	// Minor that the cluster plays, such as "1.33", and gates that were set apart from its defaults.
	Minor string          `json:"minor"`
	Gates map[string]bool `json:"gates"`
	// Service and its EndpointSlices as the API server returned them.
	Service v1.Service                `json:"service"`
	Slices  []discovery.EndpointSlice `json:"slices"`
	Node    routeNode                 `json:"node"`
}

// routeNode is where kube-proxy runs.
type routeNode struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
}

// portRoute is where connections to one port of a Service may go from one node.
type portRoute struct {
	Port     string `json:"port"`
	Protocol string `json:"protocol"`
	// Cluster and Local are the endpoints by traffic policy; null for a policy that the Service does not use.
	Cluster []chosen `json:"cluster"`
	Local   []chosen `json:"local"`
	// Reachable is what a connection from this node can end at: all of the above.
	Reachable []chosen `json:"reachable"`
	// HasAny tells whether there is a usable endpoint anywhere, reachable from this node or not.
	HasAny bool `json:"hasAny"`
}

// chosen is an endpoint that kube-proxy would use.
type chosen struct {
	Address string `json:"address"`
	Port    int    `json:"port"`
	Pod     string `json:"pod,omitempty"`
	Zone    string `json:"zone,omitempty"`
	Node    string `json:"node,omitempty"`
}

// route gives kube-proxy's choice of endpoints on one node, port by port.
//
// Real code, all of k8s.io/kubernetes/pkg/proxy (v1.36.3): ServiceChangeTracker turns the Service into ports (servicechangetracker.go,
// serviceport.go), EndpointsChangeTracker with its EndpointSliceCache turns slices into endpoints with conditions and hints
// (endpointslicecache.go), and CategorizeEndpoints chooses among them (topology.go).
// Ours: the address family is the Service's first, and a chosen address is looked up in the slices again for its pod, zone and node.
// Not asked: what a proxier does with the choice. It balances over it evenly (iptables: pkg/proxy/iptables/proxier.go, statistic mode random).
func route(params routeParams) ([]portRoute, error) {
	return withGates(params.Minor, params.Gates, func() ([]portRoute, error) {
		family := familyOf(&params.Service)
		ports := servicePorts(&params.Service, family)
		if len(ports) == 0 {
			return nil, fmt.Errorf("kube-proxy ignores Service %s/%s: it is headless, an ExternalName or without ports",
				params.Service.Namespace, params.Service.Name)
		}
		endpoints := endpointsOf(params.Slices, params.Node.Name, family)
		targets := targetsOf(params.Slices)
		routes := []portRoute{}
		for name, port := range ports {
			cluster, local, reachable, hasAny := proxy.CategorizeEndpoints(endpoints[name], port, params.Node.Name, params.Node.Labels)
			routes = append(routes, portRoute{
				Port: name.Port, Protocol: string(name.Protocol), HasAny: hasAny,
				Cluster: targets.describe(cluster), Local: targets.describe(local), Reachable: targets.describe(reachable),
			})
		}
		slices.SortFunc(routes, func(a, b portRoute) int { return cmp.Compare(a.Port+"/"+a.Protocol, b.Port+"/"+b.Protocol) })
		return routes, nil
	})
}

func servicePorts(service *v1.Service, family v1.IPFamily) proxy.ServicePortMap {
	tracker := proxy.NewServiceChangeTracker(family, nil, nil)
	tracker.Update(nil, service)
	ports := proxy.ServicePortMap{}
	ports.Update(tracker)
	return ports
}

func endpointsOf(slices []discovery.EndpointSlice, node string, family v1.IPFamily) proxy.EndpointsMap {
	tracker := proxy.NewEndpointsChangeTracker(family, node, nil, nil)
	for i := range slices {
		tracker.EndpointSliceUpdate(&slices[i], false)
	}
	endpoints := proxy.EndpointsMap{}
	endpoints.Update(tracker)
	return endpoints
}

func familyOf(service *v1.Service) v1.IPFamily {
	if len(service.Spec.IPFamilies) > 0 {
		return service.Spec.IPFamilies[0]
	}
	if address := net.ParseIP(service.Spec.ClusterIP); address != nil && address.To4() == nil {
		return v1.IPv6Protocol
	}
	return v1.IPv4Protocol
}
