import { DEVICE_MEMORY, DEVICE_UTILIZATION } from '../../src/knowledge/device-load';
import { argumentTokenProblem, hideSecret, isSecretName, literalTokenProblem, shellProblem, valueProblem } from '../../src/knowledge/environment-problems';
import { ENDED_NCCL_VARIABLES, NCCL_VARIABLES } from '../../src/knowledge/nccl-variables';
import { DEEP_LEARNING_CONTAINERS } from '../../src/knowledge/registries';
import { GPU_BY_MEANING, OTHER_GPU_SERIES } from '../../src/knowledge/series/other-names';
import { unfilledPlace } from '../../src/knowledge/unfilled-places';
import { LIKE_WELL_KNOWN, TOKENS_NOBODY_READS, TOKENS_READ, WELL_KNOWN_VARIABLES } from '../../src/knowledge/well-known-variables';

/* What is read out of texts: values of variables, places to fill in, names of series and registries. */

describe('values of variables', () => {
  test.each<[string, RegExp | undefined]>([
    ['$(hostname)', undefined], ['$(hostname -i)', /shell syntax/], ['a-$(date +%s)-b', /shell syntax/], ['$$(date +%s)', undefined], ['$$$(date +%s)', /shell syntax/],
    ['$(POD_IP', /is not closed/], ['$$(POD_IP', undefined], ['$()', /shell syntax/], ['$(1A)', /shell syntax/], ['$(A.b-c_1)', undefined],
    ['$(A) and $(date -u)', /"\$\(date -u\)" is shell syntax/],
    ['${POD_IP}', /only the form/], ['$POD_IP', /only the form/], ['tcp://$POD_IP', undefined], ['`hostname`', /shell syntax/], ['a `b`', undefined],
    ['/opt/lib:$LD_LIBRARY_PATH', /"\$LD_LIBRARY_PATH" in it/], ['${PATH}:/opt/bin', /"\$\{PATH\}" in it/], ['opt/lib:$PATH', undefined], ['a:b', undefined], ['', undefined],
  ])('%s: %s', (value, detail) => {
    expect(shellProblem(value)?.detail).toEqual(detail === undefined ? undefined : expect.stringMatching(detail));
  });

  test('the help names the variable that is meant', () => {
    expect(['$(POD_IP', '${POD_IP}', '$POD_IP', '/a:$POD_IP'].map(value => shellProblem(value)!.help.match(/\$\((\w+)\)/)![0])).toEqual(Array(4).fill('$(POD_IP)'));
  });

  test.each([
    `hf_${'a1'.repeat(10)}`, `sk-${'a1_-'.repeat(5)}`, ...['p', 'o', 'u', 's', 'r'].map(kind => `gh${kind}_${'a1'.repeat(15)}`), `github_pat_${'a1_'.repeat(7)}`, 'AKIAABCDEFGHIJKLMNOP',
    ...['a', 'b', 'p'].map(kind => `xox${kind}-${'1-a'.repeat(4)}`), `glpat-${'a1-_'.repeat(5)}`, `nvapi-${'a1-_'.repeat(5)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----',
  ])('%s is a credential whatever the variable is called, and no message shows it', value => {
    expect(literalTokenProblem('MODE', value)?.detail).toBe('is a credential in plain text');
    expect(argumentTokenProblem(`--key ${value}`)?.detail).toBe('holds a credential in plain text');
    expect(valueProblem('MODE', value)!.shown).toBe(value.startsWith('-----') ? '-----BEGIN PRIVATE KEY-----…' : `${value.slice(0, 5)}…`);
  });

  test.each([
    `hf_${'a'.repeat(19)}`, `hf_${'a'.repeat(20)}...`, `hf_${'x'.repeat(20)}`, `hf_${'a'.repeat(20)}<token>`, `sk-${'a'.repeat(19)}`, 'sk-your-key-in-this-place', 'AKIAABCDEFGHIJKLMNO',
    'AKIAIOSFODNN7EXAMPLE', `ghp_${'a'.repeat(29)}`, `sk-change-me-${'a'.repeat(10)}`, `hf_${'a'.repeat(20)}****`, `hf_${'a'.repeat(20)}\u2026`,
  ])('%s is none', value => {
    expect(literalTokenProblem('MODE', value)).toBeUndefined();
  });

  test('one placeholder does not excuse a second credential', () => {
    expect(literalTokenProblem('MODE', `hf_${'x'.repeat(20)} hf_${'a'.repeat(20)}`)).toBeDefined();
    expect(hideSecret(`hf_${'a'.repeat(20)} and hf_${'b'.repeat(20)}`)).toBe('hf_aa… and hf_bb…');
  });

  test.each([
    ['HF_TOKEN', true], ['TOKEN', true], ['DB_PASSWORD', true], ['DB_PASSWD', true], ['CLIENT_SECRET', true], ['OPENAI_API_KEY', true], ['OPENAI_APIKEY', true], ['AWS_SECRET_ACCESS_KEY', true],
    ['MY_SECRET_KEY', true], ['TLS_PRIVATE_KEY', true], ['GCP_CREDENTIAL', true], ['db_password', true],
    ['HF_TOKEN_PATH', false], ['MYTOKEN', false], ['KEY', false], ['TOKENS', false],
    ...['EOS', 'BOS', 'PAD', 'UNK', 'MASK', 'SEP', 'CLS', 'STOP', 'START', 'END', 'IMAGE', 'AUDIO', 'VIDEO', 'SPECIAL', 'MAX', 'NUM'].map((word): [string, boolean] => [`${word}_TOKEN`, false]),
    ['MODEL_EOS_TOKEN', false], ['CHAOS_TOKEN', true],
  ])('that %s is the name of a secret is %s', (name, isSecret) => {
    expect(isSecretName(name)).toBe(isSecret);
  });

  test.each([
    '', 'true', 'FALSE', 'yes', 'no', 'on', 'off', '0', '1', '<|eot_id|>', '[PAD]', 'empty', 'EMPTY', 'none', 'null', 'nil', 'n/a', 'dummy', 'fake', 'unused', 'placeholder', 'not-needed',
    'no key', 'no-auth', 'notused', 'not_required', 'not set', 'no token', 'xxx', '***', '...', 'todo', 'tbd', 'your-key', 'sk-your-key', 'hf_your_token', 'replace me', 'insert-key', '{{ .Values.key }}', 'abcxxxxxxdef', 'ab****cd',
    './token', '/run/secrets/token', '../token', 'file:a', 'vault:secret/a', 'op://vault/a', 'ref+awsssm://a', 'arn:aws:secretsmanager:a', 'projects/a/secrets/b', 'https://host/a', 'http://host/a',
    'Bearer $(TOKEN)', '$(TOKEN)',
  ])('"%s" in such a variable is no secret', value => {
    expect(literalTokenProblem('API_KEY', value)).toBeUndefined();
  });

  test.each(['hunter2', 'https://user:pass@host/', '2', 'emptyness', '$$(TOKEN)', 'yes!'])('"%s" is one, and it is not shown', value => {
    expect(literalTokenProblem('API_KEY', value)?.detail).toBe('is a literal in a variable whose name says it is a secret');
    expect(valueProblem('API_KEY', value)?.shown).toBe('…');
    expect(valueProblem('MODE', value)).toBeUndefined();
  });

  test('what is one piece of shell is shown in a secret, what only begins like it is not', () => {
    expect(['$(cat /token)', '${TOKEN}', '$TOKEN', '`cat /token`'].map(value => valueProblem('API_KEY', value)!.shown)).toEqual(['$(cat /token)', '${TOKEN}', '$TOKEN', '`cat /token`']);
    expect(['$(cat /token)pass', '$pass'].map(value => valueProblem('API_KEY', value)!.shown)).toEqual(['…', '…']);
  });
});

describe('places to fill in', () => {
  test.each([
    ['${APP}', '${APP}'], ['a-${APP:-b}-c', '${APP:-b}'], ['$APP', '$APP'], ['$_A', '$_A'], ['%{app}%', '%{app}%'], ['%{app}', '%{app}'], ['<node>', '<node>'], ['a <my node: 1> b', '<my node: 1>'],
    ['{{ .Values.a }}', '{{ .Values.a }}'], ['$(REGISTRY)', '$(REGISTRY)'], ['REPLACE_ME', 'REPLACE_ME'], ['CHANGEME', 'CHANGEME'], ['FILL_IN', 'FILL_IN'], ['FILLTHIS', 'FILLTHIS'],
    ['REPLACE_THIS', 'REPLACE_THIS'], ['AUTOREPLACE_NAME', 'AUTOREPLACE_NAME'], ['AUTOMATIC_REPLACE', 'AUTOMATIC_REPLACE'], ['PASTE YOUR URL HERE', 'PASTE YOUR URL HERE'],
    ['INSERT-THE-NAME', 'INSERT-THE-NAME'], ['ENTER_YOUR_KEY', 'ENTER_YOUR_KEY'], ['PUT-YOUR-KEY', 'PUT-YOUR-KEY'], ['YOUR-TOKEN', 'YOUR-TOKEN'], ['YOUR_TOKEN', 'YOUR_TOKEN'], ['__NAME__', '__NAME__'],
    ['FILLED_BY_OPERATOR', 'FILLED_BY_OPERATOR'], ['FILLED BY OPERATOR', 'FILLED BY OPERATOR'],
  ])('%s: %s', (text, place) => {
    expect(unfilledPlace(text)).toBe(place);
  });

  test.each(['app', 'my-app', '$app', '$5', '${a b}', '$ {APP}', '<1>', '<>', 'a < b > c', '{a}', '{{}}', 'replace_me', 'REPLACEMENT', 'yours', 'YOURS', '__init__', '__a__', 'FILLED'])('%s is none', text => {
    expect(unfilledPlace(text)).toBeUndefined();
  });
});

describe('names of variables', () => {
  test('those that libraries read', () => {
    expect([...WELL_KNOWN_VARIABLES].sort()).toEqual([
      'CUDA_CACHE_PATH', 'CUDA_DEVICE_ORDER', 'CUDA_HOME', 'CUDA_LAUNCH_BLOCKING', 'CUDA_PATH', 'CUDA_VISIBLE_DEVICES',
      'HF_ASSETS_CACHE', 'HF_DATASETS_CACHE', 'HF_DATASETS_OFFLINE', 'HF_ENDPOINT', 'HF_EVALUATE_OFFLINE', 'HF_HOME', 'HF_HUB_CACHE', 'HF_HUB_DISABLE_IMPLICIT_TOKEN', 'HF_HUB_DISABLE_PROGRESS_BARS',
      'HF_HUB_DISABLE_SYMLINKS_WARNING', 'HF_HUB_DISABLE_TELEMETRY', 'HF_HUB_DISABLE_XET', 'HF_HUB_DOWNLOAD_TIMEOUT', 'HF_HUB_ENABLE_HF_TRANSFER', 'HF_HUB_ETAG_TIMEOUT', 'HF_HUB_OFFLINE',
      'HF_HUB_VERBOSITY', 'HF_MODULES_CACHE', 'HF_TOKEN', 'HF_TOKEN_PATH', 'HF_XET_CACHE', 'HF_XET_HIGH_PERFORMANCE',
      'HUGGINGFACE_ASSETS_CACHE', 'HUGGINGFACE_HUB_CACHE', 'HUGGING_FACE_HUB_TOKEN',
      'NVIDIA_DRIVER_CAPABILITIES', 'NVIDIA_VISIBLE_DEVICES', 'PYTORCH_ALLOC_CONF', 'PYTORCH_CUDA_ALLOC_CONF', 'TOKENIZERS_PARALLELISM', 'TORCH_NCCL_ASYNC_ERROR_HANDLING', 'TORCH_NCCL_BLOCKING_WAIT',
      'TRANSFORMERS_CACHE', 'TRANSFORMERS_OFFLINE', 'TRANSFORMERS_VERBOSITY',
    ]);
    expect(WELL_KNOWN_VARIABLES.filter(name => !LIKE_WELL_KNOWN.test(name))).toEqual([]);
    expect(['NCCL_DEBUG', 'NCC_DEBUG', 'VLLM_PORT', 'MY_HF_HOME', 'HUB_CACHE'].map(name => LIKE_WELL_KNOWN.test(name))).toEqual([true, true, false, false, false]);
  });

  test('a token is read from two of them, and from none of those that people write', () => {
    expect(TOKENS_READ).toEqual(['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN']);
    expect([...TOKENS_NOBODY_READS].sort()).toEqual([
      'HF_ACCESS_TOKEN', 'HF_AUTH_TOKEN', 'HF_HUB_TOKEN', 'HUGGINGFACEHUB_TOKEN', 'HUGGINGFACE_ACCESS_TOKEN', 'HUGGINGFACE_HUB_TOKEN', 'HUGGINGFACE_TOKEN', 'HUGGING_FACE_ACCESS_TOKEN',
      'HUGGING_FACE_TOKEN',
    ]);
  });

  /* Source: docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html; names that PyTorch and the plugins of Google read. */
  test.each([
    'SOCKET_IFNAME', 'SOCKET_FAMILY', 'SOCKET_RETRY_CNT', 'SOCKET_RETRY_SLEEP_MSEC', 'SOCKET_NTHREADS', 'NSOCKS_PERTHREAD', 'CROSS_NIC', 'IB_HCA', 'IB_TIMEOUT', 'IB_RETRY_CNT', 'IB_GID_INDEX',
    'IB_ADDR_FAMILY', 'IB_ADDR_RANGE', 'IB_ROCE_VERSION_NUM', 'IB_SL', 'IB_TC', 'IB_FIFO_TC', 'IB_RETURN_ASYNC_EVENTS', 'OOB_NET_ENABLE', 'OOB_NET_IFNAME', 'UID_STAGGER_THRESHOLD',
    'UID_STAGGER_RATE', 'NET', 'NET_PLUGIN', 'TUNER_PLUGIN', 'PROFILER_PLUGIN', 'ENV_PLUGIN', 'IGNORE_CPU_AFFINITY', 'CONF_FILE', 'DEBUG', 'DEBUG_FILE', 'DEBUG_SUBSYS', 'DEBUG_TIMESTAMP_FORMAT',
    'DEBUG_TIMESTAMP_LEVELS', 'COLLNET_ENABLE', 'COLLNET_NODE_THRESHOLD', 'CTA_POLICY', 'NETDEVS_POLICY', 'TOPO_FILE', 'TOPO_DUMP_FILE', 'SET_THREAD_NAME', 'P2P_DISABLE', 'P2P_LEVEL',
    'P2P_DIRECT_DISABLE', 'SHM_DISABLE', 'BUFFSIZE', 'NTHREADS', 'MAX_NCHANNELS', 'MIN_NCHANNELS', 'MAX_CTAS', 'MIN_CTAS', 'NCHANNELS_PER_NET_PEER', 'CHECK_POINTERS', 'LAUNCH_MODE', 'IB_DISABLE',
    'IB_AR_THRESHOLD', 'IB_QPS_PER_CONNECTION', 'IB_SPLIT_DATA_ON_QPS', 'IB_CUDA_SUPPORT', 'IB_PCI_RELAXED_ORDERING', 'IB_ADAPTIVE_ROUTING', 'IB_ECE_ENABLE', 'MEM_SYNC_DOMAIN', 'CUMEM_ENABLE',
    'CUMEM_HOST_ENABLE', 'NET_GDR_LEVEL', 'NET_GDR_READ', 'NET_GDR_C2C', 'NET_SHARED_BUFFERS', 'NET_SHARED_COMMS', 'SINGLE_RING_THRESHOLD', 'LL_THRESHOLD', 'TREE_THRESHOLD', 'ALGO', 'PROTO',
    'NVB_DISABLE', 'PXN_DISABLE', 'P2P_PXN_LEVEL', 'PXN_C2C', 'RUNTIME_CONNECT', 'GRAPH_REGISTER', 'LOCAL_REGISTER', 'LEGACY_CUDA_REGISTER', 'SET_STACK_SIZE', 'GRAPH_MIXING_SUPPORT',
    'DMABUF_ENABLE', 'P2P_NET_CHUNKSIZE', 'P2P_LL_THRESHOLD', 'ALLOC_P2P_NET_LL_BUFFERS', 'COMM_BLOCKING', 'CGA_CLUSTER_SIZE', 'COMM_ID', 'NVLS_ENABLE', 'IB_MERGE_NICS', 'IB_MERGE_VFS', 'MNNVL_ENABLE',
    'MNNVL_UUID', 'MNNVL_CLIQUE_ID', 'RAS_ENABLE', 'RAS_ADDR', 'RAS_TIMEOUT_FACTOR', 'LAUNCH_ORDER_IMPLICIT', 'LAUNCH_RACE_FATAL', 'IPC_USE_ABSTRACT_SOCKET', 'MULTI_SEGMENT_REGISTER', 'WIN_ENABLE',
    'WIN_STRIDE', 'SYM_KERNEL', 'SYM_CTAS', 'PAT_ENABLE', 'PROGRESS_APPENDOP_FREQ', 'WORK_FIFO_BYTES', 'WORK_ARGS_BYTES', 'MAX_P2P_NCHANNELS', 'MIN_P2P_NCHANNELS', 'NVTX_DISABLE', 'HOSTID',
    'BLOCKING_WAIT', 'ASYNC_ERROR_HANDLING', 'DESYNC_DEBUG', 'ENABLE_TIMING', 'GPUDIRECTTCPX_SOCKET_IFNAME', 'GPUDIRECTTCPX_CTRL_DEV', 'FASTRAK_CTRL_DEV', 'FASTRAK_IFNAME', 'FASTRAK_NUM_FLOWS',
    'FASTRAK_USE_SNAP', 'FASTRAK_USE_LLCM', 'FASTRAK_LLCM_DEVICE_DIRECTORY', 'FASTRAK_ENABLE_CONTROL_CHANNEL', 'LIB_DIR', 'TUNER_CONFIG_PATH', 'TUNER_CONFIG_FILE', 'SHIMNET_GUEST_CONFIG_CHECKER_CONFIG_FILE',
  ])('NCCL_%s is documented, and read or ended', name => {
    expect(NCCL_VARIABLES.has(name) || name in ENDED_NCCL_VARIABLES).toBe(true);
  });

  test('of the names of NCCL none is lost, none is there twice, and none is both read and ended', () => {
    expect(NCCL_VARIABLES.size).toBe(278);
    expect([...NCCL_VARIABLES].filter(name => !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name))).toEqual([]);
    expect(Object.keys(ENDED_NCCL_VARIABLES).filter(name => NCCL_VARIABLES.has(name))).toEqual([]);
  });

  test('what ended says with which release, and what is read instead', () => {
    expect(Object.entries(ENDED_NCCL_VARIABLES).map(([name, { until }]) => `${name} ${until}`)).toEqual([
      'TREE_THRESHOLD 2.5', 'LL_THRESHOLD 2.5', 'SINGLE_RING_THRESHOLD 2.3', 'THREAD_THRESHOLD 2.5', 'RINGS 2.5', 'GRAPH 2.6', 'IB_CUDA_SUPPORT 2.4', 'IB_GDR_LEVEL 2.4', 'CHECKS_DISABLE 2.2',
      'AGG_ALLOC_MODE 2.13', 'AGG_CHANNEL_SIZE 2.20', 'CUDA_PATH 2.21', 'GDRCOPY_TAIL_ENABLE 2.12', 'MNNVL 2.21', 'NCCL_ALLOC_P2P_NET_LL_BUFFERS 2.16.5', 'PROXY_PROFILE 2.23',
      'SHARED_BUFF_COUNT 2.9', 'WORK_FIFO_DEPTH 2.22',
    ]);
    const instead = Object.values(ENDED_NCCL_VARIABLES).flatMap(each => each.instead.match(/(?<=NCCL_)[A-Z0-9_]+/g) ?? []);
    expect(instead).toHaveLength(15);
    expect(instead.filter(name => !NCCL_VARIABLES.has(name))).toEqual([]);
  });
});

describe('names of series', () => {
  test.each([
    ['DCGM_FI_DEV_GPU_UTIL', true, false], ['avg(DCGM_FI_PROF_GR_ENGINE_ACTIVE)', true, false], ['DCGM_FI_PROF_SM_ACTIVE', true, false], ['DCGM_FI_PROF_PIPE_TENSOR_ACTIVE', true, false],
    ['nvidia_smi_utilization_gpu_ratio', true, false], ['gpu_gfx_activity', true, false], ['kubernetes.io|container|accelerator|duty_cycle', true, false], ['accelerator/duty_cycle', true, false],
    ['gpu_util', true, false], ['gpu-utilization', true, false], ['gpu_utilisation', true, false], ['nvidia_gpu_utilization', true, false],
    ['DCGM_FI_DEV_FB_USED', false, true], ['DCGM_FI_DEV_FB_FREE', false, true], ['nvidia_smi_memory_used_bytes', false, true], ['gpu_used_vram', false, true], ['accelerator/memory_used', false, true],
    ['gpu_memory_used', false, true], ['gpu-mem-usage', false, true], ['gpu_vram_utilization', false, true],
    ['DCGM_FI_DEV_POWER_USAGE', false, false], ['DCGM_FI_DEV_MEM_COPY_UTIL', false, false], ['vllm:gpu_cache_usage_perc', false, false], ['node_cpu_utilization', false, false], ['gpu_utils', false, false],
    ['cpu', false, false],
  ])('%s says how busy a device is: %s; its memory: %s', (name, isBusy, isMemory) => {
    expect([DEVICE_UTILIZATION.test(name), DEVICE_MEMORY.test(name)]).toEqual([isBusy, isMemory]);
  });

  test.each([
    ['nvidia_gpu_memory_total_bytes', 'DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE, both in MiB'], ['gpu_memory_size', 'DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE, both in MiB'],
    ['nvidia_smi_memory_free', 'DCGM_FI_DEV_FB_FREE, in MiB'], ['gpu_memory_temperature', 'DCGM_FI_DEV_MEMORY_TEMP'], ['nvidia_gpu_memory_used_bytes', 'DCGM_FI_DEV_FB_USED, in MiB'],
    ['nvidia_gpu_duty_cycle', 'DCGM_FI_DEV_GPU_UTIL, 0 to 100'], ['gpu_utilization', 'DCGM_FI_DEV_GPU_UTIL, 0 to 100'], ['nvidia_gpu_temperature_celsius', 'DCGM_FI_DEV_GPU_TEMP'],
    ['nvidia_gpu_power_usage_milliwatts', 'DCGM_FI_DEV_POWER_USAGE, in watts'], ['gpu_xid', 'DCGM_FI_DEV_XID_ERRORS'], ['gpu_errors', 'DCGM_FI_DEV_XID_ERRORS'], ['gpu_fan', undefined],
  ])('%s is called %s', (name, series) => {
    expect(GPU_BY_MEANING.find(([parts]) => parts.every(part => part.test(name)))?.[1]).toBe(series);
  });

  test('other exporters begin their names in two ways', () => {
    expect(['nvidia_gpu_a', 'nvidia_smi_a', 'nvidia_a', 'my_nvidia_gpu_a', 'DCGM_FI_a'].map(name => OTHER_GPU_SERIES.test(name))).toEqual([true, true, false, false, false]);
  });
});

test.each([
  ['763104351884.dkr.ecr.us-west-2.amazonaws.com/vllm:0.14', '763104351884.dkr.ecr.us-west-2.amazonaws.com'], ['public.ecr.aws/deep-learning-containers/vllm:a', 'public.ecr.aws/deep-learning-containers'],
  ['763104351885.dkr.ecr.us-west-2.amazonaws.com/vllm', undefined], ['public.ecr.aws/deep-learning-container/vllm', undefined], ['mirror.example/public.ecr.aws/deep-learning-containers/vllm', undefined],
])('%s comes from the deep learning containers of AWS at %s', (image, registry) => {
  expect(DEEP_LEARNING_CONTAINERS.exec(image)?.[0]).toBe(registry);
});
