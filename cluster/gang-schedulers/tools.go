//go:build tools

// Package tools holds schedulers of gangs as imports, so that `go mod tidy` keeps their modules and sums in go.mod and go.sum. Both are built from one release of
// Kubernetes, so that most of it is compiled once.
package tools

import (
	_ "sigs.k8s.io/scheduler-plugins/cmd/scheduler"
	_ "volcano.sh/volcano/cmd/scheduler"
)
