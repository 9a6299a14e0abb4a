import { ApiObject } from 'cdk8s';
import { podNamesOfAll } from './pod-names';
import { Plain, PlainObject, isObject } from '../base/plain';
import { asList, asText, objectAt } from '../base/reading';
import { quotedPattern } from '../base/text/pattern';

/*
 * Names of the claims of a workload's pods, read from the manifests that carry them.
 */

/** What a carrier says of claims: names of templates, of volumes that live with their pod, and of claims that are there already. */
interface CarriedClaims {
  readonly templates: readonly string[];
  readonly ephemeral: readonly string[];
  readonly named: readonly string[];
}

/**
 * A regular expression of the names; undefined where the pods have no claims. Of a template the name of the pod stands behind its own, of a volume that lives
 * with its pod before it.
 *
 * Source: pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaimName;
 * pkg/controller/volume/ephemeral (v1.36)
 */
export function claimNamesOf(objects: readonly ApiObject[]): string | undefined {
  const carried = objects.map(object => ({ object, claims: claimsIn(object) }));
  const having = (list: 'templates' | 'ephemeral', name: string) => podNamesOfAll('workload', carried.filter(({ claims }) => claims[list].includes(name)).map(({ object }) => object));
  const all = (list: keyof CarriedClaims) => [...new Set(carried.flatMap(({ claims }) => claims[list]))];
  const patterns = [
    ...all('templates').map(name => `${quotedPattern(name)}-(${having('templates', name)})`),
    ...all('ephemeral').map(name => `(${having('ephemeral', name)})-${quotedPattern(name)}`),
    ...all('named').map(quotedPattern),
  ];
  return patterns.length === 0 ? undefined : patterns.join('|');
}

function claimsIn(object: ApiObject): CarriedClaims {
  const { spec } = object.toJson() as { readonly spec?: Plain };
  const volumes = listsIn(spec, 'volumes');
  return {
    templates: listsIn(spec, 'volumeClaimTemplates').flatMap(({ metadata }) => asText(objectAt(metadata).name) ?? []),
    ephemeral: volumes.flatMap(({ name, ephemeral }) => (isObject(ephemeral) ? asText(name) ?? [] : [])),
    named: volumes.flatMap(({ persistentVolumeClaim }) => asText(objectAt(persistentVolumeClaim).claimName) ?? []),
  };
}

/** The entries of all lists of that name, wherever they stand. */
function listsIn(value: Plain | undefined, field: string): PlainObject[] {
  if (Array.isArray(value)) {
    return value.flatMap(each => listsIn(each as Plain, field));
  }
  if (!isObject(value)) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => (key === field ? [...asList(inner)] : listsIn(inner as Plain, field)));
}
