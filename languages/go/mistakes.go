package main

import (
	"github.com/aws/jsii-runtime-go"
	ai "github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go/cdk8saiworkloads"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

func group(chart cdk8s.Chart, props *ai.LeaderWorkerGroupProps) {
	if props.Container == nil {
		props.Container = &ai.RoleContainer{}
	}
	if props.Container.Image == nil {
		props.Container.Image = jsii.String("registry.example/serve:1.4")
	}
	ai.NewLeaderWorkerGroup(chart, jsii.String("Llm"), props)
}

func inference(chart cdk8s.Chart, tensorParallel float64, autoscaling *ai.InferenceAutoscaling) {
	ai.NewGpuInferenceDeployment(chart, jsii.String("Llama"), &ai.GpuInferenceDeploymentProps{
		Engine: ai.InferenceEngine_Vllm(&ai.VllmOptions{
			Version: jsii.String("0.18"), Model: jsii.String("meta-llama/Llama-3.1-70B-Instruct"), TensorParallel: jsii.Number(tensorParallel),
		}),
		Accelerator: ai.Accelerator_Nvidia(jsii.Number(4), nil),
		ModelLoad:   ai.ModelLoad_Of(&ai.ModelLoadProps{Weights: jsii.String("140Gi")}),
		Autoscaling: autoscaling,
	})
}

// mistakes are those of languages/mistakes.ts, in its order.
var mistakes = []func(cdk8s.Chart){
	func(chart cdk8s.Chart) { group(chart, &ai.LeaderWorkerGroupProps{Size: jsii.Number(0)}) },
	func(chart cdk8s.Chart) {
		group(chart, &ai.LeaderWorkerGroupProps{Size: jsii.Number(2), Container: &ai.RoleContainer{Memory: ai.Memory_Of(jsii.String("4Gb"))}})
	},
	func(chart cdk8s.Chart) {
		group(chart, &ai.LeaderWorkerGroupProps{Size: jsii.Number(2), Accelerator: ai.Accelerator_Nvidia(jsii.Number(0), nil)})
	},
	func(chart cdk8s.Chart) {
		group(chart, &ai.LeaderWorkerGroupProps{
			Size: jsii.Number(3), Accelerator: ai.Accelerator_Nvidia(jsii.Number(8), nil),
			Parallelism: &ai.Parallelism{Tensor: jsii.Number(8), Pipeline: jsii.Number(2)},
		})
	},
	func(chart cdk8s.Chart) {
		group(chart, &ai.LeaderWorkerGroupProps{Size: jsii.Number(2), Container: &ai.RoleContainer{Image: jsii.String("registry.example/Serve:1.4")}})
	},
	func(chart cdk8s.Chart) {
		group(chart, &ai.LeaderWorkerGroupProps{Name: jsii.String("My_Group"), Size: jsii.Number(2)})
	},
	func(chart cdk8s.Chart) {
		ai.NewIndexedTrainingJob(chart, jsii.String("Train"), &ai.IndexedTrainingJobProps{
			Workers: jsii.Number(4), WorldSize: jsii.Number(33), Container: &ai.ContainerSpec{Image: jsii.String("registry.example/serve:1.4")},
			Accelerator: ai.Accelerator_Nvidia(jsii.Number(8), nil), Rendezvous: ai.Rendezvous_Torchrun(nil),
		})
	},
	func(chart cdk8s.Chart) {
		zone := &ai.ZonePartition{Zone: jsii.String("eu-1a"), Replicas: jsii.Number(3)}
		ai.NewZonePartitionedStatefulSet(chart, jsii.String("Db"), &ai.ZonePartitionedStatefulSetProps{
			Zones: &[]*ai.ZonePartition{zone, zone}, Container: &ai.ContainerSpec{Image: jsii.String("registry.example/serve:1.4")},
		})
	},
	func(chart cdk8s.Chart) { inference(chart, 8, nil) },
	func(chart cdk8s.Chart) {
		inference(chart, 4, &ai.InferenceAutoscaling{MinReplicas: jsii.Number(8), MaxReplicas: jsii.Number(2), QueueDepth: jsii.Number(8)})
	},
}
