// Package main is kubectl. Its own package lies in the module of all of Kubernetes, which names this one in a version that nobody publishes.
// Source: k8s.io/kubernetes cmd/kubectl/kubectl.go (v1.36)
package main

import (
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
}
