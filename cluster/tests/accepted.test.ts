import { andNewer, asWritten, EXAMPLES, writtenFor } from './accepted/apps';
import { NEWER_FIELDS } from './accepted/newer-fields';
import { objectsOf, refusedRowsOf, rowsOf, TABLES } from './accepted/patterns/rows';
import { Outcome, send, total } from './accepted/send';
import { countInSnapshots, recordSnapshots, SnapshotRecord } from './accepted/snapshots';
import { EXPECTED_WARNINGS, unexpected } from './accepted/warnings';
import { InvalidInput } from '../../src/base/errors/invalid-input';
import { MEASURED_MINORS, Minor } from '../harness/api-server';
import { ApiServers } from '../harness/api-servers';
import { differences } from '../harness/compare';
import { eachOf } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

let servers: ApiServers;
let recording: Promise<SnapshotRecord[]>;
const seen: string[] = [];

beforeAll(async () => {
  recording = recordSnapshots();
  // It takes as long as the servers do; whether it failed concerns the snapshots only.
  recording.catch(() => undefined);
  servers = await ApiServers.start(__filename, {}, MEASURED_MINORS);
}, 300_000);

afterAll(() => servers?.stop());

/** Sends objects to a server; all are taken whole, and the server warns of nothing but what is known. */
async function expectAccepted(minor: Minor, objects: readonly Manifest[]): Promise<void> {
  const outcome = await send(servers.of(minor), objects);
  seen.push(...outcome.warnings);
  expect({ ...outcome, warnings: unexpected(outcome.warnings) }).toEqual({ sent: objects.length, problems: [], warnings: [] });
  expect(objects).not.toEqual([]);
}

/** What a construct refuses, or undefined. Anything but the library's own error is a failure. */
function refusalOf(build: () => unknown): string | undefined {
  try {
    build();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
    return (error as Error).message;
  }
}

describe('every example', () => {
  test.each(EXAMPLES)('$name, as it is written, on its own minor and all newer ones', async example => {
    for (const { minor, objects } of asWritten(example)) {
      await Promise.all(andNewer(minor).map(newer => expectAccepted(newer, objects)));
    }
  });

  /** The first minor that each refusal names. No other app may be refused at any minor, and each of these must be. */
  const REFUSED: Readonly<Record<Minor, Readonly<Record<string, Minor>>>> = {
    // Variables from a file; device claims; a Service that prefers the node of the client.
    1.33: {
      'benchmark-sweep': '1.35', 'gpu-pod-family': '1.34', 'gpus-beside-network-cards': '1.34', 'llama-70b-dra': '1.34', 'locality-routing': '1.34',
    },
    // Variables from a file; a class that stands for an extended resource.
    1.34: { 'benchmark-sweep': '1.35', 'gpu-pod-family': '1.36' },
    1.35: { 'gpu-pod-family': '1.36' },
  };

  describe.each(MEASURED_MINORS)('written for %s', minor => {
    test('is refused where the minor lacks something, and the error names the first minor that has it', () => {
      const refusals = EXAMPLES.map(example => [example.name, refusalOf(() => writtenFor(example, minor))]).filter(([, refusal]) => refusal);
      const text = new RegExp(`Kubernetes ${minor} does not have it; the first minor that has it is (1\\.\\d+)`);
      expect(Object.fromEntries(refusals.map(([name, refusal]) => [name, text.exec(refusal!)?.[1] ?? refusal]))).toEqual(REFUSED[minor] ?? {});
    });

    test.each(EXAMPLES.filter(({ name }) => !(name in (REFUSED[minor] ?? {}))))('$name is accepted', async example => {
      await expectAccepted(minor, writtenFor(example, minor));
    });
  });
});

describe('every snapshot of the unit tests', () => {
  let records: SnapshotRecord[];

  beforeAll(async () => {
    records = await recording;
  });

  test('all are there', () => {
    expect(records.flatMap(({ objects }) => objects)).toHaveLength(countInSnapshots());
  });

  test.each(MEASURED_MINORS)('is accepted by %s when it was written for it or an older minor', async server => {
    const objects = records.flatMap(record => record.objects);
    await expectAccepted(server, objects.filter(({ minor = '1.36' }) => minor <= server).map(({ object }) => object));
  });
});

describe.each(TABLES)('every two choices of $pattern together', table => {
  describe.each(MEASURED_MINORS)('written for %s', minor => {
    test('are accepted', async () => {
      const outcomes = await eachOf(rowsOf(table, minor), 2, row => sendRow(minor, row, objectsOf(table, row, minor)));
      const { problems, warnings } = total(outcomes);
      seen.push(...warnings);
      expect({ problems, warnings: unexpected(warnings) }).toEqual({ problems: [], warnings: [] });
    });

    test('are refused where the minor lacks one, which the error says', () => {
      const silent = refusedRowsOf(table, minor).filter(({ row, since }) =>
        refusalOf(() => objectsOf(table, row, minor))?.includes(`the first minor that has it is ${since}`) !== true);
      expect(silent).toEqual([]);
    });
  });
});

async function sendRow(minor: Minor, row: object, objects: readonly Manifest[]): Promise<Outcome> {
  const outcome = await send(servers.of(minor), objects);
  return { ...outcome, problems: outcome.problems.map(problem => `${problem} (${JSON.stringify(row)})`) };
}

test('every expected warning came, so that none is on the list for nothing', () => {
  expect(EXPECTED_WARNINGS.filter(({ text }) => !seen.some(warning => warning.includes(text)))).toEqual([]);
});

describe('what a minor does not take whole is reported', () => {
  describe.each(NEWER_FIELDS)('$what', ({ object, since, problem }) => {
    test.each(MEASURED_MINORS)('at %s', async minor => {
      const { problems } = await send(servers.of(minor), [object()]);
      if (since !== undefined && minor >= since) {
        expect(problems).toEqual([]);
      } else {
        expect(problems).toContainEqual(expect.stringMatching(problem));
      }
    });
  });

  test('also where an API server prunes a custom resource without a word', async () => {
    const { client } = servers.of('1.36');
    const set = NEWER_FIELDS.find(({ what }) => what === 'a misspelt field of a custom resource')!.object();
    await client.ensureNamespace(set.metadata.namespace!);
    const path = await client.pathOf(set.apiVersion, set.kind, set.metadata.namespace);
    const { status, body, warnings } = await client.request<Manifest>('POST', path, set, { dryRun: 'All', fieldValidation: 'Ignore' });
    expect({ status, warnings }).toEqual({ status: 201, warnings: [] });
    expect(differences(set, body)).toEqual(['spec.leaderWorkerTemplate.sise: dropped 2']);
  });
});
