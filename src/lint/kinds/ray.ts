import { strategyOf } from './controllers';
import { DerivedNames, Family, NO_SCALE, WorkloadKind } from './kind';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { RAY_CLUSTER_PATHS, RAY_GROUP } from '../../knowledge/kube-ray';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels, exactly } from '../facts/labels';
import { PodSet, PodSetOptions } from '../facts/pod-set';

const RAY = RAY_GROUP;

/** Where the spec of the cluster stands, by the type of the object. */
export const CLUSTERS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(RAY_CLUSTER_PATHS).map(([kind, path]) => [`${RAY}/${kind}`, path]));

/**
 * Source: kuberay ray-operator/controllers/ray/common/pod.go labelPod. Open, because the operator also adds ports and volumes;
 * RayJob and RayService generate the name of their cluster.
 */
function rayClusterPods(object: Manifest): PodSet[] {
  const path = CLUSTERS.get(object.type)!;
  const [spec, field] = [objectAt(object.spec, ...path), ['spec', ...path].join('.')];
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
  const workers = asList(spec.workerGroupSpecs).map((group, index) => {
    const hosts = asNumber(group.numOfHosts) ?? 1;
    return new PodSet({
      carrier: object,
      role: asText(group.groupName) ?? 'worker',
      template: asObject(group.template),
      field: `${field}.workerGroupSpecs[${index}].template`,
      pods: spec.enableInTreeAutoscaling === true ? undefined : (asNumber(group.replicas) ?? 0) * hosts,
      ...(spec.enableInTreeAutoscaling === true && { between: betweenOf(group, hosts) }),
      podsOfReplica: hosts,
      open: true,
      added: labels('worker', asText(group.groupName) ?? ''),
    });
  });
  return [head, ...workers];
}

/** Source: kuberay ray-operator/apis/ray/v1/raycluster_types.go WorkerGroupSpec (v1.6): minReplicas defaults to 0 */
function betweenOf(group: PlainObject, hosts: number): PodSetOptions['between'] {
  const most = asNumber(group.maxReplicas);
  return { least: (asNumber(group.minReplicas) ?? 0) * hosts, ...(most !== undefined && { most: most * hosts }) };
}

/** Source: kuberay ray-operator/controllers/ray/utils/util.go GenerateHeadServiceName, GenerateServeServiceName (v1.6). A RayJob's cluster has a generated name. */
function rayNames(object: Manifest): DerivedNames[] {
  const named = asText(objectAt(object.spec, 'headGroupSpec', 'headService', 'metadata').name);
  const service = (stem: string, as: string) => ({ owner: object, kind: 'Service', stem, as });
  switch (object.kind) {
    case 'RayCluster': return [service(named ?? `${object.name}-head-svc`, 'the Service of the head')];
    case 'RayService': return [service(`${object.name}-head-svc`, 'the Service of the head'), service(`${object.name}-serve-svc`, 'the Service of the replicas')];
    default: return [];
  }
}

/** Source: kuberay ray-operator/controllers/ray (v1.6): shouldRecreatePodsForUpgrade, RayService NewCluster */
const OF_KIND: { readonly [type: string]: Partial<WorkloadKind> } = {
  [`${RAY}/RayCluster`]: {
    queueLabels: 'metadata.labels',
    pace: ({ next }, running) => (strategyOf(next.spec.upgradeStrategy) === 'Recreate' ? { pods: running, away: running } : undefined),
  },
  [`${RAY}/RayJob`]: { queueLabels: 'metadata.labels', suspends: true, ends: true },
  [`${RAY}/RayService`]: { pace: ({ next }, running) => (strategyOf(next.spec.upgradeStrategy) === 'None' ? undefined : { pods: running }) },
};

/** Source: the CRDs of kuberay 1.6, authOptions */
export const RAY_CLUSTERS: Family = {
  kinds: [...CLUSTERS.keys()].map(type => ({
    type,
    pods: rayClusterPods,
    derivedNames: rayNames,
    makes: object => (object.kind === 'RayCluster' && objectAt(object.spec, 'authOptions').mode === 'token' ? [{ kind: 'Secret', name: object.name }] : []),
    scale: NO_SCALE,
    together: 'group',
    unscaledOwner: 'a RayCluster',
    ...OF_KIND[type],
  })),
};
