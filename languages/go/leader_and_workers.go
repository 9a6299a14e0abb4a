package main

import (
	"github.com/aws/jsii-runtime-go"
	ai "github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go/cdk8saiworkloads"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"
)

// leaderAndWorkers is examples/leader-and-workers: three groups of a leader and a worker, one in each zone, behind a Service on the leaders.
func leaderAndWorkers(app cdk8s.App) {
	const http = 8000
	chart := cdk8s.NewChart(app, jsii.String("serving"), &cdk8s.ChartProps{Namespace: jsii.String("llm")})
	ai.Target_Define(chart, &ai.TargetProps{Kubernetes: ai.KubernetesVersion_V1_34, Zones: jsii.Strings("eu-1a", "eu-1b", "eu-1c")})
	health := func(period, timeout, failures float64) kplus.Probe {
		options := &kplus.HttpGetProbeOptions{Port: jsii.Number(http)}
		if period > 0 {
			options.PeriodSeconds = cdk8s.Duration_Seconds(jsii.Number(period))
		}
		if timeout > 0 {
			options.TimeoutSeconds = cdk8s.Duration_Seconds(jsii.Number(timeout))
		}
		if failures > 0 {
			options.FailureThreshold = jsii.Number(failures)
		}
		return kplus.Probe_FromHttpGet(jsii.String("/health"), options)
	}

	llama := ai.NewLeaderWorkerGroup(chart, jsii.String("Llama405"), &ai.LeaderWorkerGroupProps{
		Groups:      jsii.Number(3),
		Size:        jsii.Number(2),
		Backend:     ai.LeaderWorkerBackend_StatefulSets(),
		Rendezvous:  ai.Rendezvous_Ray(),
		Accelerator: ai.Accelerator_Nvidia(jsii.Number(8), &ai.AcceleratorOptions{Product: jsii.String("NVIDIA-H100-80GB-HBM3")}),
		Parallelism: &ai.Parallelism{Tensor: jsii.Number(8), Pipeline: jsii.Number(2)},
		Container: &ai.RoleContainer{
			Image:        jsii.String("vllm/vllm-openai:v0.11.0"),
			Cpu:          jsii.String("64"),
			Memory:       ai.Memory_Derived(&ai.DerivedMemoryProps{Weights: jsii.String("420Gi"), Headroom: jsii.String("32Gi")}),
			EnvVariables: &map[string]kplus.EnvValue{"NCCL_SOCKET_IFNAME": kplus.EnvValue_FromValue(jsii.String("eth0"))},
			SecretEnv:    &map[string]ai.SecretKey{"HF_TOKEN": ai.SecretKey_FromName(jsii.String("hugging-face"), jsii.String("token"))},
		},
		Leader: &ai.RoleContainer{
			Command: jsii.Strings("vllm", "serve", "meta-llama/Llama-3.1-405B-Instruct"),
			Args: jsii.Strings("--tensor-parallel-size", "8", "--pipeline-parallel-size", "2", "--distributed-executor-backend", "ray",
				"--port", "8000"),
			Ports:     &[]*kplus.ContainerPort{{Name: jsii.String("http"), Number: jsii.Number(http)}},
			Readiness: health(0, 0, 0),
			Liveness:  health(15, 10, 0),
			Startup:   health(10, 0, 430),
		},
		Restart:       ai.GroupRestart_FateSharing(&ai.FateSharingOptions{Port: jsii.Number(http), Tolerance: cdk8s.Duration_Seconds(jsii.Number(90))}),
		WaitForLeader: ai.LeaderWait_ForName(&ai.LeaderWaitOptions{Timeout: cdk8s.Duration_Minutes(jsii.Number(10))}),
		Claims: &[]*ai.PodClaim{{
			Name: jsii.String("model-cache"), Size: jsii.String("1Ti"), MountPath: jsii.String("/root/.cache/huggingface"),
			StorageClassName: jsii.String("fast-ssd"),
		}},
		ClaimRetention: &ai.ClaimRetention{WhenDeleted: ai.ClaimPolicy_DELETE},
		Prefer:         ai.Locality_SAME_ZONE,
	})

	llama.AddService(jsii.String("Dashboard0"), &ai.GroupServiceOptions{
		Group: jsii.Number(0), Role: ai.GroupRole_LEADER, Ports: &[]*ai.ServingPort{{Name: jsii.String("dashboard"), Port: jsii.Number(8265)}},
	})
}
