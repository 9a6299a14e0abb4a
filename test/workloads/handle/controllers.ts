import { LABEL_COMPLETION_INDEX, LABEL_POD_INDEX } from '../../../src/base/labels';
import { PlainObject } from '../../../src/base/plain';

/** A pod as its controller makes it. */
export interface MadePod {
  /** Absent where the name ends in letters that each start chooses anew. */
  readonly name?: string;
  readonly labels: { readonly [key: string]: string };
}

const LWS = 'leaderworkerset.sigs.k8s.io';

/**
 * The pods that controllers make of manifests: what a handle says of a workload is compared with them.
 *
 * Source: pkg/controller/statefulset/stateful_set_utils.go, pkg/controller/job/indexed_job_utils.go (v1.36); kubernetes-sigs/lws v0.8.0 pkg/webhooks/pod_webhook.go,
 * v0.9.0 pkg/utils/disaggregatedset/utils.go;
 * kubernetes-sigs/jobset v0.10.1 pkg/controllers/jobset_controller.go; ray-project/kuberay v1.6.1 ray-operator/controllers/ray/raycluster_controller.go
 */
export function podsMadeOf(manifests: readonly PlainObject[]): MadePod[] {
  return manifests.flatMap((manifest: any): MadePod[] => {
    const { kind, metadata: { name }, spec } = manifest;
    switch (kind) {
      case 'StatefulSet':
        return times(spec.replicas, place => {
          const ordinal = (spec.ordinals?.start ?? 0) + place;
          return { name: `${name}-${ordinal}`, labels: { ...labelsOf(spec.template), [LABEL_POD_INDEX]: `${ordinal}` } };
        });
      case 'Deployment':
        return times(spec.replicas ?? 1, () => ({ labels: labelsOf(spec.template) }));
      case 'Job':
        return spec.suspend ? [] : spec.completionMode === 'Indexed' ? workers(spec) : [{ labels: labelsOf(spec.template) }];
      case 'JobSet':
        return spec.replicatedJobs.flatMap((job: any) => times(job.replicas ?? 1, () => workers(job.template.spec)).flat());
      case 'LeaderWorkerSet':
        return times(spec.replicas, group =>
          times(spec.leaderWorkerTemplate.size, index => groupMember(name, spec.leaderWorkerTemplate, group, index))).flat();
      case 'DisaggregatedSet':
        return spec.roles.flatMap((role: any) => membersOfRole(name, role));
      case 'RayCluster':
        return nodesOf(spec);
      case 'RayJob':
        return nodesOf(spec.rayClusterSpec);
      case 'RayService':
        return nodesOf(spec.rayClusterConfig);
      default:
        return [];
    }
  });
}

function nodesOf({ headGroupSpec, workerGroupSpecs }: any): MadePod[] {
  return [{ labels: labelsOf(headGroupSpec.template) },
    ...workerGroupSpecs.flatMap((group: any) => times(group.replicas, () => ({ labels: labelsOf(group.template) })))];
}

/** Their names hold a revision, which is a hash of the templates. */
function membersOfRole(set: string, { name, spec: { replicas, leaderWorkerTemplate } }: any): MadePod[] {
  const added = { 'app': `${set}-${name}`, 'disaggregatedset.x-k8s.io/name': set, 'disaggregatedset.x-k8s.io/role': name };
  return times(replicas, group => times(leaderWorkerTemplate.size, index =>
    ({ labels: { ...groupMember('', leaderWorkerTemplate, group, index).labels, ...added } }))).flat();
}

function workers(spec: any): MadePod[] {
  return times(spec.completions, index => ({ labels: { ...labelsOf(spec.template), [LABEL_COMPLETION_INDEX]: `${index}` } }));
}

function groupMember(name: string, { leaderTemplate, workerTemplate }: any, group: number, index: number): MadePod {
  return {
    name: index === 0 ? `${name}-${group}` : `${name}-${group}-${index}`,
    labels: {
      ...labelsOf(index === 0 ? leaderTemplate ?? workerTemplate : workerTemplate), [`${LWS}/group-index`]: `${group}`, [`${LWS}/worker-index`]: `${index}`,
    },
  };
}

function labelsOf(template: any): { [key: string]: string } {
  return template.metadata?.labels ?? {};
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
