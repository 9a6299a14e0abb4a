import { autoscaling } from './autoscaling';
import { claimUses } from './claims';
import { Facts } from './facts';
import { podReferences } from './pod-references';
import { Manifest } from '../../kubernetes/manifest';

/** Kinds of which every name is read here: one that nobody names is of no use. */
const READ: ReadonlySet<string> = new Set(['ConfigMap', 'PersistentVolumeClaim', 'Secret', 'ServiceAccount']);

/** What pods and autoscalers name: `ConfigMap ml/settings`. */
function namedObjects(facts: Facts): ReadonlySet<string> {
  const ofPods = [...facts.get(podReferences)].flatMap(([kind, references]) => references.map(({ pods, name }) => `${kind} ${pods.place}/${name}`));
  const claims = [...facts.get(claimUses).keys()].map(key => `PersistentVolumeClaim ${key}`);
  const targets = facts.get(autoscaling).map(({ scaler, kind, name }) => `${kind} ${scaler.place}/${name}`);
  return new Set([...ofPods, ...claims, ...targets]);
}

/** Whether an object is one that others name to use it, and nobody does. */
export function isNamedByNobody(facts: Facts, object: Manifest, isTarget: boolean): boolean {
  return (isTarget || READ.has(object.kind)) && !facts.get(namedObjects).has(`${object.kind} ${object.place}/${object.name}`);
}
