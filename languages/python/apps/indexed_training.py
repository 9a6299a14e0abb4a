"""examples/indexed-training in Python: shards that do not need each other, then one run of 16 nodes whose pods are replaced only after they have failed."""
import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration, Size
from cdk8s_ai_workloads import (
    Accelerator, Checkpoint, FailureScope, IndexedTrainingJob, KubernetesVersion, Memory, Placement, Rendezvous, Target,
)

RUN = "2026-03-a"


def build(app: App) -> None:
    chart = Chart(app, "indexed-training", namespace="research")
    Target.define(chart, kubernetes=KubernetesVersion.V1_34, zones=["eu-1a", "eu-1b"])

    claim = kplus.PersistentVolumeClaim.from_claim_name(chart, "CorpusClaim", "corpus")
    corpus = kplus.Volume.from_persistent_volume_claim(chart, "Corpus", claim, name="corpus")

    IndexedTrainingJob(
        chart,
        "Tokenize",
        run_id=RUN,
        workers=64,
        container={
            "image": "registry.example/tokenize:0.9.2",
            "command": ["tokenize", "--shard=$(JOB_COMPLETION_INDEX)", "--shards=$(WORKER_COUNT)", "--folder=/corpus"],
            "cpu": "4",
            "memory": Memory.of("16Gi"),
            "volume_mounts": [kplus.VolumeMount(path="/corpus", volume=corpus)],
        },
        failure_scope=FailureScope.independent(retries_per_index=3, max_failed_indexes=3),
        exit_codes={"fail_index": [65], "ignore": [75]},
        placement=Placement.anywhere(),
    )

    checkpoints = kplus.PersistentVolumeClaim(
        chart,
        "Checkpoints",
        metadata={"name": "pretrain-checkpoints"},
        access_modes=[kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
        storage_class_name="shared-nvme",
        storage=Size.tebibytes(20),
    )

    IndexedTrainingJob(
        chart,
        "Pretrain",
        run_id=RUN,
        workers=16,
        world_size=128,
        accelerator=Accelerator.nvidia(8, product="NVIDIA-H100-80GB-HBM3"),
        rendezvous=Rendezvous.torchrun(),
        container={
            "image": "registry.example/pretrain:1.4.0",
            "command": ["torchrun", "train.py", "--resume-from=$(CHECKPOINT_DIR)"],
            "cpu": "96",
            "memory": Memory.of("1500Gi"),
        },
        checkpoint=Checkpoint.on_claim(checkpoints, "/checkpoints", save_time=Duration.seconds(25)),
        wrap_exit=True,
        exit_codes={"fail": [42]},
        restarts=5,
        queue_name="research-gpus",
    )
