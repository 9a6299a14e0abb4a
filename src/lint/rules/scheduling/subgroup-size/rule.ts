import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { groupSize } from '../../../kinds/leader-worker-set';
import { Report, Rule } from '../../rule';

/** Subgroups into which a group cannot be divided. */
export const subgroupSize: Rule = {
  id: 'AIW2608',
  title: 'group cannot be divided into subgroups',
  class: 'broken',
  reason: 'The webhook of LeaderWorkerSet refuses a subGroupSize that divides neither size nor size - 1 (with LeaderExcluded only size - 1 counts), or is larger than the group.',
  source: 'lws pkg/webhooks/leaderworkerset_webhook.go validateUpdateSubGroupPolicy (v0.9.0)',
  remedy: 'Choose a subGroupSize that divides the size, or the size without the leader.',
  appliesTo: ['LeaderWorkerSet', 'DisaggregatedSet'],
  check: (facts, report) => {
    facts.ofType('leaderworkerset.x-k8s.io/LeaderWorkerSet').forEach(object => checkGroup(object, object.spec, 'spec', report));
    facts.ofType('disaggregatedset.x-k8s.io/DisaggregatedSet').forEach(object =>
      asList(object.spec.roles).forEach((role, index) => checkGroup(object, asObject(role.spec), `spec.roles[${index}].spec`, report)));
  },
};

function checkGroup(object: Manifest, spec: PlainObject, at: string, report: Report): void {
  const policy = objectAt(spec, 'leaderWorkerTemplate', 'subGroupPolicy');
  const part = asNumber(policy.subGroupSize);
  const wrong = part !== undefined ? wrongSize(groupSize(spec).size, part, policy.subGroupPolicyType === 'LeaderExcluded') : undefined;
  if (wrong !== undefined) {
    report(object, {
      field: `${at}.leaderWorkerTemplate.subGroupPolicy.subGroupSize`,
      message: `Invalid value: ${part}: ${wrong}`,
      help: 'choose a size that divides the group, with or without its leader',
    });
  }
}

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
