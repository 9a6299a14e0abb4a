import {
  ADDRESSES_OF_ONE_NODE, CALLED_OTHERWISE, CNI_VERSIONS, FIRST_NETWORK_INTERFACE, INTERFACE_PLUGINS, LONGEST_INTERFACE,
  NETWORKS_ANNOTATION, NETWORK_NAME_PART, NETWORK_RESOURCE_ANNOTATION, OTHER_PLUGINS, POD_INTERFACE,
} from '../../src/knowledge/cni';
import { PCIE_ROOT, NUMA_NODE, DRANET_NUMA_NODE, MIG_PARENT, NETWORK_DRIVERS, lacksAttribute, nvlinkPartition, placesOf } from '../../src/knowledge/device-topology';
import { CLASSES, classOf, classOfDriver, domainOf, hasCapacity } from '../../src/knowledge/drivers';
import { PICKER_PORT, PICKER_QUEUES, POOL_TYPES } from '../../src/knowledge/endpoint-picker';
import { FLAGGER_DEADLINE_SECONDS, FLAGGER_MESHES, FLAGGER_METRICS, FLAGGER_PRIMARY, FLAGGER_SELECTOR_LABELS } from '../../src/knowledge/flagger';
import { COSCHEDULING, VOLCANO } from '../../src/knowledge/gangs';
import { KEDA_COOLDOWN_SECONDS, KEDA_HPA_PREFIX, KEDA_LONGEST_NAME, KEDA_POLLING_SECONDS, KEDA_PROMETHEUS_AUTH_MODES, KEDA_RESOURCE_TRIGGERS } from '../../src/knowledge/keda';
import { INFERENCE_SERVICE_PORT, KSERVE_CONTAINER, KSERVE_TRANSFORMER } from '../../src/knowledge/kserve';
import { RAY_CLUSTER_PATHS, RAY_SERVING } from '../../src/knowledge/kube-ray';
import {
  AUTHENTICATION_READER, ENDED_VERSIONS, MOST_SCORE, MOST_WEIGHT,
  SCHEDULERS_OF_OTHERS, SCHEDULER_PORT, SCHEDULER_ROLES, SCORE_WEIGHTS, SCORING_STRATEGIES,
} from '../../src/knowledge/kube-scheduler';
import { CLUSTERSET_ZONE, KARMADA_POLICIES, MCS_API, MCS_GROUPS, MCS_OLDER_API } from '../../src/knowledge/multi-cluster';
import { QUEUE_NAME, QUEUE_POD_GROUP, QUEUE_PRIORITY, QUEUE_TOPOLOGY, QUEUE_TOPOLOGY_FREE, QUEUE_TOPOLOGY_GROUP } from '../../src/knowledge/queue';
import { PROXY_LOCATIONS, SERVE_CONFIG, SERVE_DEFAULTS, SERVE_ENDED, SERVE_HEALTH, ServeMap } from '../../src/knowledge/ray-serve';
import { HEALTH_PATHS, IMAGE_SERVERS, OWN_POD_ADDRESSES, PROGRAM_SERVERS } from '../../src/knowledge/servers';

/* What programs of others are called, read and answer, written out as their sources have it: a word that changes is noticed by no other test. */

