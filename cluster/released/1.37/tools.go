//go:build tools

// Package tools holds the API server of Kubernetes 1.37 as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
)
