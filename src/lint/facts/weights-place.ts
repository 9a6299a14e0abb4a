import { EngineCommand } from './engine-command';
import { commandsOf, entryScript, usesShell } from './entry-script';
import { Facts } from './facts';
import { ImageMount, mountOf, mountsOf, variableState } from './image-use';
import { imageName } from './images';
import { toldSetting } from './parallelism';
import { PlacedContainer, PodSet } from './pod-set';
import { isKnown } from './shell-words';
import { toldModel } from './told-model';
import { asList, asObject, asText, asTexts, isPresent, objectAt } from '../../base/reading';
import { WeightsCache } from '../../knowledge/engines/engine';
import { Quantity, compareQuantities, parseQuantity } from '../../kubernetes/validation/quantities';

/** An id of a hub, which an engine downloads; anything else may be a path. */
const ID = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

/** Whether an engine with a model of this name asks the hub for it. Other hubs have folders of their own. */
function asksHub({ variables }: EngineCommand, model: string): boolean {
  const isOn = (name: string) => /^(?:1|true|yes|on)$/i.test(variables.get(name) ?? '');
  return ID.test(model) && !['HF_HUB_OFFLINE', 'TRANSFORMERS_OFFLINE', 'VLLM_USE_MODELSCOPE', 'SGLANG_USE_MODELSCOPE'].some(isOn);
}

/** Where an engine puts weights that it downloads. */
export interface Download {
  readonly model: string;
  readonly folder: string;
  /** The volume that holds the folder; undefined for none, which is the disk of the container. */
  readonly mount?: ImageMount;
}

/** Undefined where it downloads nothing, or nobody knows whereto. */
export function downloadOf(pods: PodSet, command: EngineCommand): Download | undefined {
  const model = toldModel(command);
  const { cache } = command.engine.serves ?? {};
  const folder = cache && command.isComplete && model !== undefined && asksHub(command, model) ? cacheFolder(pods, command, cache) : undefined;
  return folder === undefined ? undefined : { model: model!, folder, mount: mountOf(folder, mountsOf(pods, command.placed)) };
}

/** Ends of the folder that a variable leads to. */
const ENDS: { readonly [variable: string]: string } = { HF_HOME: '/hub', XDG_CACHE_HOME: '/huggingface/hub', HOME: '/.cache/huggingface/hub' };

function cacheFolder(pods: PodSet, command: EngineCommand, { flags, variables, folder }: WeightsCache): string | undefined {
  const told = toldSetting(command, { flags });
  if (told) {
    return told.value !== undefined && told.value.startsWith('/') ? told.value : undefined;
  }
  for (const name of variables) {
    const state = variableState(command.placed.container, name);
    if (state !== 'unset') {
      return state === 'unknown' || !isKnown(state.value) || !state.value.startsWith('/') ? undefined : `${state.value.replace(/(?<=[^/])\/+$/, '')}${ENDS[name] ?? ''}`;
    }
  }
  return isPublished(command) && !isOtherUser(pods, command) ? `${folder}${folder.startsWith('/root') ? '/hub' : ''}` : undefined;
}

/** Whether the project itself made the image, so that one knows what is in it. */
export function isPublished({ engine, placed }: EngineCommand): boolean {
  const name = imageName(asText(placed.container.image));
  return name !== undefined
    && (engine.commandLine?.published.test(name.repository) === true || engine.image?.pattern.test(asText(placed.container.image)!) === true);
}

/** Another user has another home. */
function isOtherUser(pods: PodSet, { placed }: EngineCommand): boolean {
  const user = asObject(placed.container.securityContext).runAsUser ?? asObject(pods.spec.securityContext).runAsUser;
  return user !== undefined && user !== 0;
}

/** A path that nothing in a published image has, given to an engine that its container starts by itself. */
export function pathNotMounted(pods: PodSet, command: EngineCommand): string | undefined {
  const model = toldModel(command);
  const isPath = model !== undefined && /^\/[\w./-]+$/.test(model) && !pods.open && isPublished(command) && isAlone(command.placed);
  return isPath && mountOf(model, mountsOf(pods, command.placed)) === undefined ? model : undefined;
}

/** Words of a script that put nothing anywhere. */
const HARMLESS: ReadonlySet<string> = new Set(['set', 'export', 'ulimit', 'echo', 'sleep', 'true', 'nvidia-smi', 'env', 'date', 'hostname']);

/** Whether nothing else runs in the container that could make a folder. */
function isAlone(placed: PlacedContainer): boolean {
  const script = entryScript(placed);
  return script === undefined ? !usesShell(placed) : commandsOf(script).filter(([program]) => !HARMLESS.has(program)).length === 1 && !/[>`]|\$\(/.test(script.text);
}

/** What to ask for: the weights and a third more. */
export function roomFor({ bytes }: { readonly bytes: number }): string {
  return `${Math.ceil(bytes * 4 / 3 / 2 ** 30)}Gi`;
}

/** Size of a volume, and where it is told. */
export interface VolumeSize {
  readonly size: Quantity;
  /** `claim "models"`. */
  readonly text: string;
  /** Whether nothing but the size decides how much there is room for. */
  readonly isLimit: boolean;
  /** Whether it is memory of the container, whose limit the size is. */
  readonly isMemory?: boolean;
}

/** A claim that many nodes may mount is often on a file system that counts nothing. */
export function volumeSize(facts: Facts, pods: PodSet, placed: PlacedContainer, { volume: name, kind }: ImageMount): VolumeSize | undefined {
  const volume = pods.volume(name) ?? {};
  const claim = asText(objectAt(volume, 'persistentVolumeClaim').claimName);
  const spec = kind === 'template'
    ? asObject(asList(pods.carrier.spec.volumeClaimTemplates).find(each => objectAt(each, 'metadata').name === name)?.spec)
    : claim !== undefined ? facts.find('PersistentVolumeClaim', pods.place, claim)?.spec : objectAt(volume, 'ephemeral', 'volumeClaimTemplate', 'spec');
  const requested = spec && !asTexts(spec.accessModes).includes('ReadWriteMany') ? parseQuantity(objectAt(spec, 'resources', 'requests').storage) : undefined;
  if (requested) {
    return { size: requested, text: claim === undefined ? `the claim of volume "${name}"` : `claim "${claim}"`, isLimit: false };
  }
  const limit = isPresent(volume.emptyDir) ? parseQuantity(asObject(volume.emptyDir).sizeLimit) : undefined;
  const memory = objectAt(volume, 'emptyDir').medium === 'Memory' ? memoryLimit(pods, placed) : undefined;
  return memory && (!limit || compareQuantities(memory, limit) < 0)
    ? { size: memory, text: `volume "${name}" in the memory of the container`, isLimit: false, isMemory: true }
    : limit && { size: limit, text: `volume "${name}"`, isLimit: true };
}

/** What a container may write to memory: its pages count as its own. Undefined where the pod has a limit of its own. */
function memoryLimit(pods: PodSet, { container }: PlacedContainer): Quantity | undefined {
  return isPresent(pods.spec.resources) ? undefined : parseQuantity(objectAt(container, 'resources', 'limits').memory);
}
