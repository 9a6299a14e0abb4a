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
}

/** One server. */
export interface ServerFact {
  readonly title: string;
  readonly ports: readonly ServerPort[];
  readonly source: string;
}

/** Servers that an image starts by itself. */
export const IMAGE_SERVERS: ReadonlyArray<ServerFact & { readonly repositories: readonly string[] }> = [
  {
    repositories: ['huggingface/text-generation-inference'],
    title: 'text-generation-inference',
    ports: [{ port: 80, flags: ['--port', '-p'], variable: 'PORT' }, { port: 9000, flags: ['--prometheus-port'], variable: 'PROMETHEUS_PORT' }],
    source: 'huggingface/text-generation-inference Dockerfile (PORT=80), launcher/src/main.rs',
  },
  {
    repositories: ['huggingface/text-embeddings-inference'],
    title: 'text-embeddings-inference',
    ports: [{ port: 80, flags: ['--port', '-p'], variable: 'PORT' }, { port: 9000, flags: ['--prometheus-port'], variable: 'PROMETHEUS_PORT' }],
    source: 'huggingface/text-embeddings-inference Dockerfile (PORT=80), router/src/main.rs',
  },
  {
    repositories: ['ollama/ollama'],
    title: 'Ollama',
    ports: [{ port: 11434, flags: [], variable: 'OLLAMA_HOST' }],
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