describe('servers', () => {
  const health = [
    '/health', '/healthz', '/healthcheck', '/health_check', '/health_generate', '/health/live', '/health/ready', '/health/liveness', '/health/readiness', '/health/liveliness', '/health/startup', '/live',
    '/livez', '/liveness', '/ready', '/readyz', '/readiness', '/startup', '/startupz', '/ping', '/status', '/api/health', '/api/healthz', '/api/tags', '/api/version', '/v1/health', '/v1/health/ready',
    '/v1/health/live', '/v2/health/ready', '/v2/health/live', '/v1/models', '/-/healthy', '/-/ready', '/-/healthz',
  ];

  test.each(health)('%s is asked for health', path => {
    expect(HEALTH_PATHS.has(path)).toBe(true);
  });

  test('no other path is', () => {
    expect(HEALTH_PATHS.size).toBe(health.length);
    expect([...OWN_POD_ADDRESSES]).toEqual(['localhost', '127.0.0.1', '::1']);
  });

  test('images listen on these ports, and answer these paths', () => {
    const portsOf = (server: typeof IMAGE_SERVERS[number]) => server.ports.map(({ port, flags, variable }) => [port, flags, variable]);
    const found = IMAGE_SERVERS.map(each => [each.repositories, portsOf(each), each.paths?.health]);

    expect(found).toEqual([
      [['huggingface/text-embeddings-inference'], [[80, ['--port', '-p'], 'PORT'], [9000, ['--prometheus-port'], 'PROMETHEUS_PORT']], ['/health', '/ping']],
      [['ollama/ollama'], [[11434, [], 'OLLAMA_HOST']], ['/', '/api/version', '/api/tags', '/v1/models']],
    ]);
  });

  test('Ollama reads these variables', () => {
    const { prefix, names } = IMAGE_SERVERS[1].variables!;

    expect(prefix).toBe('OLLAMA_');
    expect(names.map(name => name.slice(prefix.length)).sort()).toEqual([
      'AUTH', 'CONTEXT_LENGTH', 'DEBUG', 'DEBUG_LOG_REQUESTS', 'EDITOR', 'FLASH_ATTENTION', 'GO_TEMPLATE', 'GPU_OVERHEAD', 'HOST', 'IGPU_ENABLE', 'INTEL_GPU', 'KEEP_ALIVE', 'KV_CACHE_TYPE', 'LLM_LIBRARY',
      'LOAD_TIMEOUT', 'MAX_LOADED_MODELS', 'MAX_QUEUE', 'MAX_TRANSFER_STREAMS', 'MAX_VRAM', 'MODELS', 'MULTIUSER_CACHE', 'NEW_ENGINE', 'NOHISTORY', 'NOPRUNE', 'NO_CLOUD', 'NUM_PARALLEL', 'ORIGINS',
      'REMOTES', 'RUNNERS_DIR', 'SCHED_SPREAD', 'TMPDIR', 'VULKAN',
    ]);
  });

  test('the router of vLLM listens for its own pod alone, on two ports', () => {
    const [router, ...others] = PROGRAM_SERVERS;

    expect(others).toEqual([]);
    expect([router.program, router.module]).toEqual(['vllm-router', 'vllm_router.launch_router']);
    expect(router.ports).toEqual([
      { port: 30000, flags: ['--port'], address: { flags: ['--host'], host: '127.0.0.1' } }, { port: 29000, flags: ['--prometheus-port'], address: { flags: ['--prometheus-host'], host: '127.0.0.1' } },
    ]);
    expect(router.foreign).toEqual(['--routing-logic', '--static-backends', '--static-models', '--k8s-namespace', '--k8s-label-selector', '--k8s-port', '--dynamic-config-json']);
  });
});

