package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/version"
	utilfeature "k8s.io/apiserver/pkg/util/feature"

	// Registers the feature gates of Kubernetes with their defaults by version.
	_ "k8s.io/kubernetes/pkg/features"
)

// withGates runs what reads feature gates as a component with --emulated-version=minor and --feature-gates=gates does.
//
// Real code: the gates of k8s.io/apiserver/pkg/util/feature (v0.36.3), which kube-proxy's code asks through DefaultFeatureGate. A copy stands in its
// place for one question: a gate that was refused would stay in the original and fail the next.
func withGates[R any](minor string, gates map[string]bool, run func() (R, error)) (result R, err error) {
	emulated, err := version.ParseGeneric(minor)
	if err != nil {
		return result, fmt.Errorf("minor: %w", err)
	}
	copied := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	if err := copied.SetEmulationVersion(emulated); err != nil {
		return result, err
	}
	if err := copied.SetFromMap(gates); err != nil {
		return result, err
	}
	original := utilfeature.DefaultFeatureGate
	utilfeature.DefaultFeatureGate = copied
	defer func() { utilfeature.DefaultFeatureGate = original }()
	return run()
}
