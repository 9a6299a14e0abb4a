"""The tests of docs/testing-your-app.md, run without a framework, and what a test that fails is told."""
from cdk8s import App, Chart
from cdk8s_ai_workloads import (
    Accelerator, FindingSeverity, KubernetesVersion, LeaderWorkerGroup, ObjectMatch, Parallelism, RoleContainer, SynthesizedObjects, Target,
)


def build(image: str) -> App:
    app = App()
    prod = Chart(app, "prod", namespace="ml")
    Target.define(prod, kubernetes=KubernetesVersion.V1_34)
    LeaderWorkerGroup(
        prod, "Llm", size=2, accelerator=Accelerator.nvidia(8), parallelism=Parallelism(tensor=8, pipeline=2),
        container=RoleContainer(image=image, command=["serve"]),
    )
    return app


objects = SynthesizedObjects.of(build("registry.example/serve:1.4"))


def test_the_worker_runs_the_image_on_eight_gpus():
    container = {"image": ObjectMatch.string_like_regexp("^registry\\.example/"), "resources": {"limits": {"nvidia.com/gpu": "8"}}}
    objects.has_object({
        "kind": "StatefulSet",
        "metadata": {"name": "llm-0-worker"},
        "spec": {"template": {"spec": {"containers": ObjectMatch.array_with([container])}}},
    })
    objects.object_count_is({"kind": "Ingress"}, 0)
    assert objects.only({"kind": "PodDisruptionBudget"})["spec"]["maxUnavailable"] == 1


def test_1_34_takes_it_and_nothing_in_it_is_wrong():
    objects.is_accepted_by(KubernetesVersion.V1_34)
    objects.has_no_findings(FindingSeverity.ERROR)


def test_rank_0_is_the_leader():
    assert [(pod.rank, pod.role, pod.host) for pod in objects.rank_table("llm")] == [
        (0, "leader", "llm-0-leader-0.llm"),
        (1, "worker", "llm-0-worker-1.llm"),
    ]


def test_the_refactoring_restarts_nothing():
    changes = SynthesizedObjects.of(build("registry.example/serve:1.4")).changes_from(objects)
    changes.restarts_nothing()
    changes.loses_nothing()


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"passed {name}")
    other = SynthesizedObjects.of(build("registry.example/serve:1.5")).changes_from(objects)
    for failing in (lambda: objects.has_object({"kind": "StatefulSet", "spec": {"replicas": 7}}), other.restarts_nothing):
        try:
            failing()
        except RuntimeError as error:
            print(error)
