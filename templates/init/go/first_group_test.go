package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

// groups are the StatefulSets of the app, as they are written.
func groups() []string {
	app := cdk8s.NewApp(nil)
	firstGroup(app)
	return slices.DeleteFunc(strings.Split(*app.SynthYaml(), "\n---\n"), func(text string) bool { return !strings.Contains(text, "kind: StatefulSet\n") })
}

// Under another name the pods start anew, with empty volumes.
func TestNamesStay(t *testing.T) {
	var names []string
	for _, group := range groups() {
		names = append(names, regexp.MustCompile(`(?m)^  name: (.*)$`).FindStringSubmatch(group)[1])
	}
	if want := []string{"llama405-0-leader", "llama405-0-worker"}; !slices.Equal(names, want) {
		t.Errorf("the StatefulSets are %v, not %v", names, want)
	}
}

func TestEachPodHasTheGPUsThatTheModelIsCutFor(t *testing.T) {
	for _, group := range groups() {
		if !strings.Contains(group, "nvidia.com/gpu: \"8\"\n") {
			t.Errorf("not 8 GPUs: %s", group)
		}
	}
}
