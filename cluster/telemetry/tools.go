//go:build tools

// Package tools holds promtool as an import, so that `go mod tidy` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "github.com/prometheus/prometheus/cmd/promtool"
)
