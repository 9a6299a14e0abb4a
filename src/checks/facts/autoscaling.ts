import { Facts } from './facts';
import { Manifest } from './manifest';
import { asObject, asText } from './reading';

/** An autoscaler and what it scales. */
export interface Autoscaling {
  readonly scaler: Manifest;
  /** Path of the reference inside the autoscaler. */
  readonly field: string;
  readonly kind: string;
  readonly name: string;
  /** The type in the form of `Manifest.type`; undefined for kinds that this library does not know. */
  readonly type?: string;
  /** The object scaled, when it is in the manifests. */
  readonly target?: Manifest;
}

/** Kinds of known groups, with the type they stand for and whether they have a scale. Source: API discovery of 1.36; lws CRD */
export const SCALABLE: { readonly [type: string]: boolean } = {
  'apps/Deployment': true,
  'apps/ReplicaSet': true,
  'apps/StatefulSet': true,
  'ReplicationController': true,
  'leaderworkerset.x-k8s.io/LeaderWorkerSet': true,
  'apps/DaemonSet': false,
  'batch/Job': false,
  'batch/CronJob': false,
  'Pod': false,
};

/** Every HorizontalPodAutoscaler and KEDA ScaledObject. Source: keda apis/keda/v1alpha1/scaledobject_types.go: kind defaults to Deployment */
export function autoscalingOf(facts: Facts): Autoscaling[] {
  return [...facts.ofType('autoscaling/HorizontalPodAutoscaler'), ...facts.ofType('keda.sh/ScaledObject')].map(scaler => {
    const reference = asObject(scaler.spec.scaleTargetRef);
    const kind = asText(reference.kind) ?? 'Deployment';
    const name = asText(reference.name) ?? '';
    const group = (asText(reference.apiVersion) ?? (scaler.group === 'keda.sh' ? 'apps/v1' : 'v1')).split('/').slice(0, -1).join('/');
    const type = group === '' ? kind : `${group}/${kind}`;
    return { scaler, field: 'spec.scaleTargetRef', kind, name, type: type in SCALABLE ? type : undefined, target: facts.find(type, scaler.place, name) };
  });
}
