import * as kplus from 'cdk8s-plus-28';
import { checkExtraResources, extraLimits } from './extra-resources';
import { Memory, MemoryPlan, planMemory } from './memory';
import { forbidden } from '../../base/errors/invalid-input';
import { Plain, PlainObject, compact } from '../../base/plain';
import { parseBytes, parseCores, quantityNumber, sizeToQuantity } from '../../kubernetes/quantity';
import { refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/** The part of a container that speaks of resources. */
interface ResourceSpec {
  readonly cpu?: string;
  readonly memory?: Memory;
  readonly ephemeralStorage?: string;
  readonly resources?: kplus.ContainerResources;
  readonly extendedResources?: { [name: string]: number };
  readonly hugePages?: { [pageSize: string]: string };
}

/** What is asked for twice, or in figures that contradict each other. */
export function checkResources(field: string, spec: ResourceSpec): void {
  if (spec.cpu !== undefined) {
    parseCores(`${field}.cpu`, spec.cpu);
  }
  if (spec.ephemeralStorage !== undefined) {
    parseBytes(`${field}.ephemeralStorage`, spec.ephemeralStorage);
  }
  const twice = ([['cpu', spec.resources?.cpu], ['memory', spec.resources?.memory], ['ephemeralStorage', spec.resources?.ephemeralStorage]] as const)
    .find(([name, given]) => given !== undefined && spec[name] !== undefined);
  if (twice) {
    throw forbidden(`${field}.${twice[0]}`, `resources.${twice[0]} says it as well`, 'keep one of them');
  }
  checkLimits(`${field}.resources`, spec.resources);
  checkExtraResources(field, spec, asksForBasics(spec));
}

function asksForBasics({ cpu, memory, resources }: ResourceSpec): boolean {
  const { cpu: cores, memory: bytes } = resources ?? {};
  return [cpu, memory, cores?.request, cores?.limit, bytes?.request, bytes?.limit].some(each => each !== undefined);
}

function checkLimits(field: string, given: kplus.ContainerResources | undefined): void {
  const pairs = [
    ['cpu', 'cpu', given?.cpu?.request?.amount, given?.cpu?.limit?.amount],
    ['memory', 'memory', given?.memory?.request?.asString(), given?.memory?.limit?.asString()],
    ['ephemeralStorage', 'ephemeral-storage', given?.ephemeralStorage?.request?.asString(), given?.ephemeralStorage?.limit?.asString()],
  ] as const;
  for (const [name, resource, request, limit] of pairs) {
    const parse = name === 'cpu' ? parseCores : quantityNumber;
    const amounts = [['request', request], ['limit', limit]] as const;
    amounts.forEach(([kind, amount]) => amount !== undefined && parse(`${field}.${name}.${kind}`, amount));
    if (request === undefined && limit === undefined) {
      continue;
    }
    refusePart(() => ({ field: `${field}.${name}.request`, help: 'lower the request, or raise the limit' }),
      ({ validateContainerResources }, scope) =>
        validateContainerResources({ requests: compact({ [resource]: request }), limits: compact({ [resource]: limit }) }, scope, Path.root('')));
  }
}

/** Requests and limits. Devices appear as limits only: Kubernetes makes the requests equal, and refuses any other. */
export function renderResources(
  field: string, spec: ResourceSpec, memory: MemoryPlan | undefined, devices: { readonly [resource: string]: number | string } = {},
  claims: readonly PlainObject[] = []): PlainObject {
  const given = spec.resources;
  const own = memory?.quantity ?? planMemory(`${field}.memory`, spec.memory, undefined).quantity;
  const size = (value: { asString(): string } | undefined): Plain => (value === undefined ? undefined : sizeToQuantity(value as never));
  return compact({
    requests: compact({
      'cpu': spec.cpu ?? given?.cpu?.request?.amount,
      'memory': own ?? size(given?.memory?.request),
      'ephemeral-storage': spec.ephemeralStorage ?? size(given?.ephemeralStorage?.request),
    }),
    limits: compact({
      'cpu': given?.cpu?.limit?.amount,
      'memory': own ?? size(given?.memory?.limit),
      'ephemeral-storage': spec.ephemeralStorage ?? size(given?.ephemeralStorage?.limit),
      ...extraLimits(spec),
      ...devices,
    }),
    claims: [...claims],
  });
}
