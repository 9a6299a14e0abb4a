package org.example;

import io.github.cdk8saiworkloads.Accelerator;
import io.github.cdk8saiworkloads.ContainerSpec;
import io.github.cdk8saiworkloads.GpuInferenceDeployment;
import io.github.cdk8saiworkloads.IndexedTrainingJob;
import io.github.cdk8saiworkloads.InferenceAutoscaling;
import io.github.cdk8saiworkloads.InferenceEngine;
import io.github.cdk8saiworkloads.LeaderWorkerGroup;
import io.github.cdk8saiworkloads.Memory;
import io.github.cdk8saiworkloads.ModelLoad;
import io.github.cdk8saiworkloads.ModelLoadProps;
import io.github.cdk8saiworkloads.Parallelism;
import io.github.cdk8saiworkloads.Rendezvous;
import io.github.cdk8saiworkloads.RoleContainer;
import io.github.cdk8saiworkloads.VllmOptions;
import io.github.cdk8saiworkloads.ZonePartition;
import io.github.cdk8saiworkloads.ZonePartitionedStatefulSet;
import java.util.List;
import java.util.function.Consumer;
import org.cdk8s.App;
import org.cdk8s.Chart;

/** The mistakes of languages/mistakes.ts, made in Java, in their order. */
final class Mistakes {
    private static final String IMAGE = "registry.example/serve:1.4";

    private static final List<Consumer<Chart>> MISTAKES = List.of(
        chart -> group(chart).size(0).build(),
        chart -> group(chart).size(2).container(RoleContainer.builder().image(IMAGE).memory(Memory.of("4Gb")).build()).build(),
        chart -> group(chart).size(2).accelerator(Accelerator.nvidia(0)).build(),
        chart -> group(chart).size(3).accelerator(Accelerator.nvidia(8)).parallelism(Parallelism.builder().tensor(8).pipeline(2).build()).build(),
        chart -> group(chart).size(2).container(RoleContainer.builder().image("registry.example/Serve:1.4").build()).build(),
        chart -> group(chart).size(2).name("My_Group").build(),
        chart -> IndexedTrainingJob.Builder.create(chart, "Train").workers(4).worldSize(33).container(ContainerSpec.builder().image(IMAGE).build())
            .accelerator(Accelerator.nvidia(8)).rendezvous(Rendezvous.torchrun()).build(),
        chart -> ZonePartitionedStatefulSet.Builder.create(chart, "Db").zones(List.of(zone(), zone())).container(ContainerSpec.builder().image(IMAGE).build()).build(),
        chart -> inference(chart, 8).build(),
        chart -> inference(chart, 4).autoscaling(InferenceAutoscaling.builder().minReplicas(8).maxReplicas(2).queueDepth(8).build()).build());

    static List<String> reports() {
        return MISTAKES.stream().map(Mistakes::report).toList();
    }

    private static String report(Consumer<Chart> mistake) {
        App app = new App();
        try {
            mistake.accept(new Chart(app, "prod"));
            app.synth();
            return "";
        } catch (RuntimeException error) {
            // The report, and after it the stack of Node.js, which begins with the report again.
            return error.getMessage().split("\n@jsii/kernel\\.RuntimeError: ", 2)[0];
        }
    }

    private static LeaderWorkerGroup.Builder group(Chart chart) {
        return LeaderWorkerGroup.Builder.create(chart, "Llm").container(RoleContainer.builder().image(IMAGE).build());
    }

    private static ZonePartition zone() {
        return ZonePartition.builder().zone("eu-1a").replicas(3).build();
    }

    private static GpuInferenceDeployment.Builder inference(Chart chart, int tensorParallel) {
        return GpuInferenceDeployment.Builder.create(chart, "Llama")
            .engine(InferenceEngine.vllm(VllmOptions.builder().version("0.18").model("meta-llama/Llama-3.1-70B-Instruct").tensorParallel(tensorParallel).build()))
            .accelerator(Accelerator.nvidia(4))
            .modelLoad(ModelLoad.of(ModelLoadProps.builder().weights("140Gi").build()));
    }
}
