import * as http from 'http';
import { AddressInfo, Socket } from 'net';
import { Body, Reply, Rubbish, Script, Topic } from './script';
import { Seen } from '../../cli/server/harmless';
import { PORT } from '../trial';

const CHUNK = Buffer.alloc(65_536, 'a');
/** Limit in bytes of an endless answer, so that a reader without a limit does not fill this machine's memory. */
const LONGEST = 512 * 1024 * 1024;

/** Correct discovery. */
const RESOURCES = [['services', 'Service'], ['deployments', 'Deployment'], ['configmaps', 'ConfigMap'], ['secrets', 'Secret'], ['pods', 'Pod'], ['statefulsets', 'StatefulSet'], ['jobs', 'Job']].map(([name, kind]) => (
  { name, kind, namespaced: true, verbs: ['get', 'create', 'patch'] }));

/** An API server on the loopback interface that answers by a script and records requests. */
export class HostileServer {
  public static async start(): Promise<HostileServer> {
    const made = new HostileServer();
    await new Promise<void>(resolve => made.server.listen(0, '127.0.0.1', resolve));
    made.server.unref();
    return made;
  }

  private script: Script = {};
  private asked: Seen[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: http.Server;

  private constructor() {
    this.server = http.createServer((request, response) => this.listen(request, response));
    this.server.on('connection', socket => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.server.on('clientError', (_, socket) => socket.destroy());
  }

  public get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Sets the script of the next answers. */
  public play(script: Script): void {
    this.hangUp();
    this.script = script;
    this.asked = [];
  }

  /** Requests since the script was set. */
  public get requests(): readonly Seen[] {
    return this.asked;
  }

  public close(): Promise<void> {
    this.hangUp();
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  private hangUp(): void {
    this.sockets.forEach(socket => socket.destroy());
  }

  private listen(request: http.IncomingMessage, response: http.ServerResponse): void {
    const sent: Buffer[] = [];
    request.on('data', (chunk: Buffer) => sent.push(chunk));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    // Closes the connection, so that a client that was promised more bytes does not wait for them.
    response.on('finish', () => request.socket.end());
    request.on('end', () => this.answer(request, response, Buffer.concat(sent)));
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse, sent: Buffer): void {
    const { method = '', url = '', headers } = request;
    this.asked.push({ method, url, accept: headers.accept });
    const topic = topicOf(method, url);
    const said = this.script[topic] ?? usual(topic, url);
    if ('raw' in said) {
      rubbish(request.socket, said);
    } else {
      this.reply(response, said, sent);
    }
  }

  private reply(response: http.ServerResponse, { status, headers, body }: Reply, sent: Buffer): void {
    try {
      headers.forEach(([name, value]) => response.appendHeader(name, value.replaceAll(PORT, String(this.port))));
      response.writeHead(status);
    } catch {
      response.destroy(); // A header that HTTP has no place for.
      return;
    }
    write(response, body, sent);
  }
}

function topicOf(method: string, url: string): Topic {
  if (method !== 'GET') {
    return 'write';
  }
  const path = url.replace(/\?.*/, '').split('/').filter(each => each !== '' && each !== 'prefix');
  return path[0] === 'version' ? 'version' : (path[0] === 'api' && path.length <= 2) || (path[0] === 'apis' && path.length <= 3) ? 'discovery' : 'lookup';
}

function usual(topic: Topic, url: string): Reply {
  const json = (value: unknown, status = 200): Reply => ({ status, headers: [], body: { is: 'json', value } });
  switch (topic) {
    case 'version': return json({ major: '1', minor: '36' });
    case 'discovery': return json({ kind: 'APIResourceList', groupVersion: url.split('/').slice(-2).join('/'), resources: RESOURCES });
    case 'lookup': return json({ kind: 'Status', reason: 'NotFound' }, 404);
    case 'write': return { status: 200, headers: [], body: { is: 'echo', without: 0 } };
  }
}

function rubbish(socket: Socket, { raw }: Rubbish): void {
  socket.end(Buffer.from(raw, 'latin1'));
}

function write(response: http.ServerResponse, body: Body, sent: Buffer): void {
  switch (body.is) {
    case 'json': response.end(JSON.stringify(body.value)); break;
    case 'bytes': response.end(body.bytes); break;
    case 'echo': response.end(echoed(sent, body.without)); break;
    case 'big': pour(response, body.bytes); break;
    case 'endless': pour(response, LONGEST); break;
    case 'broken': response.write('{"kind": "Status", "message": "x"'.slice(0, body.after), () => response.destroy()); break;
  }
}

/** Writes as fast as the client reads. */
function pour(response: http.ServerResponse, bytes: number): void {
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length;
      if (!response.write(CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

/** The object that was sent, without every nth field. */
function echoed(sent: Buffer, without: number): string {
  let count = 0;
  try {
    return JSON.stringify(JSON.parse(sent.toString()), (_, value: unknown) => (without > 0 && ++count % (without + 1) === 0 ? undefined : value)) ?? '';
  } catch {
    return '{}';
  }
}
