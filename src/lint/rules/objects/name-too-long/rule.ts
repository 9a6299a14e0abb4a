import { InvalidInput } from '../../../../base/errors/invalid-input';
import { DerivedName, checkNameBudget, indexedJobNames, serviceName, statefulSetNames } from '../../../../base/names';
import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../../../base/reading';
import { REVISION_LENGTH } from '../../../../knowledge/disaggregated-set';
import { Manifest } from '../../../../kubernetes/manifest';
import { claimTemplateNames, firstOrdinal, replicasOf } from '../../../kinds/controllers';
import { groupSize } from '../../../kinds/leader-worker-set';
import { Rule } from '../../rule';
import { helpFor } from '../../wording';

const READERS: { readonly [type: string]: (object: Manifest) => DerivedName[] } = {
  'Service': object => [serviceName(object.name)],
  'apps/StatefulSet': object => statefulSetNames(object.name, lastOrdinal(firstOrdinal(object), replicasOf(object)),
    claimTemplateNames(object.spec.volumeClaimTemplates)),
  'batch/Job': object => jobNames(object.name, object.spec),
  'batch/CronJob': object => [{
    carrier: 'CronJob',
    name: object.name,
    max: 52,
    source: 'a CronJob appends 11 characters to name its Jobs, so its name has at most 52',
  }],
  'leaderworkerset.x-k8s.io/LeaderWorkerSet': object => leaderWorkerSetNames(object.name, object.spec),
  'disaggregatedset.x-k8s.io/DisaggregatedSet': object => asList(object.spec.roles).flatMap(role =>
    roleNames(`${object.name}-${'x'.repeat(REVISION_LENGTH)}-${asText(role.name) ?? ''}`, asObject(role.spec))),
  'jobset.x-k8s.io/JobSet': jobSetNames,
};

/** Names that pass their own check and grow past a limit once a controller has appended to them. */
export const nameTooLong: Rule = {
  id: 'AIW2110',
  title: 'a derived name is too long',
  class: 'broken',
  reason: 'Pods, host names, revision labels, Jobs and Services are named after their owner; past their limit they are never made (kubernetes#64023).',
  source: 'kubernetes/kubernetes#64023; pkg/controller/statefulset/stateful_set_utils.go, pkg/apis/batch/validation/validation.go (v1.36); kubernetes-sigs/jobset pkg/webhooks/jobset_webhook.go',
  remedy: 'Shorten the name by what the message counts. A StatefulSet has at most 52 characters, a DisaggregatedSet with a revision and its longest role 52, a CronJob 52, a JobSet with its replicated job, indexes and 5 random characters 63.',
  appliesTo: ['Service', 'StatefulSet', 'Job', 'CronJob', 'LeaderWorkerSet', 'DisaggregatedSet', 'JobSet'],
  check: (facts, report) => {
    for (const object of Object.keys(READERS).flatMap(type => facts.ofType(type))) {
      try {
        checkNameBudget('metadata.name', object.name, READERS[object.type](object));
      } catch (error) {
        const { field, reason, value, detail, help } = (error as InvalidInput).problem;
        report(object, {
          field,
          message: `${reason}: ${JSON.stringify(value)}: ${detail}`,
          // The rest is about the property of a pattern.
          help: helpFor(object, help!.split('; ')[0], help!),
        });
      }
    }
  },
};

function lastOrdinal(first: number, count: number | undefined): number {
  return first + Math.max(1, count ?? 1) - 1;
}

function jobNames(name: string, spec: Manifest['spec']): DerivedName[] {
  const indexed = spec.completionMode === 'Indexed';
  const names = indexedJobNames(name, lastOrdinal(0, asNumber(spec.completions)));
  return indexed ? names : names.filter(each => each.carrier.startsWith('label'));
}

/** The set of leaders has the name itself, each set of workers the name of its leader. Source: lws pkg/controllers */
function leaderWorkerSetNames(name: string, spec: PlainObject): DerivedName[] {
  const { groups, size } = groupSize(spec);
  const claims = claimTemplateNames(objectAt(spec, 'leaderWorkerTemplate').volumeClaimTemplates);
  const lastGroup = lastOrdinal(0, groups);
  return [
    ...statefulSetNames(name, lastGroup, claims),
    ...(size > 1 ? statefulSetNames(`${name}-${lastGroup}`, size - 1, claims) : []),
  ];
}

/** The LeaderWorkerSet of a revision, and its Service. Source: lws pkg/utils/disaggregatedset/utils.go, pkg/controllers/disaggregatedset/service_manager.go (v0.9.0) */
function roleNames(revised: string, spec: PlainObject): DerivedName[] {
  return [...leaderWorkerSetNames(revised, spec), serviceName(`${revised}-prv`)];
}

/** Source: jobset pkg/webhooks/jobset_webhook.go: Job names, and pod names with their 5 random characters, have at most 63 */
function jobSetNames(object: Manifest): DerivedName[] {
  return asList(object.spec.replicatedJobs).flatMap(replicated => {
    const spec = objectAt(replicated, 'template', 'spec');
    const job = `${object.name}-${asText(replicated.name) ?? ''}-${lastOrdinal(0, asNumber(replicated.replicas))}`;
    const pod = `${job}-${lastOrdinal(0, asNumber(spec.completions))}-abcde`;
    const limit = { max: 63, source: 'the JobSet webhook refuses Jobs and indexed pods with names of more than 63 characters' };
    return [
      { carrier: 'Job', name: job, ...limit },
      ...(spec.completionMode === 'Indexed' ? [{ carrier: 'pod', name: pod, ...limit }] : []),
    ];
  });
}
