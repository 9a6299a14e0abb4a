import * as kplus from 'cdk8s-plus-28';
import { PlainObject } from '../../base/plain';
import { isLate } from '../../given/given-type';

/** Where the weights are when a container starts. */
export interface WeightsSource {
  /**
   * `present`: in the image, on a volume that somebody filled, or brought by an init container. `firstStart`: on a volume that the first start fills.
   * `eachStart`: nowhere.
   */
  readonly kind: 'present' | 'firstStart' | 'eachStart';
  /** `no volume keeps /root/.cache/huggingface`. */
  readonly text: string;
}

/** A folder of a container that is on a volume. */
export interface MountedFolder {
  readonly path: string;
  /** Whether what is written there outlives the pod. */
  readonly isKept: boolean;
}

/** What a container is told about the folder of its weights. */
export interface WeightsReader {
  /** Id on the Hub, or a path. */
  readonly model: string;
  readonly args: readonly string[];
  /** Literal variables. */
  readonly variables: { readonly [name: string]: string | undefined };
  readonly mounts: readonly MountedFolder[];
}

/** Of the images of engines, which run as root. Source: huggingface_hub constants.py */
const HUB_HOME = '/root/.cache/huggingface';

/** Source: vllm/config/load.py (download_dir), huggingface_hub constants.py */
const DOWNLOAD_FLAG = '--download-dir';
const HUB_VARIABLES = ['HF_HUB_CACHE', 'HUGGINGFACE_HUB_CACHE', 'HF_HOME'];

/** Pure: by the model's name, and by what is mounted where the engine puts it. */
export function weightsSource({ model, args, variables, mounts }: WeightsReader): WeightsSource {
  if (/^[./~]/.test(model)) {
    return { kind: 'present', text: `${model} is a folder of the container` };
  }
  const folder = flagValue(args, DOWNLOAD_FLAG) ?? HUB_VARIABLES.map(name => variables[name]).find(value => value !== undefined) ?? HUB_HOME;
  const mount = mounts.filter(each => folder === each.path || folder.startsWith(`${each.path.replace(/\/$/, '')}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (!mount) {
    return { kind: 'eachStart', text: `no volume keeps ${folder}` };
  }
  return mount.isKept
    ? { kind: 'firstStart', text: `the volume at ${mount.path} keeps them after the first start` }
    : { kind: 'eachStart', text: `the volume at ${mount.path} goes with the pod` };
}

/** What a flag of a command line is given, as a word of its own or behind an equals sign. */
export function flagValue(args: readonly string[], flag: string): string | undefined {
  const index = args.findIndex(word => word === flag || !isLate(word) && word.startsWith(`${flag}=`));
  return index < 0 ? undefined : args[index] === flag ? args[index + 1] : args[index].slice(flag.length + 1);
}

const TEMPORARY: readonly string[] = ['emptyDir', 'ephemeral', 'configMap', 'secret', 'projected', 'downwardAPI'];

/** What a container as it was given says of volumes and variables. */
type GivenContainer = Pick<kplus.ContainerOpts, 'volumeMounts' | 'envVariables'>;

/** The folders of a container that are on volumes. */
export function mountedFolders(container: GivenContainer | undefined): MountedFolder[] {
  return (container?.volumeMounts ?? []).map(({ path, volume }) => {
    const source = volume._toKube() as unknown as PlainObject;
    return { path, isKept: !TEMPORARY.some(kind => source[kind] !== undefined) };
  });
}

/** Its variables as texts; one that refers to something else has none. */
export function literalsOf(container: GivenContainer | undefined): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(Object.entries(container?.envVariables ?? {}).map(([name, { value }]) => [name, typeof value === 'string' ? value : undefined]));
}
