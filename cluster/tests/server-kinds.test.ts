import { amountOf } from './amounts';
import { IMMUTABLE_CASES } from './server-kinds/immutable';
import { compareNames } from './server-kinds/names';
import { errorsIn, isAgreed, isSame, Outcome, ourErrors, reasonOf, sweep } from './server-kinds/sweep';
import { described, printed, rowsOf } from './server-kinds/tally';
import { isContained, NOT_UPDATED, sweepUpdates } from './server-kinds/updates';
import { validateUpdate } from '../../src/kubernetes/validation/update';
import { SAMPLES } from '../../test/kubernetes/validation/kinds/samples/kinds';
import { Minor, MINORS } from '../harness/api-server';
import { ApiServers } from '../harness/api-servers';
import { definitionsAreServed } from '../harness/definitions';

/** Mutations of each kind at the newest minor; the others have a third. More of them find more: `SERVER_MUTATIONS=2000`. */
const MUTATIONS = amountOf('SERVER_MUTATIONS', 80);
const SEED = Number(process.env.SERVER_SEED ?? 20261121);

let servers: ApiServers;
const outcomes: Outcome[] = [];
const updates: Outcome[] = [];

beforeAll(async () => {
  servers = await ApiServers.start(__filename, { crds: false });
}, 300_000);

afterAll(async () => {
  console.info([
    printed('kind', rowsOf(outcomes, ({ type }) => type, isSame)), printed('class of mutation', rowsOf(outcomes, ({ mutation }) => mutation.class, isSame)),
    printed('minor', rowsOf(outcomes, ({ minor }) => minor, isSame)), printed('update', rowsOf(updates, ({ type }) => type, isContained)),
  ].join('\n\n'));
  await servers?.stop();
});

/** Kinds that are served from a minor on. */
const SERVED_FROM: ReadonlyArray<readonly [types: RegExp, minor: Minor]> = [[/^resource\.k8s\.io/, '1.34'], [/ MutatingAdmissionPolicy/, '1.36'], [/ VolumeAttributesClass$/, '1.34']];

/** Kinds of whose samples some need a gate that is on from a minor on (DRAPartitionableDevices). */
const LATER_FIELDS: ReadonlyArray<readonly [types: RegExp, minor: Minor]> = [[/ ResourceSlice$/, '1.36']];

function typesOf(minor: Minor): string[] {
  return [...SAMPLES.keys()].filter(type => SERVED_FROM.every(([types, first]) => !types.test(type) || minor >= first));
}

/** Mutations reach into expressions too, of which functions and most types are not checked (docs/limits.md). */
const LEAST = { ofExpressions: 0.97, ofOthers: 0.995 };

/** Kinds with expressions get three times as many: some of theirs may differ, and one of few would be more than the limit. */
function countOf(type: string, minor: Minor): number {
  return MUTATIONS * (isOfExpressions(type) ? 3 : 1) / (minor === '1.36' ? 1 : 3);
}

/** Kinds with expressions. Their classes of mutations are counted by themselves. */
const EXPRESSIONS = 'admissionregistration.';

function isOfExpressions(group: string): boolean {
  return group.startsWith(EXPRESSIONS);
}

/** Of a kind, or of a class of mutations. */
function leastOf(group: string): number {
  return isOfExpressions(group) ? LEAST.ofExpressions : LEAST.ofOthers;
}

describe.each(MINORS)('an API server of %s', minor => {
  test('takes the samples, and so do we', async () => {
    for (const type of typesOf(minor)) {
      for (const sample of SAMPLES.get(type)!) {
        const { status, body } = await servers.of(minor).client.dryRun(sample);
        const [server, ours] = [errorsIn(body), ourErrors(sample, minor)];
        expect({ type, ours }).toEqual({ type, ours: server });
        if (!LATER_FIELDS.some(([types, first]) => types.test(type) && minor < first)) {
          expect({ type, status, server }).toEqual({ type, status: 201, server: [] });
        }
      }
    }
  });

  test('takes and refuses the names and finalizers of every kind as we do', async () => {
    const { differences, compared } = await compareNames(servers.of(minor));
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(500);
  });

  test('refuses the mutations that we refuse, for the same fields', async () => {
    const found: Outcome[] = [];
    for (const type of typesOf(minor)) {
      found.push(...await sweep(servers.of(minor), type, countOf(type, minor), SEED));
    }
    outcomes.push(...found);
    const rows = [...rowsOf(found, ({ type }) => type, isSame), ...rowsOf(found, ({ type, mutation }) => `${isOfExpressions(type) ? EXPRESSIONS : ''}${mutation.class}`, isSame)];
    const below = rows.filter(({ sent, agreed, group }) => agreed / sent < leastOf(group)).map(({ group }) => group);
    expect({ below, differences: below.length > 0 ? described(found.filter(each => !isAgreed(each))) : [] }).toEqual({ below: [], differences: [] });
    expect(found.filter(isSame).length / found.length).toBeGreaterThan(0.99);
    // Otherwise agreement would be cheap.
    expect(found.filter(each => each.isRefused).length).toBeGreaterThan(found.length / 4);
    expect(found.filter(each => !each.isRefused).length).toBeGreaterThan(found.length / 4);
  });
});

describe('an object of an API server of 1.36', () => {
  test('may be changed as we say', async () => {
    for (const type of typesOf('1.36').filter(each => !NOT_UPDATED.has(each))) {
      updates.push(...await sweepUpdates(servers.of('1.36'), type, MUTATIONS / 2, SEED));
    }
    const disagreed = updates.filter(each => !isAgreed(each));
    expect({ share: disagreed.length / updates.length < 0.01, differences: disagreed.length / updates.length < 0.01 ? [] : described(disagreed) })
      .toEqual({ share: true, differences: [] });
  });

  test.each(IMMUTABLE_CASES.map(each => [each.what, each] as const))('%s', async (_, { previous, next, refused }) => {
    const { client } = servers.of('1.36');
    await client.apply(previous);
    if (previous.kind === 'PersistentVolumeClaim') {
      await client.patch(previous, { status: { phase: 'Bound', capacity: { storage: '2Gi' } } }, 'status');
    }
    if (previous.kind === 'CustomResourceDefinition') {
      await definitionsAreServed(client, [previous]);
    }
    const path = await client.pathOf(next.apiVersion, next.kind, next.metadata.namespace, next.metadata.name);
    const { body } = await client.request('PATCH', path, next, { dryRun: 'All', fieldManager: 'cluster-suite', force: 'true' }, 'application/apply-patch+yaml');
    const ours: string[] = [];
    validateUpdate(previous, next, { minor: '1.36' }, ({ field, message }) => ours.push(`${field} ${reasonOf(message)}`));
    expect({ server: errorsIn(body), ours }).toEqual({ server: refused, ours: refused });
  });
});
