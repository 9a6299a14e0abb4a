//go:build tools

// Package tools holds Kueue as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "sigs.k8s.io/kueue/cmd/kueue"
)
