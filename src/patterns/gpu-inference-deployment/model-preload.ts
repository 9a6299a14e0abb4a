import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CachePlan } from './model-cache';
import { forbidden, required } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { EnginePlan } from '../../engines/engine-plan';
import { carriesMistakes } from '../../given/mistakes/carried';
import { ContainerSpec } from '../../pod/container/container';
import { SecretKey } from '../../pod/container/environment';
import { Memory } from '../../pod/container/memory';

/**
 * How long a preload may take.
 */
export interface ModelPreloadOptions {
  /**
   * How long the first download takes at most, into an empty cache. Nothing kills the download; this lifts the Deployment's progress deadline, so
   * that a roll-out that still downloads is not reported as failed.
   *
   * @default Duration.minutes(30)
   */
  readonly time?: Duration;
}

/**
 * A download from the Hugging Face Hub: of the engine's model, in the revision that its `--revision` names, if any.
 */
export interface HubPreloadOptions extends ModelPreloadOptions {
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
   * @default - the engine's own, which has both and is pulled anyway
   */
  readonly image?: string;
}

/**
 * Fills the model cache before the engine starts: an init container, which ends before the engine begins and holds no device. As a sidecar it
 * would start the engine on half a model; with a GPU of its own it would add one to what the pod needs.
 */
export class ModelPreload {
  /**
   * Downloads the engine's model from the Hugging Face Hub into the cache. What is there already is not downloaded again, and the engine then
   * starts without asking the Hub (`HF_HUB_OFFLINE`).
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
  readonly seconds: number;
  /** The engine needs nothing from the Hub afterwards. */
  readonly offline: boolean;
  readonly text: string;
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

/** Pure: the init container, or nothing. */
export function planPreload(preload: ModelPreload | undefined, cache: CachePlan | undefined, engine: EnginePlan): PreloadPlan | undefined {
  if (!preload) {
    return undefined;
  }
  if (!cache) {
    throw required('modelCache', 'preload fills it: an init container leaves nothing behind but what is on a volume', 'for example modelCache: ModelCache.hostPath("/var/lib/models")');
  }
  if (cache.readOnly) {
    throw forbidden('preload', 'the cache is read-only, so no container of these pods can fill it', 'fill it elsewhere and leave preload out, or use a claim with ReadWriteMany and leave readOnly out');
  }
  const seconds = preload._options.time ? wholeSeconds('preload.time', preload._options.time, 1) : DEFAULT_SECONDS;
  if (preload._hub) {
    return { container: hubContainer(preload._hub, engine, cache), seconds, offline: true, text: `${PRELOAD_CONTAINER} downloads ${engine.model} into ${cache.mountPath}, at most ${seconds} s` };
  }
  const container = checkContainer(preload._container!);
  return { container, seconds, offline: false, text: `${container.name} fills ${cache.mountPath}, at most ${seconds} s` };
}

function hubContainer(hub: HubPreloadOptions, engine: EnginePlan, cache: CachePlan): ContainerSpec {
  const { model } = engine;
  if (model.startsWith('/')) {
    throw forbidden('preload', `the engine serves the folder ${model}, and the Hub has repositories like meta-llama/Llama-3.1-70B-Instruct`,
      'name the repository as the model, or fill the folder with ModelPreload.container');
  }
  const revision = flagValue(engine.args, '--revision');
  return {
    name: PRELOAD_CONTAINER,
    image: hub.image ?? engine.image,
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

/** The engine looks the same revision up in the cache; with another one it would find nothing. */
function flagValue(args: readonly string[], flag: string): string | undefined {
  const index = args.indexOf(flag);
  return index >= 0 ? args[index + 1] : args.find(word => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}

/** What would make it something else than a step before the engine. */
function checkContainer(container: ContainerSpec): ContainerSpec {
  if (container.restartPolicy !== undefined) {
    throw forbidden('preload.container.restartPolicy', 'it would make a sidecar, and the engine would start while the weights are still coming', 'leave it out');
  }
  return { ...container, name: container.name ?? PRELOAD_CONTAINER };
}

carriesMistakes(ModelPreload, () => ModelPreload.fromHub());
