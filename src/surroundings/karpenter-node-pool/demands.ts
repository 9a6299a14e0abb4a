import { forbidden } from '../../base/errors/invalid-input';
import { asNumber, asText, objectAt } from '../../base/reading';
import { DO_NOT_DISRUPT } from '../../knowledge/karpenter';
import { acceleratorUses, asksForDevices, podDevices } from '../../lint/facts/accelerators';
import { DEFAULT_GRACE_SECONDS } from '../../lint/facts/draining';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { deploymentUpdate } from '../../lint/kinds/deployment';
import { leaderWorkerSize } from '../../lint/kinds/leader-worker-set';
import { PodCount } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { Carrier, carriedWorkloads } from '../carried';

/** Pods of one kind with the devices of each. */
export interface Demand {
  /** `llama replica`. */
  readonly what: string;
  readonly pods: PodCount;
  readonly devices: number;
}

/** Pods that run on the nodes of the pool. */
export interface PooledPods {
  readonly workload: Workload;
  /** Place of the workload in the list that was given. */
  readonly index: number;
  readonly pods: PodSet;
}

/** What the workloads ask of nodes. */
export interface Demands {
  /** Pods of the pool: those with devices where there are any, else all. */
  readonly pooled: readonly PooledPods[];
  readonly demands: readonly Demand[];
  /** Extended resource of the devices; absent without devices, and for claims of a driver that no device plugin has. */
  readonly resource?: string;
  /** Whether pods claim their devices. */
  readonly isClaimed: boolean;
  /** Pods without devices beside those with some: they run elsewhere. */
  readonly elsewhere: readonly string[];
  /** Devices that a roll-out of one workload takes beside those in use, with its sum; the largest. */
  readonly surge?: { readonly pods: number; readonly devices: number; readonly text: string };
  readonly longestGrace: { readonly seconds: number; readonly what: string };
  readonly longestStart?: { readonly seconds: number; readonly what: string };
  /** Workloads that run until they are done. */
  readonly runs: readonly PooledPods[];
}

/** Reads the workloads as they are in the manifests, and counts as their handles say. */
export function demandsOf(workloads: readonly Workload[]): Demands {
  workloads.forEach((workload, index) => {
    if (workload.apiObjects.length === 0) {
      throw forbidden(`workloads[${index}]`, `the app holds no object of ${workload.name}, so nothing says what its pods ask of nodes`, 'give a pattern, or what Workload.of makes of a workload of the app');
    }
  });
  const { facts, carriers } = carriedWorkloads(workloads);
  checkMakers(workloads, carriers);
  const all = carriers.flatMap(({ workload, pods }) => pods.map(each => ({ workload, index: workloads.indexOf(workload), pods: each })));
  const accelerated = all.filter(({ pods }) => pods.containers.some(asksForDevices));
  const pooled = accelerated.length > 0 ? accelerated : all;
  const demands = workloads.flatMap(workload => demandsOfWorkload(facts, workload, accelerated.filter(each => each.workload === workload)));
  return {
    pooled,
    demands,
    ...devicesOf(pooled, workloads),
    elsewhere: accelerated.length > 0 ? all.filter(each => !accelerated.includes(each)).map(({ pods }) => pods.toString()) : [],
    surge: accelerated.length > 0 ? largestSurge(facts, carriers) : undefined,
    longestGrace: longestGrace(pooled),
    longestStart: longestStart(workloads),
    runs: pooled.filter(({ workload }) => workload.purpose === WorkloadPurpose.RUN),
  };
}

/** Source: karpenter pkg/utils/pod/scheduling.go IsProvisionable; pkg/controllers/provisioning/scheduling/scheduler.go, DaemonOverheadGroup (2026-08) */
function checkMakers(workloads: readonly Workload[], carriers: readonly Carrier[]): void {
  carriers.filter(({ manifest }) => manifest.kind === 'DaemonSet').forEach(({ workload, manifest: { name } }) => {
    throw forbidden(`workloads[${workloads.indexOf(workload)}]`, `Karpenter makes no node for pods of the DaemonSet ${name}: they come to nodes that others need, and it counts there what they ask for`,
      'leave it out, and let its pods tolerate the taints of the pool');
  });
}

/** Whether the pods say that nobody may take their node away, for ever or for a while. */
export function isProtected({ annotations }: PodSet): boolean {
  return /^(true|[0-9.]+(h|m|s).*)$/.test(asText(annotations[DO_NOT_DISRUPT]) ?? '');
}

