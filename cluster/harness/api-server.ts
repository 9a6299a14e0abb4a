import { generateKeyPairSync, randomUUID } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { binaries, Binaries } from './binaries';
import { isNext, Minor, RELEASED_MINORS } from './build/minors';
import { ReleasedServer } from './build/programs';
import { ApiClient } from './client';
import { eventually } from './eventually';
import { InstalledDefinitions } from './installed-definitions';
import { freePort, Processes } from './processes';

export { isNext, MEASURED_MINORS, Minor, MINORS, NEXT_MINORS } from './build/minors';

export interface ApiServerOptions {
  readonly minor: Minor;
  /** Feature gates that differ from the defaults of the minor. */
  readonly gates?: Readonly<Record<string, boolean>>;
  /** Whether the custom resources of `custom-resources.json` are installed, or the names of those that are. @default true */
  readonly crds?: boolean | readonly string[];
  /** Gives pods a service account and its token, which needs the controllers. @default false */
  readonly serviceAccounts?: boolean;
  /** Serves alpha and beta APIs too: some gates wait for theirs at the start. @default false */
  readonly allApis?: boolean;
  /** Asks roles and their bindings what somebody may do, instead of allowing all. @default false */
  readonly roles?: boolean;
  /**
   * Runs the minor's own API server, built when it is not there, instead of the newest one that behaves as that minor.
   * @default whether CLUSTER_SERVERS is `released`; a minor that is newer than the control plane has no other one
   */
  readonly released?: boolean;
}

/** An API server with its own etcd. */
export interface ApiServer {
  readonly minor: Minor;
  readonly client: ApiClient;
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Logs and keys of this server. */
  readonly folder: string;
  readonly processes: Processes;
  stop(): Promise<void>;
}

/** How often to try other ports: another program may take a free one before it is used. */
const TRIES = 3;

/** Starts etcd and an API server that behaves as the given minor. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const program = serverOf(options);
  const programs = await binaries(undefined, ['etcd', program]);
  for (let attempt = 1; ; attempt++) {
    const processes = await Processes.open(options.minor);
    try {
      return await start(options, program, programs, processes);
    } catch (error) {
      await processes.stop();
      if (attempt === TRIES || !String(error).includes('address already in use')) {
        throw error;
      }
    }
  }
}

/** The released one of the control plane's minor is that which plays the older ones. */
export function serverOf({ minor, released = process.env.CLUSTER_SERVERS === 'released' }: Pick<ApiServerOptions, 'minor' | 'released'>): ReleasedServer | 'kube-apiserver' {
  return (released || isNext(minor)) && RELEASED_MINORS.includes(minor) ? `kube-apiserver-${minor}` : 'kube-apiserver';
}

async function start(options: ApiServerOptions, program: ReleasedServer | 'kube-apiserver', programs: Binaries, processes: Processes): Promise<ApiServer> {
  const { minor, gates, crds = true, serviceAccounts = false, allApis = false } = options;
  const { folder } = processes;
  const token = randomUUID();
  const [port, etcdPort, peerPort] = [await freePort(), await freePort(), await freePort()];
  writeKeys(folder, token);
  await processes.start({ name: 'etcd', command: programs.path('etcd'), args: etcdFlags(folder, etcdPort, peerPort) });
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const definitions = crds === false ? undefined : await InstalledDefinitions.of(programs.path(program), minor, crds === true ? undefined : crds);
  await definitions?.beforeStart(etcd, { hopeless: () => processes.failure() });
  await processes.start({
    name: 'kube-apiserver',
    command: programs.path(program),
    args: [...apiServerFlags(folder, port, etcdPort), `--authorization-mode=${options.roles ? 'RBAC' : 'AlwaysAllow'}`, ...gateFlags(program, minor, gates), ...(serviceAccounts ? [] : ['--disable-admission-plugins=ServiceAccount']),
      ...(allApis ? ['--runtime-config=api/all=true'] : [])],
  });
  const client = await whenReady(processes, `https://127.0.0.1:${port}`, token);
  await definitions?.afterStart(etcd, client);
  const stop = async () => {
    client.close();
    await processes.stop();
  };
  return { minor, client, folder, processes, stop, kubeconfig: writeKubeconfig(folder, client) };
}

/** Emulation flags, the same for all programs: the API server's emulation does not affect controllers and scheduler. */
export function emulation(minor: Minor, gates: Readonly<Record<string, boolean>> = {}): string[] {
  return [`--emulated-version=${minor}`, ...switched(gates)];
}

/** How a server is told its minor and gates: a released one has its own minor. */
export function gateFlags(program: ReleasedServer | 'kube-apiserver', minor: Minor, gates: Readonly<Record<string, boolean>> = {}): string[] {
  return program === 'kube-apiserver' ? emulation(minor, gates) : switched(gates);
}

function switched(gates: Readonly<Record<string, boolean>> = {}): string[] {
  const list = Object.entries(gates).map(([gate, on]) => `${gate}=${on}`);
  return list.length > 0 ? [`--feature-gates=${list.join(',')}`] : [];
}

function writeKeys(folder: string, token: string): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs1', format: 'pem' } });
  fs.writeFileSync(path.join(folder, 'service-accounts.key'), privateKey, { mode: 0o600 });
  fs.writeFileSync(path.join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
}

function etcdFlags(folder: string, port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return [
    `--data-dir=${folder}/etcd`, `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`,
    '--unsafe-no-fsync', '--log-level=warn', // The data need not outlive the run.
  ];
}

function apiServerFlags(folder: string, port: number, etcdPort: number): string[] {
  const key = `${folder}/service-accounts.key`;
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`, '--bind-address=127.0.0.1', `--secure-port=${port}`, `--cert-dir=${folder}/certificates`,
    `--service-account-key-file=${key}`, `--service-account-signing-key-file=${key}`, '--service-account-issuer=https://kubernetes.default.svc',
    `--token-auth-file=${folder}/tokens.csv`, '--service-cluster-ip-range=10.96.0.0/16', '--allow-privileged',
    '--max-requests-inflight=0', '--max-mutating-requests-inflight=0', '--enable-priority-and-fairness=false', // A test is one busy client.
  ];
}

async function whenReady(processes: Processes, url: string, token: string): Promise<ApiClient> {
  const certificate = path.join(processes.folder, 'certificates/apiserver.crt');
  const hopeless = () => processes.failure();
  // The server writes its certificate before it listens.
  const ca = await eventually('the API server writes its certificate', async () => fs.readFileSync(certificate, 'utf8'), text => text.includes('END CERTIFICATE'), { hopeless, everyMs: 50, seconds: 120 });
  const client = new ApiClient({ url, token, ca });
  const ready = async () => (await client.request('GET', '/readyz')).status;
  await eventually(`the API server is ready (logs: ${processes.folder})`, ready, status => status === 200, { hopeless, everyMs: 100, seconds: 120 });
  return client;
}

/** Writes a kubeconfig for programs and people. */
function writeKubeconfig(folder: string, client: ApiClient): string {
  const { url, token, ca } = client.endpoint;
  const file = path.join(folder, 'kubeconfig');
  fs.writeFileSync(file, JSON.stringify({
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'test', cluster: { 'server': url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    'users': [{ name: 'admin', user: { token } }],
    'contexts': [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
    'current-context': 'test',
  }, undefined, 2), { mode: 0o600 });
  return file;
}
