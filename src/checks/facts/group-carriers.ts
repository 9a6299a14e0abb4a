import { claimTemplateNames, jobLabels, parallelPods, statefulSetLabels } from './controllers';
import { ANY_VALUE, AddedLabels, exactly, likePattern, ordinals, quoted, withOrdinal } from './labels';
import { Manifest } from './manifest';
import { PodSet } from './pod-set';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from './reading';
import { PlainObject } from '../../pod/plain';

const LWS = 'leaderworkerset.sigs.k8s.io';
const JOBSET = 'jobset.sigs.k8s.io';
const RAY = 'ray.io';

/** Numbers of a LeaderWorkerSet. Source: lws api/leaderworkerset/v1/leaderworkerset_types.go: both default to 1 */
export function leaderWorkerSize(object: Manifest): { readonly groups?: number; readonly size: number } {
  return { groups: asNumber(object.spec.replicas), size: asNumber(objectAt(object.spec, 'leaderWorkerTemplate').size) ?? 1 };
}

/** Source: lws pkg/webhooks/pod_webhook.go, pkg/controllers/{leaderworkerset,pod}_controller.go */
export function leaderWorkerSetPods(object: Manifest): PodSet[] {
  const body = objectAt(object.spec, 'leaderWorkerTemplate');
  const { groups, size } = leaderWorkerSize(object);
  const leader = isPresent(body.leaderTemplate) ? 'leaderTemplate' : 'workerTemplate';
  const claimTemplates = claimTemplateNames(body.volumeClaimTemplates);
  const common: AddedLabels = {
    [`${LWS}/name`]: exactly(object.name),
    [`${LWS}/group-index`]: ordinals(0, groups),
    [`${LWS}/group-key`]: ANY_VALUE,
    [`${LWS}/template-revision-hash`]: ANY_VALUE,
    ...(isPresent(body.subGroupPolicy) ? { [`${LWS}/subgroup-index`]: ANY_VALUE, [`${LWS}/subgroup-key`]: ANY_VALUE } : {}),
  };
  const field = (template: string) => `spec.leaderWorkerTemplate.${template}`;
  const leaders = new PodSet({
    carrier: object,
    role: 'leader',
    template: asObject(body[leader]),
    field: field(leader),
    pods: groups ?? 1,
    claimTemplates,
    added: { ...common, ...statefulSetLabels(object.name, 0, groups), [`${LWS}/worker-index`]: exactly('0') },
  });
  return size > 1 ? [leaders, new PodSet({
    carrier: object,
    role: 'worker',
    template: asObject(body.workerTemplate),
    field: field('workerTemplate'),
    pods: (groups ?? 1) * (size - 1),
    claimTemplates,
    added: {
      ...common,
      ...statefulSetLabels(object.name, 1, size - 1),
      'statefulset.kubernetes.io/pod-name': likePattern(new RegExp(`^${quoted(object.name)}-[0-9]+-[0-9]+$`), `${object.name}-<group>-<worker>`),
      [`${LWS}/worker-index`]: ordinals(1, size - 1),
    },
  })] : [leaders];
}

/** Source: jobset pkg/controllers/jobset_controller.go labelAndAnnotateObject */
export function jobSetPods(object: Manifest): PodSet[] {
  const claimTemplates = asList(object.spec.volumeClaimPolicies).flatMap(policy => claimTemplateNames(policy.templates));
  return asList(object.spec.replicatedJobs).map((replicated, index) => {
    const job = objectAt(replicated, 'template', 'spec');
    const name = asText(replicated.name) ?? '';
    const jobs = asNumber(replicated.replicas) ?? 1;
    return new PodSet({
      carrier: object,
      role: name,
      template: asObject(job.template),
      field: `spec.replicatedJobs[${index}].template.spec.template`,
      pods: jobs * parallelPods(job),
      claimTemplates,
      added: {
        ...jobLabels(job, withOrdinal(`${object.name}-${name}-`, 0, jobs)),
        [`${JOBSET}/jobset-name`]: exactly(object.name),
        [`${JOBSET}/replicatedjob-name`]: exactly(name),
        [`${JOBSET}/replicatedjob-replicas`]: exactly(String(jobs)),
        [`${JOBSET}/job-index`]: ordinals(0, jobs),
        ...anyValueOf(JOBSET, ['jobset-uid', 'restart-attempt', 'job-restart-attempt', 'global-replicas', 'job-key', 'job-global-index',
          'group-name', 'group-replicas', 'job-group-index', 'coordinator']),
      },
    });
  });
}

function anyValueOf(domain: string, keys: readonly string[]): AddedLabels {
  return Object.fromEntries(keys.map(key => [`${domain}/${key}`, ANY_VALUE]));
}

/**
 * Source: kuberay ray-operator/controllers/ray/common/pod.go labelPod. Open, because the operator also adds ports and volumes;
 * RayJob and RayService generate the name of their cluster.
 */
export function rayClusterPods(object: Manifest, spec: PlainObject, field: string): PodSet[] {
  const cluster = object.kind === 'RayCluster' ? exactly(object.name) : ANY_VALUE;
  const labels = (type: string, group: string): AddedLabels => ({
    [`${RAY}/cluster`]: cluster,
    [`${RAY}/node-type`]: exactly(type),
    [`${RAY}/group`]: exactly(group),
    [`${RAY}/is-ray-node`]: exactly('yes'),
    [`${RAY}/identifier`]: object.kind === 'RayCluster' ? exactly(`${object.name}-${type}`) : ANY_VALUE,
    [`${RAY}/serve`]: ANY_VALUE,
  });
  const head = new PodSet({
    carrier: object,
    role: 'head',
    template: objectAt(spec, 'headGroupSpec', 'template'),
    field: `${field}.headGroupSpec.template`,
    pods: 1,
    open: true,
    added: labels('head', 'headgroup'),
  });
  const workers = asList(spec.workerGroupSpecs).map((group, index) => new PodSet({
    carrier: object,
    role: asText(group.groupName) ?? 'worker',
    template: asObject(group.template),
    field: `${field}.workerGroupSpecs[${index}].template`,
    pods: spec.enableInTreeAutoscaling === true ? undefined : (asNumber(group.replicas) ?? 0) * (asNumber(group.numOfHosts) ?? 1),
    open: true,
    added: labels('worker', asText(group.groupName) ?? ''),
  }));
  return [head, ...workers];
}
