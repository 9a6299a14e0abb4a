//go:build tools

// Package tools holds Karpenter with its provider of simulated nodes as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "sigs.k8s.io/karpenter/kwok"
)
