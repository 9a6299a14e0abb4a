import { requestOfPod, timesAmount } from './amounts';
import { devicesOfPod } from './devices';
import { cutOf, worldOf } from './world';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText } from '../../base/reading';
import { Facts } from '../../lint/facts/facts';
import { jobOf } from '../../lint/facts/job-specs';
import { PodSet } from '../../lint/facts/pod-set';
import { isCount } from '../pods/range';
import { named, Said } from '../said';

/** The sums of one pod of a set. */
export function sumsOfPod(facts: Facts, pods: PodSet): Said[] {
  return [
    ...indexes(facts, pods), ...deviceSum(facts, pods), ...amountSums(pods), ...sharedMemory(pods), ...cutOf(facts, pods), ...worldOf(facts, pods),
  ];
}

/** Indexes of a run, where not all of them run at a time. Source: pkg/controller/job/job_controller.go manageJob (v1.36) */
function indexes(facts: Facts, pods: PodSet): Said[] {
  const job = jobOf(facts, pods);
  const completions = asNumber(job?.spec.completions);
  const parallel = pods.pods ?? 0;
  return job === undefined || !job.isIndexed || completions === undefined || completions <= parallel ? [] : [
    { topic: 'indexes', text: `${completions}, ${parallel} at a time`, subject: pods.carrier, field: `${job.field}.parallelism` },
  ];
}

function deviceSum(facts: Facts, pods: PodSet): Said[] {
  const devices = devicesOfPod(facts, pods);
  const text = devices.map(({ name, count, claim }) => `${count ?? 'some'} ${name}${claim === undefined ? '' : ` of ${claim}, which it shares`}`).join(' + ');
  return devices.length === 0 ? [] : [{ topic: 'devices of a pod', text, subject: pods.carrier, field: devices[0].field }];
}

function amountSums(pods: PodSet): Said[] {
  return (['memory', 'cpu'] as const).flatMap(resource => {
    const amount = requestOfPod(pods, resource);
    return amount === undefined ? [] : [{ topic: `${resource} of a pod`, text: amount.text, subject: pods.carrier, field: amount.field }];
  });
}

/** What is written there counts as memory of the container that writes. Source: pkg/volume/emptydir (v1.36); KEP-1967 (SizeMemoryBackedVolumes) */
function sharedMemory(pods: PodSet): Said[] {
  return asList(pods.spec.volumes).flatMap((volume, index) => {
    const { medium, sizeLimit } = asObject(volume.emptyDir);
    if (medium !== 'Memory') {
      return [];
    }
    const size = typeof sizeLimit === 'string' || typeof sizeLimit === 'number' ? String(sizeLimit) : 'as much as the memory limit allows';
    return [{ topic: 'memory volume', text: `${asText(volume.name) ?? ''} ${size}${mountedAt(pods, volume)}: what is written there counts as memory`, subject: pods.carrier, field: pods.at(`volumes[${index}]`) }];
  });
}

/** ` at /dev/shm`. */
export function mountedAt(pods: PodSet, { name }: PlainObject): string {
  const all = pathsOf(pods).get(name);
  return all === undefined ? '' : ` at ${named([...all])}`;
}

/** A pod may have thousands of volumes, and each of them is asked about. */
const PATHS = new WeakMap<PodSet, ReadonlyMap<unknown, ReadonlySet<string>>>();

/** Paths in the containers of a pod, by volume. */
function pathsOf(pods: PodSet): ReadonlyMap<unknown, ReadonlySet<string>> {
  const known = PATHS.get(pods);
  if (known !== undefined) {
    return known;
  }
  const found = new Map<unknown, Set<string>>();
  for (const { container } of pods.containers) {
    const places = [
      ...asList(container.volumeMounts).map(mount => [mount.name, mount.mountPath]),
      ...asList(container.volumeDevices).map(device => [device.name, device.devicePath]),
    ];
    places.forEach(([name, place]) => {
      const path = asText(place);
      if (path !== undefined) {
        found.set(name, (found.get(name) ?? new Set()).add(path));
      }
    });
  }
  PATHS.set(pods, found);
  return found;
}

/** `4 x 468Gi = 1872Gi`. */
export function memoryInAll(sets: readonly { readonly pods: PodSet; readonly count: number }[]): string | undefined {
  if (!sets.every(({ count }) => isCount(count))) {
    return undefined;
  }
  const parts = sets.map(({ pods, count }) => ({ amount: requestOfPod(pods, 'memory')?.quantity, count })).filter(({ count }) => count > 0);
  if (parts.length === 0 || parts.some(({ amount }) => amount === undefined)) {
    return undefined;
  }
  const alike = new Map<string, { readonly amount: NonNullable<typeof parts[number]['amount']>; count: number }>();
  parts.forEach(({ amount, count }) => {
    const known = alike.get(String(amount!.nano));
    alike.set(String(amount!.nano), { amount: amount!, count: count + (known?.count ?? 0) });
  });
  const terms = [...alike.values()];
  const total = terms.reduce((sum, { amount, count }) => sum + amount.nano * BigInt(count), 0n);
  const sum = terms.map(({ amount, count }) => `${count} x ${timesAmount(amount, 1)}`).join(' + ');
  return `${sum} = ${timesAmount({ ...terms[0].amount, nano: total }, 1)}`;
}
