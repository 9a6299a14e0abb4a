"""examples/leader-and-workers in Python: three groups of a leader and a worker, one in each zone, behind a Service on the leaders."""
import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from cdk8s_ai_workloads import (
    Accelerator, ClaimPolicy, ClaimRetention, GroupRestart, GroupRole, KubernetesVersion, LeaderWait, LeaderWorkerBackend, LeaderWorkerGroup,
    Locality, Memory, Parallelism, PodClaim, Rendezvous, RoleContainer, SecretKey, ServingPort, Target,
)

MODEL = "meta-llama/Llama-3.1-405B-Instruct"
HTTP = 8000


def build(app: App) -> None:
    chart = Chart(app, "serving", namespace="llm")
    Target.define(chart, kubernetes=KubernetesVersion.V1_34, zones=["eu-1a", "eu-1b", "eu-1c"])

    llama = LeaderWorkerGroup(
        chart,
        "Llama405",
        groups=3,
        size=2,
        backend=LeaderWorkerBackend.stateful_sets(),
        rendezvous=Rendezvous.ray(),
        accelerator=Accelerator.nvidia(8, product="NVIDIA-H100-80GB-HBM3"),
        parallelism=Parallelism(tensor=8, pipeline=2),
        container=RoleContainer(
            image="vllm/vllm-openai:v0.11.0",
            cpu="64",
            memory=Memory.derived(weights="420Gi", headroom="32Gi"),
            env_variables={"NCCL_SOCKET_IFNAME": kplus.EnvValue.from_value("eth0")},
            secret_env={"HF_TOKEN": SecretKey.from_name("hugging-face", "token")},
        ),
        leader=RoleContainer(
            command=["vllm", "serve", MODEL],
            args=["--tensor-parallel-size", "8", "--pipeline-parallel-size", "2", "--distributed-executor-backend", "ray", "--port", str(HTTP)],
            ports=[kplus.ContainerPort(name="http", number=HTTP)],
            readiness=kplus.Probe.from_http_get("/health", port=HTTP),
            liveness=kplus.Probe.from_http_get("/health", port=HTTP, period_seconds=Duration.seconds(15), timeout_seconds=Duration.seconds(10)),
            startup=kplus.Probe.from_http_get("/health", port=HTTP, period_seconds=Duration.seconds(10), failure_threshold=430),
        ),
        restart=GroupRestart.fate_sharing(port=HTTP, tolerance=Duration.seconds(90)),
        wait_for_leader=LeaderWait.for_name(timeout=Duration.minutes(10)),
        claims=[PodClaim(name="model-cache", size="1Ti", mount_path="/root/.cache/huggingface", storage_class_name="fast-ssd")],
        claim_retention=ClaimRetention(when_deleted=ClaimPolicy.DELETE),
        prefer=Locality.SAME_ZONE,
    )

    llama.add_service("Dashboard0", group=0, role=GroupRole.LEADER, ports=[ServingPort(name="dashboard", port=8265)])
