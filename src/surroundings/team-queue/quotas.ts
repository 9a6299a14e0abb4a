import { demandOf, perDevice, rounded, withoutDevice } from './demand';
import { TeamQueuePlan } from './plan';
import { amountText } from '../../kubernetes/pod-requests';

/** How much of one resource, and by which sum. */
export interface Quota {
  readonly resource: string;
  readonly nominal: string;
  readonly borrowing?: string;
  readonly sum: string;
}

/** The quotas of one kind of nodes, devices first. */
export interface FlavorQuotas {
  readonly flavor: string;
  readonly quotas: readonly Quota[];
}

/** Of each kind of nodes: its devices, and what goes with them. Every kind has the same resources, in the same order, as Kueue asks for. */
export function quotasOf(plan: TeamQueuePlan): FlavorQuotas[] {
  const { flavors, device } = plan;
  const demand = demandOf(plan.objects());
  const each = device === undefined ? new Map<string, bigint>() : perDevice(demand, device);
  const rest = withoutDevice(demand, device);
  const given = flavors.flatMap(({ _quota: { resources } }) => [...resources.keys()]);
  const names = [...new Set([...each.keys(), ...rest.keys(), ...given])].filter(name => name !== device).sort();
  return flavors.map(({ _name: flavor, _quota: quota }, index) => ({
    flavor,
    quotas: [
      ...(device === undefined ? [] : [ofDevice(device, quota)]),
      ...names.map(resource => derived(resource, quota, { each: each.get(resource) ?? 0n, rest: index === 0 ? rest.get(resource) ?? 0n : 0n })),
    ],
  }));
}

type Given = TeamQueuePlan['flavors'][number]['_quota'];

function ofDevice(resource: string, { accelerators, borrow }: Given): Quota {
  return { resource, nominal: String(accelerators), borrowing: borrow === undefined ? undefined : String(borrow), sum: 'as given: accelerators' };
}

/** What is asked for with each device, and by pods without devices. */
interface Needs {
  readonly each: bigint;
  readonly rest: bigint;
}

function derived(resource: string, { accelerators = 0, borrow, resources }: Given, { each, rest }: Needs): Quota {
  const given = resources.get(resource);
  const nominal = given ?? rounded(resource, BigInt(accelerators) * each + rest);
  const text = (amount: bigint) => amountText(resource, amount);
  // What is borrowed brings its cores and memory along.
  const borrowing = borrow === undefined ? undefined : text(rounded(resource, BigInt(borrow) * each));
  const sum = given !== undefined ? 'as given: resources' : [
    ...(each > 0n ? [`${accelerators} x ${text(each)} for each device`] : []),
    ...(rest > 0n ? [`${text(rest)} for pods without devices`] : []),
  ].join(' + ') || 'nothing asks for it here';
  return { resource, nominal: text(nominal), borrowing, sum };
}

