import { MovedSet } from './source';
import { invalid } from '../../base/errors/invalid-input';
import { Plain, PlainObject } from '../../base/plain';

/** A name of a member in the pod template. */
interface Address {
  readonly text: string;
  readonly container: string;
  /** What follows the name of the Service: `.old.svc`. */
  readonly suffix: string;
  readonly ordinal?: number;
}

/**
 * Members that a pod looks for in its own namespace: `db-0.db`, or `$(POD_NAME).db` which it tells others. After the move half of them are elsewhere, and the name
 * finds nobody.
 */
export function refuseShortAddresses(set: MovedSet, namespace: string): void {
  const short = addressesIn(set).find(({ suffix }) => suffix === '');
  if (short && namespace !== set.namespace) {
    throw invalid('workload', short.text, `in container ${short.container} is looked up in the namespace of the pod that asks, and its members are in two: ${set.namespace} and ${namespace}`,
      `write the whole name, and the namespace of the pod itself from a variable: ${set.name}-0.${set.serviceName}.${set.namespace}.svc, $(POD_NAME).${set.serviceName}.$(POD_NAMESPACE).svc`);
  }
}

/** Whole names of members that move: each is wrong from its stage on. */
export function movedAddresses(set: MovedSet, firstMoved: number): string[] {
  return [...new Set(addressesIn(set).filter(({ suffix, ordinal }) => (
    ordinal !== undefined && ordinal >= firstMoved && (suffix === `.${set.namespace}` || suffix.startsWith(`.${set.namespace}.`)))).map(({ text }) => text))];
}

function addressesIn(set: MovedSet): Address[] {
  if (set.serviceName === undefined) {
    return [];
  }
  const { containers = [], initContainers = [] } = set.pod as { containers?: PlainObject[]; initContainers?: PlainObject[] };
  return [...initContainers, ...containers].flatMap(container => textsIn([container.env, container.command, container.args])
    .flatMap(text => addressesOf(text, set, String(container.name))));
}

const WORD = /[A-Za-z0-9_.$(){}-]+/g;
const VARIABLE = /^\$[A-Za-z0-9_(){}]+$/;

/** A path like `./set-0.set` and a sentence's end are no names. An expression for the end would read a text of dots once from each of them. */
function withoutDotsAround(parts: readonly string[]): string[] {
  const named = parts.flatMap((part, index) => (part === '' ? [] : [index]));
  return named.length === 0 ? [] : parts.slice(named[0], named[named.length - 1] + 1);
}

/** By words and their parts: a text of a user is read once. */
function addressesOf(text: string, { name, serviceName }: MovedSet, container: string): Address[] {
  return (text.match(WORD) ?? []).flatMap(word => {
    const [member = '', service, ...rest] = withoutDotsAround(word.split('.'));
    const number = member.startsWith(`${name}-`) ? member.slice(name.length + 1) : '';
    const isMember = /^[0-9]+$/.test(number);
    return service === serviceName && (isMember || VARIABLE.test(member))
      ? [{ text: word, container, suffix: rest.map(part => `.${part}`).join(''), ordinal: isMember ? Number(number) : undefined }] : [];
  });
}

function textsIn(value: Plain): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
