import { asList, asObject, asShown } from '../../../../base/reading';
import { SharedStore } from '../../../../knowledge/engines/engine';
import { parseQuantity } from '../../../../kubernetes/validation/quantities';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';

/** An object store, and where it will lie. */
export interface PlacedStore {
  readonly pods: PodSet;
  readonly placed: PlacedContainer;
  /** The size that is written; absent where nobody says one. */
  readonly stated?: { readonly text: string; readonly field: string };
}

/** `/dev/shm` of a container, as far as it is known. */
export interface SharedMemory {
  readonly bytes: number;
  /** As somebody wrote it. */
  readonly text: string;
  readonly field: string;
  /** Bytes that a store takes at least where nobody says a size; absent where nobody has sized the volume or the memory. */
  readonly leastStore?: number;
}

/** What a container runtime gives. Source: containerd pkg/cri/server (64 MiB shm mount) */
const WITHOUT_VOLUME = { bytes: 64 * 2 ** 20, text: '64Mi' };
/** Memory in use at the start is not shared out. */
const OF_FREE_MEMORY = 0.9;

/** Undefined where nobody knows. */
export function sharedMemoryOf({ pods, placed }: PlacedStore, store: SharedStore): SharedMemory | undefined {
  const { limits, requests } = asObject(placed.container.resources) as { readonly [list: string]: unknown };
  const limit = sizeOf(asObject(limits).memory);
  const mount = asList(placed.container.volumeMounts).find(({ mountPath }) => asShown(mountPath).replace(/\/$/, '') === '/dev/shm');
  if (!mount) {
    // KubeRay mounts one as large as the limit, or the request where there is none.
    const own = pods.open ? limit ?? sizeOf(asObject(requests).memory) : pods.spec.hostIPC === true ? undefined : WITHOUT_VOLUME;
    return own && { ...own, field: `${placed.field}.volumeMounts` };
  }
  const volumes = asList(pods.spec.volumes);
  const index = volumes.findIndex(({ name }) => name === mount.name);
  const emptyDir = asObject(volumes[index]?.emptyDir);
  const given = [sizeOf(emptyDir.sizeLimit), limit].filter(size => size !== undefined);
  // It is cut to the limit of the pod.
  const [size] = given.sort((one, other) => one.bytes - other.bytes);
  const leastStore = limit && Math.min(store.mostOnDisk, Math.floor(limit.bytes * store.share * OF_FREE_MEMORY));
  return emptyDir.medium === 'Memory' && size ? { ...size, field: pods.at(`volumes[${index}].emptyDir`), leastStore } : undefined;
}

function sizeOf(value: unknown): { readonly bytes: number; readonly text: string } | undefined {
  const quantity = parseQuantity(value);
  return quantity && { bytes: Number(quantity.nano / 1_000_000_000n), text: quantity.text };
}