/** Whether they are protected for ever. */
export function isProtectedForEver({ annotations }: PodSet): boolean {
  return annotations[DO_NOT_DISRUPT] === 'true';
}

/** By role where the handle knows the devices; a workload of cdk8s-plus-28 says them in its manifest alone. */
function demandsOfWorkload(facts: Facts, workload: Workload, pooled: readonly PooledPods[]): Demand[] {
  const roles = workload.roles.filter(({ devicesPerPod }) => devicesPerPod > 0);
  return roles.length > 0
    ? roles.map(({ name, devicesPerPod: devices }) => ({ what: `${workload.name} ${name}`, pods: workload._count({ role: name }), devices }))
    : pooled.map(({ pods }) => ({ what: pods.toString(), pods: workload._count({}), devices: podDevices(facts, pods)?.count ?? 1 }));
}

function devicesOf(pooled: readonly PooledPods[], workloads: readonly Workload[]): Pick<Demands, 'resource' | 'isClaimed'> {
  const uses = pooled.flatMap(({ pods }) => pods.containers.flatMap(acceleratorUses)).filter(({ count }) => count !== 0);
  const byPlugin = new Set(uses.map(({ resource }) => resource));
  if (byPlugin.size > 1) {
    throw forbidden('workloads', `their pods ask for ${[...byPlugin].join(' and ')}, and a node has one kind of devices`, 'make a pool for each');
  }
  const accelerators = workloads.flatMap(({ roles }) => roles.flatMap(({ accelerator }) => accelerator ?? []));
  const claimed = accelerators.filter(accelerator => accelerator._claim !== undefined);
  const ofClaims = claimed.some(accelerator => accelerator._isNvidia) ? 'nvidia.com/gpu' : undefined;
  return { resource: [...byPlugin][0] ?? ofClaims, isClaimed: claimed.length > 0 };
}

/** One roll-out at a time: two of them wait for each other, as they do without a pool. */
function largestSurge(facts: Facts, carriers: readonly Carrier[]): Demands['surge'] {
  const surges = carriers.flatMap(({ workload, manifest, pods }) => {
    const [devices, isSet] = [pods.reduce((sum, each) => sum + (podDevices(facts, each)?.count ?? 0), 0), manifest.kind === 'LeaderWorkerSet'];
    const count = isSet ? groupSurge(manifest.spec) : manifest.kind === 'Deployment' ? deploymentSurge(workload, manifest.spec) : 0;
    const size = isSet ? leaderWorkerSize(manifest).size : 1;
    const each = isSet ? devicesOfGroup(facts, pods, size) : devices;
    return count > 0 && each > 0 ? [{ pods: count * size, devices: count * each, text: `a roll-out of ${workload.name} adds ${count} x ${each}` }] : [];
  });
  return surges.sort((one, other) => other.devices - one.devices)[0];
}

function deploymentSurge(workload: Workload, spec: Parameters<typeof deploymentUpdate>[0]): number {
  const { least, most = least } = workload._count({});
  return deploymentUpdate(spec, most)?.surge ?? 0;
}

function groupSurge(spec: Parameters<typeof deploymentUpdate>[0]): number {
  const surge = objectAt(spec, 'rolloutStrategy', 'rollingUpdateConfiguration').maxSurge;
  return typeof surge === 'number' ? surge : 0;
}

function devicesOfGroup(facts: Facts, pods: readonly PodSet[], size: number): number {
  const of = (each: PodSet | undefined) => (each && podDevices(facts, each)?.count) ?? 0;
  return of(pods[0]) + of(pods[1]) * (size - 1);
}

function longestGrace(pooled: readonly PooledPods[]): Demands['longestGrace'] {
  return pooled.map(({ pods }) => ({ seconds: asNumber(pods.spec.terminationGracePeriodSeconds) ?? DEFAULT_GRACE_SECONDS, what: pods.toString() }))
    .reduce((one, other) => (other.seconds > one.seconds ? other : one), { seconds: 0, what: 'no pod' });
}

function longestStart(workloads: readonly Workload[]): Demands['longestStart'] {
  return workloads.flatMap(({ name, roles }) => roles.flatMap(({ startSeconds: seconds }) => seconds === undefined ? [] : [{ seconds, what: name }]))
    .sort((one, other) => other.seconds - one.seconds)[0];
}
