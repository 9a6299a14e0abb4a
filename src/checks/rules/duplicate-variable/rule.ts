import { asList, asText } from '../../facts/reading';
import { Rule } from '../rule';
import { sureIfOurs } from '../wording';

/** One variable, two values. */
export const duplicateVariable: Rule = {
  id: 'AIW3103',
  title: 'environment variable is set twice',
  class: 'broken',
  reason: 'The last value wins on a plain pod, another one after a server-side apply or under LeaderWorkerSet; an injected rank would be shadowed.',
  check: (facts, report) => {
    for (const pods of facts.podSets) {
      for (const { container, field, name: containerName } of pods.containers) {
        const first = new Map<string, number>();
        asList(container.env).forEach((variable, index) => {
          const name = asText(variable.name);
          const before = name === undefined ? undefined : first.get(name);
          if (before !== undefined) {
            report(pods.carrier, {
              field: `${field}.env[${index}].name`,
              message: `Duplicate value: ${JSON.stringify(name)}: container "${containerName}" sets it at env[${before}] already; the last would win`,
              class: sureIfOurs(pods),
              help: 'keep one of them',
            });
          } else if (name !== undefined) {
            first.set(name, index);
          }
        });
      }
    }
  },
};
