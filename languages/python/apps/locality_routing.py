"""examples/locality-routing in Python: Services that prefer the client's zone or node, over pods that are spread over zones."""
import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration, Size
from cdk8s_ai_workloads import KubernetesVersion, Locality, LocalityService, Memory, Target, ZonalDeployments

ECHO_PORT = 5678
ZONES = ["zone-a", "zone-b"]
ZONE = "topology.kubernetes.io/zone"


def build(app: App) -> None:
    echo(app)
    embeddings(app)


def echo(app: App) -> None:
    chart = Chart(app, "echo", namespace="echo")
    Target.define(chart, kubernetes=KubernetesVersion.V1_34, zones=ZONES)

    pods = kplus.Deployment(
        chart,
        "Echo",
        metadata={"name": "echo"},
        replicas=2,
        security_context={"user": 65532, "group": 65532},
        containers=[kplus.ContainerProps(
            name="echo",
            image="hashicorp/http-echo:1.0.0",
            args=["-text=Hello from $(POD_NAME)"],
            env_variables={"POD_NAME": kplus.EnvValue.from_field_ref(kplus.EnvFieldPaths.POD_NAME)},
            ports=[kplus.ContainerPort(number=ECHO_PORT)],
            readiness=kplus.Probe.from_http_get("/", port=ECHO_PORT),
            resources=kplus.ContainerResources(
                cpu=kplus.CpuResources(request=kplus.Cpu.millis(50)),
                memory=kplus.MemoryResources(request=Size.mebibytes(32), limit=Size.mebibytes(32)),
            ),
        )],
    )
    pods.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.in_(ZONE, ZONES)))
    pods.scheduling.spread(topology=kplus.Topology.ZONE, weight=100)

    client = kplus.Pod(
        chart,
        "Client",
        metadata={"name": "client"},
        restart_policy=kplus.RestartPolicy.NEVER,
        security_context={"user": 65532, "group": 65532},
        containers=[kplus.ContainerProps(
            name="client", image="curlimages/curl:8.16.0", command=["sleep", "infinity"], resources=kplus.ContainerResources(),
        )],
    )
    client.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is_(ZONE, "zone-a")))

    LocalityService(chart, "EchoSvc", target=pods, port=80)
    LocalityService(chart, "EchoNode", target=pods, port=80, prefer=Locality.SAME_NODE)


def embeddings(app: App) -> None:
    chart = Chart(app, "embeddings", namespace="ml")
    Target.define(chart, kubernetes=KubernetesVersion.V1_36, zones=ZONES)

    pods = ZonalDeployments(
        chart,
        "Embedder",
        container={
            "image": "ghcr.io/huggingface/text-embeddings-inference:cpu-1.8",
            "args": ["--model-id=BAAI/bge-small-en-v1.5", "--port=8080"],
            "ports": [kplus.ContainerPort(name="http", number=8080)],
            "readiness": kplus.Probe.from_http_get("/health", port=8080),
            "cpu": "4",
            "memory": Memory.of("4Gi"),
            "pre_stop_sleep": Duration.seconds(10),
        },
        autoscaling={
            "min_replicas": 2,
            "max_replicas": 8,
            "metrics": [kplus.Metric.resource_cpu(kplus.MetricTarget.average_utilization(70))],
            "scale_down_window": Duration.minutes(10),
        },
    )
    LocalityService(chart, "Embeddings", target=pods, port=80)
