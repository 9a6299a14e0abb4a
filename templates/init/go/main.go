package main

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	firstGroup(app)
	app.Synth()
}
