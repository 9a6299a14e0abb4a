import { asNumber, objectAt } from '../../../../base/reading';
import { leaderWorkerSize } from '../../../kinds/leader-worker-set';
import { Rule } from '../../rule';

/** Subgroups into which a group cannot be divided. */
export const subgroupSize: Rule = {
  id: 'AIW2608',
  title: 'group cannot be divided into subgroups',
  class: 'broken',
  reason: 'The webhook of LeaderWorkerSet refuses a subGroupSize that divides neither size nor size - 1 (with LeaderExcluded only size - 1 counts), or is larger than the group.',
  source: 'lws pkg/webhooks/leaderworkerset_webhook.go validateUpdateSubGroupPolicy (v0.9.0)',
  remedy: 'Choose a subGroupSize that divides the size, or the size without the leader.',
  appliesTo: ['LeaderWorkerSet'],
  check: (facts, report) => {
    for (const object of facts.ofType('leaderworkerset.x-k8s.io/LeaderWorkerSet')) {
      const policy = objectAt(object.spec, 'leaderWorkerTemplate', 'subGroupPolicy');
      const part = asNumber(policy.subGroupSize);
      const wrong = part !== undefined ? wrongSize(leaderWorkerSize(object).size, part, policy.subGroupPolicyType === 'LeaderExcluded') : undefined;
      if (wrong !== undefined) {
        report(object, {
          field: 'spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize',
          message: `Invalid value: ${part}: ${wrong}`,
          help: 'choose a size that divides the group, with or without its leader',
        });
      }
    }
  },
};

function wrongSize(size: number, part: number, withoutLeader: boolean): string | undefined {
  if (part < 1) {
    return 'subGroupSize must be equal or greater than 1';
  }
  if (size < part) {
    return `subGroupSize cannot be larger than size ${size}`;
  }
  if (withoutLeader && (size - 1) % part !== 0) {
    return `size-1 must be divisible by subGroupSize when using LeaderExcluded: ${size} - 1 = ${size - 1}`;
  }
  return size % part !== 0 && (size - 1) % part !== 0 ? `size or size - 1 must be divisible by subGroupSize: size is ${size}` : undefined;
}
