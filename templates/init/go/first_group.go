package main

import (
	"github.com/aws/jsii-runtime-go"
	ai "github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go/cdk8saiworkloads"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

// firstGroup is the app of the README: one model over two nodes of eight GPUs, served by one leader and its worker.
func firstGroup(app cdk8s.App) {
	prod := cdk8s.NewChart(app, jsii.String("prod"), &cdk8s.ChartProps{Namespace: jsii.String("ml")})
	ai.Target_Define(prod, &ai.TargetProps{Kubernetes: ai.KubernetesVersion_V1_34})

	ai.NewLeaderWorkerGroup(prod, jsii.String("Llama405"), &ai.LeaderWorkerGroupProps{
		Size: jsii.Number(2), // the leader counts
		Engine: ai.InferenceEngine_Vllm(&ai.VllmOptions{
			Version: jsii.String("0.18"), Model: jsii.String("meta-llama/Llama-3.1-405B-Instruct-FP8"),
			TensorParallel: jsii.Number(8), PipelineParallel: jsii.Number(2), // 8 x 2 = 2 pods x 8 GPUs
		}),
		Accelerator: ai.Accelerator_Nvidia(jsii.Number(8), nil),
		// Sizes the startup probe, the first download included.
		ModelLoad: ai.ModelLoad_Of(&ai.ModelLoadProps{Weights: jsii.String("405Gi"), LoadBandwidth: jsii.String("2Gi")}),
		Container: &ai.RoleContainer{
			Memory:    ai.Memory_Derived(&ai.DerivedMemoryProps{Weights: jsii.String("420Gi")}),
			SecretEnv: &map[string]ai.SecretKey{"HF_TOKEN": ai.SecretKey_FromName(jsii.String("hugging-face"), jsii.String("token"))},
		},
		// Each pod downloads once.
		Claims: &[]*ai.PodClaim{{Name: jsii.String("models"), Size: jsii.String("500Gi"), MountPath: jsii.String("/root/.cache/huggingface")}},
	})
}
