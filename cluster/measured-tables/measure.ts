import { Gates, readGates } from './gates';
import { KINDS } from './kinds';
import { judge, Probe, Verdict } from './probe';
import { OpenApiDocument, readSchema, Schema } from './schema';
import { Answer, ApiClient, ApiError } from '../harness/client';
import { eachOf } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/** Where probes go. */
export const NAMESPACE = 'facts';

/** Requests at a time: the server and this process share the machine. */
const CONCURRENCY = 8;

/** Objects that some fields must name. */
const SETUP: readonly Manifest[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels: { 'resource.kubernetes.io/admin-access': 'true' } } },
  { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'facts' }, handler: 'a', overhead: { podFixed: { cpu: '7' } } },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'facts' }, value: 7 },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'facts-never' }, value: 7, preemptionPolicy: 'Never' },
];

/** Sends probes as strict dry runs and judges the answers, in the order of the probes. */
export async function ask(client: ApiClient, probes: readonly Probe[]): Promise<Verdict[]> {
  for (const object of SETUP) {
    await client.apply(object);
  }
  await eachOf(KINDS, CONCURRENCY, base => mustBeAccepted(client, base));
  return eachOf(probes, CONCURRENCY, async ({ object, ...probe }) => {
    return await client.serves(object.apiVersion, object.kind) ? judge({ ...probe, object }, await send(client, object)) : { mark: '-' };
  });
}

function send(client: ApiClient, object: Manifest): Promise<Answer<Manifest>> {
  return client.dryRun({ ...object, metadata: { ...object.metadata, namespace: NAMESPACE } });
}

/** A base that is refused would make every probe of its kind look refused. */
async function mustBeAccepted(client: ApiClient, base: Manifest): Promise<void> {
  const answer = await client.serves(base.apiVersion, base.kind) ? await send(client, base) : undefined;
  if (answer !== undefined && answer.status !== 201) {
    throw new ApiError(`the base of ${base.kind}`, answer.status, answer.body);
  }
}

/** Groups and versions that a server serves by itself. Those of custom resources have no OpenAPI document of the server's own release. */
export async function servedApis(client: ApiClient): Promise<string[]> {
  const groups = await client.call<{ groups: { versions: { groupVersion: string }[] }[] }>('GET', '/apis');
  const core = await client.call<{ versions: string[] }>('GET', '/api');
  return [...core.versions, ...groups.groups.flatMap(group => group.versions.map(version => version.groupVersion))].sort();
}

export async function gatesOf(client: ApiClient): Promise<Gates> {
  return readGates(await client.call<string>('GET', '/metrics'));
}

/** The types of all APIs that a server serves by itself. */
export async function schemaOf(client: ApiClient): Promise<Schema> {
  const { paths } = await client.call<{ paths: Record<string, unknown> }>('GET', '/openapi/v3');
  const documents = Object.keys(paths).filter(path => /^apis?\/.*v\d/.test(path));
  return readSchema(await eachOf(documents, 2, path => client.call<OpenApiDocument>('GET', `/openapi/v3/${path}`)));
}
