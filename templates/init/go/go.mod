module example.org/{{name}}

go 1.25

require github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go/cdk8saiworkloads v{{version}}
