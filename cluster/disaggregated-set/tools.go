//go:build tools

// Package tools holds the controller of DisaggregatedSets as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "sigs.k8s.io/lws/cmd"
)
