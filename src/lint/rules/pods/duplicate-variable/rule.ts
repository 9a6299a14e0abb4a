import { asList, asText } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { Rule } from '../../rule';
import { BUT_OURS, sureIfOurs } from '../../wording';

/** One variable, two values. */
export const duplicateVariable: Rule = {
  id: 'AIW3103',
  title: 'environment variable is set twice',
  class: 'broken',
  reason: 'The last value wins on a plain pod, another one after a server-side apply or under LeaderWorkerSet; an injected rank would be shadowed.',
  source: 'pkg/api/pod/warnings.go; kubernetes/kubernetes#58477, #86163 (v1.36)',
  remedy: 'Keep one of them. What is meant to extend another variable takes a name of its own.',
  appliesTo: ['every carrier of pods'],
  but: BUT_OURS,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const { container, field, name: containerName } of pods.containers) {
        const first = new Map<string | undefined, number>();
        asList(container.env).forEach((variable, index) => {
          const name = asText(variable.name);
          const before = first.get(name);
          if (before === undefined) {
            first.set(name, index);
          } else if (name !== undefined) {
            report(pods.carrier, {
              field: `${field}.env[${index}].name`,
              message: `Duplicate value: ${JSON.stringify(name)}: container "${containerName}" sets it at env[${before}] already; the last would win`,
              class: sureIfOurs(pods),
              help: 'keep one of them',
            });
          }
        });
      }
    }
  },
};
