import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { asList, asObject, asText } from '../../checks/facts/reading';
import { UnusableInput } from '../../checks/input/paths';
import { readDocuments } from '../../checks/yaml/read';
import { PlainObject } from '../../pod/plain';

/** How an API server is reached. */
export interface Access {
  readonly url: URL;
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly token?: string;
  readonly user?: { readonly name: string; readonly password: string };
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
  /** Namespace of objects that have none. */
  readonly namespace: string;
}

/** Reads the current context of a kubeconfig. Files in it are relative to it; a credential plugin is run as `kubectl` does. */
export function readKubeconfig(file: string): Access {
  const config = contentOf(file);
  const current = asText(config['current-context']) ?? refuse(file, 'current-context is missing');
  const context = asObject(entry(file, config, 'contexts', current).context);
  const cluster = asObject(entry(file, config, 'clusters', asText(context.cluster) ?? '').cluster);
  const name = asText(context.user);
  const user = name === undefined ? {} : asObject(entry(file, config, 'users', name).user);
  const folder = path.dirname(file);
  return {
    url: urlOf(file, cluster),
    ca: bytes(folder, cluster, 'certificate-authority'),
    servername: asText(cluster['tls-server-name']),
    rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
    namespace: asText(context.namespace) ?? 'default',
    ...credentials(file, folder, user),
  };
}

function contentOf(file: string): PlainObject {
  let text: Buffer;
  try {
    text = fs.readFileSync(file);
  } catch (error) {
    throw new UnusableInput(`${file}: ${(error as Error).message}`);
  }
  const [document] = readDocuments(text);
  if (document === undefined || 'error' in document) {
    return refuse(file, document === undefined ? 'is empty' : `line ${document.line}: ${document.error}`);
  }
  return asObject(document.value);
}

function entry(file: string, config: PlainObject, list: string, name: string): PlainObject {
  return asList(config[list]).find(each => each.name === name) ?? refuse(file, `${list} has no entry "${name}"`);
}

function urlOf(file: string, cluster: PlainObject): URL {
  const server = asText(cluster.server) ?? refuse(file, 'the cluster has no server');
  try {
    return new URL(server.endsWith('/') ? server : `${server}/`);
  } catch {
    return refuse(file, `server ${server} is no URL`);
  }
}

function credentials(file: string, folder: string, user: PlainObject): Pick<Access, 'cert' | 'key' | 'token' | 'user'> {
  if (user['auth-provider'] !== undefined) {
    return refuse(file, 'auth-provider was removed from Kubernetes clients with 1.26; use a credential plugin (exec)');
  }
  const issued = user.exec === undefined ? {} : runPlugin(file, folder, asObject(user.exec));
  const tokenFile = asText(user.tokenFile);
  const [name, password] = [asText(user.username), asText(user.password)];
  return {
    cert: bytes(folder, user, 'client-certificate') ?? pem(issued.clientCertificateData),
    key: bytes(folder, user, 'client-key') ?? pem(issued.clientKeyData),
    token: asText(user.token) ?? (tokenFile && fs.readFileSync(path.resolve(folder, tokenFile), 'utf8').trim()) ?? asText(issued.token),
    ...(name !== undefined && password !== undefined && { user: { name, password } }),
  };
}

/** Source: kubernetes/client-go plugin/pkg/client/auth/exec/exec.go (v0.36); client.authentication.k8s.io/v1 */
function runPlugin(file: string, folder: string, plugin: PlainObject): PlainObject {
  const command = asText(plugin.command) ?? refuse(file, 'exec has no command');
  const apiVersion = asText(plugin.apiVersion) ?? 'client.authentication.k8s.io/v1';
  const added = asList(plugin.env).map((each): [string, string] => [asText(each.name) ?? '', asText(each.value) ?? '']);
  const asked = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  try {
    const output = execFileSync(command.includes('/') ? path.resolve(folder, command) : command, asStrings(plugin.args), {
      env: { ...process.env, ...Object.fromEntries(added), KUBERNETES_EXEC_INFO: JSON.stringify(asked) },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    });
    return asObject(asObject(JSON.parse(output)).status);
  } catch (error) {
    return refuse(file, `the credential plugin ${command} failed: ${(error as Error).message.split('\n')[0]}`);
  }
}

function asStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** `<name>-data` in base64 goes before the file `<name>`, as for kubectl. */
function bytes(folder: string, holder: PlainObject, name: string): Buffer | undefined {
  const [data, file] = [asText(holder[`${name}-data`]), asText(holder[name])];
  if (data !== undefined) {
    return Buffer.from(data, 'base64');
  }
  if (file === undefined) {
    return undefined;
  }
  try {
    return fs.readFileSync(path.resolve(folder, file));
  } catch (error) {
    throw new UnusableInput(`${name}: ${(error as Error).message}`);
  }
}

function pem(value: unknown): Buffer | undefined {
  return typeof value === 'string' ? Buffer.from(value) : undefined;
}

function refuse(file: string, detail: string): never {
  throw new UnusableInput(`${file}: ${detail}`);
}
