import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CachePlan } from './model-cache';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { parseBytes } from '../../kubernetes/quantity';
import { ContainerSpec } from '../container/container';
import { SecretKey } from '../container/environment';
import { Memory } from '../container/memory';
import { flagValue } from '../lifecycle/weights-source';

/**
 * How long a preload may take.
 */
export interface ModelPreloadOptions {
  /**
   * How long the first download takes at most, into an empty cache. Nothing kills the download; this lifts what waits for it: the Deployment's progress
   * deadline, the startup probe of a leader and the wait of the workers in a group.
   *
   * @default Duration.minutes(30)
   */
  readonly time?: Duration;

  /**
   * How much it brings: `140Gi`. A cache whose size is known must hold it.
   *
   * @default - the weights of `modelLoad`, where the pattern has it; else not known
   */
  readonly weights?: string;
}

/**
 * A download from the Hugging Face Hub: of the engine's model, in the revision that its `--revision` names, if any.
 */
export interface HubPreloadOptions extends ModelPreloadOptions {
  /**
   * Repository on the Hub, where no engine says which: `meta-llama/Llama-3.1-8B`.
   *
   * @default - the engine's model; without an engine what `--model`, `--model-path` or `--model_name_or_path` of the container names
   */
  readonly model?: string;

  /**
   * Branch, tag or commit. The program must ask for the same one, since it finds no other in the cache.
   *
   * @default - what `--revision` of the engine or the container names; else the default branch
   */
  readonly revision?: string;

  /**
   * Token for a gated or private model.
   *
   * @default - none: a public model
   */
  readonly token?: SecretKey;

  /**
   * File patterns that are left out. Llama's repositories hold the weights a second time below `original/`.
   *
   * @default - ['original/*']
   */
  readonly ignorePatterns?: string[];

  /**
   * Image with Python and `huggingface_hub`.
   *
   * @default - that of the main container, which is pulled anyway; those of engines have both
   */
  readonly image?: string;
}

/**
 * Fills the model cache before the engine starts: an init container, which ends before the engine begins and holds no device. As a sidecar it
 * would start the engine on half a model; with a GPU of its own it would add one to what the pod needs.
 */
export class ModelPreload {
  /**
   * Downloads a model, the engine's where there is one, from the Hugging Face Hub into the cache. What is there already is not downloaded again, and the
   * main container then starts without asking the Hub (`HF_HUB_OFFLINE`). It tries five times where a failure costs more than the download: in pods
   * of a Job, which fail with their first container, and in groups that are created again as a whole.
   *
   * @param options Token, patterns and time.
   */
  public static fromHub(options: HubPreloadOptions = {}): ModelPreload {
    return new ModelPreload(options, options);
  }

  /**
   * Any program that fills the cache: a copy from object storage, for example. It sees the cache at the same path as the engine.
   *
   * @param container The init container. `restartPolicy`, probes and hooks are refused: it ends.
   * @param options Times.
   */
  public static container(container: ContainerSpec, options: ModelPreloadOptions = {}): ModelPreload {
    return new ModelPreload(options, undefined, container);
  }

  private constructor(
    /** @internal */ public readonly _options: ModelPreloadOptions,
    /** @internal */ public readonly _hub?: HubPreloadOptions,
    /** @internal */ public readonly _container?: ContainerSpec) {}
}

/** The preload of one workload. */
export interface PreloadPlan {
  readonly container: ContainerSpec;
  /** The same where a failure costs more than the download: pods that fail with their first container, groups that are created again. */
  readonly persistent: ContainerSpec;
  readonly seconds: number;
  /** The engine needs nothing from the Hub afterwards. */
  readonly offline: boolean;
  readonly text: string;
}

/** Who reads the model. */
export interface ModelReader {
  /** What an engine serves; absent where no engine is known. */
  readonly model?: string;
  /** Its command line. */
  readonly args: readonly string[];
  /** Image of the container. */
  readonly image: string;
}

export const PRELOAD_CONTAINER = 'model-preload';
export const HUB_CACHE_VARIABLE = 'HF_HOME';
export const HUB_OFFLINE_VARIABLE = 'HF_HUB_OFFLINE';

const DEFAULT_SECONDS = 1800;
const DEFAULT_IGNORED = ['original/*'];
const DOWNLOAD_MEMORY = '4Gi';

/** Files already in the cache are only compared; without a network the copy that is there is taken. Source: huggingface_hub _snapshot_download.py */
const DOWNLOAD_PROGRAM = [
  'import json, os',
  'from huggingface_hub import snapshot_download',
  "snapshot_download(os.environ['MODEL_ID'], revision=os.environ.get('MODEL_REVISION'), ignore_patterns=json.loads(os.environ['MODEL_IGNORE']))",
].join('\n');

/** A pod of a Job fails with its init container, and a group of a LeaderWorkerSet is created again: what passes by itself is tried again before. */
const ATTEMPTS = 5;
const PERSISTENT_PROGRAM = [
  'import json, os, time',
  'from huggingface_hub import snapshot_download',
  'from huggingface_hub.utils import RepositoryNotFoundError, RevisionNotFoundError',
  `for attempt in range(1, ${ATTEMPTS} + 1):`,
  '    try:',
  "        snapshot_download(os.environ['MODEL_ID'], revision=os.environ.get('MODEL_REVISION'), ignore_patterns=json.loads(os.environ['MODEL_IGNORE']))",
  '        break',
  '    except Exception as error:',
  `        if attempt == ${ATTEMPTS} or isinstance(error, (RepositoryNotFoundError, RevisionNotFoundError)):`,
  '            raise',
  `        print(f'attempt {attempt} of ${ATTEMPTS}: {error}', flush=True)`,
  '        time.sleep(10 * 2 ** attempt)',
].join('\n');

