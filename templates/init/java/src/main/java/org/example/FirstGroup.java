package org.example;

import io.github.cdk8saiworkloads.Accelerator;
import io.github.cdk8saiworkloads.DerivedMemoryProps;
import io.github.cdk8saiworkloads.InferenceEngine;
import io.github.cdk8saiworkloads.KubernetesVersion;
import io.github.cdk8saiworkloads.LeaderWorkerGroup;
import io.github.cdk8saiworkloads.Memory;
import io.github.cdk8saiworkloads.ModelLoad;
import io.github.cdk8saiworkloads.ModelLoadProps;
import io.github.cdk8saiworkloads.PodClaim;
import io.github.cdk8saiworkloads.RoleContainer;
import io.github.cdk8saiworkloads.SecretKey;
import io.github.cdk8saiworkloads.Target;
import io.github.cdk8saiworkloads.TargetProps;
import io.github.cdk8saiworkloads.VllmOptions;
import java.util.List;
import java.util.Map;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;

/** The app of the README: one model over two nodes of eight GPUs, served by one leader and its worker. */
final class FirstGroup {
    static void build(App app) {
        Chart prod = new Chart(app, "prod", ChartProps.builder().namespace("ml").build());
        Target.define(prod, TargetProps.builder().kubernetes(KubernetesVersion.V1_34).build());

        LeaderWorkerGroup.Builder.create(prod, "Llama405")
            .size(2) // the leader counts
            .engine(InferenceEngine.vllm(VllmOptions.builder()
                .version("0.18").model("meta-llama/Llama-3.1-405B-Instruct-FP8")
                .tensorParallel(8).pipelineParallel(2) // 8 x 2 = 2 pods x 8 GPUs
                .build()))
            .accelerator(Accelerator.nvidia(8))
            // Sizes the startup probe, the first download included.
            .modelLoad(ModelLoad.of(ModelLoadProps.builder().weights("405Gi").loadBandwidth("2Gi").build()))
            .container(RoleContainer.builder()
                .memory(Memory.derived(DerivedMemoryProps.builder().weights("420Gi").build()))
                .secretEnv(Map.of("HF_TOKEN", SecretKey.fromName("hugging-face", "token")))
                .build())
            // Each pod downloads once.
            .claims(List.of(PodClaim.builder().name("models").size("500Gi").mountPath("/root/.cache/huggingface").build()))
            .build();
    }
}
