import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asText, isPresent } from '../../../../base/reading';
import { SERVE_DEFAULTS, SERVE_LLM_BUILDER } from '../../../../knowledge/ray-serve';
import { PlacedPart, ServeConfig, partsOf, serveDeployments } from '../../../facts/serve-configs';

/** GPUs that replicas of one deployment ask for. */
export interface ReplicaNeed {
  readonly path: string;
  /** How the number of one node comes about. */
  readonly text: string;
  /** Of one replica that must be on one node. */
  readonly together: number;
  /** Of one replica. */
  readonly gpus: number;
  /** The fewest that run at a time. */
  readonly replicas: number;
}

/** What a configuration says; what the code of an application asks for nobody sees. */
export function needsOf(config: ServeConfig): readonly ReplicaNeed[] {
  const models = partsOf(config.content, 'applications').filter(({ part }) => part.import_path === SERVE_LLM_BUILDER)
    .flatMap(({ part, path }) => partsOf(asObject(part.args), 'llm_configs', `${path}.args`));
  return [...serveDeployments(config).flatMap(needOfDeployment), ...models.flatMap(needOfModel)];
}

/** Bundles take the place of what the actor asks for. Source: ray python/ray/serve/_private/config.py ReplicaConfig: the actor runs in the first of them */
function needOfDeployment({ part, path }: PlacedPart): ReplicaNeed[] {
  const bundles = asList(part.placement_group_bundles).map(({ GPU: gpus }) => asNumber(gpus) ?? 0);
  const own = asNumber(asObject(part.ray_actor_options).num_gpus) ?? 0;
  const sum = bundles.reduce((total, each) => total + each, 0);
  const isPacked = part.placement_group_strategy === 'STRICT_PACK';
  const need = bundles.length === 0 ? { together: own, gpus: own, text: `num_gpus ${own}` }
    : { together: isPacked ? sum : Math.max(...bundles), gpus: sum, text: isPacked ? `STRICT_PACK of bundles with ${sum} GPUs` : `a bundle with ${Math.max(...bundles)} GPUs` };
  return need.gpus > 0 ? [{ path, replicas: leastReplicas(part), ...need }] : [];
}

/** One bundle a GPU, on any nodes; what says otherwise is left to it. Older releases want them on one node. */
function needOfModel({ part, path }: PlacedPart): ReplicaNeed[] {
  const { engine_kwargs: engine, accelerator_type: type } = part;
  const isOwn = ['placement_group_config', 'resources_per_bundle', 'accelerator_config'].some(name => isPresent(part[name]));
  const { tensor_parallel_size: tensor = 1, pipeline_parallel_size: pipeline = 1 } = asObject(engine);
  const gpus = (asNumber(tensor) ?? NaN) * (asNumber(pipeline) ?? NaN);
  return isOwn || asText(type)?.startsWith('TPU') === true || !(gpus > 0) ? []
    : [{ path, replicas: leastReplicas(asObject(part.deployment_config)), together: 1, gpus, text: 'a GPU' }];
}

function leastReplicas({ num_replicas: replicas, autoscaling_config: autoscaling }: PlainObject): number {
  const { min_replicas: least, initial_replicas: first } = asObject(autoscaling);
  return asNumber(replicas) ?? asNumber(first) ?? asNumber(least) ?? SERVE_DEFAULTS.replicas;
}
