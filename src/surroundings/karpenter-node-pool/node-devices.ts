import { valuesAsked } from './asked-labels';
import { Demands } from './demands';
import { KarpenterNodePoolProps } from './props';
import { RequirementPlan, requirement } from './requirement';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { listed } from '../../base/text/listed';
import { AwsDevice, awsDevicesOf } from '../../knowledge/aws-instances';
import { GpuLabels } from '../../knowledge/karpenter';
import { Target } from '../../target-cluster/target';

/** Which devices nodes have, and how many. */
export interface NodeDevices {
  /** Value of the label that NVIDIA's feature discovery writes. */
  readonly product?: string;
  /** Machines of AWS that will do; empty where nobody knows. */
  readonly machines: readonly AwsDevice[];
  /** Devices of a node, each number that is allowed; absent where nobody says. */
  readonly sizes?: readonly number[];
}

/** Written once a node is there, so Karpenter has to be told before. */
export const PRODUCT_LABEL = 'nvidia.com/gpu.product';

/** Pure: the devices that the pods ask for, and the nodes that have as many. */
export function planNodeDevices(props: KarpenterNodePoolProps, demands: Demands, target: Target): NodeDevices {
  const product = productOf(demands);
  const machines = machinesOf(props, demands, product);
  return { product, machines, sizes: sizesOf(props, demands, target, machines) };
}

function productOf({ pooled }: Demands): string | undefined {
  const products = valuesAsked(pooled, PRODUCT_LABEL);
  if (products.length > 1) {
    throw forbidden('workloads', `they ask for ${listed(products)}, and Karpenter gives a node the label of one before it is known which machine it is`, 'make a pool for each product');
  }
  return products[0];
}

function machinesOf({ nodes }: KarpenterNodePoolProps, { resource }: Demands, product: string | undefined): readonly AwsDevice[] {
  const { _provider: provider, _options: { gpuNames } } = nodes;
  if (!provider.isAws || resource === undefined) {
    return [];
  }
  const all = awsDevicesOf(resource, gpuNames ? undefined : product).filter(({ name }) => gpuNames?.includes(name) ?? true);
  if (product !== undefined && gpuNames === undefined && all.length === 0) {
    throw required('nodes.gpuNames', `nobody says which machines have the product ${product} that the pods ask for`, "name it as the provider does: KarpenterNodes.aws('…', { gpuNames: ['h100'] })");
  }
  return all;
}

function sizesOf(
  { devicesPerNode }: KarpenterNodePoolProps, { demands }: Demands, { gpusPerNode }: Target, machines: readonly AwsDevice[],
): readonly number[] | undefined {
  const largest = Math.max(0, ...demands.map(({ devices }) => devices));
  if (largest === 0) {
    return undefined;
  }
  const [field, known] = devicesPerNode ? ['devicesPerNode', devicesPerNode]
    : ['workloads', gpusPerNode === undefined ? [...new Set(machines.flatMap(({ counts }) => counts))] : [gpusPerNode]];
  if (known.length === 0) {
    return undefined;
  }
  const enough = [...known].sort((one, other) => one - other).filter(size => size >= largest);
  if (enough.length === 0) {
    const { what } = demands.find(({ devices }) => devices === largest)!;
    throw invalid(field, largest, `a pod of ${what} has ${largest} devices, and no node has more than ${Math.max(...known)}`, 'spread the work over several pods, or allow larger nodes');
  }
  return enough;
}

/** Requirements that say so in the labels of the provider. */
export function deviceRequirements(
  { nodes }: KarpenterNodePoolProps, { resource, demands }: Demands, { machines, sizes }: NodeDevices,
): RequirementPlan[] {
  const { _provider: provider, _options: { gpuNames } } = nodes;
  const isAccelerator = resource?.startsWith('aws.amazon.com/') ?? false;
  const keys = isAccelerator ? provider.accelerators : provider.gpus;
  if (keys === undefined) {
    return [];
  }
  if (demands.length === 0) {
    return [requirement(keys.count, [], 'no pod asks for devices', 'DoesNotExist')];
  }
  return [
    ...named(keys, gpuNames, resource, machines),
    ...(sizes ? [requirement(keys.count, sizes.map(String), 'at least as many as the largest pod has')] : []),
  ];
}

const MANUFACTURERS: { readonly [domain: string]: string } = { 'nvidia.com': 'nvidia', 'amd.com': 'amd', 'aws.amazon.com': 'aws' };

/** The name says which GPU; memory only where one name stands for several. */
function named(
  keys: GpuLabels, gpuNames: readonly string[] | undefined, resource: string | undefined, machines: readonly AwsDevice[],
): RequirementPlan[] {
  const names = [...new Set(machines.map(({ name }) => name))];
  const manufacturer = resource === undefined ? undefined : MANUFACTURERS[resource.slice(0, resource.indexOf('/'))];
  if (gpuNames) {
    return [requirement(keys.name, gpuNames, 'as given')];
  }
  if (names.length !== 1) {
    return manufacturer === undefined ? [] : [requirement(keys.manufacturer, [manufacturer], `has ${resource}`)];
  }
  const [{ memoryMi }] = machines;
  const isAmbiguous = awsDevicesOf(machines[0].resource).filter(({ name }) => name === names[0]).length > machines.length;
  return [
    requirement(keys.name, names, 'the product that the pods ask for'),
    ...(isAmbiguous && keys.memory !== undefined && memoryMi !== undefined ? [requirement(keys.memory, [String(memoryMi)], 'of that product')] : []),
  ];
}

