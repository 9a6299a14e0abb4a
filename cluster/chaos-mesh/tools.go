//go:build tools

// Package tools holds the controller of Chaos Mesh as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "github.com/chaos-mesh/chaos-mesh/cmd/chaos-controller-manager"
)
