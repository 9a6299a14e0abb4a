import * as kplus from 'cdk8s-plus-28';
import { CachePlan, CacheUsers, ModelCache, planCache } from './model-cache';
import { HUB_CACHE_VARIABLE, HUB_OFFLINE_VARIABLE, ModelReader, PreloadPlan, planPreload } from './model-preload';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { formatBytes, parseBytes, sizeToQuantity } from '../../kubernetes/quantity';
import { ContainerSpec } from '../container/container';
import { WeightsReader, WeightsSource, weightsSource } from '../lifecycle/weights-source';
import { CACHE_NOT_WRITABLE, UNPROVEN_CACHE } from '../notices';
import { WorkloadPodProps } from '../template/pod-template-props';

/** What a pattern knows of the pods that read a model. Where it says nothing, there may be any number of pods on any nodes, and no engine. */
export interface ModelUse extends Partial<CacheUsers> {
  /** What the engine serves, and its command line; absent where the container says it, or nobody. */
  readonly engine?: Pick<ModelReader, 'model' | 'args'>;
  /** How large the weights are: `140Gi`. */
  readonly weights?: string;
  /** What an init container that starts again takes along besides itself: the controller of groups creates all pods of its group again. */
  readonly restartsWith?: string;
  /** After how many seconds the work is given up. */
  readonly deadline?: { readonly field: string; readonly seconds: number };
}

/** Pods as far as a model concerns them. */
type ModelPod = Pick<WorkloadPodProps, 'modelCache' | 'preload' | 'security' | 'securityContext' | 'sidecars' | 'containers'> & { readonly container: ContainerSpec };

/** Where one pod finds its model, and who brings it. */
export interface ModelPlan {
  readonly cache: CachePlan;
  readonly preload?: PreloadPlan;
  /** Of the main container; what the user says goes before. */
  readonly variables: { readonly [name: string]: kplus.EnvValue };
  readonly advice: readonly Finding[];
  /** What an init container that starts again takes along besides itself. */
  readonly restartsWith?: string;
}

/** Pure: the cache, what fills it, and what the main container is told of both. */
export function planModel(props: ModelPod, use: ModelUse = {}): ModelPlan | undefined {
  const { modelCache, container } = props;
  const users: CacheUsers = { pods: use.pods ?? Infinity, called: use.called ?? 'pods', areOnOneNode: use.areOnOneNode };
  const cache = planCache(modelCache, users);
  const args = use.engine?.args ?? [...container.command ?? [], ...container.args ?? []];
  const planned = planPreload(props.preload, cache, { model: use.engine?.model, args, image: container.image });
  const preload = planned && use.restartsWith !== undefined ? { ...planned, container: planned.persistent } : planned;
  if (!modelCache || !cache) {
    return undefined;
  }
  checkContainer(container, cache, preload);
  checkRoom(props, modelCache, use.weights ?? props.preload?._options.weights);
  checkDeadline(preload, use);
  return {
    cache,
    preload,
    variables: variablesOf(cache, preload),
    advice: [...unproven(cache, users), ...notWritable(props, cache, preload, args)],
    restartsWith: use.restartsWith,
  };
}

/** Variables that say where the files of the Hub are. Source: huggingface_hub constants.py */
const HUB_FOLDERS = [HUB_CACHE_VARIABLE, 'HF_HUB_CACHE', 'HUGGINGFACE_HUB_CACHE', 'TRANSFORMERS_CACHE'];

/** What would put two volumes on one path, or let the engine look where nobody has put the model. */
function checkContainer({ volumeMounts, envVariables }: ContainerSpec, { mountPath }: CachePlan, preload: PreloadPlan | undefined): void {
  if (volumeMounts?.some(mount => mount.path === mountPath)) {
    throw duplicate('modelCache.mountPath', mountPath, 'is a mount of the container already, and a path can be mounted once', 'leave that mount out: the cache mounts its volume itself');
  }
  const other = HUB_FOLDERS.find(name => envVariables?.[name] !== undefined);
  if (other && preload?.offline) {
    throw forbidden(`container.envVariables[${other}]`, `preload fills ${mountPath}, and the engine would look elsewhere without asking the Hub`, 'leave it out, or set modelCache.mountPath');
  }
}

/**
 * A volume that is too small ends the download, or the pod: the kubelet evicts it above the limit of the volume, and above the sum of what its containers may
 * use of the local disk, to which the volume counts.
 *
 * Source: pkg/kubelet/eviction/eviction_manager.go emptyDirLimitEviction, podEphemeralStorageLimitEviction (v1.36)
 */
