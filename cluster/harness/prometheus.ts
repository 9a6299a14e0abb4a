import * as http from 'http';
import { AddressInfo } from 'net';

/** What a query is answered with: a number, nothing, or no answer. */
export type Answer = number | 'nothing' | 'failure';

/**
 * Stands where a cluster has Prometheus. It understands no query: it knows what to say of a series that is named in one, and remembers what it was asked.
 *
 * Source: prometheus docs/querying/api.md, instant queries (v3)
 */
export class FakePrometheus {
  static async start(): Promise<FakePrometheus> {
    const prometheus = new FakePrometheus(http.createServer());
    await new Promise<void>((resolve, reject) => prometheus.listener.once('error', reject).listen(0, '127.0.0.1', resolve));
    return prometheus;
  }

  /** Queries that it was asked, each once. */
  readonly asked = new Set<string>();
  /** Authorization headers that it was shown. */
  readonly shown = new Set<string>();
  private readonly answers = new Map<string, Answer>();

  private constructor(private readonly listener: http.Server) {
    listener.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => this.answer(request, response));
    listener.unref();
  }

  get address(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** What it says of queries with this text in them; the last one that fits counts. */
  say(text: string, answer: Answer): void {
    this.answers.delete(text);
    this.answers.set(text, answer);
  }

  async stop(): Promise<void> {
    this.listener.closeAllConnections();
    await new Promise(resolve => this.listener.close(resolve));
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const query = searchParams.get('query') ?? '';
    this.asked.add(query);
    this.shown.add(request.headers.authorization ?? '');
    const [, answer = 'nothing'] = [...this.answers].reverse().find(([text]) => query.includes(text)) ?? [];
    if (pathname !== '/api/v1/query' || answer === 'failure') {
      response.writeHead(503).end('{"status":"error"}');
      return;
    }
    const result = answer === 'nothing' ? [] : [{ metric: {}, value: [Date.now() / 1000, String(answer)] }];
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  }
}
