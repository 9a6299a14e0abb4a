"""The app of the README: one model over two nodes of eight GPUs, served by one leader and its worker."""
from cdk8s import App, Chart
from cdk8s_ai_workloads import (
    Accelerator, InferenceEngine, KubernetesVersion, LeaderWorkerGroup, Memory, ModelLoad, PodClaim, RoleContainer, SecretKey, Target,
)


def build(app: App) -> None:
    prod = Chart(app, "prod", namespace="ml")
    Target.define(prod, kubernetes=KubernetesVersion.V1_34)

    LeaderWorkerGroup(
        prod,
        "Llama405",
        size=2,  # the leader counts
        engine=InferenceEngine.vllm(
            version="0.18", model="meta-llama/Llama-3.1-405B-Instruct-FP8", tensor_parallel=8, pipeline_parallel=2,  # 8 x 2 = 2 pods x 8 GPUs
        ),
        accelerator=Accelerator.nvidia(8),
        model_load=ModelLoad.of(weights="405Gi", load_bandwidth="2Gi"),  # sizes the startup probe, the first download included
        container=RoleContainer(memory=Memory.derived(weights="420Gi"), secret_env={"HF_TOKEN": SecretKey.from_name("hugging-face", "token")}),
        claims=[PodClaim(name="models", size="500Gi", mount_path="/root/.cache/huggingface")],  # each pod downloads once
    )
