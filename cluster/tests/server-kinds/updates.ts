import { changesOf, mutated, Mutation } from './mutate';
import { Outcome, outcomeOf, ourErrors, reasonOf } from './sweep';
import { validateUpdate } from '../../../src/kubernetes/validation/update';
import { CHOICES, SAMPLES } from '../../../test/kubernetes/validation/kinds/samples/kinds';
import { Random } from '../../fuzz-checks/random';
import { eachOf } from '../../harness/eventually';
import { AskedServer } from '../../harness/remembered/remembered-server';

/** Names and what the server keeps for itself: another name is another object. */
const LEFT = /^metadata(\.(name|generateName|namespace))?$|^stringData|template\.spec\.containers\[0\]\.image$/;
const isLeft = (path: string) => LEFT.test(path);
/** Before the number of the sample, in the names of objects that are changed. */
export const UPDATED = 'update-';
/** What is not changed under another name: finalizers of a namespace go through a subresource, an IPAddress is named as it is, what a CertificateSigningRequest asks for stays as it was, and the names of an APIService and of a definition follow from their fields. */
export const NOT_UPDATED: ReadonlySet<string> = new Set(['v1 Namespace', 'apiregistration.k8s.io/v1 APIService', 'apiextensions.k8s.io/v1 CustomResourceDefinition', 'networking.k8s.io/v1 IPAddress', 'certificates.k8s.io/v1 CertificateSigningRequest']);
const APPLY = 'application/apply-patch+yaml';
const FORCED = { dryRun: 'All', fieldManager: 'cluster-suite', force: 'true', fieldValidation: 'Strict' };

/** Creates each sample of a kind and sends mutations of it. */
export async function sweepUpdates(server: AskedServer, type: string, count: number, seed: number): Promise<Outcome[]> {
  const random = new Random(seed);
  const samples = SAMPLES.get(type)!;
  const outcomes: Outcome[] = [];
  for (const [index, sample] of samples.entries()) {
    outcomes.push(...await askUpdates(server, type, index, previous => {
      const changes = changesOf(previous, samples.filter(each => each !== sample), CHOICES, isLeft);
      return Array.from({ length: Math.ceil(count / samples.length) }, () => mutated(previous, changes, random));
    }));
  }
  return outcomes;
}

type MutationsOf = (previous: any) => readonly Mutation[];

/** Creates a sample of a kind, with another name, and sends changed ones as `kubectl apply --server-side` does; nothing is changed. */
export async function askUpdates(server: AskedServer, type: string, index: number, mutationsOf: MutationsOf): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sample = SAMPLES.get(type)![index];
  const name = `${UPDATED}${index}`;
  const { generateName, finalizers, ...metadata } = sample.metadata;
  const previous = { ...sample, metadata: { ...metadata, name } };
  const { client } = server;
  await client.apply(previous);
  if (type === 'v1 PersistentVolumeClaim') {
    await client.patch(previous, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } }, 'status');
  }
  const path = await client.pathOf(sample.apiVersion, sample.kind, 'default', name);
  await eachOf(mutationsOf(previous), 16, async mutation => {
    const { status, body } = await client.requestOrPanic('PATCH', path, mutation.body, FORCED, APPLY);
    if (status < 300 || body.reason === 'Invalid' && body.details?.causes) {
      outcomes.push(...outcomeOf({ type, mutation, minor: server.minor, ours: ourChanges(previous, mutation.body, server.minor) }, { status, body }));
    }
  });
  await client.delete(previous);
  return outcomes;
}

/** What may not change; where all that did may, what is wrong with the new object. */
function ourChanges(previous: any, next: any, minor: string): string[] {
  const found = new Set<string>();
  validateUpdate(previous, next, { minor }, ({ field, message }) => found.add(`${field} ${reasonOf(message)}`));
  return found.size > 0 ? [...found].sort() : ourErrors(next, minor);
}

/** Whether the server says what we say; it may say more of an object that is wrong in other ways. */
export function isContained({ ours, server }: Outcome): boolean {
  return ours.every(each => server.includes(each)) && (ours.length > 0) === (server.length > 0);
}