function checkRoom(props: ModelPod, { _kind: kind, _known: { size }, _source: source }: ModelCache, weights: string | undefined): void {
  if (weights === undefined) {
    return;
  }
  const needed = parseBytes('preload.weights', weights);
  const room = size && sizeToQuantity(size);
  if (room !== undefined && parseBytes('modelCache', room) < needed) {
    throw invalid('modelCache', room, `the weights are ${weights}: ${kind === 'emptyDir' ? 'the pod is evicted while they come' : `the volume of claim "${source}" is full before all are there`}`,
      `make it larger than ${weights}, with room for what the engine writes there besides`);
  }
  // Containers beside it have limits in another form.
  const limits = props.containers?.length ? [] : [props.container, ...props.sidecars ?? []].flatMap(each => each.ephemeralStorage ?? []);
  const allowed = limits.reduce((total, limit) => total + parseBytes('container.ephemeralStorage', limit), 0);
  if (kind === 'emptyDir' && limits.length > 0 && allowed < needed) {
    throw invalid('container.ephemeralStorage', formatBytes(allowed), `the cache is on the local disk of the pod, and the weights are ${weights}: the pod is evicted while they come`,
      `ask for more than ${weights}: what is on the local disk counts to it`);
  }
}

function checkDeadline(preload: PreloadPlan | undefined, { deadline }: ModelUse): void {
  if (preload && deadline && deadline.seconds <= preload.seconds) {
    throw invalid(deadline.field, `${deadline.seconds}s`, `the preload may take ${preload.seconds} s, and nothing would have run by then`,
      'allow more, or say with preload.time how long it takes at most');
  }
}

/** Only what the user may say otherwise. With a filled cache the engine asks nobody at its start: a Hub that is down stops no pod. */
function variablesOf(cache: CachePlan, preload: PreloadPlan | undefined): ModelPlan['variables'] {
  return {
    [HUB_CACHE_VARIABLE]: kplus.EnvValue.fromValue(cache.mountPath),
    ...(preload?.offline || cache.readOnly ? { [HUB_OFFLINE_VARIABLE]: kplus.EnvValue.fromValue('1') } : {}),
  };
}

function unproven({ unproven: isUnproven, source }: CachePlan, { pods, called }: CacheUsers): Finding[] {
  return isUnproven ? [{
    ...noticed(UNPROVEN_CACHE),
    field: 'modelCache',
    message: `Required value: ${pods === Infinity ? 'any number of' : `up to ${pods}`} ${called} share the claim "${source}"; if one node alone can mount it, the others never start`,
    help: 'say what the claim allows: ModelCache.claimName(name, { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY] })',
  }] : [];
}

/** transformers keeps code of a repository in `HF_MODULES_CACHE`, which is a folder of `HF_HOME` where nobody says otherwise. */
const CODE_FLAGS = ['--trust-remote-code', '--trust_remote_code'];
const CODE_VARIABLE = 'HF_MODULES_CACHE';

/** The kubelet changes the owner of no folder of the node, whatever fsGroup says. Source: pkg/volume/hostpath/host_path.go SetUpAt, GetAttributes (v1.36) */
function notWritable(props: ModelPod, cache: CachePlan, preload: PreloadPlan | undefined, args: readonly string[]): Finding[] {
  const notice = { ...noticed(CACHE_NOT_WRITABLE), field: 'modelCache' };
  if (props.modelCache!._kind === 'hostPath' && !cache.readOnly && isOtherThanRoot(props)) {
    return [{
      ...notice,
      message: `Invalid value: ${JSON.stringify(cache.source)}: a folder that the kubelet makes belongs to root, and ${preload ? preload.container.name : 'the main container'} runs as somebody else`,
      help: 'make the folder on each node for that user beforehand, or put the cache on a claim, whose files fsGroup opens',
    }];
  }
  const code = CODE_FLAGS.find(flag => args.includes(flag));
  return cache.readOnly && code && props.container.envVariables?.[CODE_VARIABLE] === undefined ? [{
    ...notice,
    message: `Invalid value: ${JSON.stringify(cache.source)}: it is read-only, and with ${code} the code of the model is copied to a folder in it`,
    help: `give that a folder of its own: envVariables: { ${CODE_VARIABLE}: kplus.EnvValue.fromValue('/tmp/hf-modules') }`,
  }] : [];
}

function isOtherThanRoot({ security, securityContext, container }: ModelPod): boolean {
  const user = container.securityContext?.user ?? securityContext?.user ?? security?._options.user;
  return user === undefined ? security?._isHardened === true : user !== 0;
}

/** Where the engine finds the weights: brought by the preloader, in the cache, on a volume of the user's, or nowhere. */
export function weightsOfModel({ modelCache, preload }: Pick<WorkloadPodProps, 'modelCache' | 'preload'>, reader: WeightsReader): WeightsSource {
  const cache = planCache(modelCache, { pods: 1, called: 'pods' });
  if (preload || cache?.readOnly) {
    return { kind: 'present', text: preload ? 'the preloader brings them' : 'the cache is read-only, so somebody else filled it' };
  }
  return weightsSource({
    ...reader,
    variables: { ...(cache ? { [HUB_CACHE_VARIABLE]: cache.mountPath } : {}), ...reader.variables },
    mounts: [...(cache ? [{ path: cache.mountPath, isKept: cache.isKept }] : []), ...reader.mounts],
  });
}