describe('Ray Serve', () => {
  const namesOf = (map: ServeMap) => [...map.names].sort().join(' ');
  const { applications } = SERVE_CONFIG.maps;
  const { deployments } = applications.maps;

  test.each<[string, ServeMap, string]>([
    ['a configuration', SERVE_CONFIG, 'applications controller_options grpc_options http_options logging_config proxy_location target_capacity tracing_config'],
    ['http_options', SERVE_CONFIG.maps.http_options, 'host keep_alive_timeout_s port request_timeout_s root_path ssl_ca_certs ssl_certfile ssl_keyfile ssl_keyfile_password'],
    ['grpc_options', SERVE_CONFIG.maps.grpc_options, 'enable_reflection grpc_servicer_functions port request_timeout_s'],
    ['logging_config', SERVE_CONFIG.maps.logging_config, 'additional_log_standard_attrs enable_access_log encoding log_level logs_dir'],
    ['an application', applications, 'args autoscaling_policy deployments external_scaler_enabled host import_path logging_config name port route_prefix runtime_env'],
    ['a deployment', deployments, 'autoscaling_config backpressure_config deployment_actors gang_scheduling_config graceful_shutdown_timeout_s graceful_shutdown_wait_loop_s health_check_period_s '
      + 'health_check_timeout_s logging_config max_concurrent_queries max_ongoing_requests max_queued_requests max_replicas_per_node max_surge_percent name num_replicas '
      + 'placement_group_bundle_label_selector placement_group_bundles placement_group_strategy ray_actor_options request_router_config rolling_update_percentage route_prefix user_config'],
    ['autoscaling_config', deployments.maps.autoscaling_config, 'aggregation_function downscale_delay_s downscale_smoothing_factor downscale_to_zero_delay_s downscaling_factor initial_replicas '
      + 'look_back_period_s max_replicas metrics_interval_s min_replicas policy smoothing_factor target_num_ongoing_requests_per_replica target_ongoing_requests upscale_delay_s '
      + 'upscale_smoothing_factor upscaling_factor'],
    ['ray_actor_options', deployments.maps.ray_actor_options, 'accelerator_type fallback_strategy label_selector memory num_cpus num_gpus object_store_memory resources runtime_env'],
  ])('%s has these names', (_, map, names) => {
    expect(namesOf(map)).toBe(names);
  });

  test('a logging configuration alone is closed, and stands in three places', () => {
    const { http_options, grpc_options } = SERVE_CONFIG.maps;
    const { autoscaling_config, ray_actor_options } = deployments.maps;

    expect([SERVE_CONFIG, applications, deployments].map(({ maps }) => maps.logging_config.isClosed)).toEqual([true, true, true]);
    expect([SERVE_CONFIG, applications, deployments].map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
    expect([http_options, grpc_options, autoscaling_config, ray_actor_options].map(({ isClosed }) => isClosed)).toEqual([false, false, false, false]);
  });

  test('names that ended, places of the proxy, and what is filled in', () => {
    expect(SERVE_ENDED).toEqual({
      max_concurrent_queries: { from: 40, instead: 'max_ongoing_requests' }, target_num_ongoing_requests_per_replica: { from: 40, instead: 'target_ongoing_requests' },
    });
    expect(PROXY_LOCATIONS).toEqual(['EveryNode', 'HeadOnly', 'Disabled']);
    expect(SERVE_DEFAULTS).toEqual({ host: '0.0.0.0', port: 8000, application: 'default', route: '/', replicas: 1, leastReplicas: 1, mostReplicas: 1, mostOfAuto: 100 });
    expect([SERVE_HEALTH, RAY_SERVING]).toEqual(['/-/healthz', 'ray.io/serve']);
    expect(RAY_CLUSTER_PATHS).toEqual({ RayCluster: [], RayJob: ['rayClusterSpec'], RayService: ['rayClusterConfig'] });
  });
});

describe('secondary networks', () => {
  test('a plugin reaches other nodes or not, and takes a device or not', () => {
    const named = (reach: string, needsDevice: boolean) => INTERFACE_PLUGINS
      .filter(each => each.reach === reach && (each.needsDevice ?? false) === needsDevice).map(({ type }) => type);

    expect(named('nodes', false)).toEqual(['macvlan', 'ipvlan', 'vlan', 'ipoib', 'ovs']);
    expect(named('nodes', true)).toEqual(['sriov', 'ib-sriov', 'host-device', 'accelerated-bridge']);
    expect(named('node', false)).toEqual(['bridge', 'ptp', 'dummy', 'tap', 'loopback']);
    expect(named('node', true)).toEqual([]);
  });

  test('other plugins and other names', () => {
    expect([...OTHER_PLUGINS].sort()).toEqual([
      'antrea', 'aws-cni', 'azure-vnet', 'bandwidth', 'bond', 'calico', 'calico-ipam', 'cilium-cni', 'dhcp', 'firewall', 'flannel', 'gke', 'host-local', 'kube-ovn', 'multus', 'multus-shim', 'netavark',
      'nv-ipam', 'ovn-k8s-cni-overlay', 'portmap', 'rdma', 'route-override', 'sbr', 'static', 'tuning', 'userspace', 'vrf', 'whereabouts',
    ]);
    expect(CALLED_OTHERWISE).toEqual({
      'ib-sriov-cni': 'ib-sriov',
      'sriov-cni': 'sriov',
      'ipoib-cni': 'ipoib',
      'rdma-cni': 'rdma',
      'host-dev': 'host-device',
      'hostdevice': 'host-device',
      'hostdev': 'host-device',
      'ovs-cni': 'ovs',
      'sr-iov': 'sriov',
      'ib-sr-iov': 'ib-sriov',
      'nvidia-ipam': 'nv-ipam',
    });
    const types = [...INTERFACE_PLUGINS.map(({ type }) => type), ...OTHER_PLUGINS];
    expect(Object.values(CALLED_OTHERWISE).filter(type => !types.includes(type))).toEqual([]);
    expect(Object.keys(CALLED_OTHERWISE).filter(type => types.includes(type))).toEqual([]);
  });

  test('names, interfaces and releases', () => {
    expect([NETWORKS_ANNOTATION, NETWORK_RESOURCE_ANNOTATION]).toEqual(['k8s.v1.cni.cncf.io/networks', 'k8s.v1.cni.cncf.io/resourceName']);
    expect([FIRST_NETWORK_INTERFACE, POD_INTERFACE, LONGEST_INTERFACE, ADDRESSES_OF_ONE_NODE]).toEqual(['net1', 'eth0', 15, 'host-local']);
    expect(CNI_VERSIONS).toEqual(['0.1.0', '0.2.0', '0.3.0', '0.3.1', '0.4.0', '1.0.0', '1.1.0']);
    expect(['a', 'a-b', '1', 'a-', '-a', 'A', 'a.b', ''].map(part => NETWORK_NAME_PART.test(part))).toEqual([true, true, true, false, false, false, false, false]);
  });
});

describe('drivers of devices', () => {
  test.each<[string, string, boolean, string | undefined, string | undefined]>([
    ['gpu.nvidia.com', 'NVIDIA', false, 'gpu.nvidia.com', 'gpu'],
    ['mig.nvidia.com', 'NVIDIA', false, 'gpu.nvidia.com', 'mig'],
    ['vfio.gpu.nvidia.com', 'NVIDIA', false, 'gpu.nvidia.com', 'vfio'],
    ['compute-domain-daemon.nvidia.com', 'NVIDIA', true, 'compute-domain.nvidia.com', 'daemon'],
    ['compute-domain-default-channel.nvidia.com', 'NVIDIA', true, 'compute-domain.nvidia.com', 'channel'],
    ['gpu.amd.com', 'AMD', false, 'gpu.amd.com', undefined],
    ['efa.networking.k8s.aws', 'AWS', true, 'dra.net', undefined],
    ['gpu.intel.com', 'Intel', false, undefined, undefined],
    ['gaudi.intel.com', 'Intel Gaudi', false, undefined, undefined],
    ['tpu.google.com', 'Google', false, undefined, undefined],
  ])('class %s of %s', (name, vendor, isNoAccelerator, driver, deviceType) => {
    const found = classOf(name)!;

    expect([found.vendor, found.isNoAccelerator ?? false, found.driver, found.deviceType]).toEqual([vendor, isNoAccelerator, driver, deviceType]);
  });

  test('there are no other classes, and names of objects are none', () => {
    expect(Object.keys(CLASSES)).toHaveLength(10);
    expect([classOf('constructor'), domainOf('constructor'), classOfDriver(undefined), classOfDriver('mine')]).toEqual([undefined, undefined, undefined, undefined]);
    expect(['gpu.nvidia.com', 'gpu.amd.com', 'dra.net'].map(driver => classOfDriver(driver)?.vendor)).toEqual(['NVIDIA', 'AMD', 'AWS']);
  });

  test('attributes of NVIDIA have types, devices that carry them, and a last release', () => {
    const texts = Object.entries(domainOf('gpu.nvidia.com')!.attributes)
      .map(([name, { type, on, values, until, optional }]) => [name, type, on?.join('+') ?? 'all', values?.join('|'), until && `until ${until}`, optional && 'optional'].filter(Boolean).join(' '));

    expect(texts).toEqual([
      'type string all gpu|mig|vfio', 'uuid string all', 'productName string all', 'brand string gpu+mig', 'architecture string gpu+mig', 'cudaComputeCapability version gpu+mig',
      'driverVersion version gpu+mig', 'cudaDriverVersion version gpu+mig', 'addressingMode string gpu+mig optional', 'profile string mig', 'parentUUID string mig',
      'gpuModuleID int gpu+vfio optional', 'partition1 int gpu+vfio optional', 'partition2 int gpu+vfio optional', 'partition4 int gpu+vfio optional', 'partition8 int gpu+vfio optional',
      'deviceID string vfio', 'vendorID string vfio', 'iommuFDEnabled bool vfio', 'numa int vfio until 0.4', 'pcieBusID string all until 25.12', 'index int gpu+mig until 25.3',
      'minor int gpu until 25.3', 'parentIndex int mig until 25.3',
    ]);
    expect(Object.entries(domainOf('resource.kubernetes.io')!.attributes).map(([name, { type, optional }]) => `${name} ${type} ${optional}`))
      .toEqual(['pcieRoot string true', 'pciBusID string true', 'numaNode int true']);
  });

  test.each([
    'memory', 'multiprocessors', 'copyEngines', 'decoders', 'encoders', 'jpegEngines', 'ofaEngines', 'addressableMemory', 'memorySlice0', 'memorySlice12',
  ])('devices of NVIDIA have the capacity %s', name => {
    expect(hasCapacity(domainOf('gpu.nvidia.com')!, name)).toBe(true);
    expect(hasCapacity(domainOf('resource.kubernetes.io')!, name)).toBe(false);
  });

  test.each(['cores', 'memorySlice', 'memorySliceA', 'amemory', 'Memory'])('and not %s', name => {
    expect(hasCapacity(domainOf('gpu.nvidia.com')!, name)).toBe(false);
  });

  test('devices of a driver say where they are', () => {
    const partitions = [1, 2, 4, 8].map(size => `gpu.nvidia.com/partition${size}`);

    expect([1, 2, 4, 8].map(nvlinkPartition)).toEqual(partitions);
    expect(placesOf('gpu.nvidia.com')).toEqual([PCIE_ROOT, NUMA_NODE, MIG_PARENT, ...partitions]);
    expect(placesOf('gpu.amd.com')).toEqual([PCIE_ROOT]);
    expect(placesOf('dra.net')).toEqual([PCIE_ROOT, NUMA_NODE, DRANET_NUMA_NODE]);
    expect(placesOf('sriovnetwork.k8snetworkplumbingwg.io')).toEqual([PCIE_ROOT, DRANET_NUMA_NODE]);
    expect(placesOf('mine')).toBeUndefined();
    expect([...NETWORK_DRIVERS]).toEqual(['dra.net', 'sriovnetwork.k8snetworkplumbingwg.io']);
    expect([PCIE_ROOT, NUMA_NODE, DRANET_NUMA_NODE, MIG_PARENT]).toEqual(['resource.kubernetes.io/pcieRoot', 'resource.kubernetes.io/numaNode', 'dra.net/numaNode', 'gpu.nvidia.com/parentUUID']);
  });

  test.each<[string, string, string | undefined, RegExp | undefined]>([
    ['gpu.nvidia.com', PCIE_ROOT, undefined, undefined],
    ['gpu.nvidia.com', MIG_PARENT, 'mig', undefined],
    ['gpu.nvidia.com', MIG_PARENT, 'gpu', /publishes parentUUID on mig devices, not on those of type gpu$/],
    ['gpu.nvidia.com', MIG_PARENT, undefined, undefined],
    ['gpu.nvidia.com', nvlinkPartition(4), 'mig', /publishes partition4 on gpu and vfio devices, not on those of type mig$/],
    ['gpu.nvidia.com', DRANET_NUMA_NODE, undefined, /^devices of gpu\.nvidia\.com have no dra\.net\/numaNode/],
    ['gpu.nvidia.com', 'gpu.nvidia.com/mine', undefined, undefined],
    ['gpu.amd.com', NUMA_NODE, undefined, /have no resource\.kubernetes\.io\/numaNode/],
    ['gpu.amd.com', 'gpu.nvidia.com/uuid', undefined, /have no gpu\.nvidia\.com\/uuid/],
    ['gpu.amd.com', 'mine/rack', undefined, undefined],
    ['dra.net', 'gpu.amd.com/family', undefined, /have no gpu\.amd\.com\/family/],
    ['dra.net', MIG_PARENT, undefined, /have no/],
    ['sriovnetwork.k8snetworkplumbingwg.io', NUMA_NODE, undefined, undefined],
    ['sriovnetwork.k8snetworkplumbingwg.io', 'gpu.nvidia.com/uuid', undefined, /have no/],
    ['mine', NUMA_NODE, undefined, undefined],
  ])('devices of %s lack %s of type %s: %s', (driver, attribute, type, why) => {
    expect(lacksAttribute(driver, attribute, type)).toEqual(why === undefined ? undefined : expect.stringMatching(why));
  });
});

describe('schedulers, queues and autoscalers', () => {
  test('labels and annotations of Kueue', () => {
    expect([QUEUE_NAME, QUEUE_PRIORITY, QUEUE_TOPOLOGY_FREE, QUEUE_TOPOLOGY_GROUP, QUEUE_POD_GROUP]).toEqual([
      'kueue.x-k8s.io/queue-name', 'kueue.x-k8s.io/priority-class', 'kueue.x-k8s.io/podset-unconstrained-topology', 'kueue.x-k8s.io/podset-group-name', 'kueue.x-k8s.io/pod-group-name',
    ]);
    expect(QUEUE_TOPOLOGY).toEqual({ required: 'kueue.x-k8s.io/podset-required-topology', preferred: 'kueue.x-k8s.io/podset-preferred-topology' });
  });

  test('gangs of Volcano and of scheduler-plugins', () => {
    expect(VOLCANO).toEqual({
      api: 'scheduling.volcano.sh/v1beta1', scheduler: 'volcano', groupAnnotation: 'scheduling.k8s.io/group-name', queueAnnotation: 'scheduling.volcano.sh/queue-name',
    });
    expect(COSCHEDULING).toEqual({ api: 'scheduling.x-k8s.io/v1alpha1', scheduler: 'scheduler-plugins-scheduler', groupLabel: 'scheduling.x-k8s.io/pod-group' });
  });

  test('kube-scheduler', () => {
    expect(ENDED_VERSIONS).toEqual({ v1beta1: '1.22', v1beta2: '1.27', v1beta3: '1.28' });
    expect([MOST_WEIGHT, MOST_SCORE, SCHEDULER_PORT]).toEqual([100, 10, 10259]);
    expect(SCORING_STRATEGIES).toEqual(['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio']);
    expect(SCORE_WEIGHTS).toEqual({ TaintToleration: 3, NodeAffinity: 2, PodTopologySpread: 2, InterPodAffinity: 2 });
    expect(SCHEDULER_ROLES).toEqual(['system:kube-scheduler', 'system:volume-scheduler']);
    expect(AUTHENTICATION_READER).toEqual({ namespace: 'kube-system', name: 'extension-apiserver-authentication-reader' });
    expect([...SCHEDULERS_OF_OTHERS].sort()).toEqual([
      'gke.io/optimize-utilization-scheduler', 'kai-scheduler', 'koord-scheduler', 'scheduler-plugins-scheduler', 'stork', 'topolvm-scheduler', 'volcano', 'yunikorn',
    ]);
  });

  test('KEDA', () => {
    expect([KEDA_POLLING_SECONDS, KEDA_COOLDOWN_SECONDS, KEDA_HPA_PREFIX, KEDA_LONGEST_NAME]).toEqual([30, 300, 'keda-hpa-', 63]);
    expect([KEDA_PROMETHEUS_AUTH_MODES, KEDA_RESOURCE_TRIGGERS]).toEqual([['basic', 'bearer', 'custom', 'oauth', 'tls'], ['cpu', 'memory']]);
  });

  test('Flagger', () => {
    expect(FLAGGER_SELECTOR_LABELS).toEqual(['app', 'name', 'app.kubernetes.io/name']);
    expect([FLAGGER_METRICS, FLAGGER_PRIMARY, FLAGGER_DEADLINE_SECONDS]).toEqual([['request-success-rate', 'request-duration'], '-primary', 600]);
    expect(FLAGGER_MESHES).toEqual([
      'apisix', 'appmesh', 'appmesh:v1beta2', 'contour', 'gloo', 'istio', 'kuma', 'linkerd', 'nginx', 'osm', 'skipper', 'smi:v1alpha1', 'smi:v1alpha2', 'smi:v1alpha3', 'traefik',
    ]);
  });

  test('gateways, KServe and Services across clusters', () => {
    expect(POOL_TYPES).toEqual(['inference.networking.k8s.io/InferencePool', 'inference.networking.x-k8s.io/InferencePool']);
    expect(Object.entries(PICKER_QUEUES).map(([picker, { name, pool }]) => [picker, name, pool])).toEqual([
      ['gateway-api-inference-extension', 'inference_extension_flow_control_queue_size', 'inference_pool'], ['llm-d', 'llm_d_epp_flow_control_queue_size', 'inference_pool'],
    ]);
    expect([PICKER_PORT, INFERENCE_SERVICE_PORT, KSERVE_CONTAINER, KSERVE_TRANSFORMER]).toEqual([9002, 8080, 'kserve-container', 'transformer-container']);
    expect([MCS_API, MCS_OLDER_API, CLUSTERSET_ZONE]).toEqual(['multicluster.x-k8s.io/v1beta1', 'multicluster.x-k8s.io/v1alpha1', 'svc.clusterset.local']);
    expect(MCS_GROUPS).toEqual(['multicluster.x-k8s.io', 'net.gke.io']);
    expect(KARMADA_POLICIES).toEqual(['policy.karmada.io/PropagationPolicy', 'policy.karmada.io/ClusterPropagationPolicy']);
  });
});
