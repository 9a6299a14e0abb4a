import { FakeApiServer } from './api-server';
import { PlainObject } from '../../../src/base/plain';
import { askServer } from '../../../src/cli/server/ask';
import { Patience } from '../../../src/cli/server/connection';
import { readKubeconfig } from '../../../src/cli/server/kubeconfig';
import { Reference } from '../../../src/cli/server/references';
import { folderOf } from '../program';

/** How a test asks a server. */
export interface Asking {
  readonly user?: object;
  readonly cluster?: object;
  readonly context?: object;
  readonly references?: readonly Reference[];
  readonly patience?: Patience;
  readonly allowsPlugins?: boolean;
}

/** Asks a server about objects without the rest of the program. */
export async function ask(server: FakeApiServer, objects: readonly object[], how: Asking = {}) {
  const { user, cluster, context, references = [], patience, allowsPlugins = false } = how;
  const said: string[] = [];
  const folder = folderOf({ kubeconfig: server.kubeconfig(user, cluster, context) });
  const access = await readKubeconfig(`${folder}/kubeconfig`, { allowsPlugins, say: text => said.push(text) });
  const answered = await askServer(access, {
    objects: objects.map(body => ({ body: body as PlainObject, origin: {} })), references, progress: () => {}, patience,
  });
  return { ...answered, said };
}

/** The words of an error that ends the asking. */
export async function refusal(asked: Promise<unknown>): Promise<string> {
  return asked.then(() => 'nothing was refused', (error: Error) => `${error.constructor.name}: ${error.message}`);
}

export const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'ml' }, spec: { containers: [{ name: 'a', image: 'a:1' }] } };
