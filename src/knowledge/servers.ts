/*
 * The ports that servers listen on when nobody says otherwise, and how one says it.
 */

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
