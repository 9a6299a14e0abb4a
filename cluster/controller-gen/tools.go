//go:build tools

// Package tools holds controller-gen and the types that it reads as imports, so that `go mod tidy` keeps their modules and sums in go.mod and go.sum.
package tools

import (
	_ "github.com/chaos-mesh/chaos-mesh/api/v1alpha1"
	_ "sigs.k8s.io/controller-tools/cmd/controller-gen"
)
