"""examples/llama-70b-device-plugin in Python: an inference platform for Llama 3 70B whose GPUs come from a device plugin."""
from cdk8s import App, Chart, Duration
from cdk8s_ai_workloads import (
    Accelerator, GpuInferenceDeployment, GpuMetrics, InferenceEngine, KubernetesVersion, ModelCache, ModelLoad, ModelPreload, SecretKey, Target,
)


def build(app: App) -> None:
    chart = Chart(app, "llama-70b", namespace="inference")
    zones = ["us-east-1a", "us-east-1b", "us-east-1c"]
    Target.define(chart, kubernetes=KubernetesVersion.V1_33, zones=zones, apis=["monitoring.coreos.com/v1"], spare_gpus=8)

    GpuInferenceDeployment(
        chart,
        "Llama370bInference",
        name="llama-3-70b-inference",
        engine=InferenceEngine.vllm(
            version="0.16",
            model="meta-llama/Meta-Llama-3-70B-Instruct",
            tensor_parallel=8,
            longest_stream=Duration.minutes(2),
            args=["--max-num-seqs", "256"],
        ),
        accelerator=Accelerator.nvidia(8, product="NVIDIA-A100-SXM4-80GB"),
        model_load=ModelLoad.of(weights="132Gi", load_bandwidth="2Gi"),
        model_cache=ModelCache.host_path("/mnt/nvme/models"),
        preload=ModelPreload.from_hub(token=SecretKey.from_name("hugging-face", "token")),
        container={"cpu": "32"},
        autoscaling={"min_replicas": 3, "max_replicas": 8, "queue_depth": 8, "running_requests": 32},
        service={"name": "llama-inference", "client_affinity": Duration.minutes(10)},
        gpu_metrics=GpuMetrics.node_exporter(),
        pod_monitor={"interval": Duration.seconds(15)},
    )
