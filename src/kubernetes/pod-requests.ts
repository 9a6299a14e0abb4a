import { canonical, parseQuantity } from './validation/quantities';
import { PlainObject } from '../base/plain';
import { asList, asObject, objectAt } from '../base/reading';

/** Amounts of resources by name, exact: in units of 10^-9. */
export type Requests = ReadonlyMap<string, bigint>;

/**
 * What a pod asks of its node: its containers and sidecars together, or what an init container needs beside the sidecars before it, whichever is more; and the
 * overhead. A limit without a request is one. Devices that are claimed are no part of it.
 *
 * Source: component-helpers resource/helpers.go PodRequests, AggregateContainerRequests (v0.36); pkg/apis/core/v1/defaults.go SetDefaults_Pod (v1.36)
 */
export function requestsOfPod(spec: PlainObject): Requests {
  let running = sumOf(asList(spec.containers).map(requestsOfContainer));
  let sidecars: Requests = new Map();
  let starting: Requests = new Map();
  for (const container of asList(spec.initContainers)) {
    const own = requestsOfContainer(container);
    if (container.restartPolicy === 'Always') {
      sidecars = sumOf([sidecars, own]);
      running = sumOf([running, own]);
      starting = mostOf(starting, sidecars);
    } else {
      starting = mostOf(starting, sumOf([sidecars, own]));
    }
  }
  // Those of the whole pod take the place of the containers' own.
  const ofPod = requestsOfContainer(spec);
  return sumOf([new Map([...mostOf(running, starting), ...ofPod]), amountsOf(asObject(spec.overhead))]);
}

/** The sum for each resource. */
export function sumOf(parts: readonly Requests[]): Requests {
  const result = new Map<string, bigint>();
  parts.forEach(part => part.forEach((amount, name) => result.set(name, (result.get(name) ?? 0n) + amount)));
  return result;
}

/** So many pods of one kind. */
export function timesOf(count: number, one: Requests): Requests {
  return new Map([...one].map(([name, amount]) => [name, BigInt(count) * amount]));
}

/** Whether a resource is counted in bytes: memory and storage. */
export function isOfBytes(resource: string): boolean {
  return resource === 'memory' || /storage$|^hugepages-/.test(resource);
}

/** As somebody would write it: bytes with a binary unit. */
export function amountText(resource: string, nano: bigint): string {
  return canonical({ nano, text: '', notation: isOfBytes(resource) ? 'binary' : 'decimal' });
}

function requestsOfContainer(container: PlainObject): Requests {
  const { limits, requests } = objectAt(container, 'resources');
  return amountsOf({ ...asObject(limits), ...asObject(requests) });
}

function amountsOf(amounts: PlainObject): Requests {
  return new Map(Object.entries(amounts).flatMap(([name, value]) => {
    const quantity = parseQuantity(value);
    return quantity === undefined ? [] : [[name, quantity.nano] as const];
  }));
}

function mostOf(one: Requests, other: Requests): Requests {
  const result = new Map(one);
  other.forEach((amount, name) => {
    const known = result.get(name) ?? 0n;
    result.set(name, amount > known ? amount : known);
  });
  return result;
}
