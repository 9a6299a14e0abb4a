import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { podIndex } from '../../../src/lint/facts/pod-index';
import { selectorOfMap } from '../../../src/lint/facts/selector';

/** An object as it stands in a file. */
export function object(apiVersion: string, kind: string, name: string, spec: object = {}, more: object = {}): PlainObject {
  return { apiVersion, kind, metadata: { name, namespace: 'ml' }, spec, ...more } as PlainObject;
}

export function factsOf(...objects: readonly PlainObject[]): Facts {
  return new Facts(objects.map(body => new Manifest(body, {}, DEFAULT_CLUSTER)), { isWhole: true });
}

/** A pod template with labels. */
export function pods(labels: object = {}): object {
  return { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] } };
}

/** The carriers whose pods can carry the labels, with their role. */
export function selectedBy(facts: Facts, labels: { readonly [key: string]: string }): string[] {
  return facts.get(podIndex).select('ml', selectorOfMap(labels)).map(each => each.toString());
}
