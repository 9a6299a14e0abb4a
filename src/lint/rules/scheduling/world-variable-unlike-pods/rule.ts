import { asList, asObject, asShown } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { crewOf } from '../../../facts/crews';
import { Facts } from '../../../facts/facts';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { WORLDS } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** The size of the world is written down, and is not the number of pods. */
export const worldVariableUnlikePods: Rule = {
  id: 'AIW2605',
  title: 'world size is not the number of pods',
  class: 'broken',
  reason: 'Where the index of a pod is its rank, each pod is one process. With a larger world the processes wait for ranks that never come; with a smaller one some have a rank beyond it.',
  source: 'torch/distributed/rendezvous.py (env://); jax/_src/distributed.py; pkg/apis/batch/v1/defaults.go (v1.36): parallelism defaults to 1',
  remedy: 'Write the number of pods that run at the same time into the variable.',
  appliesTo: ['Job', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'every other carrier of pods that have an index'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      for (const placed of pods.containers) {
        if (placed.isMain) {
          checkContainer(facts, pods, placed, report);
        }
      }
    }
  },
};

function checkContainer(facts: Facts, pods: PodSet, placed: PlacedContainer, report: Report): void {
  const variables = asList(placed.container.env);
  variables.forEach((variable, index) => {
    const rank = WORLDS.get(asShown(variable.name));
    if (rank === undefined || !/^\d{1,6}$/.test(asShown(variable.value))
      || !variables.some(each => each.name === rank && isIndex(each.valueFrom))) {
      return;
    }
    const knows = ({ container }: PlacedContainer) => asList(container.env).some(({ name }) => name === variable.name);
    const { isGroup, pods: count = 0 } = crewOf(facts, pods, set => set.containers.some(knows));
    const world = Number(variable.value);
    if (isGroup && count > 0 && count !== world) {
      report(pods.carrier, {
        field: `${placed.field}.env[${index}].value`,
        message: `Invalid value: "${asShown(variable.value)}": ${asShown(variable.name)} counts ${world} process${world === 1 ? '' : 'es'}, ${rank} is the index of the pod, and ${count} pod${count === 1 ? ' runs' : 's run'} at a time`,
        help: `write "${count}", or run ${world} pods at a time`,
      });
    }
  });
}

/** The index of a Job's pod, or of a StatefulSet's. */
function isIndex(source: unknown): boolean {
  return /job-completion-index|pod-index|worker-index/.test(asShown(asObject(asObject(source).fieldRef).fieldPath));
}
