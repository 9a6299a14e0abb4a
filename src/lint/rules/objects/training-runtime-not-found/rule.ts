import { asText } from '../../../../base/reading';
import { runtimeOf } from '../../../kinds/trainer';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** Runtimes that the trainer brings along. Source: kubeflow/trainer manifests/base/runtimes (v2.2) */
const SHIPPED: ReadonlySet<string> = new Set(['deepspeed-distributed', 'jax-distributed', 'mlx-distributed', 'torch-distributed', 'torch-distributed-with-cache', 'xgboost-distributed']);

/** The runtime in which the pods of a TrainJob are described. */
export const trainingRuntimeNotFound: Rule = {
  id: 'AIW2133',
  title: 'training runtime not found',
  class: 'broken',
  reason: 'A TrainJob takes its pods from a TrainingRuntime of its namespace or a ClusterTrainingRuntime; the webhook of the trainer refuses one without.',
  source: 'kubeflow/trainer pkg/webhooks/trainjob_webhook.go, pkg/runtime/core/trainingruntime.go (v2.2)',
  remedy: 'Name a runtime of the cluster (kubectl get clustertrainingruntimes), with its kind.',
  appliesTo: ['TrainJob'],
  but: `${BUT_ELSEWHERE}; runtimes that the trainer brings: nothing`,
  check: (facts, report) => {
    for (const trainJob of facts.ofType('trainer.kubeflow.org/TrainJob')) {
      const { type, place, name } = runtimeOf(trainJob);
      if (asText(name) !== undefined && !(place === '' && (SHIPPED.has(name) || name.startsWith('torchtune-')))) {
        reportMissing(facts, report, {
          subject: trainJob, field: 'spec.runtimeRef.name', type, place, name, usuallyElsewhere: true,
        });
      }
    }
  },
};
