"""examples/three-zone-database in Python: a database in three zones, whose new version reaches one zone after the other."""
import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from cdk8s_ai_workloads import (
    KubernetesVersion, Locality, Memory, OrdinalRange, PodClaim, Rollout, ServingPort, Target, ZonePartition, ZonePartitionedStatefulSet,
)

STAGES = 3
SQL = 26257
HTTP = 8080


def build(app: App, stage: int = STAGES) -> None:
    chart = Chart(app, "database", namespace="databases")
    Target.define(chart, kubernetes=KubernetesVersion.V1_36, zones=["eu-1a", "eu-1b", "eu-1c"])
    secret = kplus.Secret.from_secret_name(chart, "NodeSecret", "ranges-node")
    certificates = kplus.Volume.from_secret(chart, "Certificates", secret, name="certs", default_mode=0o400)

    database = ZonePartitionedStatefulSet(
        chart,
        "Ranges",
        zones=[ZonePartition(zone=zone, replicas=3) for zone in ("eu-1a", "eu-1b", "eu-1c")],
        reserved=[OrdinalRange(first=900, last=909, purpose="restore")],
        container={
            "image": "cockroachdb/cockroach:v25.2.4",
            "command": ["/cockroach/cockroach", "start"],
            "args": [
                "--certs-dir=/cockroach/certs", "--advertise-host=$(POD_NAME).ranges", "--join=$(JOIN)", "--locality=zone=$(ZONE)",
                "--cache=4GiB", "--max-sql-memory=4GiB",
            ],
            "env_variables": {"POD_NAME": kplus.EnvValue.from_field_ref(kplus.EnvFieldPaths.POD_NAME)},
            "ports": [kplus.ContainerPort(name="sql", number=SQL), kplus.ContainerPort(name="http", number=HTTP)],
            "readiness": kplus.Probe.from_http_get("/health?ready=1", port=HTTP, scheme=kplus.ConnectionScheme.HTTPS),
            "volume_mounts": [kplus.VolumeMount(path="/cockroach/certs", volume=certificates, read_only=True)],
            "cpu": "4",
            "memory": Memory.of("16Gi"),
        },
        claims=[PodClaim(name="data", size="200Gi", mount_path="/cockroach/cockroach-data", storage_class_name="ssd-late-binding")],
        termination_grace_period=Duration.minutes(5),
        min_ready=Duration.seconds(30),
        rollout=Rollout.staged(stage=stage, previous={"image": "cockroachdb/cockroach:v25.2.3"}),
    )

    seeds = ",".join(f"{database.pod(ordinal).dns}:{SQL}" for ordinal in (0, 100, 200))
    database.pods.main_container.env.add_variable("JOIN", kplus.EnvValue.from_value(seeds))

    database.add_client_service(ports=[ServingPort(port=SQL)], prefer=Locality.SAME_ZONE)
    database.add_ordinal_service(200, [ServingPort(port=SQL)], "ranges-backup")
