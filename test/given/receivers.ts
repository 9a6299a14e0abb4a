import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BASES, Plain, makerOf } from './hostile-constructs';
import { CLASSES, STRUCTS } from '../../src/given/types.generated';
import * as library from '../../src/index';
import { temporaryFolder } from '../hygiene/temporary';

/*
 * Every public method of the library on something that has it, with arguments that are well: a new method is called here as soon as the table has it.
 */

/** Something with methods. */
export type Receiver = { readonly [method: string]: (...given: unknown[]) => unknown };

const { Checks, ChecksValidation, DeviceRequest, LeaderWorkerBackend, ResourceClaim } = library;

const constructed = (owner: string, props: object = {}) => (chart: Chart) => new (makerOf(owner))(chart, 'Odd', { ...BASES[owner](), ...props });
const group = constructed('LeaderWorkerGroup', { size: 3, groups: 2, parallelism: undefined, backend: LeaderWorkerBackend.leaderWorkerSet() }) as
  (chart: Chart) => library.LeaderWorkerGroup;

/** How one comes by an instance of each class with methods. */
const RECEIVERS: { readonly [owner: string]: (chart: Chart) => object } = {
  ...Object.fromEntries(Object.keys(BASES).map(owner => [owner, constructed(owner)])),
  LeaderWorkerGroup: group,
  GpuInferenceDeployment: constructed('GpuInferenceDeployment', { autoscaling: undefined, replicas: 1 }),
  SpotInference: constructed('SpotInference', { autoscaling: undefined, replicas: 3, floor: library.OnDemandFloor.replicas(1) }),
  SpotInferencePart: chart => (constructed('SpotInference', { autoscaling: undefined, replicas: 3, floor: library.OnDemandFloor.replicas(1) })(chart) as library.SpotInference).spot,
  FleetApp: () => new library.FleetApp({ outdir: temporaryFolder('fleet') }),
  DeviceClass: constructed('DeviceClass', { extendedResourceName: 'nvidia.com/sliced' }),
  GroupHandle: chart => group(chart).group(1),
  PodTemplate: chart => group(chart).leader,
  DeviceClaim: chart => new ResourceClaim(chart, 'Odd', { requests: [DeviceRequest.nvidia({ name: 'gpus' })] }),
  DeviceRequest: () => DeviceRequest.nvidia(),
  Workload: chart => group(chart).workload,
  Checks: chart => Checks.of(chart),
  ChecksValidation: () => new ChecksValidation(),
  SynthesizedObjects: chart => library.SynthesizedObjects.of(group(chart)),
  ObjectChanges: chart => objects(chart).changesFrom(objects(chart)),
};

const objects = (chart: Chart) => library.SynthesizedObjects.of(chart);

let count = 0;
/** Names that nothing else has. */
const fresh = (name: string) => `${name}-${count++}`;
const container = () => ({ image: 'registry.example/log:1', name: fresh('late') });

/** Arguments that are well, by the names of the parameters. */
const ARGUMENTS: { readonly [parameter: string]: (chart: Chart) => unknown } = {
  'id': () => fresh('Clients'),
  'index': () => 1,
  'role': () => 'worker',
  'part': () => ({ role: 'leader', group: 0 }),
  'ordinal': () => 0,
  'zone': () => 'z1',
  'count': () => 1,
  'name': () => fresh('clients'),
  'request': () => 'gpus',
  'ports': () => [{ port: 81 }],
  'options': () => ({}),
  'LeaderWorkerGroup#addService options': () => ({ ports: [{ port: 81 }] }),
  'pattern': () => ({ kind: 'LeaderWorkerSet' }),
  'SynthesizedObjects#objectCountIs count': () => 2,
  'atLeast': () => 'error',
  'kubernetes': () => '1.36',
  'workload': () => 'odd',
  'before': objects,
  'finding': () => ({ id: 'AIW2103', reason: 'the pods are made elsewhere' }),
  'sidecar': container,
  'cont': container,
  'PodTemplate#attachContainer cont': () => new kplus.Container(container()),
  'container': chart => (chart.node.tryFindChild('Holder') as library.LeaderWorkerGroup | undefined ?? holder(chart)).leader.mainContainer,
  'vol': chart => kplus.Volume.fromEmptyDir(chart, fresh('Volume'), fresh('volume')),
};

function holder(chart: Chart): library.LeaderWorkerGroup {
  return new library.LeaderWorkerGroup(chart, 'Holder', BASES.LeaderWorkerGroup() as unknown as library.LeaderWorkerGroupProps);
}

/** `LeaderWorkerGroup#group` and all others. */
export const METHODS: readonly string[] = Object.entries(CLASSES)
  .flatMap(([owner, rows]) => Object.keys(rows).filter(name => name.startsWith('#')).map(name => `${owner}${name}`));

/** What a call of a method gives, each place in its own turn: the whole argument, and each property of one that is a struct. */
export interface Call {
  readonly parameter: string;
  readonly property?: string;
  /** The arguments, with the value in its place. */
  given(chart: Chart, value: unknown): unknown[];
}

export function receiverOf(title: string, chart: Chart): Receiver {
  const [owner] = title.split('#');
  return RECEIVERS[owner](chart) as Receiver;
}

export function callsOf(title: string): Call[] {
  const [owner, method] = title.split('#');
  const parameters = CLASSES[owner][`#${method}`].split('; ').filter(Boolean).map(text => /^(\w+): \??([\w.]+)/.exec(text)!.slice(1));
  const well = (chart: Chart) => parameters.map(([name]) => argumentOf(`${title} ${name}`, name)(chart));
  return parameters.flatMap(([parameter, type], index) => [undefined, ...Object.keys(STRUCTS[type] ?? {})].map((property): Call => ({
    parameter,
    property,
    given: (chart, value) => well(chart).map((each, at) => at === index ? placed(each, property, value) : each),
  })));
}

function argumentOf(own: string, name: string): (chart: Chart) => unknown {
  const make = ARGUMENTS[own] ?? ARGUMENTS[name];
  if (!make) {
    throw new Error(`test/given/receivers.ts has no argument for ${own}: give ARGUMENTS one that is well`);
  }
  return make;
}

function placed(argument: unknown, property: string | undefined, value: unknown): unknown {
  return property === undefined ? value : { ...argument as Plain, [property]: value };
}
