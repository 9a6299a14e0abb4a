import { ApiObject } from 'cdk8s';
import { readable } from './pod-templates';
import { Manifest } from '../kubernetes/manifest';
import { podSetsOf } from '../lint/facts/carried-pods';
import { RESOURCE_GROUP } from '../lint/facts/device-claims';
import { Facts } from '../lint/facts/facts';
import { PodSet } from '../lint/facts/pod-set';
import { Workload } from '../workloads/handle/workload';
import { objectsIn } from '../workloads/objects-of-app';

/** An object that carries pods of a workload, as it stands in the manifests, so that patches and late additions count. */
export interface Carrier {
  readonly workload: Workload;
  readonly object: ApiObject;
  readonly manifest: Manifest;
  readonly pods: readonly PodSet[];
}

/** What carries the pods of workloads, and the facts about them. */
export interface CarriedWorkloads {
  readonly facts: Facts;
  readonly carriers: readonly Carrier[];
}

/** Kinds besides carriers that say something of their pods. */
const BESIDE: ReadonlySet<string> = new Set(['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass']);

/**
 * Reads what carries the pods of workloads. What cannot be rendered yet is left out: it says so at synth.
 */
export function carriedWorkloads(workloads: readonly Workload[]): CarriedWorkloads {
  const read = workloads.flatMap(workload => workload.apiObjects
    .flatMap(object => {
      const manifest = readable(object);
      return manifest ? [{ workload, object, manifest }] : [];
    }));
  const [first] = read;
  const around = first === undefined ? [] : objectsIn(first.object.node.root);
  const beside = around.filter(({ apiGroup, kind }) => apiGroup === RESOURCE_GROUP && BESIDE.has(kind)).flatMap(object => readable(object) ?? []);
  const facts = new Facts([...read.map(({ manifest }) => manifest), ...beside]);
  return { facts, carriers: read.map(each => ({ ...each, pods: podSetsOf(facts, each.manifest) })) };
}
