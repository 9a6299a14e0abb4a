import { ChildProcessWithoutNullStreams, spawn } from 'child_process';
import * as readline from 'readline';
import { binaries, Report } from './binaries';
import { Manifest } from './manifest';

/** What Kubernetes' own code said against an input, in its words. */
export class OracleError extends Error {}

/** An environment variable of a container. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** The value came through `valueFrom`: the kubelet takes it as it is, `$(…)` and all. */
  readonly from?: boolean;
}

/** Where kube-proxy is asked, and about what. */
export interface RouteInput {
  /** Minor that the cluster plays; the gates that kube-proxy reads have its defaults. */
  readonly minor: string;
  readonly gates?: Readonly<Record<string, boolean>>;
  /** The Service and its EndpointSlices as the API server returned them. */
  readonly service: Manifest;
  readonly slices: readonly Manifest[];
  /** The node that a connection starts from. Of the labels, the zone is read. */
  readonly node: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

/** An endpoint that kube-proxy would send a connection to. */
export interface RouteEndpoint {
  readonly address: string;
  readonly port: number;
  /** Target of the endpoint, and where it is, as its slice says. */
  readonly pod?: string;
  readonly zone?: string;
  readonly node?: string;
}

/** kube-proxy's choice for one port of a Service. */
export interface PortRoute {
  /** Name of the port, empty when it has none. */
  readonly port: string;
  readonly protocol: string;
  /** The choice by traffic policy; `null` for a policy that the Service does not use. */
  readonly cluster: readonly RouteEndpoint[] | null;
  readonly local: readonly RouteEndpoint[] | null;
  /** All that a connection from this node may end at. */
  readonly reachable: readonly RouteEndpoint[] | null;
  /** Whether any endpoint of the cluster is usable. */
  readonly hasAny: boolean;
}

/** What became of an expression in CEL: a value, or why there is none. */
export interface CelOutcome {
  readonly type?: string;
  /** As JSON, where it has that form: whole numbers beyond 2^53 are texts there. */
  readonly value?: unknown;
  /** The compiler does not take it. */
  readonly refused?: string;
  readonly failure?: string;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Asks Kubernetes' own Go code (control-plane/oracle). The process behind it lives until `stop`, or until this process ends and its input with it.
 */
export class Oracle {
  static async start(report?: Report): Promise<Oracle> {
    const programs = await binaries(report, ['oracle']);
    const child = spawn(programs.path('oracle'), [], { stdio: ['pipe', 'pipe', 'pipe'] });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return new Oracle(child);
  }

  private readonly waiting = new Map<number, Waiting>();
  private readonly ended: Promise<void>;
  private asked = 0;
  /** End of what the process wrote to standard error: klog lines, or a crash. */
  private complaints = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    readline.createInterface({ input: child.stdout }).on('line', line => this.take(JSON.parse(line) as Answer));
    child.stderr.on('data', chunk => this.complaints = `${this.complaints}${chunk}`.slice(-4000));
    // A write to a process that is gone fails here, and `close` tells the callers why.
    child.stdin.on('error', () => undefined);
    this.ended = new Promise(resolve => child.once('close', (code, signal) => {
      const end = new Error(`the oracle ended (${signal ?? `status ${code}`}) before it answered\n${this.complaints}`.trimEnd());
      this.waiting.forEach(({ reject }) => reject(end));
      this.waiting.clear();
      resolve();
    }));
  }

  /** The documents of a YAML text in Go's dialect; empty documents are left out. Duplicate keys are an error. */
  async yaml(text: string): Promise<unknown[]> {
    return this.ask('yaml', { text });
  }

  /** Command or args as the process gets them, with the `$(NAME)` of a container's environment put in. */
  async expand(values: readonly string[], env: readonly Variable[]): Promise<string[]> {
    return (await this.ask<{ values: string[] }>('expand', { values, env })).values;
  }

  /** The environment as the process gets it. A literal sees the variables declared before it. */
  async environment(env: readonly Variable[]): Promise<Variable[]> {
    return (await this.ask<{ env: Variable[] }>('expand', { values: [], env })).env;
  }

  /** kube-proxy's choice of endpoints on a node, one entry a port of the Service. */
  async route(input: RouteInput): Promise<PortRoute[]> {
    return this.ask('route', input);
  }

  /** A self-signed serving certificate in PEM, followed by its authority, and its key. */
  async certificate(hosts: readonly string[]): Promise<{ cert: string; key: string }> {
    return this.ask('certificate', { hosts });
  }

  /** The value of an expression without variables, as rules of custom resources would have it. */
  async cel(expression: string): Promise<CelOutcome> {
    return this.ask('cel', { expression });
  }

  /** Ends the process. Requests that it has not answered yet are answered first. */
  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }

  private async ask<T>(method: string, params: unknown): Promise<T> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.stdin.writableEnded) {
      throw new Error(`the oracle has ended\n${this.complaints}`.trimEnd());
    }
    const id = ++this.asked;
    const answer = new Promise<Answer>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    const { result, error } = await answer;
    if (error !== undefined) {
      throw new OracleError(error);
    }
    return result as T;
  }

  private take(answer: Answer): void {
    this.waiting.get(answer.id)?.resolve(answer);
    this.waiting.delete(answer.id);
  }
}
