import { PodSet } from './pod-set';
import { mayPatch } from '../../base/findings/origin';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asShown, asText, asTexts, isPresent, ownValue } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { Manifest } from '../../kubernetes/manifest';

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A label selector as data. */
export interface Selector {
  readonly equals: readonly (readonly [key: string, value: string])[];
  readonly expressions: readonly Expression[];
  /** As written, for messages and as a key. */
  readonly text: string;
}

/** `spec.selector` of a Service: a bare map. */
export function selectorOfMap(map: unknown): Selector {
  return new WrittenSelector(pairs(map), [], asObject(map));
}

/** Its text is made when somebody asks: most selectors are asked for their pods alone. */
class WrittenSelector implements Selector {
  constructor(
    public readonly equals: Selector['equals'],
    public readonly expressions: readonly Expression[],
    private readonly written: PlainObject,
  ) {}

  public get text(): string {
    return JSON.stringify(this.written);
  }
}

/** A `LabelSelector`: `matchLabels` and `matchExpressions`. */
export function labelSelector(value: unknown): Selector {
  const body = asObject(value);
  const expressions = asList(body.matchExpressions).map(each => ({
    key: asText(each.key) ?? '',
    operator: asText(each.operator) ?? '',
    values: asTexts(each.values),
  }));
  return new WrittenSelector(pairs(body.matchLabels), expressions, isPresent(body.matchExpressions) ? body : asObject(body.matchLabels));
}

function pairs(map: unknown): [string, string][] {
  const labels = asObject(map);
  return Object.keys(labels).map(key => [key, asShown(labels[key])]);
}

/** An empty selector: everything in the namespace. */
export function isEverything(selector: Selector): boolean {
  return selector.equals.length === 0 && selector.expressions.length === 0;
}

/** Whether some pod of the set can carry what the selector asks for. */
export function selects(selector: Selector, pods: PodSet): boolean {
  return selector.equals.every(([key, value]) => canCarry(pods, key, value)) && selector.expressions.every(each => canMeet(pods, each));
}

/** Whether some pod of the set can carry this label with this value. */
export function canCarry(pods: PodSet, key: string, value: string): boolean {
  const added = ownValue(pods.added, key);
  if (added) {
    return added.allows(value);
  }
  const own = ownValue(pods.labels, key);
  return own === undefined ? mayBeAdded(pods, key) : own === value;
}

/** Whether no label of the set contradicts the selector, where its controller may add any label: it merges the template with one of its own. Otherwise as `selects`. */
export function maySelect({ equals, expressions, ...selector }: Selector, pods: PodSet): boolean {
  const stands = (key: string) => !pods.hasOpenLabels || Object.hasOwn(pods.labels, key);
  return selects({ ...selector, equals: equals.filter(([key]) => stands(key)), expressions: expressions.filter(({ key }) => stands(key)) }, pods);
}

/** Keys under which people write what a workload is called. */
const NAMING = ['app', 'app.kubernetes.io/instance', 'app.kubernetes.io/name', 'k8s-app', 'name', 'run'];

/** Whether the pods are called so under another of the usual keys: `app.kubernetes.io/name` for `app`. */
export function isUnderAnotherKey({ labels }: PodSet, key: string, value: string): boolean {
  return NAMING.includes(key) && !Object.hasOwn(labels, key) && NAMING.some(other => ownValue(labels, other) === value);
}

/** Controllers that this library does not know add labels under a domain of theirs. */
function mayBeAdded(pods: PodSet, key: string): boolean {
  return pods.hasOpenLabels && key.includes('/');
}

function canMeet(pods: PodSet, { key, operator, values }: Expression): boolean {
  const added = ownValue(pods.added, key);
  const own = ownValue(pods.labels, key);
  const present = added !== undefined || own !== undefined;
  switch (operator) {
    case 'In': return values.some(value => canCarry(pods, key, value));
    case 'NotIn': return added !== undefined || own === undefined || !values.includes(asShown(own));
    case 'Exists': return present || mayBeAdded(pods, key);
    case 'DoesNotExist': return !present;
    default: return true; // Not an operator: the API server says so.
  }
}

/** Whether the labels alone satisfy the selector, as the API server asks of a workload's own template. */
/** Whether its selector and the labels of its template are whole: no kustomization writes what they lack. */
export function hasWholeSelector({ origin: { kustomized }, kind }: Manifest): boolean {
  return kustomized === undefined || !kustomized.addsSelectors && !mayPatch(kustomized, kind);
}

export function matchesLabels(selector: Selector, labels: PlainObject): boolean {
  return selector.equals.every(([key, value]) => ownValue(labels, key) === value) && selector.expressions.every(({ key, operator, values }) => {
    const own = ownValue(labels, key);
    switch (operator) {
      case 'In': return own !== undefined && values.includes(asShown(own));
      case 'NotIn': return own === undefined || !values.includes(asShown(own));
      case 'Exists': return own !== undefined;
      case 'DoesNotExist': return own === undefined;
      default: return true;
    }
  });
}

/** What keeps a set from being selected, label by label. */
export function differences(selector: Selector, pods: PodSet): string[] {
  const wrong = selector.equals.filter(([key, value]) => !canCarry(pods, key, value)).map(([key, value]) => {
    const label = ownValue(pods.labels, key);
    const own = ownValue(pods.added, key)?.text ?? (label === undefined ? undefined : JSON.stringify(label));
    return own === undefined ? `it has no label ${key}` : `its ${key} is ${own}, not ${JSON.stringify(value)}`;
  });
  const unmet = selector.expressions.filter(each => !canMeet(pods, each)).map(each => `it does not meet ${each.key} ${each.operator} ${listed(each.values)}`.trimEnd());
  return [...wrong, ...unmet];
}
