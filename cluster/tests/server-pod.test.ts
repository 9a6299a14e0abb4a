import { amountOf } from './amounts';
import { Asked, recordAsked } from './server-pod/asked';
import { answered, checked, isAlike } from './server-pod/outcome';
import { compareMutations, Difference, isComparable, objectOf, Row, tableOf } from './server-pod/run';
import { ServerContext } from '../../src/kubernetes/validation/context';
import { SAMPLES } from '../../test/kubernetes/validation/pod/samples';
import { Minor } from '../harness/api-server';
import { eachOf } from '../harness/eventually';
import { AskedServer, rememberedServer } from '../harness/remembered/remembered-server';

/** The same convention as for random programs: the same mutations at every run, unless somebody asks for others. */
const SEED = Number(process.env.SERVER_POD_SEED ?? '20261121');
/** `SERVER_POD_CASES=20000` for a long run. */
const CASES = amountOf('SERVER_POD_CASES', 400);
const COMPARED: readonly Minor[] = process.env.SERVER_POD_MINORS ? process.env.SERVER_POD_MINORS.split(',') as Minor[] : ['1.33', '1.36'];

/** Gates that are off by default at 1.36 and the other way round, where they decide about pods. */
const SWITCHED: Readonly<Record<string, boolean>> = {
  ClusterTrustBundle: true,
  ClusterTrustBundleProjection: true,
  ContainerStopSignals: true,
  GenericWorkload: true,
  PodCertificateRequest: true,
  TaintTolerationComparisonOperators: true,
  UserNamespacesHostNetworkSupport: true,
  EnvFiles: false,
  HostnameOverride: false,
  MatchLabelKeysInPodTopologySpreadSelectorMerge: false,
  PodDeletionCost: false,
  RestartAllContainersOnContainerExits: false,
  StrictIPCIDRValidation: false,
};

interface Setting {
  readonly name: string;
  readonly minor: Minor;
  readonly gates?: Readonly<Record<string, boolean>>;
}

const SETTINGS: readonly Setting[] = [...COMPARED.map(minor => ({ name: minor, minor })), { name: '1.36 with gates switched', minor: '1.36', gates: SWITCHED }];
const servers = new Map<string, AskedServer>();
let recording: Promise<Asked[]>;

beforeAll(async () => {
  recording = recordAsked();
  // It takes as long as the servers do; whether it failed concerns its test only.
  recording.catch(() => undefined);
  for (const { name, minor, gates } of SETTINGS) {
    servers.set(name, await rememberedServer(__filename, { minor, gates, crds: false, allApis: gates !== undefined }));
  }
}, 300_000);

afterAll(() => Promise.all([...servers.values()].map(server => server.stop())));

function percent(row: Row, part: 'verdicts' | 'first'): number {
  const of = part === 'verdicts' ? row.cases : row.refused;
  return of === 0 ? 100 : 100 * row[part] / of;
}

function shown({ change, object, ours, theirs, isVerdict }: Difference): string {
  const only = (one: readonly string[], other: readonly string[]) => one.filter(each => !other.includes(each));
  return `${isVerdict ? 'VERDICT' : 'fields'} ${change} (${object.kind})\n  only ours: ${only(ours, theirs).join('; ')}\n  only server: ${only(theirs, ours).join('; ')}`;
}

describe.each(SETTINGS)('pods at $name', ({ name, minor, gates }) => {
  const client = () => servers.get(name)!.client;

  test.each(SAMPLES.flatMap(sample => ['Pod', 'PodTemplate'].map(kind => [sample.name, kind, objectOf(sample, kind)])))('the sample %s as %s is accepted by both', async (_name, _kind, object) => {
    expect({ server: await answered(object, client()), ours: checked(object, new ServerContext(minor, gates)) })
      .toMatchObject({ server: { accepted: true, causes: [] }, ours: { accepted: true, causes: [] } });
  });

  test('what the unit tests ask about, the server answers as we do', async () => {
    const asked = (await recording).filter(({ object }) => isComparable(object));
    const answers = await eachOf(asked, 8, async ({ object }) =>
      ({ object, theirs: await answered(object, client()), ours: checked(object, new ServerContext(minor, gates)) }));
    expect(answers.filter(({ ours, theirs }) => theirs !== undefined && !isAlike(ours, theirs))).toEqual([]);
    expect(answers.filter(({ theirs }) => theirs !== undefined).length).toBeGreaterThan(250);
  });

  test('mutations are accepted and refused as the server does, with the same fields and reasons', async () => {
    const { rows, differences } = await compareMutations({ client: client(), minor, gates, seed: SEED, cases: CASES });
    console.log(`${name}, seed ${SEED}\n${tableOf(rows)}\n\n${differences.slice(0, Number(process.env.SERVER_POD_SHOW ?? '10')).map(shown).join('\n')}`);
    expect([...rows].filter(([, row]) => percent(row, 'verdicts') < 99.5 || percent(row, 'first') < 98).map(([change]) => change)).toEqual([]);
    // Otherwise agreement would mean little.
    const [cases, accepted] = [...rows.values()].reduce(([all, good], row) => [all + row.cases, good + row.accepted], [0, 0]);
    expect(cases).toBeGreaterThan(CASES / 2);
    expect(accepted).toBeGreaterThan(cases / 20);
    expect(cases - accepted).toBeGreaterThan(cases / 5);
  });
});
