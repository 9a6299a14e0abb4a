import { NEWEST } from '../../../src/checks/cluster';
import { Facts } from '../../../src/checks/facts/facts';
import { Manifest } from '../../../src/checks/facts/manifest';
import { podIndex } from '../../../src/checks/facts/pod-index';
import { selectorOfMap } from '../../../src/checks/facts/selector';
import { PlainObject } from '../../../src/pod/plain';

/** An object as it stands in a file. */
export function object(apiVersion: string, kind: string, name: string, spec: object = {}, more: object = {}): PlainObject {
  return { apiVersion, kind, metadata: { name, namespace: 'ml' }, spec, ...more } as PlainObject;
}

export function factsOf(...objects: readonly PlainObject[]): Facts {
  return new Facts(objects.map(body => new Manifest(body, {}, NEWEST)), { isWhole: true });
}

/** A pod template with labels. */
export function pods(labels: object = {}): object {
  return { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] } };
}

/** The carriers whose pods can carry the labels, with their role. */
export function selectedBy(facts: Facts, labels: { readonly [key: string]: string }): string[] {
  return facts.get(podIndex).select('ml', selectorOfMap(labels)).map(each => each.toString());
}
