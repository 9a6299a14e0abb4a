import { readKubeconfig } from './kubeconfig';
import { Answer, LiveServer } from './live-server';
import { askReferences, Known, Reference } from './references';
import { Manifest } from '../../checks/facts/manifest';
import { asList, asObject, asText } from '../../checks/facts/reading';
import { Finding } from '../../checks/finding';
import { Sourced } from '../../checks/lint';
import { NOTICES } from '../../checks/notices';
import { findingOn } from '../../checks/rules/rule';

type ServerNotice = 'AIW1301' | 'AIW1302' | 'AIW1303';

const AT_ONCE = 8;

/** What a live API server said. */
export interface Answered extends Known {
  readonly findings: readonly Finding[];
}

/** Asks a live API server about objects, eight at a time, and for those that they refer to. Gives what it says in their order. */
export async function askServer(
  kubeconfig: string, objects: readonly Sourced[], references: readonly Reference[], progress: (done: number) => void): Promise<Answered> {
  const server = new LiveServer(readKubeconfig(kubeconfig));
  try {
    await server.minor(); // Says at once when nobody answers.
    const found: Finding[][] = objects.map(() => []);
    let [next, done] = [0, 0];
    const work = async () => {
      for (let index = next++; index < objects.length; index = next++) {
        found[index] = await findingsOf(server, new Manifest(objects[index].body, objects[index].origin), objects);
        progress(++done);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { findings: found.flat(), ...await askReferences(server, references) };
  } finally {
    server.close();
  }
}

async function findingsOf(server: LiveServer, object: Manifest, all: readonly Sourced[]): Promise<Finding[]> {
  const resource = await server.resource(object.apiVersion, object.kind);
  if (resource === undefined) {
    return isDefinedIn(all, object) ? [] : [said(object, 'AIW1301', 'apiVersion', `Not found: "${object.apiVersion}": the server does not serve ${object.kind} of it`)];
  }
  const answer = await server.dryRun(object.body, resource);
  const warnings = answer.warnings.map(text => said(object, 'AIW1303', '', text));
  return [...answer.status < 300 ? dropped(object, answer) : refusals(object, answer, all), ...warnings];
}

function refusals(object: Manifest, { body, status }: Answer, all: readonly Sourced[]): Finding[] {
  if (status === 404 && asText(asObject(body.details).kind) === 'namespaces' && makesNamespace(all, object.namespace)) {
    return []; // It comes with the same input, and a dry run made none.
  }
  const causes = asList(asObject(body.details).causes).filter(cause => asText(cause.field) !== undefined);
  if (causes.length === 0) {
    return [said(object, 'AIW1301', '', `${asText(body.reason) ?? `Status ${status}`}: ${asText(body.message) ?? 'no reason given'}`)];
  }
  return causes.map(cause => said(object, 'AIW1301', asText(cause.field)!, asText(cause.message) ?? asText(cause.reason) ?? ''));
}

/** Fields that were sent and did not come back. The server may add to what it keeps, and write a value in another form. */
function dropped(object: Manifest, { body }: Answer): Finding[] {
  return missing(object.body, body, '').map(field =>
    said(object, 'AIW1302', field, 'Invalid value: the server takes the object without it: a feature gate is off, or the field is of another version'));
}

function missing(sent: unknown, kept: unknown, field: string): string[] {
  if (Array.isArray(sent)) {
    return Array.isArray(kept) && kept.length === sent.length ? sent.flatMap((each, index) => missing(each, kept[index], `${field}[${index}]`)) : [];
  }
  if (sent === null || typeof sent !== 'object') {
    return [];
  }
  return Object.entries(sent).flatMap(([key, value]) => {
    const place = field === '' ? key : /[./]/.test(key) ? `${field}[${key}]` : `${field}.${key}`;
    const isEmpty = value === null || value === '' || value === false || value === 0 || (typeof value === 'object' && Object.keys(value).length === 0);
    const inner = asObject(kept)[key];
    return inner === undefined ? (isEmpty || place === 'status' ? [] : [place]) : missing(value, inner, place);
  });
}

function makesNamespace(all: readonly Sourced[], name: string): boolean {
  return all.some(({ body }) => body.kind === 'Namespace' && asObject(body.metadata).name === name);
}

/** Whether the input itself defines the kind, so that the server will know it once the input is applied. */
function isDefinedIn(all: readonly Sourced[], object: Manifest): boolean {
  return all.some(({ body }) => {
    const spec = asObject(body.spec);
    return body.kind === 'CustomResourceDefinition' && spec.group === object.group && asObject(spec.names).kind === object.kind;
  });
}

function said(object: Manifest, id: ServerNotice, field: string, message: string): Finding {
  const { title, class: kind, remedy } = NOTICES.find(notice => notice.id === id)!;
  return findingOn(object, { id, title, class: kind, field, message, help: remedy });
}
