"""Prints the report of each mistake of languages/mistakes.ts, made in Python, as a list in JSON."""
import json

from cdk8s import App, Chart
from cdk8s_ai_workloads import (
    Accelerator, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, LeaderWorkerGroup, Memory, ModelLoad, Parallelism, Rendezvous,
    RoleContainer, ZonePartition, ZonePartitionedStatefulSet,
)

IMAGE = "registry.example/serve:1.4"


def vllm(tensor_parallel):
    return InferenceEngine.vllm(version="0.18", model="meta-llama/Llama-3.1-70B-Instruct", tensor_parallel=tensor_parallel)


def group(chart, image=IMAGE, memory=None, **props):
    return LeaderWorkerGroup(chart, "Llm", container=RoleContainer(image=image, memory=memory and Memory.of(memory)), **props)


MISTAKES = [
    lambda chart: group(chart, size=0),
    lambda chart: group(chart, size=2, memory="4Gb"),
    lambda chart: group(chart, size=2, accelerator=Accelerator.nvidia(0)),
    lambda chart: group(chart, size=3, accelerator=Accelerator.nvidia(8), parallelism=Parallelism(tensor=8, pipeline=2)),
    lambda chart: group(chart, size=2, image="registry.example/Serve:1.4"),
    lambda chart: group(chart, size=2, name="My_Group"),
    lambda chart: IndexedTrainingJob(
        chart, "Train", workers=4, world_size=33, container={"image": IMAGE}, accelerator=Accelerator.nvidia(8), rendezvous=Rendezvous.torchrun(),
    ),
    lambda chart: ZonePartitionedStatefulSet(
        chart, "Db", zones=[ZonePartition(zone="eu-1a", replicas=3), ZonePartition(zone="eu-1a", replicas=3)], container={"image": IMAGE},
    ),
    lambda chart: GpuInferenceDeployment(
        chart, "Llama", engine=vllm(8), accelerator=Accelerator.nvidia(4), model_load=ModelLoad.of(weights="140Gi"),
    ),
    lambda chart: GpuInferenceDeployment(
        chart, "Llama", engine=vllm(4), accelerator=Accelerator.nvidia(4), model_load=ModelLoad.of(weights="140Gi"),
        autoscaling={"min_replicas": 8, "max_replicas": 2, "queue_depth": 8},
    ),
]


def report(mistake) -> str:
    app = App()
    try:
        mistake(Chart(app, "prod"))
        app.synth()
    except RuntimeError as error:
        return str(error)
    return ""


print(json.dumps([report(mistake) for mistake in MISTAKES]))
