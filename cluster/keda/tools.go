//go:build tools

// Package tools holds the programs of KEDA as imports, so that `go mod tidy` keeps their modules and sums in go.mod and go.sum.
package tools

import (
	_ "github.com/kedacore/keda/v2/cmd/adapter"
	_ "github.com/kedacore/keda/v2/cmd/operator"
	_ "github.com/kedacore/keda/v2/cmd/webhooks"
)
