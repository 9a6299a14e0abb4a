/*
 * What Ray Serve reads of a configuration (`serveConfigV2` of a RayService, the file of `serve deploy`). Names that it does not know it passes over in silence.
 *
 * Source: ray python/ray/serve/schema.py, config.py of 2.9.3, 2.20.0, 2.32.0, 2.40.0, 2.49.2, 2.54.0 and 2.60.0
 */

/** A map of the configuration: names that some release has, with the maps below them. */
export interface ServeMap {
  readonly names: ReadonlySet<string>;
  /** Maps, and lists of maps, by name. */
  readonly maps: { readonly [name: string]: ServeMap };
  /** Whether an unknown name is refused. */
  readonly isClosed?: boolean;
}

function map(names: string, maps: ServeMap['maps'] = {}, isClosed = false): ServeMap {
  return { names: new Set([...names.split(' '), ...Object.keys(maps)]), maps, isClosed };
}

const LOGGING = map('encoding log_level logs_dir enable_access_log additional_log_standard_attrs', {}, true);

const AUTOSCALING = map('min_replicas initial_replicas max_replicas target_num_ongoing_requests_per_replica target_ongoing_requests metrics_interval_s look_back_period_s smoothing_factor '
  + 'upscale_smoothing_factor downscale_smoothing_factor upscaling_factor downscaling_factor downscale_delay_s downscale_to_zero_delay_s upscale_delay_s aggregation_function policy');

const ACTOR = map('runtime_env num_cpus num_gpus memory object_store_memory resources accelerator_type label_selector fallback_strategy');

const DEPLOYMENT = map('name num_replicas route_prefix max_concurrent_queries max_ongoing_requests max_queued_requests backpressure_config user_config graceful_shutdown_wait_loop_s '
  + 'graceful_shutdown_timeout_s health_check_period_s health_check_timeout_s placement_group_bundles placement_group_strategy placement_group_bundle_label_selector max_replicas_per_node '
  + 'request_router_config gang_scheduling_config deployment_actors rolling_update_percentage max_surge_percent',
{ autoscaling_config: AUTOSCALING, ray_actor_options: ACTOR, logging_config: LOGGING });

const APPLICATION = map('name route_prefix import_path runtime_env host port autoscaling_policy args external_scaler_enabled', { deployments: DEPLOYMENT, logging_config: LOGGING });

/** The whole of it. */
export const SERVE_CONFIG = map('proxy_location controller_options tracing_config target_capacity', {
  http_options: map('host port root_path request_timeout_s keep_alive_timeout_s ssl_keyfile ssl_certfile ssl_keyfile_password ssl_ca_certs'),
  grpc_options: map('port grpc_servicer_functions request_timeout_s enable_reflection'),
  logging_config: LOGGING,
  applications: APPLICATION,
});

/** Names that releases from this minor of 2 on pass over, with what they have instead. The minors between 2.32, which has them, and 2.40 were not read. */
export const SERVE_ENDED: { readonly [name: string]: { readonly from: number; readonly instead: string } } = {
  max_concurrent_queries: { from: 40, instead: 'max_ongoing_requests' },
  target_num_ongoing_requests_per_replica: { from: 40, instead: 'target_ongoing_requests' },
};

export const PROXY_LOCATIONS: readonly string[] = ['EveryNode', 'HeadOnly', 'Disabled'];

/** What a configuration has that says nothing. Source: schema.py HTTPOptionsSchema, ServeApplicationSchema; config.py AutoscalingConfig, and its default() for `num_replicas: auto` */
export const SERVE_DEFAULTS = { host: '0.0.0.0', port: 8000, application: 'default', route: '/', replicas: 1, leastReplicas: 1, mostReplicas: 1, mostOfAuto: 100 } as const;

/** Paths that its proxy answers itself. Source: ray python/ray/serve/_private/proxy.py; kuberay ray-operator controllers/ray/utils/constant.go RayServeProxyHealthPath */
export const SERVE_HEALTH = '/-/healthz';

/** Name of the port that KubeRay's Service and its probe of workers go by, and the beginning of those of other protocols. Source: constant.go ServingPortName; service.go isServingPort (v1.7) */
export const SERVE_PORT_NAME = 'serve';

/** A variable with which the address is another one. Source: ray python/ray/serve/_private/constants.py */
export const SERVE_HA_PROXY = 'RAY_SERVE_ENABLE_HA_PROXY';

/** Builders of applications that serve models with vLLM: each replica has tensor x pipeline GPUs. Source: ray python/ray/llm/_internal/serve vllm_models.py placement_bundles (2.49.2, 2.60.0) */
export const SERVE_LLM_BUILDER = 'ray.serve.llm:build_openai_app';
