import * as path from 'path';
import { cutAnswer } from './cut';
import { Section } from './kubeconfig-section';
import { Ended, runBounded } from './run-bounded';
import { isObject, PlainObject } from '../../base/plain';
import { asObject, asText } from '../../base/reading';

/** What a kubeconfig is allowed to do, and where its programs' output goes. */
export interface Trust {
  /** Whether programs that it names may be run. */
  readonly allowsPlugins: boolean;
  readonly say: (text: string) => void;
  /** Time limit of a program in milliseconds. */
  readonly patience?: number;
}

/** The credentials that a plugin returned. */
export interface Issued {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** Name of the flag that allows plugins, for error messages. */
export const FLAG = 'allow-exec-plugin';
/** Milliseconds; the user may have to confirm in a browser. */
const PATIENCE = 60_000;
const VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
/** Names that an environment variable can have. */
const VARIABLE = /^[^=\0]+$/;

/**
 * Runs the credential plugin of a kubeconfig user, if that is allowed.
 * Source: client-go plugin/pkg/client/auth/exec/exec.go, tools/clientcmd/validation.go (v0.36); client.authentication.k8s.io/v1
 */
export async function issued(user: Section, cluster: Section, trust: Trust): Promise<Issued> {
  const exec = new Section(user.file, 'exec', asObject(user.values.exec));
  const command = exec.text('command') ?? exec.refuse('has no command');
  const program = command.includes('/') || command.includes(path.sep) ? exec.resolved(command) : command;
  if (!trust.allowsPlugins) {
    return exec.refuse(`the kubeconfig wants the program ${program} run for credentials; --${FLAG} allows it`);
  }
  const version = exec.text('apiVersion') ?? '';
  if (!VERSIONS.includes(version)) {
    return exec.refuse(`apiVersion ${version} is none of ${VERSIONS.join(', ')}`);
  }
  if (exec.text('interactiveMode') === 'Always') {
    return exec.refuse('interactiveMode is Always, and nobody can be asked here');
  }
  trust.say(`runs the credential plugin ${cutAnswer(program)}`);
  const ended = await runBounded({
    program,
    args: exec.texts('args'),
    environment: { ...environmentOf(exec), KUBERNETES_EXEC_INFO: JSON.stringify(requestOf(version, exec, cluster)) },
    patience: trust.patience ?? PATIENCE,
    say: line => trust.say(`${cutAnswer(path.basename(program))}: ${line}`),
  });
  return credentialIn(exec, version, ended);
}

function environmentOf(exec: Section): Record<string, string> {
  const list = exec.has('env') ? exec.values.env : [];
  const entries = Array.isArray(list) ? list.map(asObject) : exec.refuse('env is no list');
  return Object.fromEntries(entries.map(({ name, value = '' }) => {
    const isRight = typeof name === 'string' && VARIABLE.test(name) && typeof value === 'string' && !value.includes('\0');
    return isRight ? [name, value] : exec.refuse('env has an entry without a name and a text');
  }));
}

function requestOf(apiVersion: string, exec: Section, cluster: Section): PlainObject {
  const about = exec.isTrue('provideClusterInfo') ? { cluster: clusterInfo(cluster) } : {};
  return { apiVersion, kind: 'ExecCredential', spec: { ...about, interactive: false } };
}

/** Certificates are passed as bytes, since the plugin does not know the kubeconfig's folder. */
function clusterInfo(cluster: Section): PlainObject {
  const { server, 'tls-server-name': name, 'insecure-skip-tls-verify': isInsecure, extensions } = cluster.values;
  const entries = Array.isArray(extensions) ? extensions.map(asObject) : [];
  const config = entries.find(each => each.name === 'client.authentication.k8s.io/exec')?.extension;
  return {
    server,
    'tls-server-name': name,
    'insecure-skip-tls-verify': isInsecure,
    'certificate-authority-data': cluster.bytes('certificate-authority')?.toString('base64'),
    config,
  };
}

function credentialIn(exec: Section, version: string, { output, problem }: Ended): Issued {
  if (problem !== undefined) {
    const hint = exec.text('installHint');
    return exec.refuse(`the credential plugin failed: ${problem}${hint === undefined ? '' : `; its kubeconfig says: ${hint}`}`);
  }
  const given = parsed(output);
  if (given?.kind !== 'ExecCredential' || given.apiVersion !== version) {
    return exec.refuse(`the credential plugin wrote no ExecCredential of ${version}`);
  }
  const status = asObject(given.status);
  const credential = { token: asText(status.token), certificate: asText(status.clientCertificateData), key: asText(status.clientKeyData) };
  if (Object.values(credential).every(each => each === undefined)) {
    return exec.refuse('the credential plugin gave neither a token nor a certificate');
  }
  checkExpiry(exec, status.expirationTimestamp);
  return credential;
}

function parsed(output: string): PlainObject | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses expired credentials. They are requested once, since they outlast a run. */
function checkExpiry(exec: Section, expires: unknown): void {
  if (expires === undefined || expires === null) {
    return;
  }
  const time = typeof expires === 'string' ? Date.parse(expires) : NaN;
  if (!(time > Date.now())) {
    exec.refuse(`the credential plugin gave a credential whose end is ${Number.isNaN(time) ? 'no time' : 'past'}`);
  }
}
