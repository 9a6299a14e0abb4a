import { podSets } from './carried-pods';
import { Facts } from './facts';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText } from '../../base/reading';

/** An object that a pod names. */
export interface PodReference {
  readonly pods: PodSet;
  readonly name: string;
  /** The pod does without it. */
  readonly isOptional: boolean;
  /** Keys of a ConfigMap or Secret that it asks for, with the path of each below `path`. */
  readonly keys: readonly { readonly key: string; readonly path: string }[];
  /** The kubelet tries without it and logs a warning. */
  readonly isTried: boolean;
  /** Path below the container or the pod spec, up to the map that holds the name. */
  readonly path: string;
  readonly nameKey: string;
  readonly container?: PlacedContainer;
}

/** Path of what is named, or of something near it. */
export function fieldOf(reference: PodReference, path: string = joined(reference.path, reference.nameKey)): string {
  return reference.container ? `${reference.container.field}.${path}` : reference.pods.at(path);
}

type Kind = 'ConfigMap' | 'Secret' | 'ServiceAccount' | 'PriorityClass' | 'RuntimeClass';
type Found = (kind: Kind, reference: Pick<PodReference, 'path'> & Partial<PodReference>) => void;

/** What the pods of all sets name, by kind. */
export function podReferences(facts: Facts): ReadonlyMap<string, readonly PodReference[]> {
  const result = new Map<string, PodReference[]>();
  for (const pods of facts.get(podSets)) {
    const found: Found = (kind, { name, ...more }) => {
      if (name !== undefined) {
        const reference = { pods, name, isOptional: false, keys: [], isTried: false, nameKey: 'name', ...more };
        const list = result.get(kind);
        if (list) {
          list.push(reference);
        } else {
          result.set(kind, [reference]);
        }
      }
    };
    readPod(pods, found);
    pods.containers.forEach(container => readContainer(container, found));
    readVolumes(pods, found);
  }
  return result;
}

function readPod({ spec }: PodSet, found: Found): void {
  const account = asText(spec.serviceAccountName) === undefined ? 'serviceAccount' : 'serviceAccountName';
  found('ServiceAccount', { name: asText(spec[account]), path: '', nameKey: account });
  found('PriorityClass', { name: asText(spec.priorityClassName), path: '', nameKey: 'priorityClassName' });
  found('RuntimeClass', { name: asText(spec.runtimeClassName), path: '', nameKey: 'runtimeClassName' });
  if (spec.imagePullSecrets !== undefined) {
    asList(spec.imagePullSecrets).forEach((each, index) => found('Secret', { name: asText(each.name), path: `imagePullSecrets[${index}]`, isTried: true }));
  }
}

function readContainer(container: PlacedContainer, found: Found): void {
  const { env, envFrom } = container.container;
  if (env !== undefined) {
    asList(env).forEach((variable, index) => {
      if (variable.valueFrom === undefined) {
        return;
      }
      const from = asObject(variable.valueFrom);
      readKey(found, 'ConfigMap', from.configMapKeyRef, `env[${index}].valueFrom.configMapKeyRef`, container);
      readKey(found, 'Secret', from.secretKeyRef, `env[${index}].valueFrom.secretKeyRef`, container);
    });
  }
  if (envFrom !== undefined) {
    asList(envFrom).forEach((source, index) => {
      readWhole(found, 'ConfigMap', source.configMapRef, `envFrom[${index}].configMapRef`, container);
      readWhole(found, 'Secret', source.secretRef, `envFrom[${index}].secretRef`, container);
    });
  }
}

function readKey(found: Found, kind: Kind, value: unknown, path: string, container: PlacedContainer): void {
  if (value !== undefined) {
    const reference = asObject(value);
    const key = asText(reference.key);
    found(kind, {
      name: asText(reference.name),
      path,
      container,
      isOptional: reference.optional === true,
      keys: key === undefined ? [] : [{ key, path: `${path}.key` }],
    });
  }
}

function readWhole(found: Found, kind: Kind, value: unknown, path: string, container: PlacedContainer): void {
  if (value !== undefined) {
    const reference = asObject(value);
    found(kind, { name: asText(reference.name), path, container, isOptional: reference.optional === true });
  }
}

/** Volumes of storage systems that take credentials. Source: k8s.io/api core/v1 types.go (v0.36) */
const CREDENTIALS: readonly (readonly [volume: string, field: string])[] = [
  ['csi', 'nodePublishSecretRef'], ['flexVolume', 'secretRef'], ['cephfs', 'secretRef'], ['rbd', 'secretRef'], ['iscsi', 'secretRef'],
];

function readVolumes({ spec }: PodSet, found: Found): void {
  asList(spec.volumes).forEach((volume, index) => {
    const at = `volumes[${index}]`;
    readFiles(found, 'ConfigMap', volume.configMap, `${at}.configMap`, 'name');
    readFiles(found, 'Secret', volume.secret, `${at}.secret`, 'secretName');
    if (volume.projected !== undefined) {
      asList(asObject(volume.projected).sources).forEach((source, place) => {
        readFiles(found, 'ConfigMap', source.configMap, `${at}.projected.sources[${place}].configMap`, 'name');
        readFiles(found, 'Secret', source.secret, `${at}.projected.sources[${place}].secret`, 'name');
      });
    }
    for (const [kind, field] of CREDENTIALS) {
      if (volume[kind] !== undefined) {
        found('Secret', { name: asText(asObject(asObject(volume[kind])[field]).name), path: `${at}.${kind}.${field}` });
      }
    }
    if (volume.azureFile !== undefined) {
      found('Secret', { name: asText(asObject(volume.azureFile).secretName), path: `${at}.azureFile`, nameKey: 'secretName' });
    }
  });
}

function readFiles(found: Found, kind: Kind, value: unknown, path: string, nameKey: string): void {
  if (value !== undefined) {
    const source = asObject(value);
    found(kind, { name: asText(source[nameKey]), path, nameKey, isOptional: source.optional === true, keys: keysOf(source, path) });
  }
}

function keysOf(source: PlainObject, path: string): PodReference['keys'] {
  return asList(source.items).flatMap((item, index) => {
    const key = asText(item.key);
    return key === undefined ? [] : [{ key, path: `${path}.items[${index}].key` }];
  });
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Objects of a kind that pods name: `ConfigMap`, `Secret`, `ServiceAccount`, `PriorityClass`, `RuntimeClass`. */
export function podReferencesTo(facts: Facts, kind: string): readonly PodReference[] {
  return facts.get(podReferences).get(kind) ?? [];
}
