import { ApiClient } from './client';
import { Manifest } from './manifest';

/** The moment from which `livesSince` tells. */
export async function podsVersion(client: ApiClient): Promise<string> {
  return (await client.call('GET', '/api/v1/pods')).metadata.resourceVersion;
}

/** Every beginning and end of a pod since a version of the list, in the order in which the server stored them: no poll can miss one. */
export async function livesSince(client: ApiClient, resourceVersion: string, namespaces: readonly string[]): Promise<string[]> {
  const text = await client.call<string | PlainEvent>('GET', '/api/v1/pods', undefined, { watch: 'true', resourceVersion, timeoutSeconds: '3' });
  const events = typeof text === 'string' ? text.trim().split('\n').map(line => JSON.parse(line) as PlainEvent) : [text];
  const failed = events.find(({ type }) => type === 'ERROR');
  if (failed) {
    throw new Error(`the watch of pods failed: ${JSON.stringify(failed.object)}`);
  }
  return events.filter(({ type, object }) => VERBS[type] && namespaces.includes(object.metadata.namespace!))
    .map(({ type, object: { metadata } }) => `${metadata.namespace}/${metadata.name} ${VERBS[type]}`);
}

interface PlainEvent {
  readonly type: string;
  readonly object: Manifest;
}

const VERBS: Readonly<Record<string, string>> = { ADDED: 'begins', DELETED: 'ends' };