/** How long the first download may take at most; 0 without one. */
export function preloadSeconds(preload: ModelPreload | undefined): number {
  const time = preload?._options.time;
  return preload === undefined ? 0 : time ? wholeSeconds('preload.time', time, 1) : DEFAULT_SECONDS;
}

/** Pure: the init container, or nothing. */
export function planPreload(preload: ModelPreload | undefined, cache: CachePlan | undefined, reader: ModelReader): PreloadPlan | undefined {
  if (!preload) {
    return undefined;
  }
  if (!cache) {
    throw required('modelCache', 'preload fills it: an init container leaves nothing behind but what is on a volume', 'for example modelCache: ModelCache.hostPath("/var/lib/models")');
  }
  if (cache.readOnly) {
    throw forbidden('preload', 'the cache is read-only, so no container of these pods can fill it', 'fill it elsewhere and leave preload out, or use a claim with ReadWriteMany and leave readOnly out');
  }
  const seconds = preloadSeconds(preload);
  if (preload._options.weights !== undefined) {
    parseBytes('preload.weights', preload._options.weights);
  }
  if (preload._hub) {
    const model = modelOf(preload._hub, reader);
    const container = hubContainer(preload._hub, { ...reader, model }, cache, reader.model !== undefined);
    return {
      container,
      persistent: { ...container, command: ['python3', '-c', PERSISTENT_PROGRAM] },
      seconds,
      offline: true,
      text: `${PRELOAD_CONTAINER} downloads ${model} into ${cache.mountPath}, at most ${seconds} s`,
    };
  }
  const container = checkContainer(preload._container!);
  return { container, persistent: container, seconds, offline: false, text: `${container.name} fills ${cache.mountPath}, at most ${seconds} s` };
}

/** Flags by which programs name the repository that they load. Source: vllm EngineArgs, sglang ServerArgs, transformers examples ModelArguments */
const MODEL_FLAGS = ['--model', '--model-path', '--model_name_or_path'];

/** What the program asks for: with another model than the one in the cache it would ask a Hub that it may not ask. */
function modelOf(hub: HubPreloadOptions, { model: served, args }: ModelReader): string {
  const asked = served ?? MODEL_FLAGS.map(flag => flagValue(args, flag)).find(value => value !== undefined);
  if (asked === undefined && hub.model === undefined) {
    throw required('preload.model', 'no engine and no flag of the container says which model it loads', "name the repository: ModelPreload.fromHub({ model: 'meta-llama/Llama-3.1-8B' })");
  }
  const isOther = asked !== undefined && hub.model !== undefined && asked !== hub.model;
  if (isOther && (served !== undefined || !isFolder(asked))) {
    throw invalid('preload.model', hub.model, `the container loads ${asked}, and finds it neither in the cache nor, without asking it, on the Hub`, 'leave it out');
  }
  const model = hub.model ?? asked!;
  if (isFolder(model)) {
    throw forbidden('preload', `the engine serves the folder ${model}, and the Hub has repositories like meta-llama/Llama-3.1-70B-Instruct`,
      'name the repository as the model, or fill the folder with ModelPreload.container');
  }
  return model;
}

function isFolder(model: string): boolean {
  return /^[./~]/.test(model);
}

function hubContainer(
  hub: HubPreloadOptions, { model, args, image }: Required<ModelReader>, cache: CachePlan, isServed: boolean): ContainerSpec {
  const revision = revisionOf(hub, args, isServed);
  return {
    name: PRELOAD_CONTAINER,
    image: hub.image ?? image,
    command: ['python3', '-c', DOWNLOAD_PROGRAM],
    memory: Memory.of(DOWNLOAD_MEMORY),
    envVariables: {
      MODEL_ID: kplus.EnvValue.fromValue(model),
      MODEL_IGNORE: kplus.EnvValue.fromValue(JSON.stringify(hub.ignorePatterns ?? DEFAULT_IGNORED)),
      ...(revision === undefined ? {} : { MODEL_REVISION: kplus.EnvValue.fromValue(revision) }),
      [HUB_CACHE_VARIABLE]: kplus.EnvValue.fromValue(cache.mountPath),
    },
    secretEnv: hub.token ? { HF_TOKEN: hub.token } : undefined,
  };
}

/** The program looks the same revision up in the cache; with another one it would find nothing. */
function revisionOf(hub: HubPreloadOptions, args: readonly string[], isServed: boolean): string | undefined {
  const asked = flagValue(args, '--revision');
  if (hub.revision !== undefined && asked === undefined && isServed) {
    throw forbidden('preload.revision', 'the engine asks for the default branch, and finds it neither in the cache nor, without asking it, on the Hub',
      `give the engine the revision, which the preload takes from there: args: ['--revision', '${hub.revision}']`);
  }
  if (hub.revision !== undefined && asked !== undefined && hub.revision !== asked) {
    throw invalid('preload.revision', hub.revision, `the container asks for --revision ${asked}, and finds it neither in the cache nor, without asking it, on the Hub`, 'leave it out');
  }
  return hub.revision ?? asked;
}

/** What would make it something else than a step before the engine. */
function checkContainer(container: ContainerSpec): ContainerSpec {
  if (container.restartPolicy !== undefined) {
    throw forbidden('preload.container.restartPolicy', 'it would make a sidecar, and the engine would start while the weights are still coming', 'leave it out');
  }
  return { ...container, name: container.name ?? PRELOAD_CONTAINER };
}

carriesMistakes(ModelPreload, () => ModelPreload.fromHub());
