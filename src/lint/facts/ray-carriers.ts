import { ANY_VALUE, AddedLabels, exactly } from './labels';
import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

const RAY = 'ray.io';

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
  const workers = asList(spec.workerGroupSpecs).map((group, index) => {
    const hosts = asNumber(group.numOfHosts) ?? 1;
    return new PodSet({
      carrier: object,
      role: asText(group.groupName) ?? 'worker',
      template: asObject(group.template),
      field: `${field}.workerGroupSpecs[${index}].template`,
      pods: spec.enableInTreeAutoscaling === true ? undefined : (asNumber(group.replicas) ?? 0) * hosts,
      podsOfReplica: hosts,
      open: true,
      added: labels('worker', asText(group.groupName) ?? ''),
    });
  });
  return [head, ...workers];
}
