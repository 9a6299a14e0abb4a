import { differences } from '../../harness/compare';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { AskedServer } from '../../harness/remembered/remembered-server';

/** What one server said of the objects it was sent. */
export interface Outcome {
  readonly sent: number;
  /** Objects that were refused or came back with less than was sent: a line each, with the minor and the object. */
  readonly problems: readonly string[];
  /** Texts of the server's warnings with the object, likewise. */
  readonly warnings: readonly string[];
}

/** Strict dry run of all objects, and the comparison of each with what came back. */
export async function send(server: AskedServer, objects: readonly Manifest[]): Promise<Outcome> {
  await server.client.ensureNamespacesOf(objects);
  const outcomes = await eachOf(objects, 8, object => sendOne(server, object));
  return total(outcomes);
}

export function total(outcomes: readonly Outcome[]): Outcome {
  return {
    sent: outcomes.reduce((sum, { sent }) => sum + sent, 0),
    problems: outcomes.flatMap(({ problems }) => problems),
    warnings: outcomes.flatMap(({ warnings }) => warnings),
  };
}

async function sendOne(server: AskedServer, object: Manifest): Promise<Outcome> {
  const { apiVersion, kind, metadata } = object;
  const name = `${server.minor} ${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
  if (!await server.client.serves(apiVersion, kind)) {
    return { sent: 0, problems: [`${name}: ${apiVersion} is not served`], warnings: [] };
  }
  const { status, body, warnings } = await server.client.dryRun(object);
  const problems = status === 201 ? differences(object, body) : [`refused: ${(body as any).message ?? status}`];
  return { sent: 1, problems: problems.map(line => `${name}: ${line}`), warnings: warnings.map(line => `${name}: ${line}`) };
}
