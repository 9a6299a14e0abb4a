import { Demand, Demands } from './demands';
import { KarpenterNodePoolProps } from './props';
import { invalid, required } from '../../base/errors/invalid-input';
import { checkExtendedResource } from '../../kubernetes/refused/names';
import { parseQuantity, units } from '../../kubernetes/validation/quantities';

/** What all nodes may have together, and the sum that says so. */
export interface LimitPlan {
  readonly limits: { readonly [resource: string]: string };
  readonly sums: readonly string[];
}

/**
 * Pure: devices in whole nodes. Karpenter adds a node only while all of it fits below the limit, and takes the largest of those that would do for granted until it is
 * there.
 *
 * Source: karpenter pkg/controllers/provisioning/scheduling/scheduler.go filterByRemainingResources, subtractMax (v1.15.0)
 */
export function planLimits(
  { limits: given = {} }: KarpenterNodePoolProps, demands: Demands, sizes: readonly number[] | undefined, spareGpus: number,
): LimitPlan {
  Object.entries(given).forEach(([resource, value]) => { checkLimit(`limits[${resource}]`, resource, value); });
  const { resource } = demands;
  if (resource === undefined || demands.demands.length === 0) {
    return { limits: given, sums: ['none is derived: nothing says how much the nodes of these pods have'] };
  }
  const isGiven = Object.hasOwn(given, resource);
  const unknown = demands.demands.find(({ pods }) => pods.most === undefined);
  if (unknown && !isGiven) {
    throw required(`limits[${resource}]`, `an autoscaler decides how many pods ${unknown.what} has, so nothing says how many devices are enough`, `give ${resource} in limits`);
  }
  if (unknown) {
    return { limits: given, sums: [`${given[resource]} as given: an autoscaler decides how many pods ${unknown.what} has`] };
  }
  if (sizes === undefined) {
    throw required('devicesPerNode', 'limits count whole nodes, and nobody says how many devices a node has', 'give it, or declare it once for all: gpusPerNode of the Target');
  }
  const parts = [...demands.demands.map(demand => inNodes(demand, sizes)), ...rollOut(demands, sizes, spareGpus)];
  const needed = parts.reduce((sum, { devices }) => sum + devices, 0);
  const sums = [...parts.map(({ text }) => text), `together ${parts.map(({ devices }) => devices).join(' + ')} = ${needed}`];
  if (isGiven && Number(units(parseQuantity(given[resource])!)) < needed) {
    throw invalid(`limits[${resource}]`, given[resource], `the workloads need ${needed}: ${parts.map(({ text }) => text).join('; ')}`, `give at least ${needed}, or make the workloads smaller`);
  }
  return { limits: { ...given, [resource]: given[resource] ?? String(needed) }, sums: isGiven ? [`${given[resource]} as given; ${sums.at(-1)}`] : sums };
}

interface Part {
  readonly devices: number;
  readonly text: string;
}

/** The nodes of the size that wastes most. */
function inNodes({ what, pods, devices }: Demand, sizes: readonly number[]): Part {
  const most = pods.most!;
  const nodesOf = (size: number) => Math.ceil(most / Math.floor(size / devices));
  const [worst] = sizes.filter(size => size >= devices).sort((one, other) => nodesOf(other) * other - nodesOf(one) * one);
  const nodes = nodesOf(worst);
  return { devices: nodes * worst, text: `${what}: ${most} pods x ${devices}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'} x ${worst} = ${nodes * worst}` };
}

/** One roll-out at a time, of the workload that adds most; or all that the target keeps free for them. */
function rollOut({ surge }: Demands, sizes: readonly number[], spareGpus: number): Part[] {
  const devices = Math.max(surge?.devices ?? 0, spareGpus);
  if (devices === 0) {
    return [];
  }
  const largest = sizes[sizes.length - 1];
  const nodes = Math.ceil(devices / largest);
  const why = surge && surge.devices >= spareGpus ? surge.text : `${spareGpus} spare devices of the Target`;
  return [{ devices: nodes * largest, text: `${why}: ${nodes} ${nodes === 1 ? 'node' : 'nodes'} x ${largest} = ${nodes * largest}` }];
}

const BUILT_IN: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods', 'nodes']);

function checkLimit(field: string, resource: string, value: string): void {
  if (!BUILT_IN.has(resource)) {
    checkExtendedResource(field, resource);
  }
  const quantity = parseQuantity(value);
  if (quantity === undefined || quantity.nano < 0n) {
    throw invalid(field, value, 'is no amount', "write it as pods do: '64', '4000Gi'");
  }
}
