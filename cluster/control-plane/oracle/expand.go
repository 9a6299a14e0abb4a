package main

import (
	v1 "k8s.io/api/core/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

type variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type expandParams struct {
	// Env in the order of the container.
	Env []declaration `json:"env"`
	// Values of command or args.
	Values []string `json:"values"`
}

type declaration struct {
	variable
	// From is true for a value that came through valueFrom: the kubelet does not expand it.
	From bool `json:"from"`
}

type expandResult struct {
	Env    []variable `json:"env"`
	Values []string   `json:"values"`
}

// expand gives a container's environment and command as the process gets them.
//
// Real code, k8s.io/kubernetes (v1.36.3): third_party/forked/golang/expansion Expand and MappingFuncFor for the environment, and
// pkg/kubelet/container ExpandContainerCommandAndArgs for the command.
// Ours: the loop over the environment, a method of the kubelet that needs all of it. A literal sees what is declared before it; of two with one
// name the last wins. Source: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables, step 1a (v1.36.3). Variables of Services are left out: the
// library's pods switch them off, and the few that stay (KUBERNETES_SERVICE_HOST and its kind) a caller can declare first, which has the same
// effect.
func expand(params expandParams) (expandResult, error) {
	final := map[string]string{}
	mapping := expansion.MappingFuncFor(final)
	result := expandResult{Env: []variable{}, Values: []string{}}
	for _, declared := range params.Env {
		value := declared.Value
		if !declared.From {
			value = expansion.Expand(value, mapping)
		}
		if _, exists := final[declared.Name]; !exists {
			result.Env = append(result.Env, variable{Name: declared.Name})
		}
		final[declared.Name] = value
	}
	environment := []kubecontainer.EnvVar{}
	for i := range result.Env {
		result.Env[i].Value = final[result.Env[i].Name]
		environment = append(environment, kubecontainer.EnvVar{Name: result.Env[i].Name, Value: result.Env[i].Value})
	}
	_, args := kubecontainer.ExpandContainerCommandAndArgs(&v1.Container{Args: params.Values}, environment)
	result.Values = append(result.Values, args...)
	return result, nil
}
