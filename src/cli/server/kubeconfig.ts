import * as path from 'path';
import { Access } from './access';
import { checkAuthority } from './certificates';
import { credentialsOf } from './credentials';
import { cutAnswer } from './cut';
import { Trust } from './exec-plugin';
import { INSTEAD, readSmall, Section } from './kubeconfig-section';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText } from '../../base/reading';
import { dnsLabel } from '../../kubernetes/validation/names';
import { readDocuments } from '../../kubernetes/yaml/read';
import { UnusableInput } from '../../lint/input/paths';

const LONGEST_NAME = 100;
const INSTEAD_OF_LIST = 'kubectl config view --flatten > all.yaml';

/** Reads the current context of a kubeconfig as kubectl does. Settings that are not supported are refused, so that no request differs from kubectl's. */
export async function readKubeconfig(file: string, trust: Trust): Promise<Access> {
  const config = contentOf(file);
  const current = asText(config['current-context']) ?? refuse(file, 'current-context is missing');
  const context = sectionOf(file, config, 'contexts', 'context', current);
  const cluster = sectionOf(file, config, 'clusters', 'cluster', context.text('cluster') ?? '');
  const name = context.text('user');
  const user = name === undefined ? new Section(file, 'no user', {}) : sectionOf(file, config, 'users', 'user', name);
  const url = urlOf(cluster);
  return {
    url,
    ...trustOf(cluster),
    namespace: namespaceOf(context),
    // Without TLS, credentials would be readable on the way: like kubectl, send none and run no plugin.
    ...(url.protocol === 'https:' && await credentialsOf(user, cluster, trust)),
  };
}

function contentOf(file: string): PlainObject {
  const [document] = readDocuments(bytesOf(file));
  if (document === undefined || 'error' in document) {
    return refuse(file, document === undefined ? 'is empty' : `line ${document.line}: ${document.error}`);
  }
  return asObject(document.value);
}

function bytesOf(file: string): Buffer {
  try {
    return readSmall(file, true);
  } catch (error) {
    return refuse(file, isList(file) ? `names several files, which are not merged here: write them into one (${INSTEAD_OF_LIST})` : (error as Error).message);
  }
}

/** Whether it is a list of files, which kubectl accepts in KUBECONFIG: separated by colons, or semicolons on Windows. */
function isList(file: string): boolean {
  return file.split(path.delimiter).filter(each => each !== '').length > 1;
}

function sectionOf(file: string, config: PlainObject, list: string, key: string, name: string): Section {
  const shown = `"${cutAnswer(name, LONGEST_NAME)}"`;
  const entry = asList(config[list]).find(each => each.name === name) ?? refuse(file, `${list} has no entry ${shown}`);
  return new Section(file, `${key} ${shown}`, asObject(entry[key]));
}

function urlOf(cluster: Section): URL {
  const server = cluster.text('server') ?? cluster.refuse('has no server');
  let url: URL;
  try {
    url = new URL(server.endsWith('/') ? server : `${server}/`);
  } catch {
    return cluster.refuse(`server ${server} is no URL`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return cluster.refuse(`server ${server}: an API server is asked over https or http, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return cluster.refuse(`the URL of the server, ${url.origin}, has a user, a query or a fragment, which are not sent; it may have a path`);
  }
  return url;
}

function trustOf(cluster: Section): Pick<Access, 'ca' | 'servername' | 'rejectUnauthorized'> {
  cluster.refuseAll(['proxy-url'], `ask from where the server can be reached directly, or ${INSTEAD}`);
  const ca = cluster.bytes('certificate-authority');
  const isInsecure = cluster.isTrue('insecure-skip-tls-verify');
  if (ca !== undefined && isInsecure) {
    cluster.refuse('certificate-authority and insecure-skip-tls-verify contradict each other');
  }
  checkAuthority(cluster, ca);
  return { ca, servername: cluster.text('tls-server-name'), rejectUnauthorized: !isInsecure };
}

function namespaceOf(context: Section): string {
  const namespace = context.text('namespace') ?? 'default';
  const [reason] = dnsLabel(namespace);
  return reason === undefined ? namespace : context.refuse(`namespace ${namespace}: ${reason}`);
}

function refuse(file: string, detail: string): never {
  throw new UnusableInput(`${file}: ${detail}`);
}
