//go:build tools

// Package tools holds the KubeRay operator as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "github.com/ray-project/kuberay/ray-operator"
)
