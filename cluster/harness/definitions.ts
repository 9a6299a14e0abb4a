import { ApiClient } from './client';
import { eachOf, eventually } from './eventually';
import { Manifest } from './manifest';

/** Installs definitions, and waits until their kinds can be used. */
export async function installDefinitions(client: ApiClient, definitions: readonly Manifest[]): Promise<void> {
  await eachOf(definitions, 4, definition => client.apply(definition));
  await definitionsAreServed(client, definitions);
}

/**
 * Waits until definitions are established, their objects are served, and discovery lists their kinds in all versions: a server writes its lists after the
 * objects answer, by another of its workers, and a kind that is not listed looks unknown.
 * Source: apiextensions-apiserver pkg/apiserver/customresource_discovery_controller.go
 */
export async function definitionsAreServed(client: ApiClient, definitions: readonly Manifest[]): Promise<void> {
  await eachOf(definitions, 4, ({ metadata: { name } }) => eventually(`${name} is established`,
    () => client.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', undefined, name),
    ({ status }) => status?.conditions?.some((each: any) => each.type === 'Established' && each.status === 'True')));
  await eachOf(definitions, 4, ({ spec }) => eventually(`${spec.names.plural} are served`,
    () => client.request('GET', `/apis/${spec.group}/${servedBy(spec)[0]}/${spec.names.plural}`), ({ status }) => status === 200));
  await definitionsAreListed(client, definitions);
}

/** Waits until discovery lists the kinds of definitions that are established already. */
export async function definitionsAreListed(client: ApiClient, definitions: readonly Manifest[]): Promise<void> {
  client.rediscover();
  await eachOf(definitions, 4, ({ spec }) => eachOf(servedBy(spec), 4, version => isListed(client, `${spec.group}/${version}`, spec.names.kind)));
  client.rediscover();
}

function servedBy(spec: Manifest['spec']): string[] {
  return spec.versions.filter((each: any) => each.served).map((each: any) => each.name);
}

function isListed(client: ApiClient, apiVersion: string, kind: string): Promise<boolean> {
  const look = async () => {
    const found = await client.serves(apiVersion, kind);
    if (!found) {
      client.rediscover();
    }
    return found;
  };
  return eventually(`${kind} of ${apiVersion} is listed`, look, Boolean, { everyMs: 50 });
}
