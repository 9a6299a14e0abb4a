import { PlacedStore, sharedMemoryOf } from './shared-memory';
import { asList, asObject, asShown, objectAt } from '../../../../base/reading';
import { RAY_START } from '../../../../knowledge/engines/ray';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSetsOf } from '../../../facts/carried-pods';
import { commandFlag, hasCommandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { variableState } from '../../../facts/image-use';
import { PodSet } from '../../../facts/pod-set';
import { UNKNOWN } from '../../../facts/shell-arithmetic';
import { CLUSTERS } from '../../../kinds/ray';
import { Report, Rule } from '../../rule';

/** Objects of tasks lie in shared memory, or nowhere that is fast. */
export const rayStoreBeyondSharedMemory: Rule = {
  id: 'AIW2519',
  title: 'Ray object store does not fit into /dev/shm',
  class: 'risky',
  reason: 'The store lies in /dev/shm, which has 64 MiB without a volume. Where that is not more than the store, Ray puts it on the disk of the container, and a store of more than 10 GB does not start at all. '
    + 'Without a number the store takes 30 % of the memory.',
  source: 'ray python/ray/_private/services.py determine_plasma_store_config, ray_constants.py REQUIRE_SHM_SIZE_THRESHOLD (2.53); ray-project/kuberay ray-operator/controllers/ray/common/pod.go addEmptyDir (v1.6.1)',
  remedy: 'Mount an emptyDir with medium: Memory at /dev/shm, larger than the store and smaller than the memory limit; with KubeRay leave it out, which makes it as large as the limit.',
  appliesTo: ['RayCluster', 'RayJob', 'RayService', 'every carrier of pods that runs ray start'],
  but: 'a store of more than 10 GB: error; where nobody says a size, and a volume is smaller than 30 % of the memory: info',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      commands.filter(({ engine }) => engine === RAY_START).forEach(command => checkCommand(pods, command, report));
    }
    for (const [type, path] of CLUSTERS) {
      facts.ofType(type).forEach(object => checkParameters(facts, object, path, report));
    }
  },
};

const STORE = RAY_START.cluster!.store!;

/** What an operator starts, it tells in its own way. */
function checkCommand(pods: PodSet, command: EngineCommand, report: Report): void {
  const flag = commandFlag(command, STORE.size);
  // Behind `ray start` every word is a flag or its value.
  const isWhole = command.isComplete && !command.words.some(({ text }) => text.startsWith(UNKNOWN));
  if (pods.open || hasCommandFlag(command, STORE.folder) || flag === undefined && !isWhole) {
    return;
  }
  checkStore({ pods, placed: command.placed, stated: flag && { text: flag.value ?? '', field: flag.field } }, report);
}

/** Sets of a Ray cluster come in the order of the manifest: the head, then the groups of workers. */
function checkParameters(facts: Facts, object: Manifest, path: readonly string[], report: Report): void {
  const cluster = objectAt(object.spec, ...path);
  const groups = [
    { group: asObject(cluster.headGroupSpec), field: 'headGroupSpec' },
    ...asList(cluster.workerGroupSpecs).map((group, index) => ({ group, field: `workerGroupSpecs[${index}]` })),
  ];
  podSetsOf(facts, object).forEach((pods, index) => {
    const { group, field } = groups[index];
    const text = asShown(asObject(group.rayStartParams)[STORE.parameter]);
    const [placed] = pods.containers;
    if (placed) {
      checkStore({ pods, placed, stated: { text, field: `${['spec', ...path, field].join('.')}.rayStartParams[${STORE.parameter}]` } }, report);
    }
  });
}

function checkStore(each: PlacedStore, report: Report): void {
  const { pods, placed: { container }, stated } = each;
  const shared = sharedMemoryOf(each, STORE);
  const bytes = stated ? numberIn(stated.text) : shared?.leastStore;
  if (shared === undefined || bytes === undefined || bytes < shared.bytes) {
    return;
  }
  const starts = bytes <= STORE.mostOnDisk || variableState(container, STORE.allowed) !== 'unset';
  const what = stated ? `an object store of ${bytes} bytes` : 'the object store, which takes 30 % of the memory,';
  report(pods.carrier, {
    field: stated?.field ?? shared.field,
    message: `Invalid value: ${JSON.stringify(stated?.text ?? shared.text)}: ${what} does not fit into /dev/shm of ${shared.text}: ${starts ? 'it lies on the disk of the container' : 'Ray does not start'}`,
    class: !stated ? 'advice' : starts ? 'risky' : 'broken',
    help: stated ? 'lower it, or make /dev/shm larger' : 'mount an emptyDir with medium: Memory at /dev/shm that is larger, or say --object-store-memory',
  });
}

function numberIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
