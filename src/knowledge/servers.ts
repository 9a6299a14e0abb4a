/*
 * The ports and addresses that servers listen on when nobody says otherwise, and how one says it.
 */

/** What decides the address of a server: that of the pod and all others, unless it is said, or the server is one that keeps to itself. */
export interface ServerAddress {
  /** Flags that name it, with their dashes. */
  readonly flags: readonly string[];
  /** Variable that names it. */
  readonly variable?: string;
  /** Where nobody names it; absent where it is the address of the pod, or depends on the image. */
  readonly host?: string;
}

/** Addresses at which a server answers its own pod alone. */
export const OWN_POD_ADDRESSES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** What decides the port of a server. */
export interface ServerPort {
  /** When nothing names another; absent where releases differ. */
  readonly port?: number;
  /** Flags that name it, with their dashes. */
  readonly flags: readonly string[];
  /** Variable that names it: a number, or an address that ends in one. */
  readonly variable?: string;
  /** Flags with which it listens elsewhere or not over TCP. */
  readonly elsewhere?: readonly string[];
  /** Absent where nothing is known of it. */
  readonly address?: ServerAddress;
  /** Paths that it answers over HTTP, none where it speaks another protocol. Of ports behind the first alone; absent where it may answer any. */
  readonly answers?: readonly string[];
}

/** Paths that people ask for the health of a server, of one or another of them. What else is asked may be anybody's. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set([
  '/health', '/healthz', '/healthcheck', '/health_check', '/health_generate', '/health/live', '/health/ready', '/health/liveness', '/health/readiness', '/health/liveliness', '/health/startup',
  '/live', '/livez', '/liveness', '/ready', '/readyz', '/readiness', '/startup', '/startupz', '/ping', '/status', '/api/health', '/api/healthz', '/api/tags', '/api/version', '/v1/health', '/v1/health/ready',
  '/v1/health/live', '/v2/health/ready', '/v2/health/live', '/v1/models', '/-/healthy', '/-/ready', '/-/healthz',
]);

/** What a server answers when somebody asks for its health. */
export interface ServedPaths {
  /** Those of `HEALTH_PATHS` that it answers in some release, without a word of success before it serves; the first is the one to ask. */
  readonly health: readonly string[];
  /** With one of these flags, paths are others than these. */
  readonly moved?: readonly string[];
  /** Those that it answers to nobody without a key, once it has been given one. */
  readonly guarded?: { readonly beginning: string; readonly flags: readonly string[]; readonly variable?: string };
  readonly source: string;
}

/** One server. */
export interface ServerFact {
  readonly title: string;
  readonly ports: readonly ServerPort[];
  /** On its first port; absent where they were not looked up. */
  readonly paths?: ServedPaths;
  /** Variables that it reads, all of which begin with one word. */
  readonly variables?: { readonly prefix: string; readonly names: readonly string[] };
  readonly source: string;
}

/** Servers that an image starts by itself. */
export const IMAGE_SERVERS: ReadonlyArray<ServerFact & { readonly repositories: readonly string[] }> = [
  {
    repositories: ['huggingface/text-embeddings-inference'],
    title: 'text-embeddings-inference',
    ports: [{ port: 80, flags: ['--port', '-p'], variable: 'PORT' }, { port: 9000, flags: ['--prometheus-port'], variable: 'PROMETHEUS_PORT' }],
    paths: { health: ['/health', '/ping'], source: 'huggingface/text-embeddings-inference router/src/http/server.rs' },
    source: 'huggingface/text-embeddings-inference Dockerfile (PORT=80), router/src/main.rs',
  },
  {
    repositories: ['ollama/ollama'],
    title: 'Ollama',
    // Its image says 0.0.0.0:11434. Source: ollama/ollama Dockerfile, envconfig/config.go Host: an address alone keeps the port
    ports: [{ port: 11434, flags: [], variable: 'OLLAMA_HOST', address: { flags: [], variable: 'OLLAMA_HOST' } }],
    // It answers before a model is loaded: that happens at the first request. "/" is the one to ask.
    variables: {
      prefix: 'OLLAMA_',
      // Source: envconfig/config.go of v0.3.0, v0.5.0, v0.9.0 and of 2026-08
      names: ('AUTH CONTEXT_LENGTH DEBUG DEBUG_LOG_REQUESTS EDITOR FLASH_ATTENTION GO_TEMPLATE GPU_OVERHEAD HOST IGPU_ENABLE INTEL_GPU KEEP_ALIVE KV_CACHE_TYPE LLM_LIBRARY LOAD_TIMEOUT '
        + 'MAX_LOADED_MODELS MAX_QUEUE MAX_TRANSFER_STREAMS MAX_VRAM MODELS MULTIUSER_CACHE NEW_ENGINE NOHISTORY NOPRUNE NO_CLOUD NUM_PARALLEL ORIGINS REMOTES RUNNERS_DIR SCHED_SPREAD TMPDIR '
        + 'VULKAN').split(' ').map(name => `OLLAMA_${name}`),
    },
    paths: { health: ['/', '/api/version', '/api/tags', '/v1/models'], source: 'ollama/ollama server/routes.go GenerateRoutes' },
    source: 'ollama/ollama envconfig/config.go Host',
  },
];

/** A server that commands start by its name. */
export interface ProgramServer extends ServerFact {
  readonly program: string;
  /** A module that starts it behind `python -m`. */
  readonly module: string;
  /** Flags of another program of the same name. */
  readonly foreign: readonly string[];
}

/** Routers in front of engines. */
export const PROGRAM_SERVERS: readonly ProgramServer[] = [
  {
    program: 'vllm-router',
    module: 'vllm_router.launch_router',
    title: "vLLM's router",
    ports: [
      { port: 30000, flags: ['--port'], address: { flags: ['--host'], host: '127.0.0.1' } },
      { port: 29000, flags: ['--prometheus-port'], address: { flags: ['--prometheus-host'], host: '127.0.0.1' } },
    ],
    // The production stack has a router of this name, which listens everywhere.
    foreign: ['--routing-logic', '--static-backends', '--static-models', '--k8s-namespace', '--k8s-label-selector', '--k8s-port', '--dynamic-config-json'],
    source: 'vllm-project/router docs/cli_reference.md; vllm-project/production-stack vllm-stack-0.1.12 src/vllm_router/parsers/parser.py',
  },
];
