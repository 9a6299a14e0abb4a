import { listed } from '../../cut';
import { Facts } from '../../facts/facts';
import { Manifest } from '../../facts/manifest';
import { PodReference, fieldOf } from '../../facts/pod-references';
import { asObject } from '../../facts/reading';
import { nearestName } from '../../nearest-name';
import { Report, Rule } from '../rule';

/** Where the keys of each kind stand. */
const DATA: { readonly ConfigMap: readonly string[]; readonly Secret: readonly string[] } = {
  ConfigMap: ['data', 'binaryData'],
  Secret: ['data', 'stringData'],
};

/** Keys that pods ask of a ConfigMap or Secret that is here. */
export const keyNotFound: Rule = {
  id: 'AIW2129',
  title: 'key not found in a config map or secret',
  class: 'broken',
  reason: 'A container that asks for a key which its ConfigMap or Secret lacks is never started (CreateContainerConfigError), and a volume with such an item is never mounted, unless the reference is optional.',
  source: 'pkg/kubelet/kubelet_pods.go makeEnvironmentVariables, pkg/volume/{configmap,secret} MakePayload (v1.36)',
  remedy: 'Correct the key, add it to the object, or mark the reference optional.',
  appliesTo: ['every carrier of pods'],
  but: 'objects without any keys are filled by somebody else and say nothing',
  check: (facts, report) => {
    for (const kind of ['ConfigMap', 'Secret'] as const) {
      facts.podReferences(kind)
        .filter(reference => !reference.isOptional)
        .forEach(reference => checkKeys(facts, report, kind, reference));
    }
  },
};

function checkKeys(facts: Facts, report: Report, kind: keyof typeof DATA, reference: PodReference): void {
  const { pods, name, keys } = reference;
  const object = facts.find(kind, pods.place, name);
  if (!object || facts.named(kind).isAmbiguous(pods.place, name) || facts.isOutside(kind, pods.place, name)) {
    return;
  }
  for (const { key, path } of keys) {
    const isThere = DATA[kind].some(part => Object.hasOwn(asObject(object.body[part]), key));
    const known = isThere ? [] : keysOf(kind, object);
    if (known.length > 0) {
      const near = nearestName(key, known.slice(0, 100));
      report(pods.carrier, {
        field: fieldOf(reference, path),
        message: `Not found: ${JSON.stringify(key)}: ${object.toString()} has no such key`,
        notes: [`its keys are: ${listed(known)}`, ...(near === undefined ? [] : [`did you mean ${near}?`])],
        help: 'correct the key, or add it to the object',
      });
    }
  }
}

/** Nothing for an object that a controller fills. */
function keysOf(kind: keyof typeof DATA, object: Manifest): string[] {
  return object.body.type === 'kubernetes.io/service-account-token' ? [] : DATA[kind].flatMap(part => Object.keys(asObject(object.body[part])));
}
