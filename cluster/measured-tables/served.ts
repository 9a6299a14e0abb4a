import { servedApis } from './measure';
import { Measured } from './measurements';
import { ApiClient } from '../harness/client';
import { eachOf } from '../harness/eventually';

/** Whether a kind lives in namespaces, by `<apiVersion> <kind>`. */
export type Scopes = Readonly<Record<string, boolean>>;

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Kinds of which somebody can create an object, from discovery. What only answers questions about others has a slash in its name. */
export async function scopesOf(client: ApiClient): Promise<Scopes> {
  const found = await eachOf(await servedApis(client), 4, async apiVersion => {
    const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { resources } = await client.call<{ resources: Resource[] }>('GET', path);
    return resources.filter(({ name, verbs }) => !name.includes('/') && verbs.includes('create'))
      .map(({ kind, namespaced }) => [`${apiVersion} ${kind}`, namespaced] as const);
  });
  return Object.fromEntries(found.flat().sort(([one], [other]) => one < other ? -1 : 1));
}

/**
 * One row for each kind and version: for each minor `k` served by default, `o` served where `--runtime-config` asks for it, `-` not served; then
 * `n` for namespaces or `c` for the cluster, and the type. A kind that went before the first minor has the release that took it and what came instead.
 */
export function servedRows({ minors, all, retired }: Pick<Measured, 'minors' | 'all' | 'retired'>): Record<string, string> {
  const names = [...new Set(minors.flatMap(({ scopes, allScopes }) => [...Object.keys(scopes), ...Object.keys(allScopes)]))].sort();
  const rows = names.map(name => {
    const letters = minors.map(({ scopes, allScopes }) => name in scopes ? 'k' : name in allScopes ? 'o' : '-').join('');
    const isNamespaced = minors.map(({ scopes, allScopes }) => scopes[name] ?? allScopes[name]).find(each => each !== undefined);
    return [name, `${letters} ${isNamespaced ? 'n' : 'c'} ${all.kinds[name] ?? ''}`.trimEnd()];
  });
  // Payloads of webhooks have versions too, but no server ever stored one.
  const groups = new Set([...names.map(groupOf), 'extensions']);
  const old = Object.entries(retired).filter(([name]) => !names.includes(name) && groups.has(groupOf(name)));
  return Object.fromEntries([...rows, ...old.map(([name, text]) => [name, `${'-'.repeat(minors.length)} ${text}`])]
    .sort(([one], [other]) => one < other ? -1 : 1));
}

function groupOf(name: string): string {
  const [apiVersion] = name.split(' ');
  return apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
}
