import { asObject } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { nearestName } from '../../../../base/text/nearest-name';
import { unfilledPlace } from '../../../../knowledge/unfilled-places';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { surelyNamed } from '../../../facts/made';
import { PodReference, fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Report, Rule } from '../../rule';

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
      const keys = new KeysOf(kind);
      podReferencesTo(facts, kind)
        .filter(reference => !reference.isOptional)
        .forEach(reference => checkKeys(facts, report, reference, keys));
    }
  },
};

function checkKeys(facts: Facts, report: Report, reference: PodReference, known: KeysOf): void {
  const { kind } = known;
  const { pods, name, keys } = reference;
  const object = surelyNamed(facts, kind, pods.place, name);
  if (!object) {
    return;
  }
  for (const { key, path } of keys) {
    const isThere = DATA[kind].some(part => Object.hasOwn(asObject(object.body[part]), key));
    const others = isThere ? [] : known.in(object);
    if (others.length > 0 && others.every(other => unfilledPlace(other) === undefined)) {
      const near = nearestName(key, others.slice(0, 100));
      report(pods.carrier, {
        field: fieldOf(reference, path),
        message: `Not found: ${JSON.stringify(key)}: ${object.toString()} has no such key`,
        notes: [`its keys are: ${listed(others)}`, ...(near === undefined ? [] : [`did you mean ${near}?`])],
        help: 'correct the key, or add it to the object',
      });
    }
  }
}

/** Keys of objects, read once: each of many containers may ask for another one that is not there. */
class KeysOf {
  private readonly read = new Map<Manifest, readonly string[]>();

  constructor(public readonly kind: keyof typeof DATA) {}

  /** None for an object that a controller fills. */
  public in(object: Manifest): readonly string[] {
    let keys = this.read.get(object);
    if (!keys) {
      keys = object.body.type === 'kubernetes.io/service-account-token' ? [] : DATA[this.kind].flatMap(part => Object.keys(asObject(object.body[part])));
      this.read.set(object, keys);
    }
    return keys;
  }
}
