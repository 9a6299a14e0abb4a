import { asText } from '../../../../base/reading';
import { DEFAULT_SCHEDULER, SCHEDULERS_OF_OTHERS } from '../../../../knowledge/kube-scheduler';
import { templates } from '../../../facts/carried-pods';
import { schedulerNames } from '../../../facts/schedulers';
import { Rule } from '../../rule';

/** Pods wait for a scheduler that nobody sees here. */
export const schedulerNotFound: Rule = {
  id: 'AIW2618',
  title: 'pods ask for a scheduler that is not here',
  class: 'advice',
  reason: 'Each scheduler places the pods that name it, and no other looks at them: where none has the name, they stay Pending without an event that says why.',
  source: 'pkg/scheduler/eventhandlers.go responsibleForPod (v1.36)',
  remedy: 'Run a scheduler with a profile of this schedulerName, correct the name, or leave it out.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    const known = facts.get(schedulerNames);
    const told = new Set<string>();
    for (const pods of facts.get(templates)) {
      const name = asText(pods.spec.schedulerName);
      if (name !== undefined && name !== DEFAULT_SCHEDULER && !known.has(name) && !SCHEDULERS_OF_OTHERS.has(name) && !told.has(name)) {
        told.add(name);
        report(pods.carrier, { field: pods.at('schedulerName'), message: `Not found: ${JSON.stringify(name)}: no configuration of a scheduler here has this name, so it has to run in the cluster` });
      }
    }
  },
};
