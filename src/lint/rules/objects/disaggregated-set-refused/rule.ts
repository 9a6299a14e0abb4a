import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, isPresent, objectAt } from '../../../../base/reading';
import { scaledRollout } from '../../../../knowledge/disaggregated-set';
import { Manifest } from '../../../../kubernetes/manifest';
import { Report, Rule } from '../../rule';
import { refusedAsServiceName } from '../../wording';

/** The webhook, a rule of the definition, or the webhook of what is made of it. */
export const disaggregatedSetRefused: Rule = {
  id: 'AIW2148',
  title: 'DisaggregatedSet is refused, or gets no pods',
  class: 'broken',
  reason: 'Of each role the controller makes a LeaderWorkerSet. Where the webhook refuses that, the DisaggregatedSet stands there without pods and says nothing: its status is never written.',
  source: 'kubernetes-sigs/lws pkg/webhooks/disaggregatedset/disaggregatedset_webhook.go, pkg/webhooks/leaderworkerset_webhook.go generalValidate, api/disaggregatedset/v1/disaggregatedset_types.go (v0.9.0)',
  remedy: 'Correct the field; the log of the controller has the words of the webhook.',
  appliesTo: ['DisaggregatedSet'],
  but: 'a partition, and groups in some of the roles only: rejected',
  check: (facts, report) => facts.ofType('disaggregatedset.x-k8s.io/DisaggregatedSet').forEach(set => checkSet(set, report)),
};

function checkSet(set: Manifest, report: Report): void {
  const roles = asList(set.spec.roles).map((role, index) => ({ spec: asObject(role.spec), at: `spec.roles[${index}].spec` }));
  refusedAsServiceName(set, 'its LeaderWorkerSets are called after it, and become Services').forEach(refusal => report(set, refusal));
  const numbers = roles.map(({ spec }) => asNumber(spec.replicas) ?? 1);
  if (numbers.includes(0) && numbers.some(replicas => replicas > 0)) {
    report(set, {
      field: `${roles[numbers.indexOf(0)].at}.replicas`,
      message: 'Invalid value: 0: replicas must be zero for all roles or non-zero for all roles',
      class: 'rejected',
      help: 'give each role groups, or none of them',
    });
  }
  roles.forEach(({ spec, at }, index) => checkRollout(set, spec, `${at}.rolloutStrategy.rollingUpdateConfiguration`, numbers[index], report));
}

function checkRollout(set: Manifest, spec: PlainObject, at: string, replicas: number, report: Report): void {
  const configuration = objectAt(spec, 'rolloutStrategy').rollingUpdateConfiguration;
  const { partition } = asObject(configuration);
  if (isPresent(partition) && partition !== 0) {
    report(set, { field: `${at}.partition`, message: 'Forbidden: partition is not supported by DisaggregatedSet; the roles are rolled out together', class: 'rejected', help: 'leave it out' });
  }
  const rolled = isPresent(configuration) ? scaledRollout(asObject(configuration), replicas) : undefined;
  if (replicas > 0 && rolled && rolled.maxSurge === 0 && rolled.maxUnavailable === 0) {
    report(set, {
      field: `${at}.maxUnavailable`,
      message: `Invalid value: ${JSON.stringify(asObject(configuration).maxUnavailable)}: must not be 0 when maxSurge is 0: of ${replicas} groups none may go and none may come, and the LeaderWorkerSet of this role is refused`,
      help: 'set maxUnavailable: 1, or maxSurge: 1 where devices are free',
    });
  }
}
